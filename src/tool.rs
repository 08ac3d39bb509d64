//! Command-line tools: how they answer and fail, and those a ruleset brings.
//!
//! The answer goes to the writer; everything else is a [`CommandError`].

mod table;

use std::fmt;
use std::io::Write;
use std::path::Path;

use clap::{ArgMatches, Args, Command};
use clap_complete::engine::{ArgValueCandidates, CompletionCandidate};

use crate::reading::{CustomData, ScenarioText};

pub use table::Table;

/// Why a command fails.
pub enum CommandError {
    /// The reason has been printed; only the exit code is left.
    Reported,
    /// The command line makes no sense.
    Usage(String),
    /// Anything else, as a sentence.
    Failed(anyhow::Error),
}

impl<E: Into<anyhow::Error>> From<E> for CommandError {
    fn from(error: E) -> Self {
        Self::Failed(error.into())
    }
}

/// The result of a command.
pub type CommandResult = Result<(), CommandError>;

/// Fails with a reason.
///
/// # Errors
/// Always.
pub fn fail<T>(why: impl Into<String>) -> Result<T, CommandError> {
    Err(CommandError::Failed(anyhow::Error::msg(why.into())))
}

/// The names that a shell completes for an argument. They are listed only when a shell asks.
pub fn names<I>(list: fn() -> I) -> ArgValueCandidates
where
    I: IntoIterator<Item: Into<String>> + 'static,
{
    let candidate = |name: I::Item| CompletionCandidate::new(name.into());
    ArgValueCandidates::new(move || list().into_iter().map(candidate).collect::<Vec<_>>())
}

/// Writes a value as one line of JSON.
///
/// # Errors
/// Whatever the writer reports.
pub fn json(out: &mut dyn Write, value: &impl serde::Serialize) -> CommandResult {
    serde_json::to_writer(&mut *out, value)?;
    writeln!(out)?;
    Ok(())
}

/// An append-only file that a tool keeps in the player's folder, locked while it is open.
pub trait ToolFile {
    /// The file name for messages.
    fn name(&self) -> String;

    /// Its contents.
    fn text(&self) -> &str;

    /// Appends to it; the text is on disk when this returns.
    ///
    /// # Errors
    /// It cannot be written. Nothing has been added then.
    fn append(&mut self, text: &str) -> CommandResult;

    /// Drops everything after the first `length` bytes: the torn tail left by a crash.
    ///
    /// # Errors
    /// Whatever the system reports.
    fn cut_to(&mut self, length: u64) -> CommandResult;
}

/// A tool's access to the player's folder: custom data, battles, files of its own, and a way to print
/// remarks.
pub trait PlayerFiles {
    /// A ruleset's custom data: the file in the player's folder, and the file named on the command line.
    ///
    /// # Errors
    /// A file cannot be read.
    fn custom_data(&self, ruleset: &str, file: Option<&Path>) -> Result<Vec<CustomData>, CommandError>;

    /// A battle of a ruleset, by the name or file of a scenario or of a saved game.
    ///
    /// # Errors
    /// There is none, it belongs to another ruleset, or it cannot be read.
    fn battle(&self, ruleset: &str, name: &str) -> Result<ScenarioText, CommandError>;

    /// The bytes of another program's file, at most `most` of them.
    ///
    /// # Errors
    /// It cannot be read, or is larger.
    fn bytes(&self, file: &Path, most: u64) -> Result<Vec<u8>, CommandError>;

    /// Prints a remark beside the answer.
    fn tell(&self, line: &str);

    /// A random seed.
    fn fresh_seed(&self) -> u64;

    /// Creates a file of this kind with this text: complete and on disk, or not at all.
    ///
    /// # Errors
    /// The name is taken, or the file cannot be written.
    fn create_file(&self, kind: &str, name: &str, text: &str) -> CommandResult;

    /// Opens a file of this kind for appending.
    ///
    /// # Errors
    /// There is none, another program has it open, or it cannot be read.
    fn open_file(&self, kind: &str, name: &str) -> Result<Box<dyn ToolFile>, CommandError>;
}

/// Arguments that can be run.
pub trait Run: Args {
    /// Runs the command; `files` finds custom data.
    ///
    /// # Errors
    /// Why it fails.
    fn run(self, files: &dyn PlayerFiles, out: &mut dyn Write) -> CommandResult;
}

/// A command that a ruleset brings: its odds calculator, its catalog.
#[derive(Copy, Clone)]
pub struct Tool {
    describe: fn(Command) -> Command,
    run: fn(&ArgMatches, &dyn PlayerFiles, &mut dyn Write) -> CommandResult,
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

    /// Runs it with the arguments given.
    ///
    /// # Errors
    /// Why it fails.
    pub fn run(self, given: &ArgMatches, files: &dyn PlayerFiles, out: &mut dyn Write) -> CommandResult {
        (self.run)(given, files, out)
    }
}
