//! The scenario editor: the frame around its pages, and the form pages.

mod field;
mod forces;
mod plans;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::hints::{Hint, hint_line};
use super::{Look, headed};
use crate::editor::{EditBy, Line, Subject};
use crate::side::Side;
use crate::tui::editor::{Asking, EditorScreen, Page, Pane, Topic};
use crate::tui::text::{cut_words, put, width, window, wrap};
use crate::tui::theme::Role;

/// From this width on, more panes fit side by side.
const LARGE: u16 = 120;

/// Draws the current page between the title and the message line.
pub fn draw(editor: &mut EditorScreen, hints: &[Hint], buf: &mut Buffer, look: Look) {
    let area = buf.area;
    heading(editor, Rect { height: 1, ..area }, buf, look);
    let body = Rect::new(area.x, area.y + 1, area.width, area.height - 4);
    match editor.page {
        Page::Map => field::draw(editor, body, buf, look),
        Page::Forces => forces::draw(editor, body, buf, look),
        Page::Plans => plans::draw(editor, body, buf, look),
        Page::Battle => battle(editor, body, buf, look),
        Page::Remarks => remarks(editor, body, buf, look),
    }
    if let Some(asking) = editor.asking.as_ref().filter(|asking| !asking.choices.is_empty()) {
        choices(asking, body, buf, look);
    }
    let line = |up: u16| Rect::new(area.x + 1, area.bottom() - up, area.width - 2, 1);
    match editor.message.clone().filter(|_| editor.asking.is_some()) {
        // The reason an answer was refused is shown above it.
        Some(why) => {
            let why = cut_words(&why, usize::from(area.width - 2));
            put(buf, area.x + 1, area.bottom() - 3, area.width - 2, &why, look.theme.of(Role::Warning));
        }
        None => sums(editor, line(3), buf, look),
    }
    said(editor, line(2), buf, look);
    hint_line(hints, line(1), buf, look, look.theme.of(Role::Dim));
}

fn heading(editor: &mut EditorScreen, area: Rect, buf: &mut Buffer, look: Look) {
    let style = |role| look.theme.of(role);
    let unsaved = if editor.open_battle.is_unsaved() { " (not saved)" } else { "" };
    let title = editor.open_battle.draft().title();
    let faults = editor.known().remarks.iter().filter(|remark| remark.fault).count();
    let odd = editor.known().remarks.len() - faults;
    // The pages are listed at the right edge; the title is shortened for them.
    let words = Page::ALL.map(|page| match (page, faults, odd) {
        (Page::Remarks, 0, 0) => "Check: ok".to_owned(),
        (Page::Remarks, 0, 1) => "Check: 1 warning".to_owned(),
        (Page::Remarks, 0, n) => format!("Check: {n} warnings"),
        (Page::Remarks, 1, _) => "Check: 1 fault".to_owned(),
        (Page::Remarks, n, _) => format!("Check: {n} faults"),
        (page, _, _) => page.word().to_owned(),
    });
    let wide: usize = words.iter().map(|word| width(word) + 2).sum();
    let mut x = area.right().saturating_sub(wide as u16);
    let room = usize::from(x.saturating_sub(area.x + 12)).saturating_sub(width(unsaved));
    let end = put(buf, area.x + 1, area.y, 10, "EDITOR", style(Role::Title)) + 2;
    let end = put(buf, end, area.y, room as u16, &cut_words(&title, room), style(Role::Text));
    put(buf, end, area.y, width(unsaved) as u16, unsaved, style(Role::Warning));
    for (page, word) in Page::ALL.into_iter().zip(words) {
        let role = match page {
            _ if page == editor.page => Role::Cursor,
            Page::Remarks if faults > 0 => Role::Warning,
            _ => Role::Dim,
        };
        x = put(buf, x, area.y, area.width, &format!(" {word} "), style(role));
    }
}

/// The cost of both forces and what remains, the side shown first.
fn sums(editor: &mut EditorScreen, area: Rect, buf: &mut Buffer, look: Look) {
    let (side, money) = (editor.side, editor.money);
    let mut x = area.x;
    for (n, side) in [side, side.other()].into_iter().enumerate() {
        let force = &editor.known().forces[side.index()];
        let left = force.budget.map(|(budget, _)| i64::from(budget) - i64::from(force.cost));
        let words = match left {
            Some(left @ 0..) => format!("{}: {} {money}, {left} remain", force.name, force.cost),
            Some(over) => format!("{}: {} {money}, {} too many", force.name, force.cost, -over),
            None => format!("{}: {} {money}", force.name, force.cost),
        };
        let role = match (left, side) {
            (Some(..=-1), _) => Role::Warning,
            (_, Side::A) => Role::SideA,
            (_, Side::B) => Role::SideB,
        };
        let gap = if n == 0 { 0 } else { 3 };
        x = put(buf, x + gap, area.y, area.right().saturating_sub(x + gap), &words, look.theme.of(role));
    }
}

