//! Why a choice is refused.

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
                    return Illegal::new("3", "One's own units fire at the enemy's.");
                }
                if !self.slots(firer).any(|has| has == slot) {
                    return Illegal::new("36", format!("{} has no {}.", name(firer), slot.name()));
                }
                if !self.is_ready(firer, slot) {
                    let why = if slot.is_small() && !self.is_gun_phase() {
                        "machine guns and small arms fire only in the phases marked MG"
                    } else if self.state(firer).condition.stunned {
                        "its crew is stunned"
                    } else {
                        "it has fired, or is not set up"
                    };
                    return Illegal::new("3", format!("{} cannot fire: {why}.", name(firer)));
                }
                let Some(cell) = self.place_of(aimed) else {
                    return Illegal::new("3", format!("{} is not on the board.", name(aimed)));
                };
                if !self.bears(firer, slot, cell) {
                    return Illegal::new(
                        "3",
                        format!("{} is outside the arc of the {}.", name(aimed), slot.name()),
                    );
                }
                if self.sees(firer, aimed).is_none() {
                    let (a, b) = (self.cell_of(firer), self.cell_of(aimed));
                    let why = a.zip(b).and_then(|(a, b)| self.explain_sight(a, b).why);
                    let why = why.unwrap_or_else(|| "it is not seen".into());
                    return Illegal::new(
                        "7",
                        format!("{} does not see {}: {why}.", name(firer), name(aimed)),
                    );
                }
                Illegal::new(
                    "3",
                    format!("The {} can do nothing to {} from there.", slot.name(), name(aimed)),
                )
            }
            Choice::Move(who) if decision.kind == "move" => {
                let Some(id) = known(who) else { return Illegal::new("2", "There is no such unit.") };
                let state = self.state(id);
                let why = if self.side(id) != decision.side {
                    "it is the enemy's"
                } else if self.spot(id).is_none() {
                    "it is not on the board by itself"
                } else if state.condition.stunned {
                    "its crew is stunned"
                } else if state.condition.immobilised {
                    "it is immobilised"
                } else if state.is(Flag::Moved) {
                    "it has moved this phase"
                } else {
                    "it has no driver, or is in a fight"
                };
                Illegal::new("2", format!("{} cannot move: {why}.", self.who(id)))
            }
            Choice::Step(way) | Choice::Reverse(way) if decision.kind == "step" => {
                let Some(mover) = self.mover() else { return Illegal::new("2", "Nobody is moving.") };
                let to = self.spot(mover.unit).and_then(|from| self.battle.next(from, way));
                let why = match to {
                    None => "that is off the board".to_owned(),
                    Some(to)
                        if self.holder_of(to).is_some_and(|id| {
                            self.side(id) == decision.side || !self.state(id).is(Flag::Hidden)
                        }) =>
                    {
                        "somebody stands there".to_owned()
                    }
                    Some(_) => format!(
                        "the ground or what is left of its movement, {}, does not allow it",
                        points(mover.left)
                    ),
                };
                Illegal::new("2", format!("It cannot go {way}: {why}."))
            }
            Choice::End => Illegal::new("11", "Units that retreat must move first."),
            _ => {
                Illegal::new(decision.rule, format!("\"{choice}\" is not possible now: {}", decision.prompt))
            }
        }
    }

    /// How it ended, in a sentence.
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

/// Twelfths of a point for players: "4", "3.5", "2/3".
pub(super) fn points(twelfths: u16) -> String {
    let (whole, part) = (twelfths / 12, twelfths % 12);
    // In the lowest terms, as the table has it.
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
