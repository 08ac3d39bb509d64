//! One cell of a map without tints: its terrain, sides, pieces and overlays.
//!
//! Sides differ by upper and lower case, states by letters and attributes: colour is never needed. Overlays
//! change the cell's style or follow its first character, which always shows the terrain.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::piece::{arrow, foremost, glyph, harm, piece_style};
use super::size::Size;
use crate::board::{Cell, Heading, hex};
use crate::game::view::{PieceView, Weight};
use crate::tui::game::Game;
use crate::tui::panes::Look;
use crate::tui::pointing::Only;
use crate::tui::standing::When;
use crate::tui::text::{put, sign};
use crate::tui::theme::Role;

/// Draws a cell with its upper left corner at a screen position.
pub fn draw(game: &Game, cell: Cell, at: (u16, u16), size: Size, buf: &mut Buffer, look: Look) {
    let piece = foremost(game, cell);
    ground(game, cell, at, size, buf, look);
    let marker = game.shown.view.markers.iter().rev().find(|m| m.cell == cell);
    if let (Some(marker), None) = (marker, piece) {
        // After the terrain character if there is room.
        let x = at.0 + u16::from(size.wide > 1);
        sign(buf, x, at.1, marker.glyph, look.theme.of(Role::Marker));
    }
    if let Some(piece) = piece {
        draw_piece(game, piece, at, size, buf, look);
    }
    sides(game, cell, piece.is_some(), at, size, buf, look);
    overlay(game, cell, piece.is_some() || marker.is_some(), at, size, buf, look);
}

/// Draws the terrain alone.
fn ground(game: &Game, cell: Cell, at: (u16, u16), size: Size, buf: &mut Buffer, look: Look) {
    let board = &game.shown.view.board;
    let (glyph, family) = board.ground(cell).map_or((' ', "clear"), |t| (t.glyph, t.family));
    let level = board.level(cell);
    let unseen = game.layers.seen.as_ref().is_some_and(|(_, seen)| !seen[game.shown.grid().index(cell)]);
    let style = look.theme.of(if unseen { Role::Unseen } else { Role::ground(family) });
    let once = if unseen && glyph == '.' { ' ' } else { glyph };
    // Open or unseen terrain is a single character; other terrain fills its cell.
    let filler = if game.layers.heights || family == "clear" || unseen { ' ' } else { glyph };
    for row in 0..size.tall {
        for column in 0..size.wide {
            let first = row == 0 && column == 0;
            sign(buf, at.0 + column, at.1 + row, if first { once } else { filler }, style);
        }
    }
    if game.layers.heights {
        let height = if level == 0 { ".".to_owned() } else { level.to_string() };
        put(buf, at.0, at.1, size.wide, &height, style);
    }
}

/// Draws the sides that belong to a cell: the eastern ones and the southern one.
fn sides(game: &Game, cell: Cell, occupied: bool, at: (u16, u16), size: Size, buf: &mut Buffer, look: Look) {
    if game.shown.edges.is_empty() {
        return;
    }
    let board = &game.shown.view.board;
    // The character for an edge: the one for its kind if there is one, otherwise a line.
    let drawn = |side: Heading, line: char| {
        let kind = game.shown.edges.get(&game.shown.grid().edge(cell, side)?)?;
        let kind = kind.and_then(|kind| board.kind(kind));
        let own = kind.map(|kind| kind.glyph).filter(|glyph| !" |/\\_".contains(*glyph));
        let role = kind.map_or(Role::Dim, |kind| Role::ground(kind.family));
        Some((own.unwrap_or(line), look.theme.of(role)))
    };
    let right = at.0 + size.wide;
    if game.shown.grid().is_hex() {
        let eastern = [(hex::Side::NE, '\\'), (hex::Side::SE, '/')];
        for (row, (side, line)) in (at.1..).zip(eastern) {
            if let Some((glyph, style)) = drawn(side.into(), line) {
                sign(buf, right, row, glyph, style);
            }
        }
    } else if let Some((glyph, style)) = drawn(Heading::EAST, '|') {
        sign(buf, right, at.1, glyph, style);
    }
    if let Some((glyph, style)) = drawn(Heading::SOUTH, '_') {
        let row = at.1 + size.tall - 1;
        for x in at.0..right {
            let free = if occupied { buf[(x, row)].symbol() == " " } else { size.tall > 1 || x > at.0 };
            if free {
                sign(buf, x, row, glyph, style);
            }
        }
    }
}

