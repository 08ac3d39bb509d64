//! Where to move, and when to stop.

use super::close;
use super::exposure::Passed;
use super::reach::{Reach, passed_on_the_way, passed_so_far, reach};
use super::route::Route;
use super::score::Case;
pub use super::score::Score;
use super::tasks::aim;
use super::worth::{Aiming, danger, promise};
use crate::board::Compass;
use crate::game::{Side, Temper};
use crate::rules::panzertruppe::firing::Motion;
use crate::rules::panzertruppe::movement::mover::Mover;
use crate::rules::panzertruppe::sight::geometry::{toward, way};
use crate::rules::panzertruppe::state::{Arm, Choice, Drive, Flag, Id, Position, Spot};

/// What it is worth not to move.
const STAYING: f64 = 0.05;

/// What it is worth to stay in motion on a long way: starting again costs two points (2).
const DRIVING: f64 = 0.15;

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
                    consider(200 - shown(position, side, id, way), *choice);
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

/// The number of enemy units that see a rider or a Gun set down in a direction.
pub fn shown(position: &Position, side: Side, id: Id, way: Compass) -> i32 {
    let next = position.forces.place_of(id).and_then(|at| position.battle.next(at, way));
    next.map_or(60, |next| exposure(position, side, next))
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
    let far =
        aim(position, id).is_some_and(|goal| goal.is_open() && position.battle.range(at, goal.cell) > 100);
    let gun = position.battle.unit(id).is_gun();
    let enemy = enemy_at(position, position.forces.side(id), at);
    far && enemy > if gun { 28.0 } else { 14.0 }
        && danger(position, id) == 0.0
        && promise(position, id, Aiming::Free) == 0.0
}

/// A place that a unit could end its move in.
pub struct Place {
    /// The choice that leads there.
    pub choice: Choice,
    /// What it is worth.
    pub score: Score,
    cell: Spot,
}

/// The next step, or how to end the move. `misjudged` is added to the worth of each place. `route` is the way that the
/// unit has already chosen, if any, and becomes the one it chooses now.
pub fn next_step(
    position: &Position,
    mover: &Mover,
    choices: &[Choice],
    temper: Temper,
    misjudged: &mut dyn FnMut() -> f64,
    route: &mut Option<Route>,
) -> Choice {
    let id = mover.unit;
    let Some(from) = position.forces.spot(id) else { return choices[0] };
    if position.forces.retreats(id) {
        return choices.iter().find(|choice| matches!(choice, Choice::Exit)).copied().unwrap_or(choices[0]);
    }
    let chosen = route.take().filter(|route| route.leads_on(position, mover));
    if let Some(choice) = close_with(position, mover, choices) {
        return choice;
    }
    let (places, in_reach) = match chosen {
        Some(mut chosen) => {
            if let Some(step) = chosen.next(choices) {
                *route = Some(chosen);
                return step;
            }
            scored(position, mover, choices, temper, true)
        }
        None => {
            if let Some(choice) = serve(position, id, choices) {
                return choice;
            }
            scored(position, mover, choices, temper, false)
        }
    };
    let worth = places.iter().map(|place| (place.score.total() + misjudged(), place));
    let best = worth.reduce(|best, next| if next.0 > best.0 { next } else { best });
    let Some((_, best)) = best else { return choices[0] };
    if matches!(best.choice, Choice::Step(_) | Choice::Reverse(_)) {
        *route = Route::to(best.cell, &in_reach, id);
        return best.choice;
    }
    crouch(position, id, from, choices).unwrap_or(best.choice)
}

/// Every place that a unit could end its move in, and the cells it could move to: only its own cell once it has
/// `arrived`.
pub fn scored(
    position: &Position,
    mover: &Mover,
    choices: &[Choice],
    temper: Temper,
    arrived: bool,
) -> (Vec<Place>, Vec<Reach>) {
    let Some(from) = position.forces.spot(mover.unit) else { return (Vec::new(), Vec::new()) };
    let case = Case::of(position, mover.unit, temper);
    let passed = passed_so_far(position, &case, mover);
    let mut options = rests(position, &case, from, choices, &passed);
    if arrived || stays_put(position, &case) {
        return (options, Vec::new());
    }
    let in_reach = reach(position, mover, from);
    options.extend(moves(position, &case, &in_reach, from, passed));
    (options, in_reach)
}

/// The unit's own cell, with every way to end its move there.
fn rests(position: &Position, case: &Case, from: Spot, choices: &[Choice], passed: &Passed) -> Vec<Place> {
    let mut then = position.clone();
    let ends = [Choice::Watch, Choice::Stop, Choice::Drive].into_iter().filter(|end| choices.contains(end));
    ends.map(|end| {
        stand(&mut then, case.id, from, None, end);
        let mut score = best_at_edge(&mut then, case, from, passed, end);
        score.rest = STAYING;
        Place { choice: end, score, cell: from }
    })
    .collect()
}

