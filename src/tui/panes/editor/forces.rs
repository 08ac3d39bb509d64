//! The forces page: the force on the left, the catalog or the fields of the selection on the right.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::super::{Look, headed};
use super::{LARGE, sheet};
use crate::editor::{CatalogItem, Subject};
use crate::tui::editor::{EditorScreen, Pane};
use crate::tui::text::{cut_words, put, width, wrap};
use crate::tui::theme::Role;

/// Draws both panes.
pub fn draw(editor: &mut EditorScreen, area: Rect, buf: &mut Buffer, look: Look) {
    let half = if area.width >= LARGE { area.width * 55 / 100 } else { area.width / 2 };
    let left = Rect::new(area.x + 1, area.y, half - 2, area.height);
    let right = Rect::new(area.x + half, area.y, area.width - half - 1, area.height);
    force(editor, left, buf, look);
    if editor.pane == Pane::Sheet {
        let lines = editor.sheet();
        let name = editor.selected().map_or(String::new(), |row| format!("{} {}", row.tag, row.name));
        editor.line = editor.line.min(lines.len().saturating_sub(1));
        sheet(&lines, editor.line, &|_| name.trim().to_owned(), right, buf, look);
    } else {
        catalog(editor, right, buf, look);
    }
}

fn force(editor: &mut EditorScreen, area: Rect, buf: &mut Buffer, look: Look) {
    let style = |role| look.theme.of(role);
    let force = editor.force().clone();
    editor.row = editor.row.min(force.rows.len().saturating_sub(1));
    let wrong: Vec<Subject> = editor
        .known()
        .remarks
        .iter()
        .filter_map(|remark| match remark.place {
            crate::editor::Place::Of(of) => Some(of),
            crate::editor::Place::Cell(_) => None,
        })
        .collect();
    let mut foot: Vec<String> = Vec::new();
    if let Some(row) = force.rows.get(editor.row) {
        foot.push(if row.about.is_empty() {
            row.name.clone()
        } else {
            format!("{}: {}", row.name, row.about)
        });
    }
    foot.extend(force.sums.iter().cloned());
    let foot: Vec<String> = foot.iter().flat_map(|line| wrap(line, usize::from(area.width), 2)).collect();
    let foot: Vec<String> = foot.into_iter().take(usize::from(area.height) * 2 / 5).collect();
    let inner = headed(area, &force.name, buf, look);
    let room = usize::from(inner.height).saturating_sub(foot.len() + 1).max(1);
    let top = (editor.row + 2).saturating_sub(room).min(force.rows.len().saturating_sub(room));
    if force.rows.is_empty() {
        put(
            buf,
            inner.x,
            inner.y,
            inner.width,
            "Nothing yet: n adds a formation, / searches the catalog.",
            style(Role::Dim),
        );
    }
    for (y, (n, row)) in (inner.y..).zip(force.rows.iter().enumerate().skip(top).take(room)) {
        let here = n == editor.row;
        let price = row.cost.to_string();
        let mark = if wrong.contains(&row.of) { '!' } else { ' ' };
        let text =
            if row.tag.is_empty() { row.name.clone() } else { format!("  {:<4}{}", row.tag, row.name) };
        let room = usize::from(inner.width).saturating_sub(width(&price) + 3);
        let wide = inner.width >= 70 && !row.about.is_empty();
        let names = if wide { room.min(44) } else { room };
        let role = match (here, row.tag.is_empty()) {
            (true, _) if editor.pane == Pane::Force => Role::Cursor,
            (true, _) => Role::Marked,
            (_, true) => Role::Title,
            _ => Role::Text,
        };
        let line = Rect::new(inner.x, y, inner.width, 1);
        put(buf, inner.x, y, 1, &mark.to_string(), style(Role::Warning));
        put(buf, inner.x + 1, y, names as u16, &cut_words(&text, names), style(role));
        if wide {
            let x = inner.x + 2 + names as u16;
            let room = room.saturating_sub(names + 1);
            put(buf, x, y, room as u16, &cut_words(&row.about, room), style(Role::Dim));
        }
        let x = inner.right().saturating_sub(width(&price) as u16);
        put(buf, x, y, inner.width, &price, style(if row.tag.is_empty() { Role::Title } else { Role::Text }));
        if here {
            buf.set_style(line, style(role));
        }
    }
    let top = inner.bottom().saturating_sub(foot.len() as u16);
    for (n, (y, line)) in (top..inner.bottom()).zip(&foot).enumerate() {
        put(buf, inner.x, y, inner.width, line, style(if n == 0 { Role::Text } else { Role::Dim }));
    }
}

