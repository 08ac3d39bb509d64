//! 5.3: the marker removal roll of one stand.

use crate::board;
use crate::dice::{Ask, Dice};
use crate::game::{Event, Log, Modifier, Test, Tone};
use crate::ledger::cited::{apply, rule};
use crate::odds::Distribution;
use crate::rules::matg::command::cohesion;
use crate::rules::matg::command::cohesion::States;
use crate::rules::matg::fire::charts::CombatResult;
use crate::rules::matg::sight::spotting;
use crate::rules::matg::state::battle;
use crate::rules::matg::state::command::Command;
use crate::rules::matg::state::forces::Forces;
use crate::rules::matg::state::position::{Id, Place, Position};
use crate::rules::matg::state::turn::Turn;

/// One roll: pass removes S, a natural 1 also removes D, a natural 20 panics (5.3).
pub(in crate::rules::matg) fn recover(
    game: &mut Position,
    id: Id,
    dice: &mut Dice,
    log: &mut Log,
) -> Result<(), Ask> {
    let profile = recovery_profile(&game.forces, &game.now, &game.command, id);
    let before = game.forces.states(id);
    let roll = cohesion::roll_cohesion(&game.forces, id, &profile, dice, log)?;
    match roll.face {
        20 => {
            log.add(|| {
                Event::new(Tone::Loss, game.battle.side(id), format!("{} panics", game.battle.who(id)), "5.3")
                    .at(game.forces.cell(id))
            });
            let carried = matches!(game.forces.stand(id).place, Place::Aboard(_));
            cohesion::suffer(game, id, CombatResult::SParens, log);
            if carried && game.forces.states(id).eliminated {
                return Ok(());
            }
        }
        face => {
            if roll.passed && !before.suppressed && face != 1 {
                log.add(|| {
                    let text =
                        format!("{} has no S to remove; D goes only on a natural 1", game.battle.tag(id));
                    Event::new(Tone::Plain, game.battle.side(id), text, "5.3").at(game.forces.cell(id))
                });
            }
            if roll.passed && before.suppressed {
                game.forces.stand_mut(id).suppressed = false;
                log.add(|| {
                    let text = format!("{} recovers", game.battle.who(id));
                    Event::new(Tone::Success, game.battle.side(id), text, "5.3").at(game.forces.cell(id))
                });
            }
            if face == 1 && before.disorganized {
                game.forces.stand_mut(id).disorganized = false;
                log.add(|| {
                    let text = format!("{} rallies", game.battle.who(id));
                    Event::new(Tone::Success, game.battle.side(id), text, "5.3").at(game.forces.cell(id))
                });
            }
        }
    }
    Ok(())
}

/// The roll to recover, with -1 beside an untroubled headquarters for the suppressed (5.3, 10.1.3).
#[apply(rule, "10.1.3")]
pub fn recovery_profile(forces: &Forces, now: &Turn, command: &Command, id: Id) -> Test {
    let beside = forces.stand(id).suppressed && is_beside_headquarters(forces, id);
    let headquarters = beside.then_some(Modifier { value: -1, label: "beside headquarters", rule: "10.1.3" });
    cohesion::cohesion_profile(forces, now, command, id, "to recover", "5.3", headquarters)
}

fn is_beside_headquarters(forces: &Forces, id: Id) -> bool {
    let Some(cell) = spotting::eye(forces, id) else { return false };
    // A passenger is where its carrier is (8.4.5).
    forces.ids(forces.side(id)).filter(|&other| other != id).any(|other| {
        let stand = forces.stand(other);
        stand.role != battle::Role::None
            && !stand.suppressed
            && !stand.disorganized
            && spotting::eye(forces, other).is_some_and(|at| at == cell || board::adjacent(cell, at))
    })
}

/// The exact odds of its states after that roll.
pub fn recovery_odds(forces: &Forces, now: &Turn, command: &Command, id: Id) -> Distribution<States> {
    let (profile, before) = (recovery_profile(forces, now, command, id), forces.states(id));
    Distribution::of_cases((1..=20).map(|face| match face {
        20 => before.after(CombatResult::SParens),
        _ => States {
            suppressed: before.suppressed && !profile.passes(face),
            disorganized: before.disorganized && face != 1,
            ..before
        },
    }))
}
