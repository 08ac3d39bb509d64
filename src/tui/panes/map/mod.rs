//! The map: the visible part, and the layers it is drawn in.
//!
//! With tints, a cell is drawn in layers, each in its own file: ground, lines, sides, counters, overlay.
//! Without tints (in monochrome, or with a theme that has none) `plain` draws the whole cell in characters.

mod balance;
mod canvas;
mod counter;
mod ground;
mod inset;
mod lines;
mod marks;
mod names;
pub mod overview;
pub mod piece;
mod plain;
pub mod scene;
mod sides;
pub mod size;

mod overlay;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use self::canvas::Canvas;
use self::scene::{Scene, Spot};
use self::size::Size;
use super::Look;
use crate::board::Cell;
use crate::tui::deciding;
use crate::tui::game::Game;
use crate::tui::theme::Role;

/// Columns left of the map for the row names.
pub const LEFT: u16 = 3;

/// Columns right of the map for the row names, where there is room.
pub const RIGHT: u16 = 3;

/// The width and height from which a map gets names on all sides although not all of it is shown.
const LARGE: (u16, u16) = (90, 32);

/// Where the map was drawn, for finding the cell under the mouse.
#[derive(Copy, Clone, Debug, Default)]
pub struct Geometry {
    /// The area of the cells.
    pub area: Rect,
    /// The cell size.
    pub size: Size,
    /// The corner of the overview.
    pub inset: Option<usize>,
    /// The most rows that the inspector has had, and what was shown then.
    pub inspector: ((u64, bool, bool), u16),
}

/// The cell at a position on the screen.
pub fn cell_at(game: &Game, column: u16, row: u16) -> Option<Cell> {
    let Geometry { area, size, .. } = game.frame.geometry;
    if size.pitch() == 0 || size.half || !area.contains((column, row).into()) {
        return None;
    }
    let x = game.frame.origin.0 + ((column - area.x) / size.pitch()) as i16;
    let shift = size.shift(Cell::new(x, 0));
    let down = (row - area.y).checked_sub(shift)? / size.tall;
    let cell = Cell::new(x, game.frame.origin.1 - down as i16);
    game.shown.on_map(cell).then_some(cell)
}

/// Scrolls the cursor into view, half a window at a time to keep redraws small.
fn scroll(game: &mut Game, across: i16, down: i16) {
    let (low, high) = game.shown.view.board.span();
    let (mut left, mut top) = game.frame.origin;
    let cursor = game.pointer.cursor;
    if cursor.x < left || cursor.x >= left + across {
        left = cursor.x - across / 2;
    }
    if cursor.y > top || cursor.y <= top - down || top == i16::MAX {
        top = cursor.y + down / 2;
    }
    // A piece away from the cursor that is highlighted, or that a reaction is about, is scrolled into view too if
    // both fit.
    let picked = game.pointer.pick.and_then(|n| game.shown.cell_of(n));
    let acting =
        game.shown.active().filter(|_| deciding::reacting(&game.shown.choices)).and_then(|piece| piece.cell);
    for cell in [acting, picked].into_iter().flatten().filter(|cell| *cell != cursor) {
        let (dx, dy) = ((cell.x - cursor.x).abs(), (cell.y - cursor.y).abs());
        let seen = (left..left + across).contains(&cell.x) && (top - down + 1..=top).contains(&cell.y);
        if !seen && dx < across && dy < down {
            left = cell.x.min(cursor.x) - (across - 1 - dx) / 2;
            top = cell.y.max(cursor.y) + (down - 1 - dy) / 2;
        }
    }
    let left = left.clamp(low.x, (high.x + 1 - across).max(low.x));
    game.frame.origin = (left, top.clamp((low.y + down - 1).min(high.y), high.y));
}

/// Draws the map around the cursor, with the names of columns and rows.
pub fn draw(game: &mut Game, area: Rect, size: Size, buf: &mut Buffer, look: Look) {
    let inner = framed(game, area, size);
    let (across, down) = size.cells(inner.width, inner.height);
    // A window beside the map hides nothing of it.
    let window = game.frame.covered_by.filter(|window| window.intersects(inner));
    let hidden = window.map_or(0, |window| inner.bottom().saturating_sub(window.y));
    let (_, free) = size.cells(inner.width, inner.height.saturating_sub(hidden));
    scroll(game, across, free.max(1));
    game.frame.geometry = Geometry { area: inner, size, ..game.frame.geometry };
    if size.half {
        let scene = Scene::new(game, look, size);
        if let Some(scale) = overview::Scale::fitting(&scene, inner.width, inner.height) {
            overview::draw(&scene, scale, true, inner, buf);
        }
        return;
    }
    names::draw(game, area, inner, size, buf, look);
    if look.theme.is_tinted() {
        game.frame.geometry.inset = tinted(game, inner, size, buf, look);
    } else {
        plain_cells(game, inner, (across, down), size, buf, look);
        names::regions(game, buf, look);
    }
}

