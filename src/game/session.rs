//! The only face of a running game for the screen and the command line.

use std::path::Path;

use super::journal::Seal;
use super::{
    Attack, CardUse, ChoiceView, Decision, Event, Illegal, Marking, NotationError, Outcome, PieceId, Preview,
    Routes, Shorthand, Side, Sight, Verdict, View, Wanted,
};
use crate::board::Cell;
use crate::dice::Ask;

/// How hard the program plays.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum Level {
    /// Plays a random legal choice.
    Random,
    /// Plays as normal does, but slips now and then.
    Easy,
    /// Plays at full strength.
    #[default]
    Normal,
}

/// Who decides for a side.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Seat {
    /// A player at this keyboard.
    Human,
    /// The program.
    Program(Level),
}

/// Why a session did not do what it was asked; each says so in a sentence.
#[derive(Debug, thiserror::Error)]
pub enum Refused {
    /// The rules forbid it.
    #[error(transparent)]
    Illegal(#[from] Illegal),
    /// It is no choice.
    #[error(transparent)]
    Notation(#[from] NotationError),
    /// It could not be put on disk; the position is as before.
    #[error("not saved, so not played: {0}")]
    Storage(#[from] std::io::Error),
    /// The dice are waited for, or are not.
    #[error("{0}")]
    Dice(String),
    /// There is nothing to take back, or it cannot be.
    #[error("{0}")]
    Undo(String),
}

/// What has been taken back in a game so far.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct UndoTotals {
    /// Plays.
    pub plays: u32,
    /// Those of them for which dice had fallen.
    pub past_dice: u32,
}

impl UndoTotals {
    /// Counts plays that are taken back, by the faces that had fallen for them.
    pub(super) fn add<'a>(&mut self, plays: impl Iterator<Item = &'a [u8]>) {
        for faces in plays {
            self.plays += 1;
            self.past_dice += u32::from(!faces.is_empty());
        }
    }
}

/// A line of the log: an event, and the play that caused it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LogLine {
    /// Number of the play, from 1; 0 before the first.
    pub play: u32,
    /// The turn it happened in.
    pub turn: u32,
    /// What happened.
    pub event: Event,
}

/// A computation that ends in a choice in notation; it owns what it needs, so it may run on a thread.
pub type Thinking = Box<dyn FnOnce() -> String + Send>;

