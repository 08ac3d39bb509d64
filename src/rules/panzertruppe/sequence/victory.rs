//! Chapter 35: losses, objectives and victory.

use crate::game::{Event, Log, Side, Tone};
use crate::ledger::cited::applies;
use crate::rules::panzertruppe::state::Position;

impl Position {
    /// The value a side has lost: units out of action or gone.
    pub fn lost_value(&self, side: Side) -> u32 {
        self.battle.ids(side).filter(|&id| !self.is_in(id)).map(|id| u32::from(self.unit(id).value)).sum()
    }

    /// Ends the battle if a side is beaten.
    pub(crate) fn judge(&mut self) {
        if self.outcome.is_some() {
            return;
        }
        let beaten = Side::BOTH.map(|side| {
            let army = &self.battle.armies[side.index()];
            self.lost_value(side) * 100 >= army.value * u32::from(army.breaks)
        });
        self.outcome = match beaten {
            [true, true] => Some((None, "both sides are beaten")),
            [true, false] => Some((Some(Side::B), "the enemy has lost its percentage of value")),
            [false, true] => Some((Some(Side::A), "the enemy has lost its percentage of value")),
            [false, false] => None,
        };
    }

    /// A side takes an objective if it alone has a unit within 2 inches that is able and not retreating.
    pub(crate) fn hold_objectives(&mut self) {
        applies("35");
        for n in 0..self.held.len() {
            let cell = self.battle.objectives[n].cell;
            let near = Side::BOTH.map(|side| {
                self.ids(side).any(|id| {
                    self.spot(id).is_some_and(|at| self.range(at, cell) <= 20)
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

    /// Ends the battle after the last turn: the higher score wins.
    pub(crate) fn count(&mut self, log: &mut Log) {
        self.hold_objectives();
        let [a, b] = Side::BOTH.map(|side| self.score(side));
        log.add(|| Event::new(Tone::Phase, None, format!("The last turn is over: {a} points to {b}"), "35"));
        self.outcome = Some(match self.ahead() {
            Some(side) => (Some(side), "higher score after the last turn"),
            None => (None, "the scores are even after the last turn"),
        });
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
