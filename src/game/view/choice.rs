//! Choices as shown to a player, and what they would roll.

use serde::Serialize;

use super::{CardId, PieceId};
use crate::board::{Cell, Edge, Heading};
use crate::game::{Reading, Test};
use crate::odds::percent;

/// The role of a choice, so that shortcuts and hints work for every ruleset.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Act {
    /// Moves the acting piece one cell; unmodified direction keys do this.
    Step,
    /// Turns the acting piece or a part of it.
    Turn,
    /// Begins an action made of several parts: a fire group, an attack.
    Begin,
    /// Adds a part.
    Join,
    /// Carries out what has been put together; may roll dice.
    Commit,
    /// Completes what has been put together, or a move.
    Done,
    /// Passes the turn to act.
    Pass,
    /// Passes a chance to interrupt.
    Hold,
    /// Cancels what was being put together.
    Cancel,
    /// Anything else.
    #[default]
    Other,
}

/// A choice as shown to a player.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct ChoiceView {
    /// The choice in notation, as in a journal and in `Session::play`.
    pub notation: String,
    /// Its effect, in a few words.
    pub label: String,
    /// A stable verb for key bindings: `pass`, `done`, `step`, `target`, `firer`, …
    pub verb: &'static str,
    /// Its role.
    pub act: Act,
    /// The pieces it refers to, most important first.
    pub pieces: Vec<PieceId>,
    /// The cards it would play.
    pub cards: Vec<CardId>,
    /// The cell it refers to.
    #[serde(skip)]
    pub cell: Option<Cell>,
    /// The edge it refers to.
    #[serde(skip)]
    pub edge: Option<Edge>,
    /// The direction it refers to.
    #[serde(skip)]
    pub heading: Option<Heading>,
    /// The cells it would cover: the squares of a sheaf, the line of a landing zone; usually none.
    #[serde(skip)]
    pub cells: Vec<Cell>,
    /// Its likely effect in a few characters: "E 38%"; empty if there is nothing to say.
    pub effect: String,
    /// The ruleset's order of preference among the choices of a decision, the least first: that one is the default.
    /// 0 where it has none.
    #[serde(skip)]
    pub rank: u8,
    /// It begins a series of questions that a screen may ask as one form, filled in before anything is played.
    #[serde(skip)]
    pub form: bool,
    /// It is available everywhere, so the map does not highlight it; the player selects a location instead.
    #[serde(skip)]
    pub quiet: bool,
}

impl ChoiceView {
    /// A choice that refers to no place or piece.
    pub fn new(notation: impl Into<String>, label: impl Into<String>, verb: &'static str, act: Act) -> Self {
        Self { notation: notation.into(), label: label.into(), verb, act, ..Self::default() }
    }

    /// The most important piece it refers to.
    pub fn piece(&self) -> Option<PieceId> {
        self.pieces.first().copied()
    }
}

/// The rolls of a choice: the actual tests, in the order they are rolled.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Preview {
    /// One block for each rolling piece.
    pub rolls: Vec<PreviewRoll>,
    /// The possible results for the target once all rolls are made, exact; the harmless one first, the gravest last.
    pub result: Vec<(String, f64)>,
    /// Possible enemy reactions.
    pub answer: Vec<String>,
    /// The first roll that follows, although it is not part of the choice: "D6: reinforcements on 3 or less".
    pub leads_to: Vec<String>,
    /// Remarks: why a modifier does not apply, what the column is.
    pub remarks: Vec<String>,
}

impl Preview {
    /// The outcome in a few words, the gravest result first and the chance before it: "36% destroyed, 22% stunned".
    /// Where results have no names, the chance that the first roll succeeds.
    pub fn in_words(&self) -> String {
        let told = |(word, chance): &(String, f64)| format!("{} {word}", percent(*chance));
        let grave = self.result.iter().skip(1).rev().filter(|(_, chance)| *chance >= LEAST);
        let some: Vec<String> = grave.map(told).collect();
        match (self.result.first(), self.rolls.first()) {
            _ if !some.is_empty() => some.join(", "),
            // A roll can succeed but have no effect.
            (Some(harmless), _) => told(harmless),
            (None, Some(roll)) if roll.test.has_chance() => percent(roll.chance()),
            (None, Some(roll)) => rows_in_words(&roll.test),
            (None, None) => String::new(),
        }
    }
}

/// The results of a roll on a chart: "8% D, 31% S, 61% no effect". Empty for a roll that is read in another way.
fn rows_in_words(test: &Test) -> String {
    let odds = test.distribution();
    let rows =
        odds.iter().filter(|(_, chance)| *chance >= LEAST).filter_map(|(reading, chance)| match reading {
            Reading::Row(word) => Some(format!("{} {word}", percent(chance))),
            _ => None,
        });
    rows.collect::<Vec<_>>().join(", ")
}

/// A smaller chance is not worth a word.
const LEAST: f64 = 0.005;

/// One roll of a preview, and the rolls it may lead to.
#[derive(Clone, PartialEq, Debug)]
pub struct PreviewRoll {
    /// The piece or thing that rolls: "G1 PaK 40", "the mines". Empty if the same as before.
    pub who: String,
    /// The test that will be rolled.
    pub test: Test,
    /// Follow-up rolls, each with the result that leads to it.
    pub opens: Vec<(Reading, PreviewRoll)>,
}

impl PreviewRoll {
    /// A roll without follow-up rolls.
    pub fn new(who: impl Into<String>, test: Test) -> Self {
        Self { who: who.into(), test, opens: Vec::new() }
    }

    /// Adds a follow-up roll on this result.
    #[must_use]
    pub fn opening(mut self, on: Reading, next: Self) -> Self {
        self.opens.push((on, next));
        self
    }

    /// The chance that it passes.
    pub fn chance(&self) -> f64 {
        self.test.chance()
    }

    /// A follow-up roll in words: "2D6+1 on column +3", "if it fails: 2D6 on column +5".
    pub fn opened_in_words(&self, on: Reading) -> String {
        let condition = match on {
            Reading::Pass => String::new(),
            Reading::Fail => "if it fails: ".to_owned(),
            other => format!("on {other}: "),
        };
        let who = if self.who.is_empty() { String::new() } else { format!("{}: ", self.who) };
        format!("{condition}{who}{} {}", self.test.throw_in_words(), self.test.purpose)
    }
}

/// A line of sight, explained.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Sight {
    /// Whether it is clear.
    pub visible: bool,
    /// Range in whole inches or hexes, rounded up.
    pub range: u16,
    /// The first cell that blocks it.
    #[serde(skip)]
    pub blocked_at: Option<Cell>,
    /// The rule that blocks it.
    pub rule: Option<&'static str>,
    /// Why, in one sentence.
    pub why: Option<String>,
    /// Every cell the line passes through, in order.
    #[serde(skip)]
    pub path: Vec<Cell>,
}