/// A running game: position, dice, journal and seats. Object-safe; the screen knows nothing else.
///
/// Invariant: when a method that changes the game returns `Ok`, the change is on disk; between [`Session::hold`] and
/// [`Session::settle`] it is written, and on disk when `settle` returns `Ok`.
pub trait Session: Send {
    /// Identifier of the ruleset.
    fn ruleset(&self) -> &'static str;
    /// Where the game is saved; `None` for a game that is not kept.
    fn save_path(&self) -> Option<&Path>;
    /// The seal of everything that is written of the game so far, if it bears seals.
    fn seal(&self) -> Option<Seal> {
        None
    }
    /// The seed of the dice, which is told once the game is over.
    fn seed_told(&self) -> Option<u64> {
        None
    }
    /// Many plays follow for one key: the disk is waited for once, by [`Session::settle`].
    fn hold(&mut self) {}
    /// Waits until all plays since [`Session::hold`] are on disk.
    ///
    /// # Errors
    /// When they are not; they are written again with the next.
    fn settle(&mut self) -> Result<(), Refused> {
        Ok(())
    }
    /// Lets the save grow to so many bytes and no further.
    fn limit_save(&mut self, bytes: u64);
    /// What has happened to the save that the player should hear; told once.
    fn news(&mut self) -> Option<String>;
    /// Who decides for a side.
    fn seat(&self, side: Side) -> Seat;
    /// Puts somebody else in a seat; takes effect at the next decision.
    fn set_seat(&mut self, side: Side, seat: Seat);
    /// Who must decide what; `None` once the game is over.
    fn decision(&self) -> Option<Decision>;
    /// How the game ended.
    fn outcome(&self) -> Option<Outcome>;
    /// Every legal choice of the decision.
    fn choices(&self) -> &[ChoiceView];
    /// What a side may see.
    fn view(&self, side: Side) -> View;
    /// What a choice would roll.
    fn preview(&self, notation: &str) -> Option<Preview>;
    /// What a text means that is written as players of this ruleset write on paper.
    fn shorthand(&self, _text: &str) -> Option<Shorthand> {
        None
    }
    /// A line of sight, explained.
    fn sight(&self, from: Cell, to: Cell) -> Sight;
    /// The figures this game is played with ([`super::Rules::figures`]); `None` where they are the program's own.
    fn figures(&self, _text: &str) -> Option<Vec<Vec<String>>> {
        None
    }
    /// Where these pieces could go now, as [`super::Rules::routes`].
    fn routes(&self, _pieces: &[PieceId]) -> Option<Box<dyn Routes>> {
        None
    }
    /// The attacks that could be made now, as [`super::Rules::attacks`].
    fn attacks(&self, _wanted: &Wanted) -> Vec<Attack> {
        Vec::new()
    }
    /// How groups might be marked now, as [`super::Rules::markings`].
    fn markings(&self) -> Vec<Marking> {
        Vec::new()
    }
    /// Cells worth looking at first, as [`super::Rules::aims`].
    fn aims(&self) -> Vec<Cell> {
        Vec::new()
    }
    /// What the cards of a side may be played for by a piece, as [`super::Rules::uses`].
    fn uses(&self, _side: Side, _piece: Option<PieceId>) -> Vec<CardUse> {
        Vec::new()
    }
    /// A warning before a choice, as [`super::Rules::caution`].
    fn caution(&self, _notation: &str) -> Option<String> {
        None
    }
    /// Whether the issue is decided, as [`super::Rules::verdict`].
    fn verdict(&self) -> Option<Verdict> {
        None
    }
    /// What the players have ordered for later, in the screen's own words; kept in the save.
    fn standing(&self) -> &str {
        ""
    }
    /// Changes what is ordered for later; written down with the next play.
    fn set_standing(&mut self, _orders: String) {}
    /// Writes down what is ordered for later without waiting for a play.
    ///
    /// # Errors
    /// When it cannot be put on disk; it is then tried again with the next play.
    fn keep_standing(&mut self) -> Result<(), Refused> {
        Ok(())
    }
    /// The position that is shown, written as a scenario to be begun from here. While the game is on it tells no more than
    /// every player at it may see; a game that is over, or that nobody plays, tells all.
    ///
    /// # Errors
    /// Why it cannot be one, as a sentence without its full stop.
    fn as_scenario(&self) -> Result<String, String> {
        Err("positions of this game cannot be written as scenarios".to_owned())
    }
    /// Everything that has happened, oldest first; a line with `only` is for that side's eyes.
    fn log(&self) -> &[LogLine];
    /// Number of plays made and not taken back.
    fn plays(&self) -> u32;
    /// Whether a choice may be played now; asking changes nothing.
    ///
    /// # Errors
    /// Why it may not.
    fn check(&self, notation: &str) -> Result<(), Refused>;
    /// Plays a choice: checked, applied with dice, put on disk, shown.
    ///
    /// With typed dice the choice may stay pending: then [`Session::awaiting`] says what to roll.
    ///
    /// # Errors
    /// When it is refused; the position is then as before.
    fn play(&mut self, notation: &str) -> Result<(), Refused>;
    /// The roll or the card a pending choice waits for (typed dice).
    fn awaiting(&self) -> Option<&Ask>;
    /// Gives the face of the roll waited for, or the place of the card drawn, from 1. [`Ask::read`] makes
    /// it of what a player types.
    ///
    /// # Errors
    /// When no roll is waited for or there is no such face or card.
    fn give_face(&mut self, face: u8) -> Result<(), Refused>;
    /// Withdraws a pending choice whose dice have not all been given.
    fn withdraw(&mut self);
    /// Takes back everything since the last decision of a human seat, that decision included.
    ///
    /// # Errors
    /// When nothing can be taken back, with the reason.
    fn undo(&mut self) -> Result<(), Refused>;
    /// Takes back everything after the first so many plays that stand.
    ///
    /// # Errors
    /// When it cannot be taken back that far, with the reason.
    fn undo_to(&mut self, plays: u32) -> Result<(), Refused> {
        while self.plays() > plays {
            self.undo()?;
        }
        Ok(())
    }
    /// Shows the game as it stood after so many plays, or as it stands; nothing is played meanwhile. Whether it can.
    fn show(&mut self, _plays: Option<u32>) -> bool {
        false
    }
    /// After how many plays the game is shown, if not as it stands.
    fn shown(&self) -> Option<u32> {
        None
    }
    /// The log to its end, whatever is shown.
    fn whole_log(&self) -> &[LogLine] {
        self.log()
    }
    /// What has happened so far of a choice whose dice are still being thrown.
    fn so_far(&self) -> &[Event] {
        &[]
    }
    /// What has been taken back so far.
    fn undo_totals(&self) -> UndoTotals {
        UndoTotals::default()
    }
    /// Whether nothing is taken back past a die or a secret that was told.
    fn is_strict(&self) -> bool {
        false
    }
    /// Who must sit down before anything more is shown, when `shown` has been at the keyboard: the side to
    /// decide, if two people share it and either decides in secret or has something of its own in its view:
    /// a hand, a record, markers. The screen draws a curtain then.
    fn hand_over(&self, shown: Side) -> Option<Side> {
        let Decision { side, secret, .. } = self.decision()?;
        let shared = Side::BOTH.iter().all(|&side| self.seat(side) == Seat::Human);
        if !shared || side == shown {
            return None;
        }
        let (old, new) = (self.view(shown), self.view(side));
        let hands = old.hand.is_some() || new.hand.is_some();
        let apart = old.records != new.records || old.markers != new.markers;
        (secret || hands || apart).then_some(side)
    }
    /// The program's thinking about the present decision, to be run anywhere; `None` if a human decides.
    /// It knows only what its seat may see.
    fn think(&self) -> Option<Thinking>;
}
