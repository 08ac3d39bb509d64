//! Chapter 35: losses, objectives and victory.

use crate::game::{Event, Log, Side, Tone};
use crate::ledger::cited::{apply, rule};
use crate::rules::panzertruppe::state::{Ending, Forces, Position};

/// Why a side that is beaten loses.
const BEATEN: &str = "the enemy has lost its percentage of value";

impl Forces {
    /// The value a side has lost: units out of action or gone.
    pub fn lost_value(&self, side: Side) -> u32 {
        self.battle
            .ids(side)
            .filter(|&id| !self.is_in(id))
            .map(|id| u32::from(self.battle.unit(id).value))
            .sum()
    }

    /// A side takes an objective if it alone has a unit within 2 inches that is able and not retreating.
    #[apply(rule, "35")]
    pub(crate) fn hold_objectives(&mut self) {
        for n in 0..self.held.len() {
            let cell = self.battle.objectives[n].cell;
            let near = Side::BOTH.map(|side| {
                self.ids(side).any(|id| {
                    self.spot(id).is_some_and(|at| self.battle.range(at, cell) <= 20)
                        && self.state(id).is_able()
                        && !self.retreats(id)
                })
            });
            match near {
                [true, false] => self.held[n] = Some(Side::A),
                [false, true] => self.held[n] = Some(Side::B),
                _ => {}
            }
        }
    }

    /// The score of a side: enemy value destroyed or driven off, and objectives held.
    pub fn score(&self, side: Side) -> u32 {
        let held = self.held.iter().zip(&self.battle.objectives).filter(|(held, _)| **held == Some(side));
        self.lost_value(side.other()) + held.map(|(_, objective)| u32::from(objective.value)).sum::<u32>()
    }

    /// The side with the higher score; a lead of less than a tenth is a draw (P-33).
    pub fn ahead(&self) -> Option<Side> {
        let leads = |side: Side| {
            let (own, enemy) = (self.score(side), self.score(side.other()));
            own > enemy && own * 10 >= enemy * 11
        };
        Side::BOTH.into_iter().find(|&side| leads(side))
    }
}

impl Position {
    /// Ends the battle if a side is beaten.
    pub(crate) fn judge(&mut self) {
        if self.turn.outcome.is_some() {
            return;
        }
        let beaten = Side::BOTH.map(|side| {
            let army = &self.battle.armies[side.index()];
            self.forces.lost_value(side) * 100 >= army.value * u32::from(army.breaks)
        });
        self.turn.outcome = match beaten {
            [true, true] => Some(Ending { winner: None, why: "both sides are beaten" }),
            [true, false] => Some(Ending { winner: Some(Side::B), why: BEATEN }),
            [false, true] => Some(Ending { winner: Some(Side::A), why: BEATEN }),
            [false, false] => None,
        };
    }

    /// Ends the battle after the last turn: the higher score wins.
    pub(crate) fn count(&mut self, log: &mut Log) {
        self.forces.hold_objectives();
        let [a, b] = Side::BOTH.map(|side| self.forces.score(side));
        log.add(|| Event::new(Tone::Phase, None, format!("The last turn is over: {a} points to {b}"), "35"));
        self.turn.outcome = Some(match self.forces.ahead() {
            Some(side) => Ending { winner: Some(side), why: "higher score after the last turn" },
            None => Ending { winner: None, why: "the scores are even after the last turn" },
        });
    }
}
