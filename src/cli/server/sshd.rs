//! The settings of sshd for a host: printed, and checked with `sshd -t`.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use clap::Args;

use crate::cli::{CommandError, CommandResult, fail, tell};
use crate::store;

/// The system account and the files of a host.
#[derive(Args)]
pub(super) struct Place {
    /// System account of the guests
    #[arg(long, default_value = "guest")]
    pub user: String,
    /// Folder of the host
    #[arg(long, default_value = "/srv/standto", value_name = "FOLDER")]
    pub folder: PathBuf,
    /// This program, as sshd is to run it; the default is where it runs now
    #[arg(long, value_name = "FILE")]
    pub program: Option<PathBuf>,
    /// File of the guests' SSH keys
    #[arg(long, default_value = "/etc/ssh/standto_keys", value_name = "FILE")]
    pub keys: PathBuf,
}

impl Place {
    /// The settings. Forwarding is closed one kind at a time as well: some versions of sshd let
    /// `DisableForwarding` miss a kind.
    pub fn settings(&self) -> Result<String, CommandError> {
        let program = match &self.program {
            Some(program) => program.clone(),
            None => std::env::current_exe()?,
        };
        let word = |path: &Path| {
            let text = path.to_str().unwrap_or_default();
            let plain = |c: char| c.is_ascii_alphanumeric() || "/._-".contains(c);
            let good = text.starts_with('/') && text.chars().all(plain);
            if good {
                Ok(text.to_owned())
            } else {
                fail(format!(
                    "{}: sshd needs a full path of letters, digits and / . _ -",
                    crate::plain::path(path)
                ))
            }
        };
        let (program, folder, keys) = (word(&program)?, word(&self.folder)?, word(&self.keys)?);
        let user = &self.user;
        if user.is_empty() || !user.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_') {
            return fail("a system account has letters, digits, - and _");
        }
        Ok(format!(
            "\
Match User {user}
    ForceCommand {program} lobby --keys {keys}
    AuthorizedKeysFile {keys}
    ExposeAuthInfo yes
    SetEnv STANDTO_HOME={folder}
    DisableForwarding yes
    AllowTcpForwarding no
    AllowStreamLocalForwarding no
    AllowAgentForwarding no
    X11Forwarding no
    PermitTunnel no
    PermitUserRC no
    PermitTTY yes
    MaxSessions 1
    ClientAliveInterval 60
    ClientAliveCountMax 3
Match all
"
        ))
    }

    /// Prints the settings and says whether sshd accepts them.
    pub(super) fn print(&self, out: &mut dyn Write) -> CommandResult {
        let settings = self.settings()?;
        match check(&settings)? {
            Verdict::Accepted => tell("sshd -t accepts these settings"),
            Verdict::NoSshd => tell("warning: not checked, because sshd is not installed here"),
            Verdict::Refused(why) => return fail(format!("sshd -t refuses these settings: {why}")),
        }
        write!(out, "{settings}")?;
        Ok(())
    }
}

/// What sshd says about settings.
pub(super) enum Verdict {
    Accepted,
    NoSshd,
    Refused(String),
}

/// Where sshd is installed, if it is.
pub(super) fn program() -> Option<PathBuf> {
    let places = ["/usr/sbin/sshd", "/usr/local/sbin/sshd", "/usr/bin/sshd", "/sbin/sshd"];
    places.iter().map(PathBuf::from).find(|place| place.exists())
}

/// Lets sshd check settings, with a host key made for the purpose.
pub(super) fn check(settings: &str) -> Result<Verdict, CommandError> {
    let Some(sshd) = program() else { return Ok(Verdict::NoSshd) };
    store::with_scratch_folder(|folder| {
        let (key, config) = (folder.join("key"), folder.join("config"));
        let made = Command::new("ssh-keygen")
            .args(["-q", "-t", "ed25519", "-N", "", "-f"])
            .arg(&key)
            .stdin(Stdio::null())
            .status();
        if !made.is_ok_and(|made| made.success()) {
            return Ok(Verdict::NoSshd);
        }
        store::replace(&config, &format!("HostKey {}\n{settings}", key.to_string_lossy()))?;
        let run = Command::new(sshd).arg("-t").arg("-f").arg(&config).stdin(Stdio::null()).output()?;
        let said = String::from_utf8_lossy(&run.stderr).trim().to_owned();
        Ok(if run.status.success() { Verdict::Accepted } else { Verdict::Refused(said) })
    })?
}
