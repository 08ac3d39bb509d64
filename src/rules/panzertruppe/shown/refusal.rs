//! Refusals: why a choice is not possible.

use crate::board::Compass;
use crate::game::{Illegal, Side};
use crate::rules::panzertruppe::movement::mover::Mover;
use crate::rules::panzertruppe::sequence::{Frame, Open};
use crate::rules::panzertruppe::shown::Shown;
use crate::rules::panzertruppe::state::{Choice, Ending, Flag, Id, Slot, Tag};

impl Shown<'_> {
    pub(in crate::rules::panzertruppe) fn refusal(&self, choice: &Choice) -> Illegal {
        let Some(frame) = self.turn.stack.last() else { return Illegal::new("1", "The battle is over.") };
        let asks = frame.asks(self);
        match (*choice, frame) {
            (Choice::Fire(firer, slot, target), Frame::Fire(_)) => {
                match (self.known_to(asks.side, firer), self.known_to(asks.side, target)) {
                    (Some(firer), Some(target)) => self.fire_refusal(asks.side, firer, slot, target),
                    _ => Illegal::new("3", "There is no such unit."),
                }
            }
            (Choice::Move(unit), Frame::Movement(_)) => match self.known_to(asks.side, unit) {
                Some(id) => self.move_refusal(asks.side, id),
                None => Illegal::new("2", "There is no such unit."),
            },
            (Choice::Step(way) | Choice::Reverse(way), Frame::Mover(mover)) => {
                self.step_refusal(asks.side, mover, way)
            }
            (Choice::End, _) => {
                let first = "Retreating units, and infantry in burning buildings, must move first.";
                Illegal::new("11", first)
            }
            _ => Illegal::new(asks.rule, format!("\"{choice}\" is not possible now. {}", asks.prompt)),
        }
    }

    /// The unit with a tag, if a side knows of it.
    fn known_to(&self, side: Side, tag: Tag) -> Option<Id> {
        let known = |&id: &Id| !self.forces.state(id).is(Flag::Hidden) || self.forces.side(id) == side;
        self.battle.find(tag).filter(known)
    }

    fn fire_refusal(&self, side: Side, firer: Id, slot: Slot, target: Id) -> Illegal {
        let (name, aimed, weapon) =
            (self.battle.full_name(firer), self.battle.full_name(target), slot.name());
        if self.forces.side(firer) != side || self.forces.side(target) == side {
            return Illegal::new("3", "Your units can fire only at enemy units.");
        }
        if !self.battle.unit(firer).slots().any(|has| has == slot) {
            return Illegal::new("36", format!("{name} has no {weapon}."));
        }
        if !self.gunnery().is_ready(firer, slot) {
            let why = if slot.is_small() && !self.turn.phase.is_gun_phase() {
                "machine guns and small arms fire only in the phases marked MG"
            } else if self.forces.state(firer).condition.stunned {
                "it is stunned"
            } else {
                "it has a shot marker, or is not set up"
            };
            return Illegal::new("3", format!("{name} can't fire: {why}."));
        }
        let Some(cell) = self.forces.place_of(target) else {
            return Illegal::new("3", format!("{aimed} is not on the board: choose another target."));
        };
        if !self.gunnery().bears(firer, slot, cell) {
            let why = format!("{aimed} is outside the arc of the {weapon}: choose another target.");
            return Illegal::new("3", why);
        }
        if self.sighting().sees(firer, target).is_none() {
            let cells = self.forces.cell_of(firer).zip(self.forces.cell_of(target));
            let why = cells.and_then(|(from, to)| self.ground.explain_sight(from, to).why);
            let why = why.unwrap_or_else(|| "it is not seen".into());
            return Illegal::new("7", format!("{name} can't see {aimed}: {why}."));
        }
        Illegal::new("3", format!("The {weapon} is out of range of {aimed}, or can't harm it."))
    }

    fn move_refusal(&self, side: Side, id: Id) -> Illegal {
        let state = self.forces.state(id);
        let why = if self.forces.side(id) != side {
            "it is an enemy unit"
        } else if self.forces.spot(id).is_none() {
            "it is not on the board, or it is aboard a vehicle"
        } else if state.condition.stunned {
            "it is stunned"
        } else if state.condition.immobilised {
            "it is immobilised"
        } else if state.is(Flag::Moved) {
            "it has already moved this phase"
        } else {
            "it has no driver, or is in a fight"
        };
        Illegal::new("2", format!("{} can't move: {why}.", self.battle.full_name(id)))
    }

    fn step_refusal(&self, side: Side, mover: &Mover, way: Compass) -> Illegal {
        let to = self.forces.spot(mover.unit).and_then(|from| self.battle.next(from, way));
        let known = |id: Id| self.forces.side(id) == side || !self.forces.state(id).is(Flag::Hidden);
        let why = match to {
            None => "the board ends there".to_owned(),
            Some(to) if self.forces.holder_of(to).is_some_and(known) => "another unit is there".to_owned(),
            Some(_) => {
                let left = points(mover.left);
                format!("it has {left} points left, too few for that step, or may not enter")
            }
        };
        Illegal::new("2", format!("{} can't move {way}: {why}.", self.battle.full_name(mover.unit)))
    }

    /// The outcome in a sentence.
    pub(in crate::rules::panzertruppe) fn outcome_sentence(&self, Ending { winner, why }: Ending) -> String {
        let points = Side::BOTH.map(|side| self.forces.score(side));
        match winner {
            Some(side) => {
                let name = &self.battle.armies[side.index()].name;
                format!(
                    "{name} win: {why} ({} points to {})",
                    points[side.index()],
                    points[side.other().index()]
                )
            }
            None => format!("A draw: {why} ({} points to {})", points[0], points[1]),
        }
    }
}

/// Movement points for players: "4", "3 1/2", "2/3".
pub(in crate::rules::panzertruppe) fn points(twelfths: u16) -> String {
    let (whole, part) = (twelfths / 12, twelfths % 12);
    // In lowest terms, as in the Movement Table.
    let (over, under) = match part {
        0 => return whole.to_string(),
        2 | 10 => (part / 2, 6),
        3 | 9 => (part / 3, 4),
        4 | 8 => (part / 4, 3),
        6 => (1, 2),
        _ => (part, 12),
    };
    if whole == 0 { format!("{over}/{under}") } else { format!("{whole} {over}/{under}") }
}
