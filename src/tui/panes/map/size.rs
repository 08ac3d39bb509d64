//! Cell sizes: the zoom levels.

use crate::board::Cell;
use crate::tui::game::Game;

/// The size of a cell on the screen, in columns and rows.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Size {
    /// Columns for the contents of a cell.
    pub wide: u16,
    /// Extra columns for its sides; only on a map without tints.
    pub gap: u16,
    /// Rows.
    pub tall: u16,
    /// Rows by which every second column of hexes is lower; 0 for squares.
    pub step: u16,
    /// Two rows of cells share a screen row, drawn with half blocks.
    pub half: bool,
}

/// The overview: a cell is half a character.
pub const OVERVIEW: u16 = 1;
/// The zoom for small screens.
pub const NORMAL: u16 = 2;
/// The zoom with room for names on counters.
pub const COUNTERS: u16 = 3;

const fn square(wide: u16, tall: u16) -> Size {
    Size { wide, gap: 0, tall, step: 0, half: false }
}

/// Hexes are drawn as bricks: every second column is half a brick lower.
const fn hex(wide: u16, tall: u16) -> Size {
    Size { wide, gap: 0, tall, step: tall / 2, half: false }
}

const SQUARES: [Size; 4] = [Size { half: true, ..square(1, 1) }, square(2, 1), square(4, 2), square(6, 3)];
const HEXES: [Size; 3] = [Size { half: true, ..square(1, 1) }, hex(3, 2), hex(6, 4)];

impl Size {
    /// The number of zoom levels for this map.
    pub fn count(game: &Game, tinted: bool) -> u16 {
        match (tinted, game.shown.grid().is_hex()) {
            (true, false) => SQUARES.len() as u16,
            _ => 3,
        }
    }

    /// The cell size at a zoom level; 1 is the smallest.
    pub fn of(game: &Game, zoom: u16, tinted: bool) -> Self {
        let place = usize::from(zoom.clamp(1, Self::count(game, tinted)) - 1);
        let is_hex = game.shown.grid().is_hex();
        match (tinted, is_hex) {
            (true, false) => SQUARES[place],
            (true, true) => HEXES[place],
            (false, _) => {
                let gap = u16::from(is_hex || !game.shown.edges.is_empty());
                let (tall, step) = if is_hex { (2, 1) } else { (1, 0) };
                Self { wide: zoom.clamp(1, 3), gap, tall, step, half: false }
            }
        }
    }

    /// Whether a cell has room for its name in its first row, as on printed maps.
    pub const fn has_names(self) -> bool {
        self.step > 0 && self.tall > 2
    }

    /// Columns from one cell to the next.
    pub const fn pitch(self) -> u16 {
        self.wide + self.gap
    }

    /// Rows by which a cell is lower than its western and eastern neighbours.
    pub const fn shift(self, cell: Cell) -> u16 {
        if cell.x % 2 != 0 { self.step } else { 0 }
    }

    /// The width and height of this many cells.
    pub const fn extent(self, across: u16, up: u16) -> (u16, u16) {
        let rows = if self.half { up.div_ceil(2) } else { up * self.tall + self.step };
        (across * self.pitch(), rows)
    }

    /// The number of cells that fit, across and up.
    pub const fn cells(self, columns: u16, rows: u16) -> (i16, i16) {
        let up = if self.half { rows * 2 } else { rows.saturating_sub(self.step) / self.tall };
        ((columns / self.pitch()) as i16, up as i16)
    }
}
