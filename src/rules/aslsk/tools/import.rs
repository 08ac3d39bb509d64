//! `standto import vasl`: imports boards of the VASL game.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use crate::rules::aslsk::import::{HEAD, LARGEST, board};
use crate::tool::{CommandError, CommandResult, PlayerFiles, Run, fail};

/// Convert VASL boards into boards for ASL Starter Kit.
///
/// The boards go to standard output as one file. Name it in a scenario with the key "tables", or save it as
/// config/aslsk/tables.toml in your data folder. Terrain that the game does not have is reported with its hexes.
#[derive(Args)]
#[command(after_help = "Examples:\n  standto import vasl bd01 > mine.toml\n  \
                  standto import vasl bdw bdx --letter w --letter x > ~/.local/share/standto/config/aslsk/tables.toml\n  \
                  standto check mine.toml")]
pub struct Vasl {
    /// Board archives
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The board letter for each file in order: one to four lower-case letters or digits
    #[arg(long, value_name = "LETTER")]
    letter: Vec<String>,
}

impl Run for Vasl {
    fn run(self, files: &dyn PlayerFiles, out: &mut dyn Write) -> CommandResult {
        if self.letter.len() > self.files.len() {
            return Err(CommandError::Usage("more letters than boards".into()));
        }
        let mut text = HEAD.to_owned();
        let mut letters: Vec<String> = Vec::new();
        for (at, path) in self.files.iter().enumerate() {
            let name = crate::plain::path(path);
            let bytes = files.bytes(path, LARGEST)?;
            let read = board(&bytes, self.letter.get(at).map(String::as_str));
            let read = read.or_else(|why| fail(format!("{name}: {why}")))?;
            if letters.contains(&read.letter) {
                return fail(format!("{name}: two boards have the letter \"{}\"; use --letter", read.letter));
            }
            for note in &read.notes {
                files.tell(&format!("{name}: {note}"));
            }
            let notes: String = read.notes.iter().map(|note| format!("# {note}\n")).collect();
            text += &format!("\n{notes}{}", read.text);
            letters.push(read.letter);
        }
        Ok(write!(out, "{text}")?)
    }
}
