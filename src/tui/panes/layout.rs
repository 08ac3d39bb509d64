//! Divides the game screen into panes.
//!
//! On a small screen the map gets the whole width unless a pane beside it is needed; then come the cell under
//! the cursor in a line, and the last lines of the log. A large screen shows every pane at once, each as high
//! as its contents, and the log gets the rest.

use ratatui::layout::Rect;

use super::map::size::{self, Size};
use super::{Look, aim, hand, inspector, map, odds, roster};
use crate::game::Preview;
use crate::tui::frame::SidePane;
use crate::tui::game::Game;

/// The least width of a pane beside the map that is always there.
const BESIDE: u16 = 26;
/// The width of a pane that opens beside the map when it is needed.
const OPENED: u16 = 28;
/// The width of one column of panes on a large screen, and of two.
const COLUMN: u16 = 44;
const TWO_COLUMNS: u16 = 76;
/// The least height of the inspector on a large screen: enough for most cells without a unit.
const LEAST_CELL: u16 = 6;
/// The least height of a useful log on a large screen.
const LEAST_LOG: u16 = 6;
/// The rows of the strip and of the prompt.
const STRIP: u16 = 2;
const PROMPT: u16 = 3;

/// The areas of the panes; a pane that is not shown has no area.
#[derive(Default)]
pub struct Parts {
    pub strip: Rect,
    pub map: Rect,
    pub roster: Rect,
    pub hand: Rect,
    /// The uses of the selected card.
    pub card: Rect,
    pub inspector: Rect,
    /// The cell under the cursor in one line.
    pub line: Rect,
    pub odds: Rect,
    pub aim: Rect,
    pub log: Rect,
    /// The log covers a part of the map with the report of events.
    pub reports: bool,
}

/// Takes rows from the top of an area.
fn take(area: &mut Rect, rows: u16) -> Rect {
    let rows = rows.min(area.height);
    let taken = Rect { height: rows, ..*area };
    *area = Rect { y: area.y + rows, height: area.height - rows, ..*area };
    taken
}

/// The number of columns and rows of the map.
fn span(game: &Game) -> (u16, u16) {
    let (low, high) = game.shown.view.board.span();
    // A grid has a few hundred columns at most.
    ((high.x - low.x + 1) as u16, (high.y - low.y + 1) as u16)
}

/// The cell size until the player chooses one: the largest at which the whole map fits; on a large screen, at
/// least large enough for names on counters.
fn starting_size(game: &Game, room: (u16, u16), large: bool, tinted: bool) -> Size {
    let least = if large && tinted { size::COUNTERS } else { size::NORMAL };
    let (across, up) = span(game);
    let fits = |zoom: &u16| {
        let (wide, tall) = Size::of(game, *zoom, tinted).extent(across, up);
        wide + map::LEFT <= room.0 && (tall < room.1 || !tinted)
    };
    let largest = if large || tinted { Size::count(game, tinted) } else { size::NORMAL };
    let zoom = (least..=largest).rev().find(fits).unwrap_or(least);
    Size::of(game, zoom, tinted)
}

/// Divides the screen into panes.
pub fn divide(game: &Game, whole: Rect, preview: Option<&Preview>, look: Look) -> (Parts, Size) {
    let tinted = look.theme.is_tinted();
    let large = whole.width >= 140 && whole.height >= 40;
    let cards = game.shown.view.hand.as_ref().map_or(0, |hand| hand::rows(hand, whole.height));
    let body = Rect { y: STRIP, height: whole.height.saturating_sub(STRIP + PROMPT + cards), ..whole };
    let beside = if large { COLUMN } else { OPENED } + 1;
    let room = (whole.width - beside, body.height - if large { 0 } else { 2 });
    let size = match game.frame.zoom {
        0 => starting_size(game, room, large, tinted),
        zoom => Size::of(game, zoom, tinted),
    };
    let (across, up) = span(game);
    let (wide, tall) = size.extent(across, up);
    // A row of names above the map and one below.
    let extent = (wide + map::LEFT, tall + 2);
    let mut parts = Parts {
        strip: Rect { height: STRIP, ..whole },
        hand: Rect { y: body.bottom(), height: cards, ..whole },
        ..Parts::default()
    };
    if large {
        all_panes(game, body, extent, preview, look, &mut parts);
    } else {
        few_panes(game, body, extent, preview, look, &mut parts);
    }
    (parts, size)
}

