//! `standto lobby`: the entrance of a host, where every guest has an account.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::CommandResult;
use super::login::{Guest, Login};
use super::look::{Look, want_terminal};
use crate::library::Library;
use crate::store::{Admission, Quota, SYSTEM_LOG, SystemLog};
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
    /// File of SSH keys; "guest:NAME" behind a key names its guest, who needs no password
    #[arg(long, value_name = "FILE", conflicts_with = "name")]
    keys: Option<PathBuf>,
    /// Most accounts on this host
    #[arg(long, value_name = "N", default_value_t = 500)]
    guests: usize,
    /// Most saved games per account
    #[arg(long, value_name = "N", default_value_t = 50)]
    saves: usize,
    /// Most files of every kind per account: games, scenarios, recovery copies, decks
    #[arg(long, value_name = "N", default_value_t = 300)]
    files: usize,
    /// Most disk space per account, in MiB
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = clap::value_parser!(u64).range(1..=1024))]
    megabytes: u64,
    /// Most new names from one address in an hour
    #[arg(long, value_name = "N", default_value_t = 5)]
    new_names: usize,
    /// Days after which a name that was never played with is free again
    #[arg(long, value_name = "DAYS", default_value_t = 14, value_parser = clap::value_parser!(u64).range(1..=3650))]
    unused_days: u64,
    /// Most sessions of one account at once
    #[arg(long, value_name = "N", default_value_t = 8)]
    sessions: usize,
    /// Most connections from one address at once
    #[arg(long, value_name = "N", default_value_t = 24)]
    per_address: usize,
    /// Time for logging in, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 120)]
    login_seconds: u64,
    /// Socket of the system log, for logins and refusals
    #[arg(long, value_name = "SOCKET", default_value = SYSTEM_LOG)]
    system_log: PathBuf,
    #[command(flatten)]
    look: Look,
}

impl Lobby {
    pub(super) fn run(self, front: Library) -> CommandResult {
        want_terminal()?;
        // Echo is restored whichever way the command ends.
        tui::heed()?;
        let home = front.home()?.clone();
        let rules = Admission {
            guests: self.guests,
            names_per_hour: self.new_names,
            unused: Duration::from_secs(self.unused_days * 24 * 3600),
        };
        let log = SystemLog::at(self.system_log.clone());
        let login = Login {
            host: home.folder(),
            name: self.name.as_deref(),
            vouched: self.vouched,
            keys: self.keys.as_deref(),
            rules,
            sessions: self.sessions,
            per_address: self.per_address,
            patience: Duration::from_secs(self.login_seconds),
            log,
        };
        let Guest { name, visit } = login.enter()?;
        let quota = Quota { saves: self.saves, files: self.files, bytes: self.megabytes << 20 };
        let done = self.look.screen(Library::at(home.account(&name, quota)), None);
        drop(visit);
        done
    }
}
