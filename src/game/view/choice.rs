//! Choices as they are shown, and what they would roll.

use serde::Serialize;

use super::{CardId, PieceId};
use crate::board::{Cell, Edge, Heading};
use crate::game::{Reading, Test};

/// The part a choice plays, so that shortcuts and hints work for every ruleset.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Act {
    /// The acting piece goes one cell: bare directions play it.
    Step,
    /// The acting piece, or a part of it, faces another way.
    Turn,
    /// Begins something that is put together: a group, an attack.
    Begin,
    /// Adds to what is being put together.
    Join,
    /// Carries out what was put together: dice may fall.
    Commit,
    /// What was put together, or a move, is complete.
    Done,
    /// Lets one's turn to act go by.
    Pass,
    /// Lets a chance to interrupt go by.
    Hold,
    /// Leaves off what was being put together.
    Cancel,
    /// Anything else.
    #[default]
    Other,
}

/// How a choice looks to a player.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct ChoiceView {
    /// The choice in notation: what a journal holds and `Session::play` takes.
    pub notation: String,
    /// What it does, in a few words.
    pub label: String,
    /// A stable verb that keys are bound to: `pass`, `done`, `step`, `target`, `firer`, …
    pub verb: &'static str,
    /// The part it plays.
    pub act: Act,
    /// The pieces it points at, the one that matters most first.
    pub pieces: Vec<PieceId>,
    /// The cards it would play.
    pub cards: Vec<CardId>,
    /// The cell it points at.
    #[serde(skip)]
    pub cell: Option<Cell>,
    /// The edge it points at.
    #[serde(skip)]
    pub edge: Option<Edge>,
    /// The direction it points in.
    #[serde(skip)]
    pub heading: Option<Heading>,
    /// The cells it would cover: the squares of a sheaf, the line of a landing zone; mostly none.
    #[serde(skip)]
    pub cells: Vec<Cell>,
    /// What it would come to, in a few characters: "E 38%"; empty where nothing is to be said.
    pub effect: String,
    /// It is offered at every place alike, whatever is there: who wants it points at the place, nothing highlights it
    /// for him.
    #[serde(skip)]
    pub quiet: bool,
}

impl ChoiceView {
    /// A choice that points nowhere.
    pub fn new(notation: impl Into<String>, label: impl Into<String>, verb: &'static str, act: Act) -> Self {
        Self { notation: notation.into(), label: label.into(), verb, act, ..Self::default() }
    }

    /// The piece it points at before all others.
    pub fn piece(&self) -> Option<PieceId> {
        self.pieces.first().copied()
    }
}

/// What a choice would roll: the very tests, in the order in which they are thrown.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Preview {
    /// One block for each piece that rolls.
    pub rolls: Vec<PreviewRoll>,
    /// What may become of the target once all have rolled, exact.
    pub result: Vec<(String, f64)>,
    /// What the enemy may do in answer.
    pub answer: Vec<String>,
    /// Remarks: why a modifier does not apply, what the column is.
    pub remarks: Vec<String>,
}

/// One roll of a preview, and the rolls that it may open.
#[derive(Clone, PartialEq, Debug)]
pub struct PreviewRoll {
    /// Who or what rolls: "G1 PaK 40", "the mines". Empty if it is the same as before.
    pub who: String,
    /// The test that will be rolled.
    pub test: Test,
    /// What is rolled next, and how this test must be read for it.
    pub opens: Vec<(Reading, PreviewRoll)>,
}

impl PreviewRoll {
    /// A roll that opens nothing.
    pub fn new(who: impl Into<String>, test: Test) -> Self {
        Self { who: who.into(), test, opens: Vec::new() }
    }

    /// The same roll, which opens another if it is read so.
    #[must_use]
    pub fn opening(mut self, on: Reading, next: Self) -> Self {
        self.opens.push((on, next));
        self
    }

    /// The chance that it passes.
    pub fn chance(&self) -> f64 {
        self.test.chance()
    }

    /// A roll that another opens, in words: "2D6+1 on column +3", "if it fails: 2D6 on column +5".
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
    /// The first cell that blocks.
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
