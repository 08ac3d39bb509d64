//! Opening a saved game to look at it, as far as it replays.

use std::path::Path;

use super::replay::Reader;
use super::{CommandError, fail, tell};
use crate::game::journal::Undo;
use crate::game::replay::ReplayMode;
use crate::game::{Session, Sharing, Side};
use crate::library::{Kept, Library, LibraryError};

/// A game to look at.
pub(super) struct Shown {
    pub session: Box<dyn Session>,
    /// Whether it is a battle between two terminals, whose players have secrets from each other.
    shared: bool,
    sharing: Option<Sharing>,
}

impl Shown {
    /// What a player may see of it: everything once it is over, before that their own side.
    pub fn reader(&self, asked: Option<Side>, player: &str) -> Result<Reader, CommandError> {
        let seats = Side::BOTH.map(|side| self.session.seat(side));
        let over = self.session.outcome().is_some();
        if self.shared && self.sharing.is_none() && !over {
            return fail("the players of this battle can't be read: it is shown once it is over");
        }
        Reader::allowed(over, seats, self.sharing.as_ref(), asked, player)
    }

    /// The only side from which the screen may be drawn, if it may not be drawn from either.
    pub fn seat(&self, asked: Option<Side>, player: &str) -> Result<Option<Side>, CommandError> {
        match self.reader(asked, player)? {
            Reader::Seat(side) => Ok(Some(side)),
            Reader::Both if self.shared => {
                fail("this battle is still on: it is drawn for its players, and for others once it is over")
            }
            Reader::Both | Reader::Anyone => Ok(None),
        }
    }

    /// The sides with a key and a name.
    pub fn sides(&self) -> [(String, String); 2] {
        Side::BOTH.map(|side| {
            let shown = self.session.view(side).sides[side.index()].clone();
            (shown.key, shown.name)
        })
    }
}

/// Opens a save without locking it and without writing to it. A save that does not replay to its end under
/// today's rules is shown as far as it does, with a remark.
pub(super) fn shown(front: &Library, path: &Path) -> Result<Shown, LibraryError> {
    let mut mode = ReplayMode::ByRecordedDice;
    let mut told = false;
    loop {
        let Kept { mut loaded, opening, remarks, path, .. } = front.read_save(path)?;
        if !told {
            remarks.iter().for_each(|remark| about(&path, remark));
            told = true;
        }
        // Nothing is written, so this copy may go back to any action.
        loaded.journal.header.undo = Undo::Free;
        let shared = loaded.journal.header.shared.is_some();
        let played = shared.then(|| opening.replay_with(&loaded.journal, mode).ok()).flatten();
        let sharing = played.and_then(|played| played.sharing);
        let error = match opening.go_on_with(loaded, None, mode) {
            Ok(session) => return Ok(Shown { session, shared, sharing }),
            Err(error) => LibraryError::Save { path: path.clone(), error },
        };
        let shorter = error.resume_modes().into_iter().find_map(|way| match way {
            ReplayMode::StopBefore(n) => Some(n),
            _ => None,
        });
        match (mode, shorter) {
            (ReplayMode::ByRecordedDice, Some(n)) if n > 1 => {
                about(&path, &format!("shown only up to action {}: {error}", n - 1));
                mode = ReplayMode::StopBefore(n);
            }
            _ => return Err(error),
        }
    }
}

fn about(path: &Path, remark: &str) {
    tell(&format!("{}: {remark}", crate::plain::path(path)));
}
