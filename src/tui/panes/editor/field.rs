//! The map page: the map with cell names along its edges, the terrain under the cursor, and the legend of
//! brushes.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::super::{Look, headed};
use super::LARGE;
use crate::board::Cell;
use crate::editor::{Brush, Subject};
use crate::game::view::Family;
use crate::side::Side;
use crate::tui::editor::EditorScreen;
use crate::tui::text::{cut_words, put, sign, window, wrap};
use crate::tui::theme::Role;

/// Columns for the row numbers.
const EDGE: u16 = 3;
/// The least width of the column beside the map.
const BESIDE: u16 = 28;

/// Draws the map and the column beside it.
pub fn draw(editor: &mut EditorScreen, area: Rect, buf: &mut Buffer, look: Look) {
    let grid = editor.open_battle.draft().grid();
    let across = u16::from(grid.width());
    let large = area.width >= LARGE;
    let room = area.width.saturating_sub(if large { 76 } else { BESIDE } + 1);
    let wide = |zoom: u16| EDGE + across * zoom;
    let zoom = match editor.zoom {
        0 if large && wide(3) <= room => 3,
        0 => 2,
        n => n,
    };
    let map = Rect { width: wide(zoom).min(room), ..area };
    field(editor, map, zoom, buf, look);
    let x = map.right() + 1;
    let beside = Rect::new(x, area.y, area.right().saturating_sub(x + 1), area.height);
    let told = here(editor, beside, buf, look);
    let rest = Rect { y: beside.y + told, height: beside.height.saturating_sub(told), ..beside };
    legend(editor, rest, buf, look);
    if editor.picking && !large {
        picker(editor, area, buf, look);
    }
}

/// The map, scrolled to keep the cursor in view.
fn field(editor: &mut EditorScreen, area: Rect, zoom: u16, buf: &mut Buffer, look: Look) {
    let style = |role| look.theme.of(role);
    let grid = editor.open_battle.draft().grid();
    let columns = i16::try_from((area.width - EDGE) / zoom).unwrap_or(1).max(1);
    let rows = i16::try_from(area.height.saturating_sub(1)).unwrap_or(1).max(1);
    let (mut left, mut top) = editor.origin;
    let (width, height) = (i16::from(grid.width()), i16::from(grid.height()));
    if editor.cursor.x < left || editor.cursor.x >= left + columns {
        left = editor.cursor.x - columns / 2;
    }
    if editor.cursor.y > top || editor.cursor.y <= top - rows || top == i16::MAX {
        top = editor.cursor.y + rows / 2;
    }
    left = left.min(width - columns).max(0);
    top = top.max(rows - 1).min(height - 1);
    editor.origin = (left, top);
    for x in left..(left + columns).min(width) {
        let at = area.x + EDGE + (x - left) as u16 * zoom;
        let here = x == editor.cursor.x;
        if here || ((x + 1) % 5 == 0 && zoom > 1) {
            let role = if here { Role::Key } else { Role::Dim };
            put(buf, at, area.y, 2, &format!("{:02}", x + 1), style(role));
        }
    }
    let letters = Side::BOTH.map(|side| {
        let tag = editor.known().forces[side.index()].rows.iter().find(|row| !row.tag.is_empty());
        tag.and_then(|row| row.tag.chars().next()).unwrap_or('?')
    });
    let area_in_hand = editor.open_battle.draft().area(editor.brush);
    let grid_at = |cell: Cell| usize::from(grid.width()) * cell.y as usize + cell.x as usize;
    let mut painted = vec![false; usize::from(grid.width()) * usize::from(grid.height())];
    area_in_hand
        .into_iter()
        .filter(|&cell| grid.contains(cell))
        .for_each(|cell| painted[grid_at(cell)] = true);
    let meant: Vec<Cell> = if editor.corner.is_some() { editor.meant() } else { Vec::new() };
    for (y, up) in (area.y + 1..area.bottom()).zip((0..=top).rev()) {
        let role = if up == editor.cursor.y { Role::Key } else { Role::Dim };
        put(buf, area.x, y, 2, &format!("{:02}", up + 1), style(role));
        for x in left..(left + columns).min(width) {
            let cell = Cell::new(x, up);
            let at = area.x + EDGE + (x - left) as u16 * zoom;
            one(editor, cell, (at, y), zoom, letters, buf, look);
            let role = match cell {
                cell if cell == editor.cursor => Some(Role::Cursor),
                cell if meant.contains(&cell) != painted[grid_at(cell)] => Some(Role::Marked),
                _ => None,
            };
            if let Some(role) = role {
                buf.set_style(Rect::new(at, y, zoom, 1), style(role));
            }
        }
    }
}

