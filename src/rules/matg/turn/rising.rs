//! Cohesion that rises in battle (scenario): forces that are surprised by it, or come down among the enemy, find
//! together turn by turn.

use crate::dice::{Ask, Dice};
use crate::game::{Event, Log, Side, Test, Tone};
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
            let need = profile.passing_faces();
            let name = self.battle.army(side).name.clone();
            let face = dice.roll(20, || format!("{name} {}: {need} or less", profile.purpose))?;
            let passed = profile.passes(face);
            self.unready[side.index()] -= u8::from(passed);
            log.add(|| {
                let tone = if passed { Tone::Success } else { Tone::Failure };
                let text = format!("{name} D20 {face}, needs {need}: cohesion level {}", self.cohesion(side));
                Event::new(tone, side, text, profile.rule)
            });
        }
        Ok(())
    }
}
