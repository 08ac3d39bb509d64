//! The roster: every stand with its values.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Modifier;

use super::map::piece::{glyph, piece_style};
use super::{Look, headed};
use crate::game::view::{PieceView, StateView, Weight};
use crate::game::{ChoiceView, Side};
use crate::tui::game::Game;
use crate::tui::text::{capital, cut, put, width};
use crate::tui::theme::Role;

/// A piece's states for a column: a letter for each harmful state, otherwise words.
pub fn state(piece: &PieceView) -> String {
    let short = |state: &StateView| {
        if state.weight >= Weight::Harm { state.letter.to_string() } else { state.word.to_owned() }
    };
    let all = piece.states.iter().map(short).collect::<Vec<_>>().join(" ");
    match () {
        () if piece.lost => "lost".to_owned(),
        () if piece.carried_by.is_some() => format!("aboard {all}"),
        () => all,
    }
}

fn place(game: &Game, piece: &PieceView) -> String {
    let cell = piece.cell.map_or("----".to_owned(), |c| game.view.board.short_name(c));
    let facing = piece.facing().map_or("", |to| game.grid().heading_name(to));
    format!("{cell:<4} {facing:<2}")
}

/// The name without its leading number.
fn short_name(piece: &PieceView) -> &str {
    piece.name.strip_prefix(&piece.tag).unwrap_or(&piece.name).trim_start()
}

/// The indices of all pieces in display order: own side first, pieces in play before lost ones.
fn order(game: &Game) -> Vec<usize> {
    let mut order: Vec<usize> = (0..game.view.pieces.len()).collect();
    order.sort_by_key(|&n| {
        let piece = &game.view.pieces[n];
        (piece.side != game.viewer, piece.lost)
    });
    order
}

/// The whole roster as text: the headings, and a line for each piece with its role and index.
pub fn table(game: &Game) -> (String, Vec<(String, Role, usize)>) {
    let view = &game.view;
    let names = view.pieces.iter().map(|p| width(short_name(p))).max().unwrap_or(4).clamp(5, 24);
    let states = view.pieces.iter().map(|p| width(&state(p))).max().unwrap_or(0).clamp(5, 14);
    let wide: Vec<usize> = (view.columns.iter().enumerate())
        .map(|(n, head)| {
            let cells = view.pieces.iter().filter_map(|p| p.values.get(n)).map(|v| width(v));
            cells.max().unwrap_or(0).max(width(head))
        })
        .collect();
    let line = |mark: &str, tag: &str, name: &str, at: &str, state: &str, values: &[String]| {
        let values: Vec<String> = values.iter().zip(&wide).map(|(v, w)| format!("{v:>w$}")).collect();
        let name = cut(name, names);
        let state = cut(state, states);
        let values = values.join(" ");
        format!("{mark:<1} {tag:<4}{name:<names$} {at:<7} {state:<states$} {values}").trim_end().to_owned()
    };
    let heads: Vec<String> = view.columns.iter().map(|c| (*c).to_owned()).collect();
    let heading = line("", "", &capital(view.words.piece[0]), "At", "State", &heads);
    let rows = order(game).into_iter().map(|n| {
        let piece = &view.pieces[n];
        let role = match piece.side {
            _ if piece.lost => Role::Dim,
            Side::A => Role::SideA,
            Side::B => Role::SideB,
        };
        let mark = glyph(piece).to_string();
        (
            line(&mark, &piece.tag, short_name(piece), &place(game, piece), &state(piece), &piece.values),
            role,
            n,
        )
    });
    (heading, rows.collect())
}

/// The width needed to show every row in full.
pub fn needed(game: &Game) -> u16 {
    let (heading, rows) = table(game);
    let widest = rows.iter().map(|(text, ..)| width(text)).chain([width(&heading)]).max();
    u16::try_from(widest.unwrap_or(0)).unwrap_or(u16::MAX)
}

