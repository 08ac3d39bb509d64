//! Rising cohesion (scenario): forces that are surprised or scattered regain their cohesion level turn by
//! turn.

use crate::dice::{Ask, Dice};
use crate::game::{Log, Side, Test};
use crate::ledger::cited::applies;
use crate::rules::matg::command::cohesion::cohesion_test;
use crate::rules::matg::state::battle::Battle;
use crate::rules::matg::state::position::Position;

/// How far below its cohesion level each side begins.
pub fn unready(battle: &Battle) -> [u8; 2] {
    Side::BOTH.map(|side| {
        let begins = battle.rising[side.index()];
        begins.map_or(0, |begins| u8::try_from(battle.army(side).cohesion - begins).unwrap_or(0))
    })
}

impl Position {
    /// The roll that raises the cohesion level of a side by one, made at its present level.
    pub fn rising_profile(&self, side: Side) -> Test {
        cohesion_test("to raise its cohesion", self.cohesion(side), Vec::new(), "battles: rising cohesion")
    }

    /// Before every turn but the first, each side below its level rolls.
    pub(super) fn raise_cohesion(&mut self, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        for side in Side::BOTH {
            if self.now.number == 1 || self.command.unready[side.index()] == 0 {
                continue;
            }
            applies("battles: rising cohesion");
            let profile = self.rising_profile(side);
            let roll = self.roll_of_side(side, &profile, dice)?;
            self.command.unready[side.index()] -= u8::from(roll.passed);
            log.add(|| {
                let level = format!("cohesion level {}", self.cohesion(side));
                self.cohesion_roll_line(side, &profile, roll, &level)
            });
        }
        Ok(())
    }
}