/// The character for a piece's own standing order: fire or hold fire.
fn ordered(game: &Game, piece: &PieceView) -> Option<char> {
    (piece.side == game.shown.viewer).then(|| game.automation.when_of(&game.shown, piece.id)).and_then(
        |when| match when {
            When::Ask => None,
            When::Hold => Some('~'),
            When::Chance(_) | When::Within(_) | When::Kind(_) => Some('!'),
        },
    )
}

/// Draws a piece: its letter, its facing, its states, and the number of pieces in its cell.
fn draw_piece(game: &Game, piece: &PieceView, at: (u16, u16), size: Size, buf: &mut Buffer, look: Look) {
    let style = piece_style(piece, look);
    let mut facings = piece.facings.iter().map(|facing| arrow(facing.to, look.ascii));
    let (hull, turret) = (facings.next(), facings.next());
    let turret = turret.filter(|turret| Some(*turret) != hull);
    let state = harm(piece).map(|state| state.letter);
    let word = piece.states.iter().find(|s| s.weight < Weight::Harm).map(|s| s.letter);
    let cell = piece.cell.unwrap_or_default();
    let crowd = game.shown.pieces_at(cell).filter(|p| p.carried_by.is_none()).count();
    let count = (crowd > 1).then(|| char::from_digit(crowd.min(9) as u32, 10)).flatten();
    if size.tall > 1 {
        // Two rows: letter and facing above, state and number on the terrain below.
        let upper = [Some(glyph(piece)), hull, turret];
        for (x, letter) in (at.0..at.0 + size.wide).zip(upper) {
            sign(buf, x, at.1, letter.unwrap_or(' '), style);
        }
        let lower = [(at.0, state.or(word)), (at.0 + size.wide - 1, count)];
        for (x, sign) in lower {
            if let Some(sign) = sign {
                let role =
                    if Some(sign) == state && x == at.0 { look.theme.of(Role::Warning) } else { style };
                put(buf, x, at.1 + 1, 1, &sign.to_string(), role);
            }
        }
        return;
    }
    let second = if size.wide == 2 { state.or(hull) } else { hull };
    let third = state.or(turret).or(word).or(count).or(ordered(game, piece));
    for (x, letter) in (at.0..at.0 + size.wide).zip([Some(glyph(piece)), second, third]) {
        sign(buf, x, at.1, letter.unwrap_or(' '), style);
    }
    if state.is_some() && size.wide > 1 {
        let x = at.0 + if size.wide == 2 { 1 } else { 2 };
        buf.set_style(Rect::new(x, at.1, 1, 1), look.theme.of(Role::Warning));
    }
}

/// Where a group could march and in how many turns, its path under the cursor and the stands' destinations.
fn march(game: &Game, cell: Cell, occupied: bool, at: (u16, u16), size: Size, buf: &mut Buffer, look: Look) {
    let Some(routed) = &game.marching.routed else { return };
    let behind = (at.0 + u16::from(size.wide > 1), at.1);
    let planned = game.marching.planned();
    let legs = planned.iter().flat_map(|march| &march.legs);
    let ghost = legs
        .clone()
        .find(|leg| leg.way.get(leg.stop) == Some(&cell))
        .and_then(|leg| game.shown.piece(leg.piece));
    if let Some(piece) = ghost {
        let style = look.theme.of(Role::Path).add_modifier(Modifier::UNDERLINED);
        return sign(buf, behind.0, behind.1, glyph(piece), style);
    }
    if occupied {
        return;
    }
    if legs.into_iter().any(|leg| leg.way.contains(&cell)) {
        return sign(buf, behind.0, behind.1, '*', look.theme.of(Role::Path));
    }
    // Cells beyond this turn's reach stay blank: the line below the map gives the time of arrival.
    if routed.reach.get(&cell) == Some(&0) {
        if size.wide > 1 {
            sign(buf, behind.0, behind.1, '\'', look.theme.of(Role::Dim));
        } else {
            buf.set_style(Rect::new(at.0, at.1, 1, 1), look.theme.of(Role::Key));
        }
    }
}

