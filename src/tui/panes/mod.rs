//! Screen layout and the drawing of each pane.

pub mod editor;
pub mod hand;
pub mod inspector;
mod list;
mod log;
pub mod map;
mod odds;
mod pager;
mod prompt;
pub mod roster;
mod setup;
mod strip;
mod title;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use self::map::size::{self, Size};
use super::app::{App, Screen};
use super::game::{Game, SidePane};
use super::overlay::Overlay;
use super::text::put;
use super::theme::{Role, Theme};
pub use prompt::effect;
pub use strip::bar as loss_bar;

/// The least width at which anything is drawn.
const MIN_WIDTH: u16 = 60;
/// The least height at which anything is drawn.
const MIN_HEIGHT: u16 = 20;
/// The least width of the panes beside the map.
const SIDE_WIDTH: u16 = 28;

/// The least height of a useful log.
const LEAST_LOG: u16 = 6;

/// The context every pane needs for drawing.
#[derive(Copy, Clone)]
pub struct Look<'a> {
    /// Styles.
    pub theme: &'a Theme,
    /// ASCII characters only.
    pub ascii: bool,
    /// Whether rule numbers are shown.
    pub rule_numbers: bool,
}

impl Look<'_> {
    /// A rule number, or nothing if the player does not want them.
    pub const fn rule<'a>(&self, number: &'a str) -> &'a str {
        if self.rule_numbers { number } else { "" }
    }
}

/// The message for a terminal that is too small, if it is.
pub fn too_small(width: u16, height: u16) -> Option<String> {
    (width < MIN_WIDTH || height < MIN_HEIGHT)
        .then(|| format!("Stand To needs {MIN_WIDTH}x{MIN_HEIGHT}; this terminal is {width}x{height}."))
}

/// Draws the whole screen.
pub fn draw(app: &mut App, buf: &mut Buffer) {
    let area = buf.area;
    buf.reset();
    if let Some(text) = too_small(area.width, area.height) {
        for (n, line) in super::text::wrap(&text, usize::from(area.width), 0).iter().enumerate() {
            put(buf, area.x, area.y + n as u16, area.width, line, app.style(Role::Text));
        }
        return;
    }
    buf.set_style(area, app.style(Role::Text));
    let covered = !app.overlays.is_empty() || !app.typed.is_empty();
    let theme = app.themes[app.theme].clone();
    let look = Look { theme: &theme, ascii: app.ascii, rule_numbers: app.settings.rule_numbers };
    if let Screen::Game(game) = &app.screen
        && let Some(side) = game.hand_over
    {
        return hand_over(&game.view.sides[side.index()].name, buf, look);
    }
    match &mut app.screen {
        Screen::Title(title) => title::draw(title, buf, look),
        Screen::Setup(form) => setup::draw(form, buf, look),
        Screen::Game(game) => draw_game(game, buf, look),
        Screen::Editor(_) => {}
    }
    // After the panes, because one hint depends on whether the odds are cut short.
    let hints = prompt::hints(app);
    if let Screen::Game(game) = &mut app.screen {
        let preview = game.preview().cloned();
        let shown = if covered { &[][..] } else { &hints[..] };
        let area = Rect::new(0, area.height - 3, area.width, 3);
        prompt::draw(game, preview.as_ref(), shown, area, buf, look);
    }
    if let Screen::Editor(editor) = &mut app.screen {
        editor::draw(editor, if covered { &[] } else { &hints }, buf, look);
    } else if !matches!(app.screen, Screen::Game(_)) && !covered {
        let style = look.theme.of(Role::Dim);
        prompt::hint_line(&hints, Rect::new(2, area.bottom() - 1, area.width - 4, 1), buf, look, style);
    }
    if !app.typed.is_empty() && app.overlays.is_empty() {
        continuations(&hints, buf, look);
    }
    match app.overlays.last_mut() {
        Some(Overlay::Pager(pager)) => pager::draw(pager, &hints, buf, look),
        Some(Overlay::List(list)) => list::draw(list, &hints, buf, look),
        None => {}
    }
    if look.ascii {
        plain_letters(buf);
    }
}

/// Replaces accented letters with plain ones for terminals that can't show arrows and line characters.
fn plain_letters(buf: &mut Buffer) {
    for cell in &mut buf.content {
        let plain = match cell.symbol().chars().next() {
            Some(c) if !c.is_ascii() => super::text::plain_letter(c),
            _ => continue,
        };
        cell.set_char(plain);
    }
}

