//! How the screen of a game is laid out: zoom, panes, scrolling.

use crate::game::view::TurnPhase;

use ratatui::layout::Rect;

use super::game::Game;
use super::panes::map::Geometry;
use super::panes::map::size::{NORMAL, OVERVIEW, Size};

/// The pane beside the map where there is no room for all of them.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum SidePane {
    /// Odds if the highlighted choice rolls, otherwise roster and cell.
    #[default]
    Auto,
    /// The roster only.
    Roster,
    /// The cell only.
    Inspector,
    /// No pane: the map has the whole width.
    None,
}

impl SidePane {
    /// The pane that comes after it.
    #[must_use]
    pub const fn next(self) -> Self {
        match self {
            Self::Auto => Self::Roster,
            Self::Roster => Self::Inspector,
            Self::Inspector => Self::None,
            Self::None => Self::Auto,
        }
    }
}

/// Where the map was last drawn, and which panes stand beside it.
pub struct Frame {
    /// How large the map is drawn, from 1, the overview; 0 chooses by the room available.
    pub zoom: u16,
    /// The zoom before the overview.
    pub zoom_before: u16,
    /// The first cell shown, left and top.
    pub origin: (i16, i16),
    /// The part of the screen that an open list covers; the cursor is kept above it.
    pub covered_by: Option<Rect>,
    /// Where the map was last drawn.
    pub geometry: Geometry,
    /// The pane beside the map.
    pub side_pane: SidePane,
    /// The turn and phase in which the pane beside a wide map was opened because there were odds to show; it
    /// stays open until the phase ends.
    pub opened: Option<TurnPhase>,
    /// Number of lines the log is scrolled up.
    pub log_back: usize,
    /// Number of lines the odds are scrolled down.
    pub odds_down: usize,
    /// Whether the odds are longer than their pane.
    pub odds_cut: bool,
}

impl Default for Frame {
    fn default() -> Self {
        Self {
            zoom: 0,
            zoom_before: 0,
            origin: (0, i16::MAX),
            covered_by: None,
            geometry: Geometry::default(),
            side_pane: SidePane::Auto,
            opened: None,
            log_back: 0,
            odds_down: 0,
            odds_cut: false,
        }
    }
}

impl Frame {
    /// Draws the map one zoom larger than `now`, or smaller; after the last of `count` comes the first.
    pub fn zoom_by(&mut self, closer: bool, now: u16, count: u16) {
        self.zoom = match closer {
            true if now >= count => 1,
            true => now + 1,
            false if now <= 1 => count,
            false => now - 1,
        };
    }

    /// Shows the whole map in little, or goes back to the zoom before.
    pub fn toggle_overview(&mut self, now: u16) {
        if now == OVERVIEW {
            self.zoom = self.zoom_before;
        } else {
            (self.zoom_before, self.zoom) = (self.zoom, OVERVIEW);
        }
    }

    /// Opens the pane beside a wide map if there is something to show in it, until the phase (turn and phase `now`)
    /// ends: a pane that comes and goes with every step of the cursor would be tiring.
    pub fn open_side_pane(&mut self, needed: bool, now: TurnPhase) {
        if needed {
            self.opened = Some(now);
        } else if self.opened != Some(now) {
            self.opened = None;
        }
    }
}

impl Game {
    /// The zoom that the map was drawn at last.
    pub fn zoom_now(&self, tinted: bool) -> u16 {
        let drawn = |zoom: &u16| Size::of(self, *zoom, tinted) == self.frame.geometry.size;
        (1..=Size::count(self, tinted)).find(drawn).unwrap_or(NORMAL)
    }
}
