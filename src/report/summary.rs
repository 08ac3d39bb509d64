//! The report as text, to paste into a forum.

use std::fmt::Write as _;

use super::story::{Eyes, Story};
use crate::deeds::{damage_in_words, decisive, luck};
use crate::game::journal::manner_words;
use crate::game::{Seat, Side};

/// The decisive actions that a report tells.
pub(super) const MOMENTS: usize = 5;
/// The units named for their damage.
const UNITS: usize = 3;

/// The player of a seat, in words.
pub(super) fn player(seat: Seat) -> String {
    match seat {
        Seat::Human | Seat::Elsewhere => "a player".to_owned(),
        Seat::Program(manner) => format!("the computer ({})", manner_words(manner)),
    }
}

impl Story {
    /// The result in a line: "Germans win. The Soviets have lost 7 stands."
    pub(super) fn result(&self) -> String {
        let last = self.frames.last().map_or(1, |frame| frame.turn);
        match &self.outcome {
            Some(outcome) => {
                let name = outcome.winner.map(|side| self.sides[side.index()].name.as_str());
                let result = name.map_or("Draw".to_owned(), |name| format!("{name} win"));
                // Some reasons begin with the result itself.
                let told = outcome
                    .why
                    .strip_prefix(&result)
                    .map_or(outcome.why.as_str(), |rest| rest.trim_start_matches([':', '.', ',', ' ']));
                if told.is_empty() {
                    format!("{result}.")
                } else {
                    format!("{result}: {}", told.trim_end_matches('.')) + "."
                }
            }
            None => format!("In progress: turn {last}, {} actions.", self.plays()),
        }
    }

    /// A side's losses: "lost 7 of 15, break point 9".
    pub(super) fn losses(&self, side: Side) -> String {
        let shown = &self.sides[side.index()];
        let limit = match (shown.score, shown.breaking) {
            (Some([points, aim]), _) => format!(", {points} of {aim} points"),
            (None, Some(aim)) => format!(", break point {aim}"),
            (None, None) => String::new(),
        };
        format!("lost {} of {}{limit}", shown.lost, shown.strength)
    }

    /// The units of a side that did the most damage, in words.
    pub(super) fn damage_in_words(&self, side: Side) -> Option<String> {
        damage_in_words(&self.log, side, UNITS)
    }

    /// From whose view the report is written, if not from all.
    pub(super) fn seen_by(&self) -> Option<String> {
        match self.eyes {
            Eyes::All => None,
            Eyes::Seat(side) => Some(format!("As seen by the {}.", self.sides[side.index()].name)),
            Eyes::Both => Some("Without the secrets of either side.".to_owned()),
        }
    }
}

/// The summary: result, losses, luck, damage, decisive actions.
pub fn text(story: &Story) -> String {
    let mut out = format!("{}\n{}\n", story.title, story.result());
    if let Some(seen) = story.seen_by() {
        let _ = writeln!(out, "{seen}");
    }
    for side in Side::BOTH {
        let shown = &story.sides[side.index()];
        let _ = writeln!(
            out,
            "\n{} ({}): {}",
            shown.name,
            player(story.players[side.index()]),
            story.losses(side)
        );
        if let Some(luck) = luck(&story.log, side).in_words() {
            let _ = writeln!(out, "  luck: {luck}");
        }
        if let Some(damage) = story.damage_in_words(side) {
            let _ = writeln!(out, "  damage done by {damage}");
        }
    }
    let moments = decisive(&story.log, story.eyes.reader(), MOMENTS);
    if !moments.is_empty() {
        out.push_str("\nDecisive actions:\n");
    }
    for moment in moments {
        let _ = writeln!(out, "  Turn {}, action {}: {}", moment.turn, moment.play, moment.text);
    }
    let turn = story.frames.last().map_or(1, |frame| frame.turn);
    let _ = writeln!(out, "\n{turn} turns, {} actions.", story.plays());
    if story.undone > 0 {
        let _ = writeln!(out, "Actions undone after rolling dice: {}.", story.undone);
    }
    if let Some(seal) = &story.seal {
        let _ = writeln!(out, "Game seal: {}", seal.in_groups());
    }
    if let Some(seed) = story.seed {
        let _ = writeln!(out, "Dice seed: {seed}");
    }
    out
}
