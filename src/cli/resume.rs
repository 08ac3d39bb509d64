//! `standto resume`: continues a saved game.

use std::io::Write;

use clap::Args;

use super::look::{self, Look, want_terminal};
use super::names;
use super::{CommandError, CommandResult, fail, tell};
use crate::game::replay::ReplayMode;
use crate::library::{Library, LibraryError};
use crate::store::StoreError;

/// Continue a saved game where you left it.
#[derive(Args)]
#[command(after_help = "Examples:\n  standto resume\n  standto resume SAVE\n  \
    standto resume SAVE --take-over")]
pub struct Resume {
    /// Save: a name from "standto list", or a path; without it, the game last played
    #[arg(add = names::saves())]
    save: Option<String>,
    /// Follow the recorded dice where the rules no longer give the same dice or positions
    #[arg(long, conflicts_with = "before")]
    by_dice: bool,
    /// Continue from before this action; it and everything after it are undone
    #[arg(long, value_name = "PLAY")]
    before: Option<u32>,
    /// If the game is open in another window or connection of yours, end that one and go on here
    #[arg(long)]
    take_over: bool,
    /// Play in lines of text with a prompt: for screen readers, scripts and play by mail. No terminal is
    /// needed; type help for the commands
    #[arg(long, conflicts_with_all = ["theme", "map", "colors", "mouse", "ascii"])]
    plain: bool,
    #[command(flatten)]
    look: Look,
}

impl Resume {
    pub(super) fn run(self, front: Library, out: &mut dyn Write) -> CommandResult {
        let mode = match self.before {
            Some(play) => ReplayMode::StopBefore(play),
            None if self.by_dice => ReplayMode::ByRecordedDice,
            None => ReplayMode::Checked,
        };
        let (session, remarks) = match &self.save {
            None if mode != ReplayMode::Checked => {
                return Err(CommandError::Usage("name the save to resume in this way".into()));
            }
            None => match front.resume_newest() {
                Err(LibraryError::Store(StoreError::InUse { path })) if self.take_over => {
                    front.take_over(&path, mode)?
                }
                resumed => resumed.inspect_err(|error| offer("", error))?,
            },
            Some(name) => {
                let path = front.find_save(name)?;
                if let Some(play) = self.before {
                    let last = front.read_save(&path)?.loaded.journal.plays.last().map_or(0, |play| play.n);
                    if play > last {
                        return fail(format!(
                            "there is no action {play}: the last one in the save is {last}"
                        ));
                    }
                }
                let resumed = if self.take_over {
                    front.take_over(&path, mode)
                } else {
                    front.resume_with(&path, mode)
                };
                let (session, remarks) = resumed.inspect_err(|error| offer(name, error))?;
                let named = |remark: String| format!("{}: {remark}", crate::plain::path(&path));
                (session, remarks.into_iter().map(named).collect())
            }
        };
        remarks.iter().for_each(|remark| tell(remark));
        if self.plain {
            return look::in_lines(&front, session, out);
        }
        want_terminal()?;
        self.look.screen(front, Some(session))
    }
}

/// Prints the ways to continue a game that is open elsewhere or does not replay. Without a name it is the game
/// last played.
fn offer(save: &str, error: &LibraryError) {
    if matches!(error, LibraryError::Store(StoreError::InUse { .. })) {
        let words = ["standto", "resume", save, "--take-over"].into_iter().filter(|word| !word.is_empty());
        tell(&format!("end it there and go on here: {}", words.collect::<Vec<_>>().join(" ")));
    }
    for way in error.resume_modes() {
        match way {
            ReplayMode::Checked => {}
            ReplayMode::ByRecordedDice => {
                tell(&format!("follow its recorded dice: standto resume {save} --by-dice"));
            }
            ReplayMode::StopBefore(n) => {
                tell(&format!("continue from before action {n}: standto resume {save} --before {n}"));
            }
        }
    }
}
