//! Everything drawn over terrain and counters: markers, flags, paths, lines of sight, the cursor. None of it
//! hides a unit.

use ratatui::style::{Modifier, Style};

use super::canvas::{Canvas, Place};
use super::counter;
use super::piece::glyph;
use super::scene::{Scene, Spot};
use crate::game::view::{MarkerKind, MarkerView};
use crate::tui::theme::Role;

fn ink(scene: &Scene, role: Role) -> Style {
    Style { bg: None, ..scene.look.theme.of(role) }
}

/// The character for a marker.
fn marker_sign(marker: &MarkerView, ascii: bool) -> char {
    match marker.kind {
        _ if ascii => marker.glyph,
        MarkerKind::Wreck => '✕',
        MarkerKind::Smoke => '░',
        MarkerKind::Mines => '⁂',
        MarkerKind::Wire => '×',
        MarkerKind::Works => '∩',
        MarkerKind::Impact => '✶',
        MarkerKind::Other | MarkerKind::Goal => marker.glyph,
    }
}

/// The corner of a cell for small marks: the first character is left for the terrain.
fn corner(scene: &Scene, spot: Spot) -> Place {
    spot.place(scene.size.wide - 1, 0)
}

/// Draws markers and the flag of an objective in the corner of a cell without a counter.
fn signs(canvas: &mut Canvas, scene: &Scene, spot: Spot) {
    if let Some(marker) = scene.marker(spot.cell) {
        let role = if marker.kind == MarkerKind::Wreck { Role::Wreck } else { Role::Label };
        let sign = marker_sign(marker, scene.look.ascii);
        canvas.sign(corner(scene, spot), sign, ink(scene, role));
        if marker.kind == MarkerKind::Smoke && !scene.look.ascii {
            canvas.sign(spot.place(0, 0), sign, ink(scene, role));
        }
    }
    if let Some(goal) = scene.goal(spot.cell)
        && goal.cells.first() == Some(&spot.cell)
    {
        let sign = if scene.look.ascii { '!' } else { '⚑' };
        let place = spot.place(scene.size.wide / 2, scene.size.tall / 2);
        canvas.sign(place, sign, ink(scene, Role::Objective));
    }
}

/// Draws the path of a march and the stands' destinations.
fn march(canvas: &mut Canvas, scene: &Scene, spot: Spot, occupied: bool) {
    let Some(planned) = scene.game.planned() else { return };
    let legs = || planned.legs.iter();
    let middle = spot.place((scene.size.wide - 1) / 2, scene.size.tall / 2);
    let style = ink(scene, Role::Way);
    let ghost = legs().find(|leg| leg.way.get(leg.stop) == Some(&spot.cell));
    if let Some(piece) = ghost.and_then(|leg| scene.game.piece(leg.piece)) {
        canvas.sign(middle, glyph(piece), style.add_modifier(Modifier::UNDERLINED));
    } else if !occupied && legs().any(|leg| leg.way.contains(&spot.cell)) {
        canvas.sign(middle, if scene.look.ascii { '*' } else { '•' }, style);
    }
}

/// Draws a line of sight, and the point where it is blocked.
fn sight(canvas: &mut Canvas, scene: &Scene, spot: Spot, occupied: bool) {
    let Some((from, sight)) = &scene.game.sight else { return };
    let middle = spot.place((scene.size.wide - 1) / 2, scene.size.tall / 2);
    if sight.blocked_at == Some(spot.cell) {
        let style = scene.look.theme.of(Role::Stop);
        if occupied {
            canvas.restyle(spot.at, scene.size.wide, 1, style);
        } else {
            canvas.sign(middle, 'X', style);
        }
    } else if !occupied && (sight.path.contains(&spot.cell) || spot.cell == *from) {
        canvas.sign(middle, if scene.look.ascii { '*' } else { '•' }, ink(scene, Role::Way));
    }
}

/// Draws a frame around the cell under the cursor, if the cell is large enough for corners.
fn frame(canvas: &mut Canvas, scene: &Scene, spot: Spot) {
    let (right, bottom) = (scene.size.wide - 1, scene.size.tall - 1);
    let signs = if scene.look.ascii { ['[', ']', '[', ']'] } else { ['⌜', '⌝', '⌞', '⌟'] };
    let corners = [(0, 0), (right, 0), (0, bottom), (right, bottom)];
    let style = ink(scene, Role::Lit).add_modifier(Modifier::BOLD);
    for ((column, row), sign) in corners.into_iter().zip(signs) {
        canvas.sign_if_free(spot.place(column, row), sign, style);
    }
}

/// Draws the overlays of a cell.
pub fn draw(canvas: &mut Canvas, scene: &Scene, spot: Spot, occupied: bool) {
    let game = scene.game;
    if !occupied {
        signs(canvas, scene, spot);
    }
    march(canvas, scene, spot, occupied);
    sight(canvas, scene, spot, occupied);
    let pointed = game.picked().is_some_and(|choice| choice.cells.contains(&spot.cell));
    if pointed && !occupied {
        canvas.restyle(spot.at, scene.size.wide, scene.size.tall, scene.look.theme.of(Role::PickedA));
    }
    if spot.cell == game.cursor {
        canvas.restyle(spot.at, scene.size.wide, scene.size.tall, counter::lit(scene, spot));
        if scene.size.tall > 1 && !occupied {
            frame(canvas, scene, spot);
        }
    }
}
