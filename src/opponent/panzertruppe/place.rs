//! Where to go, when to stand, and where to look.

use super::fire::{danger, promise};
use crate::board::Compass;
use crate::game::Side;
use crate::rules::panzertruppe::firing::Motion;
use crate::rules::panzertruppe::geometry::{toward, way};
use crate::rules::panzertruppe::movement::{Facing, Mover};
use crate::rules::panzertruppe::state::{Arm, Choice, Flag, Id, Kind, Place, Position};

/// The place a side wants: the nearest objective it does not hold, else the nearest it holds, else the enemy.
fn aim(position: &Position, id: Id) -> Option<(u16, bool)> {
    let (side, from) = (position.side(id), position.place_of(id)?);
    let objectives = position.battle.objectives.iter().zip(&position.held);
    let open =
        objectives.clone().filter(|(_, held)| **held != Some(side)).map(|(objective, _)| objective.cell);
    if let Some(cell) = open.min_by_key(|&cell| (position.range(from, cell), cell)) {
        return Some((cell, true));
    }
    if let Some(cell) =
        objectives.map(|(objective, _)| objective.cell).min_by_key(|&cell| (position.range(from, cell), cell))
    {
        return Some((cell, false));
    }
    let enemies = position.battle.ids(side.other()).filter(|&enemy| !position.state(enemy).is(Flag::Hidden));
    let near = enemies
        .filter_map(|enemy| position.spot(enemy))
        .min_by_key(|&cell| (position.range(from, cell), cell));
    near.map(|cell| (cell, true))
}

/// Whether a platoon has bled enough to look after itself: half gone, or one more loss may break it.
fn shaken(position: &Position, id: Id) -> bool {
    let group = position.unit(id).group;
    if position.battle.groups[usize::from(group)].independent {
        return false;
    }
    let all = position.battle.units.iter().filter(|unit| unit.group == group).count();
    let lost = usize::from(position.groups[usize::from(group)].lost);
    lost * 2 >= all && lost > 0
}

/// What a place is worth to a unit: what it can do from there, less what the enemy can do to it, and how much
/// nearer it is to where it wants to be.
fn worth(position: &Position, id: Id) -> f64 {
    let unit = position.unit(id);
    let care = if shaken(position, id) { 2.5 } else { 0.9 };
    let fire = promise(position, id);
    let risk = danger(position, id);
    let push = match (aim(position, id), position.place_of(id)) {
        (Some((cell, open)), Some(at)) => {
            let inches = f64::from(position.range(at, cell)) / 10.0;
            let weight = if unit.is_gun() || unit.pace == 0 {
                0.0
            } else if open {
                0.28
            } else if inches > 6.0 {
                0.1
            } else {
                0.0
            };
            -inches * weight
        }
        _ => 0.0,
    };
    let cover = position.spot(id).map_or(0.0, |cell| match position.battle.ground_at(cell).kind {
        Kind::Building => 0.3,
        Kind::Woods => 0.25,
        Kind::Rough => 0.1,
        _ => 0.0,
    });
    fire - care * risk + push + cover
}

/// The unit to take up next: who retreats first, then those in front; the phase ends when all have been looked at.
pub fn next_unit(position: &Position, side: Side, choices: &[Choice]) -> Choice {
    let mut end = None;
    for choice in choices {
        match *choice {
            Choice::End => end = Some(*choice),
            Choice::Dismount(tag, _) => {
                // Get off when the enemy is near enough to matter.
                let Some(id) = position.battle.find(tag) else { continue };
                let near = position.place_of(id).is_some_and(|at| {
                    position.battle.ids(side.other()).any(|enemy| {
                        position.is_target(enemy)
                            && position.spot(enemy).is_some_and(|cell| position.range(at, cell) <= 120)
                    })
                });
                if near {
                    return *choice;
                }
            }
            Choice::Move(tag) => {
                let Some(id) = position.battle.find(tag) else { continue };
                if position.retreats(id) || wants_to_move(position, id) {
                    return *choice;
                }
            }
            _ => {}
        }
    }
    end.unwrap_or(choices[0])
}

/// Whether a unit would rather go somewhere, or face another way, than stand where it is and watch.
fn wants_to_move(position: &Position, id: Id) -> bool {
    let (unit, state) = (position.unit(id), position.state(id));
    if unit.battery > 0 || unit.is_gun() || unit.mortar.is_some() {
        // Guns stand; they turn only if they see nothing in their arc.
        return unit.is_gun() && faces_wrong(position, id);
    }
    if state.condition.immobilised {
        return faces_wrong(position, id);
    }
    if state.motion == Motion::Moving && !unit.is_infantry() {
        return true;
    }
    let here = worth(position, id);
    // A good shot is worth standing for: overwatch adds two to it.
    let shot = promise(position, id);
    if shot > 2.0 && !faces_wrong(position, id) && !shaken(position, id) {
        return false;
    }
    let Some(from) = position.spot(id) else { return false };
    let better = Compass::ALL.into_iter().any(|to| {
        position.battle.next(from, to).is_some_and(|next| {
            position.holder_of(next).is_none() && worth(&moved(position, id, next), id) > here + 0.05
        })
    });
    better || faces_wrong(position, id)
}

