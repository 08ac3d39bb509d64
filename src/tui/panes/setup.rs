//! The setup form.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::{Look, headed};
use crate::tui::setup::{Field, Form};
use crate::tui::text::{put, wrap};
use crate::tui::theme::Role;

/// Lines kept in view below the selected one in a long form.
const AHEAD: usize = 6;

/// Draws the form, the summary of the scenario, and the error if the game did not start.
pub fn draw(form: &Form, buf: &mut Buffer, look: Look) {
    let area = buf.area;
    let style = |role| look.theme.of(role);
    let inner = headed(Rect::new(2, 0, area.width - 4, area.height), &form.card.title, buf, look);
    let fields = form.fields();
    let lines: Vec<(&str, String)> = fields.iter().map(|&field| form.written(field)).collect();
    let label = lines.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0).max(11) as u16 + 1;
    // Six lines are reserved for the explanation and the start of the summary.
    let room = usize::from(inner.height.saturating_sub(7)).max(AHEAD);
    let above = (form.line + AHEAD).saturating_sub(room).min(fields.len().saturating_sub(room));
    let below = fields.len() - (above + room).min(fields.len());
    let is_roomy = fields.len() + 10 <= usize::from(inner.height);
    let mut y = inner.y + 1;
    let more =
        |count: usize, way: &str| if count == 0 { String::new() } else { format!("  {count} more {way}") };
    put(buf, inner.x, inner.y, inner.width, &more(above, "above"), style(Role::Dim));
    for (n, (&field, (name, value))) in fields.iter().zip(lines).enumerate().skip(above).take(room) {
        let here = n == form.line;
        let changes = here && !matches!(field, Field::Seed | Field::Start | Field::Guest | Field::Word);
        let value = if changes { format!("< {value} >") } else { value };
        y += u16::from(field == Field::Start && is_roomy);
        put(buf, inner.x, y, 2, if here { "> " } else { "  " }, style(Role::Key));
        put(buf, inner.x + 2, y, label, name, style(Role::Dim));
        let role = if here { Role::Cursor } else { Role::Text };
        put(buf, inner.x + 2 + label, y, inner.width - 2 - label, &value, style(role));
        y += 1;
    }
    put(buf, inner.x, y, inner.width, &more(below, "below"), style(Role::Dim));
    let explained = match form.field() {
        Field::Pick(_) if form.card.is_custom() => "The same settings and seed give the same battle.",
        Field::Pick(at) if !form.card.picks[at].about.is_empty() => &form.card.picks[at].about,
        Field::Pick(_) => "Optional rule: as in the scenario, or on or off.",
        Field::Balance => match form.favoured() {
            Some((_, text)) => text,
            None => "Left or Right helps a side where the other usually wins.",
        },
        Field::Rules if form.open => "Left or Right hides them.",
        Field::Rules => "Left or Right shows them, to switch each on or off.",
        Field::Play if form.is_shared() => "Your side. The other seat is open until another player takes it.",
        Field::Guest => "Type the name of the only player who may join; empty: anyone.",
        Field::Word => "Type a password that a player must give to join; empty: none.",
        Field::Watch => "Once the battle is over, spectators see everything.",
        Field::Clock => "Your time runs while you decide, once both have joined. Out of time, you lose.",
        Field::Play => "Your side. The computer plays the other.",
        Field::Level => "Strength of the computer. It sees only what its side can see.",
        Field::Temper => "What the computer risks. A surprise depends on the seed.",
        Field::Dice => "With real dice you type every result when the screen asks for it.",
        Field::Undo => "Undo never reveals a roll that you could use elsewhere.",
        Field::Seed => "Type digits. The same seed gives the same dice rolls.",
        Field::Start => "Enter begins. The game saves itself; quit whenever you like.",
    };
    put(buf, inner.x + 2, y + 1, inner.width - 2, explained, style(Role::Dim));
    y += 3;
    if let Some(error) = &form.error {
        for line in wrap(&format!("! {error}"), usize::from(inner.width), 2) {
            put(buf, inner.x, y, inner.width, &line, style(Role::Warning));
            y += 1;
        }
        y += 1;
    }
    let rows = form.card.summary.iter().flat_map(|text| wrap(text, usize::from(inner.width.min(90)), 0));
    for (y, line) in (y..inner.bottom().saturating_sub(2)).zip(rows) {
        put(buf, inner.x, y, inner.width, &line, style(Role::Text));
    }
}
