//! The seam between the rules and everything else.
//!
//! A game is a sequence of decisions. Each lists its legal choices. Dice are rolled only while a choice is
//! applied. A save is the scenario, the choices and the dice.

pub mod aids;
mod chain;
mod deck;
mod digest;
mod event;
pub mod fire_plan;
pub mod forecast;
pub mod gesture;
pub mod journal;
pub mod laws;
mod lesson;
mod line;
mod manner;
mod matrix;
mod mixed;
mod opinion;
mod opponent;
mod outlook;
pub mod play;
mod reasons;
pub mod replay;
pub mod risk;
mod search;
mod session;
mod sharing;
mod shorthand;
pub mod storage;
mod test;
pub mod thought;
pub mod view;
pub mod ways;

use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::str::FromStr;

use crate::board::Cell;
use crate::dice::{Ask, Dice};
use crate::ledger::cited;

pub use crate::side::Side;
pub use aids::Aids;
pub use chain::Chain;
pub use deck::Deck;
pub use digest::Digest;
pub use event::{Event, Gist, Grade, Log, Tone};
pub use gesture::{Again, Ahead, Attack, Leg, March, Marking, Reserve, Routes, Verdict, Wanted};
pub use lesson::{Lesson, Moment};
pub use manner::{Level, Manner, Stance, Temper};
pub use matrix::Matrix;
pub use opinion::{Opinion, Term, Weighed};
pub use opponent::{Opponent, Planning, Search, Seen, any_choice};
pub use outlook::{Fitted, Outlook};
pub use play::{Match, StartError, side_keys};
pub use reasons::{Reasons, Told};
pub use risk::Risk;
pub use session::{Followed, LogLine, Refused, Seat, Session, Spectator, Thinking, UndoTotals};
pub use sharing::Sharing;
pub use shorthand::{Part, Shorthand};
pub use test::{DiceRoll, Modifier, Natural, Reading, Row, Target, Test, When};
pub use view::{Act, CardId, CardUse, ChoiceView, PieceId, Preview, PreviewRoll, Sight, View};

/// A decision to be made now.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Decision {
    /// The side that decides.
    pub side: Side,
    /// A stable name for the kind of decision, for keys, help and the opponent: `posture`, `fire-target`, …
    pub kind: &'static str,
    /// The prompt, as one short imperative sentence.
    pub prompt: &'static str,
    /// The rule that asks for it.
    pub rule: &'static str,
    /// Made in secret: until it is revealed the enemy learns nothing of it, not from the view, the choices,
    /// the log or the record. In a simultaneous decision the sides decide one after the other, each in
    /// secret. The rules keep the first answer in the position, [`Rules::seen_by`] removes it, its events are
    /// [`Event::only`], and the action that reveals both writes an [`Event::reveals`].
    pub secret: bool,
    /// It recurs often, mostly with nothing new: a screen may pass it automatically if its player has passed
    /// exactly the same choices before.
    pub routine: bool,
}

impl Decision {
    /// An open decision.
    pub const fn new(side: Side, kind: &'static str, prompt: &'static str, rule: &'static str) -> Self {
        Self { side, kind, prompt, rule, secret: false, routine: false }
    }

    /// The same, made in secret.
    #[must_use]
    pub const fn in_secret(mut self) -> Self {
        self.secret = true;
        self
    }

    /// The same, as a routine decision.
    #[must_use]
    pub const fn as_routine(mut self) -> Self {
        self.routine = true;
        self
    }
}

/// The name of a side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SideName {
    /// In notation, saves and flags: "germans".
    pub key: String,
    /// For players: "Germans".
    pub name: String,
}

/// A choice the position does not offer.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{why} ({rule})")]
pub struct Illegal {
    /// The rule that forbids it.
    pub rule: &'static str,
    /// A sentence for the player.
    pub why: String,
}

impl Illegal {
    /// A refusal under `rule`.
    pub fn new(rule: &'static str, why: impl Into<String>) -> Self {
        cited::applies(rule);
        Self { rule, why: why.into() }
    }
}

/// Text that is not a choice of this ruleset.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("\"{text}\" is not a choice: expected {expected}")]
pub struct NotationError {
    /// The text as given.
    pub text: String,
    /// The form of a choice of this kind.
    pub expected: &'static str,
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// The winner; `None` is a draw.
    pub winner: Option<Side>,
    /// Why, in one sentence.
    pub why: String,
}

