//! `standto export`: a position of a saved game as a scenario.

use std::io::Write;

use clap::Args;

use super::{Done, stop, tell};
use crate::game::replay::ReplayMode;
use crate::library::{Kept, Library, LibraryError};

/// Write a position of a saved game as a scenario, to be begun from there.
///
/// While the game is on it holds what its players may see, and no more: of a player against the program what that
/// player sees, of two players what both do. Of a game that is over it holds everything. The scenario goes to standard
/// output. The turn that is played begins anew, with every stand in its state and all fire that is plotted or falls;
/// work that engineers have half done begins again. A battle that has not begun is written as it was read.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  standto export SAVE > mine.toml\n  standto export SAVE --play 120 > before-it-went-wrong.toml"
)]
pub struct Export {
    /// The save: a name that "standto list" shows, or its path
    save: String,
    /// As it stood after so many plays
    #[arg(long, value_name = "N")]
    play: Option<u32>,
}

impl Export {
    pub(super) fn run(self, front: &Library, out: &mut dyn Write) -> Done {
        let path = front.find_save(&self.save)?;
        let Kept { loaded, opening, remarks, path } = front.read_save(&path)?;
        for remark in remarks {
            tell(&format!("{}: {remark}", crate::plain::path(&path)));
        }
        let mut session = opening
            .go_on_with(loaded, None, ReplayMode::ByRecordedDice)
            .map_err(|error| LibraryError::Save { path: path.clone(), error })?;
        if let Some(plays) = self.play {
            let all = session.plays();
            if plays > all || !session.show(Some(plays)) {
                return stop(format!("there is no play {plays}: the game has {all}"));
            }
        }
        match session.as_scenario() {
            Ok(text) => Ok(write!(out, "{text}")?),
            Err(why) => stop(format!("{}: {why}", crate::plain::path(&path))),
        }
    }
}