/// The hand-over screen for two players at one keyboard: hides everything until the next player is ready.
fn hand_over(name: &str, buf: &mut Buffer, look: Look) {
    let area = buf.area;
    let lines = [
        (format!("{name} decide in secret."), Role::Prompt),
        ("Change places, then press Enter.".to_owned(), Role::Text),
    ];
    for (y, (text, role)) in (area.height / 2 - 1..).zip(lines) {
        let x = area.width.saturating_sub(super::text::width(&text) as u16) / 2;
        put(buf, x, y, area.width - x, &text, look.theme.of(role));
    }
}

/// The possible continuations of a partly typed key sequence, in a window over the prompt.
fn continuations(hints: &[prompt::Hint], buf: &mut Buffer, look: Look) {
    let screen = buf.area;
    let style = |role| look.theme.of(role);
    let wide = (screen.width - 2).min(90);
    let tall = (hints.len() as u16 + 2).min(screen.height - 2);
    let area = Rect::new(screen.width - wide, screen.height - tall, wide, tall);
    let inner = super::text::window(buf, area, "Then type", look.ascii, style(Role::Dim), style(Role::Title));
    for (y, (key, help)) in (inner.top()..inner.bottom()).zip(hints) {
        put(buf, inner.x, y, 4, key, style(Role::Key));
        put(buf, inner.x + 4, y, inner.width - 4, help, style(Role::Text));
    }
}

/// The areas of the game screen.
struct Parts {
    strip: Rect,
    map: Rect,
    roster: Rect,
    hand: Rect,
    /// The uses of the selected card.
    card: Rect,
    inspector: Rect,
    odds: Rect,
    log: Rect,
}

/// The cell size until the player chooses one: the largest at which the whole map fits; on a large screen, at
/// least large enough for names on counters.
fn starting_size(game: &Game, (across, up): (u16, u16), room: (u16, u16), large: bool, tinted: bool) -> Size {
    let least = match (large, tinted) {
        (true, true) => size::COUNTERS,
        _ => size::NORMAL,
    };
    let fits = |zoom: &u16| {
        let (wide, tall) = Size::of(game, *zoom, tinted).extent(across, up);
        wide + map::LEFT <= room.0 && (tall < room.1 || !tinted)
    };
    let largest = if large || tinted { Size::count(game, tinted) } else { size::NORMAL };
    let zoom = (least..=largest).rev().find(fits).unwrap_or(least);
    Size::of(game, zoom, tinted)
}

