//! Small marks in the corners of a cell: markers and the flag of an objective. They leave room for a unit and sit
//! on its counter as chips where there is one.

use ratatui::style::{Color, Style};

use super::canvas::{Canvas, Place};
use super::counter;
use super::ground;
use super::scene::{Scene, Spot};
use crate::board::Cell;
use crate::game::view::{MarkerKind, MarkerView};
use crate::tui::panes::strip::role_of;
use crate::tui::theme::{MapLook, Role};

/// The character for a marker.
const fn sign(marker: &MarkerView, ascii: bool) -> char {
    match marker.kind {
        MarkerKind::Residual => 'R',
        MarkerKind::Acquired => 'A',
        _ if ascii => marker.glyph,
        MarkerKind::Wreck => '✕',
        MarkerKind::Smoke => '░',
        MarkerKind::Fire => '▲',
        MarkerKind::Mines => '¤',
        MarkerKind::Wire => '×',
        MarkerKind::Works => '∩',
        MarkerKind::Impact => '✶',
        MarkerKind::Plane => '✈',
        MarkerKind::Other | MarkerKind::Weapon | MarkerKind::Goal => marker.glyph,
    }
}

/// The style of a marker; without a tint of its own it is ink on the ground of its cell.
fn style(scene: &Scene, marker: &MarkerView, tint: Color) -> Style {
    let role = match marker.kind {
        MarkerKind::Wreck => Role::Wreck,
        MarkerKind::Smoke => Role::MarkSmoke,
        MarkerKind::Fire | MarkerKind::Impact => Role::MarkFire,
        MarkerKind::Residual => Role::MarkResidual,
        MarkerKind::Acquired => Role::MarkAcquired,
        _ => Role::Label,
    };
    let theme = scene.look.theme;
    let mut style = theme.of(role);
    // A side's wrecks tell what it has lost.
    if let Some(side) = marker.side {
        let ink = match theme.look {
            MapLook::Paper => Some(counter::side_tint(scene, side)),
            MapLook::Night => theme.of(role_of(side)).fg,
        };
        style = Style { fg: ink.or(style.fg), ..style };
    }
    if style.bg.is_some() { style } else { style.bg(tint) }
}

/// The character for the flag of an objective.
pub const fn flag_sign(ascii: bool) -> char {
    if ascii { '*' } else { '⚑' }
}

/// The flag of an objective, in the colours of its holder.
pub fn flag(scene: &Scene, cell: Cell, tint: Color) -> Option<(char, Style)> {
    let goal = scene.goal(cell).filter(|_| scene.flag(cell))?;
    let theme = scene.look.theme;
    let style = match goal.holder {
        Some(side) => {
            let held = counter::side_tint(scene, side);
            theme.of(Role::CounterA).bg(held)
        }
        None => {
            let own = theme.of(Role::Objective);
            Style { fg: Some(tint), bg: own.fg, ..own }
        }
    };
    Some((flag_sign(scene.look.ascii), style))
}

/// The objective south of a free cell whose flag does not fit beside the unit there: it flies above the unit.
fn covered_flag(scene: &Scene, cell: Cell, occupied: bool) -> Option<Cell> {
    let south = Cell::new(cell.x, cell.y - 1);
    let flies = scene.size.tall == 1 && !occupied && !scene.flag(cell) && scene.flag(south);
    (flies && scene.occupied(south)).then_some(south)
}

/// Draws the sign of danger on the ground beside a small counter, which has no room for it.
pub fn danger(canvas: &mut Canvas, scene: &Scene, spot: Spot) {
    let game = scene.game;
    let is_small = scene.size.tall == 1;
    if !is_small
        || !scene.occupied(spot.cell)
        || !game.shown.pieces_at(spot.cell).any(|piece| scene.in_danger(piece))
    {
        return;
    }
    let style = Style { bg: None, ..scene.look.theme.of(Role::Ring) };
    let beside = [(1, i32::from(scene.size.wide)), (-1, -1)];
    let free = beside.into_iter().find(|(dx, _)| {
        let cell = Cell::new(spot.cell.x + dx, spot.cell.y);
        game.shown.on_map(cell) && !scene.occupied(cell) && cell != game.pointer.cursor
    });
    if let Some((_, column)) = free {
        canvas.sign((spot.at.0 + column, spot.at.1), counter::DANGER, style);
    }
}

