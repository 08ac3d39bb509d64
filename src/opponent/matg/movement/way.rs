//! The distance to the enemy: the way from every square to the nearest of some others, measured once and
//! updated when those move.

use std::rc::Rc;

use crate::board::{Cell, Square};
use crate::rules::matg::catalog::Mode;
use crate::rules::matg::state::position::Id;

use crate::opponent::matg::kept::queue::Queue;
use crate::opponent::matg::kept::terrain_tables::TerrainTables;
use crate::opponent::matg::value::field::Field;

/// Armour with this defence is hard to kill.
const TOUGH: u8 = 6;

/// Longer than any way.
pub const FAR: i32 = 30_000;

/// Movement points, in quarters, from every square to the nearest of some squares, for a movement class.
#[derive(Clone)]
pub struct Way {
    width: i16,
    to: Vec<Cell>,
    costs: Vec<i32>,
    /// The next square of each way, by index; itself at the end.
    via: Vec<u16>,
}

/// The state of the way from a square.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Fate {
    Unknown,
    Stands,
    Lost,
}

impl Way {
    /// The way of a stand to its objective.
    pub fn on_task(field: &Field<'_>, id: Id) -> Rc<Self> {
        let mode = field.p.battle.unit(id).pace().1;
        match field.tasks.squares(id) {
            Some(squares) => field.memory().way(field.p, mode, squares),
            None => Self::to_enemy(field, mode),
        }
    }

    /// The way to the enemy for a movement class. Vehicles do not drive at infantry, which they hardly hurt,
    /// and late in the battle not at tanks while there are easier targets.
    pub fn to_enemy(field: &Field<'_>, mode: Mode) -> Rc<Self> {
        let p = field.p;
        let hunts = field.over() > field.weights.hunt;
        let prey = |id: Id| {
            let kind = &p.battle.unit(id).kind;
            let tough = hunts && kind.armoured && kind.defence >= TOUGH;
            mode != Mode::Foot && !p.battle.unit(id).is_personnel() && !tough
        };
        let cells = |wanted: &dyn Fn(Id) -> bool| -> Vec<Cell> {
            field.enemies.iter().filter(|&&(id, _)| wanted(id)).map(|&(_, cell)| cell).collect()
        };
        let kinds: [&dyn Fn(Id) -> bool; 3] = [&prey, &|id| !p.battle.unit(id).is_unarmed(), &|_| true];
        let to = kinds.into_iter().map(cells).find(|to| !to.is_empty()).unwrap_or_default();
        field.memory().way(p, mode, &to)
    }

    /// Measures the way to the nearest of some squares.
    pub fn measured(
        (grid, terrain_tables, mode): (Square, &TerrainTables, Mode),
        to: &[Cell],
        queue: &mut Queue,
    ) -> Self {
        let area = grid.area();
        let mut way = Self {
            width: i16::from(grid.width),
            to: to.to_vec(),
            costs: vec![FAR; area],
            via: vec![0; area],
        };
        queue.begin();
        for &end in to {
            way.end_at(grid.index(end));
            queue.put(0, grid.index(end));
        }
        way.search(grid, terrain_tables, mode, queue);
        way
    }

    /// The same to other squares, after terrain changed on some. Only ways that led to a dropped square or
    /// over a changed one are measured again, and those that are now shorter.
    #[must_use]
    pub fn updated(
        &self,
        (grid, terrain_tables, mode): (Square, &TerrainTables, Mode),
        to: &[Cell],
        ground: &[usize],
        queue: &mut Queue,
    ) -> Self {
        let mut fate = vec![Fate::Unknown; grid.area()];
        for &end in &self.to {
            fate[grid.index(end)] = if to.contains(&end) { Fate::Stands } else { Fate::Lost };
        }
        ground.iter().for_each(|&index| fate[index] = Fate::Lost);
        let mut way = Self { to: to.to_vec(), ..self.clone() };
        let mut lost = Vec::new();
        for index in 0..grid.area() {
            let led = self.costs[index] < FAR;
            if fate[index] == Fate::Lost || (led && self.fate_of(index, &mut fate) == Fate::Lost) {
                way.costs[index] = FAR;
                lost.push(index);
            }
        }
        queue.begin();
        for index in to.iter().map(|&end| grid.index(end)) {
            if way.costs[index] != 0 {
                way.end_at(index);
                queue.put(0, index);
            }
        }
        // From here on, squares next to lost ones note whether they are queued.
        for index in lost {
            grid.each_beside(index, |next, _| {
                if way.costs[next] < FAR && fate[next] != Fate::Lost {
                    fate[next] = Fate::Lost;
                    queue.put(way.costs[next], next);
                }
            });
        }
        way.search(grid, terrain_tables, mode, queue);
        way
    }

    /// Follows the way from a square until its state is known, and records it for all squares on it.
    fn fate_of(&self, index: usize, fate: &mut [Fate]) -> Fate {
        let mut at = index;
        while fate[at] == Fate::Unknown {
            at = usize::from(self.via[at]);
        }
        let known = fate[at];
        let mut at = index;
        while fate[at] == Fate::Unknown {
            fate[at] = known;
            at = usize::from(self.via[at]);
        }
        known
    }

    fn end_at(&mut self, index: usize) {
        (self.costs[index], self.via[index]) = (0, index as u16);
    }

    /// Extends the ways from the queued squares to their neighbours where that is shorter.
    fn search(&mut self, grid: Square, terrain_tables: &TerrainTables, mode: Mode, queue: &mut Queue) {
        let entering = terrain_tables.entering(mode);
        while let Some((cost, index)) = queue.take() {
            if cost > self.costs[index] {
                continue;
            }
            let [field, by_road] = entering[index];
            // An enemy may be where this class cannot move: it can still be approached.
            let field = if cost == 0 { field.min(8) } else { field };
            let road = if terrain_tables.has_road(index) { by_road.min(field) } else { field };
            let [field, road] = [field, road].map(|inch| [inch, inch + inch / 2]);
            grid.each_beside(index, |origin, aslant| {
                let inch = if terrain_tables.has_road(origin) { road } else { field };
                // A way of FAR is never shorter.
                let then = cost + inch[usize::from(aslant)];
                if then < self.costs[origin] {
                    (self.costs[origin], self.via[origin]) = (then, index as u16);
                    queue.put(then, origin);
                }
            });
        }
    }

    /// The squares it leads to.
    pub fn to(&self) -> &[Cell] {
        &self.to
    }

    /// How many squares would have to be added or dropped to lead to these.
    pub fn turns(&self, to: &[Cell]) -> usize {
        let strange =
            |these: &[Cell], those: &[Cell]| these.iter().filter(|end| !those.contains(end)).count();
        strange(to, &self.to) + strange(&self.to, to)
    }

    /// The distance from a square in quarters; [`FAR`] if there is no way.
    pub fn from(&self, cell: Cell) -> i32 {
        self.costs[(cell.y * self.width + cell.x) as usize]
    }

    /// Whether two ways are equally long from everywhere, for tests.
    #[cfg(test)]
    pub fn is_as_long_as(&self, other: &Self) -> bool {
        self.costs == other.costs
    }
}
