//! Lines of sight from a square: one to the cursor, or all at once.

use crate::board::Cell;

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
        let (w, h) = (i16::from(self.view.board.width), i16::from(self.view.board.height));
        let cells = (0..h).flat_map(|y| (0..w).map(move |x| Cell::new(x, y)));
        let seen = cells.map(|to| to == from || self.session.sight(from, to).visible).collect();
        self.seen = Some((from, seen));
    }
}
