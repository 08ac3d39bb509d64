//! Lines of sight: one to the cursor, all from a cell, and those along which the enemy can fire.

use std::collections::HashMap;

use crate::board::Cell;
use crate::game::view::Weight;

use super::game::Game;
use super::panes::map::piece::has;

impl Game {
    /// Turns the line-of-sight mode on or off.
    pub fn toggle_sight(&mut self) {
        self.sight = match self.sight.take() {
            Some(_) => None,
            None => Some((self.cursor, self.session.sight(self.cursor, self.cursor))),
        };
    }

    /// Shades everything hidden from the cursor, or removes the shading.
    pub fn toggle_seen(&mut self) {
        if self.seen.take().is_some() {
            return;
        }
        let from = self.sight.as_ref().map_or(self.cursor, |(from, _)| *from);
        let grid = self.grid();
        let mut seen = vec![false; grid.area()];
        for to in grid.cells() {
            seen[grid.index(to)] = to == from || self.session.sight(from, to).visible;
        }
        self.seen = Some((from, seen));
    }

    /// Shows or hides where the enemy can fire.
    pub fn toggle_threat(&mut self) {
        if self.threat.take().is_none() {
            self.find_threat();
        }
    }

    /// The number of enemy units that can fire at a cell, while that is shown.
    pub fn threat_at(&self, cell: Cell) -> u8 {
        let grid = self.grid();
        let threat = self.threat.as_ref().filter(|_| grid.contains(cell));
        threat.and_then(|threat| threat.get(grid.index(cell))).copied().unwrap_or(0)
    }

    /// Counts the known enemy units that have a line of fire to each cell, within their range.
    pub fn find_threat(&mut self) {
        let grid = self.grid();
        let mut firers: HashMap<Cell, Vec<u16>> = HashMap::new();
        for piece in &self.view.pieces {
            let fires = piece.side != self.viewer && !piece.lost && piece.carried_by.is_none();
            if let Some(cell) = piece.cell.filter(|_| fires && piece.range > 0 && !has(piece, Weight::Grave))
            {
                firers.entry(cell).or_default().push(piece.range);
            }
        }
        let mut threat = vec![0u8; grid.area()];
        for (from, ranges) in firers {
            for to in grid.cells().filter(|to| *to != from && self.on_map(*to)) {
                let range = grid.range(from, to);
                let count = ranges.iter().filter(|reach| range <= **reach).count();
                if count > 0 && self.session.sight(from, to).visible {
                    let known = &mut threat[grid.index(to)];
                    *known = known.saturating_add(count as u8);
                }
            }
        }
        self.threat = Some(threat);
    }
}