/// The open question, the latest message, or the first fault.
fn said(editor: &mut EditorScreen, area: Rect, buf: &mut Buffer, look: Look) {
    let style = |role| look.theme.of(role);
    if let Some(asking) = &editor.asking {
        let end = put(buf, area.x, area.y, area.width, &asking.question, style(Role::Prompt)) + 1;
        if !asking.is_choice() {
            // Keep the caret in view.
            let room = usize::from(area.right().saturating_sub(end + 1));
            let skip = asking.at.saturating_sub(room);
            let before: String = asking.text.chars().take(asking.at).skip(skip).collect();
            let after: String = asking.text.chars().skip(asking.at).collect();
            let text = format!("{before}_{after}");
            put(buf, end, area.y, area.right().saturating_sub(end), &text, style(Role::Text));
        }
        return;
    }
    if let Some(carried) = editor.carried_in_words() {
        let text = format!("Enter places {carried}; Esc cancels.");
        put(buf, area.x, area.y, area.width, &text, style(Role::Prompt));
        return;
    }
    let count = if editor.count.is_empty() { String::new() } else { format!("{} times ", editor.count) };
    let balance = editor.balance.in_words();
    let message = editor.message.clone().or(Some(count).filter(|count| !count.is_empty())).or(balance);
    if let Some(message) = message {
        put(
            buf,
            area.x,
            area.y,
            area.width,
            &cut_words(&message, usize::from(area.width)),
            style(Role::Prompt),
        );
        return;
    }
    let first = editor.known().remarks.first().cloned();
    if let Some(first) = first {
        let place = editor.place_in_words(&first.place);
        let (sign, role) = if first.fault { ('!', Role::Warning) } else { ('-', Role::Dim) };
        let text = format!("{sign} {place}: {}", first.sentence);
        put(buf, area.x, area.y, area.width, &cut_words(&text, usize::from(area.width)), style(role));
    }
}

/// The values of a field in a window at the lower right, scrolled to the selected one.
fn choices(asking: &Asking, area: Rect, buf: &mut Buffer, look: Look) {
    let style = |role| look.theme.of(role);
    let found = asking.found();
    let wide = asking.choices.iter().map(|value| width(value)).max().unwrap_or(0).clamp(14, 60) as u16 + 6;
    let tall = (asking.choices.len() as u16).min(area.height.saturating_sub(2)) + 2;
    let frame = Rect::new(
        area.right().saturating_sub(wide + 1).max(area.x),
        area.bottom().saturating_sub(tall),
        wide.min(area.width),
        tall,
    );
    let title = format!("{} of {}", found.len(), asking.choices.len());
    let inner = window(buf, frame, &title, look.ascii, style(Role::Dim), style(Role::Title));
    let room = usize::from(inner.height);
    let top = (asking.pick + 2).saturating_sub(room).min(found.len().saturating_sub(room));
    for (y, (n, value)) in (inner.y..inner.bottom()).zip(found.iter().enumerate().skip(top)) {
        let (mark, role) = if n == asking.pick { (">", Role::Cursor) } else { (" ", Role::Text) };
        let text = format!("{mark} {value}");
        put(buf, inner.x, y, inner.width, &cut_words(&text, usize::from(inner.width)), style(role));
    }
}

/// The fields of the battle and of its sides.
fn battle(editor: &mut EditorScreen, area: Rect, buf: &mut Buffer, look: Look) {
    let lines = editor.battle_lines();
    editor.battle_line = editor.battle_line.min(lines.len().saturating_sub(1));
    let inner = Rect::new(area.x + 1, area.y, area.width - 2, area.height);
    let names = Side::BOTH.map(|side| editor.known().forces[side.index()].name.clone());
    let heads = |of: Subject| match of {
        Subject::Side(side) => names[side.index()].clone(),
        _ => "Battle".to_owned(),
    };
    sheet(&lines, editor.battle_line, &heads, inner, buf, look);
}

