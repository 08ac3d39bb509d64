//! The only interface to a running game for the screen and the command line.

use std::path::Path;

use super::journal::{Note, Seal};
use super::storage::{Company, SeenMark};
use super::{
    Ahead, Aids, CardUse, ChoiceView, Decision, Event, Illegal, Level, Manner, NotationError, Outcome,
    PieceId, Preview, Reasons, Sharing, Side, Sight, Temper, View,
};
use crate::board::Cell;
use crate::dice::Ask;

/// The player of a side.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Seat {
    /// A player at this keyboard.
    Human,
    /// A player at another terminal, who follows the same save.
    Elsewhere,
    /// The computer.
    Program(Manner),
}

impl Seat {
    /// The computer at a level, with its usual temper.
    pub const fn program(level: Level) -> Self {
        Self::Program(level.steady())
    }
}

/// Why a session refused; each variant is a sentence for the player.
#[derive(Debug, thiserror::Error)]
pub enum Refused {
    /// The rules forbid it.
    #[error(transparent)]
    Illegal(#[from] Illegal),
    /// It is not a choice.
    #[error(transparent)]
    Notation(#[from] NotationError),
    /// It could not be written to disk; the position is unchanged.
    #[error("Your action could not be saved, so it was not carried out: {0}")]
    Storage(#[from] std::io::Error),
    /// Dice are still needed, or none are.
    #[error("{0}")]
    Dice(String),
    /// There is nothing to undo, or it cannot be undone.
    #[error("{0}")]
    Undo(String),
    /// The player at the other terminal, or the state of a shared battle, stands in the way.
    #[error("{0}")]
    Shared(String),
}

/// What a program that follows a shared save has just read.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Followed {
    /// Whether the position has changed.
    pub moved: bool,
    /// Whether a note was read: a player joined, asked, answered or ended the battle.
    pub noted: bool,
    /// Whether more actions have been read that are still to be shown.
    pub more: bool,
}

/// What a session without a seat may see of a shared battle.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Spectator {
    /// What both sides may see.
    Public,
    /// Everything, this many turns late; 0 for a battle that is over.
    Late(u32),
}

/// How much has been undone in a game.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct UndoTotals {
    /// Actions undone.
    pub plays: u32,
    /// Those of them that had rolled dice.
    pub past_dice: u32,
}

impl UndoTotals {
    /// Adds undone actions, given the faces each had rolled.
    pub(super) fn add<'a>(&mut self, plays: impl Iterator<Item = &'a [u8]>) {
        for faces in plays {
            self.plays += 1;
            self.past_dice += u32::from(!faces.is_empty());
        }
    }
}

/// A line of the log: an event, and the action that caused it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LogLine {
    /// The number of the action, from 1; 0 before the first.
    pub play: u32,
    /// The turn it happened in.
    pub turn: u32,
    /// The event.
    pub event: Event,
}

/// A computation that ends in a choice in notation. It owns its data, so it can run on a thread.
pub type Thinking = Box<dyn FnOnce() -> String + Send>;