/// Draws how badly the known enemies threaten a cell: on free ground, and under a unit of the player's own.
fn threatened(
    game: &Game,
    cell: Cell,
    occupied: bool,
    at: (u16, u16),
    size: Size,
    buf: &mut Buffer,
    look: Look,
) {
    let threat = game.layers.threat_at(&game.shown, cell).map_or(0, |threat| threat.digit());
    let Some(digit) = char::from_digit(threat.into(), 10).filter(|_| threat > 0) else { return };
    let style = look.theme.of(Role::Warning);
    if !occupied {
        sign(buf, at.0 + u16::from(size.wide > 1), at.1, digit, style);
    }
    // An own unit under fire is underlined, and numbered where its counter has room.
    if foremost(game, cell).is_some_and(|piece| piece.side == game.shown.viewer) {
        buf.set_style(Rect::new(at.0, at.1, 1, 1), Style::new().add_modifier(Modifier::UNDERLINED));
        let last = at.0 + size.wide - 1;
        if buf[(last, at.1)].symbol() == " " {
            sign(buf, last, at.1, digit, style);
        }
    }
}

/// Draws lines of sight, options, marks and the cursor.
fn overlay(
    game: &Game,
    cell: Cell,
    occupied: bool,
    at: (u16, u16),
    size: Size,
    buf: &mut Buffer,
    look: Look,
) {
    let first = Rect::new(at.0, at.1, 1, 1);
    let whole = Rect::new(at.0, at.1, size.wide, 1);
    let clean = |area: Rect, role: Role, buf: &mut Buffer| {
        buf.set_style(area, Style::reset());
        buf.set_style(area, look.theme.of(role));
    };
    // A mark goes after the first character, so that the terrain stays visible.
    let behind = |letter: char, role: Role, buf: &mut Buffer| {
        if !occupied {
            sign(buf, at.0 + u16::from(size.wide > 1), at.1, letter, look.theme.of(role));
        }
    };
    march(game, cell, occupied, at, size, buf, look);
    threatened(game, cell, occupied, at, size, buf, look);
    if game.shown.cells.get(cell).in_zone {
        behind('+', Role::Dim, buf);
    }
    let option = game.shown.options.contains_key(&cell)
        && (game.pointer.only == Only::All
            || (0..game.shown.choices.len()).any(|n| {
                game.pointer.only.wants(&game.shown.choices[n]) && game.shown.cell_of(n) == Some(cell)
            }));
    if option {
        behind('+', Role::Option, buf);
        clean(first, Role::Option, buf);
    }
    if game.report.step.and_then(|n| game.report.acts.get(n)).is_some_and(|act| act.cells.contains(&cell)) {
        clean(whole, Role::Marked, buf);
    }
    if game.shown.picked(&game.pointer).is_some_and(|choice| choice.cells.contains(&cell)) {
        behind('@', Role::Marked, buf);
        clean(whole, Role::Marked, buf);
    }
    if let Some((from, sight)) = &game.layers.sight {
        if sight.blocked_at == Some(cell) {
            behind('X', Role::Blocked, buf);
            clean(first, Role::Blocked, buf);
        } else if sight.path.contains(&cell) || cell == *from {
            behind('*', Role::Path, buf);
        }
    }
    if foremost(game, cell).is_some_and(|p| game.shown.view.active == Some(p.id)) {
        clean(first, Role::Active, buf);
    }
    if game.shown.pieces_at(cell).any(|p| game.pointer.marked.contains(&p.id)) {
        clean(whole, Role::Marked, buf);
    }
    if game.pointer.pick.and_then(|n| game.shown.cell_of(n)) == Some(cell) && game.shown.view.active.is_some()
    {
        clean(whole, Role::Marked, buf);
    }
    if cell == game.pointer.cursor {
        for row in at.1..at.1 + size.tall {
            clean(Rect::new(at.0, row, size.wide, 1), Role::Cursor, buf);
        }
    }
}
