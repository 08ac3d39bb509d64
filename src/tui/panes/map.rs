//! The map: ground, stands, the cursor, and what is laid over them.
//!
//! Sides differ by capital and small letters, states by letters and attributes: colour is never needed.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::Look;
use crate::board::{Cell, Heading};
use crate::game::ChoiceView;
use crate::game::Side;
use crate::game::view::{PieceView, StateView, Weight};
use crate::tui::game::{Game, Geometry};
use crate::tui::text::put;
use crate::tui::theme::Role;

/// Rows the whole map takes.
pub fn rows(game: &Game, up: u16) -> u16 {
    if game.grid().is_hex() { up * 2 + 1 } else { up }
}

/// The sign of a facing.
pub fn arrow(facing: Heading, ascii: bool) -> char {
    let signs = if ascii { "^9>3v1<7" } else { "↑↗→↘↓↙←↖" };
    signs.chars().nth(facing.nearest_wind() as usize).unwrap_or(' ')
}

/// The square at a place of the screen.
pub fn cell_at(game: &Game, column: u16, row: u16) -> Option<Cell> {
    let g = game.geometry;
    if g.zoom == 0 || column < g.left || row < g.top || column >= g.left + g.width || row >= g.top + g.height
    {
        return None;
    }
    let x = game.origin.0 + ((column - g.left) / g.zoom) as i16;
    let hex = game.grid().is_hex();
    let down = (row - g.top).checked_sub(if hex { (x & 1) as u16 } else { 0 })? / g.tall;
    let cell = Cell::new(x, game.origin.1 - down as i16);
    game.on_map(cell).then_some(cell)
}

/// Scrolls so that the cursor is in view, half a window at a time so that steps stay cheap.
fn scroll(game: &mut Game, across: i16, down: i16) {
    let (w, h) = (i16::from(game.grid().width()), i16::from(game.grid().height()));
    let (mut left, mut top) = game.origin;
    let cursor = game.cursor;
    if cursor.x < left || cursor.x >= left + across {
        left = cursor.x - across / 2;
    }
    if cursor.y > top || cursor.y <= top - down || top == i16::MAX {
        top = cursor.y + down / 2;
    }
    // Who is highlighted away from the cursor comes into view too where there is room for both.
    let other = game.pick.and_then(|n| game.cell_of(n)).filter(|cell| *cell != cursor);
    if let Some(cell) = other {
        let (dx, dy) = ((cell.x - cursor.x).abs(), (cell.y - cursor.y).abs());
        let seen = (left..left + across).contains(&cell.x) && (top - down + 1..=top).contains(&cell.y);
        if !seen && dx < across && dy < down {
            left = cell.x.min(cursor.x) - (across - 1 - dx) / 2;
            top = cell.y.max(cursor.y) + (down - 1 - dy) / 2;
        }
    }
    game.origin = (left.clamp(0, (w - across).max(0)), top.clamp((down - 1).min(h - 1), h - 1));
}

/// Draws the part of the map around the cursor, with coordinates on the edges.
pub fn draw(game: &mut Game, area: Rect, zoom: u16, buf: &mut Buffer, look: Look) {
    let hex = game.grid().is_hex();
    let tall = if hex { 2 } else { 1 };
    let (left, top) = (area.x + 3, area.y + 1);
    let across = ((area.width - 3) / zoom) as i16;
    let down = ((area.height - 1 - if hex { 1 } else { 0 }) / tall) as i16;
    scroll(game, across, down);
    game.geometry = Geometry { left, top, width: area.width - 3, height: area.height - 1, zoom, tall };
    let (x0, y0) = game.origin;
    let dim = look.theme.of(Role::Dim);
    let every = match zoom {
        1 => 5,
        2 => 2,
        _ => 1,
    };
    for column in 0..across.min(i16::from(game.grid().width())) {
        let x = x0 + column;
        if x % every == 0 {
            put(buf, left + column as u16 * zoom, area.y, 3, &format!("{:02}", x + 1), dim);
        }
    }
    let arrows = (y0 < i16::from(game.grid().height()) - 1, y0 - down >= 0);
    let corner = match arrows {
        (true, true) => "^v",
        (true, false) => "^",
        (false, true) => " v",
        (false, false) => "",
    };
    put(buf, area.x, area.y, 2, corner, dim);
    for line in 0..down {
        let y = y0 - line;
        if y < 0 {
            break;
        }
        let row = top + line as u16 * tall;
        put(buf, area.x, row, 3, &format!("{:02}", y + 1), dim);
        for column in 0..across {
            let cell = Cell::new(x0 + column, y);
            if game.on_map(cell) {
                let shift = if hex { (cell.x & 1) as u16 } else { 0 };
                draw_cell(game, cell, (left + column as u16 * zoom, row + shift), zoom, tall, buf, look);
            }
        }
    }
}

