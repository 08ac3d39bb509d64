//! Where to move, and when to stop.

use super::close;
use super::tasks::{Goal, aim};
use super::worth::{danger, promise, shaken, stake};
use crate::board::Compass;
use crate::game::Side;
use crate::rules::panzertruppe::firing::Motion;
use crate::rules::panzertruppe::movement::mover::{Inch, Mover};
use crate::rules::panzertruppe::sight::geometry::{toward, way};
use crate::rules::panzertruppe::state::{Arm, Choice, Drive, Flag, Id, Kind, Position, Spot};

/// The value of an inch nearer to that place for a unit.
fn haste(position: &Position, id: Id, inches: f64, open: bool) -> f64 {
    let unit = position.battle.unit(id);
    if unit.is_gun() || unit.pace == 0 || unit.battery > 0 || unit.mortar.is_some() || shaken(position, id) {
        return 0.0;
    }
    let phases = f64::from(position.battle.turns.saturating_sub(position.turn.number)) + 1.0;
    // Units far away hurry when few turns are left.
    let late = (inches / (phases * f64::from(unit.pace.max(12)) / 12.0)).min(1.5);
    if open { 0.22 + 0.35 * late } else { 0.1 }
}

/// The value of being in reach of an objective, which grows towards the end of the turn.
fn grip(position: &Position, id: Id, at: Spot) -> f64 {
    if shaken(position, id) {
        return 0.0;
    }
    let left = f64::from(position.battle.turns.saturating_sub(position.turn.number));
    let objectives = position.battle.objectives.iter().zip(&position.forces.held);
    let near = objectives.filter(|(objective, _)| position.battle.range(at, objective.cell) <= 20);
    near.map(|(objective, held)| {
        let share = if *held == Some(position.forces.side(id)) { 0.04 } else { 0.12 };
        f64::from(objective.value) * share / (1.0 + left * 0.4)
    })
    .sum()
}

/// The value of a unit's place in a copy of the position, stopped or moving: its best shot, less the danger,
/// and how near it is to where it heads.
fn worth(then: &Position, id: Id, want: Option<Goal>) -> f64 {
    let Some(at) = then.forces.place_of(id) else { return 0.0 };
    let rolls = then.forces.state(id).motion == Motion::Moving;
    // A turret may turn at any time, a hull only at rest.
    let fire = promise(then, id, rolls && !then.battle.unit(id).has_turret());
    let risk = danger(then, id);
    let care = if shaken(then, id) { 1.3 } else { 0.75 };
    let push = want.map_or(0.0, |Goal { cell, open, near }| {
        let range = then.battle.range(at, cell);
        let inches = f64::from(range.saturating_sub(near)) / 10.0;
        let covers = open && near > 0 && inches == 0.0 && then.ground.open_line(at, cell).is_some();
        let watch = if covers { 0.6 } else { 0.0 };
        watch - if inches > 0.0 { inches * haste(then, id, inches, open) } else { 0.0 }
    });
    let ground = then.battle.terrain_at(at);
    let cover = match ground.kind {
        Kind::Building => 0.3,
        Kind::Woods => 0.25,
        Kind::Rough => 0.1,
        _ => 0.0,
    };
    let mines = if then.ground.is_mined(at) && !then.battle.unit(id).flail && !then.battle.unit(id).rollers {
        0.06 * stake(then, id)
    } else {
        0.0
    };
    0.9 * fire - care * risk + push + grip(then, id, at) + cover - mines
}