/// Divides the screen into areas; `odds` is whether there are odds to show. Cards are along the bottom, above
/// the prompt.
fn divide(game: &mut Game, whole_area: Rect, odds: bool, look: Look) -> (Parts, Size) {
    let cards = game.view.hand.as_ref().map_or(0, |hand| hand::rows(hand, whole_area.height));
    let hand = Rect::new(0, whole_area.height - 3 - cards, whole_area.width, cards);
    let area = Rect { height: whole_area.height - cards, ..whole_area };
    let strip = Rect::new(0, 0, area.width, 2);
    let (low, high) = game.view.board.span();
    // A grid has a few hundred columns at most.
    let across = (high.x - low.x + 1) as u16;
    let large = area.width >= 140 && whole_area.height >= 40;
    let room = area.width - if large { 76 } else { SIDE_WIDTH } - 1;
    let up = (high.y - low.y + 1) as u16;
    let tinted = look.theme.is_tinted();
    let size = match game.zoom {
        0 => starting_size(game, (across, up), (room, area.height.saturating_sub(6)), large, tinted),
        zoom => Size::of(game, zoom, tinted),
    };
    let (map_wide, map_tall) = size.extent(across, up);
    let map_width = (map_wide + map::LEFT).min(room);
    let side_x = map_width + 1;
    let side_width = area.width - side_x;
    if large {
        game.rows_for_report(u16::MAX, area.width);
        let rows = area.height - 5;
        let map = Rect::new(0, 2, map_width, rows.min(map_tall + 1));
        // The log is below the map if there is room; otherwise beside it, below the roster.
        let below = rows.saturating_sub(map.height);
        let beneath = below >= LEAST_LOG;
        let log_rows = if beneath { below } else { (rows / 3).clamp(8, 18) };
        let top = if beneath { rows } else { rows - log_rows };
        let log = if beneath {
            Rect::new(0, 2 + map.height, map_width, log_rows)
        } else {
            Rect::new(side_x, 2 + top, side_width, log_rows)
        };
        // The roster gets the width its columns need, as long as enough is left for the cell and the odds.
        let needed = roster::needed(game).min(side_width.saturating_sub(SIDE_WIDTH + 10));
        let left = needed.max((side_width * 55 / 100).min(84));
        let right = side_width - left - 1;
        let here = if odds { (top / 3).clamp(8, 14) } else { top };
        let told = hand::explain_rows(game, left, look).min(top / 2);
        let parts = Parts {
            strip,
            map,
            roster: Rect::new(side_x, 2, left, top - told),
            hand,
            card: Rect::new(side_x, 2 + top - told, left, told),
            inspector: Rect::new(side_x + left + 1, 2, right, here),
            odds: Rect::new(side_x + left + 1, 2 + here, right, top - here),
            log,
        };
        return (parts, size);
    }
    let spare = area.height.saturating_sub(MIN_HEIGHT);
    let log_rows = game.rows_for_report((3 + spare / 5).min(12), area.width);
    let middle = area.height - 5 - log_rows;
    let map = Rect::new(0, 2, map_width, middle.min(map_tall + 1));
    let whole = Rect::new(side_x, 2, side_width, middle);
    let upper = Rect { height: middle / 2, ..whole };
    let lower = Rect { y: 2 + middle / 2, height: middle - middle / 2, ..whole };
    let none = Rect::ZERO;
    // The effect of a card has priority, but the odds of the highlighted choice get at least a third.
    let most = if odds { middle * 2 / 3 } else { middle };
    let told = match game.side_pane {
        SidePane::Auto => hand::explain_rows(game, side_width, look).min(most),
        _ => 0,
    };
    let card = Rect { height: told, ..whole };
    let beneath = Rect { y: 2 + told, height: middle - told, ..whole };
    let (roster, inspector, odds) = match game.side_pane {
        SidePane::Auto if odds && (told > 0 || middle < 30) => (none, none, beneath),
        SidePane::Auto if cards > 0 => (none, beneath, none),
        SidePane::Auto if odds => {
            let third = middle / 4;
            let upper = Rect { height: third, ..whole };
            let here = Rect { y: 2 + third, height: third, ..whole };
            (upper, here, Rect { y: 2 + 2 * third, height: middle - 2 * third, ..whole })
        }
        SidePane::Auto => (upper, lower, none),
        SidePane::Roster => (whole, none, none),
        SidePane::Inspector => (none, whole, none),
    };
    let log = Rect::new(0, 2 + middle, area.width, log_rows);
    (Parts { strip, map, roster, hand, card, inspector, odds, log }, size)
}

fn draw_game(game: &mut Game, buf: &mut Buffer, look: Look) {
    let preview = game.preview().cloned();
    game.look_up_uses();
    let (parts, size) = divide(game, buf.area, preview.is_some(), look);
    strip::draw(game, parts.strip, buf, look);
    map::draw(game, parts.map, size, buf, look);
    roster::draw(game, parts.roster, buf, look);
    if let Some(hand) = &game.view.hand {
        hand::draw(game, hand, parts.hand, buf, look);
        hand::explain(game, parts.card, buf, look);
    }
    inspector::draw(game, parts.inspector, buf, look);
    game.odds_cut = false;
    if let Some(preview) = &preview {
        odds::draw(game, preview, parts.odds, buf, look);
    }
    log::draw(game, parts.log, buf, look);
}

/// Draws a heading followed by a line; returns the area below.
fn headed(area: Rect, text: &str, buf: &mut Buffer, look: Look) -> Rect {
    if area.height == 0 {
        return area;
    }
    let line = if look.ascii { "-" } else { "─" };
    let room = usize::from(area.width);
    let end = put(buf, area.x, area.y, area.width, &super::text::cut(text, room), look.theme.of(Role::Title));
    if end + 1 < area.right() {
        let rest = usize::from(area.right() - end - 1);
        put(buf, end + 1, area.y, rest as u16, &line.repeat(rest), look.theme.of(Role::Dim));
    }
    Rect { y: area.y + 1, height: area.height - 1, ..area }
}
