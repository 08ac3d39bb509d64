//! Changes of seats that are recorded at once, and the marks of what a player has seen.

use super::Match;
use crate::game::journal::{Journal, Record, Seal, UNDO};
use crate::game::storage::SeenMark;
use crate::game::{Opponent, Refused, Seat, Side};

/// What a session remembers about the player at this terminal, apart from the game.
#[derive(Default)]
pub(super) struct Memory {
    /// The last action the player has seen.
    mark: Option<Box<dyn SeenMark>>,
    /// What the mark says, if this session has written it.
    noted: Option<(u32, Seal)>,
    /// Whether actions are written without waiting for the disk.
    pub held: bool,
    /// Something to tell the player, once.
    pub warning: Option<String>,
}

/// The sides whose player has changed during a game.
pub(super) fn changed(journal: &Journal, keys: &[String; 2]) -> [bool; 2] {
    keys.each_ref().map(|key| journal.plays.iter().any(|play| play.by.is_some() && play.side == *key))
}

impl<R: Opponent> Match<R> {
    /// Changes the player of a side, on disk first: as an undo back to the present, which undoes nothing and
    /// states its reason. So a look at the other side's secrets stays in the record of the game.
    pub(super) fn keep_seat(&mut self, side: Side, seat: Seat) -> Result<(), Refused> {
        self.is_present()?;
        if self.shared.is_some() {
            return Err(Refused::Shared("The seats of a shared battle are fixed.".to_owned()));
        }
        if self.pending.is_some() {
            let why = "The dice for this choice are still being rolled. Withdraw it first.";
            return Err(Refused::Dice(why.into()));
        }
        if self.seats[side.index()] != seat {
            self.write(&Record {
                n: self.last + 1,
                side: self.keys[side.index()].clone(),
                choice: UNDO.into(),
                to: Some(self.line.actions().last().map_or(0, |play| play.n)),
                by: Some(seat),
                why: Some("seats changed".into()),
                ..Record::default()
            })?;
        }
        self.changed_seats[side.index()] |= self.seats[side.index()] != seat;
        (self.seats[side.index()], self.written_seats[side.index()]) = (seat, seat);
        Ok(())
    }

    /// Keeps the mark of this player from now on.
    pub(super) fn remember(&mut self, mark: Box<dyn SeenMark>, warning: Option<String>) {
        (self.memory.mark, self.memory.noted, self.memory.warning) = (Some(mark), None, warning);
        // Of a new game there is nothing to mark yet.
        if self.last > 0 {
            self.note_seen();
        }
    }

    /// Marks the last action as seen, once it is certainly on disk. Most keys see nothing new.
    pub(super) fn note_seen(&mut self) {
        let seen = self.seal.map(|seal| (self.last, seal));
        if let (Some(mark), Some((last, seal))) = (&mut self.memory.mark, seen)
            && !self.memory.held
            && self.memory.noted != seen
        {
            mark.note(last, &seal.to_string());
            self.memory.noted = seen;
        }
    }
}
