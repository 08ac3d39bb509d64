//! The log, newest line last.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::{Look, headed};
use crate::game::Side;
use crate::game::view::PieceView;
use crate::tui::game::Game;
use crate::tui::text::{Line, counted, in_numbers, put, put_lines, whole_lines, width, with_tail, wrap};
use crate::tui::theme::Role;
use crate::tui::windows::tone;

/// The report: what happened since the last real decision, a line for each unit, never cut; the current line is
/// highlighted.
fn draw_report(game: &Game, area: Rect, buf: &mut Buffer, look: Look) {
    let count = game.report.acts.len();
    let place = game.report.step.map_or(String::new(), |n| format!("{} of ", n + 1));
    let word = if count == 1 { "line" } else { "lines" };
    let close = if game.report.open { ", Enter closes" } else { "" };
    let heading = format!("Since your last decision: {place}{count} {word}; n N step{close}");
    let inner = headed(area, &heading, buf, look);
    let room = usize::from(inner.height);
    let all: Vec<(usize, String)> = (game.report.acts.iter().enumerate())
        .flat_map(|(n, act)| act.rows(inner.width).into_iter().map(move |row| (n, row)))
        .collect();
    // The line looked at is shown whole, with as much as fits before it.
    let last = all.iter().rposition(|(n, _)| Some(*n) == game.report.step).map_or(0, |at| at + 1);
    let first = last.saturating_sub(room).min(all.len().saturating_sub(room));
    let more = all.len() - first > room;
    for (y, (n, row)) in (inner.top()..inner.bottom()).zip(&all[first..]) {
        let (role, _) = tone(game.report.acts[*n].tone);
        let style = look.theme.of(if game.report.step == Some(*n) { Role::Cursor } else { role });
        put(buf, inner.x, y, inner.width, row, style);
    }
    if more && room > 0 {
        let left = all.len() - first - room;
        let left = format!(" +{left} {} ", if left == 1 { "row" } else { "rows" });
        let x = area.right().saturating_sub(crate::tui::text::width(&left) as u16 + 1);
        put(buf, x, area.y, area.right() - x, &left, look.theme.of(Role::Dim));
    }
}

/// All shots that a reaction prompt offers, best first, and what holding fire would bring.
fn shots(game: &Game, area: Rect, buf: &mut Buffer, look: Look) {
    let count = game.shown.shots.len();
    let word = if count == 1 { "shot" } else { "shots" };
    let inner = headed(area, &format!("{count} {word}, best first; F chooses"), buf, look);
    let room = usize::from(inner.width);
    let rows = game.shown.shots.iter().flat_map(|shot| game.shown.shot_rows(shot, room));
    for (y, row) in (inner.top()..inner.bottom()).zip(rows) {
        put(buf, inner.x, y, inner.width, &row, look.theme.of(Role::Text));
    }
}

/// Draws as many of the last lines as fit, each with its rule at the right edge. `is_briefed` if the briefing is shown
/// elsewhere.
pub fn draw(game: &Game, area: Rect, is_briefed: bool, buf: &mut Buffer, look: Look) {
    if area.height < 2 {
        return;
    }
    let back = game.frame.log_back;
    if back == 0 && game.shown.lists_shots() {
        return shots(game, area, buf, look);
    }
    let mut area = area;
    if back == 0
        && !game.report.acts.is_empty()
        && (game.report.enemy_acted(&*game.session, &game.shown) || game.report.step.is_some())
    {
        let rows = (game.report.acts.len() as u16).saturating_add(1).min(area.height / 2);
        if area.height < 12 {
            return draw_report(game, area, buf, look);
        }
        draw_report(game, Rect { height: rows, ..area }, buf, look);
        area = Rect { y: area.y + rows, height: area.height - rows, ..area };
    }
    let so_far = game.session.so_far();
    if !so_far.is_empty() {
        let inner = headed(area, "Results so far", buf, look);
        let first = so_far.len().saturating_sub(usize::from(inner.height));
        for (y, event) in (inner.top()..inner.bottom()).zip(&so_far[first..]) {
            let (role, sign) = tone(event.tone);
            let text = game.shown.shortened(&format!("{sign} {}", event.text), usize::from(inner.width));
            put(buf, inner.x, y, inner.width, &text, look.theme.of(role));
        }
        return;
    }
    let note = game.shown.view.notes.join("; ");
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
    for line in game.shown.lines(&*game.session).rev().skip(back) {
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
            let text = game.shown.shortened(&text, room.saturating_sub(tail.len() + 1));
            block = with_tail(&text, tail, room, 2, look.theme.of(role), look.theme.of(Role::Rule));
        }
        block.truncate(left);
        rows += block.len();
        blocks.push(block);
    }
    let lines: Vec<Line> = blocks.into_iter().rev().flatten().collect();
    let spare = usize::from(inner.height).saturating_sub(lines.len());
    let is_large = back == 0 && inner.height > 3;
    let preface = if is_large { preface(game, is_briefed, room, spare, look) } else { Vec::new() };
    let lines: Vec<Line> = preface.into_iter().chain(lines).collect();
    put_lines(buf, inner, &lines, 0);
}

/// The texts above a short log where there is room: the briefing unless it is shown elsewhere, and the forces, as far as
/// there is room for them.
fn preface(game: &Game, is_briefed: bool, room: usize, spare: usize, look: Look) -> Vec<Line> {
    let wide = room.min(100);
    let mut lines: Vec<Line> = Vec::new();
    let mut add = |heading: &str, texts: Vec<String>| {
        let mut rows: Vec<Line> = vec![vec![(heading.to_owned(), look.theme.of(Role::Title))]];
        for text in texts {
            let whole = wrap(&text, wide, 0);
            if lines.len() + rows.len() + whole.len() + 1 > spare {
                break;
            }
            rows.extend(whole.into_iter().map(|line| vec![(line, look.theme.of(Role::Text))]));
        }
        if rows.len() > 1 {
            lines.append(&mut rows);
            lines.push(Vec::new());
        }
    };
    if !is_briefed {
        add("Briefing", whole_lines(&game.shown.view.briefing));
    }
    add("Forces", Side::BOTH.into_iter().filter_map(|side| forces(game, side)).collect());
    lines
}

/// The known units of a side that are not lost, alike ones counted: "Germans: 4 PzIV F2, 3 StuG F-G".
fn forces(game: &Game, side: Side) -> Option<String> {
    let own = game.shown.view.pieces.iter().filter(|piece| piece.side == side && !piece.lost);
    let kinds = counted(own.map(PieceView::counter_name).filter(|name| !name.is_empty()));
    let name = &game.shown.view.sides[side.index()].name;
    (!kinds.is_empty()).then(|| format!("{name}: {}", in_numbers(&kinds)))
}
