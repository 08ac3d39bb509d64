//! The log, newest line last.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::{Look, headed};
use crate::tui::game::Game;
use crate::tui::text::{Line, cut, put, put_lines, width, with_tail, wrap};
use crate::tui::theme::Role;
use crate::tui::windows::tone;

/// Events since the last decision, one line per action; the current one is highlighted.
fn told(game: &Game, area: Rect, buf: &mut Buffer, look: Look) {
    let count = game.acts.len();
    let place = game.step.map_or(String::new(), |n| format!(" {} of", n + 1));
    let word = if count == 1 { "action" } else { "actions" };
    let heading = format!("Since your last decision:{place} {count} {word}; n and N step through");
    let inner = headed(area, &heading, buf, look);
    let room = usize::from(inner.height);
    let at = game.step.unwrap_or(count - 1);
    let top = (at + 1).saturating_sub(room).min(count.saturating_sub(room));
    for (y, (n, act)) in (inner.top()..inner.bottom()).zip(game.acts.iter().enumerate().skip(top)) {
        let (role, sign) = tone(act.tone);
        let style = look.theme.of(if game.step == Some(n) { Role::Cursor } else { role });
        let text = cut(&format!("{sign} {}", act.text), usize::from(inner.width));
        put(buf, inner.x, y, inner.width, &text, style);
    }
}

/// Draws as many of the last lines as fit, each with its rule at the right edge.
pub fn draw(game: &Game, area: Rect, buf: &mut Buffer, look: Look) {
    if area.height < 2 {
        return;
    }
    let back = game.log_back;
    let mut area = area;
    if back == 0 && !game.acts.is_empty() && (game.enemy_acted() || game.step.is_some()) {
        let rows = (game.acts.len() as u16).saturating_add(1).min(area.height / 2);
        if area.height < 12 {
            return told(game, area, buf, look);
        }
        told(game, Rect { height: rows, ..area }, buf, look);
        area = Rect { y: area.y + rows, height: area.height - rows, ..area };
    }
    let so_far = game.session.so_far();
    if !so_far.is_empty() {
        let inner = headed(area, "Results so far", buf, look);
        let first = so_far.len().saturating_sub(usize::from(inner.height));
        for (y, event) in (inner.top()..inner.bottom()).zip(&so_far[first..]) {
            let (role, sign) = tone(event.tone);
            let text = cut(&format!("{sign} {}", event.text), usize::from(inner.width));
            put(buf, inner.x, y, inner.width, &text, look.theme.of(role));
        }
        return;
    }
    let note = game.view.notes.join("; ");
    let heading = match (back, note.is_empty()) {
        (0, true) => "Log".to_owned(),
        (0, false) => format!("Log - {note}"),
        (n, _) => format!("Log, {n} lines back"),
    };
    // A log of a few lines needs no heading unless it says something.
    let bare = area.height <= 3 && back == 0 && note.is_empty();
    let inner = if bare { area } else { headed(area, &heading, buf, look) };
    let room = usize::from(inner.width);
    let detailed = inner.height > 8;
    let mut blocks: Vec<Vec<Line>> = Vec::new();
    let mut rows = 0;
    for line in game.lines().rev().skip(back) {
        let (role, sign) = tone(line.event.tone);
        let text = format!("{sign} {}", line.event.text);
        // The rule gets no line of its own.
        let last = wrap(&text, room, 2).last().map_or(0, |line| width(line));
        let rule = look.rule(line.event.rule);
        let rule = if last + 1 + width(rule) <= room { rule } else { "" };
        let mut block = with_tail(&text, rule, room, 2, look.theme.of(role), look.theme.of(Role::Rule));
        if detailed && !line.event.modifiers.is_empty() {
            let all: Vec<String> =
                line.event.modifiers.iter().map(|m| format!("{:+} {}", m.value, m.label)).collect();
            let text = format!("    {}", all.join(", "));
            block.extend(wrap(&text, room, 4).into_iter().map(|l| vec![(l, look.theme.of(Role::Dim))]));
        }
        let left = usize::from(inner.height) - rows;
        if left == 0 {
            break;
        }
        if block.len() > left && rows > 0 {
            // Older lines are cut at the end, not at the beginning.
            let tail = look.rule(line.event.rule);
            let text = cut(&text, room.saturating_sub(tail.len() + 1));
            block = with_tail(&text, tail, room, 2, look.theme.of(role), look.theme.of(Role::Rule));
        }
        block.truncate(left);
        rows += block.len();
        blocks.push(block);
    }
    let lines: Vec<Line> = blocks.into_iter().rev().flatten().collect();
    let spare = usize::from(inner.height).saturating_sub(lines.len());
    let briefing = if back == 0 { briefing(game, room, spare, look) } else { Vec::new() };
    let lines: Vec<Line> = briefing.into_iter().chain(lines).collect();
    put_lines(buf, inner, &lines, 0);
}

/// The briefing, for the part of a large pane that the log does not fill yet; empty if it does not fit.
fn briefing(game: &Game, room: usize, spare: usize, look: Look) -> Vec<Line> {
    let wide = room.min(100);
    let texts = game.view.briefing.iter().flat_map(|text| wrap(text, wide, 0));
    let mut lines: Vec<Line> = texts.map(|line| vec![(line, look.theme.of(Role::Text))]).collect();
    if lines.is_empty() || lines.len() + 2 > spare {
        return Vec::new();
    }
    lines.insert(0, vec![("Briefing".to_owned(), look.theme.of(Role::Title))]);
    lines.push(Vec::new());
    lines
}
