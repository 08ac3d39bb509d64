//! `standto watch`: a saved game shown play by play.

use clap::Args;

use super::look::{Look, want_terminal};
use super::{Done, tell};
use crate::game::replay::ReplayMode;
use crate::library::{Kept, Library, LibraryError};

/// Watch a saved game on the map: play by play, turn by turn, from loss to loss.
///
/// Nothing is changed, and the game may be going on elsewhere meanwhile.
#[derive(Args)]
#[command(after_help = "Examples:\n  standto watch SAVE")]
pub struct Watch {
    /// The save: a name that "standto list" shows, or its path
    save: String,
    #[command(flatten)]
    look: Look,
}

impl Watch {
    pub(super) fn run(self, front: Library) -> Done {
        let path = front.find_save(&self.save)?;
        let Kept { loaded, opening, remarks, path } = front.read_save(&path)?;
        for remark in remarks {
            tell(&format!("{}: {remark}", crate::plain::path(&path)));
        }
        want_terminal()?;
        let session = opening
            .go_on_with(loaded, None, ReplayMode::ByRecordedDice)
            .map_err(|error| LibraryError::Save { path, error })?;
        self.look.watch(front, session)
    }
}
