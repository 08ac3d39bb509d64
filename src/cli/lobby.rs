//! `standto lobby`: the door of a host. Behind it every guest has a drawer of his own.

use std::io::{self, BufRead, Read, Write};

use clap::Args;

use super::look::{Look, want_terminal};
use super::{Done, Stop, stop};
use crate::library::Library;
use crate::plain::Plain;
use crate::store::{Accounts, LONGEST_NAME, Quota, SHORTEST_SECRET};
use crate::tui;

/// Receive guests: each plays in a drawer of his own, which a name and a secret open.
///
/// This is what a host gives to those who come over the network instead of a shell. A name belongs to who
/// comes by it first. "docs/host.md" tells how to set up such a host.
#[derive(Args)]
#[command(after_help = "Examples:\n  standto lobby\n  standto lobby anna\n  \
    standto lobby anna --vouched    (in a key's command=\"…\")")]
pub struct Lobby {
    /// The guest's name; without it he is asked
    name: Option<String>,
    /// Somebody else vouches for the name, and no secret is asked: for a key's command
    #[arg(long, requires = "name")]
    vouched: bool,
    /// How many guests there may be
    #[arg(long, value_name = "N", default_value_t = 500)]
    guests: usize,
    /// How many saved games each may have
    #[arg(long, value_name = "N", default_value_t = 50)]
    saves: usize,
    /// How much room they may take, in MiB
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = clap::value_parser!(u64).range(1..=1024))]
    megabytes: u64,
    #[command(flatten)]
    look: Look,
}

/// How often a secret may be tried.
const TRIES: usize = 3;

impl Lobby {
    pub(super) fn run(self, front: Library) -> Done {
        want_terminal()?;
        // However it ends, what is typed is seen again.
        tui::heed()?;
        let home = front.home()?.clone();
        let accounts = Accounts::of(home.folder());
        let given = match &self.name {
            Some(name) => name.clone(),
            None => ask("Your name: ", true)?,
        };
        let Some(name) = Accounts::name(&given) else {
            return stop(format!(
                "a name has up to {LONGEST_NAME} small letters, digits and \"-\", and begins with a letter"
            ));
        };
        match accounts.find(&name)? {
            Some(mut account) if self.vouched != account.is_vouched()? => {
                let _ = &mut account;
                return stop(format!("the name \"{name}\" belongs to somebody else"));
            }
            Some(_) if self.vouched => {}
            Some(mut account) => {
                let mut tries = 0;
                while !account.opens(&ask(&format!("The secret of {name}: "), false)?)? {
                    tries += 1;
                    if tries == TRIES {
                        return stop("that is not the secret of this name");
                    }
                }
            }
            None if accounts.count() >= self.guests => {
                return stop(format!("there are {} guests already, and no room for more", self.guests));
            }
            None if self.vouched => accounts.claim(&name, None)?,
            None => accounts.claim(&name, Some(&choose_secret(&name)?))?,
        }
        let quota = Quota { saves: self.saves, bytes: self.megabytes << 20 };
        self.look.screen(Library::at(home.account(&name, quota)), None)
    }
}

fn choose_secret(name: &str) -> Result<String, Stop> {
    say(&format!(
        "Nobody is called {name} yet. Choose a secret of at least {SHORTEST_SECRET} letters: it opens your games, \
         and cannot be had again.\n"
    ))?;
    let secret = ask("Secret: ", false)?;
    if secret.chars().count() < SHORTEST_SECRET {
        return stop(format!("a secret has at least {SHORTEST_SECRET} letters"));
    }
    if ask("Once more: ", false)? != secret {
        return stop("the two are not the same; nothing is changed");
    }
    Ok(secret)
}

fn say(text: &str) -> io::Result<()> {
    let mut out = Plain::new(io::stdout());
    out.write_all(text.as_bytes())?;
    out.flush()
}

/// Asks for a line; a secret is not shown while it is typed.
fn ask(question: &str, shown: bool) -> Result<String, Stop> {
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
        0 => stop("nothing was answered"),
        _ => Ok(line.trim_end_matches(['\r', '\n']).to_owned()),
    }
}
