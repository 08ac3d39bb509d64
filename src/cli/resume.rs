//! `standto resume`: go on with a saved game. And the way to the screen.

use std::io::{self, IsTerminal};

use clap::Args;

use super::{Done, Stop, stop, tell};
use crate::front::Front;
use crate::game::Session;

/// Go on with a saved game, where it was left.
#[derive(Args)]
#[command(after_help = "Examples:\n  standto resume\n  standto resume matg-introductory-2")]
pub struct Resume {
    /// The save: a name that "standto list" shows, or its path; without it the game last played
    save: Option<String>,
}

impl Resume {
    pub(super) fn run(self, front: Front) -> Done {
        let path = front.find_save(self.save.as_deref())?;
        let (session, remarks) = front.resume(&path)?;
        for remark in remarks {
            tell(&format!("{}: {remark}", path.display()));
        }
        want_terminal()?;
        screen(front, Some(session))
    }
}

/// The screen needs a terminal at both ends.
pub(super) fn want_terminal() -> Done {
    if !io::stdin().is_terminal() {
        return stop("Stand To is played in a terminal, and standard input is not one.");
    }
    if !io::stdout().is_terminal() {
        return stop("Stand To is played in a terminal, and standard output is not one.");
    }
    Ok(())
}

/// Opens the screen, in a game or at the title.
pub(super) fn screen(_front: Front, _start: Option<Box<dyn Session>>) -> Result<(), Stop> {
    stop("the screen is not part of this build")
}
