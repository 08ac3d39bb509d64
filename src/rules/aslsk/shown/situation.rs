//! What a unit can still do: its MF, and what the CA of its Gun misses.

use crate::rules::aslsk::ordnance::{arc, turning};
use crate::rules::aslsk::state::{Forces, Position};
use crate::rules::aslsk::turn::movement::{self, Mover};
use crate::rules::aslsk::turn::{Frame, firing, stack};

/// The enemies outside a CA that are named.
const MOST: usize = 3;

/// A few lines for the inspector, the most important first.
pub fn situation(position: &Position, id: u8) -> Vec<String> {
    let Position { forces, turn, .. } = position;
    let movement = match turn.frames.last() {
        Some(Frame::Mover(mover)) if mover.units.contains(&id) => Some(in_hand(forces, mover)),
        Some(Frame::Routing(routing)) if routing.unit == id => {
            Some(format!("routing, {} MF left", half(routing.left)))
        }
        Some(Frame::Move) if movement::may_move(forces, turn, id) => {
            let all = forces.allowance(id, false, false, false);
            Some(format!("may move, {} MF", half(all)))
        }
        Some(Frame::Move) if forces.unit(id).side == turn.attacker => Some("may not move".to_owned()),
        _ => None,
    };
    movement.into_iter().chain(forces.mans(id).and_then(|gun| arc_of(position, gun))).collect()
}

/// "moving, 2.5 of 4 MF left, Assault Movement".
fn in_hand(forces: &Forces, mover: &Mover) -> String {
    let all = stack::stack_allowance(forces, mover);
    let how = match (mover.assault, mover.double) {
        (true, _) => ", Assault Movement",
        (_, true) => ", Double Time",
        _ => "",
    };
    format!("moving, {} of {} MF left{how}", half(all.saturating_sub(mover.spent)), half(all))
}

/// Half MF in whole ones.
fn half(number: u8) -> String {
    (f32::from(number) / 2.0).to_string()
}

/// "CA NNE; misses 6-6-6 in wO6 by 1 hexspine (+2 to turn)".
fn arc_of(position: &Position, weapon: u8) -> Option<String> {
    let Position { ground, forces, .. } = position;
    let from = forces.gun_place(weapon)?;
    let (gun, now) = (ground.hex(from), forces.weapon(weapon).carriage.facing);
    let side = turning::side_of(forces, position.turn.attacker, weapon);
    let mut missed: Vec<(u8, String)> = Vec::new();
    for place in firing::target_hexes(ground, forces, side) {
        if place == from || ground.hindrance(from, place).is_none() {
            continue;
        }
        let to = ground.hex(place);
        let Some(&facing) = arc::facings(gun, now, to).first().filter(|&&facing| facing != now) else {
            continue;
        };
        let spines = arc::between(now, facing);
        let plural = if spines == 1 { "hexspine" } else { "hexspines" };
        let drm = turning::turning_costs(ground, forces, weapon, facing);
        missed.push((spines, format!("{} by {spines} {plural} ({drm:+} to turn)", ground.name(place))));
    }
    missed.sort();
    let told: Vec<String> = missed.into_iter().take(MOST).map(|(_, text)| text).collect();
    let arc = arc::word(now).to_uppercase();
    Some(if told.is_empty() { format!("CA {arc}") } else { format!("CA {arc} misses {}", told.join(", ")) })
}