/// The next unit to move: retreating units first, then riders, then each unit in turn. Units that only go on
/// overwatch need no move.
pub fn next_unit(position: &Position, side: Side, choices: &[Choice]) -> Choice {
    let mut end = choices[0];
    let mut best: Option<(i32, Choice)> = None;
    let mut consider = |rank: i32, choice: Choice| {
        if best.is_none_or(|(known, _)| rank > known) {
            best = Some((rank, choice));
        }
    };
    for choice in choices {
        match *choice {
            Choice::End => end = *choice,
            Choice::Dismount(tag, way) | Choice::Unhitch(tag, way) => {
                let Some(id) = position.battle.find(tag) else { continue };
                if wants_down(position, side, id) {
                    // On the side away from the enemy.
                    let next = position.forces.place_of(id).and_then(|at| position.battle.next(at, way));
                    let shown = next.map_or(60, |next| exposure(position, side, next));
                    consider(200 - shown, *choice);
                }
            }
            Choice::Move(tag) => {
                let Some(id) = position.battle.find(tag) else { continue };
                if position.forces.retreats(id) {
                    consider(300, *choice);
                } else if !position.forces.state(id).is(Flag::Hidden) {
                    // Infantry mounts before its vehicle moves, and moves before tanks that may use it as
                    // cover.
                    let foot = position.battle.unit(id).is_infantry() || position.battle.unit(id).is_gun();
                    consider(if foot { 100 } else { 50 }, *choice);
                }
            }
            _ => {}
        }
    }
    best.map_or(end, |(_, choice)| choice)
}

/// The number of enemy units that see a cell.
fn exposure(position: &Position, side: Side, cell: Spot) -> i32 {
    let enemies = position.battle.ids(side.other()).filter(|&id| !position.forces.state(id).is(Flag::Hidden));
    enemies
        .filter_map(|id| position.forces.spot(id))
        .filter(|&at| position.ground.open_line(at, cell).is_some())
        .count() as i32
}

/// The distance in inches to the nearest known enemy.
fn enemy_at(position: &Position, side: Side, at: Spot) -> f64 {
    let enemies = position.battle.ids(side.other()).filter(|&id| position.forces.is_target(id));
    let range =
        enemies.filter_map(|id| position.forces.spot(id)).map(|cell| position.battle.range(at, cell)).min();
    range.map_or(99.0, |range| f64::from(range) / 10.0)
}

/// Dismounts or unhitches near the enemy, or on arrival.
fn wants_down(position: &Position, side: Side, id: Id) -> bool {
    let Some(at) = position.forces.place_of(id) else { return false };
    let enemy = enemy_at(position, side, at);
    let there = aim(position, id).is_some_and(|goal| position.battle.range(at, goal.cell) <= 40);
    if position.battle.unit(id).is_gun() { there || enemy <= 24.0 } else { there || enemy <= 10.0 }
}

/// Mounts when the way is long and no enemy is near.
fn wants_up(position: &Position, id: Id) -> bool {
    let Some(at) = position.forces.spot(id) else { return false };
    let far = aim(position, id).is_some_and(|goal| goal.open && position.battle.range(at, goal.cell) > 100);
    let gun = position.battle.unit(id).is_gun();
    let enemy = enemy_at(position, position.forces.side(id), at);
    far && enemy > if gun { 28.0 } else { 14.0 }
        && danger(position, id) == 0.0
        && promise(position, id, false) == 0.0
}

/// A cell in reach of a move, and the first step towards it.
struct Reach {
    cell: Spot,
    left: u16,
    first: Choice,
    heading: Compass,
}

/// Every cell in reach, by the cheapest path.
fn reach(position: &Position, mover: &Mover, from: Spot, forward: bool) -> Vec<Reach> {
    let mut found: Vec<Reach> = Vec::new();
    // Cells visited in this move have already been rejected.
    let been = |cell: Spot| mover.path.iter().any(|stand| stand.cell == cell);
    let mut open: Vec<(u16, Spot, Option<Choice>)> = vec![(mover.left, from, None)];
    let mut then = Mover { path: Vec::new(), ..mover.clone() };
    let mut seen: Vec<(Spot, u16)> = vec![(from, mover.left)];
    while let Some(next) = (0..open.len()).max_by_key(|&n| open[n].0) {
        let (left, cell, first) = open.swap_remove(next);
        then.left = left;
        then.stepped = mover.stepped || first.is_some();
        if seen.iter().any(|&(known, more)| known == cell && more > left) {
            continue;
        }
        for to in Compass::ALL {
            let Some(cost) = position.going().step_cost(&then, cell, Inch { way: to, reverse: !forward })
            else {
                continue;
            };
            let Some(beyond) = position.battle.next(cell, to).filter(|&beyond| !been(beyond)) else {
                continue;
            };
            let left = left.saturating_sub(cost);
            if let Some(known) = seen.iter_mut().find(|(known, _)| *known == beyond) {
                if known.1 >= left {
                    continue;
                }
                known.1 = left;
            } else {
                seen.push((beyond, left));
            }
            let first = first.unwrap_or(if forward { Choice::Step(to) } else { Choice::Reverse(to) });
            found.retain(|reach| reach.cell != beyond);
            found.push(Reach { cell: beyond, left, first, heading: to });
            open.push((left, beyond, Some(first)));
        }
    }
    found
}

