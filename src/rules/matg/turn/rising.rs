//! Cohesion that rises in battle (scenario): forces that are surprised by it, or come down among the enemy, find
//! together turn by turn.

use crate::dice::{Ask, Dice};
use crate::game::{Log, Side, Test};
use crate::ledger::cited::applies;
use crate::rules::matg::command::cohesion::cohesion_test;
use crate::rules::matg::state::battle::Battle;
use crate::rules::matg::state::position::Position;

/// By how much each side begins below its level.
pub fn unready(battle: &Battle) -> [u8; 2] {
    Side::BOTH.map(|side| {
        let begins = battle.rising[side.index()];
        begins.map_or(0, |begins| u8::try_from(battle.army(side).cohesion - begins).unwrap_or(0))
    })
}

impl Position {
    /// The roll that raises a side's level by one: at the level it has.
    pub fn rising_profile(&self, side: Side) -> Test {
        cohesion_test("to find together", self.cohesion(side), Vec::new(), "battles: rising cohesion")
    }

    /// Before every turn but the first each side that is below its level rolls.
    pub(super) fn raise_cohesion(&mut self, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        for side in Side::BOTH {
            if self.turn == 1 || self.unready[side.index()] == 0 {
                continue;
            }
            applies("battles: rising cohesion");
            let profile = self.rising_profile(side);
            let roll = self.roll_of_side(side, &profile, dice)?;
            self.unready[side.index()] -= u8::from(roll.passed);
            log.add(|| {
                let level = format!("cohesion level {}", self.cohesion(side));
                self.told_roll_of_side(side, &profile, roll, &level)
            });
        }
        Ok(())
    }
}