/// A copy with the unit elsewhere, standing still.
fn moved(position: &Position, id: Id, to: u16) -> Position {
    let mut then = position.clone();
    then.lift(id);
    then.put(id, to);
    let state = then.state_mut(id);
    state.set(Flag::DugIn, false);
    state.set(Flag::Back, false);
    if state.motion == Motion::Overwatch {
        state.motion = Motion::Stopped;
    }
    then
}

/// The enemy a unit should look at: who gains most against it, else the nearest it knows of.
fn foe(position: &Position, id: Id) -> Option<Id> {
    let at = position.place_of(id)?;
    let mut best: Option<(f64, Id)> = None;
    for enemy in position.battle.ids(position.side(id).other()) {
        let Some(cell) = position.spot(enemy).filter(|_| position.is_target(enemy)) else { continue };
        let seen = position.sees(id, enemy).is_some();
        let range = f64::from(position.range(at, cell)) / 10.0;
        let threat = super::fire::gain(position, enemy, id) + super::fire::gain(position, id, enemy);
        let score = threat + if seen { 2.0 } else { 0.0 } - range * 0.02;
        if best.is_none_or(|(known, _)| score > known) {
            best = Some((score, enemy));
        }
    }
    best.map(|(_, id)| id)
}

/// Whether it points away from whom it should look at.
fn faces_wrong(position: &Position, id: Id) -> bool {
    let Some((enemy, at)) =
        foe(position, id).and_then(|foe| Some((position.cell_of(foe)?, position.cell_of(id)?)))
    else {
        return false;
    };
    let (unit, state) = (position.unit(id), position.state(id));
    if unit.is_infantry() {
        return false;
    }
    let wanted = toward(way(at, enemy));
    let at = if unit.has_turret() { state.turret } else { state.hull };
    let apart = (at + 24 - wanted) % 24;
    apart.min(24 - apart) > 1
}

/// The next inch, or how to end the move.
pub fn next_step(position: &Position, mover: &Mover, choices: &[Choice]) -> Choice {
    let id = mover.unit;
    let Some(from) = position.spot(id) else { return choices[0] };
    if position.retreats(id) {
        return choices.iter().find(|choice| matches!(choice, Choice::Exit)).copied().unwrap_or(choices[0]);
    }
    // Close with what can be had.
    for choice in choices {
        match choice {
            Choice::Fight(_) | Choice::Overrun(_) => return *choice,
            Choice::Assault(tag) => {
                let vehicle = position.battle.find(*tag);
                if vehicle.is_some_and(|v| position.assault_lines(v, id, false, 0).sum() >= -1) {
                    return *choice;
                }
            }
            _ => {}
        }
    }
    let here = worth(position, id);
    let mut best = (here + 0.05, None);
    let been = |cell: u16| mover.path.iter().any(|&(known, _)| known == cell);
    for choice in choices {
        let Choice::Step(to) = *choice else { continue };
        let Some(next) = position.battle.next(from, to) else { continue };
        if been(next) || position.battle.ground_at(next).mines {
            continue;
        }
        let there = worth(&moved(position, id, next), id);
        if there > best.0 {
            best = (there, Some(*choice));
        }
    }
    if let (_, Some(step)) = best {
        return step;
    }
    let has = |wanted: Choice| choices.contains(&wanted).then_some(wanted);
    let (unit, carried) = (position.unit(id), position.cargo(id).next().is_some());
    // Out of everybody's sight and still on its way, it keeps rolling.
    let rolls = mover.stepped && danger(position, id) == 0.0 && promise(position, id) == 0.0;
    let far = aim(position, id).is_some_and(|(cell, open)| open && position.range(from, cell) > 60);
    if rolls
        && far
        && unit.is_vehicle()
        && !carried
        && let Some(drive) = has(Choice::Drive)
    {
        return drive;
    }
    let shelter = position.is_shelter(id, from) && unit.is_infantry();
    if shelter
        && promise(position, id) < 0.05
        && danger(position, id) > 0.5
        && let Some(crouch) = has(Choice::Crouch)
    {
        return crouch;
    }
    has(Choice::Watch).or_else(|| has(Choice::Stop)).unwrap_or(choices[0])
}

/// Faces the hull, or the turret, to whom it should look at; and keeps back from the edge of a hill where only the
/// turret need show.
pub fn face(position: &Position, facing: &Facing, choices: &[Choice]) -> Choice {
    let id = facing.unit;
    let unit = position.unit(id);
    let has = |wanted: Choice| choices.contains(&wanted).then_some(wanted);
    let turret = unit.main.is_some_and(|gun| gun.turret) && !unit.no_hull_down_fire && !unit.russian;
    let below = foe(position, id)
        .and_then(|foe| position.spot(foe))
        .zip(position.spot(id))
        .is_some_and(|(foe, at)| position.battle.level(foe) < position.battle.level(at));
    if below
        && (turret || unit.arm == Arm::Gun)
        && let Some(back) = has(Choice::Back)
    {
        return back;
    }
    let target = foe(position, id).and_then(|foe| position.cell_of(foe));
    let target = target.or_else(|| aim(position, id).map(|(cell, _)| position.battle.cell(cell)));
    let (Some(target), Some(at)) = (target, position.cell_of(id)) else { return Choice::Faced };
    let turn = toward(way(at, target));
    if matches!(position.state(id).place, Place::Board(_)) && target == at {
        return Choice::Faced;
    }
    let wanted = if facing.hull { Choice::Hull(turn) } else { Choice::Turret(turn) };
    has(wanted).unwrap_or(Choice::Faced)
}