/// Fields with their values, with a heading for each subject; the rule for the selected one at the bottom.
fn sheet(
    lines: &[(Subject, usize, Line)],
    selected: usize,
    heads: &dyn Fn(Subject) -> String,
    area: Rect,
    buf: &mut Buffer,
    look: Look,
) {
    let style = |role| look.theme.of(role);
    let label = lines.iter().map(|(_, _, line)| width(&line.name)).max().unwrap_or(0) as u16 + 2;
    let mut rows: Vec<(Option<usize>, String)> = Vec::new();
    let mut last = None;
    for (n, (of, _, _)) in lines.iter().enumerate() {
        if last != Some(*of) {
            rows.push((None, heads(*of)));
            last = Some(*of);
        }
        rows.push((Some(n), String::new()));
    }
    // A value too long for its line is shown in full at the bottom, above its rule.
    let whole = |line: &Line| {
        let room = usize::from(area.width.saturating_sub(2 + label));
        let cut = width(&line.value) + 4 > room;
        let value = if cut { wrap(&line.value, usize::from(area.width), 0) } else { Vec::new() };
        value.into_iter().take(usize::from(area.height) / 2).map(|line| (line, Role::Text))
    };
    let mut about: Vec<(String, Role)> = Vec::new();
    if let Some((_, _, line)) = lines.get(selected) {
        about.extend(whole(line));
        about.extend(wrap(&line.about, usize::from(area.width), 0).into_iter().map(|line| (line, Role::Dim)));
    }
    let room = usize::from(area.height).saturating_sub(about.len().max(1) + 1).max(1);
    let at = rows.iter().position(|(n, _)| *n == Some(selected)).unwrap_or(0);
    let top = (at + 3).saturating_sub(room).min(rows.len().saturating_sub(room));
    for (y, (n, head)) in (area.y..).zip(rows.iter().skip(top).take(room)) {
        let Some((_, _, line)) = n.and_then(|n| lines.get(n)) else {
            headed(Rect { y, height: 1, ..area }, head, buf, look);
            continue;
        };
        let here = *n == Some(selected);
        put(buf, area.x, y, 2, if here { "> " } else { "  " }, style(Role::Key));
        put(buf, area.x + 2, y, label, &line.name, style(Role::Dim));
        let value = match line.how {
            EditBy::Cycling | EditBy::Either if here => format!("< {} >", line.value),
            _ => line.value.clone(),
        };
        let x = area.x + 2 + label;
        let room = usize::from(area.right().saturating_sub(x));
        put(
            buf,
            x,
            y,
            room as u16,
            &cut_words(&value, room),
            style(if here { Role::Cursor } else { Role::Text }),
        );
    }
    let foot = area.bottom().saturating_sub(about.len() as u16);
    for (y, (line, role)) in (foot..area.bottom()).zip(&about) {
        put(buf, area.x, y, area.width, line, style(*role));
    }
}

/// Faults and warnings, each with its location.
fn remarks(editor: &mut EditorScreen, area: Rect, buf: &mut Buffer, look: Look) {
    let style = |role| look.theme.of(role);
    let area = Rect::new(area.x + 1, area.y, area.width - 2, area.height);
    let all = editor.known().remarks.clone();
    editor.remark = editor.remark.min(all.len().saturating_sub(1));
    if all.is_empty() {
        let inner = headed(area, "Check", buf, look);
        put(buf, inner.x, inner.y, inner.width, "No faults: it can be played.", style(Role::Good));
        return;
    }
    let faults = all.iter().filter(|remark| remark.fault).count();
    let many = match faults {
        0 => "no fault".to_owned(),
        1 => "1 fault: it can't be played yet".to_owned(),
        n => format!("{n} faults: it can't be played yet"),
    };
    let title = match all.len() - faults {
        0 => format!("Check: {many}"),
        1 => format!("Check: {many}; 1 warning"),
        n => format!("Check: {many}; {n} warnings"),
    };
    let inner = headed(area, &title, buf, look);
    let places: Vec<String> = all.iter().map(|remark| editor.place_in_words(&remark.place)).collect();
    let label = places.iter().map(|place| width(place)).max().unwrap_or(0).min(20);
    let rows: Vec<Vec<String>> = all
        .iter()
        .map(|remark| wrap(&remark.sentence, usize::from(inner.width).saturating_sub(label + 5).max(10), 2))
        .collect();
    let before: usize = rows.iter().take(editor.remark).map(Vec::len).sum();
    let here = rows.get(editor.remark).map_or(0, Vec::len);
    let skip = (before + here).saturating_sub(usize::from(inner.height));
    let mut y = 0;
    for (n, ((remark, place), lines)) in all.iter().zip(&places).zip(&rows).enumerate() {
        for (k, line) in lines.iter().enumerate() {
            let at = y;
            y += 1;
            if at < skip || at - skip >= usize::from(inner.height) {
                continue;
            }
            let row = inner.y + (at - skip) as u16;
            let role = if remark.fault { Role::Warning } else { Role::Text };
            let role = if n == editor.remark { Role::Cursor } else { role };
            let head = if k == 0 {
                let sign = if remark.fault { '!' } else { '-' };
                format!("{sign} {:<label$}  ", cut_words(place, label))
            } else {
                " ".repeat(label + 4)
            };
            put(buf, inner.x, row, inner.width, &format!("{head}{line}"), style(role));
        }
    }
}

