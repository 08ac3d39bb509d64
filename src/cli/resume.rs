//! `standto resume`: go on with a saved game.

use clap::Args;

use super::look::{Look, want_terminal};
use super::{Done, tell};
use crate::front::Front;

/// Go on with a saved game, where it was left.
#[derive(Args)]
#[command(after_help = "Examples:\n  standto resume\n  standto resume SAVE")]
pub struct Resume {
    /// The save: a name that "standto list" shows, or its path; without it the game last played
    save: Option<String>,
    #[command(flatten)]
    look: Look,
}

impl Resume {
    pub(super) fn run(self, front: Front) -> Done {
        let (session, remarks) = match &self.save {
            None => front.resume_newest()?,
            Some(name) => {
                let path = front.find_save(name)?;
                let (session, remarks) = front.resume(&path)?;
                let named = |remark: String| format!("{}: {remark}", crate::plain::path(&path));
                (session, remarks.into_iter().map(named).collect())
            }
        };
        remarks.iter().for_each(|remark| tell(remark));
        want_terminal()?;
        self.look.screen(front, Some(session))
    }
}
