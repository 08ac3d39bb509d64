//! The command line: one file per command.
//!
//! Exit codes: 0 done, 1 the request failed or a file is bad, 2 bad usage. Results go to standard output,
//! everything else to standard error. A reader that closes the pipe early (`| head`) is not an error.

mod battles;
mod campaign;
mod cast;
mod check;
mod doctor;
mod edit;
mod export;
mod host;
mod ladder;
mod list;
mod lobby;
mod login;
mod look;
mod los;
mod names;
mod pack;
mod picture;
mod play;
mod progress;
mod record;
mod replay;
mod report;
mod resume;
mod server;
mod services;
mod setup;
mod shell;
mod shown;
mod sim;
mod tools;
mod values;
mod version;
mod watch;

use std::ffi::OsString;
use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{CommandFactory, Parser, Subcommand};

use crate::library::Library;
use crate::plain::Plain;
use crate::tool::{CommandError, CommandResult, fail, json};

pub use services::LibraryServices;

/// Referee, map table and computer opponent for Second World War tabletop wargames.
///
/// Without a command the title screen opens, with scenarios, saved games and new games.
#[derive(Parser)]
#[command(name = "standto", version, long_version = version::long(), max_term_width = 100, after_help = AFTER)]
#[command(args_conflicts_with_subcommands = true)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    look: look::Look,
}

const AFTER: &str = "Saved games, your scenarios and your configuration are kept in one folder: the one named in STANDTO_HOME, or the system's standard data folder.

A SCENARIO is a name from \"standto list\", or the path of a .toml file. Where two scenarios have the same name, put the ruleset before it: RULESET/NAME.

Exit codes: 0 done, 1 the request failed or a file is bad, 2 bad usage.";

#[derive(Subcommand)]
enum Command {
    Play(play::Play),
    Resume(resume::Resume),
    Host(host::Host),
    Join(host::Join),
    List(list::List),
    #[command(alias = "record")]
    Statistics(record::Record),
    Campaign(campaign::Campaigns),
    Edit(edit::Edit),
    Export(export::Export),
    Pack(pack::Pack),
    Open(pack::Open),
    Lobby(lobby::Lobby),
    Server(server::Server),
    Watch(watch::Watch),
    Picture(picture::Picture),
    Report(report::Report),
    Check(check::Check),
    Replay(replay::Replay),
    Sim(sim::Sim),
    Ladder(ladder::Ladder),
    Los(los::Los),
    Odds(tools::Odds),
    Catalog(tools::Catalog),
    Cards(tools::Cards),
    Deck(tools::Deck),
    Forge(tools::Forge),
    Import(tools::Import),
    Doctor(doctor::Doctor),
    Completions(shell::Completions),
    Man(shell::Man),
}

/// Parses the arguments, runs the command and returns the exit code.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    if std::env::var_os(shell::COMPLETING).is_some() {
        return shell::complete(arguments);
    }
    let arguments = match parsed(arguments.into_iter().collect()) {
        Ok(arguments) => arguments,
        Err(code) => return code,
    };
    // Not locked: the screen commands write for themselves, and a signal handler must not block.
    let mut out = Plain::new(BufWriter::new(io::stdout()));
    let done = carry_out(arguments, Library::open(), &mut out);
    let done = done.and_then(|()| Ok(out.flush()?));
    // Output written before a failure is shown before the error.
    let _ = out.flush();
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(CommandError::Reported) => ExitCode::FAILURE,
        Err(CommandError::Failed(error)) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(CommandError::Failed(error)) if error.is::<clap::Error>() => {
            tell(&format!("{error}"));
            ExitCode::from(2)
        }
        Err(CommandError::Failed(error)) => {
            tell(&format!("error: {error:#}"));
            ExitCode::FAILURE
        }
        Err(CommandError::Usage(why)) => {
            tell(&format!("error: {why}\n\nFor more information, try '--help'."));
            ExitCode::from(2)
        }
    }
}

