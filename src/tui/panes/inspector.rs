//! The inspector: the cell under the cursor and the units in it.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::strip::role_of;
use super::{Look, headed, roster};
use crate::board::{Cell, Grid, Heading};
use crate::game::Sight;
use crate::game::view::PieceView;
use crate::tui::game::Game;
use crate::tui::text::{Line, capital, cut_parts, put, width, wrap};
use crate::tui::theme::Role;

/// The columns at which the ground is named in the line of the cell; after a longer text it is at the right edge. It
/// stays in place while the text before it changes.
const STOPS: [u16; 2] = [0, 14];

/// The details of the cell; `all` for everything, otherwise the most important first.
pub fn lines(game: &Game, all: bool) -> Vec<(String, Role)> {
    let cell = game.pointer.cursor;
    let board = &game.shown.view.board;
    let mut lines: Vec<(String, Role)> = Vec::new();
    lines.extend(game.lookups.risk_here().map(|(who, risk)| (format!("{who} {risk}"), Role::Warning)));
    for piece in game.shown.pieces_at(cell) {
        lines.push((piece.with_tag(), role_of(piece.side)));
        let words = piece.states.iter().map(|state| state.word).collect::<Vec<_>>().join(", ");
        let state =
            if all && !piece.lost && piece.carried_by.is_none() { words } else { roster::state(piece) };
        let facing = facing(game, piece).unwrap_or_default();
        let about = [facing.as_str(), state.as_str(), piece.formation.as_str()];
        let about: Vec<&str> = about.into_iter().filter(|s| !s.is_empty()).collect();
        if !about.is_empty() {
            lines.push((format!(" {}", about.join(", ")), Role::Text));
        }
        let values: Vec<String> = (game.shown.view.columns.iter().zip(&piece.values))
            .filter(|(_, value)| !value.is_empty() && *value != "-")
            .map(|(head, value)| format!("{head} {value}"))
            .collect();
        if !values.is_empty() {
            lines.push((format!(" {}", values.join("  ")), Role::Text));
        }
        lines.extend(
            game.lookups.situation_of(piece.id).iter().map(|line| (format!(" {line}"), Role::Prompt)),
        );
        lines.extend(piece.details.iter().map(|line| (format!(" {line}"), Role::Text)));
    }
    for marker in game.shown.view.markers.iter().filter(|m| m.cell == cell) {
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
    if let Some(region) = game.shown.region.get(&cell).and_then(|&n| board.regions.get(usize::from(n))) {
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
    let grid = game.shown.grid();
    grid.headings().filter_map(move |side| {
        let kind = game.shown.edges.get(&grid.edge(cell, side)?)?;
        Some((grid.heading_name(side), *kind))
    })
}

/// The facing of a piece in words: "faces N", "hull faces N, turret NE".
pub fn facing(game: &Game, piece: &PieceView) -> Option<String> {
    let grid = game.shown.grid();
    let named = |to: Heading| match (grid, to.wind()) {
        // Degrees alone say little.
        (Grid::Square(_), None) => format!("{} {}°", to.nearest_wind(), grid.heading_name(to)),
        _ => grid.heading_name(to).to_owned(),
    };
    let mut all = piece.facings.iter().map(|facing| (facing.part, named(facing.to)));
    let (part, to) = all.next()?;
    let first = if part.is_empty() { format!("faces {to}") } else { format!("{part} faces {to}") };
    Some(all.fold(first, |told, (part, to)| format!("{told}, {part} {to}")))
}

/// The heading of the inspector.
pub fn title(game: &Game) -> String {
    format!("{} {}", capital(game.shown.view.words.cell[0]), game.shown.name(game.pointer.cursor))
}

/// The line of sight to the cursor in a sentence.
pub fn sight_sentence(game: &Game, sight: &Sight) -> String {
    let to = game.shown.name(game.pointer.cursor);
    let rule = sight.rule.map_or(String::new(), |rule| format!(" ({rule})"));
    let why = sight.why.as_ref().map_or(String::new(), |why| format!(": {why}{rule}"));
    match sight.blocked_at {
        _ if sight.visible => format!("To {to}, range {}: clear{why}", sight.range),
        Some(cell) => format!("To {to}, range {}: blocked at {}{why}", sight.range, game.shown.name(cell)),
        None => format!("To {to}, range {}: out of sight{why}", sight.range),
    }
}

/// The inspector as rows of at most this width.
fn rows(game: &Game, room: usize, all: bool) -> Vec<(String, Role)> {
    let sight = game.layers.sight.as_ref().map(|(_, sight)| (sight_sentence(game, sight), Role::Path));
    let rows = sight.into_iter().chain(lines(game, all));
    rows.flat_map(|(text, role)| wrap(&text, room, 1).into_iter().map(move |line| (line, role))).collect()
}

/// The height the inspector would like in a pane of this width.
pub fn wanted(game: &Game, wide: u16, all: bool) -> u16 {
    1 + rows(game, usize::from(wide), all).len() as u16
}

/// The position and the marks over the map: the panes may change places with them.
fn shown(game: &Game) -> (u64, bool, bool) {
    (game.shown.ticket, game.layers.threat.is_some(), game.layers.seen.is_some())
}

/// The rows that the inspector has had since the position or the marks over the map last changed.
pub fn kept(game: &Game) -> u16 {
    let (when, rows) = game.frame.geometry.inspector;
    if when == shown(game) { rows } else { 0 }
}

/// Remembers the height of the inspector, unless the cursor is in a list and will be back where it was.
pub fn keep(game: &mut Game, rows: u16) {
    if game.frame.covered_from.is_none() {
        game.frame.geometry.inspector = (shown(game), kept(game).max(rows));
    }
}

/// Draws the inspector; `all` for everything about the cell.
pub fn draw(game: &Game, area: Rect, all: bool, buf: &mut Buffer, look: Look) {
    if area.height < 2 {
        return;
    }
    let inner = headed(area, &title(game), buf, look);
    // The name changes with every step, so it has the plain colour of the text on the line of the prompt.
    let name = game.shown.name(game.pointer.cursor);
    let x = area.x + (width(&title(game)) - width(&name)) as u16;
    let style = Style::reset().patch(look.theme.of(Role::Text));
    put(buf, x, area.y, area.right().saturating_sub(x), &name, style);
    let rows = rows(game, usize::from(inner.width), all);
    for (y, (line, role)) in (inner.top()..inner.bottom()).zip(rows) {
        put(buf, inner.x, y, inner.width, &line, look.theme.of(role));
    }
}

/// The cell under the cursor in one line, where there is no room for the inspector: its name unless the prompt says
/// it, the pieces in it, its markers, its terrain.
pub fn draw_line(game: &Game, area: Rect, buf: &mut Buffer, look: Look) {
    if area.height == 0 {
        return;
    }
    let cell = game.pointer.cursor;
    let mut parts: Line = Vec::new();
    let tell = |parts: &mut Line, text: &str, role| {
        let gap = if parts.is_empty() { "" } else { "  " };
        parts.push((format!("{gap}{text}"), look.theme.of(role)));
    };
    // The name and the figures change with every step, so they are in the plain colour of the text around them.
    if !super::prompt::names_cursor(game) {
        tell(&mut parts, &title(game), Role::Text);
    }
    let mut whole = parts.len() + 1;
    if let Some((who, risk)) = game.lookups.risk_here() {
        tell(&mut parts, who, Role::Warning);
        parts.push((format!(" {risk}"), look.theme.of(Role::Text)));
        whole = parts.len();
    }
    for piece in game.shown.pieces_at(cell) {
        let states: Vec<&str> = piece.states.iter().map(|state| state.word).collect();
        let about = facing(game, piece).into_iter().chain(states.into_iter().map(str::to_owned));
        let about: Vec<String> = about.collect();
        let comma = if about.is_empty() { "" } else { ", " };
        let text = format!("{}{comma}{}", piece.with_tag(), about.join(", "));
        tell(&mut parts, &text, role_of(piece.side));
        if let Some(first) = game.lookups.situation_of(piece.id).first() {
            tell(&mut parts, first, Role::Prompt);
        }
    }
    for marker in game.shown.view.markers.iter().filter(|marker| marker.cell == cell) {
        tell(&mut parts, &marker.name, Role::Marker);
    }
    // Whole parts only, but always the risk or the first piece.
    let mut x = area.x;
    for (n, (text, style)) in parts.iter().enumerate() {
        let room = usize::from(area.right().saturating_sub(x));
        if n >= whole && width(text) > room {
            continue;
        }
        x = put(buf, x, area.y, area.right().saturating_sub(x), &cut_parts(text, room), *style);
    }
    let next = if parts.is_empty() { x } else { x + 2 };
    let room = usize::from(area.right().saturating_sub(next));
    if let Some(text) = ground_in_words(game, room) {
        let last = area.right() - width(&text) as u16;
        let stop = STOPS.into_iter().map(|stop| area.x + stop).find(|&stop| stop >= next).unwrap_or(last);
        put(buf, stop.min(last), area.y, area.width, &text, look.theme.of(Role::Text));
    }
}

/// The region and the terrain under the cursor, as much of it as fits.
fn ground_in_words(game: &Game, room: usize) -> Option<String> {
    let (cell, board) = (game.pointer.cursor, &game.shown.view.board);
    let region = game.shown.region.get(&cell).and_then(|&n| board.regions.get(usize::from(n)));
    let region = region.map(|region| region.name.clone());
    let terrain = board.ground(cell).map(|terrain| match board.level(cell) {
        0 => terrain.name.clone(),
        level => format!("{}, level {level}", terrain.name),
    });
    let both = region.iter().zip(&terrain).map(|(region, terrain)| format!("{region}  {terrain}")).next();
    [both, terrain].into_iter().flatten().find(|text| width(text) <= room)
}
