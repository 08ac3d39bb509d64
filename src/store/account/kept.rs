//! The files that an account keeps, counted for its limits.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use super::{PASSWORDS, SEEN, attempts};
use crate::store::{StoreError, recovery};

/// The battles of two terminals that the guest has opened: on each line the inode and the name of a file.
const HOSTED: &str = "hosted";

/// The number and size of files.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Kept {
    /// The number of files.
    pub files: usize,
    /// Their size in bytes.
    pub bytes: u64,
}

impl Kept {
    /// Everything the guest has in an account's folder, drafts included, and the battles of two terminals that
    /// the guest has opened; not the host's own files about the account.
    pub fn of(account: &Path) -> Self {
        let mut kept = Self::default();
        kept.count(account, true);
        for (_, meta) in hosted(account) {
            kept.files += 1;
            kept.bytes += meta.len();
        }
        kept
    }

    fn count(&mut self, folder: &Path, top: bool) {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let Ok(meta) = fs::symlink_metadata(entry.path()) else { continue };
            let name = entry.file_name();
            let hosts = |file: &&str| name.to_str() == Some(*file);
            if meta.is_dir() {
                if !(top && hosts(&SEEN)) {
                    self.count(&entry.path(), false);
                }
            } else if !top || !PASSWORDS.iter().chain(&[attempts::FILE, HOSTED, ".lock"]).any(hosts) {
                self.files += 1;
                self.bytes += meta.len();
            }
        }
    }
}

/// Counts a battle of two terminals for the account that has opened it.
///
/// # Errors
/// The account's list of battles can't be written.
pub fn count_battle(account: &Path, battle: &Path) -> Result<(), StoreError> {
    let mut battles = hosted(account);
    let meta = fs::symlink_metadata(battle).map_err(|error| StoreError::of(battle, error))?;
    battles.push((battle.to_path_buf(), meta));
    let line = |(path, meta): &(PathBuf, fs::Metadata)| {
        format!("{} {}\n", meta.ino(), path.file_name().unwrap_or_default().to_string_lossy())
    };
    recovery::replace(&account.join(HOSTED), &battles.iter().map(line).collect::<String>())
}

/// The battles that an account has opened and that still exist. The name of one that was removed may belong to
/// another account's battle by now; the inode tells them apart.
fn hosted(account: &Path) -> Vec<(PathBuf, fs::Metadata)> {
    let Some(host) = account.parent().and_then(Path::parent) else { return Vec::new() };
    let text = fs::read_to_string(account.join(HOSTED)).unwrap_or_default();
    let battle = |line: &str| {
        let (inode, name) = line.split_once(' ')?;
        let path = host.join("battles").join(Path::new(name).file_name()?);
        let meta = fs::symlink_metadata(&path).ok()?;
        (inode.parse() == Ok(meta.ino())).then_some((path, meta))
    };
    text.lines().filter_map(battle).collect()
}
