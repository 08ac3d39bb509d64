//! Opening a saved game to look at it, as far as it replays.

use std::path::Path;

use super::tell;
use crate::game::Session;
use crate::game::journal::Undo;
use crate::game::replay::ReplayMode;
use crate::library::{Kept, Library, LibraryError};

/// Opens a save without locking it and without writing to it. A save that does not replay to its end under
/// today's rules is shown as far as it does, with a remark.
pub(super) fn shown(front: &Library, path: &Path) -> Result<Box<dyn Session>, LibraryError> {
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
        let error = match opening.go_on_with(loaded, None, mode) {
            Ok(session) => return Ok(session),
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