fn draw_cell(game: &Game, cell: Cell, at: (u16, u16), zoom: u16, tall: u16, buf: &mut Buffer, look: Look) {
    let (text, style) = ground(game, cell, zoom, look);
    let unseen = game.seen.as_ref().is_some_and(|(_, seen)| !seen[game.grid().index(cell)]);
    for n in 0..tall {
        put(buf, at.0, at.1 + n, zoom, &text, style);
    }
    let marker = game.view.markers.iter().rev().find(|m| m.cell == cell);
    if let Some(marker) = marker {
        put(buf, at.0, at.1, 1, &marker.glyph.to_string(), look.theme.of(Role::Marker));
    }
    let piece = foremost(game, cell);
    if let Some(piece) = piece {
        draw_piece(game, piece, at, zoom, buf, look);
    } else if unseen && marker.is_none() {
        // Open ground that is not seen is blank; other ground is drawn once, not twice over.
        let glyph: String = text.chars().take(1).filter(|c| *c != '.').collect();
        put(buf, at.0, at.1, zoom, &format!("{glyph:<3}"), style);
    }
    overlay(game, cell, piece.is_some(), at, zoom, buf, look);
}

/// The characters and the style of bare ground.
fn ground(game: &Game, cell: Cell, zoom: u16, look: Look) -> (String, Style) {
    let board = &game.view.board;
    let (glyph, family) = board.ground(cell).map_or((' ', "clear"), |t| (t.glyph, t.family));
    let level = board.level(cell);
    let unseen = game.seen.as_ref().is_some_and(|(_, seen)| !seen[game.grid().index(cell)]);
    let role = if unseen { Role::Unseen } else { Role::ground(family) };
    let room = usize::from(zoom);
    let text = if game.heights {
        if level == 0 { format!("{:<room$}", ".") } else { format!("{level:<room$}") }
    } else if family == "clear" || unseen {
        format!("{glyph:<room$}")
    } else {
        glyph.to_string().repeat(room)
    };
    (text, look.theme.of(role))
}

/// The piece shown where several stand: the acting one, then one that may be chosen, then the first.
fn foremost(game: &Game, cell: Cell) -> Option<&PieceView> {
    let here = || game.pieces_at(cell).filter(|p| p.carried_by.is_none());
    let acting = here().find(|p| game.view.active == Some(p.id));
    let pickable = game.options.get(&cell).and_then(|&n| game.choices.get(n)).and_then(ChoiceView::piece);
    acting.or_else(|| here().find(|p| Some(p.id) == pickable)).or_else(|| here().next())
}

/// The heaviest of the states that hamper a piece, if one does.
pub fn harm(piece: &PieceView) -> Option<&StateView> {
    piece.states.iter().filter(|state| state.weight >= Weight::Harm).max_by_key(|state| state.weight)
}

/// The style of a piece: its side, bold while it can still act, underlined while moving, faint once it has fired.
pub fn piece_style(piece: &PieceView, look: Look) -> Style {
    let mut style = look.theme.of(if piece.side == Side::A { Role::SideA } else { Role::SideB });
    if piece.states.iter().any(|state| state.weight == Weight::Busy) {
        style = style.add_modifier(Modifier::UNDERLINED);
    }
    if piece.states.iter().any(|state| state.weight == Weight::Spent) {
        style = style.remove_modifier(Modifier::BOLD).add_modifier(Modifier::DIM);
    }
    style
}

