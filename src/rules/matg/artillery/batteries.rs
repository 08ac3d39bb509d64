//! 7.4: what batteries can do in the Artillery Fire Phase.

use crate::board::{Cell, Compass};
use crate::dice::{Ask, Dice};
use crate::game::{Event, Log, Test, Tone};
use crate::ledger::cited::{applies, apply, rule};
use crate::rules::matg::artillery::windows;
use crate::rules::matg::catalog::{Gun, Traverse};
use crate::rules::matg::command::determination::REACH;
use crate::rules::matg::command::{cohesion, determination};
use crate::rules::matg::fire::{arcs, bearing};
use crate::rules::matg::ground::terrain::Terrain;
use crate::rules::matg::shown::words::inches_in_words;
use crate::rules::matg::sight::spotting::{self, PersonnelEnds};
use crate::rules::matg::state::arrivals::Arrivals;
use crate::rules::matg::state::battle::{Battle, GunUse, Optional, Unit};
use crate::rules::matg::state::choice::Posture;
use crate::rules::matg::state::command::Command;
use crate::rules::matg::state::field::Field;
use crate::rules::matg::state::forces::Forces;
use crate::rules::matg::state::position::{Id, Position};
use crate::rules::matg::state::turn::Turn;

/// A battery's direct fire, with all that is the same for every square (7.5).
#[derive(Copy, Clone)]
pub(super) struct Laying<'a> {
    pub from: Cell,
    facing: Compass,
    weapon: &'a Gun,
    /// The longest range in inches; 1 if the battery is engaged (7.3.4).
    pub reach: u16,
    men: PersonnelEnds,
}

impl Laying<'_> {
    /// The smallest number of rows or columns at which a square can lie beyond the minimum range.
    pub(super) fn nearest(&self) -> i16 {
        // Squares n rows off are less than 1.5 n inches away, so rows nearer than 2/3 of the minimum range
        // lie inside it.
        self.weapon.notes.minimum.map_or(1, |minimum| (i16::from(minimum) * 2 / 3).max(1))
    }
}

impl Unit {
    pub(super) fn gun_use(&self, gun: u8) -> Option<GunUse> {
        self.guns.get(usize::from(gun)).map(|(_, usage)| *usage)
    }

    /// The impact markers that a stand places each turn: one per section (7.4.2.1).
    #[apply(rule, "7.4.2.1")]
    pub fn sections(&self) -> u8 {
        self.kind.sections.max(1)
    }
}

/// Whether a battery may place direct fire on a square: in sight, range and field of fire, without an
/// enemy that standard fire could not see (7.5.1).
#[apply(rule, "7.5.1")]
pub fn may_aim(game: &Position, id: Id, gun: u8, cell: Cell) -> bool {
    may_lay(&game.field, &game.forces, &game.now, &game.command, id, gun, cell)
        && !holds_unseen_enemy(&game.field, &game.forces, &game.now, &game.arrivals, id, cell)
}

/// The weapons that a stand can fire in the Artillery Fire Phase, by number.
#[apply(rule, "4.0.3", "7.4.10")]
#[apply(rule, "10.10.7" if forces.is_mounted(id))]
pub(super) fn artillery_guns(
    field: &Field,
    forces: &Forces,
    now: &Turn,
    command: &Command,
    id: Id,
) -> impl Iterator<Item = (u8, GunUse)> {
    let stand = forces.stand(id);
    // A broken stand counts as moving, but may fire if it was fired at (12.1.5).
    let shaken = determination::is_shaken(&forces.battle, command, id);
    let ready = forces.cell(id).is_some_and(|cell| !field.ground_at(cell).has(Terrain::ImpactZone))
        && !stand.fired
        && !field.is_working(id)
        && !forces.is_mounted(id)
        && !windows::holds_fire(&forces.battle, forces.side(id), now.number)
        && (stand.posture != Posture::Move || shaken)
        && !determination::must_hold_fire(forces, command, id)
        && (!stand.lately.low || now.volleys.iter().any(|&(_, target)| target == id)); // 12.2.2
    let guns = forces.unit(id).guns.iter().enumerate();
    guns.filter(move |(_, (gun, usage))| {
        ready
            && match usage {
                GunUse::CloseSupport => {
                    applies("10.8.4");
                    true
                }
                // Laying markers is not fire at a stand, so it is barred when low on ammunition (S-136).
                GunUse::Artillery | GunUse::Rocket if stand.lately.low => false,
                GunUse::Artillery | GunUse::Rocket => stand.posture == Posture::Fire || shaken, // 7.4.10
                GunUse::Standard | GunUse::DualPurpose => false,
            }
            && bearing::is_loaded(forces, now, id, gun)
    })
    .map(|(number, (_, usage))| (number as u8, *usage))
}

/// Whether a square holds an enemy that the stand's standard fire could not see.
pub(super) fn holds_unseen_enemy(
    field: &Field,
    forces: &Forces,
    now: &Turn,
    arrivals: &Arrivals,
    id: Id,
    cell: Cell,
) -> bool {
    let hidden = |target: Id| {
        forces.side(target) != forces.side(id)
            && spotting::spots(field, forces, now, arrivals, id, target).is_err()
    };
    forces.holder_of(cell).is_some_and(hidden)
}

/// Whether a square is in a battery's sight, range and field of fire. That is enough for direct fire
/// plotted a turn ahead, which may hit unseen enemies (7.5.2).
pub fn may_lay(
    field: &Field,
    forces: &Forces,
    now: &Turn,
    command: &Command,
    id: Id,
    gun: u8,
    cell: Cell,
) -> bool {
    self::laying(forces, command, id, gun).is_some_and(|laying| lays(field, forces, now, &laying, cell))
}

