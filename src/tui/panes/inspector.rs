//! The inspector: the square under the cursor and what stands on it.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::{Look, headed, roster};
use crate::game::{Side, Sight};
use crate::tui::game::Game;
use crate::tui::text::{put, wrap};
use crate::tui::theme::Role;

/// What is to be said about the square; `all` for everything, else the most important first.
pub fn lines(game: &Game, all: bool) -> Vec<(String, Role)> {
    let cell = game.cursor;
    let board = &game.view.board;
    let index = game.index(cell);
    let mut lines: Vec<(String, Role)> = Vec::new();
    for piece in game.pieces_at(cell) {
        let role = if piece.side == Side::A { Role::SideA } else { Role::SideB };
        let name = if piece.name.starts_with(&piece.tag) {
            piece.name.clone()
        } else {
            format!("{} {}", piece.tag, piece.name)
        };
        lines.push((name, role));
        let state = roster::state(piece);
        let facing = piece.facing.map_or(String::new(), |to| format!("faces {to}"));
        let about = [facing.as_str(), state.as_str(), piece.formation.as_str()];
        let about: Vec<&str> = about.into_iter().filter(|s| !s.is_empty()).collect();
        if !about.is_empty() {
            lines.push((format!(" {}", about.join(", ")), Role::Text));
        }
        let values: Vec<String> = (game.view.columns.iter().zip(&piece.values))
            .filter(|(_, value)| !value.is_empty() && *value != "-")
            .map(|(head, value)| format!("{head} {value}"))
            .collect();
        if !values.is_empty() {
            lines.push((format!(" {}", values.join("  ")), Role::Text));
        }
        lines.extend(piece.details.iter().map(|line| (format!(" {line}"), Role::Text)));
    }
    for marker in game.view.markers.iter().filter(|m| m.cell == cell) {
        lines.push((format!("{} {}", marker.glyph, marker.name), Role::Marker));
    }
    let terrain = board.cells.get(index).and_then(|&kind| board.palette.get(usize::from(kind)));
    if let Some(terrain) = terrain {
        let level = board.levels.get(index).copied().unwrap_or(0);
        let height = if level == 0 { String::new() } else { format!(", level {level}") };
        lines.push((format!("{}{height}", terrain.name), Role::ground(terrain.family)));
        let effects = terrain.effects.iter().map(|line| (format!(" {line}"), Role::Dim));
        lines.extend(effects.take(if all { usize::MAX } else { 4 }));
    }
    lines
}

/// A line of sight in a sentence.
pub fn sight_sentence(to: crate::board::Cell, sight: &Sight) -> String {
    let rule = sight.rule.map_or(String::new(), |rule| format!(" ({rule})"));
    let why = sight.why.as_ref().map_or(String::new(), |why| format!(": {why}{rule}"));
    match sight.blocked_at {
        _ if sight.visible => format!("To {to}, range {}: clear{why}", sight.range),
        Some(cell) => format!("To {to}, range {}: blocked at {cell}{why}", sight.range),
        None => format!("To {to}, range {}: not seen{why}", sight.range),
    }
}

/// Draws the inspector.
pub fn draw(game: &Game, area: Rect, buf: &mut Buffer, look: Look) {
    if area.height < 2 {
        return;
    }
    let inner = headed(area, &format!("Square {}", game.cursor), buf, look);
    let room = usize::from(inner.width);
    let sight = game.sight.as_ref().map(|(_, sight)| (sight_sentence(game.cursor, sight), Role::Path));
    let rows = sight
        .into_iter()
        .chain(lines(game, area.height > 14))
        .flat_map(|(text, role)| wrap(&text, room, 1).into_iter().map(move |line| (line, role)));
    for (y, (line, role)) in (inner.top()..inner.bottom()).zip(rows) {
        put(buf, inner.x, y, inner.width, &line, look.theme.of(role));
    }
}
