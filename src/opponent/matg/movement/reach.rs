//! The squares that a stand can reach, and the routes there, kept until something along them changes.

use std::ops::Range;
use std::rc::Rc;

use crate::board::{Cell, Compass, Square};
use crate::game::Side;
use crate::rules::matg::ground::terrain::{Quarters, Terrain};
use crate::rules::matg::state::position::{Holder, Id, Position};

use crate::opponent::matg::kept::step_costs::{self, BARRED, StandCosts};
use crate::opponent::matg::value::field::Field;

/// The searches kept per stand: with the whole allowance, with half of it, and one from its present square
/// while moving.
const KEPT: usize = 3;

/// The squares in reach of a stand, with the movement left there and the routes.
pub struct Reach {
    travel: Rc<Travel>,
    /// The squares where the stand could halt, its start included.
    pub cells: Vec<Cell>,
}

impl Reach {
    /// The squares that a stand can reach with this much movement. `fresh`: it has not moved yet and may
    /// always make one step (8.3.2).
    pub fn of(field: &Field<'_>, id: Id, quarters: Quarters, fresh: bool) -> Option<Self> {
        let (p, grid) = (field.p, field.p.battle.grid);
        let start = p.forces.cell(id)?;
        let task = Task {
            start,
            quarters: quarters.max(0),
            fresh,
            off_road: p.forces.stand(id).off_road,
            dismounted: p.forces.stand(id).dismounted,
        };
        let memory = field.memory();
        let mut travels = memory.travels.borrow_mut();
        let travel =
            travels.kept(id, task).filter(|_| !step_costs::crosses_water(p, id)).unwrap_or_else(|| {
                let mut inches = memory.inches.borrow_mut();
                let purse = inches.of(p, id);
                let travel = Rc::new(Travel::over(p, id, task, purse, &mut travels.waiting));
                travels.keep(id, task, Rc::clone(&travel));
                travel
            });
        let here = grid.index(start);
        let free = |&&index: &&u16| {
            let index = usize::from(index);
            p.forces.holders()[index].id().is_none_or(|holder| holder == id) || index == here
        };
        let cells = travel.passed.iter().filter(free).map(|&index| grid.cell(usize::from(index))).collect();
        Some(Self { travel, cells })
    }

    /// Whether it agrees with a new search, for tests.
    #[cfg(test)]
    pub fn matches_rebuild(&self, p: &Position, id: Id, quarters: Quarters) -> bool {
        let stand = p.forces.stand(id);
        let (start, off_road, dismounted) = (self.travel.start, stand.off_road, stand.dismounted);
        let task = Task { start, quarters, fresh: true, off_road, dismounted };
        let mut inches = step_costs::StepCosts::default();
        let anew = Travel::over(p, id, task, inches.of(p, id), &mut Vec::new());
        (&anew.left, &anew.came, &anew.passed) == (&self.travel.left, &self.travel.came, &self.travel.passed)
    }

    /// The movement left on a square in reach.
    pub fn left(&self, p: &Position, cell: Cell) -> Quarters {
        self.travel.left[p.battle.grid.index(cell)]
    }

    /// The steps to a square with the squares they lead to, the last one first.
    pub fn steps(&self, p: &Position, goal: Cell) -> Option<Vec<(Compass, Cell)>> {
        let (mut cell, mut steps) = (goal, Vec::new());
        while cell != self.travel.start {
            let direction = self.travel.came[p.battle.grid.index(cell)]?;
            steps.push((direction, cell));
            cell = cell.step(direction.opposite());
        }
        Some(steps)
    }
}

/// The start of a search: what the stand has left, and how it moves.
#[derive(Copy, Clone, PartialEq, Eq)]
struct Task {
    start: Cell,
    quarters: Quarters,
    fresh: bool,
    off_road: bool,
    dismounted: bool,
}

/// The squares that a stand can pass; friendly stands do not block.
struct Travel {
    start: Cell,
    /// The movement left, by index; negative where it cannot go.
    left: Vec<Quarters>,
    came: Vec<Option<Compass>>,
    /// The squares it can pass, in board order.
    passed: Vec<u16>,
}

