//! Files of the scenario editor: replaced in one step when saved, with a recovery copy after every edit.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use super::StoreError;
use super::draft::{clear_drafts, folder_of, lock, make_folder, name, sync_folder, write_draft};
use super::file::{Access, LARGEST_TEXT, open, read_from};

/// Replaces whatever has this name, complete and on disk, or leaves it as it is. A link is replaced, not
/// followed.
///
/// # Errors
/// Whatever the system reports.
pub fn replace(path: &Path, text: &str) -> Result<(), StoreError> {
    put(path, text, true).map(drop)
}

/// Replaces whatever has this name without waiting for the disk; the file stays locked with the handle.
pub(super) fn replace_and_hold(path: &Path, text: &str) -> Result<File, StoreError> {
    put(path, text, false)
}

fn put(path: &Path, text: &str, lasting: bool) -> Result<File, StoreError> {
    let folder = folder_of(path);
    make_folder(folder)?;
    let draft = name(path, folder);
    let put = write_draft(&draft, text, path, lasting).and_then(|file| {
        let failed = |error| StoreError::of(path, error);
        fs::rename(&draft, path).map_err(failed)?;
        if lasting {
            sync_folder(folder).map_err(failed)?;
        }
        Ok(file)
    });
    if put.is_err() {
        // Best effort: the first error is the one that matters.
        let _ = fs::remove_file(&draft);
    }
    put
}

/// A recovery copy of an unsaved battle. It survives a killed process; while the process runs, its lock keeps
/// others from recovering it.
#[derive(Debug)]
pub struct Copy {
    path: PathBuf,
    /// Holds the lock.
    _file: File,
}

impl Copy {
    /// Writes the copy, replacing the one before.
    ///
    /// # Errors
    /// Whatever the system reports.
    pub fn make(path: &Path, text: &str) -> Result<Self, StoreError> {
        Ok(Self { path: path.to_path_buf(), _file: put(path, text, false)? })
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Removes it.
    pub fn remove(self) {
        let _ = fs::remove_file(&self.path);
    }
}

/// The recovery copies left in a folder by programs that have ended, with their texts.
pub fn left(folder: &Path) -> Vec<(PathBuf, String)> {
    clear_drafts(folder);
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "toml"));
    paths.sort();
    let free = |path: PathBuf| {
        let mut file = open(&path, Access::Write).ok()?;
        lock(&file, &path).ok()?;
        let text = read_from(&mut file, &path, LARGEST_TEXT).ok()?;
        Some((path, text))
    };
    paths.into_iter().filter_map(free).collect()
}

/// Moves a file to a name, possibly in another folder, that is still free.
///
/// # Errors
/// [`StoreError::Exists`] when the name is taken; otherwise whatever the system reports.
pub fn give_name(from: &Path, to: &Path) -> Result<(), StoreError> {
    let folder = folder_of(to);
    make_folder(folder)?;
    super::draft::give_name(from, to).map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => StoreError::of(from, error),
        _ => StoreError::of(to, error),
    })?;
    for folder in [folder, folder_of(from)] {
        sync_folder(folder).map_err(|error| StoreError::of(folder, error))?;
    }
    Ok(())
}

/// Removes a recovery copy that was left behind.
///
/// # Errors
/// Whatever the system reports.
pub fn remove_left(path: &Path) -> Result<(), StoreError> {
    fs::remove_file(path).map_err(|error| StoreError::of(path, error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_held_copy_cannot_be_opened() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("mine.toml");
        let first = Copy::make(&path, "one").unwrap();
        assert_eq!(left(folder.path()), []);
        let second = Copy::make(&path, "two").unwrap();
        drop(first);
        assert_eq!(left(folder.path()), [], "the new one is locked");
        drop(second);
        assert_eq!(left(folder.path()), [(path.clone(), "two".to_owned())]);
        Copy::make(&path, "three").unwrap().remove();
        assert!(!path.exists());
    }

    #[test]
    fn replacement_is_atomic_and_follows_no_link() {
        let folder = tempfile::tempdir().unwrap();
        let (path, other) = (folder.path().join("mine.toml"), folder.path().join("other"));
        fs::write(&other, "other").unwrap();
        std::os::unix::fs::symlink(&other, &path).unwrap();
        replace(&path, "one").unwrap();
        replace(&path, "two").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "two");
        assert_eq!(fs::read_to_string(&other).unwrap(), "other");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2, "no draft is left");
    }
}