/// Guns, mortars and batteries stay, unless they can do nothing where they are.
fn stays_put(position: &Position, case: &Case) -> bool {
    let (id, unit) = (case.id, position.battle.unit(case.id));
    let dug_in = position.forces.state(id).is(Flag::DugIn);
    let fixed = unit.is_gun() || unit.mortar.is_some() || unit.battery > 0 || dug_in;
    let idle = promise(position, id, Aiming::Free) == 0.0 && danger(position, id) == 0.0;
    fixed && !(idle && dug_in && !unit.is_gun() && case.goal.is_some_and(|goal| goal.is_open()))
}

/// Every cell in reach, stopped; the farther ones still moving. Several may begin with the same step.
fn moves(position: &Position, case: &Case, places: &[Reach], from: Spot, so_far: Passed) -> Vec<Place> {
    let id = case.id;
    let mut then = position.clone();
    let passed = passed_on_the_way(position, case, places, from, so_far);
    let unharmed = Passed::new();
    let most = places.iter().map(|reach| reach.left).min().unwrap_or(0);
    // Staying stopped saves two points; riders and towed Guns need a stopped vehicle.
    let may_drive = position.battle.unit(id).is_vehicle() && position.forces.cargo(id).next().is_none();
    let mut options = Vec::with_capacity(2 * places.len());
    for place in places {
        let passed = passed.get(&place.cell).unwrap_or(&unharmed);
        stand(&mut then, id, place.cell, Some(place.heading), Choice::Stop);
        let score = best_at_edge(&mut then, case, place.cell, passed, Choice::Stop);
        options.push(Place { choice: place.first, score, cell: place.cell });
        if may_drive && place.left <= most + 12 {
            stand(&mut then, id, place.cell, Some(place.heading), Choice::Drive);
            let far = case
                .goal
                .is_some_and(|goal| goal.is_open() && position.battle.range(place.cell, goal.cell) > 60);
            let rest = if far { DRIVING } else { 0.0 };
            let mut score = case.score(&then, passed);
            score.rest = rest;
            options.push(Place { choice: place.first, score, cell: place.cell });
        }
    }
    options
}

/// The score of a place; at the edge of a hill, the better of standing on it and half an inch back (8).
fn best_at_edge(then: &mut Position, case: &Case, cell: Spot, passed: &Passed, end: Choice) -> Score {
    let score = case.score(then, passed);
    if end == Choice::Drive || !then.battle.unit(case.id).has_turret() || !then.battle.is_hill_edge(cell) {
        return score;
    }
    let before = then.forces.state(case.id).is(Flag::Back);
    then.forces.state_mut(case.id).set(Flag::Back, !before);
    let other = case.score(then, passed);
    then.forces.state_mut(case.id).set(Flag::Back, before);
    if other.total() > score.total() { other } else { score }
}

/// Places a unit in a cell of a copy of the position, stopped or moving, facing the enemy it should face.
pub fn stand(then: &mut Position, id: Id, cell: Spot, heading: Option<Compass>, rest: Choice) {
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

/// The least gain worth a close combat.
pub const LEAST_CLOSE: f64 = 0.5;

/// Fights hand to hand or close-assaults what it can.
fn close_with(position: &Position, mover: &Mover, choices: &[Choice]) -> Option<Choice> {
    let mut best = (LEAST_CLOSE, None);
    for (choice, gain) in close_combats(position, mover.unit, choices) {
        if gain > best.0 {
            best = (gain, Some(choice));
        }
    }
    best.1
}

/// The close combats that a unit could begin, each with its expected gain.
pub fn close_combats(position: &Position, id: Id, choices: &[Choice]) -> Vec<(Choice, f64)> {
    let combat = |choice: &Choice| {
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
                    super::worth::gain(position, foot, id, Aiming::Free)
                };
                close::assault(position, id, foot, true) - answer
            }),
            _ => None,
        };
        gain.map(|gain| (*choice, gain))
    };
    choices.iter().filter_map(combat).collect()
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
    let (fire, risk) = (promise(position, id, Aiming::Free), danger(position, id));
    let wanted = if shelter && fire < 0.05 && risk > 0.5 {
        Choice::Crouch
    } else if fire > 0.3 || risk == 0.0 {
        Choice::Rise
    } else {
        return None;
    };
    choices.contains(&wanted).then_some(wanted)
}
