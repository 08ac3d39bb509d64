//! Refusals: why a choice is not possible.

use crate::game::{Illegal, Side};
use crate::rules::panzertruppe::state::{Choice, Flag, Position};

impl Position {
    pub(in crate::rules::panzertruppe) fn refusal(&self, choice: &Choice) -> Illegal {
        let Some(decision) = self.open_decision() else { return Illegal::new("1", "The battle is over.") };
        let known = |tag| {
            self.battle
                .find(tag)
                .filter(|&id| !self.state(id).is(Flag::Hidden) || self.side(id) == decision.side)
        };
        match *choice {
            Choice::Fire(who, slot, target) if decision.kind == "fire" => {
                let (Some(firer), Some(aimed)) = (known(who), known(target)) else {
                    return Illegal::new("3", "There is no such unit.");
                };
                let name = |id| self.who(id);
                if self.side(firer) != decision.side || self.side(aimed) == decision.side {
                    return Illegal::new("3", "Your units can fire only at enemy units.");
                }
                if !self.slots(firer).any(|has| has == slot) {
                    return Illegal::new("36", format!("{} has no {}.", name(firer), slot.name()));
                }
                if !self.is_ready(firer, slot) {
                    let why = if slot.is_small() && !self.is_gun_phase() {
                        "machine guns and small arms fire only in the phases marked MG"
                    } else if self.state(firer).condition.stunned {
                        "it is stunned"
                    } else {
                        "it has a shot marker, or is not set up"
                    };
                    return Illegal::new("3", format!("{} can't fire: {why}.", name(firer)));
                }
                let Some(cell) = self.place_of(aimed) else {
                    return Illegal::new(
                        "3",
                        format!("{} is not on the board: choose another target.", name(aimed)),
                    );
                };
                if !self.bears(firer, slot, cell) {
                    return Illegal::new(
                        "3",
                        format!(
                            "{} is outside the arc of the {}: choose another target.",
                            name(aimed),
                            slot.name()
                        ),
                    );
                }
                if self.sees(firer, aimed).is_none() {
                    let (a, b) = (self.cell_of(firer), self.cell_of(aimed));
                    let why = a.zip(b).and_then(|(a, b)| self.explain_sight(a, b).why);
                    let why = why.unwrap_or_else(|| "it is not seen".into());
                    return Illegal::new("7", format!("{} can't see {}: {why}.", name(firer), name(aimed)));
                }
                Illegal::new(
                    "3",
                    format!("The {} is out of range of {}, or can't harm it.", slot.name(), name(aimed)),
                )
            }
            Choice::Move(who) if decision.kind == "move" => {
                let Some(id) = known(who) else { return Illegal::new("2", "There is no such unit.") };
                let state = self.state(id);
                let why = if self.side(id) != decision.side {
                    "it is an enemy unit"
                } else if self.spot(id).is_none() {
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
                Illegal::new("2", format!("{} can't move: {why}.", self.who(id)))
            }
            Choice::Step(way) | Choice::Reverse(way) if decision.kind == "step" => {
                let Some(mover) = self.mover() else { return Illegal::new("2", "No unit is moving.") };
                let to = self.spot(mover.unit).and_then(|from| self.battle.next(from, way));
                let why = match to {
                    None => "the board ends there".to_owned(),
                    Some(to)
                        if self.holder_of(to).is_some_and(|id| {
                            self.side(id) == decision.side || !self.state(id).is(Flag::Hidden)
                        }) =>
                    {
                        "another unit is there".to_owned()
                    }
                    Some(_) => format!(
                        "it has {} points left, too few for that step, or may not enter",
                        points(mover.left)
                    ),
                };
                Illegal::new("2", format!("{} can't move {way}: {why}.", self.who(mover.unit)))
            }
            Choice::End => Illegal::new(
                "11",
                "Retreating units, and infantry in burning buildings, must \
             move first.",
            ),
            _ => {
                Illegal::new(decision.rule, format!("\"{choice}\" is not possible now. {}", decision.prompt))
            }
        }
    }

    /// The outcome in a sentence.
    pub(in crate::rules::panzertruppe) fn told(&self, winner: Option<Side>, why: &str) -> String {
        let points = Side::BOTH.map(|side| self.score(side));
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
pub(super) fn points(twelfths: u16) -> String {
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
