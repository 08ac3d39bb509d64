//! Chapter 35: what a side has lost and earned, who holds what, and how a battle ends.

use crate::game::{Event, Log, Side, Tone};
use crate::ledger::cited::applies;
use crate::rules::panzertruppe::state::Position;

impl Position {
    /// What a side has lost, in points of value: out of action or gone.
    pub fn lost_value(&self, side: Side) -> u32 {
        self.battle.ids(side).filter(|&id| !self.is_in(id)).map(|id| u32::from(self.unit(id).value)).sum()
    }

    /// Whether a side is beaten before the last turn.
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
            [true, false] => Some((Some(Side::B), "the enemy has lost more than he can bear")),
            [false, true] => Some((Some(Side::A), "the enemy has lost more than he can bear")),
            [false, false] => None,
        };
    }

    /// Who has a place to himself takes it: able, not in retreat, within two inches, and no enemy there.
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

    /// What a side has earned: what it destroyed or drove off, and what it holds.
    pub fn score(&self, side: Side) -> u32 {
        let held = self.held.iter().zip(&self.battle.objectives).filter(|(held, _)| **held == Some(side));
        self.lost_value(side.other()) + held.map(|(_, objective)| u32::from(objective.value)).sum::<u32>()
    }

    /// The last turn is over: who has earned more.
    pub(crate) fn count(&mut self, log: &mut Log) {
        self.hold_objectives();
        let [a, b] = Side::BOTH.map(|side| self.score(side));
        log.add(|| Event::new(Tone::Phase, None, format!("The last turn is over: {a} points to {b}"), "35"));
        // A lead of less than a tenth decides nothing (P-33).
        self.outcome = Some(match (a * 10 >= b * 11 && a > b, b * 10 >= a * 11 && b > a) {
            (true, _) => (Some(Side::A), "more points at the end of the last turn"),
            (_, true) => (Some(Side::B), "more points at the end of the last turn"),
            _ => (None, "the points are even at the end of the last turn"),
        });
    }
}
