//! The odds: the rolls of the highlighted choice, line by line.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::{Look, headed};
use crate::game::view::{PieceView, PreviewRoll};
use crate::game::{Modifier, Preview, Test};
use crate::tui::game::Game;
use crate::tui::text::{Line, bar, percent, put_lines, width, with_tail, wrap};
use crate::tui::theme::Role;

/// The whole panel as lines of at most `room` cells.
fn lines(preview: &Preview, room: usize, look: Look) -> Vec<Line> {
    let style = |role| look.theme.of(role);
    let mut lines: Vec<Line> = Vec::new();
    // A short bar is better than a cut name.
    let names = preview.result.iter().map(|(name, _)| width(name)).max().unwrap_or(0);
    let names = names.min(room.saturating_sub(7));
    for (name, chance) in &preview.result {
        let share = percent(*chance);
        let bars = bar(*chance, room.saturating_sub(names + 7).min(40), look.ascii);
        let name = crate::tui::text::cut(name, names);
        lines.push(vec![
            (format!("{share:>4} {name:<names$} "), style(Role::Prompt)),
            (bars, style(Role::Path)),
        ]);
    }
    let gives = preview.result.is_empty() || preview.rolls.len() > 1;
    for roll in &preview.rolls {
        lines.extend(roll_lines(roll, gives, room, look));
    }
    let mut told = |heading: &str, texts: &[String]| {
        if !texts.is_empty() {
            lines.push(vec![(heading.to_owned(), style(Role::Title))]);
            for text in texts {
                lines.extend(wrap(text, room, 2).into_iter().map(|line| vec![(line, style(Role::Text))]));
            }
        }
    };
    told("This leads to", &preview.leads_to);
    told("The enemy may react", &preview.answer);
    told("Remarks", &preview.remarks);
    lines
}

/// The lines of a roll. `gives` lists the results of a chart; for a single roll they are already listed
/// above.
fn roll_lines(roll: &PreviewRoll, gives: bool, room: usize, look: Look) -> Vec<Line> {
    let style = |role| look.theme.of(role);
    let test = &roll.test;
    let modifier = |m: &Modifier| {
        let text = format!(" {:+} {}", m.value, m.label);
        with_tail(&text, look.rule(m.rule), room, 4, style(Role::Text), style(Role::Rule))
    };
    let head = match roll.who.as_str() {
        who if !test.has_chance() => who.to_owned(),
        "" => percent(roll.chance()),
        who => format!("{} {who}", percent(roll.chance())),
    };
    let heads = if head.is_empty() { Vec::new() } else { wrap(&head, room, 1) };
    let mut lines: Vec<Line> = heads.into_iter().map(|line| vec![(line, style(Role::Title))]).collect();
    let base = match test.base().filter(|_| test.has_chance()) {
        Some(base) => format!(" {base} {}", test.purpose),
        None => format!(" {} {}", test.throw_in_words(), test.purpose),
    };
    lines.extend(with_tail(&base, look.rule(test.rule), room, 4, style(Role::Text), style(Role::Rule)));
    lines.extend(test.modifiers.iter().flat_map(modifier));
    if test.has_chance() {
        let need = format!(" = {} on {}", test.needs(), a_throw(&test.dice_in_words()));
        lines.push(vec![(need, style(Role::Prompt))]);
    } else if gives && test.base().is_none() {
        lines.extend(effect_line(test, room, style(Role::Text)));
    }
    for (on, next) in &roll.opens {
        let then = format!(" then {}", next.opened_in_words(*on));
        lines.extend(wrap(&then, room, 4).into_iter().map(|l| vec![(l, style(Role::Prompt))]));
        lines.extend(next.test.modifiers.iter().flat_map(modifier));
        lines.extend(effect_line(&next.test, room, style(Role::Text)));
        lines.extend(next.opens.iter().flat_map(|(_, last)| roll_lines(last, true, room, look)));
    }
    lines
}

/// The rolls in a line each, for a list: "62% to fire: 12 or less on a D20".
pub fn rolls_in_lines(preview: &Preview) -> Vec<String> {
    const MOST: usize = 2;
    let line = |roll: &PreviewRoll| {
        let test = &roll.test;
        let who = if roll.who.is_empty() { String::new() } else { format!("{}: ", roll.who) };
        match test.has_chance() {
            true => {
                let throw = a_throw(&test.dice_in_words());
                format!("{} {who}{}, {} on {throw}", percent(roll.chance()), test.purpose, test.needs())
            }
            false => format!("{who}{} {}", test.throw_in_words(), test.purpose),
        }
    };
    let rolls = preview.rolls.iter().take(MOST).map(line);
    rolls.chain(preview.leads_to.iter().cloned()).collect()
}

/// "a D20", "2D6".
fn a_throw(dice: &str) -> String {
    if dice.starts_with('D') { format!("a {dice}") } else { dice.to_owned() }
}

/// The possible results of a test, each with its probability.
fn effect_line(test: &Test, room: usize, style: Style) -> Vec<Line> {
    let odds = test.distribution();
    let parts: Vec<String> = odds.iter().map(|(reading, p)| format!("{} {reading}", percent(p))).collect();
    let text = format!("   {}", parts.join(", "));
    wrap(&text, room, 3).into_iter().map(|line| vec![(line, style)]).collect()
}

/// The height the odds would like in a pane of this width.
pub fn wanted(preview: &Preview, wide: u16, look: Look) -> u16 {
    1 + lines(preview, usize::from(wide), look).len() as u16
}

/// Draws the odds of the highlighted choice.
pub fn draw(game: &mut Game, preview: &Preview, area: Rect, buf: &mut Buffer, look: Look) {
    if area.height < 2 {
        return;
    }
    let what = game.shown.picked(&game.pointer).map_or(String::new(), |c| c.label.clone());
    let enemy = |p: &&PieceView| game.shown.decision.is_some_and(|d| d.side != p.side);
    // In the fire plan the cursor is on the target.
    let aimed =
        game.shown.pieces_at(game.pointer.cursor).find(enemy).filter(|_| game.lookups.forecast.is_some());
    let target = aimed.or_else(|| game.shown.active().filter(enemy));
    let heading = match target {
        Some(p) => format!("Odds at {} {}", p.tag, p.name.trim_start_matches(p.tag.as_str()).trim()),
        None => format!("Odds: {what}"),
    };
    let lines = lines(preview, usize::from(area.width), look);
    let room = usize::from(area.height) - 1;
    let last = lines.len().saturating_sub(room);
    game.frame.odds_down = game.frame.odds_down.min(last);
    game.frame.odds_cut = last > 0;
    let inner = headed(area, &game.shown.shortened(&heading, usize::from(area.width)), buf, look);
    put_lines(buf, inner, &lines, game.frame.odds_down);
    let below = last - game.frame.odds_down;
    if below > 0 && inner.height > 4 {
        let foot = Rect { y: inner.bottom() - 1, height: 1, ..inner };
        let text = format!("{:<1$}", format!("... {} more lines", below + 1), usize::from(inner.width));
        crate::tui::text::put(buf, foot.x, foot.y, foot.width, &text, look.theme.of(Role::Dim));
    }
}
