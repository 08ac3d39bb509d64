//! Reinforcements (scenario): before the first phase of their turn they are set down in their zone, where
//! their owner may rearrange them, like forces that enter by an edge at the start (S-12, S-123).

use crate::board::{self, Cell};
use crate::dice::{Ask, Dice};
use crate::game::{Event, Log, Side, Tone};
use crate::ledger::cited::applies;
use crate::rules::matg::movement::deployment::Deployment;
use crate::rules::matg::movement::set_up;
use crate::rules::matg::state::arrivals::Arrivals;
use crate::rules::matg::state::battle::{Assembly, Battle};
use crate::rules::matg::state::field::Field;
use crate::rules::matg::state::forces::Forces;
use crate::rules::matg::state::position::{Id, Place};
use crate::rules::matg::state::turn::Turn;
use crate::rules::matg::turn::sequence::Phase;

impl Forces {
    /// Whether a stand, or its carrier, has yet to come onto the map, by land or by air.
    pub fn is_to_come(&self, id: Id) -> bool {
        match self.stand(id).place {
            Place::Due | Place::Aloft => true,
            Place::Aboard(carrier) => matches!(self.stand(carrier).place, Place::Due | Place::Aloft),
            _ => false,
        }
    }
}

impl Arrivals {
    /// The route by which the stands of a zone arrive, once it has been rolled.
    fn way_of(&self, zone: u8) -> Option<usize> {
        self.called.iter().find(|(called, _)| *called == zone).map(|&(_, way)| usize::from(way))
    }
}

/// Rolls the route, and with it the turn, by which reinforcements arrive if the battle says so (S-135).
pub(super) fn call_reinforcements(
    battle: &Battle,
    now: &Turn,
    arrivals: &mut Arrivals,
    dice: &mut Dice,
    log: &mut Log,
) -> Result<(), Ask> {
    for zone in 0..battle.zones.len() {
        let Assembly { call: Some(call), name, side, .. } = &battle.zones[zone] else { continue };
        if call.turn != now.number || arrivals.way_of(zone as u8).is_some() {
            continue;
        }
        applies("battles: reinforcements");
        let (name, side, ways) = (name.clone(), *side, call.ways.len() as u8);
        let face = dice.roll(2 * ways, || format!("route of the {name}, halved and rounded up"))?;
        let way = face.div_ceil(2) - 1;
        arrivals.called.push((zone as u8, way));
        let by = battle.zones[zone].call.as_ref().map(|call| &call.ways[usize::from(way)]);
        let (turn, by) = by.map_or((0, ""), |by| (by.turn, by.name.as_str()));
        log.add(|| {
            let by = if by.is_empty() { format!("way {}", way + 1) } else { by.to_owned() };
            let text = format!("{name}: {by}, turn {turn}. D{} {face}", 2 * ways);
            Event::new(Tone::Plain, side, text, "battles: reinforcements")
        });
    }
    Ok(())
}

/// Sets down the reinforcements of this turn and lets their owner rearrange them, one side after the
/// other.
pub(super) fn reinforcements(
    field: &Field,
    forces: &mut Forces,
    now: &Turn,
    arrivals: &Arrivals,
    log: &mut Log,
) -> Option<Deployment> {
    Side::BOTH.into_iter().find_map(|side| arrivals_of(field, forces, now, arrivals, side, log))
}

fn arrivals_of(
    field: &Field,
    forces: &mut Forces,
    now: &Turn,
    arrivals: &Arrivals,
    side: Side,
    log: &mut Log,
) -> Option<Deployment> {
    let turn = now.number;
    let due = |&id: &Id| {
        forces.stand(id).place == Place::Due && arrival_of_stand(&forces.battle, arrivals, id) <= turn
    };
    let due: Vec<Id> = forces.battle.ids(side).filter(due).collect();
    let mut placed: Vec<Id> = Vec::new();
    for id in due {
        if forces.battle.unit(id).off_map {
            forces.stand_mut(id).place = Place::OffMap;
            continue;
        }
        if let Some(cell) = room_in_zone(field, forces, arrivals, id) {
            applies("battles: reinforcements");
            forces.put(id, cell);
            placed.push(id);
        }
    }
    if placed.is_empty() {
        return None;
    }
    log.add(|| {
        let tags: Vec<String> = placed.iter().map(|&id| forces.battle.tag(id).to_string()).collect();
        let name = &forces.battle.army(side).name;
        let text = format!("Turn {turn}: {name} come onto the map: {}", tags.join(" "));
        Event::new(Tone::Phase, side, text, "scenario").at(placed.iter().filter_map(|&id| forces.cell(id)))
    });
    let comes = |id: Id| match forces.stand(id).place {
        Place::Aboard(carrier) => forces.battle.mounts_at_will[side.index()] && placed.contains(&carrier),
        _ => placed.contains(&id),
    };
    let others = forces.battle.ids(side).filter(|&id| !comes(id)).collect();
    Some(Deployment::of(side, others))
}

/// The turn in which a stand comes onto the map.
pub fn arrival_of_stand(battle: &Battle, arrivals: &Arrivals, id: Id) -> u8 {
    let Some(zone) = battle.unit(id).zone else { return 1 };
    let assembly = &battle.zones[usize::from(zone)];
    match (&assembly.call, arrivals.way_of(zone)) {
        (Some(call), Some(way)) => call.ways[way].turn,
        (Some(_), None) => battle.turns + 1,
        (None, _) => assembly.turn,
    }
}

/// Whether a stand comes onto the map this turn and the Movement Phase has not begun. Until then it
/// neither sees nor is seen (S-123).
pub fn is_entering(battle: &Battle, now: &Turn, arrivals: &Arrivals, id: Id) -> bool {
    let zone = battle.unit(id).zone.map(|zone| &battle.zones[usize::from(zone)]);
    let entering = zone.is_some_and(|zone| zone.enters)
        && arrival_of_stand(battle, arrivals, id) == now.number
        && now.phase() < Phase::Move as usize;
    if entering {
        applies("battles: reinforcements");
    }
    entering
}

/// The squares of a stand's zone as they are now.
fn zone_cells_of<'a>(battle: &'a Battle, arrivals: &'a Arrivals, id: Id) -> &'a [Cell] {
    let Some(zone) = battle.unit(id).zone else { return &[] };
    let assembly = &battle.zones[usize::from(zone)];
    match (&assembly.call, arrivals.way_of(zone)) {
        (Some(call), Some(way)) => &call.ways[way].cells,
        _ => &assembly.cells,
    }
}

/// Whether a square is in the zone in which a stand is set down.
pub fn is_in_zone(battle: &Battle, arrivals: &Arrivals, id: Id, cell: Cell) -> bool {
    if battle.is_late(battle.unit(id)) {
        battle.grid.is_among(zone_cells_of(battle, arrivals, id), cell)
    } else {
        battle.is_of_zone(battle.side(id), set_up::zone_of(battle, arrivals, id), cell)
    }
}

/// Where a stand comes onto the map: its square in the scenario or the nearest free square of its zone.
/// Without a free square it comes a turn later.
fn room_in_zone(field: &Field, forces: &Forces, arrivals: &Arrivals, id: Id) -> Option<Cell> {
    let unit = forces.unit(id);
    let wanted = unit.start?;
    let free =
        |&cell: &Cell| forces.holder_of(cell).is_none() && set_up::may_stand_on(field, forces, id, cell);
    zone_cells_of(&forces.battle, arrivals, id)
        .iter()
        .copied()
        .filter(free)
        .min_by_key(|&cell| board::distance_squared(cell, wanted))
}
