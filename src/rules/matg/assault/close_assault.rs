//! 8.8: close assault, after all movement.

use super::decisions::Retreat;
use crate::board::{self, Compass};
use crate::dice::{Ask, Dice};
use crate::game::{Event, Log, Modifier, Side, Test, Tone};
use crate::ledger::cited::{apply, rule};
use crate::rules::matg::catalog::Class;
use crate::rules::matg::command::{cohesion, determination};
use crate::rules::matg::fire::bearing;
use crate::rules::matg::fire::combat::{self, Attack};
use crate::rules::matg::ground::terrain::{Ground, POINT, Terrain};
use crate::rules::matg::movement::mover::Mover;
use crate::rules::matg::movement::{mover, special, transport};
use crate::rules::matg::state::battle::{Arm, GunUse};
use crate::rules::matg::state::choice::Posture;
use crate::rules::matg::state::command::Command;
use crate::rules::matg::state::field::Field;
use crate::rules::matg::state::forces::Forces;
use crate::rules::matg::state::position::{Id, Position};
use crate::rules::matg::state::turn::Turn;
use crate::rules::matg::water::boats;

/// The -3 of the close assault procedure (chart: close assault).
const CLOSE: Modifier = Modifier { value: -3, label: "close assault", rule: "chart: close assault" };
/// Range 0 uses the first band of the range chart (note to 8.8, S-21).
const RANGE_ZERO: Modifier = Modifier { value: -1, label: "range zero", rule: "chart: range" };
/// Engineers get a further -3, attacking or answering (11.5.1, S-270).
const ENGINEERS: Modifier = Modifier { value: -3, label: "engineers", rule: "11.5.1" };

/// Terrain in which cavalry may not close assault (8.8.9).
const NO_CAVALRY: [Terrain; 5] = [
    Terrain::LightBuildings,
    Terrain::MediumBuildings,
    Terrain::HeavyBuildings,
    Terrain::MediumPosition,
    Terrain::HeavyPosition,
];

/// Declares a close assault, which pins its target. A working stand gives up its work for the turn (S-40).
#[apply(rule, "8.8.5")]
pub(in crate::rules::matg) fn declare_assault(
    field: &mut Field,
    forces: &mut Forces,
    now: &mut Turn,
    id: Id,
    target: Id,
    log: &mut Log,
) {
    now.assaults.push((id, target));
    field.works.labours.retain(|labour| labour.stand != id);
    forces.stand_mut(target).pinned = true;
    log.add(|| {
        let text =
            format!("{} declares a close assault on {}", forces.battle.who(id), forces.battle.who(target));
        Event::new(Tone::Plain, forces.battle.side(id), text, "8.8.2")
            .at(forces.cell(id))
            .at(forces.cell(target))
    });
}

/// Resolves all close assaults on one defender (chart: close assault).
#[apply(rule, "chart: close assault", "8.8.6")]
pub(in crate::rules::matg) fn resolve_close_assault(
    game: &mut Position,
    defender: Id,
    answered: Option<Id>,
    dice: &mut Dice,
    log: &mut Log,
) -> Result<(), Ask> {
    let assaulters = assaulters_of(&game.forces, &game.now, defender);
    game.now.assaults.retain(|&(a, t)| t != defender || !assaulters.contains(&a));
    if let Some(assaulter) = answered.filter(|_| may_answer(&game.forces, defender)) {
        let profile = assault_profile(&game.forces, &game.now, &game.command, defender, true);
        if cohesion::roll_cohesion(&game.forces, defender, &profile, dice, log)?.passed {
            let attack = close_answer(&game.field, &game.forces, defender, assaulter);
            let result = game.forces.roll_attack(defender, assaulter, &attack, "8.8.4", dice, log)?;
            cohesion::suffer(game, assaulter, result, log);
        }
    }
    let mut driven_off_by = None;
    for assaulter in assaulters {
        if game.forces.cell(assaulter).is_none() || game.forces.cell(defender).is_none() {
            continue;
        }
        let profile = assault_profile(&game.forces, &game.now, &game.command, assaulter, false);
        if !cohesion::roll_cohesion(&game.forces, assaulter, &profile, dice, log)?.passed {
            continue;
        }
        let attack = close_attack(&game.field, &game.forces, assaulter, defender);
        let before = game.forces.states(defender);
        let result = game.forces.roll_attack(assaulter, defender, &attack, "8.8.3", dice, log)?;
        cohesion::suffer(game, defender, result, log);
        if before.is_disorganized_by(result) && driven_off_by.is_none() {
            driven_off_by = Some(assaulter);
        }
    }
    if let Some(from) = driven_off_by.filter(|_| game.forces.cell(defender).is_some()) {
        give_way(game, defender, from, "8.8.5", log);
    }
    Ok(())
}