/// A small screen: a pane beside the map if there is room or need for it.
fn few_panes(
    game: &Game,
    mut body: Rect,
    (wide, tall): (u16, u16),
    preview: Option<&Preview>,
    look: Look,
    parts: &mut Parts,
) {
    let spare = (body.height + STRIP + PROMPT + parts.hand.height).saturating_sub(24);
    let log = (2 + spare / 4).min(12);
    // The names on the right need columns that a map may do without.
    let whole = [wide + map::RIGHT, wide].into_iter().find(|wide| wide + 1 + BESIDE <= body.width);
    let needed = match game.frame.side_pane {
        SidePane::Auto => game.frame.opened.is_some(),
        SidePane::Roster | SidePane::Inspector => true,
        SidePane::None => false,
    };
    let side = match (whole, needed) {
        (Some(wide), _) => body.width - wide - 1,
        (None, true) => OPENED.max(body.width / 3).min(44),
        (None, false) => 0,
    };
    let line = u16::from(side == 0);
    let rows_with = |log: u16| {
        let most = body.height.saturating_sub(log + line);
        // A pane beside a low map has room of its own.
        tall.min(most).max(if side > 0 { most.min(14) } else { 0 })
    };
    let usual = body.height.saturating_sub(rows_with(log) + line);
    let reported =
        game.report.rows(game.human(), &*game.session, &game.shown, body.width).filter(|rows| *rows > usual);
    parts.reports = reported.is_some();
    let rows =
        reported.map_or_else(|| rows_with(log), |log| tall.min(body.height.saturating_sub(log + line)));
    let mut upper = take(&mut body, rows);
    parts.line = take(&mut body, line);
    parts.log = body;
    if side == 0 {
        parts.map = Rect { width: (wide + map::RIGHT).min(upper.width), ..upper };
        return;
    }
    parts.map = Rect { width: upper.width - side - 1, height: tall.min(upper.height), ..upper };
    upper = Rect { x: upper.right() - side, width: side, ..upper };
    beside(game, upper, preview, look, parts);
}

/// The panes beside the map on a small screen, by need: what a card does, the odds, the roster, the cell.
fn beside(game: &Game, mut area: Rect, preview: Option<&Preview>, look: Look, parts: &mut Parts) {
    match game.frame.side_pane {
        SidePane::Roster => return parts.roster = area,
        SidePane::Inspector => return parts.inspector = area,
        SidePane::Auto | SidePane::None => {}
    }
    let (wide, all) = (area.width, area.height);
    // The effect of a card has priority, but the odds of the highlighted choice get at least a third.
    let most = if preview.is_some() { all * 2 / 3 } else { all };
    parts.card = take(&mut area, hand::explain_rows(game, wide, look).min(most));
    if let Some(preview) = preview {
        parts.odds = take(&mut area, odds::wanted(preview, wide, look));
    }
    // A few rows are of no use to the others: the odds keep them.
    if area.height < 4 && parts.odds.height > 0 {
        parts.odds.height += area.height;
        return;
    }
    let cell = inspector::wanted(game, wide, false);
    let most = if cell < area.height / 2 { area.height - cell } else { area.height / 2 };
    let most = if parts.odds.height > 0 { most } else { most.max(area.height / 2) };
    let rows = roster::wanted(game, wide, most, look);
    // With the odds open, the roster must fold into the rest or stay away.
    if parts.odds.height == 0 || area.height >= 10 {
        parts.roster = take(&mut area, rows);
    }
    parts.inspector = area;
}

