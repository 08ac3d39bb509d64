//! Lines of sight from a square: one to the cursor, or all at once.

use super::game::Game;

impl Game {
    /// Starts or ends the line-of-sight mode.
    pub fn toggle_sight(&mut self) {
        self.sight = match self.sight.take() {
            Some(_) => None,
            None => Some((self.cursor, self.session.sight(self.cursor, self.cursor))),
        };
    }

    /// Works out what can be seen from the cursor, or drops the shading.
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
