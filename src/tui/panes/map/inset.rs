//! The overview in a corner of the map, shown when the map is larger than its pane.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::balance;
use super::overview::{self, Scale};
use super::scene::Scene;
use super::shown;
use crate::board::Cell;
use crate::tui::theme::Role;

/// The largest width and height of the overview.
const LARGEST: (u16, u16) = (32, 16);

/// The corners where the overview may go: right before left, top before bottom.
fn corners(inner: Rect, wide: u16, tall: u16) -> [Rect; 4] {
    let (right, bottom) = (inner.right() - wide, inner.bottom() - tall);
    [(right, inner.y), (right, bottom), (inner.x, inner.y), (inner.x, bottom)]
        .map(|(x, y)| Rect::new(x, y, wide, tall))
}

/// Whether an area of the screen may be covered: it contains no unit, no objective and not this cursor, not even in a
/// margin around it.
fn is_free(scene: &Scene, area: Rect, margin: i16, cursor: Option<Cell>) -> bool {
    let (inner, size) = (scene.game.frame.geometry.area, scene.size);
    let (left, top) = scene.game.frame.origin;
    let x = |column: u16| left + ((column - inner.x) / size.pitch()) as i16;
    let y = |row: u16| top - ((row - inner.y) / size.tall) as i16;
    let (low, high) = (Cell::new(x(area.x), y(area.bottom())), Cell::new(x(area.right()), y(area.y)));
    let cells = (low.x - margin..=high.x + margin)
        .flat_map(|x| (low.y - margin..=high.y + margin).map(move |y| Cell::new(x, y)));
    let taken = |cell: Cell| Some(cell) == cursor || scene.occupied(cell) || scene.goal(cell).is_some();
    !cells.into_iter().any(taken)
}

/// The corner where an area of this size hides nothing, and that area: the last corner as long as possible, because
/// moving it redraws two corners.
fn corner_for(scene: &Scene, inner: Rect, wide: u16, tall: u16) -> Option<(usize, Rect)> {
    let (corners, cursor) = (corners(inner, wide, tall), Some(scene.game.pointer.cursor));
    let last = scene.game.frame.geometry.inset.filter(|corner| is_free(scene, corners[*corner], 0, cursor));
    let first = || (0..corners.len()).find(|corner| is_free(scene, corners[*corner], 1, cursor));
    let corner = last.or_else(first)?;
    Some((corner, corners[corner]))
}

/// Draws the overview with the balance in its margin in a corner where they hide nothing, if the map is larger than
/// its pane; where there is no room for both, the balance alone. Returns the corner.
pub fn draw(scene: &Scene, inner: Rect, buf: &mut Buffer) -> Option<usize> {
    let (low, high) = scene.game.shown.view.board.span();
    let seen = shown(scene.game);
    let whole = seen.0.x <= low.x && seen.0.y <= low.y && seen.1.x >= high.x && seen.1.y >= high.y;
    if whole {
        return None;
    }
    let room = (LARGEST.0.min(inner.width / 4), LARGEST.1.min(inner.height * 2 / 5));
    let scale = Scale::fitting(scene, room.0, room.1);
    let extent = scale.map(Scale::extent).map(|(wide, tall)| (wide + 1, tall + 1));
    // The balance does not come and go with the cursor.
    let is_full = || {
        let mut corners = extent.into_iter().flat_map(|(wide, tall)| corners(inner, wide, tall));
        corners.all(|corner| !is_free(scene, corner, 1, None))
    };
    let with_overview = extent.and_then(|(wide, tall)| corner_for(scene, inner, wide, tall));
    let (corner, area) = with_overview
        .or_else(|| corner_for(scene, inner, balance::USUAL.min(inner.width), 1).filter(|_| is_full()))?;
    let style = scene.look.theme.of(Role::Table);
    for y in area.top()..area.bottom() {
        for x in area.left()..area.right() {
            if let Some(cell) = buf.cell_mut((x, y)) {
                cell.reset();
                cell.set_style(style);
            }
        }
    }
    // The margin is on the side facing the centre of the map.
    let is_upper = area.y == inner.y;
    let margin = if is_upper { area.bottom() - 1 } else { area.y };
    balance::draw(scene, Rect { y: margin, height: 1, ..area }, buf);
    if let Some(scale) = scale.filter(|_| area.height > 1) {
        let (wide, tall) = scale.extent();
        let x = if area.x == inner.x { area.x } else { area.x + 1 };
        let y = if is_upper { area.y } else { area.y + 1 };
        let area = Rect::new(x, y, wide, tall);
        buf.set_style(area, Style::reset());
        overview::draw(scene, scale, false, area, buf);
        overview::frame(scene, scale, seen, area, buf);
    }
    Some(corner)
}
