//! Rising cohesion (scenario): forces that are surprised or scattered regain their cohesion level turn by
//! turn.

use crate::dice::{Ask, Dice};
use crate::game::{Log, Side, Test};
use crate::ledger::cited::applies;
use crate::rules::matg::command::cohesion;
use crate::rules::matg::command::cohesion::cohesion_test;
use crate::rules::matg::state::battle::Battle;
use crate::rules::matg::state::command::Command;
use crate::rules::matg::state::position;
use crate::rules::matg::state::position::Position;
use crate::rules::matg::state::turn::Turn;

/// How far below its cohesion level each side begins.
pub fn unready(battle: &Battle) -> [u8; 2] {
    Side::BOTH.map(|side| {
        let begins = battle.rising[side.index()];
        begins.map_or(0, |begins| u8::try_from(battle.army(side).cohesion - begins).unwrap_or(0))
    })
}

impl Position {
    /// Before every turn but the first, each side below its level rolls.
    pub(super) fn raise_cohesion(&mut self, dice: &mut Dice, log: &mut Log) -> Result<(), Ask> {
        for side in Side::BOTH {
            if self.now.number == 1 || self.command.unready[side.index()] == 0 {
                continue;
            }
            applies("battles: rising cohesion");
            let profile = rising_profile(&self.battle, &self.now, &self.command, side);
            let roll = cohesion::roll_of_side(&self.battle, side, &profile, dice)?;
            self.command.unready[side.index()] -= u8::from(roll.passed);
            log.add(|| {
                let level = format!(
                    "cohesion level {}",
                    position::cohesion(&self.battle, &self.now, &self.command, side)
                );
                cohesion::cohesion_roll_line(&self.battle, side, &profile, roll, &level)
            });
        }
        Ok(())
    }
}

/// The roll that raises the cohesion level of a side by one, made at its present level.
pub fn rising_profile(battle: &Battle, now: &Turn, command: &Command, side: Side) -> Test {
    cohesion_test(
        "to raise its cohesion",
        position::cohesion(battle, now, command, side),
        Vec::new(),
        "battles: rising cohesion",
    )
}
