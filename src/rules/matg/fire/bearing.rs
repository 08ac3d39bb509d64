//! 7.1.8, 7.3 and 7.4.8: which weapons of a stand can fire at a target, by arc, range and line of sight.

use super::arcs;
use super::attack::Occasion;
use crate::board::{Cell, Compass};
use crate::ledger::cited::{applies, apply, rule};
use crate::rules::matg::catalog::{Gun, Traverse};
use crate::rules::matg::command::determination;
use crate::rules::matg::fire::special;
use crate::rules::matg::movement::riders;
use crate::rules::matg::sight::spotting;
use crate::rules::matg::state::battle::GunUse;
use crate::rules::matg::state::choice::Weapon;
use crate::rules::matg::state::forces::Forces;
use crate::rules::matg::state::position::{Id, Position};
use crate::rules::matg::state::turn::Turn;
use crate::rules::matg::works::positions;

impl Forces {
    /// Whether a stand is engaged: an enemy stand shares an edge with it (7.3.4).
    #[apply(rule, "7.3.4")]
    pub fn is_engaged(&self, id: Id) -> bool {
        const BESIDE: [Compass; 4] = [Compass::N, Compass::E, Compass::S, Compass::W];
        let enemy = |next| self.holder_of(next).is_some_and(|other| self.side(other) != self.side(id));
        self.cell(id).is_some_and(|cell| BESIDE.into_iter().any(|direction| enemy(cell.step(direction))))
    }
}

impl Turn {
    /// The last square a moving stand came from.
    fn previous_square(&self, id: Id) -> Option<Cell> {
        self.mover().filter(|mover| mover.stand == id)?.trail.last().copied()
    }
}

/// The weapons that a stand can fire at a target, by kind of fire.
///
/// Checks weapon, arc, range and line of sight; [`may_fire`] checks the rest.
pub fn guns_bearing(game: &Position, firer: Id, target: Id, occasion: Occasion) -> Vec<Weapon> {
    let Some(to) = riders::target_cell(&game.forces, target) else { return Vec::new() };
    let mut bearing = guns_bearing_at(game, firer, target, to, occasion);
    if let Some(tow) = game.forces.tow(target).filter(|_| occasion != Occasion::Overrun) {
        let more = guns_bearing_at(game, firer, target, tow, occasion);
        bearing.extend(more.into_iter().filter(|gun| !bearing.contains(gun)).collect::<Vec<_>>());
    }
    bearing
}

/// The square that a shot at a stand is aimed at: its own, or that of the gun it tows if the gun is
/// nearer or is the only one that can be fired at (8.4.5).
#[apply(rule, "8.4.5")]
pub(super) fn aimed_at(
    game: &Position,
    firer: Id,
    weapon: Weapon,
    target: Id,
    occasion: Occasion,
) -> Option<Cell> {
    let (from, to) = (game.forces.cell(firer)?, riders::target_cell(&game.forces, target)?);
    let Some(tow) = game.forces.tow(target).filter(|_| occasion != Occasion::Overrun) else {
        return Some(to);
    };
    let bears = |at| guns_bearing_at(game, firer, target, at, occasion).contains(&weapon);
    let nearer = spotting::range(from, tow) < spotting::range(from, to);
    Some(if bears(tow) && (nearer || !bears(to)) { tow } else { to })
}

/// [`guns_bearing`], with range and line of sight measured to a square.
fn guns_bearing_at(game: &Position, firer: Id, target: Id, to: Cell, occasion: Occasion) -> Vec<Weapon> {
    let Some(from) = game.forces.cell(firer) else { return Vec::new() };
    let at = to;
    let range = if occasion == Occasion::Overrun { 0 } else { spotting::range(from, to) };
    if range > longest_reach(&game.forces, firer)
        || (range > 1 && game.forces.is_engaged(firer))
        || determination::is_too_far_while_broken(&game.battle, &game.command, firer, range)
        || special::withholds_fire(&game.forces, &game.now, firer, target)
        || game.forces.stand(firer).is_first_target(target)
    {
        return Vec::new();
    }
    applies("10.9");
    let armoured = game.battle.unit(target).kind.armoured;
    // An overrunning vehicle is fired at in the direction it came from (8.7.6).
    let to = if occasion == Occasion::Overrun { game.now.previous_square(target).unwrap_or(to) } else { to };
    let mut bearing: Vec<Weapon> = Vec::new();
    for (number, (gun, usage)) in game.battle.unit(firer).guns.iter().enumerate() {
        let fires = matches!(usage, GunUse::Standard | GunUse::DualPurpose) || occasion == Occasion::Overrun;
        if fires
            && (!is_loaded(&game.forces, &game.now, firer, gun)
                || !gun_reaches(&game.forces, firer, gun, armoured, range))
        {
            continue;
        }
        if *usage == GunUse::CloseSupport {
            applies("10.8");
        }
        if game.battle.unit(firer).is_artillery() && fires {
            applies("10.7.1");
        }
        let faces = bears_on(&game.forces, firer, gun, to, range);
        if fires && faces {
            bearing.push(Weapon::Gun(number as u8));
        } else if !faces && range <= 1 {
            // 7.3.6
            add_small_arms(&game.forces, firer, armoured, range, &mut bearing);
        }
    }
    // Artillery crews use small arms at targets inside their minimum range (7.4.8).
    if game.battle.unit(firer).is_artillery()
        && game
            .battle
            .unit(firer)
            .guns
            .iter()
            .any(|(gun, _)| gun.notes.minimum.is_some_and(|m| range <= u16::from(m)))
    {
        applies("7.4.8");
        add_small_arms(&game.forces, firer, armoured, range, &mut bearing);
    }
    if occasion == Occasion::Standard {
        special::add_special_weapons(&game.forces, &game.now, firer, target, to, range, &mut bearing);
    }
    positions::bear_on_position(&game.field, &game.forces, &game.now, firer, target, range, &mut bearing);
    applies("7.1.3");
    if !bearing.is_empty()
        && range > 1
        && spotting::spots_at(&game.field, &game.forces, &game.now, &game.arrivals, firer, target, at)
            .is_err()
    {
        bearing.clear();
    }
    bearing
}

