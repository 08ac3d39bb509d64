//! Checks of a host, each with what to do about a fault.

use std::io::Write;
use std::process::{Command, Stdio};

use serde::Serialize;

use super::json;
use super::sshd::{self, Place, Verdict};
use crate::cli::{CommandError, CommandResult};
use crate::store::{self, SYSTEM_LOG, StoreError, SystemLog};

/// The result of a check.
enum Finding {
    Good(String),
    Warning(String),
    Fault(String),
}

use Finding::{Fault, Good, Warning};

/// Less free space than this is worth a warning, in bytes.
const LITTLE_SPACE: u64 = 512 << 20;

/// Fewer sessions than this that have changes reported are worth a warning.
const ENOUGH_NOTICES: u32 = 512;

/// The settings that sshd must have for the guests, as `sshd -T` prints them.
const NEEDED: [&str; 7] = [
    "disableforwarding yes",
    "allowtcpforwarding no",
    "allowstreamlocalforwarding no",
    "allowagentforwarding no",
    "x11forwarding no",
    "permittunnel no",
    "permituserrc no",
];

/// A finding as JSON.
#[derive(Serialize)]
struct Line<'a> {
    state: &'static str,
    text: &'a str,
}

impl Finding {
    fn line(&self) -> Line<'_> {
        match self {
            Good(text) => Line { state: "ok", text },
            Warning(text) => Line { state: "warning", text },
            Fault(text) => Line { state: "fault", text },
        }
    }
}

pub(super) fn run(place: &Place, as_json: bool, out: &mut dyn Write) -> CommandResult {
    let mut findings = vec![folder(place), private(place), space(place), log(), notices()];
    findings.push(block(place)?);
    findings.push(running(place));
    if as_json {
        json(out, &findings.iter().map(Finding::line).collect::<Vec<_>>())?;
    } else {
        for Line { state, text } in findings.iter().map(Finding::line) {
            writeln!(out, "{state:<9}{text}")?;
        }
    }
    let faulty = findings.iter().any(|finding| matches!(finding, Fault(_)));
    if faulty { Err(CommandError::Reported) } else { Ok(()) }
}

fn folder(place: &Place) -> Finding {
    let path = crate::plain::path(&place.folder);
    match store::owner_and_mode(&place.folder) {
        Err(StoreError::NotFound { .. }) => Fault(format!(
            "{path} does not exist; create it: install -d -o {user} -g {user} -m 700 {path}",
            user = place.user
        )),
        Err(error) => Fault(error.to_string()),
        Ok((0, _)) => Fault(format!("{path} belongs to root; it must belong to {}", place.user)),
        Ok((_, mode)) if mode & 0o077 != 0 => {
            Fault(format!("{path} is open to other users (mode {mode:o}); chmod 700 {path}"))
        }
        Ok((owner, mode)) => Good(format!("{path} belongs to user {owner} alone (mode {mode:o})")),
    }
}

fn private(place: &Place) -> Finding {
    let open: Vec<_> = ["accounts", "drawers"]
        .iter()
        .flat_map(|folder| store::open_to_others(&place.folder.join(folder)))
        .collect();
    match open.first() {
        None => Good("no file of an account is open to other users".to_owned()),
        Some(first) => Fault(format!(
            "{} files of accounts are open to other users, such as {}; chmod -R go= them",
            open.len(),
            crate::plain::path(first)
        )),
    }
}

fn space(place: &Place) -> Finding {
    match store::free_space(&place.folder) {
        None => Warning("the free space of the disk is not known".to_owned()),
        Some(free) if free < LITTLE_SPACE => Warning(format!("only {} MiB are free on the disk", free >> 20)),
        Some(free) => Good(format!("{} MiB are free on the disk", free >> 20)),
    }
}

/// All guests belong to one system account, and each that is on has changes reported.
fn notices() -> Finding {
    match store::most_notices() {
        None => Warning("the system does not tell how many guests can have changes reported".to_owned()),
        Some(most @ ..ENOUGH_NOTICES) => Warning(format!(
            "changes are reported to {most} guests at once, and others see an action up to 0.3 s late; put \
             \"fs.inotify.max_user_instances = {ENOUGH_NOTICES}\" into /etc/sysctl.d/standto.conf"
        )),
        Some(most) => Good(format!("changes are reported to {most} guests at once")),
    }
}

fn log() -> Finding {
    if SystemLog::at(SYSTEM_LOG.into()).is_there() {
        Good(format!("logins and refusals go to the system log ({SYSTEM_LOG})"))
    } else {
        Warning(format!("no system log listens at {SYSTEM_LOG}: logins and refusals are not logged"))
    }
}

fn block(place: &Place) -> Result<Finding, CommandError> {
    Ok(match sshd::check(&place.settings()?)? {
        Verdict::Accepted => {
            Good("sshd -t accepts the settings of \"standto server sshd-config\"".to_owned())
        }
        Verdict::NoSshd => Warning("sshd is not installed here".to_owned()),
        Verdict::Refused(why) => Fault(format!("sshd -t refuses the settings: {why}")),
    })
}

/// The settings that sshd really has for the guests.
fn running(place: &Place) -> Finding {
    let Some(program) = sshd::program() else { return Warning("no sshd to ask for its settings".to_owned()) };
    let who = format!("user={},host=guest,addr=192.0.2.1", place.user);
    let run = Command::new(program).args(["-T", "-C", &who]).stdin(Stdio::null()).output();
    let Some(run) = run.ok().filter(|run| run.status.success()) else {
        return Warning(
            "the settings of the running sshd can be read by root only: run this as root".to_owned(),
        );
    };
    let told = String::from_utf8_lossy(&run.stdout).to_lowercase();
    let has = |line: &str| told.lines().any(|told| told.trim() == line);
    if !told.lines().any(|line| line.starts_with("forcecommand ") && line.contains(" lobby")) {
        let user = &place.user;
        return Fault(format!(
            "sshd does not lead {user} to the lobby: add \"standto server sshd-config\" to it"
        ));
    }
    let missing: Vec<&str> = NEEDED.into_iter().filter(|line| !has(line)).collect();
    if missing.is_empty() {
        Good(format!("sshd leads {} to the lobby and forwards nothing", place.user))
    } else {
        Fault(format!("sshd lacks for {}: {}", place.user, missing.join(", ")))
    }
}
