//! A text window.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::Look;
use super::hints::{Hint, WindowKeys, hint_line};
use crate::tui::overlay::{Pager, Purpose};
use crate::tui::text::{put, window, wrap};
use crate::tui::theme::{Role, readable};

/// Draws the text in a window as large as needed, at most the whole screen.
pub fn draw(pager: &mut Pager, bound: &WindowKeys, buf: &mut Buffer, look: Look) {
    let screen = buf.area;
    let wide = if screen.width <= 100 { screen.width } else { 96 };
    let room = usize::from(wide - 4);
    let lines: Vec<(String, Role)> = pager
        .shown()
        .into_iter()
        .map(|place| &pager.lines[place])
        .flat_map(|(text, role)| wrap(text, room, hang(text)).into_iter().map(|line| (line, *role)))
        .collect();
    // A search keeps the window as large as it was.
    let found =
        if pager.filter.is_empty() && !pager.typing { lines.len() } else { usize::from(screen.height) };
    let tall = (found as u16 + 3).min(screen.height - 2);
    let area = Rect::new((screen.width - wide) / 2, (screen.height - tall) / 2, wide, tall);
    let style = |role| look.theme.of(role);
    let ink = |role: Role| match style(role).bg.filter(|_| role.is_ground()).and_then(readable) {
        Some(ink) => style(role).fg(ink),
        None => style(role),
    };
    let mut inner = window(buf, area, &pager.title, look.ascii, style(Role::Dim), style(Role::Title));
    inner.height -= 1;
    pager.tall = usize::from(inner.height);
    let last = lines.len().saturating_sub(usize::from(inner.height));
    pager.scroll = pager.scroll.min(last);
    for (y, (line, role)) in (inner.top()..inner.bottom()).zip(lines.iter().skip(pager.scroll)) {
        // The marks of the ground are sparse and may be faint; words on it must be easy to read.
        put(buf, inner.x, y, inner.width, line, ink(*role));
    }
    let mut foot = Rect { y: inner.bottom(), height: 1, ..inner };
    if pager.typing || !pager.filter.is_empty() {
        let end = if pager.typing { "_" } else { "" };
        let found = format!("/{}{end}", pager.filter);
        let x = put(buf, foot.x, foot.y, foot.width / 2, &found, style(Role::Key)) + 2;
        foot = Rect { x, width: foot.right().saturating_sub(x), ..foot };
        if lines.is_empty() {
            put(buf, inner.x, inner.y, inner.width, "Nothing.", style(Role::Dim));
        }
    }
    hint_line(&keys(pager, bound, lines.len()), foot, buf, look, style(Role::Dim));
}

/// The keys of the window.
fn keys(pager: &Pager, bound: &WindowKeys, lines: usize) -> Vec<Hint> {
    let mut keys: Vec<Hint> = Vec::new();
    let scrolls = lines > pager.tall;
    if scrolls {
        let from = pager.scroll + 1;
        keys.push(("Up Down".to_owned(), format!("{from}-{} of {lines}", from + pager.tall - 1)));
    }
    let named: &[(&str, &str)] = match pager.purpose {
        Purpose::Read if pager.typing => &[("Enter", "keep"), ("Esc", "all")],
        Purpose::Read | Purpose::Lesson | Purpose::Trouble => &[("Enter Esc", "close")],
        Purpose::Decided => &[("Enter", "play on"), ("c", "hand over to the computer")],
        Purpose::TakeSide => &[("Enter", "take over"), ("Esc", "play on")],
        Purpose::Autoplay => &[("Enter", "hand over"), ("Esc", "play on")],
        Purpose::TakeOver => &[("Enter", "take over"), ("Esc", "leave it")],
        Purpose::Quit | Purpose::Leave => &[("Enter", "leave"), ("Esc", "stay")],
    };
    keys.extend(named.iter().map(|(key, word)| ((*key).to_owned(), (*word).to_owned())));
    if scrolls && pager.purpose == Purpose::Read && !pager.typing {
        keys.extend(bound.filter.clone());
    }
    keys
}

/// The indent for continuation lines: indented or tabulated text continues where its words start.
fn hang(text: &str) -> usize {
    match text.rfind("   ") {
        Some(at) if at < 24 && text.len() > at + 3 => (at + 3).clamp(16, 18),
        _ => text.chars().take_while(|c| *c == ' ').count(),
    }
}
