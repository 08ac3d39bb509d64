//! The names around and on the map: columns, rows, regions.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::size::Size;
use super::{Geometry, LEFT};
use crate::board::Cell;
use crate::tui::game::Game;
use crate::tui::panes::Look;
use crate::tui::text::{put, width};
use crate::tui::theme::Role;

/// Writes the names of columns and rows around the map, and marks in the corner where the map continues.
pub fn draw(game: &Game, area: Rect, inner: Rect, size: Size, buf: &mut Buffer, look: Look) {
    let (x0, y0) = game.origin;
    let (low, high) = game.view.board.span();
    let (across, down) = size.cells(inner.width, inner.height);
    let dim = look.theme.of(Role::Dim);
    let every = match size.pitch() {
        1 => 5,
        2 => 2,
        _ => 1,
    };
    let last = across.min(high.x + 1 - x0);
    for column in 0..last {
        let x = x0 + column;
        if x % every == 0 {
            let at = inner.x + column as u16 * size.pitch() + (size.pitch().saturating_sub(2) / 2);
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
        let row = inner.y + line as u16 * size.tall + size.tall.saturating_sub(1) / 2;
        put(buf, area.x, row, LEFT, &row_name(game, y), dim);
    }
}

/// The name of a column: its number, or the letters shared by its hexes.
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

/// As much of a name as fits, in whole words: "the schoolhouse", "schoolhouse".
fn whole_words(name: &str, room: usize) -> Option<String> {
    let bare = name.strip_prefix("the ").unwrap_or(name);
    let last = bare.rsplit(' ').next().unwrap_or(bare);
    [name, bare, last].into_iter().find(|text| width(text) <= room).map(str::to_owned)
}

/// Writes a region's name in the row above its main cell, as far as the region extends there.
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
    let Some(text) = whole_words(name, usize::from(room)) else { return };
    let style = if look.theme.is_tinted() {
        Style { bg: None, ..look.theme.of(Role::Label) }
    } else {
        look.theme.of(Role::Dim)
    };
    put(buf, x, y, room, &text, style);
}

/// Writes the names of the regions on the map.
pub fn regions(game: &Game, buf: &mut Buffer, look: Look) {
    for region in &game.view.board.regions {
        name_region(game, &region.name, region.at, buf, look);
    }
}
