//! `standto resume`: go on with a saved game.

use clap::Args;

use super::look::{Look, want_terminal};
use super::{Done, Stop, tell};
use crate::game::replay::ReplayMode;
use crate::library::{Library, LibraryError};

/// Go on with a saved game, where it was left.
#[derive(Args)]
#[command(after_help = "Examples:\n  standto resume\n  standto resume SAVE")]
pub struct Resume {
    /// The save: a name that "standto list" shows, or its path; without it the game last played
    save: Option<String>,
    /// Go on by the recorded dice where they or the positions are no longer what the rules give
    #[arg(long, conflicts_with = "before")]
    by_dice: bool,
    /// Go on from before this play; it and all after it are taken back
    #[arg(long, value_name = "PLAY")]
    before: Option<u32>,
    #[command(flatten)]
    look: Look,
}

impl Resume {
    pub(super) fn run(self, front: Library) -> Done {
        let onwards = match self.before {
            Some(play) => ReplayMode::StopBefore(play),
            None if self.by_dice => ReplayMode::ByRecordedDice,
            None => ReplayMode::Checked,
        };
        let (session, remarks) = match &self.save {
            None if onwards != ReplayMode::Checked => {
                return Err(Stop::Usage("name the save that is to go on so".into()));
            }
            None => front.resume_newest()?,
            Some(name) => {
                let path = front.find_save(name)?;
                let (session, remarks) =
                    front.resume_with(&path, onwards).inspect_err(|error| offer(name, error))?;
                let named = |remark: String| format!("{}: {remark}", crate::plain::path(&path));
                (session, remarks.into_iter().map(named).collect())
            }
        };
        remarks.iter().for_each(|remark| tell(remark));
        want_terminal()?;
        self.look.screen(front, Some(session))
    }
}

/// Says how a game that does not replay may go on nevertheless.
fn offer(save: &str, error: &LibraryError) {
    for way in error.ways_on() {
        match way {
            ReplayMode::Checked => {}
            ReplayMode::ByRecordedDice => {
                tell(&format!("go on by its recorded dice: standto resume {save} --by-dice"));
            }
            ReplayMode::StopBefore(n) => {
                tell(&format!("go on from before play {n}: standto resume {save} --before {n}"));
            }
        }
    }
}