fn catalog(editor: &mut EditorScreen, area: Rect, buf: &mut Buffer, look: Look) {
    let style = |role| look.theme.of(role);
    let count = editor.shown().len();
    editor.ware = editor.ware.min(count.saturating_sub(1));
    let of = if editor.own { "available then" } else { "everything" };
    let inner = headed(area, &format!("Catalog: {of}, {count}"), buf, look);
    let cursor = if editor.typing { "_" } else { "" };
    let filter = match (editor.filter.is_empty(), editor.typing) {
        (true, false) => "/ finds".to_owned(),
        _ => format!("/{}{cursor}", editor.filter),
    };
    put(buf, inner.x, inner.y, inner.width, &filter, style(Role::Key));
    let foot =
        editor.selected_catalog_item().map_or(Vec::new(), |ware| about(&ware, usize::from(inner.width)));
    let list = Rect { y: inner.y + 1, height: inner.height.saturating_sub(1), ..inner };
    let room = usize::from(list.height).saturating_sub(foot.len() + 1).max(1);
    let at = editor.ware;
    let top = (at + 2).saturating_sub(room).min(count.saturating_sub(room));
    let places: Vec<usize> = editor.shown().iter().copied().skip(top).take(room).collect();
    let held = editor.pane == Pane::Catalog;
    let catalog_items = editor.catalog_items();
    for ((y, place), n) in (list.y..).zip(places).zip(top..) {
        let Some(ware) = catalog_items.get(place) else { continue };
        let here = n == at;
        let price = format!("{:>4}", ware.cost);
        let role = match (here, held) {
            (true, true) => Role::Cursor,
            (true, false) => Role::Marked,
            _ if ware.barred.is_some() => Role::Dim,
            _ => Role::Text,
        };
        let wide = list.width >= 70;
        let room = usize::from(list.width).saturating_sub(width(&price) + 1);
        let names = if wide { room.min(34) } else { room };
        put(buf, list.x, y, names as u16, &cut_words(&ware.name, names), style(role));
        if wide {
            let text = format!("{} {}  {}", ware.year, ware.class, ware.figures);
            let x = list.x + 1 + names as u16;
            let room = room.saturating_sub(names + 1);
            put(buf, x, y, room as u16, &cut_words(&text, room), style(Role::Dim));
        }
        put(buf, list.right().saturating_sub(width(&price) as u16), y, 6, &price, style(role));
        if here {
            buf.set_style(Rect::new(list.x, y, list.width, 1), style(role));
        }
    }
    if count == 0 {
        put(buf, list.x, list.y, list.width, "Nothing found; v shows everything.", style(Role::Dim));
    }
    let top = list.bottom().saturating_sub(foot.len() as u16);
    for (y, (line, role)) in (top..list.bottom()).zip(foot) {
        put(buf, list.x, y, list.width, &line, style(role));
    }
}

/// The details of a catalog entry, and why the side can't have it.
fn about(ware: &CatalogItem, room: usize) -> Vec<(String, Role)> {
    let first = format!("{}, {}, {}", ware.class, ware.nation.replace('-', " "), ware.year);
    let lines = [(first, Role::Text), (ware.figures.clone(), Role::Text)];
    let why = ware.barred.iter().map(|why| (format!("! {why}"), Role::Warning));
    lines
        .into_iter()
        .chain(why)
        .flat_map(|(line, role)| wrap(&line, room, 2).into_iter().map(move |l| (l, role)))
        .collect()
}
