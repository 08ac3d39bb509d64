//! The command line: a file for each command.
//!
//! Exit codes: 0 when it is done, 1 when what was asked for cannot be had or is bad, 2 when the command
//! line itself makes no sense. What was asked for goes to standard output, every other word to standard
//! error. A reader that goes away early (`| head`) is no error.

mod check;
mod edit;
mod export;
mod list;
mod lobby;
mod look;
mod los;
mod play;
mod record;
mod replay;
mod resume;
mod services;
mod shell;
mod sim;
mod tools;
mod values;
mod watch;

use std::ffi::OsString;
use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::library::Library;
use crate::plain::Plain;
use crate::tool::{Done, Stop, json, stop};

pub use services::Desk;

/// A referee, a map table and an opponent for Second World War tabletop wargames.
///
/// Without a command the title screen opens: scenarios, saved games, new games.
#[derive(Parser)]
#[command(name = "standto", version, max_term_width = 100, after_help = AFTER)]
#[command(args_conflicts_with_subcommands = true)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    look: look::Look,
}

const AFTER: &str = "\
Saved games, your own scenarios and your own configuration lie in one folder: the one named in \
STANDTO_HOME, or the system's place for programs' data.

A SCENARIO is a name that \"standto list\" shows, with its ruleset before it where two have the name \
(\"RULESET/NAME\"), or the path of a .toml file.

Exit codes: 0 done, 1 what was asked for cannot be had or is bad, 2 the command line makes no sense.";

#[derive(Subcommand)]
enum Command {
    Play(play::Play),
    Resume(resume::Resume),
    List(list::List),
    Record(record::Record),
    Edit(edit::Edit),
    Export(export::Export),
    Lobby(lobby::Lobby),
    Watch(watch::Watch),
    Check(check::Check),
    Replay(replay::Replay),
    Sim(sim::Sim),
    Los(los::Los),
    Odds(tools::Odds),
    Catalog(tools::Catalog),
    Cards(tools::Cards),
    Deck(tools::Deck),
    Forge(tools::Forge),
    Import(tools::Import),
    Completions(shell::Completions),
    Man(shell::Man),
}

/// Reads the arguments, does what they say, and answers the exit code.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let arguments = tools::with_ruleset(arguments.into_iter().collect());
    let arguments = match Arguments::try_parse_from(arguments) {
        Ok(arguments) => arguments,
        Err(error) => {
            let text = error.render().to_string();
            if error.use_stderr() {
                tell(text.trim_end());
                return ExitCode::from(2);
            }
            // Help that nobody reads to its end is no error.
            let _ = Plain::new(BufWriter::new(io::stdout())).write_all(text.as_bytes());
            return ExitCode::SUCCESS;
        }
    };
    let front = Library::open();
    // Not locked: the screen's commands write by themselves, and a signal must find the way free.
    let mut out = Plain::new(BufWriter::new(io::stdout()));
    let done = match arguments.command {
        None => arguments.look.screen(front, None),
        Some(Command::Play(command)) => command.run(front),
        Some(Command::Resume(command)) => command.run(front),
        Some(Command::List(command)) => command.run(&front, &mut out),
        Some(Command::Edit(command)) => command.run(front),
        Some(Command::Export(command)) => command.run(&front, &mut out),
        Some(Command::Record(command)) => command.run(&front, &mut out),
        Some(Command::Lobby(command)) => command.run(front),
        Some(Command::Watch(command)) => command.run(front),
        Some(Command::Check(command)) => command.run(&front, &mut out),
        Some(Command::Replay(command)) => command.run(&front, &mut out),
        Some(Command::Sim(command)) => command.run(&front, &mut out),
        Some(Command::Los(command)) => command.run(&front, &mut out),
        Some(Command::Odds(command)) => command.run(&front, &mut out),
        Some(Command::Catalog(command)) => command.run(&front, &mut out),
        Some(Command::Cards(command)) => command.run(&front, &mut out),
        Some(Command::Deck(command)) => command.run(&front, &mut out),
        Some(Command::Forge(command)) => command.run(&front, &mut out),
        Some(Command::Import(command)) => command.run(&front, &mut out),
        Some(Command::Completions(command)) => command.run(&mut out),
        Some(Command::Man(command)) => command.run(&mut out),
    };
    let done = done.and_then(|()| Ok(out.flush()?));
    // Whatever was written before a failure is shown before the failure is told.
    let _ = out.flush();
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(Stop::Told) => ExitCode::FAILURE,
        Err(Stop::Failed(error)) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(Stop::Failed(error)) if error.is::<clap::Error>() => {
            tell(&format!("{error}"));
            ExitCode::from(2)
        }
        Err(Stop::Failed(error)) => {
            tell(&format!("error: {error:#}"));
            ExitCode::FAILURE
        }
        Err(Stop::Usage(why)) => {
            tell(&format!("error: {why}\n\nFor more information, try '--help'."));
            ExitCode::from(2)
        }
    }
}

/// A line on standard error; nobody is left to be told if that is gone too.
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
