//! The map in words.

use crate::board::Cell;
use crate::game::view::{BoardView, Family, LineKind, View};

/// The map in a few lines: its size, its terrain in pieces that hang together, its roads and objectives.
pub(super) fn map(view: &View) -> Vec<String> {
    let board = &view.board;
    let (low, high) = board.span();
    let [_, cells] = view.words.cell;
    let [across, up] = [high.x - low.x + 1, high.y - low.y + 1];
    let mut lines = vec![format!("The map is {across} by {up} {cells}. North is up.")];
    if board.regions.is_empty() {
        lines.extend(terrain(view));
    } else {
        let names: Vec<String> = board.regions.iter().map(|region| region_in_words(board, region)).collect();
        lines.push(format!("Places: {}.", names.join("; ")));
    }
    for (kind, name) in
        [(LineKind::Road, "Roads"), (LineKind::Track, "Tracks"), (LineKind::Stream, "Streams")]
    {
        let on = |cell: Cell| board.lines.iter().any(|line| line.cell == cell && line.kind == kind);
        let parts = pieces(board, &on);
        if !parts.is_empty() {
            let parts: Vec<String> = parts.iter().map(|part| extent(board, part)).collect();
            lines.push(format!("{name}: {}.", parts.join("; ")));
        }
    }
    for goal in &board.goals {
        let holder = goal.holder.map_or("no side", |side| view.sides[side.index()].name.as_str());
        const FEW: usize = 8;
        let cells = match &goal.cells[..] {
            many if many.len() > FEW => extent(board, many),
            few => few.iter().map(|cell| board.name(*cell)).collect::<Vec<_>>().join(" "),
        };
        let worth = if goal.worth > 0 { format!(", worth {}", goal.worth) } else { String::new() };
        lines.push(format!("Objective {}: {cells}, held by {holder}{worth}.", goal.name));
    }
    lines.push("Type look and a place for more.".to_owned());
    lines
}

fn region_in_words(board: &BoardView, region: &crate::game::view::RegionView) -> String {
    let kind = board.kind(region.kind).map_or("", |kind| kind.name.as_str());
    format!("{} {} ({kind})", region.tag, region.name)
}

/// Each kind of terrain that is not open ground, in pieces that hang together.
fn terrain(view: &View) -> Vec<String> {
    let board = &view.board;
    let mut lines = Vec::new();
    for kind in
        board.palette.iter().filter(|kind| kind.ground_family() != Family::Clear && !kind.name.is_empty())
    {
        let on = |cell: Cell| board.ground(cell).is_some_and(|found| found.name == kind.name);
        let parts = pieces(board, &on);
        let Some(largest) = parts.iter().map(Vec::len).max() else { continue };
        if lines.iter().any(|line: &String| line.starts_with(&format!("{}:", kind.name))) {
            continue;
        }
        const MOST: usize = 8;
        let mut told: Vec<String> = parts.iter().take(MOST).map(|part| extent(board, part)).collect();
        if parts.len() > MOST {
            told.push(format!("and {} more, the largest of {largest}", parts.len() - MOST));
        }
        lines.push(format!("{}: {}.", kind.name, told.join("; ")));
    }
    lines
}

/// Cells in pieces that hang together, the largest first.
fn pieces(board: &BoardView, on: &dyn Fn(Cell) -> bool) -> Vec<Vec<Cell>> {
    let mut left: Vec<Cell> = board.grid.cells().filter(|cell| on(*cell)).collect();
    let mut parts = Vec::new();
    while let Some(first) = left.pop() {
        let mut part = vec![first];
        let mut at = 0;
        while at < part.len() {
            let around: Vec<Cell> = board.grid.neighbours(part[at]).map(|(_, cell)| cell).collect();
            let (joins, rest): (Vec<Cell>, Vec<Cell>) =
                left.into_iter().partition(|cell| around.contains(cell));
            left = rest;
            part.extend(joins);
            at += 1;
        }
        part.sort();
        parts.push(part);
    }
    parts.sort_by_key(|part| (std::cmp::Reverse(part.len()), part.first().copied()));
    parts
}

/// A piece in words: "0512", "12 from 0510 to 0914".
fn extent(board: &BoardView, part: &[Cell]) -> String {
    let corner = |pick: fn(i16, i16) -> i16| {
        let x = part.iter().map(|cell| cell.x).reduce(pick).unwrap_or(0);
        let y = part.iter().map(|cell| cell.y).reduce(pick).unwrap_or(0);
        Cell::new(x, y)
    };
    match part {
        [only] => board.name(*only),
        [a, b] => format!("{} and {}", board.name(*a), board.name(*b)),
        _ => {
            let (low, high) = (corner(i16::min), corner(i16::max));
            // The corner of a piece need not belong to the map of hexes.
            let name =
                |cell: Cell, other: &Cell| board.name(if board.grid.contains(cell) { cell } else { *other });
            let (first, last) = (part.first().unwrap_or(&low), part.last().unwrap_or(&high));
            format!("{} between {} and {}", part.len(), name(low, first), name(high, last))
        }
    }
}

/// One cell: its terrain, level and units, its sides, and its neighbours.
pub(super) fn cell(view: &View, at: Cell) -> Vec<String> {
    let board = &view.board;
    let mut lines = vec![format!("{}: {}.", board.name(at), here(view, at))];
    if let Some(kind) = board.ground(at) {
        lines.extend(kind.effects.iter().map(|effect| format!("  {effect}")));
    }
    for marker in view.markers.iter().filter(|marker| marker.cell == at) {
        let value = if marker.value.is_empty() { String::new() } else { format!(" {}", marker.value) };
        lines.push(format!("  {}{value}", marker.name));
    }
    lines.extend(super::roster::in_cell(view, at));
    for (toward, next) in board.grid.neighbours(at) {
        let edge = board.grid.edge(at, toward);
        let edge = edge.and_then(|edge| board.edges.iter().find(|view| view.edge == edge));
        let edge = edge
            .and_then(|edge| board.kind(edge.kind))
            .map_or(String::new(), |kind| format!("{}, then ", kind.name));
        let units: Vec<&str> =
            view.pieces.iter().filter(|piece| piece.cell == Some(next)).map(|piece| piece.label()).collect();
        let units = if units.is_empty() { String::new() } else { format!("; {}", units.join(", ")) };
        let heading = board.grid.heading_name(toward);
        lines.push(format!("{heading}: {} {edge}{}{units}", board.name(next), here(view, next)));
    }
    lines
}

/// The terrain of a cell with its level and the lines through it.
fn here(view: &View, at: Cell) -> String {
    let board = &view.board;
    let mut parts = vec![board.ground(at).map_or_else(|| "open".to_owned(), |kind| kind.name.clone())];
    if board.level(at) != 0 {
        parts.push(format!("level {}", board.level(at)));
    }
    for line in board.lines.iter().filter(|line| line.cell == at) {
        let kind = match line.kind {
            LineKind::Road => "road",
            LineKind::Track => "track",
            LineKind::Stream => "stream",
        };
        let exits: Vec<&str> = line.exits.iter().map(|exit| board.grid.heading_name(*exit)).collect();
        parts.push(format!("{kind} to {}", exits.join(" and ")));
    }
    parts.join(", ")
}
