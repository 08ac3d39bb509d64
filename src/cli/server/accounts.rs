//! Guests and accounts, listed and changed.

use std::hash::{BuildHasher, RandomState};
use std::io::Write;
use std::time::{Duration, UNIX_EPOCH};

use serde::Serialize;

use super::{Host, json};
use crate::cli::{CommandError, CommandResult, fail};
use crate::library::date_and_time;
use crate::store::{Account, Accounts, SYSTEM_LOG, SystemLog, free_space, visitors};
use crate::tool::Table;

#[derive(Serialize)]
struct Status {
    online: Vec<OnlineLine>,
    accounts: usize,
    files: usize,
    bytes: u64,
    free_bytes: Option<u64>,
}

#[derive(Serialize)]
struct OnlineLine {
    name: String,
    since: String,
    from: String,
    process: u32,
}

#[derive(Serialize)]
struct AccountLine {
    name: String,
    opened_by: &'static str,
    last_login: Option<String>,
    wrong_passwords: usize,
    saves: usize,
    files: usize,
    bytes: u64,
}

fn date(seconds: u64) -> String {
    date_and_time(UNIX_EPOCH + Duration::from_secs(seconds))
}

fn accounts(host: &Host) -> impl Iterator<Item = Account> {
    host.accounts.names().into_iter().filter_map(|name| host.accounts.find(&name).ok().flatten())
}

pub(super) fn status(host: &Host, as_json: bool, out: &mut dyn Write) -> CommandResult {
    let kept: Vec<_> = accounts(host).map(|account| account.kept()).collect();
    let online = visitors(&host.folder).into_iter().map(|visitor| OnlineLine {
        name: visitor.name,
        since: date(visitor.since),
        from: visitor.address,
        process: visitor.process,
    });
    let status = Status {
        online: online.collect(),
        accounts: kept.len(),
        files: kept.iter().map(|kept| kept.files).sum(),
        bytes: kept.iter().map(|kept| kept.bytes).sum(),
        free_bytes: free_space(&host.folder),
    };
    if as_json {
        return json(out, &status);
    }
    if status.online.is_empty() {
        writeln!(out, "No guest is on.")?;
    } else {
        let mut table = Table::new(["guest", "since", "from", "process"]);
        for guest in &status.online {
            let process = guest.process.to_string();
            table.row([guest.name.clone(), guest.since.clone(), guest.from.clone(), process]);
        }
        table.write(out)?;
    }
    let free = status.free_bytes.map_or_else(String::new, |free| format!("; {} MiB free", free >> 20));
    let (accounts, files) = (counted(status.accounts, "account"), counted(status.files, "file"));
    writeln!(out, "\n{accounts}, {files}, {} KiB{free}.", status.bytes >> 10)?;
    Ok(())
}

pub(super) fn list(host: &Host, as_json: bool, out: &mut dyn Write) -> CommandResult {
    let line = |account: Account| {
        let kept = account.kept();
        AccountLine {
            opened_by: if account.is_vouched_for().unwrap_or(false) { "key" } else { "password" },
            last_login: account.attempts().last_login().map(date),
            wrong_passwords: account.attempts().wrong_since_login(),
            saves: account.saves(),
            files: kept.files,
            bytes: kept.bytes,
            name: account.name().to_owned(),
        }
    };
    let lines: Vec<AccountLine> = accounts(host).map(line).collect();
    if as_json {
        return json(out, &lines);
    }
    let heads = ["account", "opened by", "last login", "wrong since", "games", "files", "KiB"];
    let mut table = Table::new(heads);
    for line in lines {
        table.row([
            line.name,
            line.opened_by.to_owned(),
            line.last_login.unwrap_or_else(|| "never".to_owned()),
            line.wrong_passwords.to_string(),
            line.saves.to_string(),
            line.files.to_string(),
            (line.bytes >> 10).to_string(),
        ]);
    }
    table.write(out)?;
    Ok(())
}

fn find(host: &Host, name: &str) -> Result<Account, CommandError> {
    let known = Accounts::name(name).map(|name| host.accounts.find(&name)).transpose()?.flatten();
    let place = crate::plain::path(&host.folder);
    let name = crate::plain::plain(name);
    let none = format!("there is no account \"{name}\" in {place}; see \"standto server accounts\"");
    known.map_or_else(|| fail(none), Ok)
}

/// "1 game", "3 games".
fn counted(count: usize, thing: &str) -> String {
    format!("{count} {thing}{}", if count == 1 { "" } else { "s" })
}

fn log(line: &str) {
    SystemLog::at(SYSTEM_LOG.into()).info(line);
}

pub(super) fn reset_password(host: &Host, name: &str, out: &mut dyn Write) -> CommandResult {
    let account = find(host, name)?;
    let password = new_password();
    account.set_password(&password)?;
    log(&format!("the operator gave {} a new password", account.name()));
    writeln!(out, "New password of {}: {password}", account.name())?;
    Ok(())
}

/// Three groups of four letters and digits that are not mistaken for each other: 60 bits.
fn new_password() -> String {
    const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
    // The system seeds this state.
    let mut bits = RandomState::new().hash_one("password");
    let mut group = || -> String {
        let letter = |_| {
            let letter = LETTERS[(bits & 31) as usize];
            bits >>= 5;
            char::from(letter)
        };
        (0..4).map(letter).collect()
    };
    [group(), group(), group()].join("-")
}

pub(super) fn remove(host: &Host, name: &str, sure: bool, out: &mut dyn Write) -> CommandResult {
    let account = find(host, name)?;
    let name = account.name();
    if visitors(&host.folder).iter().any(|visitor| visitor.name == name) {
        return fail(format!("{name} is on; try again later"));
    }
    let (saves, files) = (counted(account.saves(), "game"), counted(account.kept().files, "file"));
    if !sure {
        writeln!(out, "{name} keeps {saves} in {files}. Add --yes to remove the account.")?;
        return Ok(());
    }
    host.accounts.remove(&account)?;
    log(&format!("the operator removed the account {name}"));
    writeln!(out, "{name} is removed, with {saves} in {files}.")?;
    Ok(())
}

pub(super) fn prune(host: &Host, days: u64, dry_run: bool, out: &mut dyn Write) -> CommandResult {
    let unused = Duration::from_secs(days.saturating_mul(24 * 3600));
    let names = if dry_run { host.accounts.unused(unused) } else { host.accounts.prune(unused)? };
    let done = if dry_run { "would be freed" } else { "freed" };
    if names.is_empty() {
        writeln!(out, "No name has been unused for so long.")?;
        return Ok(());
    }
    if !dry_run {
        log(&format!("unused names freed: {}", names.join(", ")));
    }
    writeln!(out, "{} {done}: {}", counted(names.len(), "unused name"), names.join(", "))?;
    Ok(())
}