fn add_small_arms(forces: &Forces, firer: Id, armoured: bool, range: u16, bearing: &mut Vec<Weapon>) {
    let small_arms = &forces.battle.army(forces.side(firer)).small_arms;
    if gun_reaches(forces, firer, small_arms, armoured, range) && !bearing.contains(&Weapon::SmallArms) {
        bearing.push(Weapon::SmallArms);
    }
}

/// A stand's longest range in standard fire, for skipping distant targets quickly.
#[apply(rule, "10.8" if forces.unit(id).guns.iter().any(|(_, usage)| *usage == GunUse::CloseSupport))]
pub(in crate::rules::matg) fn longest_reach(forces: &Forces, id: Id) -> u16 {
    let guns = forces
        .unit(id)
        .guns
        .iter()
        .filter(|(_, usage)| matches!(usage, GunUse::Standard | GunUse::DualPurpose));
    let reach = guns.map(|(gun, _)| gun.ap_range.max(gun.he_range)).max().unwrap_or(0);
    // Artillery and close support crews can use small arms.
    let shells = |usage: &GunUse| !matches!(usage, GunUse::Standard | GunUse::DualPurpose);
    let small_arms = forces.unit(id).guns.iter().any(|(_, usage)| shells(usage));
    reach.max(if small_arms { 5 } else { 0 }).max(special::special_reach(forces, id))
}

/// Whether a weapon with slow reload may fire this turn (note SR).
#[apply(rule, "notes key")]
pub fn is_loaded(forces: &Forces, now: &Turn, id: Id, gun: &Gun) -> bool {
    let last = forces.stand(id).last_fired;
    gun.notes.reload.is_none_or(|every| last == 0 || now.number >= last + every)
}

/// Whether a weapon has firepower against this class of target at this range (7.1.9, 7.3.5, notes key).
#[apply(rule, "7.1.7", "7.1.9", "7.3.5", "notes key")]
pub(in crate::rules::matg) fn gun_reaches(
    forces: &Forces,
    firer: Id,
    gun: &Gun,
    armoured: bool,
    range: u16,
) -> bool {
    let (power, reach) = if armoured { (gun.ap, gun.ap_range) } else { (gun.he, gun.he_range) };
    if reach == 0 {
        applies("8.8.11");
    }
    let dry = armoured && forces.stand(firer).depleted && gun.notes.depletion.is_some();
    power.is_some() && !dry && range <= reach && gun.notes.minimum.is_none_or(|m| range > u16::from(m))
}

/// Whether a cell lies within a gun's field of fire (7.3.6, notes R, R1, R2).
#[apply(rule, "7.3.6")]
pub fn is_in_traverse(forces: &Forces, firer: Id, gun: &Gun, to: Cell) -> bool {
    let (Some(from), facing) = (forces.cell(firer), forces.stand(firer).facing) else { return false };
    arcs::in_traverse(gun.notes.restricted, facing, from, to)
}

/// Whether a weapon bears on a cell. Fire needs the 60-degree firing arc, at any range (7.3.6, S-15). At range 0,
/// against an overrun or a close assault, the front is the 90-degree quarter of a target's front, its bounds
/// included (8.7.6, 8.8.4, S-89).
#[apply(rule, "7.3.6", "8.7.6", "8.8.4")]
pub fn bears_on(forces: &Forces, firer: Id, gun: &Gun, to: Cell, range: u16) -> bool {
    let (Some(from), facing) = (forces.cell(firer), forces.stand(firer).facing) else { return false };
    if gun.notes.restricted.is_some() {
        applies("10.2");
    }
    match gun.notes.restricted {
        Some(Traverse::Front) if range == 0 => arcs::in_front(facing, from, to),
        Some(Traverse::Rear) if range == 0 => arcs::in_front(facing.opposite(), from, to),
        _ => is_in_traverse(forces, firer, gun, to),
    }
}
