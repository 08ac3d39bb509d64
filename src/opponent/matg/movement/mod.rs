//! The goal of a moving stand this turn, and its next step.
//!
//! Every step is decided afresh. The goal is the best square still in reach, valued independently of how far
//! the stand has come, so it stays the same until it is reached.

pub mod reach;
pub mod route;
pub mod transport;
pub mod way;
pub mod works;

use crate::board::{Cell, Compass};
use crate::rules::matg::ground::terrain::Quarters;
use crate::rules::matg::movement::mover::Mover;
use crate::rules::matg::state::choice::{Choice, Posture};
use crate::rules::matg::state::position::{Id, Position};

use self::reach::Reach;
use self::route::Route;
use self::way::Way;
use super::fire::assault;
use super::value::case::Case;
use super::value::danger::{self, Judge};
use super::value::field::Field;
use crate::rules::matg::movement::exits;

/// The number of squares in reach that are weighed with lines of sight: the most promising ones. With 110,
/// and a fifth of the rest, it won no more games (198 of 600 against 220).
const WEIGHED: usize = 24;

/// One in this many of the other squares is weighed too.
const SAMPLED: i16 = 16;

/// The least gain for which a stand moves on.
pub const LEAST_STEP: f64 = 0.25;

/// The best square to halt on, with its value. `more` adds what else a square offers.
pub fn goal(case: &Case<'_>, cells: &[Cell], more: impl Fn(Cell) -> Option<f64>) -> Option<(Cell, f64)> {
    let mut promising: Vec<(f64, Cell)> =
        cells.iter().map(|&cell| (case.approach(cell) + case.shelter(cell), cell)).collect();
    let order = |a: &(f64, Cell), b: &(f64, Cell)| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1));
    if promising.len() > WEIGHED {
        promising.select_nth_unstable_by(WEIGHED, order);
        // Beyond the promising squares, a sample that does not depend on what else is in reach.
        let mut sample = promising.split_off(WEIGHED);
        sample.retain(|(_, cell)| (cell.x + 2 * cell.y) % SAMPLED == 0);
        sample.sort_unstable_by(order);
        promising.sort_unstable_by(order);
        promising.extend(sample);
    } else {
        promising.sort_unstable_by(order);
    }
    let mut best: Option<(Cell, f64)> = None;
    for (first_sight, cell) in promising {
        let Some(extra) = more(cell) else { continue };
        if best.is_some_and(|(_, most)| case.at_most(cell, first_sight) + extra <= most) {
            continue;
        }
        let value = case.value(cell, None) + extra;
        debug_assert!(value <= case.at_most(cell, first_sight) + extra + 1e-6, "{value} at {cell}");
        if best.is_none_or(|(_, most)| value > most + 1e-9) {
            best = Some((cell, value));
        }
    }
    best
}

/// Whether a stand should leave the map now: a GHQ takes its orders with it, so it goes last (10.1.5).
fn may_go(p: &Position, id: Id) -> bool {
    let in_play =
        |other: Id| other != id && p.forces.cell(other).is_some() && !p.battle.unit(other).is_unarmed();
    !p.forces.has_ghq(id) || p.now.number >= p.battle.turns || !p.battle.ids(p.battle.side(id)).any(in_play)
}

/// The next choice of a moving stand. `route` becomes the way that it chooses.
pub fn step(judge: &Judge<'_>, mover: &Mover, choices: &[Choice], route: &mut Option<Route>) -> Choice {
    let p = judge.field.p;
    let id = mover.stand;
    let Some(here) = p.forces.cell(id) else { return Choice::Halt };
    let wins = |edge: &Compass| {
        p.battle.victory.ways_out(p.battle.side(id)).any(|out| out == *edge) && may_go(p, id)
    };
    let leaves = |choice: &&Choice| matches!(choice, Choice::Exit(edge) if wins(edge) || exits::is_worth_the_guns(&p.forces, id));
    if let Some(exit) = choices.iter().find(leaves) {
        return *exit;
    }
    let way = Way::on_task(judge.field, id);
    let case = Case::new(judge, id, &way);
    if mover.over.is_some() {
        return out_of_overrun(&case, here, choices);
    }
    if let Some(choice) = assault::on_the_move(judge, mover, choices) {
        return choice;
    }
    if p.now.overruns.iter().any(|&(attacker, _)| attacker == id) {
        return finish(judge, id, here, choices); // it stays adjacent to the stand it has overrun (8.7.1)
    }
    let fresh = mover.trail.is_empty();
    let Some(reach) = Reach::of(judge.field, id, mover.left, fresh) else { return Choice::Halt };
    if let Some(choice) = transport::set_down(&case, mover, &reach, choices) {
        return choice;
    }
    if let Some(choice) = transport::take_up(judge, mover, choices) {
        return choice;
    }
    let found = goal(&case, &reach.cells, |_| Some(0.0));
    let Some((goal, value)) = found.filter(|&(goal, _)| goal != here) else {
        return finish(judge, id, here, choices);
    };
    if p.forces.holder_of(here).is_none_or(|other| other == id) && value < case.value(here, None) + LEAST_STEP
    {
        return finish(judge, id, here, choices);
    }
    let steps = reach.steps(p, goal).unwrap_or_default();
    let Some(choice) = toward(judge, id, &steps, choices) else {
        return finish(judge, id, here, choices);
    };
    *route = Route::after_first(p, mover, steps);
    choice
}

