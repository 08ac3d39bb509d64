//! Set-up (1.3).

use std::ops::ControlFlow;

use crate::ledger::cited::{apply, rule};
use crate::rules::aslsk::board::Place;
use crate::rules::aslsk::ordnance::{hidden, manhandling};
use crate::rules::aslsk::state::battle::{Placing, Victory};
use crate::rules::aslsk::state::{Choice, Crowd, Forces, Ground, Position, Whereabouts, Zone};
use crate::rules::aslsk::turn::phase::Phase;
use crate::rules::aslsk::turn::{ChoiceSink, Frame};
use crate::side::Side;

/// The next unit to set up and its hexes: stage by stage, the side that sets up first before the other.
fn to_set_up(forces: &Forces) -> Option<(u8, &[Place])> {
    let waiting = forces.ids().filter_map(|id| {
        let unit = forces.unit(id);
        let group = forces.group_of(unit);
        match &group.zone {
            Zone::SetUp(hexes) if unit.at == Whereabouts::Off => {
                Some(((group.placing.stage, unit.side != forces.order.sets_up, id), hexes.as_slice()))
            }
            _ => None,
        }
    });
    waiting.min_by_key(|(order, _)| *order).map(|((.., id), hexes)| (id, hexes))
}

pub(super) fn list_set_up(ground: &Ground, forces: &Forces, sink: ChoiceSink) -> ControlFlow<()> {
    let Some((id, hexes)) = to_set_up(forces) else { return sink(Choice::Done) };
    let crowd = forces.crowd(ground);
    let free = free_for(ground, forces, id, &crowd);
    let fits = fit_for(ground, forces, id, &crowd);
    let mut found = false;
    for &at in hexes.iter().filter(|&&at| free(at) && fits(at)) {
        found = true;
        sink(Choice::Place(id, ground.hex(at)))?;
    }
    if found {
        return ControlFlow::Continue(());
    }
    // If no hex meets all conditions, any hex with room will do.
    for &at in hexes.iter().filter(|&&at| free(at)) {
        found = true;
        sink(Choice::Place(id, ground.hex(at)))?;
    }
    if found { ControlFlow::Continue(()) } else { sink(Choice::Done) }
}

/// A test of a hex: whether it has room for a unit and its Weapons.
#[apply(rule, "3.3c")]
fn free_for<'a>(
    ground: &'a Ground,
    forces: &'a Forces,
    id: u8,
    crowd: &'a Crowd,
) -> impl Fn(Place) -> bool + 'a {
    let (side, size) = (forces.unit(id).side, forces.size(id));
    let leaders = u8::from(forces.unit(id).leader());
    let weapons: Vec<u8> = forces.weapons_of(id).collect();
    move |place| {
        crowd.room(place, side, size, leaders)
            && !crowd.known(place, side.other())
            && weapons.iter().all(|&weapon| manhandling::gun_may_stand(ground, forces, weapon, place))
    }
}

/// A test of a hex: whether it meets the scenario's conditions on distances, stacking and buildings.
fn fit_for<'a>(
    ground: &'a Ground,
    forces: &'a Forces,
    id: u8,
    crowd: &'a Crowd,
) -> impl Fn(Place) -> bool + 'a {
    let unit = forces.unit(id);
    let rules = &forces.group_of(unit).placing;
    let any = ground.fortified.is_empty() && *rules == (Placing { stage: rules.stage, ..Placing::default() });
    let friends =
        move || forces.ids().filter(move |&other| other != id && forces.unit(other).side == unit.side);
    let of_group = move |other: u8| forces.unit(other).group == unit.group;
    let brings_gun = forces.weapons_of(id).any(|weapon| forces.weapon(weapon).gun().is_some());
    let guns: Vec<Place> = if brings_gun && !any {
        friends()
            .filter(|&other| forces.mans(other).is_some())
            .filter_map(|at| forces.unit(at).place())
            .collect()
    } else {
        Vec::new()
    };
    let chosen = rules.one_of.iter().find(|building| {
        building.iter().any(|&at| friends().any(|other| of_group(other) && forces.unit(other).is_at(at)))
    });
    move |place| {
        if any {
            return true;
        }
        let range = |&gun: &Place| ground.map().range(gun, place);
        let near = rules.guns_within == 0
            || guns.is_empty()
            || guns.iter().any(|gun| range(gun) <= rules.guns_within);
        if !near || guns.iter().any(|gun| range(gun) < rules.guns_apart) {
            return false;
        }
        if crowd.stands(place, unit.side) {
            let mut here = friends().filter(|&other| forces.unit(other).is_at(place));
            let crowded = here.any(|other| {
                (rules.one_mmc && forces.mmc(id) && forces.mmc(other)) || (rules.alone && !of_group(other))
            });
            if crowded {
                return false;
            }
        }
        if chosen.is_some_and(|building| !building.contains(&place)) {
            return false;
        }
        // No other unit sets up in the enemy's fortified building (S16).
        rules.one_of.iter().any(|building| building.contains(&place)) || !ground.fortified.contains(&place)
    }
}

