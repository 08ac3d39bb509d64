//! Where a stand goes this turn, and the next inch of its way there.
//!
//! Every inch is thought anew: the goal is the best square still within reach, by a measure that does not
//! depend on how far the stand has come, so the same goal is found again until it is reached.

use std::collections::BinaryHeap;

use crate::board::{Cell, Compass};
use crate::rules::matg::ground::terrain::{Quarters, Terrain};
use crate::rules::matg::movement::mover::Mover;
use crate::rules::matg::state::choice::{Choice, Posture};
use crate::rules::matg::state::position::{Id, NOBODY, Position};

use super::danger::Judge;
use super::field::Field;
use super::plan::Way;
use super::{assault, transport};

/// Squares weighed with lines of sight, of all within reach: the most promising at first sight.
const WEIGHED: usize = 110;

/// Squares within reach of a stand, with what is left there and the way to them.
pub struct Reach {
    start: Cell,
    left: Vec<Quarters>,
    came: Vec<Option<Compass>>,
    /// The squares where the stand could halt, its start among them.
    pub cells: Vec<Cell>,
}

impl Reach {
    /// What a stand can reach from a square with so many quarters. `fresh`: it has not moved yet and may
    /// always make one inch (8.3.2).
    pub fn of(p: &Position, id: Id, start: Cell, quarters: Quarters, fresh: bool) -> Self {
        let grid = p.battle.grid;
        let mut left = vec![-1; grid.area()];
        let mut came = vec![None; grid.area()];
        let mut heap = BinaryHeap::new();
        left[grid.index(start)] = quarters;
        heap.push((quarters, grid.index(start)));
        let mut cells = Vec::new();
        while let Some((rest, index)) = heap.pop() {
            if rest < left[index] {
                continue;
            }
            let cell = grid.cell(index);
            if cell == start || p.holder[index] == NOBODY || p.holder[index] == id {
                cells.push(cell);
            }
            if rest <= 0 || (cell != start && p.halts_on(id, cell).is_some()) {
                continue;
            }
            for direction in Compass::ALL {
                let to = cell.step(direction);
                if !grid.contains(to) || is_barred(p, id, to) {
                    continue;
                }
                let road = p.inch(id, cell, direction, true).filter(|inch| inch.cost <= rest);
                let Some(inch) = road.or_else(|| p.inch(id, cell, direction, false)) else { continue };
                let mut then = rest - inch.cost;
                if then < 0 {
                    if !(fresh && cell == start && !direction.is_diagonal()) {
                        continue;
                    }
                    then = 0;
                }
                let next = grid.index(to);
                if then > left[next] {
                    left[next] = then;
                    came[next] = Some(direction);
                    heap.push((then, next));
                }
            }
        }
        cells.sort_unstable_by_key(|&cell| grid.index(cell));
        cells.dedup();
        Self { start, left, came, cells }
    }

    /// What is left on a square within reach.
    pub fn left(&self, p: &Position, cell: Cell) -> Quarters {
        self.left[p.battle.grid.index(cell)]
    }

    /// The first step toward a square, and whether it is the last.
    pub fn first_step(&self, p: &Position, goal: Cell) -> Option<(Compass, bool)> {
        let (mut cell, mut steps) = (goal, 0);
        let mut first = None;
        while cell != self.start {
            let direction = self.came[p.battle.grid.index(cell)]?;
            first = Some(direction);
            cell = cell.step(direction.opposite());
            steps += 1;
        }
        first.map(|direction| (direction, steps == 1))
    }
}

/// Squares the way does not lead over: enemies and shell fire.
fn is_barred(p: &Position, id: Id, cell: Cell) -> bool {
    let ground = p.ground_at(cell);
    ground.has(Terrain::ImpactZone) || p.holder_of(cell).is_some_and(|other| p.side(other) != p.side(id))
}

/// The best square to halt on, and its value. `more` adds what else a square offers.
pub fn goal(
    judge: &Judge<'_>,
    id: Id,
    cells: &[Cell],
    way: &Way,
    more: impl Fn(Cell) -> Option<f64>,
) -> Option<(Cell, f64)> {
    let mut promising: Vec<(f64, Cell)> = cells
        .iter()
        .map(|&cell| {
            let shelter = f64::from(judge.field.shelter(id, cell).min(6));
            (judge.approach(id, cell, way) + shelter * 0.012 * judge.field.worth(id), cell)
        })
        .collect();
    promising.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    let mut best: Option<(Cell, f64)> = None;
    for (rank, &(_, cell)) in promising.iter().enumerate() {
        // Beyond the promising, a sample that is the same whatever else is within reach.
        if rank >= WEIGHED && (cell.x + 2 * cell.y) % 5 != 0 {
            continue;
        }
        let Some(extra) = more(cell) else { continue };
        let value = judge.value(id, cell, None, way) + extra;
        if best.is_none_or(|(_, most)| value > most + 1e-9) {
            best = Some((cell, value));
        }
    }
    best
}