/// The next step, or how to end the move.
pub fn next_step(position: &Position, mover: &Mover, choices: &[Choice]) -> Choice {
    let id = mover.unit;
    let Some(from) = position.forces.spot(id) else { return choices[0] };
    if position.forces.retreats(id) {
        return choices.iter().find(|choice| matches!(choice, Choice::Exit)).copied().unwrap_or(choices[0]);
    }
    let has = |wanted: Choice| choices.contains(&wanted).then_some(wanted);
    if let Some(choice) = close_with(position, mover, choices).or_else(|| serve(position, id, choices)) {
        return choice;
    }
    let unit = position.battle.unit(id);
    let want = aim(position, id);
    let mut then = position.clone();
    let vehicle = unit.is_vehicle();
    let rests = [Choice::Watch, Choice::Stop, Choice::Drive].into_iter().filter_map(has);
    // Its own cell, with every way to end the move.
    let mut best = (f64::NEG_INFINITY, choices[0]);
    for rest in rests {
        stand(&mut then, id, from, None, rest);
        let score = worth(&then, id, want) + 0.05;
        if score > best.0 {
            best = (score, rest);
        }
    }
    // Guns, mortars and batteries stay, unless they can do nothing where they are.
    let fixed = unit.is_gun()
        || unit.mortar.is_some()
        || unit.battery > 0
        || position.forces.state(id).is(Flag::DugIn);
    let idle = promise(position, id, false) == 0.0 && danger(position, id) == 0.0;
    if fixed
        && !(idle
            && position.forces.state(id).is(Flag::DugIn)
            && !unit.is_gun()
            && want.is_some_and(|goal| goal.open))
    {
        return crouch(position, id, from, choices).unwrap_or(best.1);
    }
    // Every cell in reach, stopped; the farther ones still moving.
    let mut places = reach(position, mover, from, true);
    if places.is_empty() {
        places = reach(position, mover, from, false);
    }
    let most = places.iter().map(|reach| reach.left).min().unwrap_or(0);
    for place in &places {
        stand(&mut then, id, place.cell, Some(place.heading), Choice::Stop);
        let score = worth(&then, id, want);
        if score > best.0 {
            best = (score, place.first);
        }
        // Staying stopped saves two points; riders and towed Guns need a stopped vehicle.
        if vehicle && place.left <= most + 12 && position.forces.cargo(id).next().is_none() {
            stand(&mut then, id, place.cell, Some(place.heading), Choice::Drive);
            let far = want.is_some_and(|goal| goal.open && position.battle.range(place.cell, goal.cell) > 60);
            let score = worth(&then, id, want) + if far { 0.35 } else { 0.0 };
            if score > best.0 {
                best = (score, place.first);
            }
        }
    }
    if matches!(best.1, Choice::Step(_) | Choice::Reverse(_)) {
        return best.1;
    }
    crouch(position, id, from, choices).unwrap_or(best.1)
}

/// Places a unit in a cell of a copy of the position, stopped or moving, facing the enemy it should face.
fn stand(then: &mut Position, id: Id, cell: Spot, heading: Option<Compass>, rest: Choice) {
    then.forces.put(id, cell);
    let moved = heading.is_some();
    let state = then.forces.state_mut(id);
    if moved {
        state.set(Flag::DugIn, false);
        state.set(Flag::Back, false);
        state.set(Flag::Crouching, false);
    }
    state.motion = match rest {
        Choice::Drive => Motion::Moving,
        Choice::Watch => Motion::Overwatch,
        _ => Motion::Stopped,
    };
    let turn = match (rest, heading) {
        (Choice::Drive, Some(to)) => Some(to as u8 * 3),
        (Choice::Drive, None) => None,
        _ => {
            let at = then.battle.cell(cell);
            nearest(then, id, cell).map(|enemy| toward(way(at, then.battle.cell(enemy))))
        }
    };
    if let Some(turn) = turn {
        then.forces.state_mut(id).hull = turn;
    }
}