/// The glyph of a piece: a capital for the first side, a small letter for the second.
pub fn glyph(piece: &PieceView) -> char {
    match piece.side {
        Side::A => piece.glyph.to_ascii_uppercase(),
        Side::B => piece.glyph.to_ascii_lowercase(),
    }
}

fn draw_piece(game: &Game, piece: &PieceView, at: (u16, u16), zoom: u16, buf: &mut Buffer, look: Look) {
    let style = piece_style(piece, look);
    let facing = piece.facing().map(|to| arrow(to, look.ascii));
    let state = harm(piece).map(|state| state.letter);
    let crowd =
        game.pieces_at(piece.cell.unwrap_or(Cell::new(-1, -1))).filter(|p| p.carried_by.is_none()).count();
    let second = if zoom == 2 { state.or(facing) } else { facing };
    let word = piece.states.iter().find(|s| s.weight < Weight::Harm).map(|s| s.letter);
    let third = state.or(word).or((crowd > 1).then_some('*'));
    let text: String = [Some(glyph(piece)), second, third]
        .into_iter()
        .take(usize::from(zoom))
        .map(|c| c.unwrap_or(' '))
        .collect();
    put(buf, at.0, at.1, zoom, &text, style);
    if state.is_some() && zoom > 1 {
        let x = at.0 + if zoom == 2 { 1 } else { 2 };
        buf.set_style(Rect::new(x, at.1, 1, 1), look.theme.of(Role::Warning));
    }
}

/// Lines of sight, what may be chosen, what is marked, and the cursor.
fn overlay(game: &Game, cell: Cell, occupied: bool, at: (u16, u16), zoom: u16, buf: &mut Buffer, look: Look) {
    let first = Rect::new(at.0, at.1, 1, 1);
    let whole = Rect::new(at.0, at.1, zoom, 1);
    let clean = |area: Rect, role: Role, buf: &mut Buffer| {
        buf.set_style(area, Style::reset());
        buf.set_style(area, look.theme.of(role));
    };
    if let Some((from, sight)) = &game.sight {
        let role = Role::Path;
        if sight.blocked_at == Some(cell) {
            clean(first, Role::Blocked, buf);
            if !occupied {
                buf[at].set_char('X');
            }
        } else if !occupied && (sight.path.contains(&cell) || cell == *from) {
            put(buf, at.0, at.1, 1, "*", look.theme.of(role));
        }
    }
    let option = game.options.get(&cell).is_some_and(|&n| {
        game.only.is_none_or(|verb| {
            game.choices[n].verb == verb
                || (0..game.choices.len())
                    .any(|m| game.choices[m].verb == verb && game.cell_of(m) == Some(cell))
        })
    });
    let covered = game.picked().is_some_and(|choice| choice.cells.contains(&cell));
    if option {
        if !occupied && buf[at].symbol() != "*" && buf[at].symbol() != "X" {
            buf[at].set_char('+');
        }
        clean(first, Role::Option, buf);
    }
    if covered {
        if !occupied {
            put(buf, at.0, at.1, 1, "@", look.theme.of(Role::Marked));
        }
        clean(whole, Role::Marked, buf);
    }
    if foremost(game, cell).is_some_and(|p| game.view.active == Some(p.id)) {
        clean(first, Role::Active, buf);
    }
    if game.pieces_at(cell).any(|p| game.marked.contains(&p.id)) {
        clean(whole, Role::Marked, buf);
    }
    if game.pick.and_then(|n| game.cell_of(n)) == Some(cell) && game.view.active.is_some() {
        clean(whole, Role::Marked, buf);
    }
    if cell == game.cursor {
        clean(whole, Role::Cursor, buf);
    }
}
