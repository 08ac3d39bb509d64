//! The table as a map of square inches: terrain, levels, roads, and walls and hedges on edges.

use crate::board::{Cell, Compass, Square};
use crate::editor::{Flip, Look};
use crate::game::view::Family;
use crate::rules::panzertruppe::shown::ground_view;
use crate::rules::panzertruppe::state::{Edge, Kind, Terrain};
use crate::rules::panzertruppe::tables::Tables;

/// The straight directions, in which cells have edges.
pub(super) const STRAIGHT: [Compass; 4] = [Compass::N, Compass::E, Compass::S, Compass::W];

/// The table of a scenario.
#[derive(Clone, PartialEq, Debug)]
pub struct Table {
    pub(super) grid: Square,
    pub(super) ground: Vec<Terrain>,
    pub(super) levels: Vec<i8>,
    /// The eastern and the northern edge of each cell.
    pub(super) edges: Vec<[Edge; 2]>,
}

impl Table {
    /// Where an edge is kept: the index of its cell, and which of the two it is. None at the rim.
    fn place(&self, cell: Cell, side: Compass) -> Option<(usize, usize)> {
        let beyond = cell.step(side);
        if !self.grid.contains(cell) || !self.grid.contains(beyond) {
            return None;
        }
        match side {
            Compass::E => Some((self.grid.index(cell), 0)),
            Compass::N => Some((self.grid.index(cell), 1)),
            Compass::W => Some((self.grid.index(beyond), 0)),
            Compass::S => Some((self.grid.index(beyond), 1)),
            _ => None,
        }
    }

    /// What stands on an edge of a cell.
    pub(super) fn edge(&self, cell: Cell, side: Compass) -> Edge {
        self.place(cell, side).map_or(Edge::Open, |(index, half)| self.edges[index][half])
    }

    /// Puts something on an edge of a cell; nothing happens at the rim of the table.
    pub(super) fn set_edge(&mut self, cell: Cell, side: Compass, edge: Edge) {
        if let Some((index, half)) = self.place(cell, side) {
            self.edges[index][half] = edge;
        }
    }

    /// How a cell is drawn.
    pub(super) fn look(&self, cell: Cell) -> Look {
        let index = self.grid.index(cell);
        let ground = self.ground[index];
        let way = match ground {
            Terrain { bridge: Some(_), .. } => Some('#'),
            Terrain { road: true, .. } => Some('='),
            _ => None,
        };
        let under = Terrain { road: false, mines: false, ..ground };
        let view = ground_view(Tables::standard(), true, Terrain { bridge: None, ..under });
        let (glyph, family) = match ground.bridge {
            Some(_) if ground.kind == Kind::Clear => ('~', Family::Water),
            _ => (view.glyph, view.ground_family()),
        };
        Look {
            glyph,
            family,
            way,
            level: self.levels[index],
            work: ground.mines.then_some(('^', None)),
            piece: None,
            edges: [
                sign(self.edge(cell, Compass::E), ['|', 'I', '%', '>']),
                sign(self.edge(cell, Compass::S), ['-', '_', '%', '^']),
            ],
        }
    }

    /// A cell in words, with its rules.
    pub(super) fn about(&self, cell: Cell) -> Vec<String> {
        let index = self.grid.index(cell);
        let ground = self.ground[index];
        let view = ground_view(Tables::standard(), true, Terrain { mines: false, ..ground });
        let mut lines = vec![format!("{cell}: {}, level {}", view.name, self.levels[index])];
        lines.extend(view.effects);
        if ground.mines {
            lines.push("mined (33)".to_owned());
        }
        for side in STRAIGHT {
            let edge = self.edge(cell, side);
            if edge != Edge::Open {
                lines.push(format!("{} to the {side}", edge.name()));
            }
        }
        lines
    }

    /// Cuts the table off, or extends it by open ground to the east and north.
    pub(super) fn resize(&mut self, width: u8, height: u8) {
        let grid = Square { width, height };
        let mut to = Self {
            grid,
            ground: vec![Terrain::default(); grid.area()],
            levels: vec![0; grid.area()],
            edges: vec![[Edge::Open; 2]; grid.area()],
        };
        for cell in grid.cells().filter(|&cell| self.grid.contains(cell)) {
            let (index, from) = (grid.index(cell), self.grid.index(cell));
            to.ground[index] = self.ground[from];
            to.levels[index] = self.levels[from];
            for side in [Compass::E, Compass::N] {
                to.set_edge(cell, side, self.edge(cell, side));
            }
        }
        *self = to;
    }

    /// Mirrors or turns the table.
    pub(super) fn flip(&mut self, flip: Flip) {
        let before = self.clone();
        self.grid = flip.grid(before.grid);
        self.ground = flip.rearranged(before.grid, &before.ground);
        self.levels = flip.rearranged(before.grid, &before.levels);
        self.edges = vec![[Edge::Open; 2]; before.edges.len()];
        for cell in before.grid.cells() {
            for side in [Compass::E, Compass::N] {
                let edge = before.edge(cell, side);
                self.set_edge(flip.cell(before.grid, cell), flip.wind(side), edge);
            }
        }
    }
}

/// The sign of an edge among those of hedges, walls, hedgerows and cliffs.
const fn sign(edge: Edge, signs: [char; 4]) -> Option<char> {
    match edge {
        Edge::Open => None,
        Edge::Hedge => Some(signs[0]),
        Edge::Wall => Some(signs[1]),
        Edge::Hedgerow => Some(signs[2]),
        Edge::Cliff => Some(signs[3]),
    }
}
