//! Lines of sight from a square: one to the cursor, or all at once.

use super::game::Game;

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
}