/// Whether the next unit of a side mans a Gun that may use HIP (6.4).
pub(super) fn sets_up_a_secret(forces: &Forces, side: Side) -> bool {
    to_set_up(forces).is_some_and(|(id, _)| {
        forces.unit(id).side == side && forces.weapons_of(id).any(|weapon| hidden::may_hide(forces, weapon))
    })
}

/// Whether a unit is next and may set up in a hex.
pub(super) fn may_set_up(ground: &Ground, forces: &Forces, id: u8, hex: crate::board::hex::Hex) -> bool {
    let Some((next, hexes)) = to_set_up(forces) else { return false };
    let Some(place) = ground.map().place(hex).filter(|place| next == id && hexes.contains(place)) else {
        return false;
    };
    let crowd = forces.crowd(ground);
    let (free, fits) = (free_for(ground, forces, id, &crowd), fit_for(ground, forces, id, &crowd));
    let strict = |at: Place| free(at) && fits(at);
    strict(place) || (free(place) && !hexes.iter().any(|&at| strict(at)))
}

#[apply(rule, "1.3")]
pub(super) fn set_up(position: &mut Position, side: Side, choice: Choice) {
    if let Choice::Place(id, hex) = choice
        && let Some(place) = position.ground.map().place(hex)
    {
        position.forces.unit_mut(id).at = Whereabouts::On(place);
        fortify(position, id, place);
        let next = to_set_up(&position.forces).map_or(side, |(next, _)| position.forces.unit(next).side);
        position.turn.frames.push(Frame::SetUp(next));
        let gun =
            position.forces.weapons_of(id).find(|&weapon| position.forces.weapon(weapon).gun().is_some());
        if let Some(weapon) = gun {
            // Emplaced off paved roads (6.3), and unseen by the enemy until HIP is decided.
            let digs = position.ground.diggable(place);
            position.forces.weapon_mut(weapon).carriage.emplaced = digs;
            let hides = digs && hidden::may_hide(&position.forces, weapon);
            position.forces.unit_mut(id).hidden = hides;
            position.turn.frames.push(Frame::Facing { weapon, setting_up: true });
        }
        return;
    }
    if let Some((id, _)) = to_set_up(&position.forces) {
        // Units without room stay off-board.
        position.forces.unit_mut(id).at = Whereabouts::Gone;
        position.turn.frames.push(Frame::SetUp(side));
        return;
    }
    position.turn.phase = Phase::Rally;
    // Turn 1 starts without a dr.
    position.turn.frames.push(Frame::Rally(super::rally::Step::Begin, position.battle.moves));
}

/// The first unit of a group that holds one of several buildings picks it.
fn fortify(position: &mut Position, id: u8, place: Place) {
    let unit = position.forces.unit(id);
    let one_of = &position.forces.group_of(unit).placing.one_of;
    let Some(building) = one_of.iter().find(|building| building.contains(&place)) else { return };
    position.ground.fortified.clone_from(building);
    let Victory::Control { buildings, .. } = &position.battle.victory else { return };
    for (control, other) in position.score.control.iter_mut().zip(buildings) {
        if other.contains(&place) {
            *control = Some(unit.side);
        }
    }
}