/// A battery's direct fire before a square is chosen; none if it is not on the board.
#[apply(rule, "7.3.5", "7.5.2")]
pub(super) fn laying<'a>(forces: &'a Forces, command: &'a Command, id: Id, gun: u8) -> Option<Laying<'a>> {
    let from = forces.cell(id)?;
    let weapon = forces.battle.gun(id, gun);
    let reach = weapon.he_range.max(weapon.ap_range);
    let reach = if reach > 1 && forces.is_engaged(id) { 1 } else { reach }; // 7.3.4
    let reach = if determination::is_shaken(&forces.battle, command, id) { reach.min(REACH) } else { reach }; // 12.1.5
    let afoot = forces.sights_as_personnel(id);
    Some(Laying {
        from,
        facing: forces.stand(id).facing,
        weapon,
        reach,
        men: PersonnelEnds::at(afoot, afoot),
    })
}

/// [`may_lay`] for one of many squares.
#[apply(rule, "7.3.6", "7.6.4.6", "8.4.5")]
pub(super) fn lays(field: &Field, forces: &Forces, now: &Turn, laying: &Laying<'_>, cell: Cell) -> bool {
    let Laying { from, facing, weapon, reach, men } = *laying;
    let range = spotting::range(from, cell);
    cell != from
        && range <= reach
        && weapon.notes.minimum.is_none_or(|minimum| range > u16::from(minimum))
        && arcs::in_traverse(weapon.notes.restricted, facing, from, cell)
        && spotting::line_of_sight(field, forces, now, from, cell, men).is_ok()
}

/// The squares at which all these batteries may place direct fire, in board order.
pub(super) fn squares_to_lay(
    field: &Field,
    forces: &Forces,
    now: &Turn,
    command: &Command,
    batteries: &[(Id, u8)],
) -> Vec<Cell> {
    let laying: Option<Vec<_>> =
        batteries.iter().map(|&(id, gun)| self::laying(forces, command, id, gun)).collect();
    let Some((first, others)) = laying.as_deref().and_then(<[_]>::split_first) else { return Vec::new() };
    let open = |&cell: &Cell| {
        lays(field, forces, now, first, cell)
            && others.iter().all(|other| lays(field, forces, now, other, cell))
    };
    squares_before(&forces.battle, first).filter(open).collect()
}

/// The squares within a battery's range and in front of it, in board order: all that [`lays`]
/// may accept, and a few more.
fn squares_before(battle: &Battle, laying: &Laying<'_>) -> impl Iterator<Item = Cell> + use<> {
    let (grid, from) = (battle.grid, laying.from);
    let before = match laying.weapon.notes.restricted {
        Some(Traverse::Front) => Some(laying.facing),
        Some(Traverse::Rear) => Some(laying.facing.opposite()),
        Some(Traverse::SideOrRear) | None => None,
    };
    let away = laying.reach.min(255) as i16;
    let span = |middle: i16, size: u8, least: i16, most: i16| {
        (middle + least).max(0)..(middle + most + 1).min(i16::from(size))
    };
    span(from.y, grid.height, -away, away).flat_map(move |y| {
        let (first, last) = before.map_or((-away, away), |facing| arcs::columns(facing, y - from.y, away));
        span(from.x, grid.width, first, last).map(move |x| Cell::new(x, y))
    })
}

/// Whether a weapon rolls for deviation in direct fire: mortars and rockets do (7.5.4).
#[apply(rule, "7.5.4")]
pub fn deviates(battle: &Battle, id: Id, gun: u8) -> bool {
    battle.unit(id).gun_use(gun) == Some(GunUse::Rocket) || battle.unit(id).is_mortar()
}

/// Rolls against deviation. On a failure, returns the direction (1D8) and distance in inches (1D8/2,
/// rockets 1D6) (7.6.1.2).
pub(super) fn roll_deviation(
    forces: &Forces,
    (battery, profile): (Id, &Test),
    rocket: bool,
    dice: &mut Dice,
    log: &mut Log,
) -> Result<Option<(Compass, u8)>, Ask> {
    let roll = cohesion::roll_cohesion(forces, battery, profile, dice, log)?;
    if roll.passed {
        return Ok(None);
    }
    let eighth = dice.roll(8, || "direction of the deviation".into())?;
    let wind = Compass::from_d8(eighth);
    let (inches, die) = if roll.face == 20 && forces.battle.plays(Optional::CommunicationsBreakdown) {
        applies("12.2.3");
        let face = dice.roll(20, || "inches of the deviation, halved and rounded up".into())?;
        (face.div_ceil(2), format!("D20 {face}, halved"))
    } else if rocket {
        let face = dice.roll(6, || "inches of the deviation".into())?;
        (face, format!("D6 {face}"))
    } else {
        let face = dice.roll(8, || "inches of the deviation, halved and rounded up".into())?;
        (face.div_ceil(2), format!("D8 {face}, halved"))
    };
    log.add(|| {
        let (who, far) = (forces.battle.who(battery), inches_in_words(inches));
        let text = format!("{who}: fire deviates {far} {wind}: D8 {eighth}, {die}");
        Event::new(Tone::Failure, forces.side(battery), text, "7.6.1.2").at(forces.cell(battery))
    });
    Ok(Some((wind, inches)))
}
