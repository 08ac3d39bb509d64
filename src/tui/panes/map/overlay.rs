//! Everything drawn over terrain and counters: paths, lines of sight, rings around targets, the cursor. None of
//! it hides a unit.

use ratatui::style::{Modifier, Style};

use super::canvas::{Canvas, Place};
use super::lines;
use super::piece::glyph;
use super::scene::{Scene, Spot};
use crate::board::{Cell, Heading};
use crate::game::Side;
use crate::game::view::PieceView;
use crate::tui::theme::Role;

/// Up to this width, two corners frame a cell: they are as easy to find, hide less, and reach a slow line sooner.
const TWO_CORNERS: u16 = 4;

fn ink(scene: &Scene, role: Role) -> Style {
    Style { bg: None, ..scene.look.theme.of(role) }
}

/// Draws the path of a march as a line, the stands where they stop this turn, and the turn of arrival.
fn march(canvas: &mut Canvas, scene: &Scene, spot: Spot, occupied: bool) {
    let Some(planned) = scene.game.marching.planned() else { return };
    let legs = || planned.legs.iter();
    let middle = spot.place((scene.size.wide - 1) / 2, scene.size.tall / 2);
    let style = ink(scene, Role::Way);
    if !occupied {
        let exits = legs().flat_map(|leg| exits(scene, &leg.way, spot.cell)).collect::<Vec<_>>();
        if !exits.is_empty() {
            lines::draw_way(canvas, scene, spot, &exits, style);
        }
    }
    let ghost = legs().find(|leg| leg.way.get(leg.stop) == Some(&spot.cell));
    if let Some(piece) = ghost.and_then(|leg| scene.game.shown.piece(leg.piece)) {
        canvas.sign(middle, glyph(piece), style);
    } else if let Some(leg) = legs().find(|leg| leg.turns > 0 && leg.way.last() == Some(&spot.cell)) {
        let turn = (scene.game.shown.view.turn + u32::from(leg.turns)) % 10;
        canvas.sign(middle, char::from_digit(turn, 10).unwrap_or('+'), style);
    }
}

/// The directions in which a way enters and leaves a cell.
fn exits(scene: &Scene, way: &[Cell], cell: Cell) -> Vec<Heading> {
    let grid = scene.game.shown.grid();
    let Some(at) = way.iter().position(|other| *other == cell) else { return Vec::new() };
    let beside = [at.checked_sub(1), Some(at + 1)].into_iter().flatten();
    let next = beside.filter_map(|at| way.get(at));
    next.filter_map(|next| grid.headings().find(|&toward| grid.beyond(cell, toward) == Some(*next))).collect()
}

/// Draws a line of sight, and the point where it is blocked.
fn sight(canvas: &mut Canvas, scene: &Scene, spot: Spot, occupied: bool) {
    let Some((from, sight)) = &scene.game.layers.sight else { return };
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

/// Draws the cursor. It leaves every character in place, the tint in the middle of a cell and the side's colour
/// in the first column of a counter.
fn cursor(canvas: &mut Canvas, scene: &Scene, spot: Spot) {
    let size = scene.size;
    let theme = scene.look.theme;
    let lit = theme.of(Role::Lit);
    let (right, bottom) = (size.wide - 1, size.tall - 1);
    if size.has_names() {
        // The row with the name of the hex.
        canvas.restyle(spot.at, size.wide, 1, lit);
    } else if let Some(piece) = scene.foremost(spot.cell) {
        let picked = theme.of(if piece.side == Side::A { Role::PickedA } else { Role::PickedB });
        canvas.restyle(spot.place(1, 0), size.wide - 1, size.tall, Style { bg: lit.bg, ..picked });
    } else if size.tall > 1 {
        corner(canvas, scene, spot.at, ['┌', '+']);
        if size.wide > TWO_CORNERS {
            corner(canvas, scene, spot.place(right, 0), ['┐', '+']);
            corner(canvas, scene, spot.place(0, bottom), ['└', '+']);
        }
        corner(canvas, scene, spot.place(right, bottom), ['┘', '+']);
    } else {
        // One ink for all its signs: light ones can't be read on the cursor, and a change of colours takes bytes.
        canvas.restyle(spot.at, size.wide, 1, lit);
    }
}

/// Lights a corner of a cell with a piece of a frame; the signs of woods and the like stay.
fn corner(canvas: &mut Canvas, scene: &Scene, place: Place, [sign, plain]: [char; 2]) {
    // An underline of the ground would only make the frame harder to see.
    let lit = scene.look.theme.of(Role::Lit).remove_modifier(Modifier::UNDERLINED);
    canvas.sign_if_ground(place, if scene.look.ascii { plain } else { sign }, lit);
    let (x, y) = place;
    canvas.restyle((x, y), 1, 1, lit);
}

/// Draws brackets around a target that can be chosen, on the ground beside its counter.
pub fn ring(canvas: &mut Canvas, scene: &Scene, spot: Spot) {
    let game = scene.game;
    let enemy = |piece: &PieceView| piece.side != game.shown.viewer;
    if !scene.is_option(spot.cell) || !scene.foremost(spot.cell).is_some_and(enemy) {
        return;
    }
    let style = ink(scene, Role::Ring);
    let size = scene.size;
    let (left, right) = ((spot.at.0 - 1, spot.at.1), (spot.at.0 + i32::from(size.wide), spot.at.1));
    let beside = |dx: i16| Cell::new(spot.cell.x + dx, spot.cell.y);
    for (place, cell, sign) in [(left, beside(-1), '('), (right, beside(1), ')')] {
        if !scene.occupied(cell) && cell != game.pointer.cursor && game.shown.on_map(cell) {
            canvas.sign(place, sign, style);
        }
    }
}

/// Draws the overlays of a cell.
pub fn draw(canvas: &mut Canvas, scene: &Scene, spot: Spot, occupied: bool) {
    let game = scene.game;
    march(canvas, scene, spot, occupied);
    sight(canvas, scene, spot, occupied);
    let pointed = game.shown.picked(&game.pointer).is_some_and(|choice| choice.cells.contains(&spot.cell));
    if pointed && !occupied {
        canvas.restyle(spot.at, scene.size.wide, scene.size.tall, scene.look.theme.of(Role::PickedA));
    }
    if spot.cell == game.pointer.cursor {
        cursor(canvas, scene, spot);
    }
}
