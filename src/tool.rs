//! Commands of the command line: how they answer, how they refuse, and those a ruleset brings with it.
//!
//! What was asked for goes to the writer, every other word is a [`Stop`].

mod table;

use std::fmt;
use std::io::Write;
use std::path::Path;

use clap::{ArgMatches, Args, Command};

use crate::book::{CustomData, Written};

pub use table::Table;

/// Why a command ends without having done what it was asked.
pub enum Stop {
    /// The reason is already told; only the exit code is left.
    Told,
    /// The command line makes no sense.
    Usage(String),
    /// Anything else, as a sentence.
    Failed(anyhow::Error),
}

impl<E: Into<anyhow::Error>> From<E> for Stop {
    fn from(error: E) -> Self {
        Self::Failed(error.into())
    }
}

/// What a command gives back.
pub type Done = Result<(), Stop>;

/// A reason as a [`Stop`].
///
/// # Errors
/// Always.
pub fn stop<T>(why: impl Into<String>) -> Result<T, Stop> {
    Err(Stop::Failed(anyhow::Error::msg(why.into())))
}

/// Writes a value as one line of JSON.
///
/// # Errors
/// What the writer says.
pub fn json(out: &mut dyn Write, value: &impl serde::Serialize) -> Done {
    serde_json::to_writer(&mut *out, value)?;
    writeln!(out)?;
    Ok(())
}

/// A file that a tool keeps in the player's folder: it only grows, and is this tool's alone while it is open.
pub trait Kept {
    /// What messages call it.
    fn name(&self) -> String;

    /// What it says so far.
    fn text(&self) -> &str;

    /// Adds to it; it is on disk when this returns.
    ///
    /// # Errors
    /// When it cannot be written; nothing of it is there then.
    fn append(&mut self, text: &str) -> Done;

    /// Forgets everything behind the first so many bytes: the torn tail of a crash.
    ///
    /// # Errors
    /// What the system says.
    fn cut_to(&mut self, length: u64) -> Done;
}

/// What a tool asks of the player's folder: tables in place of those of the program, battles, files of its own,
/// and his ear.
pub trait PlayerFiles {
    /// Those of a ruleset: the one in his folder, and the file he names after it.
    ///
    /// # Errors
    /// When a file cannot be read.
    fn custom_data(&self, ruleset: &str, file: Option<&Path>) -> Result<Vec<CustomData>, Stop>;

    /// A battle of a ruleset by the name or file of its scenario, or of a saved game.
    ///
    /// # Errors
    /// When there is none, it is of another ruleset, or it cannot be read.
    fn battle(&self, ruleset: &str, name: &str) -> Result<Written, Stop>;

    /// The bytes of a file of another program, of which there may be so many.
    ///
    /// # Errors
    /// When it cannot be read, or is larger.
    fn bytes(&self, file: &Path, most: u64) -> Result<Vec<u8>, Stop>;

    /// Says a word beside what was asked for.
    fn tell(&self, line: &str);

    /// A seed nobody has chosen.
    fn fresh_seed(&self) -> u64;

    /// Makes a new file of a kind with this text: whole and on disk, or not there at all.
    ///
    /// # Errors
    /// When there is one of that name, or it cannot be written.
    fn create_kept(&self, kind: &str, name: &str, text: &str) -> Done;

    /// Opens a file of a kind to add to it.
    ///
    /// # Errors
    /// When there is none, somebody else has it open, or it cannot be read.
    fn open_kept(&self, kind: &str, name: &str) -> Result<Box<dyn Kept>, Stop>;
}

/// Arguments that can be acted on.
pub trait Run: Args {
    /// Does what they say; `files` finds tables of the player's own.
    ///
    /// # Errors
    /// Why it cannot be done.
    fn run(self, files: &dyn PlayerFiles, out: &mut dyn Write) -> Done;
}

/// A command that a ruleset brings with it: its calculator of odds, its weapons data.
#[derive(Copy, Clone)]
pub struct Tool {
    describe: fn(Command) -> Command,
    run: fn(&ArgMatches, &dyn PlayerFiles, &mut dyn Write) -> Done,
}

impl fmt::Debug for Tool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Tool")
    }
}

impl Tool {
    /// The command with these arguments.
    pub const fn of<A: Run>() -> Self {
        Self {
            describe: A::augment_args,
            run: |given, files, out| A::from_arg_matches(given)?.run(files, out),
        }
    }

    /// The command under a name, with its help.
    pub fn command(self, name: &'static str) -> Command {
        (self.describe)(Command::new(name))
    }

    /// Runs it on what was given on the command line.
    ///
    /// # Errors
    /// Why it cannot be done.
    pub fn run(self, given: &ArgMatches, files: &dyn PlayerFiles, out: &mut dyn Write) -> Done {
        (self.run)(given, files, out)
    }
}
