//! Units, cards and the score in words.

use crate::board::Cell;
use crate::game::Side;
use crate::game::view::{BoardView, PieceView, View, Weight};

/// A unit in a line: its name, its place, its facing and its states.
pub(super) fn unit(view: &View, piece: &PieceView) -> String {
    let grid = view.board.grid;
    let mut parts = vec![piece.with_tag()];
    match (piece.cell, piece.carried_by) {
        _ if piece.lost => parts.push("lost".to_owned()),
        (_, Some(by)) => {
            let carrier = view.pieces.iter().find(|other| other.id == by && other.side == piece.side);
            parts.push(carrier.map_or("carried".to_owned(), |by| format!("carried by {}", by.label())));
        }
        (Some(cell), None) => parts.push(format!("at {}", view.board.name(cell))),
        (None, None) => parts.push("off the map".to_owned()),
    }
    if piece.cell.is_some() && !piece.lost {
        for facing in &piece.facings {
            let part = if facing.part.is_empty() { String::new() } else { format!("{} ", facing.part) };
            parts.push(format!("{part}facing {}", grid.heading_name(facing.to)));
        }
    }
    parts.extend(
        piece.states.iter().filter(|state| state.weight > Weight::Note).map(|state| state.word.to_owned()),
    );
    let [fit, shaken, lost] = piece.figures;
    if piece.figures != [0; 3] {
        parts.push(format!("{fit} fit, {shaken} shaken, {lost} lost"));
    }
    parts.join(", ")
}

/// The units whose line, side or formation contains every word; without words the units still in play.
pub(super) fn units(view: &View, words: &str) -> Vec<String> {
    let words: Vec<String> = words.split_whitespace().map(str::to_lowercase).collect();
    let mut lines = Vec::new();
    for side in Side::BOTH {
        let shown = &view.sides[side.index()];
        let told: Vec<String> = view
            .pieces
            .iter()
            .filter(|piece| piece.side == side && !(words.is_empty() && piece.lost))
            .map(|piece| (unit(view, piece), &piece.formation))
            .filter(|(line, formation)| {
                let text = format!("{line} {} {formation}", shown.name).to_lowercase();
                words.iter().all(|word| text.contains(word))
            })
            .map(|(line, _)| line)
            .collect();
        if !told.is_empty() {
            lines.push(format!("{}: {}", shown.name, told.len()));
            lines.extend(told);
        }
    }
    if lines.is_empty() {
        lines.push("No unit matches.".to_owned());
    }
    lines
}

/// The units in a cell, with their details.
pub(super) fn in_cell(view: &View, at: Cell) -> Vec<String> {
    let here = view.pieces.iter().filter(|piece| piece.cell == Some(at));
    let mut lines = Vec::new();
    for piece in here {
        let values: Vec<String> = view
            .columns
            .iter()
            .zip(&piece.values)
            .filter(|(_, value)| !value.is_empty())
            .map(|(column, value)| format!("{column} {value}"))
            .collect();
        let side = &view.sides[piece.side.index()].name;
        lines.push(format!("  {side}: {}", unit(view, piece)));
        if !values.is_empty() {
            lines.push(format!("    {}", values.join(", ")));
        }
        lines.extend(piece.details.iter().map(|detail| format!("    {detail}")));
    }
    lines
}

/// The cell with a name, or that of the unit with this number or name.
pub(super) fn place(view: &View, name: &str) -> Result<Cell, String> {
    let named =
        |piece: &&PieceView| piece.tag.eq_ignore_ascii_case(name) || piece.called.eq_ignore_ascii_case(name);
    let unit = view.pieces.iter().filter(|piece| !piece.tag.is_empty()).find(named);
    match unit {
        Some(piece) => piece.cell.ok_or_else(|| format!("{} is not on the map.", piece.with_tag())),
        None => view.board.find(name).or_else(|error| landmark(&view.board, name).ok_or(error.to_string())),
    }
}

/// The middle of the one region or objective that is meant: "orchard" is enough for "the orchard".
fn landmark(board: &BoardView, name: &str) -> Option<Cell> {
    let bare = |name: &str| name.to_lowercase().trim_start_matches("the ").to_owned();
    let wanted = bare(name);
    let regions = board.regions.iter().map(|region| (&region.name, region.at));
    let goals =
        board.goals.iter().filter_map(|goal| Some((&goal.name, *goal.cells.get(goal.cells.len() / 2)?)));
    let called = regions.chain(goals).map(|(name, at)| (bare(name), at));
    let alike: Vec<(String, Cell)> = called.filter(|(name, _)| name.starts_with(&wanted)).collect();
    let (first, at) = alike.first().filter(|_| !wanted.is_empty())?;
    (first == &wanted || alike.iter().all(|(name, _)| name == first)).then_some(*at)
}

/// The player's cards.
pub(super) fn hand(view: &View) -> Vec<String> {
    let Some(hand) = &view.hand else { return vec!["This game has no cards.".to_owned()] };
    let mut lines = vec![format!(
        "{} cards; the enemy has {}; {} left to draw.",
        hand.cards.len(),
        hand.enemy,
        hand.deck
    )];
    lines.extend(hand.cards.iter().map(|card| format!("{}: {}", card.name, card.uses.join("; "))));
    lines
}

/// Losses, progress and who would win now.
pub(super) fn score(view: &View) -> Vec<String> {
    let mut lines = Vec::new();
    for side in &view.sides {
        let mut parts = vec![format!("lost {} of {}", side.lost, side.strength)];
        match (side.score, side.breaking) {
            (Some([points, aim]), _) => parts.push(format!("{points} of {aim} points")),
            (None, Some(aim)) => parts.push(format!("break point {aim}")),
            (None, None) => {}
        }
        for progress in &side.progress {
            let need = progress.need.map_or(String::new(), |need| format!(" of {need}"));
            parts.push(format!("{}{need} {}", progress.have, progress.what));
        }
        parts.extend(side.facts.iter().cloned());
        lines.push(format!("{}: {}.", side.name, parts.join(", ")));
    }
    if let Some(standing) = &view.standing {
        let winner = standing.winner.map(|side| view.sides[side.index()].name.as_str());
        let degree =
            if standing.degree.is_empty() { String::new() } else { format!(" ({})", standing.degree) };
        lines.push(winner.map_or("If it ended now: a draw.".to_owned(), |name| {
            format!("If it ended now: {name} win{degree}.")
        }));
    }
    if !view.objective.is_empty() {
        lines.push(format!("Objective: {}", view.objective));
    }
    lines.extend(view.notes.iter().cloned());
    lines
}
