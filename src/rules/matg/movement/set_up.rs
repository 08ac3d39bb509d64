//! Set-up: where a stand may be placed before the first turn, by its zone and its battle, and aboard which
//! transport.

use crate::board;
use crate::game::{Illegal, Side};
use crate::ledger::cited::{apply, rule};
use crate::rules::matg::ground::terrain::Terrain;
use crate::rules::matg::movement::transport;
use crate::rules::matg::state::arrivals::Arrivals;
use crate::rules::matg::state::battle::Battle;
use crate::rules::matg::state::field::Field;
use crate::rules::matg::state::forces::Forces;
use crate::rules::matg::state::position::{Id, Place, Position};
use crate::rules::matg::state::turn::Turn;
use crate::rules::matg::turn::sequence::Frame;
use crate::rules::matg::water::amphibious;
use crate::rules::matg::works::positions;

/// How near to an objective its guards must be, in inches (scenario).
const GUARD: u16 = 2;

impl Forces {
    /// Loads a stand before the first turn, or before it comes onto the map (scenario).
    #[apply(rule, "battles: mounted")]
    pub(super) fn mount_at_will(&mut self, id: Id, cell: board::Cell) {
        let Some(carrier) = self.holder_of(cell) else { return };
        self.take_off(id, Place::Aboard(carrier));
    }
}

impl Field {
    /// Whether a square has an improved position of any kind.
    pub(super) fn is_fortified(&self, cell: board::Cell) -> bool {
        let ground = self.ground_at(cell);
        [Terrain::LightPosition, Terrain::MediumPosition, Terrain::HeavyPosition]
            .iter()
            .any(|&t| ground.has(t))
    }
}

/// The squares on which a side that sets up now may place its remaining stands.
pub(in crate::rules::matg) fn zone_to_set_up(game: &Position, side: Side) -> Vec<board::Cell> {
    match game.now.stack.last() {
        Some(Frame::Deploy(phase)) if phase.side == side => phase.zone(game),
        _ => Vec::new(),
    }
}

/// The effect of setting the picked stand down on an occupied square: it is loaded, or the two stands
/// swap halves.
pub(in crate::rules::matg) fn set_down_in_words(game: &Position, cell: board::Cell) -> Option<String> {
    let Some(Frame::Deploy(phase)) = game.now.stack.last() else { return None };
    let id = phase.picked?;
    if let Some(carrier) = game.forces.holder_of(cell).filter(|_| may_mount(&game.forces, id, cell)) {
        return Some(format!("{cell}: aboard {}", game.battle.who(carrier)));
    }
    phase
        .exchanges(game, id, cell)
        .map(|other| format!("{cell}: {} sets up now instead", game.battle.who(other)))
}

/// Swaps a stand of the first half with one of the second.
#[apply(rule, "battles: halves")]
pub(super) fn exchange_halves(
    field: &Field,
    forces: &mut Forces,
    now: &mut Turn,
    arrivals: &mut Arrivals,
    id: Id,
    other: Id,
) {
    let (Some(here), Some(there)) = (forces.cell(id), forces.cell(other)) else { return };
    arrivals.vanguard.iter_mut().filter(|first| **first == id).for_each(|first| *first = other);
    for frame in &mut now.stack {
        if let Frame::Deploy(later) = frame {
            later.kept.iter_mut().filter(|kept| **kept == id).for_each(|kept| *kept = other);
        }
    }
    forces.lift(id);
    forces.lift(other);
    forces.put(id, there);
    forces.put(other, here);
    positions::face_position(field, forces, id, there);
    positions::face_position(field, forces, other, here);
}

/// The columns in which a stand may be set up if its zone limits their number.
pub(super) fn span_left(
    forces: &Forces,
    arrivals: &Arrivals,
    id: Id,
) -> Option<std::ops::RangeInclusive<i16>> {
    let zone = zone_of(&forces.battle, arrivals, id)?;
    let span = i16::from(forces.battle.zones[usize::from(zone)].span?);
    let together = |&(other, _): &(Id, board::Cell)| {
        other != id && zone_of(&forces.battle, arrivals, other) == Some(zone)
    };
    let columns = || forces.on_board(forces.side(id)).filter(together).map(|(_, at)| at.x);
    Some(columns().max()? - span + 1..=columns().min()? + span - 1)
}

/// The zone in which a stand is set up. The half that deploys first may have its own (8.10.1.2).
pub fn zone_of(battle: &Battle, arrivals: &Arrivals, id: Id) -> Option<u8> {
    let first = arrivals.vanguard.contains(&id).then(|| battle.first_half_zone(battle.side(id)));
    first.flatten().or(battle.unit(id).zone)
}

/// The stands of a side that deploy before the enemy records a zone (8.10.1.2).
pub(in crate::rules::matg) fn vanguard_of(
    battle: &Battle,
    arrivals: &Arrivals,
    side: Side,
) -> impl Iterator<Item = Id> {
    arrivals.vanguard.iter().copied().filter(move |&id| battle.side(id) == side)
}

/// Whether a stand sets up with the second half, after another of its side.
pub(super) fn follows(forces: &Forces, arrivals: &Arrivals, id: Id, other: Id) -> bool {
    let unit = forces.unit(other);
    unit.side == forces.side(id)
        && !arrivals.vanguard.contains(&other)
        && !forces.battle.is_late(unit)
        && forces.cell(other).is_some()
}

