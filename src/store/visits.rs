//! The guests who are on a host: a small file for each, locked as long as its process runs.
//!
//! No process ever waits for one of these locks, and a crash leaves at most a file that the next reader removes.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use super::StoreError;
use super::draft::make_folder;
use super::file::{Access, open, read_from};
use super::recovery::replace_and_hold;

/// The folder, within the host's.
const FOLDER: &str = "online";
/// Such a file is a line.
const LONGEST: u64 = 4096;

/// A guest who is on, for as long as this value lives.
#[derive(Debug)]
pub struct Visit {
    path: PathBuf,
    _held: File,
}

/// A guest who is on.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Visitor {
    /// The name of the account.
    pub name: String,
    /// The number of the process.
    pub process: u32,
    /// When the guest came, in seconds since 1970.
    pub since: u64,
    /// The address, or "local".
    pub address: String,
}

impl Visit {
    /// Notes that a guest is on.
    ///
    /// # Errors
    /// Whatever the system reports.
    pub fn begin(host: &Path, name: &str, address: &str, since: u64) -> Result<Self, StoreError> {
        let folder = host.join(FOLDER);
        make_folder(&folder)?;
        let path = folder.join(format!("{name}.{}", std::process::id()));
        let held = replace_and_hold(&path, &format!("{since} {address}\n"))?;
        Ok(Self { path, _held: held })
    }
}

impl Drop for Visit {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.path);
    }
}

/// The guests who are on, by name. Files of processes that have ended are removed.
pub fn visitors(host: &Path) -> Vec<Visitor> {
    let entries = fs::read_dir(host.join(FOLDER)).into_iter().flatten().flatten();
    let mut all: Vec<Visitor> = entries.filter_map(|entry| read(&entry.path())).collect();
    all.sort();
    all
}

fn read(path: &Path) -> Option<Visitor> {
    let file = path.file_name()?.to_str()?;
    let (name, process) = file.rsplit_once('.')?;
    let (name, process) = (name.to_owned(), process.parse().ok()?);
    let mut file = open(path, Access::Write).ok()?;
    if file.try_lock().is_ok() {
        let _ = fs::remove_file(path);
        return None;
    }
    let text = read_from(&mut file, path, LONGEST).ok()?;
    let (since, address) = text.trim().split_once(' ')?;
    Some(Visitor { name, process, since: since.parse().ok()?, address: address.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn guests_are_listed_as_long_as_they_are_on() {
        let host = tempfile::tempdir().unwrap();
        let anna = Visit::begin(host.path(), "anna", "192.0.2.1", 77).unwrap();
        fs::write(host.path().join(FOLDER).join("bert.1"), "1 local\n").unwrap();
        let process = std::process::id();
        let expected = Visitor { name: "anna".into(), process, since: 77, address: "192.0.2.1".into() };
        assert_eq!(visitors(host.path()), [expected]);
        assert!(!host.path().join(FOLDER).join("bert.1").exists(), "its process has ended");
        drop(anna);
        assert_eq!(visitors(host.path()), []);
    }
}
