//! The seam between the rules and everything else.
//!
//! A game is a sequence of decisions. Each lists its legal choices. Dice fall only while a choice is
//! applied. A save is the scenario, the choices and the dice.

mod chain;
mod deck;
mod digest;
mod event;
pub mod gesture;
pub mod journal;
pub mod laws;
mod line;
mod matrix;
mod opponent;
pub mod play;
pub mod replay;
mod session;
mod shorthand;
mod test;
pub mod thought;
pub mod view;

use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::str::FromStr;

use crate::board::Cell;
use crate::dice::{Ask, Dice};
use crate::ledger::cited;

pub use crate::side::Side;
pub use chain::Chain;
pub use deck::Deck;
pub use digest::Digest;
pub use event::{Event, Log, Tone};
pub use gesture::{Attack, Leg, March, Marking, Routes, Verdict, Wanted};
pub use matrix::Matrix;
pub use opponent::{Opponent, Seen, any_choice};
pub use play::{Match, StartError, side_keys};
pub use session::{Level, LogLine, Refused, Seat, Session, Thinking, UndoTotals};
pub use shorthand::{Part, Shorthand};
pub use test::{Modifier, Natural, Reading, Row, Target, Test, Thrown, When};
pub use view::{Act, CardUse, ChoiceView, PieceId, Preview, PreviewRoll, Sight, View};

/// What must be decided now, and by whom.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Decision {
    /// The side that decides.
    pub side: Side,
    /// A stable name of the kind of decision, for keys, help and the opponent: `posture`, `fire-target`, …
    pub kind: &'static str,
    /// What to do, as one short imperative sentence.
    pub prompt: &'static str,
    /// The rule that asks.
    pub rule: &'static str,
    /// Decided in secret: until it is revealed the enemy learns nothing of it, not from view, choices, log
    /// or record. Both sides of a simultaneous decision decide one after another, each in secret; the rules
    /// keep the first answer in the position, [`Rules::seen_by`] takes it out, events of it are
    /// [`Event::only`], and the play that reveals both writes an [`Event::reveals`].
    pub secret: bool,
    /// It comes again and again, mostly with nothing new in it: a screen may let pass what its player let pass before,
    /// as long as the very same is offered.
    pub routine: bool,
}

impl Decision {
    /// An open decision.
    pub const fn new(side: Side, kind: &'static str, prompt: &'static str, rule: &'static str) -> Self {
        Self { side, kind, prompt, rule, secret: false, routine: false }
    }

    /// The same, decided in secret.
    #[must_use]
    pub const fn in_secret(mut self) -> Self {
        self.secret = true;
        self
    }

    /// The same, as one that comes again and again.
    #[must_use]
    pub const fn as_routine(mut self) -> Self {
        self.routine = true;
        self
    }
}

/// What a side is called.
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

/// Text that is no choice of this ruleset.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("\"{text}\" is no choice: expected {expected}")]
pub struct NotationError {
    /// The text as given.
    pub text: String,
    /// What a choice of this kind looks like.
    pub expected: &'static str,
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// The victor; `None` is a draw.
    pub winner: Option<Side>,
    /// Why, in one sentence.
    pub why: String,
}