/// A cell: the unit that starts there, or its terrain with roads and fieldworks.
fn one(
    editor: &EditorScreen,
    cell: Cell,
    at: (u16, u16),
    zoom: u16,
    letters: [char; 2],
    buf: &mut Buffer,
    look: Look,
) {
    let seen = editor.open_battle.draft().look(cell);
    let style = |role| look.theme.of(role);
    let tinted = look.theme.is_tinted();
    let ground = style(if tinted { Role::tint(seen.family, seen.level) } else { Role::ground(seen.family) });
    // A tint shows the terrain, so its signs may be sparse.
    let is_clear = seen.family == Family::Clear;
    let filler = if is_clear || tinted { ' ' } else { seen.glyph };
    let is_dotted = cell.x % 2 == 0 && cell.y % 2 == 0;
    let first = if is_clear && tinted && !is_dotted { ' ' } else { seen.glyph };
    for column in 0..zoom {
        sign(buf, at.0 + column, at.1, if column == 0 { first } else { filler }, ground);
    }
    // Over a tint only the ink of a role is used.
    let over = |plain, on_tint| {
        if tinted { ratatui::style::Style { bg: None, ..style(on_tint) } } else { style(plain) }
    };
    if editor.heights {
        let height = if seen.level == 0 { ".".to_owned() } else { seen.level.to_string() };
        put(buf, at.0, at.1, zoom, &format!("{height:<3}"), ground);
        return;
    }
    if let Some(way) = seen.way {
        let open = seen.family == Family::Clear || zoom == 1;
        for column in u16::from(!open)..zoom {
            sign(buf, at.0 + column, at.1, way, over(Role::Road, Role::LineRoad));
        }
    }
    let [east, south] = seen.edges;
    let at_end = at.0 + zoom - 1;
    for (sign_of, x) in
        [(south, if east.is_some() && zoom > 1 { at_end - 1 } else { at_end }), (east, at_end)]
    {
        if let Some(edge) = sign_of {
            sign(buf, x, at.1, edge, over(Role::Works, Role::Label));
        }
    }
    if let Some((work, owner)) = seen.work {
        let role = match owner {
            Some(Side::A) => Role::SideA,
            Some(Side::B) => Role::SideB,
            None => Role::Marker,
        };
        sign(buf, at.0 + u16::from(zoom > 1), at.1, work, over(role, Role::Label));
    }
    if let Some(of @ (Subject::Piece(side, _, _) | Subject::Formation(side, _))) = seen.piece {
        let role = match (tinted, side) {
            (true, Side::A) => Role::CounterA,
            (true, Side::B) => Role::CounterB,
            (false, Side::A) => Role::SideA,
            (false, Side::B) => Role::SideB,
        };
        let carried = editor.carried == Some(of);
        let role = if carried { Role::Marked } else { role };
        // The first side has CAPITALS, the second small letters.
        let letter = letters[side.index()];
        let letter = if side == Side::A { letter } else { letter.to_ascii_lowercase() };
        put(buf, at.0, at.1, zoom, &format!("{letter}  "), style(role));
    }
}

