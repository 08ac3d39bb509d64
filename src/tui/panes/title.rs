//! The title screen.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::{Look, headed};
use crate::tui::text::{cut, put, width, wrap};
use crate::tui::theme::Role;
use crate::tui::title::Title;

/// Draws saved games and scenarios, with details of the selected one.
pub fn draw(title: &Title, buf: &mut Buffer, look: Look) {
    let area = buf.area;
    let style = |role| look.theme.of(role);
    put(buf, 2, 0, area.width, "STAND TO", style(Role::Title));
    let about = "referee, map table and opponent for battles of the Second World War";
    put(buf, 12, 0, area.width - 12, about, style(Role::Dim));
    let tall = area.height - 4;
    let left = Rect::new(2, 2, (area.width / 2).min(60) - 2, tall);
    let right = Rect::new(left.right() + 2, 2, area.width - left.right() - 4, tall);
    let mut lines: Vec<(String, Role, Option<usize>)> = Vec::new();
    if !title.saves.is_empty() {
        lines.push(("Saved games".to_owned(), Role::Title, None));
    }
    for (n, save) in title.saves.iter().enumerate() {
        lines.push((format!("  {}", save.title), Role::Text, Some(n)));
    }
    let mut ruleset = "";
    for (n, card) in title.scenarios.iter().enumerate() {
        if card.ruleset != ruleset {
            ruleset = &card.ruleset;
            let book = if card.book.is_empty() { ruleset } else { &card.book };
            lines.push((book.to_owned(), Role::Title, None));
        }
        lines.push((format!("  {}", card.title), Role::Text, Some(title.saves.len() + n)));
    }
    if title.len() == 0 {
        lines.push(("No scenarios were found.".to_owned(), Role::Warning, None));
    }
    let room = usize::from(left.height);
    let at = lines.iter().position(|line| line.2 == Some(title.selected)).unwrap_or(0);
    let top = (at + 2).saturating_sub(room).min(lines.len().saturating_sub(room));
    for (y, (text, role, n)) in (left.top()..left.bottom()).zip(lines.iter().skip(top)) {
        let here = *n == Some(title.selected);
        let text = cut(text, usize::from(left.width));
        let text = if here { text.replacen("  ", "> ", 1) } else { text };
        let text = format!("{text:<room$}", room = if here { usize::from(left.width) } else { 0 });
        put(buf, left.x, y, left.width, &text, style(if here { Role::Cursor } else { *role }));
    }
    details(title, right, buf, look);
    picture(right, buf, look);
}

/// A tank in profile, on the ground.
const TANK: [&str; 8] = [
    r"                     ____",
    r"             ._____/_()__\_",
    r"  o==========|______________)",
    r"         ____/______________\____",
    r"       _/________________________\_",
    r"      / (O)(O)(O)(O)(O)(O)(O)(O)(O)\",
    r"      \____________________________/",
    r" ^^~~^^^^~~^^^^^~~~^^^~~^^^^~~~^^^^~~^^",
];

/// Draws the tank at the bottom of an area if there is room below the lines.
fn picture(area: Rect, buf: &mut Buffer, look: Look) {
    let tall = TANK.len() as u16;
    let wide = TANK.iter().map(|line| width(line)).max().unwrap_or(0) as u16;
    if area.height <= tall + 2 || area.width < wide {
        return;
    }
    let top = area.bottom() - tall;
    let is_free =
        (top - 1..area.bottom()).all(|y| (area.left()..area.right()).all(|x| buf[(x, y)].symbol() == " "));
    if !is_free {
        return;
    }
    let left = area.x + (area.width - wide) / 2;
    for (y, line) in (top..).zip(TANK) {
        let role = if y + 1 == area.bottom() { Role::Woods } else { Role::Title };
        put(buf, left, y, wide, line, look.theme.of(role));
    }
}

fn details(title: &Title, area: Rect, buf: &mut Buffer, look: Look) {
    let style = |role| look.theme.of(role);
    let mut lines: Vec<(String, Role)> = Vec::new();
    let heading = if let Some(save) = title.save() {
        lines.push((save.summary.clone(), Role::Text));
        lines.push(("Enter resumes this game.".to_owned(), Role::Dim));
        save.title.clone()
    } else if let Some(card) = title.scenario() {
        let sides: Vec<&str> = card.sides.iter().map(|(_, name)| name.as_str()).collect();
        if card.read {
            lines.push((format!("{}, {} turns", sides.join(" against "), card.turns), Role::Prompt));
        }
        if card.teaches {
            lines.push(("First battle? Press Enter.".to_owned(), Role::Prompt));
        }
        lines.extend(card.summary.iter().map(|line| (line.clone(), Role::Text)));
        card.title.clone()
    } else {
        return;
    };
    let inner = headed(area, &heading, buf, look);
    let rows = lines.iter().flat_map(|(text, role)| {
        wrap(text, usize::from(inner.width), 0).into_iter().map(move |line| (line, *role))
    });
    for (y, (line, role)) in (inner.top()..inner.bottom()).zip(rows) {
        put(buf, inner.x, y, inner.width, &line, style(role));
    }
}