/// Whether a deploying side meets the conditions of its zones.
pub(super) fn is_in_order(forces: &Forces, arrivals: &Arrivals, side: Side) -> bool {
    let keeps = |(id, at): (Id, board::Cell)| {
        forces.battle.is_late(forces.unit(id))
            || (keeps_together(forces, id, at) && keeps_beside(forces, id, at))
    };
    is_guarded(forces, arrivals, side) && (arrivals.begun || forces.on_board(side).all(keeps))
}

/// Why a side can't finish its deployment.
pub(super) fn why_not_ready(forces: &Forces, arrivals: &Arrivals, side: Side) -> Option<Illegal> {
    let no = |text: String| Some(Illegal::new("battles: zones", text));
    if !is_guarded(forces, arrivals, side) {
        return no("an objective has no stand of its guards within two inches".to_owned());
    }
    let late = |id: Id| forces.battle.is_late(forces.unit(id));
    forces.on_board(side).filter(|&(id, _)| !late(id) && !arrivals.begun).find_map(|(id, at)| {
        let who = forces.battle.who(id);
        if !keeps_together(forces, id, at) {
            return no(format!("{who} does not touch a stand of its formation"));
        }
        if keeps_beside(forces, id, at) { None } else { no(format!("{who} is too far from other units")) }
    })
}

/// Whether every objective is guarded by one of the stands that must guard it.
fn is_guarded(forces: &Forces, arrivals: &Arrivals, side: Side) -> bool {
    let guards = |&(id, _): &(Id, board::Cell)| {
        zone_of(&forces.battle, arrivals, id)
            .is_some_and(|zone| forces.battle.zones[usize::from(zone)].guards)
    };
    if !forces.battle.zones.iter().any(|zone| zone.side == side && zone.guards) || arrivals.begun {
        return true;
    }
    forces.battle.victory.places.iter().all(|place| {
        let near = |at: board::Cell| place.cells.iter().any(|&cell| board::within(cell, at, GUARD));
        forces.on_board(side).filter(guards).any(|(_, at)| near(at))
    })
}

/// Stands aboard transports that their owner may set up on foot (scenario).
#[apply(rule, "battles: mounted" if forces.battle.mounts_at_will[side.index()])]
pub(super) fn mounted_at_will(forces: &Forces, side: Side) -> impl Iterator<Item = Id> + '_ {
    let open = forces.battle.mounts_at_will[side.index()];
    forces.ids(side).filter(move |&id| {
        open && matches!(forces.stand(id).place, Place::Aboard(carrier) if forces.cell(carrier).is_some())
    })
}

/// Whether a stand may begin aboard the transport on a square: same side, same zone, enough room
/// (scenario, 8.4.1).
pub(super) fn may_mount(forces: &Forces, id: Id, cell: board::Cell) -> bool {
    let side = forces.side(id);
    let carrier = forces.holder_of(cell).filter(|&carrier| carrier != id && forces.side(carrier) == side);
    forces.battle.mounts_at_will[side.index()]
        && carrier.is_some_and(|carrier| {
            let there = forces.stand(id).place == Place::Aboard(carrier);
            forces.unit(carrier).zone == forces.unit(id).zone
                && forces.cargo(id).next().is_none()
                && (there || transport::has_room(forces, carrier, id))
        })
}

/// Whether a stand is close enough to other units, if its zone requires it.
pub(super) fn keeps_beside(forces: &Forces, id: Id, cell: board::Cell) -> bool {
    let unit = forces.unit(id);
    let Some(zone) = unit.zone else { return true };
    let Some(inches) = forces.battle.zones[usize::from(zone)].beside else { return true };
    let other = |&(other, _): &(Id, board::Cell)| forces.unit(other).zone != unit.zone;
    forces.on_board(unit.side).filter(other).any(|(_, at)| board::within(at, cell, inches))
}

/// Whether a stand touches its formation, if its zone requires it.
pub(super) fn keeps_together(forces: &Forces, id: Id, cell: board::Cell) -> bool {
    let unit = forces.unit(id);
    if !unit.zone.is_some_and(|zone| forces.battle.zones[usize::from(zone)].together) {
        return true;
    }
    forces.on_board(unit.side).any(|(other, at)| {
        other != id && forces.unit(other).formation == unit.formation && board::adjacent(at, cell)
    })
}

/// Whether a stand can be on a square at all: it could enter the ground, or it is a gun that is set up
/// there.
pub fn may_stand_on(field: &Field, forces: &Forces, id: Id, cell: board::Cell) -> bool {
    if is_barred_to_riders(field, forces, id, cell) {
        return false;
    }
    let ground = field.ground_at(cell);
    if let Some(may) = amphibious::may_float(field, forces, id, cell) {
        return may;
    }
    let (points, mode) = forces.pace(id);
    points == 0 || ground.cost(mode).is_some() || ground.road_cost(mode).is_some()
}

/// Whether a square is closed to a stand at the end of its move: mounted cavalry may move through
/// buildings and improved positions but not occupy them (10.10.2).
#[apply(rule, "10.10.2")]
pub(super) fn is_barred_to_riders(field: &Field, forces: &Forces, id: Id, cell: board::Cell) -> bool {
    forces.is_mounted(id) && (field.ground_at(cell).is_built_up() || field.is_fortified(cell))
}