/// One line per formation, for a pane too small for one per piece: how many are left of how many, the most
/// common type, and how many have which state.
fn folded<'a>(game: &'a Game) -> Vec<(String, &'a PieceView, bool)> {
    let mut formations: Vec<(&str, Vec<&'a PieceView>)> = Vec::new();
    for n in order(game) {
        let piece = &game.view.pieces[n];
        let known =
            formations.iter_mut().find(|(name, of)| *name == piece.formation && of[0].side == piece.side);
        match known {
            Some((_, pieces)) => pieces.push(piece),
            None => formations.push((piece.formation.as_str(), vec![piece])),
        }
    }
    let focus = game.picked().and_then(ChoiceView::piece).or(game.view.active);
    let line = |(name, pieces): &(&str, Vec<&'a PieceView>)| {
        let focused = pieces.iter().any(|piece| Some(piece.id) == focus);
        (formation_line(name, pieces), pieces[0], focused)
    };
    formations.iter().map(line).collect()
}

/// "4/5 2. Kompanie  1S 2m".
fn formation_line(name: &str, pieces: &[&PieceView]) -> String {
    let left: Vec<&&PieceView> = pieces.iter().filter(|piece| !piece.lost).collect();
    let mut states: Vec<(char, usize)> = Vec::new();
    for state in left.iter().flat_map(|piece| &piece.states) {
        match states.iter_mut().find(|(letter, _)| *letter == state.letter) {
            Some((_, count)) => *count += 1,
            None => states.push((state.letter, 1)),
        }
    }
    let told: Vec<String> = states.iter().map(|(letter, count)| format!("{count}{letter}")).collect();
    let count = format!("{}/{}", left.len(), pieces.len());
    let name = if name.is_empty() { short_name(pieces[0]) } else { name };
    format!("{count:<5} {name}  {}", told.join(" ")).trim_end().to_owned()
}

/// Whether to fold the roster into one line per formation: if that shows everything and one line per piece
/// does not.
fn folds(game: &Game, shown: usize, room: usize) -> bool {
    shown > room && folded(game).len() <= room
}

/// Draws as much of the roster as fits, scrolled to the stand under the cursor.
pub fn draw(game: &Game, area: Rect, buf: &mut Buffer, look: Look) {
    if area.height < 2 {
        return;
    }
    let alive = |side| game.view.pieces.iter().filter(|p| p.side == side && !p.lost).count();
    let heading = format!("Roster {}:{}", alive(Side::A), alive(Side::B));
    let mut inner = headed(area, &heading, buf, look);
    let wide = area.width >= 60;
    // The full table is computed only where it is shown.
    let whole = wide.then(|| table(game));
    let tags = game.view.pieces.iter().map(|p| width(&p.tag)).max().unwrap_or(2);
    if let Some((head, _)) = &whole {
        put(buf, inner.x, inner.y, inner.width, head, look.theme.of(Role::Dim));
        inner = Rect { y: inner.y + 1, height: inner.height - 1, ..inner };
    }
    let order: Vec<usize> = order(game);
    let shown = order.iter().filter(|&&n| wide || !game.view.pieces[n].lost).count();
    if !wide && folds(game, shown, usize::from(inner.height)) {
        for (y, (text, piece, focused)) in (inner.top()..inner.bottom()).zip(folded(game)) {
            let mut style = look.theme.of(if piece.side == Side::A { Role::SideA } else { Role::SideB });
            if focused {
                style = style.add_modifier(Modifier::REVERSED);
            }
            put(buf, inner.x, y, inner.width, &cut(&text, usize::from(inner.width)), style);
        }
        return;
    }
    // The narrow roster scrolls only for the highlighted or acting stand.
    let focus = game.picked().and_then(ChoiceView::piece).or(game.view.active);
    let at = order.iter().position(|&n| Some(game.view.pieces[n].id) == focus).unwrap_or(0);
    let room = usize::from(inner.height);
    let top = if at < room { 0 } else { (at - room / 2).min(shown.saturating_sub(room)) };
    let rows = order.iter().enumerate().filter(|(_, n)| wide || !game.view.pieces[**n].lost);
    for (line, (row, &n)) in rows.skip(top).take(room).enumerate() {
        let piece = &game.view.pieces[n];
        let mut style = if piece.lost { look.theme.of(Role::Dim) } else { piece_style(piece, look) };
        if Some(piece.id) == focus {
            style = style.add_modifier(Modifier::REVERSED);
        }
        let text = match &whole {
            Some((_, rows)) => rows[row].0.clone(),
            None => narrow(game, piece, tags, usize::from(inner.width), look.ascii),
        };
        put(buf, inner.x, inner.y + line as u16, inner.width, &cut(&text, usize::from(inner.width)), style);
    }
}

/// The figures of a group, one character each: fit ones first, then those in a harmful state.
fn figures(piece: &PieceView, ascii: bool) -> String {
    let [fit, hampered, lost] = piece.figures.map(usize::from);
    let signs = if ascii { ["O", "o", "x"] } else { ["●", "◐", "○"] };
    format!("{}{}{}", signs[0].repeat(fit), signs[1].repeat(hampered), signs[2].repeat(lost))
}

/// A line for a narrow pane, in columns: glyph, number, name or figures, location, facing, states as letters.
fn narrow(game: &Game, piece: &PieceView, tags: usize, room: usize, ascii: bool) -> String {
    let states: String = piece.states.iter().map(|state| state.letter).take(3).collect();
    let names = room.saturating_sub(tags + 15);
    let known = figures(piece, ascii);
    let name: String = match () {
        () if !known.is_empty() && width(&known) <= names => known,
        () if !piece.short.is_empty() && width(short_name(piece)) > names => cut(&piece.short, names),
        () => cut(short_name(piece), names),
    };
    let at = place(game, piece);
    format!("{} {:<tags$} {name:<names$} {at:<7} {states}", glyph(piece), piece.tag).trim_end().to_owned()
}