/// The nearest enemy that sees a cell, or the nearest of all.
fn nearest(position: &Position, id: Id, cell: Spot) -> Option<Spot> {
    let enemies = position
        .battle
        .ids(position.forces.side(id).other())
        .filter(|&enemy| position.forces.is_target(enemy));
    enemies.filter_map(|enemy| position.forces.spot(enemy)).min_by_key(|&at| {
        (position.ground.open_line(at, cell).is_none(), position.battle.range(at, cell), at)
    })
}

/// Fights hand to hand or close-assaults what it can.
fn close_with(position: &Position, mover: &Mover, choices: &[Choice]) -> Option<Choice> {
    let id = mover.unit;
    let mut best = (0.5, None);
    for choice in choices {
        let gain = match *choice {
            Choice::Fight(tag) => position.battle.find(tag).map(|other| close::fight(position, id, other)),
            Choice::Assault(tag) => {
                position.battle.find(tag).map(|vehicle| close::assault(position, vehicle, id, false))
            }
            Choice::Overrun(tag) => position.battle.find(tag).map(|foot| {
                // The defender may fire first.
                let answer = if position.forces.state(foot).condition.stunned {
                    0.0
                } else {
                    super::worth::gain(position, foot, id, false)
                };
                close::assault(position, id, foot, true) - answer
            }),
            _ => None,
        };
        if let Some(gain) = gain.filter(|gain| *gain > best.0) {
            best = (gain, Some(*choice));
        }
    }
    best.1
}

/// Mounts, hitches, and sets up or limbers Guns and mortars.
fn serve(position: &Position, id: Id, choices: &[Choice]) -> Option<Choice> {
    let (unit, state) = (position.battle.unit(id), position.forces.state(id));
    let find = |fits: fn(&Choice) -> bool| choices.iter().copied().find(fits);
    let up = |choice: &Choice| match choice {
        Choice::Board(tag) => {
            position.battle.find(*tag).is_some_and(|vehicle| position.battle.unit(vehicle).carries > 0)
        }
        Choice::Hitch(_) => true,
        _ => false,
    };
    if wants_up(position, id) {
        if let Some(choice) = choices.iter().copied().find(|choice| up(choice)) {
            return Some(choice);
        }
        // A large Gun is limbered first if a towing vehicle is beside it.
        if unit.is_large_gun() && !state.is(Flag::Packed) && unit.pace == 0 && tractor_near(position, id) {
            return find(|choice| *choice == Choice::Limber);
        }
        return None;
    }
    if state.is(Flag::Packed) {
        return find(|choice| *choice == Choice::Unlimber);
    }
    if unit.drive == Drive::Cavalry {
        let at = position.forces.spot(id)?;
        let near = enemy_at(position, position.forces.side(id), at) <= 6.0;
        let wanted = if near && danger(position, id) > 0.0 { Choice::Unmount } else { Choice::Mount };
        return choices.contains(&wanted).then_some(wanted);
    }
    None
}

/// Whether an empty friendly vehicle beside a Gun could tow it.
fn tractor_near(position: &Position, id: Id) -> bool {
    let Some(at) = position.forces.spot(id) else { return false };
    Compass::ALL.into_iter().filter_map(|to| position.forces.holder_of(position.battle.next(at, to)?)).any(
        |other| {
            let unit = position.battle.unit(other);
            position.forces.side(other) == position.forces.side(id)
                && (unit.carries > 0 || unit.arm == Arm::Soft)
                && position.forces.cargo(other).next().is_none()
        },
    )
}

/// Crouches under fire it cannot return, and stops crouching when it can.
fn crouch(position: &Position, id: Id, at: Spot, choices: &[Choice]) -> Option<Choice> {
    let shelter = position.forces.is_shelter(id, at) && position.battle.unit(id).is_infantry();
    let (fire, risk) = (promise(position, id, false), danger(position, id));
    let wanted = if shelter && fire < 0.05 && risk > 0.5 {
        Choice::Crouch
    } else if fire > 0.3 || risk == 0.0 {
        Choice::Rise
    } else {
        return None;
    };
    choices.contains(&wanted).then_some(wanted)
}
