//! `standto export`: writes a position of a saved game as a scenario.

use std::io::Write;

use clap::Args;

use super::names;
use super::{CommandResult, fail, tell};
use crate::game::replay::ReplayMode;
use crate::library::{Kept, Library, LibraryError};

/// Write a position of a saved game as a scenario.
///
/// While the game is in progress, the scenario holds only what its players can see: your view in a game
/// against the computer, what both players know in a game between two people. A finished game is written
/// complete. The scenario goes to standard output. The current turn starts again, with every unit in its
/// present state and with all plotted and falling fire; unfinished engineering work starts again. A battle
/// that has not begun is written as it was read.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  standto export SAVE > mine.toml\n  standto export SAVE --play 120 > before-it-went-wrong.toml"
)]
pub struct Export {
    /// Save: a name from "standto list", or a path
    #[arg(add = names::saves())]
    save: String,
    /// Use the position after this many actions
    #[arg(long, value_name = "N")]
    play: Option<u32>,
}

impl Export {
    pub(super) fn run(self, front: &Library, out: &mut dyn Write) -> CommandResult {
        let path = front.find_save(&self.save)?;
        let Kept { loaded, opening, remarks, path, .. } = front.read_save(&path)?;
        for remark in remarks {
            tell(&format!("{}: {remark}", crate::plain::path(&path)));
        }
        let mut session = opening
            .go_on_with(loaded, None, ReplayMode::ByRecordedDice)
            .map_err(|error| LibraryError::Save { path: path.clone(), error })?;
        if let Some(plays) = self.play {
            let all = session.plays();
            if plays > all || !session.show(Some(plays)) {
                return fail(format!("no action {plays}: the game has {all}"));
            }
        }
        match session.as_scenario() {
            Ok(text) => Ok(write!(out, "{text}")?),
            Err(why) => fail(format!("{}: {why}", crate::plain::path(&path))),
        }
    }
}