/// The area of the cells: the names of columns and rows go on the left and above, and on the other sides too if
/// the map is small enough or the area large enough.
fn framed(game: &Game, area: Rect, size: Size) -> Rect {
    let inner = Rect::new(area.x + LEFT, area.y + 1, area.width - LEFT, area.height - 1);
    if size.half {
        return inner;
    }
    let (low, high) = game.shown.view.board.span();
    // A grid has a few hundred columns at most.
    let (wide, tall) = size.extent((high.x - low.x + 1) as u16, (high.y - low.y + 1) as u16);
    let right = if inner.width >= wide + RIGHT || inner.width >= LARGE.0 { RIGHT } else { 0 };
    let below = u16::from(inner.height > tall || inner.height >= LARGE.1);
    let height = inner.height - below;
    // Whole cells only, if there is room for the names below.
    let height = if below > 0 { height - height.saturating_sub(size.step) % size.tall } else { height };
    Rect { width: (inner.width - right).min(wide), height: height.min(tall), ..inner }
}

/// The lowest and highest column and row in view.
pub fn shown(game: &Game) -> (Cell, Cell) {
    let Geometry { area, size, .. } = game.frame.geometry;
    let (across, down) = size.cells(area.width, area.height);
    let (left, top) = game.frame.origin;
    (Cell::new(left, top - down + 1), Cell::new(left + across - 1, top))
}

/// The cells of a map without tints.
fn plain_cells(
    game: &Game,
    inner: Rect,
    (across, down): (i16, i16),
    size: Size,
    buf: &mut Buffer,
    look: Look,
) {
    let scene = Scene::new(game, look, size);
    let (x0, y0) = game.frame.origin;
    for line in 0..down {
        let row = inner.y + line as u16 * size.tall;
        for column in 0..across {
            let cell = Cell::new(x0 + column, y0 - line);
            if game.shown.on_map(cell) {
                let at = (inner.x + column as u16 * size.pitch(), row + size.shift(cell));
                plain::draw(&scene, cell, at, buf);
            }
        }
    }
}

/// The cells of a tinted map, including those clipped by the edge of the pane.
fn tinted(game: &Game, inner: Rect, size: Size, buf: &mut Buffer, look: Look) -> Option<usize> {
    let scene = Scene::new(game, look, size);
    let mut canvas = Canvas { buf, area: inner };
    if size.step > 0 {
        // Between the half hexes along the edges.
        canvas.buf.set_style(inner, look.theme.of(Role::Table));
    }
    let (x0, y0) = game.frame.origin;
    let columns = inner.width.div_ceil(size.pitch()) as i16;
    let rows = inner.height.div_ceil(size.tall) as i16;
    let mut targets = Vec::new();
    for line in -1..=rows {
        for column in 0..=columns {
            let cell = Cell::new(x0 + column, y0 - line);
            if !game.shown.on_map(cell) || !game.shown.grid().contains(cell) {
                continue;
            }
            let x = i32::from(inner.x) + i32::from(column) * i32::from(size.pitch());
            let y = i32::from(inner.y) + i32::from(line) * i32::from(size.tall) + i32::from(size.shift(cell));
            let spot = Spot { cell, at: (x, y) };
            ground::draw(&mut canvas, &scene, spot);
            lines::draw(&mut canvas, &scene, spot);
            ground::name(&mut canvas, &scene, spot);
            sides::draw(&mut canvas, &scene, spot);
            let occupied = counter::draw(&mut canvas, &scene, spot);
            marks::draw(&mut canvas, &scene, spot, occupied);
            overlay::draw(&mut canvas, &scene, spot, occupied);
            if occupied {
                targets.push(spot);
            }
        }
    }
    // Rings, the sign of danger and covered flags reach into the cells beside a unit.
    for spot in targets {
        marks::danger(&mut canvas, &scene, spot);
        marks::covered_flag_of_hex(&mut canvas, &scene, spot);
        overlay::ring(&mut canvas, &scene, spot);
    }
    names::regions(game, canvas.buf, look);
    inset::draw(&scene, inner, canvas.buf)
}
