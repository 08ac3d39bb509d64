//! The accounts of a host's guests: one per name, opened by a password that only its owner knows, or by an SSH
//! key for which the host vouches.
//!
//! An account is a folder in `accounts/` (`drawers/` on hosts set up by older versions); its file `password`
//! holds a salted hash (Argon2id). The first guest to claim a name owns it, unless the host vouches for
//! another. A name is claimed in one step under a lock, with the count of the names inside it.

mod attempts;
mod kept;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};

use super::brief::with_lock;
use super::draft::{create_whole, make_folder};
use super::file::{Access, open, read_from};
use super::recovery::replace;
use super::{LARGEST_TEXT, StoreError, read_text};

pub use attempts::{Attempt, Attempts};
pub use kept::{Kept, count_battle};

/// The longest account name, in letters.
pub const LONGEST_NAME: usize = 24;
/// The shortest password, in letters.
pub const SHORTEST_SECRET: usize = 8;

/// Stored instead of a hash when the host vouches for the guest: no password matches it.
const VOUCHED: &str = "!";
/// The folder of the accounts, and its name in older versions.
const FOLDERS: [&str; 2] = ["accounts", "drawers"];
/// The file of the password, and its name in older versions.
const PASSWORDS: [&str; 2] = ["password", "secret"];
/// The folder of the marks of games this player has seen.
pub(super) const SEEN: &str = "seen";
/// New names are counted over this time.
const HOUR: u64 = 3600;

/// The accounts in a host's folder.
#[derive(Clone, Debug)]
pub struct Accounts(PathBuf);

/// An account that exists.
#[derive(Clone, Debug)]
pub struct Account {
    name: String,
    folder: PathBuf,
    password: PathBuf,
}

/// Where a guest comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Origin {
    /// The address, or "local".
    pub address: String,
    /// The port of the connection; `None` without a connection.
    pub port: Option<u16>,
}

/// A name taken lately, and from where.
struct NewName {
    when: u64,
    origin: Origin,
    name: String,
}

impl NewName {
    fn read(line: &str) -> Option<Self> {
        let mut words = line.split(' ');
        let when = words.next()?.parse().ok()?;
        let address = words.next()?.to_owned();
        let port = words.next()?.parse().ok().filter(|port| *port != 0);
        Some(Self { when, origin: Origin { address, port }, name: words.next()?.to_owned() })
    }

    fn line(&self) -> String {
        let Self { when, origin: Origin { address, port }, name } = self;
        format!("{when} {address} {} {name}\n", port.unwrap_or(0))
    }
}

/// A host's rules for new names.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Admission {
    /// The most accounts.
    pub guests: usize,
    /// The most new names that one address may take in an hour.
    pub names_per_hour: usize,
    /// A name that has not been played with for so long is free again.
    pub unused: Duration,
}

/// Why a name could not be claimed.
#[derive(Debug, thiserror::Error)]
pub enum ClaimError {
    /// Another guest has it.
    #[error("the name \"{0}\" is taken")]
    Taken(String),
    /// The host has no room.
    #[error("this host is full; it has room for {0} accounts")]
    Full(usize),
    /// Too many new names from one address or over one connection.
    #[error("too many new names have been taken from your address; try again in an hour")]
    TooMany,
    /// A file error.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Seconds since 1970.
fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

impl Accounts {
    /// The accounts in this folder.
    pub fn of(host: &Path) -> Self {
        Self(host.to_path_buf())
    }

    /// A name in account form: small letters, digits and `-`, or `None` if it cannot be one.
    pub fn name(text: &str) -> Option<String> {
        let name = text.trim().to_ascii_lowercase();
        let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        let good = name.starts_with(|c: char| c.is_ascii_lowercase()) && name.chars().all(fits);
        (good && name.len() <= LONGEST_NAME).then_some(name)
    }

    /// The folder of a name, existing or not.
    pub fn folder(&self, name: &str) -> PathBuf {
        let [new, old] = FOLDERS.map(|folder| self.0.join(folder).join(name));
        if !new.exists() && old.exists() { old } else { new }
    }

