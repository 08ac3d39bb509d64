//! The files that an account keeps, counted for its limits.

use std::fs;
use std::path::Path;

use super::{PASSWORDS, SEEN, attempts};

/// The number and size of files.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Kept {
    /// The number of files.
    pub files: usize,
    /// Their size in bytes.
    pub bytes: u64,
}

impl Kept {
    /// Everything the guest has in an account's folder, drafts included; not the host's own files about the
    /// account.
    pub fn of(account: &Path) -> Self {
        let mut kept = Self::default();
        kept.count(account, true);
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
            } else if !top || !PASSWORDS.iter().chain(&[attempts::FILE, ".lock"]).any(hosts) {
                self.files += 1;
                self.bytes += meta.len();
            }
        }
    }
}
