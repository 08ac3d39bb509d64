//! The hand of cards, and what both players know of the others.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::{Look, headed};
use crate::game::view::HandView;
use crate::tui::game::Game;
use crate::tui::pointing::Only;
use crate::tui::text::{cut, put};
use crate::tui::theme::Role;

/// Rows the pane takes at its best: a heading, the cards, and what lies on the table.
pub fn rows(hand: &HandView) -> u16 {
    hand.cards.len() as u16 + 1 + u16::from(!hand.discard.is_empty())
}

/// The digit that points at the card of a place.
pub fn digit(place: usize) -> char {
    match place {
        0..=8 => char::from(b'1' + place as u8),
        9 => '0',
        _ => ' ',
    }
}

/// Draws the cards with their digits; those that may be played now stand out.
pub fn draw(game: &Game, hand: &HandView, area: Rect, buf: &mut Buffer, look: Look) {
    if area.height < 2 {
        return;
    }
    let style = |role| look.theme.of(role);
    let heading = format!("Hand {}, enemy {}, deck {}", hand.cards.len(), hand.enemy, hand.deck);
    let inner = headed(area, &heading, buf, look);
    let table = hand.discard.last().map(|top| format!("discarded {}: {top}", hand.discard.len()));
    let room = usize::from(inner.height) - usize::from(table.is_some());
    let picked = game.picked().map(|choice| &choice.cards[..]).unwrap_or_default();
    // With more cards than rows, those around the highlighted one.
    let at = hand.cards.iter().position(|card| picked.contains(&card.id)).unwrap_or(0);
    let top = (at + 1).saturating_sub(room).min(hand.cards.len().saturating_sub(room));
    let mut y = inner.y;
    for (place, card) in hand.cards.iter().enumerate().skip(top).take(room) {
        let playable = game.choices.iter().any(|choice| choice.cards.contains(&card.id));
        let role = match () {
            () if picked.contains(&card.id) || game.only == Only::Card(card.id) => Role::Cursor,
            () if playable => Role::Text,
            () => Role::Dim,
        };
        let mark = if playable { digit(place) } else { ' ' };
        put(buf, inner.x, y, 1, &mark.to_string(), style(Role::Key));
        let first = card.uses.first().map_or(String::new(), |text| format!(": {text}"));
        let text = cut(&format!("{}{first}", card.name), usize::from(inner.width.saturating_sub(2)));
        put(buf, inner.x + 2, y, inner.width.saturating_sub(2), &text, style(role));
        y += 1;
    }
    if let Some(table) = table {
        put(buf, inner.x, y, inner.width, &cut(&table, usize::from(inner.width)), style(Role::Dim));
    }
}