    /// The names of all accounts, sorted.
    pub fn names(&self) -> Vec<String> {
        let entries =
            FOLDERS.iter().flat_map(|folder| fs::read_dir(self.0.join(folder)).into_iter().flatten());
        let name = |entry: fs::DirEntry| entry.file_name().into_string().ok();
        let mut names: Vec<String> = entries.flatten().filter_map(name).collect();
        names.retain(|name| Self::name(name).as_ref() == Some(name) && self.password(name).is_some());
        names.sort();
        names.dedup();
        names
    }

    fn password(&self, name: &str) -> Option<PathBuf> {
        let folder = self.folder(name);
        PASSWORDS.map(|file| folder.join(file)).into_iter().find(|path| path.exists())
    }

    /// The account with a name, if it exists.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn find(&self, name: &str) -> Result<Option<Account>, StoreError> {
        let Some(password) = self.password(name) else { return Ok(None) };
        match open(&password, Access::Write) {
            Ok(_) => Ok(Some(Account { name: name.to_owned(), folder: self.folder(name), password })),
            Err(StoreError::NotFound { .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn lock(&self) -> PathBuf {
        self.0.join(FOLDERS[0]).join(".lock")
    }

    /// Claims a name with a password. Names that were never played with are freed first, if they are old
    /// enough.
    ///
    /// # Errors
    /// The name is taken, the host is full, or too many names were taken from this origin.
    pub fn claim(
        &self,
        name: &str,
        password: &str,
        origin: &Origin,
        rules: &Admission,
    ) -> Result<(), ClaimError> {
        // The hash takes a while: it is worked out before the lock.
        let hashed = hash(password, &self.folder(name))?;
        with_lock(&self.lock(), || {
            if self.password(name).is_some() {
                return Err(ClaimError::Taken(name.to_owned()));
            }
            self.free_unused(rules.unused);
            self.admits(origin, rules)?;
            self.note_claim(name, origin)?;
            Ok(self.create(name, &hashed)?)
        })?
    }

    /// Claims a name for a guest the host vouches for.
    ///
    /// # Errors
    /// The name is taken or the host is full.
    pub fn claim_vouched(&self, name: &str, guests: usize) -> Result<(), ClaimError> {
        with_lock(&self.lock(), || {
            if self.password(name).is_some() {
                return Err(ClaimError::Taken(name.to_owned()));
            }
            if self.names().len() >= guests {
                return Err(ClaimError::Full(guests));
            }
            Ok(self.create(name, VOUCHED)?)
        })?
    }

    fn create(&self, name: &str, hashed: &str) -> Result<(), StoreError> {
        make_folder(&self.0.join(FOLDERS[0]))?;
        create_whole(&self.folder(name).join(PASSWORDS[0]), &format!("{hashed}\n")).map(drop)
    }

    /// Whether a new name would be given now; asked again when it is claimed.
    ///
    /// # Errors
    /// The host is full, or too many names were taken from this origin.
    pub fn admits(&self, origin: &Origin, rules: &Admission) -> Result<(), ClaimError> {
        if self.names().len() >= rules.guests && self.unused(rules.unused).is_empty() {
            return Err(ClaimError::Full(rules.guests));
        }
        let recent = self.new_names(now());
        let from_here = || recent.iter().filter(|name| name.origin.address == origin.address);
        let again = origin.port.is_some() && from_here().any(|name| name.origin == *origin);
        if again || from_here().count() >= rules.names_per_hour {
            return Err(ClaimError::TooMany);
        }
        Ok(())
    }

    fn new_names_file(&self) -> PathBuf {
        self.0.join(FOLDERS[0]).join(".new-names")
    }

    /// The names taken in the last hour.
    fn new_names(&self, now: u64) -> Vec<NewName> {
        let text = read_text(&self.new_names_file()).unwrap_or_default();
        let all = text.lines().filter_map(NewName::read);
        all.filter(|name| name.when + HOUR > now).collect()
    }

    /// Notes a new name, before it is created.
    fn note_claim(&self, name: &str, origin: &Origin) -> Result<(), StoreError> {
        let when = now();
        let mut recent = self.new_names(when);
        recent.push(NewName { when, origin: origin.clone(), name: name.to_owned() });
        let text: String = recent.iter().map(NewName::line).collect();
        replace(&self.new_names_file(), &text)
    }

    /// Frees names that were claimed so long ago and never played with; returns them.
    fn free_unused(&self, unused: Duration) -> Vec<String> {
        let mut names = self.names();
        names.retain(|name| {
            let account = self.find(name).ok().flatten();
            account.is_some_and(|account| account.is_unused_for(unused) && self.erase(&account).is_ok())
        });
        names
    }

    /// The names that were claimed so long ago and never played with.
    pub fn unused(&self, unused: Duration) -> Vec<String> {
        let accounts = self.names().into_iter().filter_map(|name| self.find(&name).ok().flatten());
        accounts.filter(|account| account.is_unused_for(unused)).map(|account| account.name).collect()
    }

    /// Frees the names that were claimed so long ago and never played with; returns them.
    ///
    /// # Errors
    /// The lock is not free.
    pub fn prune(&self, unused: Duration) -> Result<Vec<String>, StoreError> {
        with_lock(&self.lock(), || self.free_unused(unused))
    }

    /// Removes an account with everything in it.
    ///
    /// # Errors
    /// Whatever the system reports.
    pub fn remove(&self, account: &Account) -> Result<(), StoreError> {
        with_lock(&self.lock(), || self.erase(account))?
    }

    /// The name is free at once, whatever happens to the files.
    fn erase(&self, account: &Account) -> Result<(), StoreError> {
        let failed = |error| StoreError::of(&account.folder, error);
        let aside =
            account.folder.with_file_name(format!(".removed-{}-{}", account.name, std::process::id()));
        fs::rename(&account.folder, &aside).map_err(failed)?;
        fs::remove_dir_all(&aside).map_err(failed)
    }
}

fn hash(password: &str, path: &Path) -> Result<String, StoreError> {
    let hash: Result<PasswordHash, _> = Argon2::default().hash_password(password.as_bytes());
    hash.map(|hash| hash.to_string()).map_err(|error| StoreError::Io {
        path: path.to_path_buf(),
        error: std::io::Error::other(error.to_string()),
    })
}

impl Account {
    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    fn stored(&self) -> Result<String, StoreError> {
        read_from(&mut open(&self.password, Access::Look)?, &self.password, LARGEST_TEXT)
    }

    /// Whether a password opens it. No lock is held: guesses never delay the owner.
    ///
    /// # Errors
    /// The stored hash cannot be read.
    pub fn opens(&self, password: &str) -> Result<bool, StoreError> {
        let stored = self.stored()?;
        Ok(PasswordHash::new(stored.trim())
            .is_ok_and(|hash| Argon2::default().verify_password(password.as_bytes(), &hash).is_ok()))
    }

    /// Whether the host vouches for its owner.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn is_vouched_for(&self) -> Result<bool, StoreError> {
        Ok(self.stored()?.trim() == VOUCHED)
    }

    /// From now on the host vouches for its owner, and no password opens it.
    ///
    /// # Errors
    /// Whatever the system reports.
    pub fn vouch(&self) -> Result<(), StoreError> {
        replace(&self.password, &format!("{VOUCHED}\n"))
    }

    /// Gives it another password.
    ///
    /// # Errors
    /// Whatever the system reports.
    pub fn set_password(&self, password: &str) -> Result<(), StoreError> {
        replace(&self.password, &format!("{}\n", hash(password, &self.password)?))
    }

    /// The attempts to log in.
    pub fn attempts(&self) -> Attempts {
        Attempts::of(&self.folder)
    }

    /// The number of games it keeps.
    pub fn saves(&self) -> usize {
        let entries = fs::read_dir(self.folder.join("saves")).into_iter().flatten().flatten();
        entries.filter(|entry| entry.path().extension().is_some_and(|ending| ending == "toml")).count()
    }

    /// The number and size of the files it keeps.
    pub fn kept(&self) -> Kept {
        Kept::of(&self.folder)
    }

    /// Whether it has been empty for so long. A guest the host vouches for keeps the name.
    fn is_unused_for(&self, unused: Duration) -> bool {
        let age = |path: &Path| fs::metadata(path).ok()?.modified().ok()?.elapsed().ok();
        let since = [age(&self.password), age(self.attempts().path())].into_iter().flatten().min();
        since.is_some_and(|since| since >= unused)
            && self.kept().files == 0
            && !self.folder.join(SEEN).exists()
            && self.is_vouched_for().is_ok_and(|vouched| !vouched)
    }
}

#[cfg(test)]
#[path = "account/tests.rs"]
mod tests;