/// A running game: position, dice, journal and seats. Object-safe; the screen knows nothing else.
///
/// Invariant: when a method that changes the game returns `Ok`, the change is on disk. Between
/// [`Session::hold`] and [`Session::settle`] it is written, and on disk when `settle` returns `Ok`.
pub trait Session: Send {
    /// The id of the ruleset.
    fn ruleset(&self) -> &'static str;
    /// The save file; `None` for a game that is not saved.
    fn save_path(&self) -> Option<&Path>;
    /// The seal of the game so far, if it is sealed.
    fn seal(&self) -> Option<Seal> {
        None
    }
    /// The seed of the dice, revealed once the game is over.
    fn seed_told(&self) -> Option<u64> {
        None
    }
    /// Many actions follow for one key: the disk is synced once, by [`Session::settle`].
    fn hold(&mut self) {}
    /// Waits until all actions since [`Session::hold`] are on disk.
    ///
    /// # Errors
    /// They are not; they are written again with the next action.
    fn settle(&mut self) -> Result<(), Refused> {
        Ok(())
    }
    /// Limits the save to this many bytes.
    fn limit_save(&mut self, bytes: u64);
    /// News about the save file for the player, reported once.
    fn news(&mut self) -> Option<String>;
    /// The state of a battle shared with another terminal; `None` for any other game.
    fn sharing(&self) -> Option<&Sharing> {
        None
    }
    /// What this session may see if it holds no seat of a shared battle.
    fn spectates(&self) -> Option<Spectator> {
        None
    }
    /// Reads what others have appended to a shared save, and carries out at most `actions` of it.
    ///
    /// # Errors
    /// The save was removed, replaced or changed, or what was appended does not replay.
    fn follow(&mut self, _actions: usize) -> Result<Followed, Refused> {
        Ok(Followed::default())
    }
    /// Appends a note for the side at this terminal.
    ///
    /// # Errors
    /// It may not stand now, or it cannot be written.
    fn note(&mut self, _side: Side, _note: Note) -> Result<(), Refused> {
        Err(Refused::Shared("This battle is not shared with another terminal.".to_owned()))
    }
    /// The number of actions that would stand after [`Session::undo`], if the other side must be asked first.
    fn undo_asks(&self, _plays: Option<u32>) -> Result<Option<u32>, Refused> {
        Ok(None)
    }
    /// The people at a shared save.
    fn company(&mut self) -> Option<&mut dyn Company> {
        None
    }
    /// What both sides may see.
    fn public_view(&self) -> View {
        View::common(self.view(Side::A), &self.view(Side::B))
    }
    /// The player of a side.
    fn seat(&self, side: Side) -> Seat;
    /// Changes who plays a side, from the next decision on.
    fn set_seat(&mut self, side: Side, seat: Seat);
    /// Changes who plays a side and records it at once.
    ///
    /// # Errors
    /// It cannot be written, and nothing has changed.
    fn take_seat(&mut self, side: Side, seat: Seat) -> Result<(), Refused> {
        self.set_seat(side, seat);
        Ok(())
    }
    /// The sides whose player has changed during the game; such a game does not count in the statistics.
    fn changed_seats(&self) -> [bool; 2] {
        [false; 2]
    }
    /// Keeps the mark of the player at this terminal: the last action seen. The warning is told once, as news.
    fn remember(&mut self, _mark: Box<dyn SeenMark>, _warning: Option<String>) {}
    /// The current decision; `None` once the game is over.
    fn decision(&self) -> Option<Decision>;
    /// How the game ended.
    fn outcome(&self) -> Option<Outcome>;
    /// Every legal choice of the decision.
    fn choices(&self) -> &[ChoiceView];
    /// The view of a side.
    fn view(&self, side: Side) -> View;
    /// The view of a side without its words ([`crate::game::Rules::sketch`]).
    fn sketch(&self, side: Side) -> View {
        self.view(side)
    }
    /// The rolls of a choice.
    fn preview(&self, notation: &str) -> Option<Preview>;
    /// The rolls of a series of choices that are sent together, such as an attack with all its firers.
    fn forecast(&self, _plays: &[String]) -> Option<Preview> {
        None
    }
    /// A line of sight, explained.
    fn sight(&self, from: Cell, to: Cell) -> Sight;
    /// The aids that the ruleset offers now.
    fn aids(&self) -> Aids<'_>;
    /// The decision that the deciding side would have after these choices; `None` if one of them is refused or
    /// rolls, or if the other side would decide.
    fn ahead(&self, _plays: &[String]) -> Option<Ahead> {
        None
    }
    /// The uses of a side's cards for a piece; see [`super::aids::Hands::uses`].
    fn uses(&self, _side: Side, _piece: Option<PieceId>) -> Vec<CardUse> {
        Vec::new()
    }
    /// A warning before a choice; see [`super::Rules::caution`].
    fn caution(&self, _notation: &str) -> Option<String> {
        None
    }
    /// The players' standing orders as the screen writes them; kept in the save.
    fn standing(&self) -> &str {
        ""
    }
    /// Changes the standing orders; recorded with the next action.
    fn set_standing(&mut self, _orders: String) {}
    /// Records the standing orders without waiting for an action.
    ///
    /// # Errors
    /// They cannot be written to disk; they are recorded with the next action instead.
    fn keep_standing(&mut self) -> Result<(), Refused> {
        Ok(())
    }
    /// The position on the screen, written as a scenario to start a new battle from. While the game is on it
    /// contains only what every player at this keyboard may see; a game that is over, or that has no human
    /// player, contains everything.
    ///
    /// # Errors
    /// Why it cannot be written, as a sentence without its full stop.
    fn as_scenario(&self) -> Result<String, String> {
        Err("positions of this game cannot be written as scenarios".to_owned())
    }
    /// Everything that has happened, oldest first. A line with `only` is for that side alone.
    fn log(&self) -> &[LogLine];
    /// The number of actions that stand.
    fn plays(&self) -> u32;
    /// Whether a choice is legal now; asking changes nothing.
    ///
    /// # Errors
    /// Why it is not.
    fn check(&self, notation: &str) -> Result<(), Refused>;
    /// Carries out a choice: checked, applied with dice, written to disk, shown.
    ///
    /// With typed dice the choice may stay pending; [`Session::awaiting`] then says what to roll.
    ///
    /// # Errors
    /// It is refused; the position is unchanged.
    fn play(&mut self, notation: &str) -> Result<(), Refused>;
    /// The roll or the card that a pending choice needs (typed dice).
    fn awaiting(&self) -> Option<&Ask>;
    /// Supplies the face of the roll, or the index of the card drawn, from 1. [`Ask::read`] reads what a
    /// player types.
    ///
    /// # Errors
    /// No roll is awaited, or there is no such face or card.
    fn give_face(&mut self, face: u8) -> Result<(), Refused>;
    /// Withdraws a pending choice whose dice have not all been supplied.
    fn withdraw(&mut self);
    /// Undoes everything since the last decision of a human player, including that decision.
    ///
    /// # Errors
    /// Nothing can be undone, with the reason.
    fn undo(&mut self) -> Result<(), Refused>;
    /// Undoes everything after the first `count` actions that stand.
    ///
    /// # Errors
    /// It cannot be undone that far, with the reason.
    fn undo_to(&mut self, plays: u32) -> Result<(), Refused> {
        while self.plays() > plays {
            self.undo()?;
        }
        Ok(())
    }
    /// Shows the game after this many actions, or the present; nothing can be played meanwhile. Returns
    /// whether it can be shown.
    fn show(&mut self, _plays: Option<u32>) -> bool {
        false
    }
    /// The number of actions after which the game is shown, if it is not the present.
    fn shown(&self) -> Option<u32> {
        None
    }
    /// The whole log, whatever position is shown.
    fn whole_log(&self) -> &[LogLine] {
        self.log()
    }
    /// The events so far of a choice whose dice are still being rolled.
    fn so_far(&self) -> &[Event] {
        &[]
    }
    /// How much has been undone.
    fn undo_totals(&self) -> UndoTotals {
        UndoTotals::default()
    }
    /// Whether rolled dice and revealed secrets cannot be undone.
    fn is_strict(&self) -> bool {
        false
    }
    /// The side that must sit down before anything more is shown, when `shown` was at the keyboard: the side
    /// to decide, if two players share the keyboard and either decides in secret or has something private in
    /// its view: a hand, a record, markers. The screen shows a hand-over screen then.
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
    /// Why the computer made an action, as far as its reader may know: `viewer` is the side that reads, `None` if
    /// everything may be read.
    ///
    /// # Errors
    /// There is nothing to tell, with the reason as a sentence.
    fn reasons(&self, _viewer: Option<Side>, _play: u32) -> Result<Reasons, String> {
        Err("This game has no reasons to tell.".to_owned())
    }
    /// What the computer would do in the current decision, and why. It is recorded in the save.
    ///
    /// # Errors
    /// No player at this keyboard decides, or it cannot be recorded.
    fn advice(&mut self) -> Result<Reasons, Refused> {
        Err(Refused::Undo("This game gives no advice.".to_owned()))
    }
    /// How often each side has asked for advice.
    fn advised(&self) -> [u32; 2] {
        [0; 2]
    }
    /// The temper of a side whose computer was to surprise the player, once the battle is over.
    fn surprise(&self, _side: Side) -> Option<Temper> {
        None
    }
    /// The decisions of a side that cost most, the costliest first, each with what the computer would have done.
    /// Only for a battle that is over; a bounded number of its decisions is weighed.
    fn costly(&self, _side: Side, _most: usize) -> Vec<Reasons> {
        Vec::new()
    }
    /// The computer's thinking about the current decision, to be run anywhere; `None` if a player decides. It
    /// knows only what its seat may see.
    fn think(&self) -> Option<Thinking>;
}
