//! Checks stands against each other and against the terrain.

use super::forces::{Fielded, Forces};
use super::map::Board;
use crate::board::Cell;
use crate::game::Side;
use crate::reading::Report;
use crate::rules::matg::catalog::Mode;
use crate::rules::matg::ground::terrain::Ground;
use crate::rules::matg::landings::zones::deployed_before;
use crate::rules::matg::state::battle::{Arm, Battle};
use crate::rules::matg::water::boats::BOAT_LOAD;

/// Checks that carriers can carry what starts aboard: one equipment stand and any personnel, within the cargo
/// capacity (8.4.1), or twice that where overloading is allowed (12.7, S-138).
pub(super) fn transports(report: &mut Report, forces: &Forces, (overloads, riders): (bool, bool)) {
    let stands = &forces.stands;
    for (index, carrier) in stands.iter().enumerate() {
        let cargo: Vec<&Fielded> =
            stands.iter().filter(|stand| stand.unit.aboard.map(usize::from) == Some(index)).collect();
        let Some(last) = cargo.last() else { continue };
        let at = last.place..last.place;
        let ridden = riders && carrier.unit.arm == Arm::Armoured;
        let Some(capacity) = carrier.unit.kind.cargo.or(ridden.then_some(8)) else {
            report.fault(
                at,
                format!("{} carries nothing, expected a stand with cargo capacity", carrier.label()),
            );
            continue;
        };
        if carrier.unit.aboard.is_some() || carrier.unit.off_map {
            report.fault(
                at,
                format!("{} is not on the map itself, expected a carrier that is", carrier.label()),
            );
            continue;
        }
        if carrier.unit.carries_its_own && cargo.len() == 1 {
            continue;
        }
        let mut load = carrier.unit.water.boats.map_or(0, |_| u16::from(BOAT_LOAD));
        for stand in &cargo {
            match stand.unit.kind.load {
                Some(needs) => load += u16::from(needs),
                None => report.fault(
                    stand.place..stand.place,
                    format!(
                        "{} cannot be carried, expected a stand with a transport requirement",
                        stand.label()
                    ),
                ),
            }
        }
        if load > u16::from(capacity) * if overloads { 2 } else { 1 } {
            let label = carrier.label();
            report.fault(
                at.clone(),
                format!("the stands aboard {label} need {load} points of cargo, expected at most {capacity} (8.4.1)"),
            );
        }
        if cargo.iter().filter(|stand| stand.unit.kind.load.is_some() && !stand.unit.is_personnel()).count()
            > 1
        {
            report.fault(
                at,
                format!("{} tows two stands, expected one and personnel (8.4.1)", carrier.label()),
            );
        }
    }
}

/// Checks that every stand starts in a cell of its own, on terrain it may enter.
pub(super) fn starts(report: &mut Report, forces: &Forces, board: &Board) {
    let mut taken: Vec<Option<&Fielded>> = vec![None; board.grid.area()];
    for stand in &forces.stands {
        let Some(cell) = stand.unit.start.filter(|&cell| board.grid.contains(cell)) else { continue };
        let at = stand.place..stand.place;
        let index = board.grid.index(cell);
        match taken[index] {
            Some(other) => {
                let (first, second) = (other.unit.tag, stand.unit.tag);
                report.fault(at.clone(), format!("two stands start in {cell}: {first} and {second}"));
            }
            None => taken[index] = Some(stand),
        }
        let ground = board.ground[index];
        if !may_stand(stand, ground) {
            let label = stand.label();
            report.fault(at.clone(), format!("{label} may not enter {cell}: {ground}"));
        }
    }
}

/// Warns about stands that start outside their side's deployment zone; a scenario may intend it.
pub(super) fn zones(report: &mut Report, battle: &Battle, places: &[usize]) {
    let first = Side::BOTH.map(|side| deployed_before(battle, side));
    for (id, (unit, &at)) in battle.units.iter().zip(places).enumerate() {
        let half = first[unit.side.index()].contains(&(id as u8));
        let zone = half.then(|| battle.first_half_zone(unit.side)).flatten().or(unit.zone);
        let outside = |&cell: &Cell| !battle.is_of_zone(unit.side, zone, cell);
        let Some(cell) = unit.start.filter(outside) else { continue };
        let (tag, army) = (unit.tag, battle.army(unit.side));
        let (depth, edge) = (army.depth, army.edge);
        report.warn(
            at..at,
            match zone {
                Some(zone) => {
                    format!("{tag} starts in {cell}, which is not {}", battle.zones[usize::from(zone)].name)
                }
                None => format!("{tag} starts in {cell}, more than {depth} inches from its {edge} edge"),
            },
        );
    }
}

/// Whether a stand may be in this terrain at all.
fn may_stand(stand: &Fielded, ground: Ground) -> bool {
    let unit = &stand.unit;
    if ground.is_water() && unit.kind.movement.water > 0 {
        return true;
    }
    match unit.arm {
        Arm::Boat => false,
        // Mounted troops can't enter buildings (10.10.2).
        Arm::Cavalry if ground.is_built_up() => false,
        // Towed guns can go wherever their crews can push them.
        Arm::Weapon if unit.kind.movement.land.is_none_or(|(points, _)| points == 0) => {
            ground.cost(Mode::Foot).is_some()
        }
        _ => {
            let (_, mode) = unit.pace();
            ground.cost(mode).is_some() || ground.road_cost(mode).is_some()
        }
    }
}