/// Makes a stand give way 1 inch; without a free square it is eliminated (8.8.5, 11.6.1).
#[apply(rule, "8.8.5")]
pub(super) fn give_way(game: &mut Position, id: Id, from: Id, rule: &'static str, log: &mut Log) {
    let retreat = Retreat { stand: id, from, rule };
    if retreat.is_cornered(game) {
        log.add(|| {
            let text = format!("{} can't give way", game.battle.who(id));
            Event::new(Tone::Loss, game.battle.side(id), text, rule).at(game.forces.cell(id))
        });
        cohesion::eliminate(game, id, log);
    } else {
        game.now.open(retreat);
    }
}

pub(in crate::rules::matg) fn withdraw(
    game: &mut Position,
    id: Id,
    direction: Compass,
    rule: &'static str,
    dice: &mut Dice,
    log: &mut Log,
) -> Result<(), Ask> {
    let Some(here) = game.forces.cell(id) else { return Ok(()) };
    let there = here.step(direction);
    game.field.abandon_work(id);
    game.forces.put(id, there);
    log.add(|| {
        let text = format!("{} gives way to {there}", game.battle.who(id));
        Event::new(Tone::Plain, game.battle.side(id), text, rule).at([here, there])
    });
    transport::bring_to(game, id, there, dice, log)
}

/// Whether a stand may close assault: infantry and cavalry (8.8.1).
#[apply(rule, "8.8.1")]
pub fn is_assault_arm(forces: &Forces, id: Id) -> bool {
    let unit = forces.unit(id);
    unit.kind.class == Class::Personnel
        && !unit.guns.is_empty()
        && matches!(forces.arm(id), Arm::Infantry | Arm::Cavalry | Arm::Motorcycle)
}

#[apply(rule, "8.8.9" if forces.is_mounted(id) && forces.cell(target).is_some())]
#[apply(rule, "10.10.1" if forces.is_mounted(id) && forces.cell(target).is_some())]
pub(in crate::rules::matg) fn may_assault(
    field: &Field,
    forces: &Forces,
    now: &Turn,
    command: &Command,
    id: Id,
    target: Id,
) -> bool {
    let Some(cell) = forces.cell(target) else { return false };
    let barred = Ground::from_iter(NO_CAVALRY);
    is_assault_arm(forces, id)
        && !determination::is_shaken(&forces.battle, command, id)
        && forces.stand(id).posture == Posture::Move
        && !(forces.is_mounted(id) && field.ground_at(cell).meets(barred))
        && !now.assaults.iter().any(|&(assaulter, _)| assaulter == id)
}

/// The enemies on which a moving stand may declare a close assault: adjacent, with a movement point left
/// (8.8.2).
#[apply(rule, "8.8.2")]
#[apply(rule, "10.11.2" if mover.bonus > 0)]
pub(in crate::rules::matg) fn assault_targets(
    field: &Field,
    forces: &Forces,
    now: &Turn,
    command: &Command,
    mover: &Mover,
) -> impl Iterator<Item = Id> {
    let id = mover.stand;
    let ready = mover.left >= POINT
        && is_assault_arm(forces, id)
        && forces.cell(id).is_some_and(|cell| forces.holder_of(cell).is_none());
    let targets: Vec<Id> = if ready { enemies_beside(forces, id).collect() } else { Vec::new() };
    targets
        .into_iter()
        .filter(move |&target| may_assault(field, forces, now, command, id, target))
        .collect::<Vec<_>>()
        .into_iter()
}

pub(super) fn enemies_beside(forces: &Forces, id: Id) -> impl Iterator<Item = Id> {
    let side = forces.side(id);
    let cell = forces.cell(id);
    cell.into_iter()
        .flat_map(|cell| forces.battle.grid.neighbours(cell))
        .filter_map(|(_, next)| forces.holder_of(next))
        .filter(move |&other| forces.side(other) != side)
}

/// The stands that may still declare at the end of movement, moved or not, with a movement point left
/// (8.8.2).
#[apply(rule, "8.8.2")]
pub(super) fn late_assaulters(
    field: &Field,
    forces: &Forces,
    now: &Turn,
    command: &Command,
    side: Side,
) -> impl Iterator<Item = Id> {
    forces.ids(side).filter(|&id| {
        let stand = forces.stand(id);
        is_assault_arm(forces, id)
            && stand.posture == Posture::Move
            && mover::allowance(field, forces, id) - stand.spent >= POINT
            && enemies_beside(forces, id).any(|target| may_assault(field, forces, now, command, id, target))
    })
}

pub(super) fn has_assaulter(
    field: &Field,
    forces: &Forces,
    now: &Turn,
    command: &Command,
    side: Side,
) -> bool {
    late_assaulters(field, forces, now, command, side).next().is_some()
}

/// The enemy stands on which a side has close assaults to resolve.
pub(super) fn assaulted_by(forces: &Forces, now: &Turn, side: Side) -> Vec<Id> {
    let mut targets = Vec::new();
    for &(assaulter, target) in &now.assaults {
        if forces.side(assaulter) == side
            && is_live_assault(forces, assaulter, target)
            && !targets.contains(&target)
        {
            targets.push(target);
        }
    }
    targets
}

