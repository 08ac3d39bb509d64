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

/// Writes the names of columns and rows around the map, on all sides that have room, and marks in the corner where
/// the map continues.
pub fn draw(game: &Game, area: Rect, inner: Rect, size: Size, buf: &mut Buffer, look: Look) {
    let (x0, y0) = game.frame.origin;
    let (low, high) = game.shown.view.board.span();
    let (across, down) = size.cells(inner.width, inner.height);
    let dim = look.theme.of(Role::Dim);
    let every = match size.pitch() {
        1 => 5,
        2 => 2,
        _ => 1,
    };
    let below = (inner.bottom() < area.bottom()).then_some(inner.bottom());
    let last = across.min(high.x + 1 - x0);
    for column in (0..last).filter(|column| (x0 + column) % every == 0) {
        let x = x0 + column;
        let at = inner.x + column as u16 * size.pitch() + (size.pitch().saturating_sub(2) / 2);
        for row in [Some(area.y), below].into_iter().flatten() {
            put(buf, at, row, area.right().saturating_sub(at).min(3), &column_name(game, x), dim);
        }
    }
    put(buf, area.x, area.y, LEFT, &beyond(game, (across, down), look), dim);
    let beside = (inner.right() < area.right()).then_some((inner.right(), area.right() - inner.right()));
    for line in 0..down {
        let y = y0 - line;
        if y < low.y {
            break;
        }
        let row = inner.y + line as u16 * size.tall + size.tall.saturating_sub(1) / 2;
        for (x, room) in [Some((area.x, LEFT)), beside].into_iter().flatten() {
            put(buf, x, row, room, &row_name(game, y), dim);
        }
    }
    if let Some(text) = shown_instead(game) {
        let room = (text.len() as u16 + 1).min(inner.width);
        put(buf, inner.right() - room, area.y, room, &format!(" {text}"), look.theme.of(Role::Title));
    }
}

/// Where the map continues beyond the view: up, down, left, right.
fn beyond(game: &Game, (across, down): (i16, i16), look: Look) -> String {
    let (x0, y0) = game.frame.origin;
    let (low, high) = game.shown.view.board.span();
    let pick = |[neither, first, second, both]: [char; 4], is: (bool, bool)| match is {
        (false, false) => neither,
        (true, false) => first,
        (false, true) => second,
        (true, true) => both,
    };
    let upright = (y0 < high.y, y0 - down >= low.y);
    let level = (x0 > low.x, x0 + across <= high.x);
    let signs = if look.ascii {
        [[' ', '^', 'v', '|'], [' ', '<', '>', '-']]
    } else {
        [[' ', '↑', '↓', '↕'], [' ', '←', '→', '↔']]
    };
    [pick(signs[0], upright), pick(signs[1], level)].into_iter().collect()
}

/// The name of what the map shows besides the ground and the units.
fn shown_instead(game: &Game) -> Option<String> {
    if game.layers.heights {
        return Some("heights".to_owned());
    }
    if let Some(threats) = &game.layers.threat {
        let piece = threats.piece.filter(|_| threats.told).and_then(|id| game.shown.piece(id));
        return Some(match piece {
            Some(piece) => format!("enemy fire: % harm to {}", piece.label()),
            None => "enemy units that can fire".to_owned(),
        });
    }
    game.layers.seen.as_ref().map(|(from, _)| format!("hidden from {}", game.shown.name(*from)))
}

/// The name of a column: its number, or the letters shared by its hexes.
fn column_name(game: &Game, x: i16) -> String {
    let cell = Cell::new(x, 0);
    if game.shown.view.board.names.is_empty() && !game.shown.grid().is_hex() {
        return format!("{:02}", x + 1);
    }
    game.shown.name(cell).chars().filter(char::is_ascii_uppercase).collect()
}

/// The name of a row: its number.
fn row_name(game: &Game, y: i16) -> String {
    if game.shown.view.board.names.is_empty() && !game.shown.grid().is_hex() {
        return format!("{:02}", y + 1);
    }
    let name = game.shown.name(Cell::new(game.frame.origin.0, y));
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
    let Geometry { area, size, .. } = game.frame.geometry;
    let above = Cell::new(at.x, at.y + 1);
    let home = game.shown.region.get(&at);
    let (column, row) = (above.x - game.frame.origin.0, game.frame.origin.1 - above.y);
    if home.is_none() || game.shown.region.get(&above) != home || column < 0 || row < 0 {
        return;
    }
    let cells = (above.x..i16::from(game.shown.grid().width()))
        .map(|x| Cell::new(x, above.y))
        .take_while(|cell| {
            game.shown.region.get(cell) == home
                && !game.shown.at.contains_key(cell)
                && game.pointer.cursor != *cell
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
    for region in &game.shown.view.board.regions {
        name_region(game, &region.name, region.at, buf, look);
    }
}