impl Travel {
    fn over(
        p: &Position,
        id: Id,
        task: Task,
        mut purse: StandCosts<'_>,
        waiting: &mut Vec<Vec<u16>>,
    ) -> Self {
        let grid = p.battle.grid;
        let Task { start, quarters, fresh, .. } = task;
        let (mut left, mut came) = (vec![-1; grid.area()], vec![None; grid.area()]);
        // Squares by the movement left there, from most to none.
        if waiting.len() <= quarters as usize {
            waiting.resize(quarters as usize + 1, Vec::new());
        }
        // The index offset of each direction; steps off the board are barred.
        let width = isize::from(grid.width);
        let steps = Compass::ALL.map(|direction| {
            let (x, y) = direction.delta();
            isize::from(y) * width + isize::from(x)
        });
        let enemies = p.battle.ids(p.battle.side(id).other());
        left[grid.index(start)] = quarters;
        waiting[quarters as usize].push(grid.index(start) as u16);
        for rest in (0..=quarters).rev() {
            // Among squares with equal movement left, the last in board order, so that ties always resolve
            // the same way.
            waiting[rest as usize].sort_unstable();
            while let Some(index) = waiting[rest as usize].pop().map(usize::from) {
                if rest < left[index] {
                    continue;
                }
                let cell = grid.cell(index);
                if rest == 0 || (cell != start && p.field.halts_on(id, cell).is_some()) {
                    continue;
                }
                for (toward, [road, over]) in purse.around(cell, index).into_iter().enumerate() {
                    let cost = if road != BARRED && road <= rest { road } else { over };
                    // The first step is always possible, but not diagonally (8.3.2).
                    let first = fresh && cell == start && toward % 2 == 0;
                    if cost == BARRED || (cost > rest && !first) {
                        continue;
                    }
                    let then = (rest - cost).max(0);
                    let next = index.wrapping_add_signed(steps[toward]);
                    if then > left[next] && !is_barred(p, &enemies, next) {
                        left[next] = then;
                        came[next] = Some(Compass::ALL[toward]);
                        waiting[then as usize].push(next as u16);
                    }
                }
            }
        }
        let passed = (0..grid.area()).filter(|&index| left[index] >= 0).map(|index| index as u16).collect();
        Self { start, left, came, passed }
    }

    /// Whether the search touches a square or one next to it.
    fn meets(&self, grid: Square, index: usize) -> bool {
        let gets = |index: usize| self.left[index] >= 0;
        gets(index) || grid.neighbours(grid.cell(index)).any(|(_, next)| gets(grid.index(next)))
    }
}

/// Squares that the route avoids: enemies and impact zones.
fn is_barred(p: &Position, enemies: &Range<Id>, index: usize) -> bool {
    p.field.ground[index].has(Terrain::ImpactZone)
        || p.forces.holders()[index].id().is_some_and(|id| enemies.contains(&id))
}

/// The searches known so far.
#[derive(Default)]
pub struct Travels {
    /// By stand, the latest first.
    kept: Vec<Vec<(Task, Rc<Travel>)>>,
    holder: Vec<Holder>,
    /// Buffers for a search, empty in between.
    waiting: Vec<Vec<u16>>,
}

impl Travels {
    /// Updates to a position and forgets what may have changed. `ground`: squares with new terrain;
    /// `rebuilt`: works have changed costs anywhere.
    pub fn mend(&mut self, p: &Position, side: Side, ground: &[usize], rebuilt: bool) {
        let grid = p.battle.grid;
        if rebuilt || self.holder.len() != p.forces.holders().len() {
            self.kept = vec![Vec::new(); p.forces.stands.len()];
            p.forces.holders().clone_into(&mut self.holder);
            return;
        }
        let mut changed = ground.to_vec();
        if self.holder.as_slice() != p.forces.holders() {
            let enemy = |holder: Holder| holder.id().is_some_and(|id| p.battle.side(id) != side);
            let moved = |&index: &usize| {
                let (before, now) = (self.holder[index], p.forces.holders()[index]);
                before != now && (enemy(before) || enemy(now))
            };
            changed.extend((0..p.forces.holders().len()).filter(moved));
            p.forces.holders().clone_into(&mut self.holder);
        }
        if !changed.is_empty() {
            let stands = |travel: &Travel| !changed.iter().any(|&index| travel.meets(grid, index));
            self.kept.iter_mut().for_each(|kept| kept.retain(|(_, travel)| stands(travel)));
        }
    }

    fn kept(&self, id: Id, task: Task) -> Option<Rc<Travel>> {
        let kept = self.kept[usize::from(id)].iter().find(|(its, _)| *its == task);
        kept.map(|(_, travel)| Rc::clone(travel))
    }

    fn keep(&mut self, id: Id, task: Task, travel: Rc<Travel>) {
        let kept = &mut self.kept[usize::from(id)];
        kept.truncate(KEPT - 1);
        kept.insert(0, (task, travel));
    }
}
