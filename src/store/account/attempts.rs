//! Logins and refusals of an account, kept in its file `logins`: one line each, with the time and the address.
//!
//! Lines are appended in one write and without a lock: a guess must never delay the owner.

use std::collections::BTreeSet;
use std::fs::OpenOptions;
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use rustix::fs::OFlags;

use super::super::{read_text, recovery::replace};
use super::now;

/// The name of the file.
pub(super) const FILE: &str = "logins";
/// A file longer than this is shortened, in bytes.
const LONGEST: u64 = 48 << 10;
/// The number of lines that stay.
const STAY: usize = 200;
/// Wrong passwords are counted over this time, in seconds.
const WHILE: u64 = 600;
/// After so many wrong passwords, an address from which nobody has ever logged in has to wait.
const MOST_WRONG: usize = 30;

/// The outcome of an attempt.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Attempt {
    /// The guest logged in.
    In,
    /// The password was wrong.
    Wrong,
}

impl Attempt {
    const fn word(self) -> &'static str {
        match self {
            Self::In => "in",
            Self::Wrong => "wrong",
        }
    }
}

/// The attempts to log in to an account.
#[derive(Clone, Debug)]
pub struct Attempts(PathBuf);

/// A line of the file.
#[derive(Copy, Clone, PartialEq, Eq)]
struct Line<'a> {
    when: u64,
    wrong: bool,
    address: &'a str,
}

fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    text.lines().filter_map(|line| {
        let mut words = line.split(' ');
        let when = words.next()?.parse().ok()?;
        let wrong = match words.next()? {
            "in" => false,
            "wrong" => true,
            _ => return None,
        };
        Some(Line { when, wrong, address: words.next()? })
    })
}

impl Attempts {
    pub(super) fn of(account: &Path) -> Self {
        Self(account.join(FILE))
    }

    pub(super) fn path(&self) -> &Path {
        &self.0
    }

    fn text(&self) -> String {
        read_text(&self.0).unwrap_or_default()
    }

    /// Adds an attempt. Best effort: a full disk keeps no one out.
    pub fn add(&self, attempt: Attempt, address: &str) {
        let line = format!("{} {} {address}\n", now(), attempt.word());
        let mut options = OpenOptions::new();
        // The bits of open(2) fit an int on every system.
        let flags = (OFlags::NOFOLLOW | OFlags::NONBLOCK).bits() as i32;
        let opened = options.create(true).append(true).mode(0o600).custom_flags(flags).open(&self.0);
        let Ok(mut file) = opened else { return };
        let _ = file.write_all(line.as_bytes());
        if file.metadata().is_ok_and(|meta| meta.len() > LONGEST) {
            self.shorten();
        }
    }

    /// Keeps the latest lines, and the latest logins however old they are.
    fn shorten(&self) {
        let text = self.text();
        let all: Vec<Line> = lines(&text).collect();
        let latest = all.len().saturating_sub(STAY);
        let mut addresses = BTreeSet::new();
        let mut old: Vec<Line> = all[..latest]
            .iter()
            .rev()
            .filter(|line| !line.wrong && addresses.insert(line.address))
            .copied()
            .collect();
        old.truncate(20);
        let stay = old.iter().rev().chain(&all[latest..]);
        let word = |wrong| if wrong { Attempt::Wrong.word() } else { Attempt::In.word() };
        let text: String =
            stay.map(|line| format!("{} {} {}\n", line.when, word(line.wrong), line.address)).collect();
        let _ = replace(&self.0, &text);
    }

    /// The minutes for which this address may not try another password. The owner's own addresses are never
    /// barred.
    pub fn barred(&self, address: &str) -> Option<u64> {
        let (text, now) = (self.text(), now());
        let from_here = || lines(&text).filter(|line| line.address == address);
        if from_here().any(|line| !line.wrong) {
            return None;
        }
        let recent: Vec<u64> = from_here().map(|line| line.when).filter(|when| when + WHILE > now).collect();
        let first = recent.len().checked_sub(MOST_WRONG)?;
        Some((recent[first] + WHILE).saturating_sub(now).div_ceil(60).max(1))
    }

    /// The number of wrong passwords since the last login.
    pub fn wrong_since_login(&self) -> usize {
        let text = self.text();
        lines(&text).fold(0, |count, line| if line.wrong { count + 1 } else { 0 })
    }

    /// The last login, in seconds since 1970.
    pub fn last_login(&self) -> Option<u64> {
        lines(&self.text()).filter(|line| !line.wrong).map(|line| line.when).last()
    }
}
