//! The seam between the rules and everything else.
//!
//! A game is a sequence of decisions. Each lists its legal choices. Dice fall only while a choice is
//! applied. A save is the scenario, the choices and the dice.

mod event;
pub mod journal;
pub mod laws;
mod line;
pub mod play;
mod profile;
pub mod replay;
mod session;
mod shorthand;
pub mod view;

use std::fmt::{Debug, Display};
use std::hash::{Hash, Hasher};
use std::str::FromStr;

use crate::board::Cell;
use crate::dice::{Dice, NeedsRoll};

pub use event::{Event, Log, Tone};
pub use play::{Match, StartError, side_keys};
pub use profile::{Modifier, Profile};
pub use session::{Level, LogLine, Refused, Seat, Session, Thinking};
pub use shorthand::{Part, Shorthand};
pub use view::{Act, ChoiceView, Preview, Sight, View};

/// One of the two sides of a battle, in the order in which the scenario names them.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Side {
    /// The side the scenario names first.
    A,
    /// The side the scenario names second.
    B,
}

impl Side {
    /// Both sides, in scenario order.
    pub const BOTH: [Self; 2] = [Self::A, Self::B];

    /// The enemy.
    pub const fn other(self) -> Self {
        match self {
            Self::A => Self::B,
            Self::B => Self::A,
        }
    }

    /// 0 or 1, for tables with an entry a side.
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// What must be decided now, and by whom.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Decision {
    /// The side that decides.
    pub side: Side,
    /// A stable name of the kind of decision, for keys, help and the opponent: `posture`, `fire-target`, …
    pub kind: &'static str,
    /// What to do, as one short imperative sentence.
    pub prompt: &'static str,
    /// The rule that asks.
    pub rule: &'static str,
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
/// Laws, each held by a test over whole random games:
/// - `decision` is `None` exactly when `outcome` is `Some`; then `choices` is empty, else it is not.
/// - `check` accepts exactly what `choices` lists.
/// - `apply` with the same faces gives the same position and the same events.
/// - A choice survives being written and read: `choice.to_string().parse() == Ok(choice)`.
pub trait Rules: Clone + Eq + Hash + Debug + Send + Sync + 'static {
    /// One small step a player may take.
    type Choice: Clone + Eq + Debug + Display + FromStr<Err = NotationError> + Send + Sync;

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
    /// [`NeedsRoll`] when the dice ask for a face that is not there yet. The position is then
    /// half-changed and must be thrown away: callers that may run out of faces apply to a copy.
    fn apply(&mut self, choice: &Self::Choice, dice: &mut Dice, log: &mut Log) -> Result<(), NeedsRoll>;

    /// Who won, once the game is over.
    fn outcome(&self) -> Option<Outcome>;

    /// The same position with what `side` cannot know removed or re-drawn.
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

    /// The turn being played, from 1.
    fn turn(&self) -> u32;

    /// Choices as players of this ruleset write them on paper; `None` for a text that is nothing of the kind.
    fn shorthand(_text: &str) -> Option<Shorthand> {
        None
    }

    /// A number that two equal positions share, the same on every machine.
    fn digest(&self) -> u64 {
        let mut hasher = Fnv(0xcbf2_9ce4_8422_2325);
        self.hash(&mut hasher);
        hasher.finish()
    }
}

/// FNV-1a with every integer widened to eight little-endian bytes, so that word size and byte order of
/// the machine do not matter.
struct Fnv(u64);

impl Hasher for Fnv {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
    fn write_u8(&mut self, n: u8) {
        self.write(&[n]);
    }
    fn write_u16(&mut self, n: u16) {
        self.write(&n.to_le_bytes());
    }
    fn write_u32(&mut self, n: u32) {
        self.write(&n.to_le_bytes());
    }
    fn write_u64(&mut self, n: u64) {
        self.write(&n.to_le_bytes());
    }
    fn write_usize(&mut self, n: usize) {
        self.write_u64(n as u64);
    }
    fn write_i16(&mut self, n: i16) {
        self.write_u16(n as u16);
    }
    fn write_i32(&mut self, n: i32) {
        self.write_u32(n as u32);
    }
    fn write_isize(&mut self, n: isize) {
        self.write_u64(n as u64);
    }
    fn finish(&self) -> u64 {
        self.0
    }
}
