//! The hand along the bottom: the cards with their digits and current uses, and the cards on the table.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::{Look, headed};
use crate::game::view::{CardKind, CardUse, CardView, HandView, PileView};
use crate::tui::game::Game;
use crate::tui::pointing::Only;
use crate::tui::text::{Line, cut, put, put_lines, width, wrap};
use crate::tui::theme::Role;

/// The widest a card is drawn.
const WIDEST: usize = 48;

/// The height of the pane for a screen of this height; 0 without cards.
pub fn rows(hand: &HandView, height: u16) -> u16 {
    match height {
        _ if hand.cards.is_empty() => 1,
        ..=29 => 4,
        30..=39 => 5,
        _ => 7,
    }
}

/// The digit that selects the card at this index.
pub fn digit(place: usize) -> char {
    match place {
        0..=8 => char::from(b'1' + place as u8),
        9 => '0',
        _ => ' ',
    }
}

/// The cards on the table, for the heading: the player's own deck, how often it has been reshuffled, and as
/// many of the latest discards as fit; then the enemy's.
fn table(hand: &HandView, room: usize) -> String {
    let PileView { deck, turns, unseen, ref discard } = hand.theirs;
    let hidden = if hand.unseen == 0 { String::new() } else { format!("+{} unseen", hand.unseen) };
    let whose = hand.whose.as_ref().map_or_else(|| "D".to_owned(), |whose| format!("{whose}: d"));
    let last = |count: usize| {
        let names: Vec<&str> = hand.discard.iter().rev().take(count).map(String::as_str).collect();
        let top = if names.is_empty() { String::new() } else { format!(": {}", names.join(", ")) };
        let more = if count > 0 && hand.discard.len() > count { " .." } else { "" };
        format!(
            "{whose}eck {} (turn {}), discards {}{hidden}{top}{more}; enemy {}, deck {deck} (turn {}), {} out",
            hand.deck,
            hand.turns + 1,
            hand.discard.len(),
            hand.enemy,
            turns + 1,
            discard.len() + usize::from(unseen),
        )
    };
    (0..=4).rev().map(last).find(|text| width(text) <= room).unwrap_or_else(|| last(0))
}

/// Draws the cards side by side: a band with the digit and the name, and below it what the piece under the
/// cursor can use the card for, or why it can't.
pub fn draw(game: &Game, hand: &HandView, area: Rect, buf: &mut Buffer, look: Look) {
    if area.height == 0 {
        return;
    }
    let inner = headed(area, &table(hand, usize::from(area.width)), buf, look);
    let count = hand.cards.len();
    if count == 0 || inner.height < 2 {
        return;
    }
    // A column between two cards.
    let wide = ((usize::from(inner.width) + 1) / count - 1).min(WIDEST);
    let rows = usize::from(inner.height) - 1;
    let line = if look.ascii { "|" } else { "│" };
    for (place, card) in hand.cards.iter().enumerate() {
        let x = inner.x + (place * (wide + 1)) as u16;
        let mark = if is_picked(game, card) { '>' } else { ' ' };
        let name = cut(&format!("{mark}{} {}", digit(place), card.name), wide);
        put(buf, x, inner.y, wide as u16, &format!("{name:<wide$}"), band(game, card, look));
        for (n, (text, role)) in face(game, card, wide, rows).into_iter().enumerate() {
            put(buf, x, inner.y + 1 + n as u16, wide as u16, &text, look.theme.of(role));
        }
        for y in inner.y..inner.bottom() {
            put(buf, x + wide as u16, y, 1, line, look.theme.of(Role::Dim));
        }
    }
}

/// Whether the highlighted choice plays a card, or the player has selected it.
fn is_picked(game: &Game, card: &CardView) -> bool {
    game.pointer.only == Only::Card(card.id)
        || game.shown.picked(&game.pointer).is_some_and(|choice| choice.cards.contains(&card.id))
}

/// The style of a card's band: in the colour of its kind, grey if it is of no use now.
fn band(game: &Game, card: &CardView, look: Look) -> Style {
    let tinted = look.theme.is_tinted();
    let kind = match card.kind {
        _ if !tinted => Role::Key,
        CardKind::Move => Role::Key,
        CardKind::Fire => Role::Loss,
        CardKind::Rally => Role::Good,
        CardKind::Event => Role::Title,
    };
    let colour = look.theme.of(kind);
    match () {
        () if is_picked(game, card) => look.theme.of(if tinted { Role::Active } else { Role::Cursor }),
        () if !is_playable(game, card) => look.theme.of(Role::Dim),
        () if tinted => colour.add_modifier(Modifier::REVERSED),
        () => colour,
    }
}

