//! The risk to a unit in a hex in its MPh: the DEFENDER's best First Fire from each hex, and Residual FP
//! (3.3.1).

use super::aim::Mode;
use super::attack::{Attack as Combat, Motion};
use super::cover::Manner;
use crate::game::gesture::{Attack, Wanted};
use crate::game::view::PieceId;
use crate::game::{Risk, risk};
use crate::rules::aslsk::board::Place;
use crate::rules::aslsk::calculator::{Cowering, Fire, Firepower};
use crate::rules::aslsk::fire::{cover, plan};
use crate::rules::aslsk::ordnance::shot::Shot;
use crate::rules::aslsk::state::{Forces, Ground, Item, Position, Whereabouts};
use crate::rules::aslsk::tables::modifiers::List;
use crate::rules::aslsk::turn::{Frame, firing, sequence};

/// The risk to a unit of the ATTACKER in a hex.
pub(in crate::rules::aslsk) fn risk_in(position: &Position, id: u8, place: Place) -> Option<Risk> {
    let Position { forces, turn, .. } = position;
    let mover = match turn.frames.last()? {
        Frame::Move => None,
        Frame::Mover(mover) => Some(mover).filter(|mover| mover.units.contains(&id)),
        _ => return None,
    };
    let off = forces.unit(id).place().is_none() && !sequence::may_enter(forces, turn, id);
    if forces.unit(id).side != turn.attacker || off {
        return None;
    }
    let moves = mover.is_some() || !forces.unit(id).is_at(place);
    let motion = Motion { moves, assault: mover.is_some_and(|mover| mover.assault), ..Motion::default() };
    let mut there = position.clone();
    there.forces.without_hidden(turn.attacker.other());
    there.forces.unit_mut(id).at = Whereabouts::On(place);
    let shots = first_fire_at(&there, id, place, motion);
    let lost = risk::any_of(shots.iter().map(|shot| shot.kill));
    let mut risk =
        Risk::of(shots.into_iter().map(|shot| (shot.firers, shot.harm)), "harmed").costing("lost", lost);
    if !risk.attacks.is_empty() {
        risk.reactions.push("First Fire".to_owned());
    }
    risk.reactions.extend(residual_at(&there.ground, &there.forces, id, place, motion));
    Some(risk)
}

/// The DEFENDER's attacks on a unit: each unit takes part in one, ordnance by itself.
fn first_fire_at(position: &Position, id: u8, place: Place, motion: Motion) -> Vec<Attack> {
    let Position { ground, forces, turn, .. } = position;
    let side = forces.unit(id).side.other();
    let mut items: Vec<Item> = position
        .forces
        .arms(side)
        .filter(|&item| firing::bears(ground, forces, turn, item, place, Mode::First))
        .collect();
    items.sort_by_key(|&item| forces.ordnance_of(item).is_none());
    let mut shots: Vec<Attack> = Vec::new();
    for item in items {
        let Some(firer) = forces.firer(item).map(|id| PieceId(id.into())) else { continue };
        if shots.iter().any(|shot| shot.firers.contains(&firer)) {
            continue;
        }
        shots.extend(match forces.ordnance_of(item) {
            Some(weapon) => plan::single(
                position,
                &Shot::new(position, Mode::First, side, weapon, place, vec![id], motion),
            ),
            None => {
                let mut combat = Combat::new(Mode::First, side, place, vec![id], motion);
                combat.join(position, item);
                plan::completed(position, combat, 0, &Wanted::of(1.0))
            }
        });
    }
    shots
}

/// Residual FP in a hex, with its chance of any harm to a unit that moves there (3.3.1h).
fn residual_at(ground: &Ground, forces: &Forces, id: u8, place: Place, motion: Motion) -> Option<String> {
    let &(_, left) = ground.residual.iter().find(|(there, _)| *there == place).filter(|_| motion.moves)?;
    let cover = cover::cover(ground, forces, place, Some(id), &[place], motion, Manner::SmallArms).tem();
    let lines = cover::moving(ground, forces, place, Some(id), motion, cover, 0).lines(List::Fire);
    let modifier = cover + lines.iter().map(|line| line.value).sum::<i16>();
    let fire = Fire::new(Firepower::whole(left.into()), 0, modifier, Cowering::None);
    let harm = plan::harm_to(forces, id, &fire.effects()).harm;
    Some(format!("Residual FP {left} {:.0}%", harm * 100.0))
}
