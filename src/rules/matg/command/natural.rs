//! 12.2.4, 12.2.5 and 12.6: natural 1 and 20 on movement rolls, and the stand fast action.

use crate::dice::{Ask, Dice};
use crate::game::{Event, Log, Side, Test, Tone};
use crate::ledger::cited::{apply, rule};
use crate::rules::matg::command::{cohesion, determination, groups};
use crate::rules::matg::state::battle::Optional;
use crate::rules::matg::state::choice::Choice;
use crate::rules::matg::state::command::Command;
use crate::rules::matg::state::forces::Forces;
use crate::rules::matg::state::position::Id;
use crate::rules::matg::state::turn::Turn;

/// The lowest cohesion level at which a natural 1 saves the order (12.2.4).
const INITIATIVE: i16 = 15;

/// Applies a natural 1 or 20 on a group's movement roll. On a 1 the order is not spent (12.2.4); after a
/// 20 the group may not move for the rest of the turn (12.2.5).
pub(super) fn note_natural(
    forces: &mut Forces,
    now: &Turn,
    command: &mut Command,
    group: &[Id],
    order: Option<usize>,
    face: u8,
    log: &mut Log,
) {
    let Some(&lead) = group.first() else { return };
    let side = forces.battle.side(lead);
    match (face, order) {
        (1, Some(force))
            if forces.battle.plays(Optional::IntuitiveAction)
                && determination::cohesion_to_move(&forces.battle, now, command, lead) >= INITIATIVE =>
        {
            command.orders[side.index()][force] += 1;
            log.add(|| {
                let text =
                    format!("{} acts on its own initiative: the order is not spent", forces.battle.who(lead));
                Event::new(Tone::Success, side, text, "12.2.4").at(forces.cell(lead))
            });
        }
        (20, _) if forces.battle.plays(Optional::ConflictingOrders) => {
            for &id in group {
                forces.stand_mut(id).lately.in_doubt = true;
            }
            log.add(|| {
                let tags: Vec<String> = group.iter().map(|&id| forces.battle.tag(id).to_string()).collect();
                let text = format!("conflicting orders: {} may not move this turn", tags.join(" "));
                Event::new(Tone::Failure, side, text, "12.2.5")
                    .at(group.iter().filter_map(|&id| forces.cell(id)))
            });
        }
        _ => {}
    }
}

/// Rolls for a stand fast action and returns whether the side may pass for now. It costs an order either
/// way (12.6, S-141).
#[apply(rule, "12.6")]
pub(super) fn stand_fast(
    forces: &Forces,
    now: &Turn,
    command: &mut Command,
    ghq: Id,
    dice: &mut Dice,
    log: &mut Log,
) -> Result<bool, Ask> {
    let profile = stand_fast_profile(forces, now, command, ghq);
    let (side, force) = (forces.battle.side(ghq), forces.battle.force_of(ghq));
    command.orders[side.index()][force] -= 1;
    Ok(cohesion::roll_cohesion(forces, ghq, &profile, dice, log)?.passed)
}

/// A stand fast action for each GHQ that has an order left and a group to move if the action fails (12.6,
/// S-141).
pub(super) fn stand_fast_choices(
    forces: &Forces,
    command: &Command,
    side: Side,
) -> impl Iterator<Item = Choice> {
    let count = if forces.battle.plays(Optional::StandFast) { forces.battle.forces(side) } else { 0 };
    (0..count).filter_map(move |force| {
        let (ghq, _) = forces.ghq(side, force)?;
        can_order_in(forces, command, side, force).then_some(Choice::StandFast(forces.tag(ghq)))
    })
}

/// The cohesion roll of a GHQ for a stand fast action (12.6).
pub fn stand_fast_profile(forces: &Forces, now: &Turn, command: &Command, ghq: Id) -> Test {
    cohesion::cohesion_profile(forces, now, command, ghq, "to stand fast", "12.6", [])
}

/// Whether a force has an order left and a stand to spend it on.
pub(super) fn can_order_in(forces: &Forces, command: &Command, side: Side, force: usize) -> bool {
    let able = |id: Id| forces.battle.force_of(id) == force && groups::may_lead(forces, command, id, false);
    command.orders[side.index()][force] > 0 && forces.ids(side).any(able)
}
