//! The sides of cells: walls and hedges, level changes, borders of zones and objectives.

use ratatui::style::{Color, Style};

use super::canvas::Canvas;
use super::scene::{Scene, Spot};
use super::size::Size;
use crate::board::{Cell, Heading};
use crate::game::view::Family;
use crate::tui::theme::Role;

/// The positions within a cell that represent a side, and the character to draw there.
fn along(
    size: Size,
    toward: Heading,
    ascii: bool,
) -> Option<(std::ops::Range<u16>, std::ops::Range<u16>, char)> {
    let (wide, tall) = (size.wide, size.tall);
    let parts = toward.parts();
    // On hexes, the upper and lower halves of a flank are two sides.
    let (upper, lower) = if size.step > 0 { (0..tall / 2, tall / 2..tall) } else { (0..tall, 0..tall) };
    let (columns, rows, [line, plain]) = match parts {
        0 => (0..wide, 0..1, ['▔', ' ']),
        1..=6 => (wide - 1..wide, upper, ['▕', '|']),
        7..=11 => (wide - 1..wide, lower, ['▕', '|']),
        12 => (0..wide, tall - 1..tall, ['▁', '_']),
        13..=17 => (0..1, lower, ['▏', '|']),
        _ => (0..1, upper, ['▏', '|']),
    };
    let sign = if ascii { plain } else { line };
    (sign != ' ').then_some((columns, rows, sign))
}

fn draw_side(canvas: &mut Canvas, scene: &Scene, spot: Spot, toward: Heading, ink: Color) {
    let Some((columns, rows, sign)) = along(scene.size, toward, scene.look.ascii) else { return };
    for row in rows {
        for column in columns.clone() {
            canvas.sign_if_free(spot.place(column, row), sign, Style::new().fg(ink));
        }
    }
}

/// The role of an edge of a terrain family.
const fn edge_role(family: Family) -> Role {
    match family {
        Family::Woods | Family::Scrub => Role::EdgeHedge,
        Family::Slope | Family::Steep | Family::Crest => Role::EdgeCliff,
        Family::Water | Family::Marsh => Role::EdgeWater,
        Family::Clear => Role::EdgePlain,
        _ => Role::EdgeWall,
    }
}

/// The role of the side between two cells, seen from the first.
fn side_role(scene: &Scene, cell: Cell, toward: Heading, next: Cell) -> Option<Role> {
    let game = scene.game;
    let board = &game.shown.view.board;
    if scene.goal_number(cell) != scene.goal_number(next)
        && (scene.goal(cell).is_some_and(|goal| goal.cells.len() > 1) || scene.goal(next).is_some())
    {
        return Some(Role::Objective);
    }
    if let Some(kind) = scene.edge(cell, toward) {
        let kind = kind.and_then(|kind| board.kind(kind));
        return Some(kind.map_or(Role::EdgePlain, |kind| edge_role(kind.family)));
    }
    if scene.in_zone(cell) && !scene.in_zone(next) {
        return Some(Role::Zone);
    }
    if scene.reach(cell) == Some(0) && scene.reach(next) != Some(0) {
        return Some(Role::Zone);
    }
    (scene.level(cell) > scene.level(next)).then_some(Role::Contour)
}

/// Draws the sides of a cell, vertical ones first because they have only one column each.
pub fn draw(canvas: &mut Canvas, scene: &Scene, spot: Spot) {
    let sides: Vec<(Heading, Role)> = scene
        .beside(spot.cell)
        .filter_map(|(toward, next)| Some((toward, side_role(scene, spot.cell, toward, next)?)))
        .collect();
    let level = |toward: Heading| toward.parts().is_multiple_of(12);
    let upright = sides.iter().filter(|(toward, _)| !level(*toward));
    for (toward, role) in upright.chain(sides.iter().filter(|(toward, _)| level(*toward))) {
        let ink = scene.look.theme.of(*role).fg.unwrap_or(Color::Reset);
        draw_side(canvas, scene, spot, *toward, ink);
    }
}
