//! How large the map is drawn: closer, further, and the overview.

use super::game::Game;
use super::panes::map::size::{NORMAL, OVERVIEW, Size};

impl Game {
    /// The zoom that the map was drawn at last.
    fn zoom_now(&self, tinted: bool) -> u16 {
        let drawn = |zoom: &u16| Size::of(self, *zoom, tinted) == self.geometry.size;
        (1..=Size::count(self, tinted)).find(drawn).unwrap_or(NORMAL)
    }

    /// Draws the map one zoom larger, or smaller; after the last comes the first.
    pub fn zoom_by(&mut self, closer: bool, tinted: bool) {
        let (now, count) = (self.zoom_now(tinted), Size::count(self, tinted));
        self.zoom = match closer {
            true if now >= count => 1,
            true => now + 1,
            false if now <= 1 => count,
            false => now - 1,
        };
    }

    /// Shows the whole map in little, or goes back to the zoom before.
    pub fn toggle_overview(&mut self, tinted: bool) {
        let now = self.zoom_now(tinted);
        if now == OVERVIEW {
            self.zoom = self.zoom_before;
        } else {
            (self.zoom_before, self.zoom) = (self.zoom, OVERVIEW);
        }
    }
}
