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

/// Whether an area of the screen may be covered: it contains no unit, no objective and not the cursor, not even
/// in a margin around it.
fn is_free(scene: &Scene, area: Rect, margin: i16) -> bool {
    let (inner, size) = (scene.game.geometry.area, scene.size);
    let (left, top) = scene.game.origin;
    let x = |column: u16| left + ((column - inner.x) / size.pitch()) as i16;
    let y = |row: u16| top - ((row - inner.y) / size.tall) as i16;
    let (low, high) = (Cell::new(x(area.x), y(area.bottom())), Cell::new(x(area.right()), y(area.y)));
    let cells = (low.x - margin..=high.x + margin)
        .flat_map(|x| (low.y - margin..=high.y + margin).map(move |y| Cell::new(x, y)));
    let taken = |cell: Cell| {
        cell == scene.game.cursor || scene.game.at.contains_key(&cell) || scene.goal(cell).is_some()
    };
    !cells.into_iter().any(taken)
}

/// The corner where an area of this size hides nothing, and that area: the last corner as long as possible, because
/// moving it redraws two corners.
fn corner_for(scene: &Scene, inner: Rect, wide: u16, tall: u16) -> Option<(usize, Rect)> {
    let corners = corners(inner, wide, tall);
    let last = scene.game.geometry.inset.filter(|corner| is_free(scene, corners[*corner], 0));
    let corner = last.or_else(|| (0..corners.len()).find(|corner| is_free(scene, corners[*corner], 1)))?;
    Some((corner, corners[corner]))
}

/// Draws the overview with the balance below it in a corner where they hide nothing, if the map is larger than its
/// pane; where there is no room for both, one of them. Returns the corner.
pub fn draw(scene: &Scene, inner: Rect, buf: &mut Buffer) -> Option<usize> {
    let (low, high) = scene.game.view.board.span();
    let seen = shown(scene.game);
    let whole = seen.0.x <= low.x && seen.0.y <= low.y && seen.1.x >= high.x && seen.1.y >= high.y;
    if whole {
        return None;
    }
    let room = (LARGEST.0.min(inner.width / 4), LARGEST.1.min(inner.height * 2 / 5));
    let scale = Scale::fitting(scene, room.0, room.1)?;
    let (wide, tall) = scale.extent();
    let is_roomy = wide >= balance::LEAST && tall + balance::ROWS < inner.height * 2 / 3;
    let sizes = [
        is_roomy.then_some([wide, tall, balance::ROWS]),
        Some([wide, tall, 0]),
        Some([balance::USUAL.min(inner.width / 4), 0, balance::ROWS]),
    ];
    let found = sizes.into_iter().flatten().find_map(|[wide, tall, told]| {
        let (corner, area) = corner_for(scene, inner, wide + 1, tall + told + 1)?;
        Some((corner, area, Rect::new(0, 0, wide, tall)))
    });
    let (corner, area, overview) = found?;
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
    let x = if area.x == inner.x { area.x } else { area.x + 1 };
    let y = if area.y == inner.y { area.y } else { area.y + 1 };
    let overview = Rect { x, y, ..overview };
    if overview.height > 0 {
        buf.set_style(overview, Style::reset());
        overview::draw(scene, scale, false, overview, buf);
        overview::frame(scene, scale, seen, overview, buf);
    }
    let told = area.height - 1 - overview.height;
    balance::draw(scene, Rect { y: overview.bottom(), height: told, ..overview }, buf);
    Some(corner)
}