/// One ruleset's position and its transitions. No files, clock, terminal or global randomness.
///
/// Laws, each held by a test over whole random games ([`laws`]):
/// - `decision` is `None` exactly when `outcome` is `Some`; then `choices` is empty, else it is not.
/// - `check` accepts exactly what `choices` lists.
/// - `apply` with the same faces gives the same position and the same events.
/// - A choice survives being written and read: `choice.to_string().parse() == Ok(choice)`.
/// - What a side sees tells nothing it may not know: `seen_by(side)` leaves its view, its decision, its
///   choices and their previews as they are, and comes out the same from any two positions that differ
///   only in what `side` cannot know (so seeing twice with the same dice is seeing once).
pub trait Rules: Clone + Eq + Hash + Debug + Send + Sync + 'static {
    /// One small step a player may take.
    type Choice: Clone + Eq + Debug + Display + FromStr<Err = NotationError> + Send + Sync;

    /// The version of these rules as code. Raise it by one with every change after which an old game may go
    /// another way or [`Rules::digest`] writes something else: saves of an older version then replay by
    /// their recorded dice, without comparing digests. Never raise it for new scenarios or words.
    const VERSION: u32;

    /// What the two sides are called, in scenario order.
    fn sides(&self) -> [SideName; 2];

    /// Who must decide now, about what, under which rule.
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
    /// [`Ask`] when the dice ask for a face that is not there yet: hand it on with `?`. The position is
    /// then half-changed and thrown away: callers that may run out of faces apply to a copy.
    fn apply(&mut self, choice: &Self::Choice, dice: &mut Dice, log: &mut Log) -> Result<(), Ask>;

    /// Who won, once the game is over.
    fn outcome(&self) -> Option<Outcome>;

    /// The same position with what `side` cannot know removed, or re-drawn with `dice` ([`Dice::below`])
    /// where the rules need something to be there. Nothing secret of the enemy may be left, not behind a
    /// shared pointer either, and what is re-drawn may depend on nothing but what `side` knows.
    fn seen_by(&self, side: Side, dice: &mut Dice) -> Self;

    /// What a screen, a log or a script may show to `side`.
    fn view(&self, side: Side) -> View;

    /// How a choice of this position looks to a player: words, and where on the map it points.
    fn describe(&self, choice: &Self::Choice) -> ChoiceView;

    /// What a choice would roll, before it is made; `None` where no die falls.
    fn preview(&self, choice: &Self::Choice) -> Option<Preview>;

    /// The line of sight between two cells, and why it is blocked where it is.
    fn sight(&self, from: Cell, to: Cell) -> Sight;

    /// Stands lost by each side so far.
    fn losses(&self) -> [u32; 2];

    /// The position written as a scenario of its ruleset, to be begun anew from here: what it holds is told, secrets
    /// too, so it is asked of what a reader may see.
    ///
    /// # Errors
    /// Why it cannot be one, as a sentence without its full stop.
    fn as_scenario(&self) -> Result<String, String> {
        Err("positions of this game cannot be written as scenarios".to_owned())
    }

    /// The turn being played, from 1.
    fn turn(&self) -> u32;

    /// Choices as players of this ruleset write them on paper; `None` for a text that is nothing of the kind.
    fn shorthand(_text: &str) -> Option<Shorthand> {
        None
    }

    /// Where these pieces could go now, for a group that marches as one; `None` where nothing of theirs moves.
    fn routes(&self, _pieces: &[PieceId]) -> Option<Box<dyn Routes>> {
        None
    }

    /// The attacks that could be made now, out of turn too, the one that is worth most first; each with as many
    /// firers as are needed for what is wanted.
    fn attacks(&self, _wanted: &Wanted) -> Vec<Attack> {
        Vec::new()
    }

    /// How the side to decide might mark its groups for this turn, where they are marked.
    fn markings(&self) -> Vec<Marking> {
        Vec::new()
    }

    /// Cells worth looking at first where one has to be chosen, the best first: known enemies for a fire mission.
    fn aims(&self) -> Vec<Cell> {
        Vec::new()
    }

    /// What each card of a side's hand may be played for by a piece of its own, in the order of the hand, and why not
    /// where it cannot; without a piece, what can be said of the cards alone.
    fn uses(&self, _side: Side, _piece: Option<PieceId>) -> Vec<CardUse> {
        Vec::new()
    }

    /// A warning before a choice that cannot be made good again: told once, before it is played.
    fn caution(&self, _choice: &Self::Choice) -> Option<String> {
        None
    }

    /// Whether the issue is decided although the game goes on.
    fn verdict(&self) -> Option<Verdict> {
        None
    }

    /// The figures this game is played with, as rows of words that hold all words of the text, headings first; `None`
    /// where they are never other than the program's own.
    fn figures(&self, _text: &str) -> Option<Vec<Vec<String>>> {
        None
    }

    /// Writes down what makes this position itself, field by field, in an order that never changes for a
    /// [`Rules::VERSION`]: positions that are equal write the same, positions that will play differently
    /// write something else. Recorded games are held against it. Write keys, numbers and names of the
    /// game, not the order of variants or fields in the code.
    fn digest(&self, digest: &mut Digest);
}
