//! The end of a game: the notice that it is decided, and the final report.

use std::collections::HashMap;

use crate::game::{Side, Tone, Verdict};

use super::game::Game;
use super::overlay::{Kind, List, Overlay, Purpose, Row};
use super::text::wrap;
use super::theme::Role;

/// Characters per line of the report.
const WIDE: usize = 74;

/// The notice that the battle is decided.
pub fn decided(game: &Game, issue: &Verdict) -> Overlay {
    let head = match issue.winner {
        Some(side) => format!("{} will win", game.view.sides[side.index()].name),
        None => "Neither side can win".to_owned(),
    };
    let lines = vec![
        (head, Role::Prompt),
        (issue.why.clone(), Role::Text),
        (String::new(), Role::Text),
        ("Enter or Esc plays on. c hands the rest to the computer (asks first).".to_owned(), Role::Dim),
    ];
    Overlay::text(Purpose::Decided, "The battle is decided", lines)
}

/// The final report: losses by kind, luck, and the decisive actions, each of which can be looked back to.
pub fn over(game: &Game) -> Option<Overlay> {
    let outcome = game.session.outcome()?;
    let head = match outcome.winner {
        Some(side) => format!("{} win", game.view.sides[side.index()].name),
        None => "A draw".to_owned(),
    };
    let mut rows: Vec<Row> = Vec::new();
    let mut line = |text: String, role: Role| {
        let parts = if text.is_empty() { vec![text] } else { wrap(&text, WIDE, 2) };
        rows.extend(parts.into_iter().map(|text| Row {
            text,
            tail: String::new(),
            role,
            id: 0,
            more: Vec::new(),
        }));
    };
    line(head, Role::Prompt);
    line(outcome.why, Role::Text);
    for (side, role) in Side::BOTH.into_iter().zip([Role::SideA, Role::SideB]) {
        let shown = &game.view.sides[side.index()];
        let kinds = losses_by_kind(game, side);
        let kinds = if kinds.is_empty() { String::new() } else { format!(": {kinds}") };
        line(format!("{}: lost {} of {}{kinds}", shown.name, shown.lost, shown.strength), role);
        if let Some(luck) = luck(game, side) {
            line(format!("  {luck}"), Role::Text);
        }
    }
    let lesson = &game.view.lesson;
    for (head, text) in [("What you have learnt", &lesson.learnt), ("Next", &lesson.next)] {
        if !text.is_empty() {
            line(format!("{head}: {}", text.trim().replace('\n', " ")), Role::Prompt);
        }
    }
    line(format!("{} turns, {} actions", game.view.turn, game.session.plays()), Role::Text);
    if let count @ 1.. = game.session.undo_totals().past_dice {
        line(format!("Undone after a roll: {count}"), Role::Text);
    }
    if let Some(seal) = game.session.seal().filter(|_| game.settings.seal) {
        line(format!("Game seal: {}", seal.in_groups()), Role::Dim);
    }
    if let Some(seed) = game.session.seed_told() {
        line(format!("Dice seed: {seed}"), Role::Dim);
    }
    let acts = decisive(game);
    let first = rows.len() + 1;
    if !acts.is_empty() {
        let text = "Decisive actions (Enter looks back to one):".to_owned();
        rows.push(Row { text, tail: String::new(), role: Role::Title, id: 0, more: Vec::new() });
        rows.extend(acts.into_iter().map(|(turn, play, text)| Row {
            text: super::text::cut(&format!("Turn {turn}: {text}"), WIDE - 10),
            tail: format!("action {play}"),
            role: Role::Loss,
            id: play as usize,
            more: Vec::new(),
        }));
    }
    let mut list = List::new(Kind::Over, "The battle is over", rows);
    list.selected = first.min(list.rows().len() - 1);
    Some(Overlay::List(list))
}

/// The lost pieces of a side by name, most frequent first.
fn losses_by_kind(game: &Game, side: Side) -> String {
    let mut kinds: Vec<(String, usize)> = Vec::new();
    for piece in game.view.pieces.iter().filter(|piece| piece.side == side && piece.lost) {
        let name = piece.name.strip_prefix(&piece.tag).unwrap_or(&piece.name).trim().to_owned();
        match kinds.iter_mut().find(|(known, _)| *known == name) {
            Some((_, count)) => *count += 1,
            None => kinds.push((name, 1)),
        }
    }
    kinds.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    kinds.iter().map(|(name, count)| format!("{count} {name}")).collect::<Vec<_>>().join(", ")
}

/// A side's rolls compared with what was expected.
fn luck(game: &Game, side: Side) -> Option<String> {
    let rolls = game.lines().map(|line| &line.event).filter(|event| event.side == Some(side));
    let (mut all, mut passed, mut expected) = (0u32, 0u32, 0.0);
    for event in rolls {
        let (Some(likely), Tone::Success | Tone::Failure) = (event.likely, event.tone) else { continue };
        all += 1;
        passed += u32::from(event.tone == Tone::Success);
        expected += f64::from(likely) / 1000.0;
    }
    let spare = f64::from(passed) - expected;
    (all > 0).then(|| format!("{passed} of {all} rolls succeeded; {expected:.1} expected ({spare:+.1})"))
}

/// The three most costly actions, in the order they were played: turn, action, what happened.
fn decisive(game: &Game) -> Vec<(u32, u32, String)> {
    let mut plays: HashMap<u32, (u32, u32, String)> = HashMap::new();
    for line in game.lines().filter(|line| line.event.tone == Tone::Loss) {
        let entry = plays.entry(line.play).or_insert((line.turn, 0, String::new()));
        entry.1 += 1;
        if !entry.2.is_empty() {
            entry.2 += "; ";
        }
        entry.2 += &line.event.text;
    }
    let mut ranked: Vec<(u32, (u32, u32, String))> = plays.into_iter().collect();
    ranked.sort_by_key(|(play, (_, count, _))| (std::cmp::Reverse(*count), *play));
    ranked.truncate(3);
    ranked.sort_by_key(|(play, _)| *play);
    ranked.into_iter().map(|(play, (turn, _, text))| (turn, play, text)).collect()
}
