//! Counters: a block in the side's colour with its letter, facing, state and name.

use ratatui::style::{Color, Modifier, Style};

use super::canvas::Canvas;
use super::piece::{arrow, foremost, glyph, harm, has, label};
use super::scene::{Scene, Spot};
use crate::game::Side;
use crate::game::view::{PieceView, Weight};
use crate::tui::text::width;
use crate::tui::theme::Role;

/// The role for the piece's side.
const fn of_side(piece: &PieceView, [a, b]: [Role; 2]) -> Role {
    match piece.side {
        Side::A => a,
        Side::B => b,
    }
}

/// Whether Enter acts on a piece or the player has marked it.
fn is_picked(scene: &Scene, piece: &PieceView) -> bool {
    let game = scene.game;
    let aimed = game.pick.and_then(|n| game.cell_of(n)) == piece.cell && game.view.active.is_some();
    let told = game.step.and_then(|n| game.acts.get(n));
    let told = piece.cell.is_some_and(|cell| told.is_some_and(|act| act.cells.contains(&cell)));
    game.marked.contains(&piece.id) || (aimed && game.view.active != Some(piece.id)) || told
}

/// The style of a counter: the tint shows its activity, the text its harmful states.
pub fn style(scene: &Scene, piece: &PieceView) -> Style {
    let theme = scene.look.theme;
    let acting = scene.game.view.active == Some(piece.id);
    let role = match () {
        () if is_picked(scene, piece) => of_side(piece, [Role::PickedA, Role::PickedB]),
        () if acting => of_side(piece, [Role::ActingA, Role::ActingB]),
        () if has(piece, Weight::Grave) => of_side(piece, [Role::GraveA, Role::GraveB]),
        () if has(piece, Weight::Spent) => of_side(piece, [Role::SpentA, Role::SpentB]),
        () => of_side(piece, [Role::CounterA, Role::CounterB]),
    };
    let mut style = theme.of(role);
    let own_text = matches!(role, Role::CounterA | Role::CounterB | Role::SpentA | Role::SpentB);
    if harm(piece).is_some() && own_text {
        style.fg = theme.of(Role::Harm).fg;
    }
    let choosable = piece.cell.is_some_and(|cell| scene.is_option(cell));
    if choosable {
        style = style.add_modifier(Modifier::UNDERLINED | Modifier::BOLD);
    }
    style
}

/// The states of a piece as letters, most serious first.
fn letters(piece: &PieceView, room: usize) -> String {
    let mut states: Vec<_> = piece.states.iter().filter(|state| state.weight != Weight::Spent).collect();
    states.sort_by_key(|state| std::cmp::Reverse(state.weight));
    states.into_iter().map(|state| state.letter).take(room).collect()
}

/// The letter and the facings of a piece.
fn head(piece: &PieceView, ascii: bool) -> String {
    let mut head = String::from(glyph(piece));
    let mut last = None;
    for facing in piece.facings.iter().take(2) {
        let arrow = arrow(facing.to, ascii);
        if last != Some(arrow) {
            head.push(arrow);
        }
        last = Some(arrow);
    }
    head
}

/// A row of a counter: text at its left and right edges.
fn row(left: &str, right: &str, room: usize) -> String {
    let gap = room.saturating_sub(width(left) + width(right));
    format!("{left}{}{right}", " ".repeat(gap))
}

/// The number in a cell: figures of a group, otherwise pieces.
fn strength(piece: &PieceView, crowd: usize) -> String {
    let [fit, hampered, _] = piece.figures;
    match () {
        () if hampered > 0 => format!("{fit}/{}", fit + hampered),
        () if fit > 0 => fit.to_string(),
        () if crowd > 1 => format!("x{crowd}"),
        () => String::new(),
    }
}

/// The rows of a square's counter.
fn square_rows(piece: &PieceView, crowd: usize, wide: usize, tall: u16, ascii: bool) -> Vec<String> {
    let head = head(piece, ascii);
    if tall == 1 {
        // A single row has room for the letter and the facing, or the number if there is no facing.
        let second = head.chars().nth(1);
        let count = (crowd > 1).then(|| char::from_digit(crowd.min(9) as u32, 10)).flatten();
        return vec![format!("{}{}", glyph(piece), second.or(count).unwrap_or(' '))];
    }
    let states = letters(piece, wide.saturating_sub(width(&head)).min(2));
    let name = label(piece, wide).unwrap_or_default();
    let mut rows = vec![row(&head, &states, wide), row(&name, "", wide)];
    if tall > 2 {
        rows.push(row(&piece.tag, &strength(piece, crowd), wide));
    }
    rows
}

