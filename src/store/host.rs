//! The state of a host's folder, for its operator.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use super::StoreError;

/// The owner and the mode of a file.
///
/// # Errors
/// Whatever the system reports.
pub fn owner_and_mode(path: &Path) -> Result<(u32, u32), StoreError> {
    let meta = fs::symlink_metadata(path).map_err(|error| StoreError::of(path, error))?;
    Ok((meta.uid(), meta.mode() & 0o7777))
}

/// The user this process runs as.
pub fn own_user() -> u32 {
    rustix::process::geteuid().as_raw()
}

/// The free space of the disk that holds a folder, in bytes.
pub fn free_space(folder: &Path) -> Option<u64> {
    let disk = rustix::fs::statvfs(folder).ok()?;
    Some(disk.f_bavail.saturating_mul(disk.f_frsize))
}

/// Files in a folder that other users may read or write.
pub fn open_to_others(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            let Ok(meta) = entry.metadata() else { continue };
            if meta.is_dir() {
                folders.push(entry.path());
            }
            if !meta.is_symlink() && meta.mode() & 0o077 != 0 {
                found.push(entry.path());
            }
        }
    }
    found.sort();
    found
}

/// Creates a private folder for a moment's use, hands it over, and removes it with everything in it.
///
/// # Errors
/// It cannot be created.
pub fn with_scratch_folder<T>(act: impl FnOnce(&Path) -> T) -> Result<T, StoreError> {
    let folder = std::env::temp_dir().join(format!("standto-{}-{:x}", std::process::id(), salt()));
    super::draft::make_folder(&folder)?;
    let done = act(&folder);
    let _ = fs::remove_dir_all(&folder);
    Ok(done)
}

/// A name that can't be guessed: the system seeds every one of these states.
fn salt() -> u64 {
    use std::hash::{BuildHasher, RandomState};
    RandomState::new().hash_one("scratch")
}
