//! The data for one frame of the map: the view, sorted by cell, and the look.

use std::collections::HashSet;

use super::canvas::Place;
use super::size::Size;
use crate::board::{Cell, Heading};
use crate::game::view::{GoalView, LineView, MarkerKind, MarkerView};
use crate::tui::game::Game;
use crate::tui::panes::Look;
use crate::tui::pointing::Only;
use crate::tui::theme::Role;

/// Table entry for "none".
const NONE: u16 = u16::MAX;

/// The game and its look, with lookup tables by cell.
pub struct Scene<'a> {
    pub game: &'a Game,
    pub look: Look<'a>,
    pub size: Size,
    lines: Vec<u16>,
    goals: Vec<u16>,
    markers: Vec<u16>,
    wanted: Option<HashSet<Cell>>,
}

/// A cell and the screen position of its upper left corner.
#[derive(Copy, Clone)]
pub struct Spot {
    pub cell: Cell,
    pub at: Place,
}

impl Spot {
    /// A position within the cell.
    pub fn place(self, column: u16, row: u16) -> Place {
        (self.at.0 + i32::from(column), self.at.1 + i32::from(row))
    }
}

impl<'a> Scene<'a> {
    /// Builds the tables for a frame.
    pub fn new(game: &'a Game, look: Look<'a>, size: Size) -> Self {
        let board = &game.view.board;
        let grid = board.grid;
        let table = |entries: &mut dyn Iterator<Item = (Cell, usize)>| {
            let mut table = vec![NONE; grid.area()];
            for (cell, number) in entries.filter(|(cell, _)| grid.contains(*cell)) {
                table[grid.index(cell)] = u16::try_from(number).unwrap_or(NONE);
            }
            table
        };
        let lines = table(&mut board.lines.iter().enumerate().map(|(n, line)| (line.cell, n)));
        let goals = table(
            &mut board
                .goals
                .iter()
                .enumerate()
                .flat_map(|(n, goal)| goal.cells.iter().map(move |cell| (*cell, n))),
        );
        let shown =
            game.view.markers.iter().enumerate().filter(|(_, marker)| marker.kind != MarkerKind::Goal);
        let markers = table(&mut shown.map(|(n, marker)| (marker.cell, n)));
        // Find out which options count once, not for every cell.
        let wanted = (game.only != Only::All).then(|| {
            let wanted = (0..game.choices.len()).filter(|&n| game.only.wants(&game.choices[n]));
            wanted.filter_map(|n| game.cell_of(n)).collect()
        });
        Self { game, look, size, lines, goals, markers, wanted }
    }

    fn entry(&self, table: &[u16], cell: Cell) -> Option<usize> {
        let grid = self.game.grid();
        let entry = grid.contains(cell).then(|| table[grid.index(cell)])?;
        (entry != NONE).then(|| usize::from(entry))
    }

    /// The road or stream through a cell.
    pub fn line(&self, cell: Cell) -> Option<&'a LineView> {
        self.entry(&self.lines, cell).and_then(|n| self.game.view.board.lines.get(n))
    }

    /// The objective that a cell belongs to.
    pub fn goal(&self, cell: Cell) -> Option<&'a GoalView> {
        self.goal_number(cell).and_then(|n| self.game.view.board.goals.get(n))
    }

    /// The number of the objective that a cell belongs to.
    pub fn goal_number(&self, cell: Cell) -> Option<usize> {
        self.entry(&self.goals, cell)
    }

    /// The top marker of a cell.
    pub fn marker(&self, cell: Cell) -> Option<&'a MarkerView> {
        self.entry(&self.markers, cell).and_then(|n| self.game.view.markers.get(n))
    }

    /// Whether something in a cell can be chosen now.
    pub fn is_option(&self, cell: Cell) -> bool {
        let wanted = self.wanted.as_ref().is_none_or(|wanted| wanted.contains(&cell));
        wanted && self.game.options.contains_key(&cell)
    }

    /// Whether a cell is known to be out of sight.
    pub fn is_unseen(&self, cell: Cell) -> bool {
        let index = self.game.grid().index(cell);
        self.game.seen.as_ref().is_some_and(|(_, seen)| !seen[index])
    }

    /// The role of a cell's terrain.
    pub fn ground(&self, cell: Cell) -> Role {
        let board = &self.game.view.board;
        Role::tint(self.family(cell), board.level(cell))
    }

    /// The family of a cell's terrain, ignoring a road through it.
    pub fn family(&self, cell: Cell) -> &'static str {
        let board = &self.game.view.board;
        let ground = board.ground(cell);
        ground.map_or("clear", |ground| {
            let lined = ground.family == "road" && self.line(cell).is_some();
            if lined { ground.ground_family() } else { ground.family }
        })
    }

    /// The neighbours of a cell that share a side with it, each with its direction.
    pub fn beside(&self, cell: Cell) -> impl Iterator<Item = (Heading, Cell)> + use<'_> {
        let grid = self.game.grid();
        grid.neighbours(cell).filter(move |(toward, _)| grid.is_hex() || toward.parts().is_multiple_of(6))
    }
}
