//! `standto watch`: shows a saved game on the map, action by action.

use clap::Args;

use super::host::Player;
use super::look::{Look, want_terminal};
use super::names;
use super::{CommandResult, tell};
use crate::game::Seat;
use crate::game::replay::ReplayMode;
use crate::library::{Kept, Library, LibraryError};

/// Watch a saved game on the map: by action, by turn, or from loss to loss.
///
/// Nothing is changed. The game may be in progress elsewhere.
#[derive(Args)]
#[command(after_help = "Examples:\n  standto watch SAVE")]
pub struct Watch {
    /// Save: a name from "standto list", or a path
    #[arg(add = names::saves())]
    save: String,
    #[command(flatten)]
    player: Player,
    #[command(flatten)]
    look: Look,
}

impl Watch {
    pub(super) fn run(self, front: Library) -> CommandResult {
        let path = front.find_save(&self.save)?;
        if front.is_shared(&path) {
            want_terminal()?;
            let session = front.spectate(&path, &self.player.name(&front)?)?;
            return self.look.screen(front, Some(session));
        }
        let Kept { loaded, opening, remarks, path, lost } = front.read_save(&path)?;
        for remark in remarks {
            tell(&format!("{}: {remark}", crate::plain::path(&path)));
        }
        want_terminal()?;
        let mark = front.mark_of(&loaded.journal);
        // Two players at one keyboard: a spectator sees what both of them see.
        let human = |seat: &Seat| *seat == Seat::Human;
        let two = opening.replay_with(&loaded.journal, ReplayMode::ByRecordedDice);
        let two = two.is_ok_and(|played| played.outcome.is_none() && played.seats.iter().all(human));
        let session = if two {
            opening.share(loaded, None, [false; 2])
        } else {
            opening.go_on_with(loaded, None, ReplayMode::ByRecordedDice)
        };
        let mut session = session.map_err(|error| LibraryError::Save { path, error })?;
        if let Some(mark) = mark {
            session.remember(Box::new(mark), lost);
        }
        self.look.watch(front, session)
    }
}