/// The next thing a stand on its way does.
pub fn step(judge: &Judge<'_>, mover: &Mover, choices: &[Choice]) -> Choice {
    let p = judge.field.p;
    let id = mover.stand;
    let Some(here) = p.cell(id) else { return Choice::Halt };
    let way = Way::to_enemy(judge.field, p.unit(id).pace().1);
    if mover.over.is_some() {
        return out_of_overrun(judge, id, here, &way, choices);
    }
    if let Some(choice) = assault::on_the_move(judge, mover, choices) {
        return choice;
    }
    if p.overruns.iter().any(|&(attacker, _)| attacker == id) {
        return finish(judge, id, here, choices); // it stays beside whom it has overrun (8.7.1)
    }
    let fresh = mover.trail.is_empty();
    let reach = Reach::of(p, id, here, mover.left, fresh);
    if let Some(choice) = transport::set_down(judge, mover, &reach, &way, choices) {
        return choice;
    }
    let found = goal(judge, id, &reach.cells, &way, |_| Some(0.0));
    let Some((goal, value)) = found.filter(|&(goal, _)| goal != here) else {
        return finish(judge, id, here, choices);
    };
    if p.holder_of(here).is_none_or(|other| other == id) && value < judge.value(id, here, None, &way) + 0.25 {
        return finish(judge, id, here, choices);
    }
    toward(judge, id, &reach, goal, choices).unwrap_or_else(|| finish(judge, id, here, choices))
}

/// The choice that makes the first inch toward a goal.
pub fn toward(judge: &Judge<'_>, id: Id, reach: &Reach, goal: Cell, choices: &[Choice]) -> Option<Choice> {
    let (direction, last) = reach.first_step(judge.field.p, goal)?;
    let leave = Choice::Leave(direction);
    if last && judge.field.shelter(id, goal) > 0 && choices.contains(&leave) {
        return Some(leave);
    }
    Some(Choice::Step(direction)).filter(|step| choices.contains(step))
}

fn out_of_overrun(judge: &Judge<'_>, id: Id, here: Cell, way: &Way, choices: &[Choice]) -> Choice {
    let value = |choice: &Choice| match choice {
        Choice::Step(direction) | Choice::Leave(direction) => {
            judge.value(id, here.step(*direction), None, way)
        }
        _ => f64::NEG_INFINITY,
    };
    let best = choices.iter().max_by(|a, b| value(a).total_cmp(&value(b)));
    best.copied().unwrap_or(Choice::Halt)
}

/// Turns the front where it is wanted, then halts.
fn finish(judge: &Judge<'_>, id: Id, here: Cell, choices: &[Choice]) -> Choice {
    let p = judge.field.p;
    let now = p.stand(id).facing;
    let best = judge.square(id, here, None);
    let facing = match best.facing {
        Some(facing) => {
            let current = judge.square(id, here, Some(now));
            let gain = (best.attack - best.danger) - (current.attack - current.danger);
            (gain > 0.3).then_some(facing)
        }
        None => {
            let nearest =
                judge.field.enemies.iter().min_by_key(|&&(_, at)| crate::board::distance_squared(here, at));
            nearest
                .and_then(|&(_, at)| Compass::between(here, at))
                .filter(|wanted| ![0, 1, 7].contains(&((*wanted as i8 - now as i8).rem_euclid(8))))
        }
    };
    facing.map(Choice::Turn).filter(|turn| choices.contains(turn)).unwrap_or(Choice::Halt)
}

/// The front of a stand that was set down: toward the nearest enemy.
pub fn face(field: &Field<'_>, id: Id, choices: &[Choice]) -> Option<Choice> {
    let here = field.p.cell(id)?;
    let nearest = field.enemies.iter().min_by_key(|&&(_, at)| crate::board::distance_squared(here, at));
    let wanted = nearest.and_then(|&(_, at)| Compass::between(here, at)).map(Choice::Turn);
    wanted.filter(|turn| choices.contains(turn))
}

/// The value a stand could gain by moving with so much allowance: value now, and at its goal.
pub fn prospect(judge: &Judge<'_>, id: Id, posture: Posture, way: &Way) -> Option<(f64, Cell)> {
    let p = judge.field.p;
    let here = p.cell(id)?;
    let points = Quarters::from(p.unit(id).pace().0);
    let points = if posture == Posture::FireMove { points / 2 } else { points };
    let quarters = points * 4 - p.stand(id).spent;
    if quarters <= 0 {
        return None;
    }
    let reach = Reach::of(p, id, here, quarters, true);
    let (goal, value) = goal(judge, id, &reach.cells, way, |_| Some(0.0))?;
    Some((value, goal))
}
