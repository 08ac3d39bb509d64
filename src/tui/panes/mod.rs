//! Screen layout and the drawing of each pane.

mod aim;
pub mod editor;
pub mod hand;
pub mod hints;
pub mod inspector;
mod layout;
mod list;
mod log;
pub mod map;
mod odds;
mod pager;
pub mod prompt;
pub mod roster;
mod setup;
pub mod strip;
mod title;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::app::{App, Screen};
use super::game::Game;
use super::overlay::Overlay;
use super::text::put;
use super::theme::{Role, Theme};
pub use odds::rolls_in_lines;
pub use prompt::effect;
pub use strip::bar as loss_bar;

/// The least width at which anything is drawn.
const MIN_WIDTH: u16 = 60;
/// The least height at which anything is drawn.
const MIN_HEIGHT: u16 = 20;
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
            put(buf, area.x, area.y + n as u16, area.width, line, app.themes.chosen().of(Role::Text));
        }
        return;
    }
    buf.set_style(area, app.themes.chosen().of(Role::Text));
    let covered = !app.overlays.is_empty() || !app.typed.is_empty();
    let theme = std::sync::Arc::clone(app.themes.chosen());
    let look = Look { theme: &theme, ascii: app.ascii, rule_numbers: app.settings.rule_numbers };
    if let Screen::Game(game) = &app.screen
        && let Some(side) = game.asking.hand_over
    {
        return hand_over(&game.shown.view.sides[side.index()].name, buf, look);
    }
    let covered_by = match app.overlays.last() {
        Some(Overlay::List(list)) => list::follows_map(list.kind).then(|| list::area(list, area)),
        _ => None,
    };
    match &mut app.screen {
        Screen::Title(title) => title::draw(title, buf, look),
        Screen::Setup(form) => setup::draw(form, buf, look),
        Screen::Game(game) => {
            game.frame.covered_by = covered_by;
            draw_game(game, buf, look);
        }
        Screen::Editor(_) => {}
    }
    // After the panes, because one hint depends on whether the odds are cut short.
    let hints = hints::hints(app);
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
        hints::hint_line(&hints, Rect::new(2, area.bottom() - 1, area.width - 4, 1), buf, look, style);
        let key = hints::editor_key(app);
        if let (Screen::Title(title), Some(key)) = (&app.screen, key)
            && let Some(line) = title.unsaved_work(&key)
        {
            let room = area.width - 4;
            let line = super::text::cut_words(&line, usize::from(room));
            put(buf, 2, area.bottom() - 2, room, &line, look.theme.of(Role::Prompt));
        }
    }
    if !app.typed.is_empty() && app.overlays.is_empty() {
        continuations(&hints, buf, look);
    }
    let keys = hints::WindowKeys::of(app);
    match app.overlays.last_mut() {
        Some(Overlay::Pager(pager)) => pager::draw(pager, &keys, buf, look),
        Some(Overlay::List(list)) => list::draw(list, &keys, buf, look),
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
fn continuations(hints: &[hints::Hint], buf: &mut Buffer, look: Look) {
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

fn draw_game(game: &mut Game, buf: &mut Buffer, look: Look) {
    let preview = game.preview().cloned();
    if game.shown.view.hand.is_some() && game.asking.hand_over.is_none() {
        game.lookups.look_up_uses(&*game.session, &game.shown, &game.pointer);
    }
    let now = game.shown.view.turn_phase();
    game.frame.open_side_pane(preview.is_some() || hand::pointed(game).is_some(), now);
    let (parts, size) = layout::divide(game, buf.area, preview.as_ref(), look);
    game.report.open = parts.reports && !game.shown.lists_shots();
    strip::draw(game, parts.strip, buf, look);
    map::draw(game, parts.map, size, buf, look);
    roster::draw(game, parts.roster, buf, look);
    if let Some(hand) = &game.shown.view.hand {
        hand::draw(game, hand, parts.hand, buf, look);
        hand::explain(game, parts.card, buf, look);
    }
    inspector::keep(game, parts.inspector.height);
    inspector::draw(game, parts.inspector, parts.inspector.height > 14, buf, look);
    inspector::draw_line(game, parts.line, buf, look);
    let is_briefed = aim::draw(game, parts.aim, buf, look);
    game.frame.odds_cut = false;
    if let Some(preview) = &preview {
        odds::draw(game, preview, parts.odds, buf, look);
    }
    log::draw(game, parts.log, is_briefed, buf, look);
}

/// Draws a heading followed by a line; returns the area below.
fn headed(area: Rect, text: &str, buf: &mut Buffer, look: Look) -> Rect {
    if area.height == 0 {
        return area;
    }
    let line = if look.ascii { "-" } else { "─" };
    let room = usize::from(area.width);
    let end =
        put(buf, area.x, area.y, area.width, &super::text::cut_words(text, room), look.theme.of(Role::Title));
    if end + 1 < area.right() {
        let rest = usize::from(area.right() - end - 1);
        put(buf, end + 1, area.y, rest as u16, &line.repeat(rest), look.theme.of(Role::Dim));
    }
    Rect { y: area.y + 1, height: area.height - 1, ..area }
}