/// The cell under the cursor with its rules; returns the height used.
fn here(editor: &mut EditorScreen, area: Rect, buf: &mut Buffer, look: Look) -> u16 {
    let lines = editor.open_battle.draft().about(editor.cursor);
    let (first, rest) =
        lines.split_first().map_or((String::new(), &[][..]), |(first, rest)| (first.clone(), rest));
    let inner = headed(area, &first, buf, look);
    let rows: Vec<String> = rest.iter().flat_map(|line| wrap(line, usize::from(inner.width), 2)).collect();
    let most = usize::from(area.height / 2).max(3);
    for (y, line) in (inner.y..inner.bottom()).zip(rows.iter().take(most)) {
        put(buf, inner.x, y, inner.width, line, look.theme.of(Role::Text));
    }
    rows.len().min(most) as u16 + 2
}

/// The current brush with its rules, and as much of the legend as fits, scrolled to the brush.
fn legend(editor: &mut EditorScreen, area: Rect, buf: &mut Buffer, look: Look) {
    let style = |role| look.theme.of(role);
    let Some(brush) = editor.brush().cloned() else { return };
    let pen = if editor.pen { ", pen down" } else { "" };
    let inner = headed(area, &format!("Brush: {}{pen}", brush.name), buf, look);
    let mut y = inner.y;
    if area.width >= 60 {
        for line in brush.rules.iter().flat_map(|line| wrap(line, usize::from(inner.width), 2)) {
            put(buf, inner.x, y, inner.width, &line, style(Role::Dim));
            y += 1;
        }
        y += 1;
    }
    let selected = editor.brush;
    let brushes = &editor.known().brushes;
    let room = usize::from(inner.bottom().saturating_sub(y));
    if room == 0 {
        return;
    }
    let count = (usize::from(inner.width) / 26).max(1);
    let tall = brushes.len().div_ceil(count).min(room);
    let shown = (tall * count).min(brushes.len());
    let top = (selected + tall / 2 + 1).saturating_sub(shown).min(brushes.len() - shown);
    let top = if count > 1 { top } else { selected.saturating_sub(tall / 2).min(brushes.len() - shown) };
    for (n, brush) in brushes.iter().enumerate().skip(top).take(shown) {
        let (column, row) = ((n - top) / tall, (n - top) % tall);
        let wide = inner.width / count as u16;
        let at = Rect::new(inner.x + column as u16 * wide, y + row as u16, wide - 1, 1);
        entry(brush, n == selected, at, buf, look);
    }
}

/// A line of the legend: key, sign and name.
fn entry(brush: &Brush, here: bool, area: Rect, buf: &mut Buffer, look: Look) {
    let style = |role| look.theme.of(role);
    sign(buf, area.x, area.y, brush.key, style(Role::Key));
    let role = match brush.group {
        "Works" => Role::Works,
        _ if look.theme.is_tinted() => Role::tint(brush.family, 0),
        _ => Role::ground(brush.family),
    };
    sign(buf, area.x + 2, area.y, brush.glyph, style(role));
    let name = cut_words(&brush.name, usize::from(area.width.saturating_sub(4)));
    put(buf, area.x + 4, area.y, area.width - 4, &name, style(if here { Role::Cursor } else { Role::Text }));
}

/// All brushes in a window over the map, if there is no room for the legend.
fn picker(editor: &mut EditorScreen, area: Rect, buf: &mut Buffer, look: Look) {
    let style = |role| look.theme.of(role);
    let selected = editor.brush;
    let brushes = &editor.known().brushes;
    let room = usize::from(area.height.saturating_sub(2)).max(1);
    let columns = brushes.len().div_ceil(room).max(3) as u16;
    let tall = brushes.len().div_ceil(usize::from(columns)) as u16;
    let wide = area.width.min(80);
    let frame = Rect::new(area.x, area.y, wide, (tall + 2).min(area.height));
    let inner =
        window(buf, frame, "Type the letter of a brush", look.ascii, style(Role::Dim), style(Role::Title));
    for (n, brush) in brushes.iter().enumerate() {
        let (column, row) = (n as u16 / tall, n as u16 % tall);
        if row < inner.height {
            let part = inner.width / columns;
            let at = Rect::new(inner.x + column * part, inner.y + row, part - 1, 1);
            entry(brush, n == selected, at, buf, look);
        }
    }
}
