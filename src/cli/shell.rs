//! `standto completions` and `standto man`: shell completions and manual pages.

use std::ffi::OsString;
use std::io::Write;
use std::process::{Command, ExitCode, Stdio};

use clap::{Args, CommandFactory};
use clap_complete::Shell;
use clap_complete::env::{CompleteEnv, Shells};

use super::{Arguments, CommandResult};
use crate::tool::names;

/// Print the completions for a shell.
///
/// They know the names of your scenarios and saved games. In ~/.bashrc: source <(standto completions bash); in
/// ~/.zshrc: source <(standto completions zsh); in fish: standto completions fish | source.
#[derive(Args)]
pub struct Completions {
    /// The shell
    shell: Shell,
}

/// Set by the completions of a shell: the shell that asks for candidates.
pub(super) const COMPLETING: &str = "STANDTO_COMPLETE";

impl Completions {
    pub(super) fn run(self, out: &mut dyn Write) -> CommandResult {
        let name = self.shell.to_string();
        let mut text = Vec::new();
        match Shells::builtins().completer(&name) {
            Some(shell) => {
                shell.write_registration(COMPLETING, "standto", "standto", "standto", &mut text)?
            }
            None => clap_complete::generate(self.shell, &mut Arguments::command(), "standto", &mut text),
        }
        Ok(out.write_all(&text)?)
    }
}

/// Answers a shell that asks what could come next on the command line.
pub(super) fn complete(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let folder = std::env::current_dir().ok();
    let environment = CompleteEnv::with_factory(Arguments::command).var(COMPLETING);
    // The shell ignores what it cannot use; the player is typing and must not be disturbed.
    match environment.try_complete(arguments, folder.as_deref()) {
        Ok(_) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}

/// Print the manual page of standto or of one of its commands.
///
/// On a terminal the page opens in man; a pipe or a file gets its source.
#[derive(Args)]
pub struct Man {
    /// A command from "standto help"; without it, the page of standto itself
    #[arg(add = names(commands))]
    command: Option<String>,
}

/// The names of all commands.
fn commands() -> Vec<String> {
    Arguments::command().get_subcommands().map(|command| command.get_name().to_owned()).collect()
}

impl Man {
    pub(super) fn run(self, out: &mut dyn Write) -> CommandResult {
        let mut program = Arguments::command();
        program.build();
        let command = match &self.command {
            None => program,
            Some(name) => {
                let found = program.find_subcommand(name).cloned();
                found.ok_or_else(|| unknown(&program, name))?
            }
        };
        let mut page = Vec::new();
        clap_mangen::Man::new(command.clone()).render(&mut page)?;
        if !super::look::shows_on_terminal() {
            return Ok(out.write_all(&page)?);
        }
        if opened(&page) {
            return Ok(());
        }
        // A system without man still has the help.
        let mut command = command;
        Ok(writeln!(out, "{}", command.render_long_help())?)
    }
}

/// Opens a manual page in man; whether there is one.
fn opened(page: &[u8]) -> bool {
    let Ok(mut man) = Command::new("man").args(["-l", "-"]).stdin(Stdio::piped()).spawn() else {
        return false;
    };
    if let Some(mut input) = man.stdin.take() {
        // A reader that is closed early has been read far enough.
        let _ = input.write_all(page);
    }
    man.wait().is_ok_and(|status| status.success())
}

fn unknown(program: &clap::Command, name: &str) -> super::CommandError {
    let known: Vec<&str> = program.get_subcommands().map(clap::Command::get_name).collect();
    super::CommandError::Usage(format!("unknown command \"{name}\"; available: {}", known.join(", ")))
}