/// Whether both stands are still adjacent; a defender that has given way is out of reach.
fn is_live_assault(forces: &Forces, assaulter: Id, target: Id) -> bool {
    matches!((forces.cell(assaulter), forces.cell(target)), (Some(a), Some(b)) if board::adjacent(a, b))
}

pub(super) fn has_assault_to_resolve(forces: &Forces, now: &Turn, side: Side) -> bool {
    now.assaults.iter().any(|&(a, t)| forces.side(a) == side && is_live_assault(forces, a, t))
}

pub(super) fn assaulters_of(forces: &Forces, now: &Turn, defender: Id) -> Vec<Id> {
    let side = forces.side(defender).other();
    let live = now.assaults.iter().filter(|&&(a, t)| t == defender && forces.side(a) == side);
    live.filter(|&&(a, t)| is_live_assault(forces, a, t)).map(|&(a, _)| a).collect()
}

/// Whether the defender may answer: in any posture but movement (chart: close assault, G-5).
#[apply(rule, "chart: close assault")]
pub fn may_answer(forces: &Forces, defender: Id) -> bool {
    forces.stand(defender).posture != Posture::Move && !forces.unit(defender).guns.is_empty()
}

/// The cohesion roll of the assaulter or the answering defender.
pub fn assault_profile(forces: &Forces, now: &Turn, command: &Command, id: Id, answering: bool) -> Test {
    let posture = (answering && forces.stand(id).posture == Posture::FireMove).then_some(Modifier {
        value: 3,
        label: "fire/move posture",
        rule: "chart: close assault",
    });
    cohesion::cohesion_profile(
        forces,
        now,
        command,
        id,
        if answering { "to answer" } else { "to assault" },
        "8.8.3",
        posture,
    )
}

/// An assaulter's attack on the defender; mounted cavalry doubles its firepower (8.8.9, 10.10.1, G-6).
#[apply(rule, "8.8.9", "10.10.1", "8.8.10", "8.8.11", "7.4.7.1.2")]
pub fn close_attack(field: &Field, forces: &Forces, attacker: Id, target: Id) -> Attack {
    let mut attack = close_answer(field, forces, attacker, target);
    if forces.is_mounted(attacker) && !forces.unit(target).kind.armoured {
        attack.firepower *= 2;
    }
    attack
}

/// A stand's attack in close assault with its printed values.
#[apply(rule, "11.5.1" if forces.unit(attacker).engineer)]
pub fn close_answer(field: &Field, forces: &Forces, attacker: Id, target: Id) -> Attack {
    let (unit, other) = (forces.unit(attacker), forces.unit(target));
    let armoured = other.kind.armoured;
    let gun = close_weapon(forces, attacker, target);
    let firepower = special::firepower(forces, attacker, gun, armoured);
    let mut modifiers = vec![CLOSE, RANGE_ZERO];
    if unit.engineer {
        modifiers.push(ENGINEERS);
    }
    Attack {
        firepower,
        defence: close_defence(field, forces, target),
        modifiers,
        suppressing: unit.support,
        artillery: false,
        armour_piercing: armoured,
        depletion: gun.notes.depletion.filter(|_| armoured),
        hot: false,
    }
}

/// The weapon used in close assault, the strongest of several. Artillery crews use small arms, as do
/// crews of restricted weapons assaulted from outside their front (7.4.8, 8.8.4).
#[apply(rule, "7.4.8", "8.8.4")]
#[apply(rule, "10.14" if forces.unit(target).kind.armoured && forces.stand(attacker).depleted)]
fn close_weapon(forces: &Forces, attacker: Id, target: Id) -> &crate::rules::matg::catalog::Gun {
    let armoured = forces.unit(target).kind.armoured;
    let to = forces.cell(target);
    let small_arms = &forces.battle.army(forces.side(attacker)).small_arms;
    let dry = armoured && forces.stand(attacker).depleted;
    let own = forces.unit(attacker).guns.iter().filter(|(gun, usage)| {
        let spent = dry && gun.notes.depletion.is_some();
        !matches!(usage, GunUse::Artillery | GunUse::Rocket)
            && !spent
            && to.is_some_and(|to| bearing::bears_on(forces, attacker, gun, to, 0))
    });
    own.map(|(gun, _)| gun).max_by_key(|gun| if armoured { gun.ap } else { gun.he }).unwrap_or(small_arms)
}

#[apply(rule, "8.8.8" if forces.unit(target).kind.armoured)]
fn close_defence(field: &Field, forces: &Forces, target: Id) -> i16 {
    let unit = forces.unit(target);
    if unit.kind.armoured {
        return combat::share_of(i16::from(unit.kind.defence), 2);
    }
    if let Some(defence) = boats::boat_defence(field, forces, target) {
        return defence;
    }
    let printed = if unit.is_artillery() {
        i16::from(forces.battle.army(unit.side).small_arms_defence)
    } else {
        special::printed_defence(forces, target)
    };
    if unit.is_personnel() && forces.stand(target).posture != Posture::Fire { printed / 2 } else { printed }
}