/// Parses the arguments; otherwise tells why, or shows the help, and gives the exit code.
fn parsed(arguments: Vec<OsString>) -> Result<Arguments, ExitCode> {
    let arguments = match tools::with_ruleset(arguments) {
        Ok(arguments) => arguments,
        Err(why) => {
            tell(&format!("error: {why}"));
            return Err(ExitCode::from(2));
        }
    };
    let parsed = match arguments.len() {
        // The title screen does not wait for the command line to be set up.
        0 | 1 => Ok(Arguments { command: None, look: look::Look::default() }),
        _ => Arguments::try_parse_from(&arguments),
    };
    match parsed {
        Ok(arguments) => Ok(arguments),
        Err(error) => {
            let text = told(&error, &arguments);
            if error.use_stderr() {
                tell(text.trim_end());
                return Err(ExitCode::from(2));
            }
            // A reader that stops before the end of the help is not an error.
            let _ = Plain::new(BufWriter::new(io::stdout())).write_all(text.as_bytes());
            Err(ExitCode::SUCCESS)
        }
    }
}

/// Runs the command.
fn carry_out(arguments: Arguments, front: Library, out: &mut dyn Write) -> Result<(), CommandError> {
    match arguments.command {
        None => arguments.look.screen(front, None),
        Some(Command::Play(command)) => command.run(front, out),
        Some(Command::Resume(command)) => command.run(front, out),
        Some(Command::Host(command)) => command.run(front),
        Some(Command::Join(command)) => command.run(front),
        Some(Command::List(command)) => command.run(&front, out),
        Some(Command::Campaign(command)) => command.run(front, out),
        Some(Command::Edit(command)) => command.run(front),
        Some(Command::Export(command)) => command.run(&front, out),
        Some(Command::Pack(command)) => command.run(&front, out),
        Some(Command::Open(command)) => command.run(&front, out),
        Some(Command::Statistics(command)) => command.run(&front, out),
        Some(Command::Lobby(command)) => command.run(front),
        Some(Command::Server(command)) => command.run(&front, out),
        Some(Command::Watch(command)) => command.run(front),
        Some(Command::Picture(command)) => command.run(&front, out),
        Some(Command::Report(command)) => command.run(&front, out),
        Some(Command::Check(command)) => command.run(&front, out),
        Some(Command::Replay(command)) => command.run(front, out),
        Some(Command::Sim(command)) => command.run(&front, out),
        Some(Command::Ladder(command)) => command.run(&front, out),
        Some(Command::Los(command)) => command.run(&front, out),
        Some(Command::Odds(command)) => command.run(&front, out),
        Some(Command::Catalog(command)) => command.run(&front, out),
        Some(Command::Cards(command)) => command.run(&front, out),
        Some(Command::Deck(command)) => command.run(&front, out),
        Some(Command::Forge(command)) => command.run(&front, out),
        Some(Command::Import(command)) => command.run(&front, out),
        Some(Command::Doctor(command)) => command.run(&front, out),
        Some(Command::Completions(command)) => command.run(out),
        Some(Command::Man(command)) => command.run(out),
    }
}

/// An error of the command line; an unknown command is told with those there are.
fn told(error: &clap::Error, arguments: &[OsString]) -> String {
    let text = error.render().to_string();
    if error.kind() == ErrorKind::ValueValidation {
        // The words of the parser of numbers.
        return text
            .replace("invalid digit found in string", "expected a whole number")
            .replace("number too large to fit in target type", "this number is too large")
            .replace("cannot parse integer from empty string", "expected a whole number");
    }
    if error.kind() != ErrorKind::InvalidSubcommand {
        return text;
    }
    let mut command = Arguments::command();
    command.build();
    for word in arguments.iter().skip(1) {
        let Some(below) = command.find_subcommand(word) else { break };
        command = below.clone();
    }
    let known: Vec<&str> = command.get_subcommands().map(clap::Command::get_name).collect();
    text.replacen("\n\nUsage:", &format!("\n\n  available: {}\n\nUsage:", known.join(", ")), 1)
}

/// Prints a line on standard error; a failure to print it is ignored.
fn tell(line: &str) {
    let _ = Plain::new(io::stderr().lock()).write_all(format!("{}\n", line.trim_end()).as_bytes());
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let broken = |error: &io::Error| error.kind() == io::ErrorKind::BrokenPipe;
    error.chain().any(|cause| {
        cause.downcast_ref::<io::Error>().is_some_and(broken)
            || cause
                .downcast_ref::<serde_json::Error>()
                .is_some_and(|e| e.io_error_kind() == Some(io::ErrorKind::BrokenPipe))
    })
}
