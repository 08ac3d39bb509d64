//! A list in a window: choices, commands, the log, the roster, the catalog.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::Look;
use super::hints::{Hint, WindowKeys, hint_line};
use crate::tui::overlay::{Kind, List};
use crate::tui::text::{cut_words, put, width, window};
use crate::tui::theme::Role;

/// The area of the list's window. Plans and choices keep the prompt and as much of the map as possible in view.
pub fn area(list: &List, screen: Rect) -> Rect {
    let shown = list.shown();
    let large = matches!(list.kind, Kind::Log | Kind::Roster | Kind::Catalog | Kind::Palette);
    let most = if large { 140 } else { 100 };
    let wide = if screen.width <= 110 { screen.width } else { (screen.width - 4).min(most) };
    let frame = 3 + u16::from(!list.heading.is_empty());
    // The selected row has its details below it.
    let more = shown.iter().map(|&n| list.rows()[n].more.len()).max().unwrap_or(0);
    let needed = if large { u16::MAX - 10 } else { (shown.len().max(1) + more) as u16 };
    let tall = (needed + frame).min(screen.height - 2);
    if !follows_map(list.kind) {
        return Rect::new((screen.width - wide) / 2, (screen.height - tall) / 2, wide, tall);
    }
    let most = if list.kind == Kind::Choices { screen.height * 3 / 5 } else { screen.height - 3 };
    let tall = tall.min(most);
    Rect::new(screen.width - wide, screen.height - 3 - tall, wide, tall)
}

/// Whether the row under the cursor of such a list is shown on the map.
pub const fn follows_map(kind: Kind) -> bool {
    matches!(kind, Kind::Attacks | Kind::Form | Kind::Markings | Kind::Bands | Kind::Orders | Kind::Choices)
}

/// Draws the list, scrolled to the selected line, with the details of that line.
pub fn draw(list: &mut List, keys: &WindowKeys, buf: &mut Buffer, look: Look) {
    let style = |role| look.theme.of(role);
    let area = area(list, buf.area);
    let mut inner = window(buf, area, &list.title, look.ascii, style(Role::Dim), style(Role::Title));
    inner.height -= 1;
    let foot = Rect { y: inner.bottom(), height: 1, ..inner };
    if !list.heading.is_empty() {
        put(buf, inner.x, inner.y, inner.width, &list.heading, style(Role::Dim));
        inner = Rect { y: inner.y + 1, height: inner.height - 1, ..inner };
    }
    scroll(list, usize::from(inner.height));
    draw_rows(list, inner, buf, look);
    draw_foot(list, keys, foot, buf, look);
}

/// Scrolls until the selected line is in view with its details.
fn scroll(list: &mut List, height: usize) {
    let count = list.shown().len();
    list.selected = list.selected.min(count.saturating_sub(1));
    let details = list.current().map_or(0, |row| row.more.len());
    let room = height.saturating_sub(details).max(1);
    list.tall = room;
    if list.selected < list.top {
        list.top = list.selected;
    } else if list.selected >= list.top + room {
        list.top = list.selected + 1 - room;
    }
    list.top = list.top.min(count.saturating_sub(room));
}

fn draw_rows(list: &List, inner: Rect, buf: &mut Buffer, look: Look) {
    let style = |role| look.theme.of(role);
    let mut y = inner.top();
    for (place, &n) in list.shown().iter().enumerate().skip(list.top) {
        if y >= inner.bottom() {
            break;
        }
        let row = &list.rows()[n];
        let number = if list.kind == Kind::Choices { format!("{:>3} ", place + 1) } else { String::new() };
        let tail = usize::from(inner.width).saturating_sub(8).min(width(&row.tail));
        // The effect of a choice is more important than its notation.
        let crowded = width(&row.text) + 5 + tail > usize::from(inner.width);
        let tail = match list.kind {
            Kind::Choices if crowded => 0,
            // A group's action comes before its reason.
            Kind::Markings => tail.min(usize::from(inner.width).saturating_sub(width(&row.text) + 1)),
            _ => tail,
        };
        let text =
            cut_words(&format!("{number}{}", row.text), usize::from(inner.width).saturating_sub(tail + 1));
        let line = Rect::new(inner.x, y, inner.width, 1);
        put(buf, inner.x, y, inner.width, &text, style(plain(row.role)));
        put(buf, inner.right() - tail as u16, y, tail as u16, &cut_words(&row.tail, tail), style(Role::Dim));
        if place == list.selected {
            buf.set_style(line, style(Role::Cursor));
            for more in row.more.iter().take(usize::from(inner.bottom().saturating_sub(y + 1))) {
                y += 1;
                put(buf, inner.x + 6, y, inner.width - 6, more, style(Role::Text));
            }
        }
        y += 1;
    }
    if list.shown().is_empty() {
        let text = if list.kind == Kind::Palette {
            "No such command. Enter tries it as a choice."
        } else {
            "Nothing."
        };
        put(buf, inner.x, inner.y, inner.width, text, style(Role::Dim));
    }
}

/// The filter, the count and the keys.
fn draw_foot(list: &List, window: &WindowKeys, foot: Rect, buf: &mut Buffer, look: Look) {
    let style = |role| look.theme.of(role);
    let filter = match (list.typing, list.kind) {
        (true, Kind::Renaming) => format!("{}_", list.filter()),
        (true, _) => format!("/{}_", list.filter()),
        (false, _) => list.filter().to_owned(),
    };
    let mut x = foot.x;
    if !filter.is_empty() {
        x = put(buf, x, foot.y, foot.width / 2, &filter, style(Role::Key)) + 2;
    }
    let shown = list.shown().len();
    let count = format!("{} of {shown}", (list.selected + 1).min(shown));
    x = put(buf, x, foot.y, foot.right().saturating_sub(x), &count, style(Role::Dim)) + 2;
    let area = Rect { x, width: foot.right().saturating_sub(x), ..foot };
    hint_line(&keys(list, window), area, buf, look, style(Role::Dim));
}

/// The keys of the list.
fn keys(list: &List, window: &WindowKeys) -> Vec<Hint> {
    let hint = |key: &str, word: &str| (key.to_owned(), word.to_owned());
    let (filter, close) = (window.filter.clone(), window.close.clone());
    if list.typing {
        return window.accept.clone().into_iter().chain([hint("Esc", "close")]).collect();
    }
    let changed = |done: &str, change: &str| {
        let all = list.whole.then(|| hint("a", "fire all"));
        let aim = (list.kind == Kind::Form).then(|| hint(";", "aim at"));
        vec![window.accept_as(done), all, Some(hint("Left Right", change)), aim, close.clone()]
    };
    let groups = || [Some(hint("s", "split")), Some(hint("m", "merge"))];
    let keys = match list.kind {
        Kind::Attacks => changed("fire", "fewer, more firers"),
        Kind::Form => changed("do it", "change"),
        Kind::Orders => changed("done", "change"),
        Kind::Markings => changed("form all", "change").into_iter().chain(groups()).collect(),
        Kind::Bands => [window.accept.clone(), close].into_iter().chain(groups()).collect(),
        Kind::Log => vec![window.accept_as("rule"), Some(hint("t", "kind")), filter, close],
        _ => vec![window.accept.clone(), filter, close],
    };
    keys.into_iter().flatten().collect()
}

/// Options have their own background on the map, but not in lists.
fn plain(role: Role) -> Role {
    if role == Role::Option { Role::Text } else { role }
}
