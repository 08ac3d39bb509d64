//! What a view says of each cell, in a table: the map asks for it many times a frame, and it changes only with the view.

use std::collections::{HashMap, HashSet};

use super::theme::Role;
use crate::board::{Cell, Edge, Grid};
use crate::game::View;
use crate::game::view::{Family, GoalView, MarkerKind};

/// Table entry for "none".
const NONE: u16 = u16::MAX;

/// What a view says of a cell.
#[derive(Copy, Clone)]
pub struct CellFacts {
    /// The family of its terrain, ignoring a road through it.
    pub family: Family,
    /// The tint of its terrain.
    pub ground: Role,
    /// Its level.
    pub level: i8,
    line: u16,
    goal: u16,
    /// There is a piece in it.
    pub occupied: bool,
    /// There is a marker in it that is not an objective.
    pub marked: bool,
    /// The flag of an objective stands in it.
    pub flag: bool,
    /// Units can be set up in it.
    pub in_zone: bool,
    /// A wall, a hedge, a border or the like runs along one of its sides.
    pub has_edge: bool,
}

/// A cell outside the map.
const NOWHERE: CellFacts = CellFacts {
    family: Family::Clear,
    ground: Role::Ground,
    level: 0,
    line: NONE,
    goal: NONE,
    occupied: false,
    marked: false,
    flag: false,
    in_zone: false,
    has_edge: false,
};

impl CellFacts {
    /// The road or stream through it, as an index into the board's lines.
    pub fn line(self) -> Option<usize> {
        (self.line != NONE).then_some(usize::from(self.line))
    }

    /// The objective that it belongs to, as an index into the board's objectives.
    pub fn goal(self) -> Option<usize> {
        (self.goal != NONE).then_some(usize::from(self.goal))
    }
}

/// The facts of every cell of a grid.
#[derive(Default)]
pub struct Cells {
    grid: Grid,
    facts: Vec<CellFacts>,
}

impl Cells {
    /// Sorts a view by cell, with the pieces and the features along edges that are known already.
    pub fn of(view: &View, at: &HashMap<Cell, Vec<usize>>, edges: &HashMap<Edge, Option<u16>>) -> Self {
        let board = &view.board;
        let mut cells = Self { grid: board.grid, facts: vec![NOWHERE; board.grid.area()] };
        for (n, line) in (0..NONE).zip(&board.lines) {
            cells.note(line.cell, |facts| facts.line = n);
        }
        for (n, goal) in (0..NONE).zip(&board.goals) {
            goal.cells.iter().for_each(|cell| cells.note(*cell, |facts| facts.goal = n));
        }
        at.keys().for_each(|cell| cells.note(*cell, |facts| facts.occupied = true));
        view.zone.iter().for_each(|cell| cells.note(*cell, |facts| facts.in_zone = true));
        for marker in view.markers.iter().filter(|marker| marker.kind != MarkerKind::Goal) {
            cells.note(marker.cell, |facts| facts.marked = true);
        }
        for edge in edges.keys() {
            cells.note(edge.cell, |facts| facts.has_edge = true);
            cells.note(board.grid.across(*edge), |facts| facts.has_edge = true);
        }
        // The row above the middle of a region has its name.
        let named: HashSet<Cell> = board.regions.iter().map(|region| region.at).collect();
        for cell in board.goals.iter().filter_map(|goal| middle(goal, &named)) {
            cells.note(cell, |facts| facts.flag = true);
        }
        for cell in board.grid.cells() {
            cells.note(cell, |facts| {
                if let Some(ground) = board.ground(cell) {
                    let lined = ground.family == Family::Road && facts.line != NONE;
                    facts.family = if lined { ground.ground_family() } else { ground.family };
                }
                facts.level = board.level(cell);
                facts.ground = Role::tint(facts.family, facts.level);
            });
        }
        cells
    }

    fn note(&mut self, cell: Cell, set: impl FnOnce(&mut CellFacts)) {
        if self.grid.contains(cell) {
            set(&mut self.facts[self.grid.index(cell)]);
        }
    }

    /// The facts of a cell; outside the map there is nothing but open ground.
    pub fn get(&self, cell: Cell) -> CellFacts {
        let index = self.grid.contains(cell).then(|| self.grid.index(cell));
        index.and_then(|index| self.facts.get(index)).copied().unwrap_or(NOWHERE)
    }
}

/// The cell of an objective nearest to its middle, if possible not in the row with the name of its region.
fn middle(goal: &GoalView, named: &HashSet<Cell>) -> Option<Cell> {
    let count = i32::try_from(goal.cells.len()).ok().filter(|count| *count > 0)?;
    let sum = goal.cells.iter().fold((0, 0), |(x, y), cell| (x + i32::from(cell.x), y + i32::from(cell.y)));
    let far = |cell: &&Cell| {
        let (x, y) = (i32::from(cell.x) * count - sum.0, i32::from(cell.y) * count - sum.1);
        x * x + y * y
    };
    let names = goal.cells.iter().find(|cell| named.contains(cell)).map(|cell| cell.y + 1);
    goal.cells.iter().min_by_key(|cell| (Some(cell.y) == names, far(cell))).copied()
}