/// The two rows of a small hex: the top piece, then its facing or the number, and the worst state.
fn brick_rows(stack: &[&PieceView], piece: &PieceView, ascii: bool) -> Vec<String> {
    let name = label(piece, 3).unwrap_or_else(|| glyph(piece).to_string());
    let facing = piece.facing().map(|to| arrow(to, ascii));
    let count = match stack.len() {
        0 | 1 => facing.map_or(String::new(), String::from),
        n => format!("{}{}", if ascii { 'x' } else { '×' }, n.min(9)),
    };
    let worst = stack.iter().filter_map(|piece| harm(piece)).max_by_key(|state| state.weight);
    let state = worst.map_or(String::new(), |state| state.letter.to_ascii_uppercase().to_string());
    vec![row(&name, "", 3), row(&count, &state, 3)]
}

/// A stack with one row per counter, each in its own style.
fn stack_rows(scene: &Scene, stack: &[&PieceView], wide: usize, tall: usize) -> Vec<(String, Style)> {
    let shown = if stack.len() > tall { tall - 1 } else { stack.len() };
    let mut rows: Vec<(String, Style)> = Vec::new();
    for piece in &stack[..shown] {
        let facing = piece.facing().map_or(String::new(), |to| arrow(to, scene.look.ascii).to_string());
        let state = letters(piece, 1);
        let tail = format!("{facing}{state}");
        let name = label(piece, wide - width(&tail)).unwrap_or_else(|| head(piece, scene.look.ascii));
        rows.push((row(&name, &tail, wide), style(scene, piece)));
    }
    if shown < stack.len() {
        rows.push((row(&format!("+{}", stack.len() - shown), "", wide), style(scene, stack[shown])));
    }
    // The most serious state is written out on a bar if a row is free.
    let worst = stack.iter().filter_map(|piece| harm(piece)).max_by_key(|state| state.weight);
    if let Some(state) = worst
        && rows.len() < tall
        && width(state.word) <= wide
    {
        rows.push((format!("{:^wide$}", state.word), scene.look.theme.of(Role::Bar)));
    }
    rows
}

/// Draws the counters in a cell; returns whether there are any.
pub fn draw(canvas: &mut Canvas, scene: &Scene, spot: Spot) -> bool {
    let Some(piece) = foremost(scene.game, spot.cell) else { return false };
    let size = scene.size;
    let wide = usize::from(size.wide);
    let stack: Vec<&PieceView> =
        scene.game.pieces_at(spot.cell).filter(|piece| piece.carried_by.is_none()).collect();
    let style = style(scene, piece);
    let rows: Vec<(String, Style)> = match (size.step > 0, size.tall) {
        (true, 3..) => {
            let mut stack = stack;
            // The foremost piece is on top.
            stack.sort_by_key(|other| other.id != piece.id);
            let rows = stack_rows(scene, &stack, wide, usize::from(size.tall) - 1);
            for (y, (text, style)) in (1..).zip(rows) {
                canvas.fill(spot.place(0, y), size.wide, 1, style);
                canvas.text(spot.place(0, y), &text, style);
            }
            return true;
        }
        (true, _) => brick_rows(&stack, piece, scene.look.ascii),
        _ => square_rows(piece, stack.len(), wide, size.tall, scene.look.ascii),
    }
    .into_iter()
    .map(|text| (text, style))
    .collect();
    for (y, (text, style)) in (0..size.tall).zip(rows) {
        canvas.fill(spot.place(0, y), size.wide, 1, style);
        canvas.text(spot.place(0, y), &text, style);
    }
    true
}

/// The style of the cell under the cursor: a counter keeps its side's colour.
pub fn lit(scene: &Scene, spot: Spot) -> Style {
    let theme = scene.look.theme;
    let tint = theme.of(Role::Lit);
    match foremost(scene.game, spot.cell) {
        Some(piece) => {
            let role = of_side(piece, [Role::PickedA, Role::PickedB]);
            Style { bg: tint.bg, ..theme.of(role) }
        }
        None => Style::new().bg(tint.bg.unwrap_or(Color::Reset)),
    }
}
