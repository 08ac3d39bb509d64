//! The inspector: the cell under the cursor and the units in it.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::{Look, headed, roster};
use crate::board::Cell;
use crate::game::view::PieceView;
use crate::game::{Side, Sight};
use crate::tui::game::Game;
use crate::tui::text::{capital, put, wrap};
use crate::tui::theme::Role;

/// The details of the cell; `all` for everything, otherwise the most important first.
pub fn lines(game: &Game, all: bool) -> Vec<(String, Role)> {
    let cell = game.cursor;
    let board = &game.view.board;
    let mut lines: Vec<(String, Role)> = Vec::new();
    for piece in game.pieces_at(cell) {
        let role = if piece.side == Side::A { Role::SideA } else { Role::SideB };
        lines.push((piece.with_tag(), role));
        let words = piece.states.iter().map(|state| state.word).collect::<Vec<_>>().join(", ");
        let state =
            if all && !piece.lost && piece.carried_by.is_none() { words } else { roster::state(piece) };
        let facing = facing(game, piece).unwrap_or_default();
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
    for (side, edge) in along(game, cell) {
        if let Some(kind) = edge.and_then(|kind| board.kind(kind)) {
            let effects = if kind.effects.is_empty() {
                String::new()
            } else {
                format!(": {}", kind.effects.join(", "))
            };
            lines.push((format!("{} to the {side}{effects}", kind.name), Role::ground(kind.family)));
        }
    }
    if let Some(region) = game.region.get(&cell).and_then(|&n| board.regions.get(usize::from(n))) {
        lines.push((region.name.clone(), Role::Title));
    }
    if let Some(terrain) = board.ground(cell) {
        let level = board.level(cell);
        let height = if level == 0 { String::new() } else { format!(", level {level}") };
        lines.push((format!("{}{height}", terrain.name), Role::ground(terrain.family)));
        let effects = terrain.effects.iter().map(|line| (format!(" {line}"), Role::Dim));
        lines.extend(effects.take(if all { usize::MAX } else { 4 }));
    }
    lines
}

/// The features along a cell's sides, clockwise from north: the direction of the side, and its kind.
fn along(game: &Game, cell: Cell) -> impl Iterator<Item = (&'static str, Option<u16>)> {
    let grid = game.grid();
    grid.headings().filter_map(move |side| {
        let kind = game.edges.get(&grid.edge(cell, side)?)?;
        Some((grid.heading_name(side), *kind))
    })
}

/// The facing of a piece in words: "faces N", "hull faces N, turret NE".
pub fn facing(game: &Game, piece: &PieceView) -> Option<String> {
    let mut all = piece.facings.iter().map(|facing| (facing.part, game.grid().heading_name(facing.to)));
    let (part, to) = all.next()?;
    let first = if part.is_empty() { format!("faces {to}") } else { format!("{part} faces {to}") };
    Some(all.fold(first, |told, (part, to)| format!("{told}, {part} {to}")))
}

/// The heading of the inspector.
pub fn title(game: &Game) -> String {
    format!("{} {}", capital(game.view.words.cell[0]), game.name(game.cursor))
}

/// The line of sight to the cursor in a sentence.
pub fn sight_sentence(game: &Game, sight: &Sight) -> String {
    let to = game.name(game.cursor);
    let rule = sight.rule.map_or(String::new(), |rule| format!(" ({rule})"));
    let why = sight.why.as_ref().map_or(String::new(), |why| format!(": {why}{rule}"));
    match sight.blocked_at {
        _ if sight.visible => format!("To {to}, range {}: clear{why}", sight.range),
        Some(cell) => format!("To {to}, range {}: blocked at {}{why}", sight.range, game.name(cell)),
        None => format!("To {to}, range {}: out of sight{why}", sight.range),
    }
}

/// Draws the inspector.
pub fn draw(game: &Game, area: Rect, buf: &mut Buffer, look: Look) {
    if area.height < 2 {
        return;
    }
    let inner = headed(area, &title(game), buf, look);
    let room = usize::from(inner.width);
    let sight = game.sight.as_ref().map(|(_, sight)| (sight_sentence(game, sight), Role::Path));
    let rows = sight
        .into_iter()
        .chain(lines(game, area.height > 14))
        .flat_map(|(text, role)| wrap(&text, room, 1).into_iter().map(move |line| (line, role)));
    for (y, (line, role)) in (inner.top()..inner.bottom()).zip(rows) {
        put(buf, inner.x, y, inner.width, &line, look.theme.of(role));
    }
}
