//! `standto completions` and `standto man`: shell completions and manual pages.

use std::io::Write;

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use super::{Arguments, CommandResult};

/// Print the completions for a shell.
///
/// For bash: standto completions bash > ~/.local/share/bash-completion/completions/standto
#[derive(Args)]
pub struct Completions {
    /// The shell
    shell: Shell,
}

impl Completions {
    pub(super) fn run(self, out: &mut dyn Write) -> CommandResult {
        // Collected first: the crate panics if the reader closes the pipe.
        let mut text = Vec::new();
        clap_complete::generate(self.shell, &mut Arguments::command(), "standto", &mut text);
        Ok(out.write_all(&text)?)
    }
}

/// Print the manual page of standto or of one of its commands.
///
/// To read it: standto man | man -l -
#[derive(Args)]
pub struct Man {
    /// A command from "standto help"; without it, the page of standto itself
    command: Option<String>,
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
        clap_mangen::Man::new(command).render(&mut &mut *out)?;
        Ok(())
    }
}

fn unknown(program: &clap::Command, name: &str) -> super::CommandError {
    let known: Vec<&str> = program.get_subcommands().map(clap::Command::get_name).collect();
    super::CommandError::Usage(format!("unknown command \"{name}\"; available: {}", known.join(", ")))
}
