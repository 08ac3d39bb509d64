//! 10.8: infantry close support artillery. It fires directly at one stand and places no impact marker.

use super::direct::Barrage;
use crate::dice::{Ask, Dice};
use crate::game::{Log, Modifier, Test};
use crate::ledger::cited::{apply, rule};
use crate::rules::matg::artillery::{laying, missions, shells};
use crate::rules::matg::command::{cohesion, determination};
use crate::rules::matg::fire::{bearing, charts, special};
use crate::rules::matg::ground::terrain::Terrain;
use crate::rules::matg::ground::weather;
use crate::rules::matg::movement::riders;
use crate::rules::matg::sight::spotting;
use crate::rules::matg::state::command::Command;
use crate::rules::matg::state::field::Field;
use crate::rules::matg::state::forces::Forces;
use crate::rules::matg::state::position::{Id, Impact, Position};
use crate::rules::matg::state::turn::Turn;
use crate::rules::matg::works::{hidden, positions};

/// The stands that a close support gun may fire at; with smoke, any in range (10.8, 10.8.2).
#[apply(rule, "10.8", "10.8.2")]
pub(super) fn close_support_targets(
    game: &Position,
    id: Id,
    gun: u8,
    smoke: bool,
) -> impl Iterator<Item = Id> + '_ {
    let weapon = game.battle.gun(id, gun);
    let enemies = hidden::known_enemies(&game.forces, game.battle.side(id)).map(|(target, _)| target);
    let targets = enemies.chain(riders::exposed_riders(&game.forces, game.battle.side(id).other()));
    targets.filter(move |&target| !special::withholds_fire(&game.forces, &game.now, id, target)).filter_map(
        move |target| {
            let (from, to) = (game.forces.cell(id)?, riders::target_cell(&game.forces, target)?);
            let armoured = game.battle.unit(target).kind.armoured && !smoke;
            let reach = if armoured { weapon.ap_range } else { weapon.he_range };
            // AP may be fired at the target's position (11.4.5).
            let reach = if positions::position_defence(&game.field, &game.forces, target).is_some() && !smoke
            {
                reach.max(weapon.ap_range)
            } else {
                reach
            };
            let reaches = |at| {
                let range = spotting::range(from, at);
                range <= reach
                    && weapon.notes.minimum.is_none_or(|minimum| range > u16::from(minimum))
                    && (range <= 1 || !game.forces.is_engaged(id))
                    && !determination::is_too_far_while_broken(&game.battle, &game.command, id, range)
                    && bearing::is_in_traverse(&game.forces, id, weapon, at)
                    && spotting::spots_at(
                        &game.field,
                        &game.forces,
                        &game.now,
                        &game.arrivals,
                        id,
                        target,
                        at,
                    )
                    .is_ok()
            };
            // Measured to the stand or to the gun it tows (8.4.5).
            let bears = [Some(to), game.forces.tow(target)].into_iter().flatten().any(reaches)
                && (smoke
                    || shells::shell_attack(&game.field, &game.forces, id, gun, target, false)
                        .differential()
                        >= charts::LOWEST_DIFFERENTIAL);
            bears.then_some(target)
        },
    )
}

/// Whether a close support gun with the note S may fire smoke now (7.4.7.1, S-113).
#[apply(rule, "7.4.7.1")]
pub(super) fn may_lay_smoke(game: &Position, id: Id, gun: u8, chosen: bool) -> bool {
    !chosen
        && missions::smoke_left(&game.forces, &game.record, id, gun) > 0
        && close_support_targets(game, id, gun, true).next().is_some()
}

/// Fires close support: one cohesion roll, then one attack that also hits the target's position, or one
/// smoke marker (10.8, 11.4.1, 11.4.2).
#[apply(rule, "11.4.1", "11.4.2", "10.8", "10.8.1", "10.8.3")]
pub(super) fn fire_close_support(
    game: &mut Position,
    draft: &Barrage,
    target: Id,
    dice: &mut Dice,
    log: &mut Log,
) -> Result<(), Ask> {
    let Some((battery, gun)) = draft.lead() else { return Ok(()) };
    let smoke = draft.smoke == Some(true);
    let profile = support_profile(&game.field, &game.forces, &game.now, &game.command, battery, target);
    let attack = shells::shell_attack(&game.field, &game.forces, battery, gun, target, false);
    let Some(cell) = riders::target_cell(&game.forces, target) else { return Ok(()) };
    let rides = riders::ridden_by(&game.forces, target).is_some();
    laying::mark_fired(&mut game.forces, &mut game.now, &draft.batteries, smoke);
    let fired = cohesion::roll_cohesion(&game.forces, battery, &profile, dice, log)?;
    game.forces.run_low(battery, fired.face, log);
    if !fired.passed {
        return Ok(());
    }
    determination::note_fired_upon(&mut game.forces, &game.command, target);
    special::record_volley(&game.battle, &mut game.now, battery, target);
    let attack = attack.after(fired.face);
    let hot = laying::is_hot_shot(&game.battle, fired.face);
    let shell = Impact { cell, battery, gun, smoke, barrage: false, mission: 0, hot };
    if smoke {
        return shells::place_impacts(game, &[shell], dice, log);
    }
    let (roll, result) = game.forces.throw_attack(battery, target, &attack, "10.8", dice, log)?;
    cohesion::suffer(game, target, result, log);
    if !rides {
        let splinters = positions::shell_against(&game.battle, shell, 0);
        game.field.strike_position((game.battle.side(shell.battery), &splinters), cell, roll, log);
    }
    Ok(())
}

/// The cohesion roll of close support to fire: its own state, and the modifiers for an impact zone or
/// smoke (7.4.5.2, 7.4.7.1.4, 7.5.5, S-112).
#[apply(rule, "10.8.4", "7.4.5.2", "7.4.7.1.4", "7.5.5")]
pub fn support_profile(
    field: &Field,
    forces: &Forces,
    now: &Turn,
    command: &Command,
    id: Id,
    target: Id,
) -> Test {
    let ground = |id: Id| riders::target_cell(forces, id).map(|cell| field.ground_at(cell));
    let lies = |id: Id, row: Terrain| ground(id).is_some_and(|ground| ground.has(row));
    let zone = lies(target, Terrain::ImpactZone);
    let smoke = lies(target, Terrain::Smoke) || lies(id, Terrain::Smoke);
    let more = [
        zone.then_some(Modifier { value: 3, label: "into an impact zone", rule: "7.4.5.2" }),
        smoke.then_some(Modifier { value: 3, label: "into or out of smoke", rule: "7.4.7.1.4" }),
        weather::weather_to_fire(&forces.battle),
    ];
    cohesion::cohesion_profile(forces, now, command, id, "to fire", "7.5.3", more.into_iter().flatten())
}
