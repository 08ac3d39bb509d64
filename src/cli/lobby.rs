//! `standto lobby`: the entrance of a host, where every guest has an account.

use std::io::{self, BufRead, Read, Write};

use clap::Args;

use super::look::{Look, want_terminal};
use super::{CommandError, CommandResult, fail};
use crate::library::Library;
use crate::plain::Plain;
use crate::store::{Accounts, LONGEST_NAME, Quota, SHORTEST_SECRET};
use crate::tui;

/// Welcome guests: each guest has an account, opened by name and password.
///
/// This is the command that a host runs for guests who connect over the network and have no shell. A name
/// belongs to the first guest who takes it. See docs/host.md for setting up a host.
#[derive(Args)]
#[command(after_help = "Examples:\n  standto lobby\n  standto lobby anna\n  \
    standto lobby anna --vouched    (in a key's command=\"…\")")]
pub struct Lobby {
    /// Name of the account; asked for if missing
    name: Option<String>,
    /// Skip the password because the caller has checked who it is: for the command of an SSH key
    #[arg(long, requires = "name")]
    vouched: bool,
    /// Most accounts on this host
    #[arg(long, value_name = "N", default_value_t = 500)]
    guests: usize,
    /// Most saved games per account
    #[arg(long, value_name = "N", default_value_t = 50)]
    saves: usize,
    /// Most disk space per account, in MiB
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = clap::value_parser!(u64).range(1..=1024))]
    megabytes: u64,
    #[command(flatten)]
    look: Look,
}

/// Attempts at the password.
const TRIES: usize = 3;

impl Lobby {
    pub(super) fn run(self, front: Library) -> CommandResult {
        want_terminal()?;
        // Echo is restored whichever way the command ends.
        tui::heed()?;
        let home = front.home()?.clone();
        let accounts = Accounts::of(home.folder());
        let given = match &self.name {
            Some(name) => name.clone(),
            None => ask("Your name: ", true)?,
        };
        let Some(name) = Accounts::name(&given) else {
            return fail(format!(
                "a name has up to {LONGEST_NAME} small letters, digits and \"-\", and begins with a letter"
            ));
        };
        match accounts.find(&name)? {
            Some(mut account) if self.vouched != account.is_vouched_for()? => {
                let _ = &mut account;
                return fail(format!("the name \"{name}\" is taken"));
            }
            Some(_) if self.vouched => {}
            Some(mut account) => {
                let mut tries = 0;
                while !account.opens(&ask(&format!("Password of {name}: "), false)?)? {
                    tries += 1;
                    if tries == TRIES {
                        return fail("wrong password for this name");
                    }
                }
            }
            None if accounts.count() >= self.guests => {
                return fail(format!("this host is full; it has room for {} accounts", self.guests));
            }
            None if self.vouched => accounts.claim(&name, None)?,
            None => accounts.claim(&name, Some(&choose_secret(&name)?))?,
        }
        let quota = Quota { saves: self.saves, bytes: self.megabytes << 20 };
        self.look.screen(Library::at(home.account(&name, quota)), None)
    }
}

fn choose_secret(name: &str) -> Result<String, CommandError> {
    say(&format!(
        "There is no account {name} yet. Choose a password of at least {SHORTEST_SECRET} characters. It \
         opens your games and cannot be recovered.\n"
    ))?;
    let secret = ask("Password: ", false)?;
    if secret.chars().count() < SHORTEST_SECRET {
        return fail(format!("a password has at least {SHORTEST_SECRET} characters"));
    }
    if ask("Again: ", false)? != secret {
        return fail("the two passwords differ; no account was created");
    }
    Ok(secret)
}

fn say(text: &str) -> io::Result<()> {
    let mut out = Plain::new(io::stdout());
    out.write_all(text.as_bytes())?;
    out.flush()
}

/// Asks for a line; a password is not echoed.
fn ask(question: &str, shown: bool) -> Result<String, CommandError> {
    let mut line = String::new();
    let mut answer = || {
        say(question)?;
        io::stdin().lock().take(256).read_line(&mut line)
    };
    let read = if shown {
        answer()?
    } else {
        let read = tui::unseen(answer)?;
        say("\n")?;
        read?
    };
    match read {
        0 => fail("no answer"),
        _ => Ok(line.trim_end_matches(['\r', '\n']).to_owned()),
    }
}