/// Puts the flag of an objective that a full counter of two rows covers on the ground above or below it.
pub fn covered_flag_of_hex(canvas: &mut Canvas, scene: &Scene, spot: Spot) {
    let size = scene.size;
    let bricks = size.step > 0 && !size.has_names();
    if !bricks || !scene.flag(spot.cell) {
        return;
    }
    let sign = flag_sign(scene.look.ascii);
    let mut places = (0..size.tall).flat_map(|row| (0..size.wide).map(move |column| spot.place(column, row)));
    if places.any(|place| canvas.shows(place, sign)) {
        return;
    }
    let beside = [(1, -1), (-1, i32::from(size.tall))];
    let free = beside.into_iter().find(|(north, _)| {
        let cell = Cell::new(spot.cell.x, spot.cell.y + north);
        scene.game.shown.on_map(cell) && !scene.occupied(cell)
    });
    if let Some((north, row)) = free {
        let tint = ground::tint(scene, Cell::new(spot.cell.x, spot.cell.y + north));
        if let Some((sign, style)) = flag(scene, spot.cell, tint) {
            canvas.sign((spot.at.0 + i32::from(size.wide) - 1, spot.at.1 + row), sign, style);
        }
    }
}

/// The corners for marks in the order in which they are filled; the first character of a cell shows its terrain.
fn corners(scene: &Scene, spot: Spot) -> Vec<Place> {
    let (right, bottom) = (scene.size.wide - 1, scene.size.tall - 1);
    let top = u16::from(scene.size.has_names());
    let mut corners = vec![spot.place(right, top)];
    if bottom > 0 {
        let more = [(right, bottom), (0, bottom), (right / 2, bottom), (right - 1, top)];
        corners.extend(more.map(|(column, row)| spot.place(column, row)));
    }
    corners
}

/// Draws the marks of a cell; on a counter only where it is blank.
pub fn draw(canvas: &mut Canvas, scene: &Scene, spot: Spot, occupied: bool) {
    let markers = scene.markers(spot.cell);
    let covered = covered_flag(scene, spot.cell, occupied);
    if markers.is_empty() && !scene.flag(spot.cell) && covered.is_none() {
        return;
    }
    let tint = ground::tint(scene, spot.cell);
    let flag = flag(scene, covered.unwrap_or(spot.cell), tint);
    let mut signs: Vec<(String, Style)> =
        flag.map(|(sign, style)| (sign.into(), style)).into_iter().collect();
    for marker in markers {
        let sign = sign(marker, scene.look.ascii);
        let value = if scene.size.wide >= 6 { marker.value.as_str() } else { "" };
        signs.push((format!("{sign}{value}"), style(scene, marker, tint)));
    }
    if scene.size.wide >= 6 {
        return in_a_row(canvas, scene, spot, tint, &signs);
    }
    let corners = corners(scene, spot).into_iter();
    let places: Vec<Place> = corners.filter(|place| !occupied || canvas.is_free(*place, tint)).collect();
    for ((text, style), place) in signs.into_iter().zip(places) {
        canvas.text(place, &text, style);
    }
}

/// Draws marks with their values from the right, in the last row that has room for them.
fn in_a_row(canvas: &mut Canvas, scene: &Scene, spot: Spot, tint: Color, signs: &[(String, Style)]) {
    let mut end = scene.size.wide;
    let mut row = scene.size.tall - 1;
    for (text, style) in signs {
        let long = text.chars().count() as u16;
        let free = |canvas: &Canvas, end: u16, row: u16| {
            end >= long && (end - long..end).all(|x| canvas.is_free(spot.place(x, row), tint))
        };
        while row > 0 && !free(canvas, end, row) {
            (end, row) = if end > long { (end - 1, row) } else { (scene.size.wide, row - 1) };
        }
        if !free(canvas, end, row) {
            return;
        }
        canvas.text(spot.place(end - long, row), text, *style);
        end -= long;
    }
}
