//! The accounts of a host's guests: one per name, opened by a secret that only its owner knows.
//!
//! An account is a folder in `drawers/`; its file `secret` holds a salted hash (Argon2id). The first guest
//! to claim a name owns it.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::Duration;

use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};

use super::draft::{create_whole, make_folder};
use super::file::{Access, open, read_from};
use super::{LARGEST_TEXT, StoreError};

/// The longest account name, in letters.
pub const LONGEST_NAME: usize = 24;
/// The shortest secret, in letters.
pub const SHORTEST_SECRET: usize = 8;

/// Stored instead of a hash when the host vouches for the guest: no secret matches it.
const VOUCHED: &str = "!";
/// The delay after a wrong secret, one guess at a time: too slow for guessing.
const AFTER_WRONG: Duration = Duration::from_secs(1);

/// The accounts in a host's folder.
#[derive(Clone, Debug)]
pub struct Accounts(PathBuf);

/// An account that exists.
pub struct Account {
    secret: File,
    path: PathBuf,
}

impl Accounts {
    /// The accounts in this folder.
    pub fn of(host: &Path) -> Self {
        Self(host.join("drawers"))
    }

    /// A name in account form: small letters, digits and `-`, or `None` if it cannot be one.
    pub fn name(text: &str) -> Option<String> {
        let name = text.trim().to_ascii_lowercase();
        let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        let good = name.starts_with(|c: char| c.is_ascii_lowercase()) && name.chars().all(fits);
        (good && name.len() <= LONGEST_NAME).then_some(name)
    }

    fn secret(&self, name: &str) -> PathBuf {
        self.0.join(name).join("secret")
    }

    /// The number of accounts.
    pub fn count(&self) -> usize {
        fs::read_dir(&self.0)
            .into_iter()
            .flatten()
            .flatten()
            .filter(|entry| entry.path().join("secret").exists())
            .count()
    }

    /// The account with a name, if it exists.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn find(&self, name: &str) -> Result<Option<Account>, StoreError> {
        let path = self.secret(name);
        match open(&path, Access::Write) {
            Ok(secret) => Ok(Some(Account { secret, path })),
            Err(StoreError::NotFound { .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Claims a name: with a secret, or with `None` for a guest the host vouches for.
    ///
    /// # Errors
    /// [`StoreError::Exists`] when another guest was quicker; otherwise whatever the system reports.
    pub fn claim(&self, name: &str, secret: Option<&str>) -> Result<(), StoreError> {
        let path = self.secret(name);
        let hashed = match secret {
            None => VOUCHED.to_owned(),
            Some(secret) => {
                let hash: Result<PasswordHash, _> = Argon2::default().hash_password(secret.as_bytes());
                hash.map_err(|error| failed(&path, error))?.to_string()
            }
        };
        make_folder(&self.0)?;
        create_whole(&path, &format!("{hashed}\n")).map(drop)
    }
}

impl Account {
    /// Whether a secret opens it. Guesses are checked one at a time, and a wrong one takes a while.
    ///
    /// # Errors
    /// The stored secret cannot be read.
    pub fn opens(&mut self, secret: &str) -> Result<bool, StoreError> {
        self.secret.lock().map_err(|error| StoreError::of(&self.path, error))?;
        // Opened again, because the first handle has been read to its end.
        let kept = read_from(&mut open(&self.path, Access::Look)?, &self.path, LARGEST_TEXT)?;
        let fits = PasswordHash::new(kept.trim())
            .is_ok_and(|hash| Argon2::default().verify_password(secret.as_bytes(), &hash).is_ok());
        if !fits {
            std::thread::sleep(AFTER_WRONG);
        }
        self.secret.unlock().map_err(|error| StoreError::of(&self.path, error))?;
        Ok(fits)
    }

    /// Whether the host vouches for its owner.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn is_vouched_for(&self) -> Result<bool, StoreError> {
        let kept = read_from(&mut open(&self.path, Access::Look)?, &self.path, LARGEST_TEXT)?;
        Ok(kept.trim() == VOUCHED)
    }
}

fn failed(path: &Path, error: argon2::password_hash::Error) -> StoreError {
    StoreError::Io { path: path.to_path_buf(), error: std::io::Error::other(error.to_string()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_belong_to_the_first_registrant_and_need_the_secret() {
        let folder = tempfile::tempdir().unwrap();
        let accounts = Accounts::of(folder.path());
        assert!(accounts.find("anna").unwrap().is_none());
        accounts.claim("anna", Some("correct horse")).unwrap();
        assert!(matches!(accounts.claim("anna", Some("another one")), Err(StoreError::Exists { .. })));
        let mut account = accounts.find("anna").unwrap().unwrap();
        assert!(account.opens("correct horse").unwrap() && account.opens("correct horse").unwrap());
        let begun = std::time::Instant::now();
        assert!(!account.opens("another one").unwrap() && begun.elapsed() >= AFTER_WRONG);
        let kept = fs::read_to_string(folder.path().join("drawers/anna/secret")).unwrap();
        assert!(kept.starts_with("$argon2id$") && !kept.contains("horse"));
        accounts.claim("bert", None).unwrap();
        let mut vouched = accounts.find("bert").unwrap().unwrap();
        assert!(vouched.is_vouched_for().unwrap() && !vouched.opens("!").unwrap());
        assert!(!account.is_vouched_for().unwrap());
        assert_eq!(accounts.count(), 2);
    }

    #[test]
    fn names_cannot_escape_the_folder() {
        assert_eq!(Accounts::name(" Anna-2 ").as_deref(), Some("anna-2"));
        for bad in
            ["", "..", "../anna", "a/b", "a\0b", "-a", "2a", "ä", "a b", &"a".repeat(25), ".hidden", "a\n"]
        {
            assert!(Accounts::name(bad).is_none_or(|name| name == "a"), "{bad:?}");
        }
    }
}