/// Whether a card can be played now, directly or by the piece under the cursor.
pub fn is_playable(game: &Game, card: &CardView) -> bool {
    let offered = game.shown.choices.iter().any(|choice| choice.cards.contains(&card.id));
    offered || game.lookups.uses().iter().any(|used| used.card == card.id && used.now)
}

/// The text of a card: its current uses, or why it has none; the printed uses if neither is known.
fn face(game: &Game, card: &CardView, room: usize, rows: usize) -> Vec<(String, Role)> {
    let of: Vec<_> = game.lookups.uses().iter().filter(|used| used.card == card.id).collect();
    let open: Vec<&str> = of.iter().filter(|used| used.now).map(|used| used.word.as_str()).collect();
    if rows > 3 && !open.is_empty() {
        // There is room for the effect of each use.
        let told = of.iter().filter(|used| used.now).map(|used| format!("{}: {}", used.word, used.text));
        let lines: Vec<String> = told.flat_map(|text| wrap(&text, room, 1)).collect();
        if (1..=rows).contains(&lines.len()) {
            return lines.into_iter().map(|line| (line, Role::Text)).collect();
        }
    }
    let (text, role) = if !open.is_empty() {
        (open.join(", "), Role::Text)
    } else if let Some(closed) = of.first().filter(|_| game.human()) {
        (format!("no: {}", closed.text), Role::Dim)
    } else {
        let role = if is_playable(game, card) { Role::Text } else { Role::Dim };
        (card.uses.first().cloned().unwrap_or_default(), role)
    };
    let mut lines = wrap(&text, room, 0);
    if lines.len() > rows && rows > 0 {
        let rest = lines.split_off(rows - 1).join(" ");
        lines.push(rest);
    }
    lines.into_iter().map(|line| (cut(&line, room), role)).collect()
}

/// A use of a card in one line, "+ move: 2 move actions", and its style.
pub fn use_in_words(used: &CardUse) -> (String, Role) {
    let (sign, role) = if used.now { ('+', Role::Text) } else { ('-', Role::Dim) };
    let colon = if used.word.is_empty() || used.text.is_empty() { "" } else { ": " };
    (format!("{sign} {}{colon}{}", used.word, used.text), role)
}

/// All uses of the selected card, or why it has none, as lines of at most `room` cells.
fn explained(game: &Game, card: &CardView, room: usize, look: Look) -> Vec<Line> {
    let style = |role| look.theme.of(role);
    let mut lines: Vec<Line> = Vec::new();
    for used in game.lookups.uses().iter().filter(|used| used.card == card.id) {
        let (text, role) = use_in_words(used);
        lines.extend(wrap(&text, room, 3).into_iter().map(|line| vec![(line, style(role))]));
    }
    for text in &card.uses {
        lines.extend(wrap(text, room, 1).into_iter().map(|line| vec![(line, style(Role::Dim))]));
    }
    lines
}

/// The selected card.
pub fn pointed(game: &Game) -> Option<(usize, &CardView)> {
    let Only::Card(id) = game.pointer.only else { return None };
    let hand = game.shown.view.hand.as_ref()?;
    hand.cards.iter().enumerate().find(|(_, card)| card.id == id)
}

/// The height [`explain`] would like; 0 if no card is selected.
pub fn explain_rows(game: &Game, room: u16, look: Look) -> u16 {
    pointed(game).map_or(0, |(_, card)| 1 + explained(game, card, usize::from(room), look).len() as u16)
}

/// Explains what the selected card would do for the piece under the cursor.
pub fn explain(game: &Game, area: Rect, buf: &mut Buffer, look: Look) {
    let Some((place, card)) = pointed(game).filter(|_| area.height > 1) else { return };
    let by =
        game.shown.card_piece(&game.pointer).map_or(String::new(), |piece| format!(" for {}", piece.tag));
    let heading = format!("{} {}{by}", digit(place), card.name);
    let inner = headed(area, &heading, buf, look);
    let room = usize::from(inner.width);
    let mut lines = explained(game, card, room, look);
    if lines.len() > usize::from(inner.height) {
        lines.truncate(usize::from(inner.height).saturating_sub(1));
        let key = "... @ shows the rest";
        lines.push(vec![(cut(key, room.max(width("..."))), look.theme.of(Role::Dim))]);
    }
    put_lines(buf, inner, &lines, 0);
}
