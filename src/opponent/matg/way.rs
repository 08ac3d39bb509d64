//! How far the enemy is: the way from every square to the nearest of some others, measured once over the whole
//! board and mended where those others have moved.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::rc::Rc;

use crate::board::{Cell, Square};
use crate::rules::matg::catalog::Mode;
use crate::rules::matg::state::position::Id;

use super::field::Field;
use super::lie::Lie;
use super::queue::Queue;

/// Farther than any way.
pub const FAR: i32 = 30_000;

/// Movement points, in quarters, from every square to the nearest of some squares, for a way of moving.
#[derive(Clone)]
pub struct Way {
    width: i16,
    to: Vec<Cell>,
    costs: Vec<i32>,
    /// Where each way ends, both by index; of squares without a way nothing.
    ends: Vec<u16>,
}

impl Way {
    /// The way of a stand on its errand.
    pub fn on_errand(field: &Field<'_>, id: Id) -> Rc<Self> {
        let mode = field.p.unit(id).pace().1;
        match field.errands.squares(id) {
            Some(squares) => field.memory().way(field.p, mode, squares),
            None => Self::to_enemy(field, mode),
        }
    }

    /// The way to the enemy for stands that move in a mode.
    pub fn to_enemy(field: &Field<'_>, mode: Mode) -> Rc<Self> {
        let p = field.p;
        let fighting = |&&(id, _): &&(Id, Cell)| !p.unit(id).is_unarmed();
        let mut to: Vec<Cell> = field.enemies.iter().filter(fighting).map(|&(_, cell)| cell).collect();
        if to.is_empty() {
            to = field.enemies.iter().map(|&(_, cell)| cell).collect();
        }
        field.memory().way(p, mode, &to)
    }

    /// Measures the way to the nearest of some squares.
    pub fn measured(grid: Square, lie: &Lie, mode: Mode, to: &[Cell], queue: &mut Queue) -> Self {
        let area = grid.area();
        let mut way = Self {
            width: i16::from(grid.width),
            to: to.to_vec(),
            costs: vec![FAR; area],
            ends: vec![0; area],
        };
        queue.begin();
        for &end in to {
            way.end_at(grid.index(end));
            queue.put(0, grid.index(end));
        }
        while let Some((cost, index)) = queue.take() {
            way.spread(grid, lie, mode, (cost, index), |cost, next| queue.put(cost, next));
        }
        way
    }

    /// The same over the same ground to other squares. Only what led to squares that are no longer among them is
    /// measured again, and what is nearer to the new ones.
    #[must_use]
    pub fn redirected(&self, grid: Square, lie: &Lie, mode: Mode, to: &[Cell]) -> Self {
        let mut way = Self { to: to.to_vec(), ..self.clone() };
        let left: Vec<u16> =
            self.to.iter().filter(|end| !to.contains(end)).map(|&end| grid.index(end) as u16).collect();
        let lost = |&index: &usize| self.costs[index] < FAR && left.contains(&self.ends[index]);
        let lost: Vec<usize> = (0..self.costs.len()).filter(lost).collect();
        for &index in &lost {
            way.costs[index] = FAR;
        }
        let around = lost.iter().flat_map(|&index| grid.neighbours(grid.cell(index)));
        let mut open: Vec<usize> = around.map(|(_, next)| grid.index(next)).collect();
        for &end in to.iter().filter(|end| !self.to.contains(end)) {
            way.end_at(grid.index(end));
            open.push(grid.index(end));
        }
        open.sort_unstable();
        open.dedup();
        let known = open.into_iter().filter(|&index| way.costs[index] < FAR);
        let mut waiting: BinaryHeap<_> = known.map(|index| Reverse((way.costs[index], index))).collect();
        while let Some(Reverse(nearest)) = waiting.pop() {
            way.spread(grid, lie, mode, nearest, |cost, next| waiting.push(Reverse((cost, next))));
        }
        way
    }

    fn end_at(&mut self, index: usize) {
        (self.costs[index], self.ends[index]) = (0, index as u16);
    }

    /// Leads the ways of the squares around one over it, where that is shorter, and `put`s those where it is.
    fn spread(
        &mut self,
        grid: Square,
        lie: &Lie,
        mode: Mode,
        (cost, index): (i32, usize),
        mut put: impl FnMut(i32, usize),
    ) {
        if cost > self.costs[index] {
            return;
        }
        let [field, by_road] = lie.entering(mode)[index];
        // An enemy may stand where this mode cannot go: it can still be closed with.
        let field = if cost == 0 { field.min(8) } else { field };
        let road = if lie.has_road(index) { by_road.min(field) } else { field };
        for (direction, from) in grid.neighbours(grid.cell(index)) {
            let origin = grid.index(from);
            let inch = if lie.has_road(origin) { road } else { field };
            if inch >= FAR {
                continue;
            }
            let inch = if direction.is_diagonal() { inch + inch / 2 } else { inch };
            if cost + inch < self.costs[origin] {
                (self.costs[origin], self.ends[origin]) = (cost + inch, self.ends[index]);
                put(cost + inch, origin);
            }
        }
    }

    /// The squares that it leads to.
    pub fn to(&self) -> &[Cell] {
        &self.to
    }

    /// How many squares it would have to be led to, or away from, to lead to these.
    pub fn turns(&self, to: &[Cell]) -> usize {
        let strange =
            |these: &[Cell], those: &[Cell]| these.iter().filter(|end| !those.contains(end)).count();
        strange(to, &self.to) + strange(&self.to, to)
    }

    /// Quarters to go from a square; [`FAR`] where there is no way.
    pub fn from(&self, cell: Cell) -> i32 {
        self.costs[(cell.y * self.width + cell.x) as usize]
    }

    /// Whether two ways are as long from everywhere: for the tests of what is kept.
    #[cfg(test)]
    pub fn is_as_long_as(&self, other: &Self) -> bool {
        self.costs == other.costs
    }
}
