//! The map: the terrain and height of every square.

use std::sync::Arc;

use crate::board::{Cell, Compass, Square};
use crate::rules::matg::ground::terrain::Ground;

/// The highest level the height map can show.
const TOP: i8 = 9;

/// The terrain and height of every square.
///
/// Invariant: both lists have one entry for each square of the grid.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Map {
    pub(super) grid: Square,
    pub(super) ground: Arc<Vec<Ground>>,
    pub(super) levels: Arc<Vec<i8>>,
}

impl Map {
    /// Whether the square is on the map.
    pub(super) fn contains(&self, cell: Cell) -> bool {
        self.grid.contains(cell)
    }

    /// The terrain of a square on the map.
    pub(super) fn ground(&self, cell: Cell) -> Ground {
        self.ground[self.grid.index(cell)]
    }

    /// The height of a square on the map, in levels.
    pub(super) fn level(&self, cell: Cell) -> i8 {
        self.levels[self.grid.index(cell)]
    }

    /// The square in the middle.
    pub(super) fn middle(&self) -> Cell {
        Cell::new(i16::from(self.grid.width) / 2, i16::from(self.grid.height) / 2)
    }

    /// The squares within so many inches of an edge.
    pub(super) fn strip(&self, edge: Compass, depth: i16) -> Vec<Cell> {
        self.grid.cells().filter(|&cell| self.grid.from_edge(edge, cell) < depth).collect()
    }

    /// Changes the terrain of a square.
    pub(super) fn change(&mut self, cell: Cell, to: impl Fn(Ground) -> Ground) {
        if self.contains(cell) {
            let index = self.grid.index(cell);
            let ground = &mut Arc::make_mut(&mut self.ground)[index];
            *ground = to(*ground);
        }
    }

    /// Raises or lowers cells.
    pub(super) fn raise(&mut self, cells: &[Cell], by: i8) -> Result<String, String> {
        let mut told = None;
        let grid = self.grid;
        for &cell in cells.iter().filter(|&&cell| grid.contains(cell)) {
            let index = self.grid.index(cell);
            let level = &mut Arc::make_mut(&mut self.levels)[index];
            *level = level.saturating_add(by).clamp(0, TOP);
            told = Some(*level);
        }
        match told {
            Some(level) if cells.len() == 1 => {
                Ok(format!("Level {level}, about {} metres.", i32::from(level) * 10))
            }
            Some(_) => {
                Ok(format!("{} squares are {}.", cells.len(), if by < 0 { "lowered" } else { "raised" }))
            }
            None => Err("Choose a square on the map first.".to_owned()),
        }
    }

    /// Resizes the map; the south-western corner stays in place.
    pub(super) fn resize(&mut self, width: u8, height: u8) {
        let (from, to) = (self.grid, Square { width, height });
        let (ground, levels) = (Arc::clone(&self.ground), Arc::clone(&self.levels));
        let old = |cell: Cell| from.contains(cell).then(|| from.index(cell));
        let cells: Vec<Cell> = to.cells().collect();
        self.ground =
            Arc::new(cells.iter().map(|&cell| old(cell).map_or(Ground::CLEAR, |at| ground[at])).collect());
        self.levels = Arc::new(cells.iter().map(|&cell| old(cell).map_or(0, |at| levels[at])).collect());
        self.grid = to;
    }
}