/// The choice for the first of the steps to a goal. They are listed with the squares they lead to, the last one first.
pub fn toward(judge: &Judge<'_>, id: Id, steps: &[(Compass, Cell)], choices: &[Choice]) -> Option<Choice> {
    let &(direction, next) = steps.last()?;
    let leave = Choice::Leave(direction);
    if steps.len() == 1 && judge.field.shelter(id, next) > 0 && choices.contains(&leave) {
        return Some(leave);
    }
    Some(Choice::Step(direction)).filter(|step| choices.contains(step))
}

fn out_of_overrun(case: &Case<'_>, here: Cell, choices: &[Choice]) -> Choice {
    let value = |choice: &Choice| match choice {
        Choice::Step(direction) | Choice::Leave(direction) => case.value(here.step(*direction), None),
        _ => f64::NEG_INFINITY,
    };
    let best = choices.iter().max_by(|a, b| value(a).total_cmp(&value(b)));
    best.copied().unwrap_or(Choice::Halt)
}

/// Turns to the best facing, then halts.
fn finish(judge: &Judge<'_>, id: Id, here: Cell, choices: &[Choice]) -> Choice {
    let now = judge.field.p.forces.stand(id).facing;
    let facing = match facings(judge, id, here) {
        Some([(facing, best), (_, current)]) => {
            let gain = (best.attack - best.danger) - (current.attack - current.danger);
            (gain > LEAST_TURN).then_some(facing)
        }
        None => toward_enemy(judge.field, here)
            .filter(|wanted| ![0, 1, 7].contains(&((*wanted as i8 - now as i8).rem_euclid(8)))),
    };
    facing.map(Choice::Turn).filter(|turn| choices.contains(turn)).unwrap_or(Choice::Halt)
}

/// The least gain for which a stand turns.
pub const LEAST_TURN: f64 = 0.3;

/// The best facing of a stand on a square and its present one, with the fire on each; `None` if there is no fire.
pub fn facings(judge: &Judge<'_>, id: Id, here: Cell) -> Option<[(Compass, danger::Square); 2]> {
    let now = judge.field.p.forces.stand(id).facing;
    let best = judge.square(id, here, None);
    Some([(best.facing?, best), (now, judge.square(id, here, Some(now)))])
}

/// The direction of the nearest enemy.
fn toward_enemy(field: &Field<'_>, here: Cell) -> Option<Compass> {
    let nearest = field.enemies.iter().min_by_key(|&&(_, at)| crate::board::distance_squared(here, at));
    nearest.and_then(|&(_, at)| Compass::between(here, at))
}

/// The facing of a stand just unloaded: toward the nearest enemy.
pub fn face(field: &Field<'_>, id: Id, choices: &[Choice]) -> Option<Choice> {
    let here = field.p.forces.cell(id)?;
    toward_enemy(field, here).map(Choice::Turn).filter(|turn| choices.contains(turn))
}

/// The gain from moving with this posture: the value at its goal above the value now.
pub fn prospect(case: &Case<'_>, posture: Posture) -> Option<(f64, Cell)> {
    let (field, id) = (case.judge.field, case.id);
    let p = field.p;
    let points = Quarters::from(p.battle.unit(id).pace().0);
    let points = if posture == Posture::FireMove { points / 2 } else { points };
    let quarters = points * 4 - p.forces.stand(id).spent;
    if quarters <= 0 {
        return None;
    }
    let reach = Reach::of(field, id, quarters, true)?;
    let (goal, value) = goal(case, &reach.cells, |_| Some(0.0))?;
    Some((value, goal))
}
