//! The map: which part of it is seen, how large a cell is drawn, and the names along its edges.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::{Look, cell};
use crate::board::Cell;
use crate::tui::game::Game;
use crate::tui::text::put;
use crate::tui::theme::Role;

/// How large a cell is drawn, in columns and rows of the screen.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Size {
    /// Columns for what is in it.
    pub zoom: u16,
    /// Columns behind them, for what lies along its sides.
    pub gap: u16,
    /// Rows: two for a hex, so that the half steps between hexrows can be shown.
    pub tall: u16,
}

impl Size {
    /// The size of a cell of this map with so many columns for what is in it.
    pub fn of(game: &Game, zoom: u16) -> Self {
        let hex = game.grid().is_hex();
        let gap = u16::from(hex || !game.edges.is_empty());
        Self { zoom, gap, tall: if hex { 2 } else { 1 } }
    }

    /// Columns from one cell to the next.
    pub fn pitch(self) -> u16 {
        self.zoom + self.gap
    }

    /// Rows a cell is drawn lower than its neighbours to the west and east.
    pub fn shift(self, cell: Cell) -> u16 {
        if self.tall == 2 && cell.x % 2 != 0 { 1 } else { 0 }
    }
}

/// Where the map was drawn, so that the mouse can find its cells.
#[derive(Copy, Clone, Debug, Default)]
pub struct Geometry {
    /// Where the cells begin, and the room for them.
    pub area: Rect,
    /// How large a cell is.
    pub size: Size,
}

/// Rows the whole map takes.
pub fn rows(game: &Game) -> u16 {
    let up = u16::from(game.grid().height());
    if game.grid().is_hex() { up * 2 + 1 } else { up }
}

/// The cell at a place of the screen.
pub fn cell_at(game: &Game, column: u16, row: u16) -> Option<Cell> {
    let Geometry { area, size } = game.geometry;
    if size.pitch() == 0 || !area.contains((column, row).into()) {
        return None;
    }
    let x = game.origin.0 + ((column - area.x) / size.pitch()) as i16;
    let shift = size.shift(Cell::new(x, 0));
    let down = (row - area.y).checked_sub(shift)? / size.tall;
    let cell = Cell::new(x, game.origin.1 - down as i16);
    game.on_map(cell).then_some(cell)
}

/// Scrolls so that the cursor is in view, half a window at a time so that steps stay cheap.
fn scroll(game: &mut Game, across: i16, down: i16) {
    let (low, high) = game.view.board.span();
    let (mut left, mut top) = game.origin;
    let cursor = game.cursor;
    if cursor.x < left || cursor.x >= left + across {
        left = cursor.x - across / 2;
    }
    if cursor.y > top || cursor.y <= top - down || top == i16::MAX {
        top = cursor.y + down / 2;
    }
    // Who is highlighted away from the cursor comes into view too where there is room for both.
    let other = game.pick.and_then(|n| game.cell_of(n)).filter(|cell| *cell != cursor);
    if let Some(cell) = other {
        let (dx, dy) = ((cell.x - cursor.x).abs(), (cell.y - cursor.y).abs());
        let seen = (left..left + across).contains(&cell.x) && (top - down + 1..=top).contains(&cell.y);
        if !seen && dx < across && dy < down {
            left = cell.x.min(cursor.x) - (across - 1 - dx) / 2;
            top = cell.y.max(cursor.y) + (down - 1 - dy) / 2;
        }
    }
    let left = left.clamp(low.x, (high.x + 1 - across).max(low.x));
    game.origin = (left, top.clamp((low.y + down - 1).min(high.y), high.y));
}

/// Draws the part of the map around the cursor, with the names of its columns and rows.
pub fn draw(game: &mut Game, area: Rect, zoom: u16, buf: &mut Buffer, look: Look) {
    let size = Size::of(game, zoom);
    let inner = Rect::new(area.x + 3, area.y + 1, area.width - 3, area.height - 1);
    let across = (inner.width / size.pitch()) as i16;
    let down = ((inner.height + 1 - size.tall) / size.tall) as i16;
    scroll(game, across, down);
    game.geometry = Geometry { area: inner, size };
    let (x0, y0) = game.origin;
    let (low, high) = game.view.board.span();
    let dim = look.theme.of(Role::Dim);
    let every = match size.pitch() {
        1 => 5,
        2 => 2,
        _ => 1,
    };
    for column in 0..across.min(high.x + 1 - x0) {
        let x = x0 + column;
        if x % every == 0 {
            let at = inner.x + column as u16 * size.pitch();
            put(buf, at, area.y, area.right().saturating_sub(at).min(3), &column_name(game, x), dim);
        }
    }
    let corner = match (y0 < high.y, y0 - down >= low.y) {
        (true, true) => "^v",
        (true, false) => "^",
        (false, true) => " v",
        (false, false) => "",
    };
    put(buf, area.x, area.y, 2, corner, dim);
    for line in 0..down {
        let y = y0 - line;
        if y < low.y {
            break;
        }
        let row = inner.y + line as u16 * size.tall;
        put(buf, area.x, row, 3, &row_name(game, y), dim);
        for column in 0..across {
            let cell = Cell::new(x0 + column, y);
            if game.on_map(cell) {
                let at = (inner.x + column as u16 * size.pitch(), row + size.shift(cell));
                cell::draw(game, cell, at, size, buf, look);
            }
        }
    }
    for region in &game.view.board.regions {
        name_region(game, &region.name, region.at, buf, look);
    }
}

/// The name of a column: its number, or the letters its hexes share.
fn column_name(game: &Game, x: i16) -> String {
    let cell = Cell::new(x, 0);
    if game.view.board.names.is_empty() && !game.grid().is_hex() {
        return format!("{:02}", x + 1);
    }
    game.name(cell).chars().filter(char::is_ascii_uppercase).collect()
}

/// The name of a row: its number.
fn row_name(game: &Game, y: i16) -> String {
    if game.view.board.names.is_empty() && !game.grid().is_hex() {
        return format!("{:02}", y + 1);
    }
    let name = game.name(Cell::new(game.origin.0, y));
    let digits = name.trim_start_matches(|c: char| !c.is_ascii_digit());
    format!("{digits:>2}")
}

/// Writes the name of a region into the row above the cell that stands for it, as far as the region goes there.
fn name_region(game: &Game, name: &str, at: Cell, buf: &mut Buffer, look: Look) {
    let Geometry { area, size } = game.geometry;
    let above = Cell::new(at.x, at.y + 1);
    let home = game.region.get(&at);
    let (column, row) = (above.x - game.origin.0, game.origin.1 - above.y);
    if home.is_none() || game.region.get(&above) != home || column < 0 || row < 0 {
        return;
    }
    let cells = (above.x..i16::from(game.grid().width()))
        .map(|x| Cell::new(x, above.y))
        .take_while(|cell| {
            game.region.get(cell) == home && !game.at.contains_key(cell) && game.cursor != *cell
        })
        .count() as u16;
    let (x, y) = (area.x + column as u16 * size.pitch(), area.y + row as u16 * size.tall);
    if x >= area.right() || y >= area.bottom() {
        return;
    }
    let room = (cells * size.pitch()).saturating_sub(size.gap).min(area.right() - x);
    let text = crate::tui::text::cut(name, usize::from(room));
    put(buf, x, y, room, &text, look.theme.of(Role::Dim));
}
