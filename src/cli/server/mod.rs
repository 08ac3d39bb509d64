//! `standto server`: the operator's commands for a host with guests.

mod accounts;
mod doctor;
mod sshd;

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::{CommandResult, fail, json};
use crate::library::Library;
use crate::store::{self, Accounts, StoreError};

/// Look after a host: guests, accounts, settings of sshd.
///
/// The commands work on the folder in STANDTO_HOME. Run those that read or change accounts as the system
/// account of the guests: sudo -u guest env STANDTO_HOME=/srv/standto standto server status
#[derive(Args)]
#[command(after_help = "Examples:\n  standto server status\n  standto server reset-password anna\n  \
    standto server sshd-config --folder /srv/standto > /etc/ssh/sshd_config.d/standto.conf")]
pub struct Server {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// List the guests who are on, and count what the host keeps
    Status {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// List the accounts: how they are opened, the last login, and what they keep
    Accounts {
        /// Print JSON
        #[arg(long)]
        json: bool,
    },
    /// Give an account a new password, and print it
    ResetPassword {
        /// Name of the account
        name: String,
    },
    /// Remove an account with everything in it
    Remove {
        /// Name of the account
        name: String,
        /// Really remove it; without this, only say what would go
        #[arg(long)]
        yes: bool,
    },
    /// Free the names that were never played with
    Prune {
        /// Days without a login
        #[arg(long, default_value_t = 14)]
        days: u64,
        /// Only list them
        #[arg(long)]
        dry_run: bool,
    },
    /// Check folder, permissions, disk, log and sshd
    Doctor {
        #[command(flatten)]
        place: sshd::Place,
        /// Print JSON: a list of findings
        #[arg(long)]
        json: bool,
    },
    /// Print the settings of sshd for this program, and check them with sshd -t
    SshdConfig(sshd::Place),
}

impl Server {
    pub(super) fn run(self, front: &Library, out: &mut dyn Write) -> CommandResult {
        match self.task {
            Task::SshdConfig(place) => place.print(out),
            Task::Doctor { place, json } => doctor::run(&place, json, out),
            Task::Status { json } => accounts::status(&host(front)?, json, out),
            Task::Accounts { json } => accounts::list(&host(front)?, json, out),
            Task::ResetPassword { name } => accounts::reset_password(&host(front)?, &name, out),
            Task::Remove { name, yes } => accounts::remove(&host(front)?, &name, yes, out),
            Task::Prune { days, dry_run } => accounts::prune(&host(front)?, days, dry_run, out),
        }
    }
}

/// A host whose accounts this process may change.
struct Host {
    folder: PathBuf,
    accounts: Accounts,
}

/// The host in STANDTO_HOME. Files written by another user would shut its guests out.
fn host(front: &Library) -> Result<Host, super::CommandError> {
    let folder = front.home()?.folder().to_path_buf();
    let (owner, _) = match store::owner_and_mode(&folder) {
        Err(StoreError::NotFound { .. }) => {
            let path = crate::plain::path(&folder);
            return fail(format!("there is no host in {path}; name its folder in STANDTO_HOME"));
        }
        known => known?,
    };
    let own = store::own_user();
    if owner != own {
        let path = crate::plain::path(&folder);
        return fail(format!(
            "{path} belongs to user {owner}, and you are user {own}; run this as its owner: \
             sudo -u '#{owner}' env STANDTO_HOME={path} standto server …"
        ));
    }
    Ok(Host { accounts: Accounts::of(&folder), folder })
}