/// The hints of a page, most useful first.
pub fn hints(editor: &EditorScreen, key: &dyn Fn(&str) -> Option<Hint>) -> Vec<Hint> {
    let pair = |key: &str, word: &str| (key.to_owned(), word.to_owned());
    if let Some(asking) = &editor.asking {
        return if matches!(asking.topic, Topic::Leave { .. }) {
            vec![pair("s", "save and leave"), pair("d", "leave"), pair("Esc", "stay")]
        } else if asking.is_choice() {
            vec![pair("Enter", "replace it"), pair("Esc", "no")]
        } else if asking.choices.is_empty() {
            vec![pair("Enter", "accept"), pair("Ctrl-u", "clear"), pair("Esc", "no")]
        } else {
            vec![pair("Up Down", "move"), pair("letters", "find"), pair("Enter", "choose"), pair("Esc", "no")]
        };
    }
    if editor.picking {
        return vec![pair("a letter", "choose brush"), pair("Esc", "no")];
    }
    if editor.typing {
        return vec![pair("Enter", "done"), pair("Up Down", "move"), pair("Esc", "no filter")];
    }
    let names: &[&str] = match (editor.page, editor.pane) {
        (Page::Map, _) => &["paint", "brush", "pen", "corner", "undo", "page", "save", "play-it", "help"],
        (Page::Forces, Pane::Sheet) => &["accept", "undo", "page", "save", "help"],
        (Page::Forces, Pane::Catalog) => {
            &["accept", "filter", "own", "other-side", "undo", "page", "save", "help"]
        }
        (Page::Forces, Pane::Force) => {
            &["accept", "filter", "new-formation", "remove", "to-map", "other-side", "page", "save", "help"]
        }
        (Page::Plans, _) if editor.planning => &["accept", "to-map", "undo", "page", "save", "help"],
        (Page::Plans, _) => {
            &["accept", "new-plan", "remove", "to-map", "other-side", "undo", "page", "save", "help"]
        }
        (Page::Battle | Page::Remarks, _) => &["accept", "undo", "page", "save", "play-it", "help"],
    };
    let mut hints: Vec<Hint> = names.iter().filter_map(|name| key(name)).collect();
    let rename = |hints: &mut Vec<Hint>, name: &str, word: &str| {
        if let Some(hint) = key(name).and_then(|topic| hints.iter_mut().find(|hint| **hint == topic)) {
            hint.1 = word.to_owned();
        }
    };
    match (editor.page, editor.pane) {
        (Page::Forces, Pane::Sheet) => {
            rename(&mut hints, "accept", "edit");
            hints.insert(0, pair("Esc", "back"));
            hints.insert(0, pair("Left Right", "change"));
        }
        (Page::Plans, _) if editor.planning => {
            rename(&mut hints, "accept", "edit");
            hints.insert(0, pair("Esc", "back"));
            hints.insert(0, pair("Left Right", "change"));
        }
        (Page::Battle, _) => {
            rename(&mut hints, "accept", "edit");
            hints.insert(0, pair("Left Right", "change"));
        }
        (Page::Remarks, _) => rename(&mut hints, "accept", "go there"),
        (Page::Forces, Pane::Force) => rename(&mut hints, "accept", "open"),
        (Page::Forces, Pane::Catalog) => rename(&mut hints, "accept", "add"),
        _ => {}
    }
    hints
}
