//! The whole map at a small scale: half a character per cell, terrain as tints and units as dots in their
//! side's colour.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Style};

use super::counter;
use super::ground;
use super::marks;
use super::scene::Scene;
use crate::board::Cell;
use crate::tui::text::sign;
use crate::tui::theme::Role;

/// The number of cells per dot in each direction, and the size of the whole map in dots: columns and half
/// rows.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Scale {
    step: i16,
    wide: u16,
    tall: u16,
}

impl Scale {
    /// The largest scale at which the map fits into an area.
    pub fn fitting(scene: &Scene, columns: u16, rows: u16) -> Option<Self> {
        let (low, high) = scene.game.shown.view.board.span();
        let (across, up) = (high.x - low.x + 1, high.y - low.y + 1);
        // A hex is two half rows high, and every second column is one half row lower.
        let halves = if scene.game.shown.grid().is_hex() { 2 * up + 1 } else { up };
        let fits = |step: &i16| {
            (across as u16).div_ceil(*step as u16) <= columns
                && (halves as u16).div_ceil(*step as u16) <= rows * 2
        };
        let step = (1..=12).find(fits)?;
        Some(Self {
            step,
            wide: (across as u16).div_ceil(step as u16),
            tall: (halves as u16).div_ceil(step as u16),
        })
    }

    /// Its width and height on the screen.
    pub const fn extent(self) -> (u16, u16) {
        (self.wide, self.tall.div_ceil(2))
    }
}

/// The cells represented by a dot.
fn cells(scene: &Scene, scale: Scale, column: u16, half: u16) -> impl Iterator<Item = Cell> {
    let (low, high) = scene.game.shown.view.board.span();
    let hex = scene.game.shown.grid().is_hex();
    let (left, top) = (column as i16 * scale.step, half as i16 * scale.step);
    (left..left + scale.step).flat_map(move |x| {
        let x = low.x + x;
        (top..top + scale.step).filter_map(move |row| {
            let row = if hex { (row - x % 2).div_euclid(2) } else { row };
            let cell = Cell::new(x, high.y - row);
            (x <= high.x && (low.y..=high.y).contains(&cell.y)).then_some(cell)
        })
    })
}

/// The colour of a dot: that of the cursor, a unit, an objective or else the terrain; and whether it is terrain.
fn dot(scene: &Scene, scale: Scale, cursor: bool, column: u16, half: u16) -> (Color, bool) {
    let theme = scene.look.theme;
    let mut ground = Color::Reset;
    let mut found = None;
    for cell in cells(scene, scale, column, half).filter(|cell| scene.game.shown.grid().contains(*cell)) {
        if cursor && cell == scene.game.pointer.cursor {
            return (theme.tint(Role::Lit), false);
        }
        if let Some(piece) = scene.foremost(cell) {
            found = Some(counter::side_tint(scene, piece.side));
        } else if found.is_none() && scene.flag(cell) {
            found = theme.of(Role::Objective).fg;
        }
        if ground == Color::Reset {
            ground = match scene.line(cell) {
                Some(_) => theme.of(Role::LineRoad).fg.unwrap_or(Color::Reset),
                None => ground::tint(scene, cell),
            };
        }
    }
    (found.unwrap_or(ground), found.is_none())
}

/// The flag of an objective in a row of the inset, in the colours of its holder.
fn flag(scene: &Scene, scale: Scale, column: u16, row: u16) -> Option<(char, Style)> {
    let halves = [row * 2, row * 2 + 1].into_iter().filter(|half| *half < scale.tall);
    let mut cells = halves.flat_map(|half| cells(scene, scale, column, half));
    marks::flag(scene, cells.find(|cell| scene.flag(*cell))?, scene.look.theme.tint(Role::Ground))
}

/// Draws the map at a scale in the upper left corner of an area, with or without the cursor.
pub fn draw(scene: &Scene, scale: Scale, cursor: bool, area: Rect, buf: &mut Buffer) {
    let (wide, tall) = scale.extent();
    for row in 0..tall.min(area.height) {
        for column in 0..wide.min(area.width) {
            let (upper, high) = dot(scene, scale, cursor, column, row * 2);
            let (mut lower, low) = if row * 2 + 1 < scale.tall {
                dot(scene, scale, cursor, column, row * 2 + 1)
            } else {
                (if cursor { Color::Reset } else { scene.look.theme.tint(Role::Table) }, false)
            };
            // In the inset, staggered hexes would change colour in every half row.
            if !cursor && scene.game.shown.grid().is_hex() && high && low {
                lower = upper;
            }
            let (x, y) = (area.x + column, area.y + row);
            if let Some((flag, style)) = flag(scene, scale, column, row).filter(|_| !cursor) {
                sign(buf, x, y, flag, style);
            } else if upper == lower || scene.look.ascii {
                sign(buf, x, y, ' ', Style::new().bg(upper));
            } else {
                sign(buf, x, y, '▀', Style::new().fg(upper).bg(lower));
            }
        }
    }
}

/// Marks the corners of the part shown by the map, in the cursor's colour.
pub fn frame(scene: &Scene, scale: Scale, seen: (Cell, Cell), area: Rect, buf: &mut Buffer) {
    let (low, high) = scene.game.shown.view.board.span();
    let per_row = if scene.game.shown.grid().is_hex() { 1 } else { 2 };
    let column = |x: i16| (((x - low.x).max(0) / scale.step) as u16).min(scale.wide.saturating_sub(1));
    let row = |y: i16| {
        (((high.y - y).max(0) / (scale.step * per_row)) as u16).min(scale.extent().1.saturating_sub(1))
    };
    let (left, right) = (area.x + column(seen.0.x), area.x + column(seen.1.x));
    let (top, bottom) = (area.y + row(seen.1.y), area.y + row(seen.0.y));
    let ink = scene.look.theme.of(Role::Label).fg.unwrap_or(Color::Reset);
    let signs = if scene.look.ascii { ['+'; 4] } else { ['┌', '┐', '└', '┘'] };
    let corners = [(left, top), (right, top), (left, bottom), (right, bottom)];
    for ((x, y), corner) in corners.into_iter().zip(signs) {
        if let Some(cell) = buf.cell_mut((x, y)).filter(|_| area.contains((x, y).into())) {
            let ground = if cell.symbol() == "▀" { cell.fg } else { cell.bg };
            cell.set_char(corner).set_style(Style::new().fg(ink).bg(ground));
        }
    }
}
