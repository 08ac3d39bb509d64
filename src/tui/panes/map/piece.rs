//! How the map, the roster and the lists show a piece: its letter, its facing, its style.

use ratatui::style::{Modifier, Style};

use crate::board::{Cell, Heading};
use crate::game::view::{PieceView, StateView, Weight};
use crate::game::{ChoiceView, Side};
use crate::tui::game::Game;
use crate::tui::panes::Look;
use crate::tui::text::width;
use crate::tui::theme::Role;

/// The character for a facing.
pub fn arrow(facing: Heading, ascii: bool) -> char {
    let signs = if ascii { "^9>3v1<7" } else { "↑↗→↘↓↙←↖" };
    signs.chars().nth(facing.nearest_wind() as usize).unwrap_or(' ')
}

/// The piece shown if there are several: the acting one, then one that can be chosen, then the top one.
pub fn foremost(game: &Game, cell: Cell) -> Option<&PieceView> {
    let here = || game.shown.pieces_at(cell).filter(|p| p.carried_by.is_none());
    let top = here().next()?;
    let acting = here().find(|p| game.shown.view.active == Some(p.id));
    let pickable =
        game.shown.options.get(&cell).and_then(|&n| game.shown.choices.get(n)).and_then(ChoiceView::piece);
    acting.or_else(|| here().find(|p| Some(p.id) == pickable)).or(Some(top))
}

/// The most serious harmful state of a piece, if it has one.
pub fn harm(piece: &PieceView) -> Option<&StateView> {
    piece.states.iter().filter(|state| state.weight >= Weight::Harm).max_by_key(|state| state.weight)
}

/// Whether a piece has a state of this weight.
pub fn has(piece: &PieceView, weight: Weight) -> bool {
    piece.states.iter().any(|state| state.weight == weight)
}

/// The style of a piece in lists and on a map without tints: its side's, underlined while moving, dim once it
/// has fired.
pub fn piece_style(piece: &PieceView, look: Look) -> Style {
    let mut style = look.theme.of(if piece.side == Side::A { Role::SideA } else { Role::SideB });
    if has(piece, Weight::Busy) {
        style = style.add_modifier(Modifier::UNDERLINED);
    }
    if has(piece, Weight::Spent) {
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

/// The name on a counter, at most this long; empty if no name fits whole.
pub fn label(piece: &PieceView, room: usize) -> Option<String> {
    let name = piece.counter_name();
    let packed = || name.chars().filter(|c| !matches!(c, '-' | ' ')).collect::<String>();
    let first = || name.split([' ', '/']).next().unwrap_or_default().to_owned();
    let fits = |text: &String| !text.is_empty() && width(text) <= room;
    // Values such as 4-6-7 may lose their hyphens, but words must stay apart.
    let values = name.starts_with(|c: char| c.is_ascii_digit());
    Some(name.to_owned())
        .filter(fits)
        .or_else(|| Some(packed()).filter(|text| values && fits(text)))
        .or_else(|| Some(first()).filter(fits))
        .or_else(|| Some(piece.tag.clone()).filter(fits))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counter_names_are_cut_between_words() {
        let of = |short: &str, room| {
            let piece = PieceView { short: short.into(), tag: "G7".into(), ..PieceView::default() };
            label(&piece, room)
        };
        assert_eq!(of("PzIV F2", 7).as_deref(), Some("PzIV F2"));
        assert_eq!(of("PzIV F2", 6).as_deref(), Some("PzIV"));
        assert_eq!(of("4-6-7", 6).as_deref(), Some("4-6-7"));
        assert_eq!(of("4-6-7", 3).as_deref(), Some("467"));
        assert_eq!(of("Sherman", 4).as_deref(), Some("G7"));
        assert_eq!(of("Sherman", 1), None);
    }
}
