//! Rising cohesion (scenario): forces that are surprised or scattered regain their cohesion level turn by
//! turn.

use crate::dice::{Ask, Dice};
use crate::game::{Log, Side, Test};
use crate::rules::matg::command::cohesion;
use crate::rules::matg::command::cohesion::cohesion_test;
use crate::rules::matg::state::battle::Battle;
use crate::rules::matg::state::command::Command;
use crate::rules::matg::state::turn::Turn;

/// How far below its cohesion level each side begins.
pub fn unready(battle: &Battle) -> [u8; 2] {
    Side::BOTH.map(|side| {
        let begins = battle.rising[side.index()];
        begins.map_or(0, |begins| u8::try_from(battle.army(side).cohesion - begins).unwrap_or(0))
    })
}

/// Before every turn but the first, each side below its level rolls.
pub(super) fn raise_cohesion(
    battle: &Battle,
    now: &Turn,
    command: &mut Command,
    dice: &mut Dice,
    log: &mut Log,
) -> Result<(), Ask> {
    for side in Side::BOTH {
        if now.number == 1 || command.unready[side.index()] == 0 {
            continue;
        }
        // battles: rising cohesion
        let profile = rising_profile(battle, now, command, side);
        let roll = cohesion::roll_of_side(battle, side, &profile, dice)?;
        command.unready[side.index()] -= u8::from(roll.passed);
        log.add(|| {
            let level = format!("cohesion level {}", cohesion::level(battle, now, command, side));
            cohesion::cohesion_roll_line(battle, side, &profile, roll, &level)
        });
    }
    Ok(())
}

/// The roll that raises the cohesion level of a side by one, made at its present level.
pub fn rising_profile(battle: &Battle, now: &Turn, command: &Command, side: Side) -> Test {
    cohesion_test(
        "to raise its cohesion",
        cohesion::level(battle, now, command, side),
        Vec::new(),
        "battles: rising cohesion",
    )
}