/// The height of the inspector on a large screen. It never shrinks while the cursor moves, so that the panes below
/// stay where they are.
fn cell_rows(game: &Game, wide: u16) -> u16 {
    inspector::wanted(game, wide, true).max(inspector::kept(game).max(LEAST_CELL))
}

/// A large screen: every pane at once.
fn all_panes(
    game: &Game,
    mut body: Rect,
    (wide, tall): (u16, u16),
    preview: Option<&Preview>,
    look: Look,
    parts: &mut Parts,
) {
    let whole = [wide + map::RIGHT, wide].into_iter().find(|wide| wide + 1 + COLUMN <= body.width);
    let width = whole.unwrap_or(body.width - TWO_COLUMNS - 1);
    let mut side = Rect { x: width + 1, width: body.width - width - 1, ..body };
    body.width = width;
    let below = body.height.saturating_sub(tall);
    let is_beneath = below >= LEAST_LOG;
    parts.map = take(&mut body, if is_beneath { tall } else { tall.min(side.height) });
    parts.log = body;
    let least = if is_beneath { 0 } else { (side.height / 4).max(LEAST_LOG) };
    if side.width < TWO_COLUMNS {
        one_column(game, side, least, preview, look, parts);
        return;
    }
    // The roster gets the width its columns need, as long as enough is left for the cell and the odds.
    let needed = roster::needed(game).min(side.width.saturating_sub(OPENED + 11));
    let left = needed.max((side.width * 55 / 100).min(84));
    let right = side.width - left - 1;
    let told = hand::explain_rows(game, left, look);
    let odds = preview.map_or(0, |preview| odds::wanted(preview, right, look));
    let most = side.height - least;
    let roster = roster::wanted(game, left, most.saturating_sub(told), look);
    let cell = cell_rows(game, right);
    let aim = aim::wanted(game, right, look);
    let high = if is_beneath { side.height } else { (roster + told).max(cell + odds + aim).min(most) };
    let upper = take(&mut side, high);
    if !is_beneath {
        parts.log = side;
    }
    let mut column = Rect { width: left, ..upper };
    parts.roster = take(&mut column, roster.min(high.saturating_sub(told)));
    parts.card = take(&mut column, told);
    let mut other = Rect { x: upper.x + left + 1, width: right, ..upper };
    parts.inspector = take(&mut other, if odds > 0 { cell.min((high / 3).max(8)) } else { cell });
    parts.odds = take(&mut other, odds);
    parts.aim = other;
    // A short roster leaves room for the aim below it.
    if other.height < aim && column.height >= aim {
        parts.aim = column;
    }
}

/// A large screen with a wide map: the panes in one column.
fn one_column(
    game: &Game,
    mut side: Rect,
    log: u16,
    preview: Option<&Preview>,
    look: Look,
    parts: &mut Parts,
) {
    let (wide, all) = (side.width, side.height);
    let odds = preview.map_or(0, |preview| odds::wanted(preview, wide, look)).min(all / 3);
    let told = hand::explain_rows(game, wide, look).min(all / 4);
    let most = all.saturating_sub(odds + told + log);
    let cell = cell_rows(game, wide).min((most / 2).max(6));
    let roster = roster::wanted(game, wide, most.saturating_sub(cell), look);
    parts.roster = take(&mut side, roster);
    parts.inspector = take(&mut side, cell);
    parts.card = take(&mut side, told);
    parts.odds = take(&mut side, odds);
    let aim = aim::wanted(game, wide, look);
    if log == 0 || side.height >= log + aim {
        // The legend of the marks over the map, as long as the log keeps enough.
        let marks = aim::marks_wanted(game, wide, look);
        let marks = if side.height >= LEAST_LOG + aim + marks { marks } else { 0 };
        let rows = if log == 0 { side.height } else { aim + marks };
        parts.aim = take(&mut side, rows);
    }
    if log > 0 {
        parts.log = side;
    }
}