/// One ruleset's position and its transitions. No files, clock, terminal or global randomness.
///
/// Laws, each tested over whole random games ([`laws`]):
/// - `decision` is `None` exactly when `outcome` is `Some`; then `choices` is empty, otherwise it is not.
/// - `check` accepts exactly what `choices` lists.
/// - `apply` with the same faces gives the same position and the same events.
/// - A choice survives being written and read: `choice.to_string().parse() == Ok(choice)`.
/// - What a side sees reveals nothing it may not know: `seen_by(side)` leaves its view, decision, choices and
///   previews as they are, and is the same for any two positions that differ only in what `side` cannot know
///   (so seeing twice with the same dice is seeing once).
pub trait Rules: Clone + Eq + Hash + Debug + Send + Sync + 'static {
    /// One small step a player may take.
    type Choice: Clone + Eq + Debug + Display + FromStr<Err = NotationError> + Send + Sync;

    /// The version of these rules. Raise it by one with every change that lets an old game go another way or
    /// makes [`Rules::digest`] write something else: saves of an older version then replay by their recorded
    /// dice, without comparing digests. Never raise it for new scenarios or texts.
    const VERSION: u32;

    /// The names of the two sides, in scenario order.
    fn sides(&self) -> [SideName; 2];

    /// The decision to be made now; `None` once the game is over.
    fn decision(&self) -> Option<Decision>;

    /// Every legal choice, in a fixed order.
    fn choices(&self) -> Vec<Self::Choice>;

    /// Whether `choices` contains the choice.
    ///
    /// # Errors
    /// The rule that forbids it, with a sentence.
    fn check(&self, choice: &Self::Choice) -> Result<(), Illegal>;

    /// Applies a checked choice and writes what happened to `log`.
    ///
    /// # Errors
    /// [`Ask`] when the dice need a face that has not been given: pass it on with `?`. The position is then
    /// half-changed and useless, so callers that may run out of faces apply to a copy.
    fn apply(&mut self, choice: &Self::Choice, dice: &mut Dice, log: &mut Log) -> Result<(), Ask>;

    /// The winner, once the game is over.
    fn outcome(&self) -> Option<Outcome>;

    /// The same position with everything `side` cannot know removed, or redrawn with `dice` ([`Dice::below`])
    /// where the rules need something there. No enemy secret may remain, not even behind a shared pointer,
    /// and what is redrawn may depend only on what `side` knows.
    fn seen_by(&self, side: Side, dice: &mut Dice) -> Self;

    /// Everything a screen, a log or a script may show to `side`.
    fn view(&self, side: Side) -> View;

    /// The view without its sentences, for a reader that goes through every position of a battle: title, words
    /// for things, turn, phase, losses and scores, holders of objectives, families of ground, markers, and of the
    /// pieces their id, side, cell, stack, facings, states, figures and whether they are hidden or lost.
    /// Everything else may be missing.
    fn sketch(&self, side: Side) -> View {
        self.view(side)
    }

    /// How a choice of this position looks to a player: its words, and where it points on the map.
    fn describe(&self, choice: &Self::Choice) -> ChoiceView;

    /// The rolls of a choice; `None` if it rolls nothing.
    fn preview(&self, choice: &Self::Choice) -> Option<Preview>;

    /// The line of sight between two cells, and why it is blocked if it is.
    fn sight(&self, from: Cell, to: Cell) -> Sight;

    /// Pieces lost by each side so far.
    fn losses(&self) -> [u32; 2];

    /// The current turn, from 1.
    fn turn(&self) -> u32;

    /// What the ruleset works out for its players beyond the legal choices.
    fn aids(&self) -> Aids<'_>;

    /// A warning before a choice that cannot be undone or that gives something up, shown once before it is
    /// made.
    fn caution(&self, choice: &Self::Choice) -> Option<String>;

    /// Writes everything that makes this position what it is, field by field, in an order that never changes
    /// within a [`Rules::VERSION`]: equal positions write the same, positions that will play differently
    /// write something else. Recorded games are checked against it. Write keys, numbers and names from the
    /// game, never the order of variants or fields in the code.
    fn digest(&self, digest: &mut Digest);
}
