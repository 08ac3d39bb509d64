//! The plans page: the lists on the left, the fields of the selected plan on the right.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::super::{Look, headed};
use super::{LARGE, sheet};
use crate::editor::{Place, Row, Subject};
use crate::tui::editor::{EditorScreen, PlanRow};
use crate::tui::text::{cut_words, put, wrap};
use crate::tui::theme::Role;

/// A line of the left pane.
enum Shown {
    /// The heading for a side's plans.
    Whose(String),
    /// A selectable row.
    Row(usize, PlanRow),
}

/// Draws both panes.
pub fn draw(editor: &mut EditorScreen, area: Rect, buf: &mut Buffer, look: Look) {
    let half = if area.width >= LARGE { area.width * 45 / 100 } else { area.width / 2 };
    let left = Rect::new(area.x + 1, area.y, half - 2, area.height);
    let right = Rect::new(area.x + half, area.y, area.width - half - 1, area.height);
    editor.plan = editor.plan.min(editor.plan_rows().len().saturating_sub(1));
    lists(editor, left, buf, look);
    let lines = editor.plan_lines();
    editor.line = if editor.planning { editor.line.min(lines.len().saturating_sub(1)) } else { editor.line };
    if lines.is_empty() {
        about(editor, right, buf, look);
    } else {
        let name = editor.plan_row().and_then(PlanRow::of).and_then(|of| row(editor, of));
        let name = name.map_or_else(String::new, |row| row.name);
        let selected = if editor.planning { editor.line } else { usize::MAX };
        sheet(&lines, selected, &|_| name.clone(), right, buf, look);
    }
}

fn row(editor: &mut EditorScreen, of: Subject) -> Option<Row> {
    editor.known().plans.iter().flat_map(|list| &list.rows).find(|row| row.of == of).cloned()
}

/// The purpose of a list.
fn about(editor: &mut EditorScreen, area: Rect, buf: &mut Buffer, look: Look) {
    let Some(list) = editor.plan_list().cloned() else { return };
    let inner = headed(area, &list.name, buf, look);
    let mut lines = wrap(&list.about, usize::from(inner.width), 0);
    if list.grows {
        lines.push(String::new());
        lines.push("n adds one.".to_owned());
    }
    for (y, line) in (inner.y..inner.bottom()).zip(&lines) {
        put(buf, inner.x, y, inner.width, line, look.theme.of(Role::Text));
    }
}

fn lists(editor: &mut EditorScreen, area: Rect, buf: &mut Buffer, look: Look) {
    let style = |role| look.theme.of(role);
    let names = editor.known().forces.each_ref().map(|force| force.name.clone());
    let wrong: Vec<Subject> = editor
        .known()
        .remarks
        .iter()
        .filter_map(|remark| if let Place::Of(of) = remark.place { Some(of) } else { None })
        .collect();
    let all = editor.plan_rows();
    let plans = editor.known().plans.clone();
    let mut shown: Vec<Shown> = Vec::new();
    let mut last = None;
    for (n, row) in all.iter().enumerate() {
        let whose = plans[row.list()].whose;
        if last != Some(whose) {
            last = Some(whose);
            shown.push(Shown::Whose(whose.map_or("Battle".to_owned(), |side| names[side.index()].clone())));
        }
        shown.push(Shown::Row(n, *row));
    }
    let at = shown.iter().position(|line| matches!(line, Shown::Row(n, _) if *n == editor.plan)).unwrap_or(0);
    let room = usize::from(area.height).max(1);
    let top = (at + 2).saturating_sub(room).min(shown.len().saturating_sub(room));
    for (y, line) in (area.y..area.bottom()).zip(shown.iter().skip(top)) {
        let (n, row) = match line {
            Shown::Whose(name) => {
                headed(Rect { y, height: 1, ..area }, name, buf, look);
                continue;
            }
            Shown::Row(n, row) => (*n, *row),
        };
        let list = &plans[row.list()];
        let (text, tail, mark) = match row {
            PlanRow::List(_) => {
                let tail = if list.rows.is_empty() { "none".to_owned() } else { String::new() };
                (list.name.clone(), tail, ' ')
            }
            PlanRow::Plan(_, of) => {
                let plan = list.rows.iter().find(|row| row.of == of);
                let name = plan.map_or("", |plan| plan.name.as_str());
                let cost = plan.map_or(0, |plan| plan.cost);
                let mut tail = plan.map_or("", |plan| plan.about.as_str()).to_owned();
                if cost > 0 {
                    tail = format!("{tail}{}{cost}", if tail.is_empty() { "" } else { ", " });
                }
                let indent = if list.grows { "  " } else { "" };
                (format!("{indent}{name}"), tail, if wrong.contains(&of) { '!' } else { ' ' })
            }
        };
        let role = match (n == editor.plan, row) {
            (true, _) if editor.planning => Role::Marked,
            (true, _) => Role::Cursor,
            (_, PlanRow::List(_)) => Role::Title,
            _ => Role::Text,
        };
        put(buf, area.x, y, 1, &mark.to_string(), style(Role::Warning));
        let room = usize::from(area.width).saturating_sub(1);
        let end = put(buf, area.x + 1, y, room as u16, &cut_words(&text, room), style(role));
        let left = usize::from(area.right().saturating_sub(end + 2));
        if left > 4 {
            put(buf, end + 2, y, left as u16, &cut_words(&tail, left), style(Role::Dim));
        }
        if n == editor.plan {
            buf.set_style(Rect::new(area.x + 1, y, area.width - 1, 1), style(role));
        }
    }
}
