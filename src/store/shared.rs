//! A save that several programs follow and append to.
//!
//! Nothing is locked while anybody thinks. A program that appends locks the file for a moment, reads what was
//! appended before it, and gives way if there is anything. A program killed while writing leaves a torn end,
//! which readers ignore and the next writer cuts off.
//!
//! Invariant: the file only grows, except for torn ends. Text that was ever returned as complete stays.

use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind};
use std::os::unix::fs::{FileExt, MetadataExt};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use super::file::{Access, LARGEST_SAVE, open, read_from};
use super::save::OutsideChange;
use super::{Presence, StoreError};
use crate::game::storage::{Appended, Company, FollowedSave, Storage};

/// The end of every complete entry. It can't occur within one: strings are written on one line.
const END: &[u8] = b"\n\n";

/// How long a writer waits for another one. Writing takes milliseconds; longer means that a program was
/// stopped while writing.
const PATIENCE: Duration = Duration::from_secs(3);

/// A shared save on disk, as far as it has been read.
#[derive(Debug)]
pub struct SharedSave {
    file: File,
    path: PathBuf,
    /// Device and inode.
    identity: (u64, u64),
    /// The length of what has been read and is complete, in bytes.
    read: u64,
    most: u64,
    /// The people at it.
    pub presence: Presence,
    /// Whether entries are written without waiting for the disk, and whether any has been.
    held: bool,
    unsynced: bool,
}

impl SharedSave {
    /// Opens a shared save and reads it: its text, and the rest of an entry that is being written or was
    /// never finished. The text ends where [`FollowedSave::fresh`] goes on reading.
    ///
    /// # Errors
    /// See [`super::read_save`].
    pub fn open(path: &Path) -> Result<(String, Self), StoreError> {
        let mut file = open(path, Access::Write)?;
        let mut text = read_from(&mut file, path, LARGEST_SAVE)?;
        text.truncate(complete(text.as_bytes()));
        let meta = file.metadata().map_err(|error| StoreError::of(path, error))?;
        let save = Self {
            file,
            path: path.to_path_buf(),
            identity: (meta.dev(), meta.ino()),
            read: text.len() as u64,
            most: LARGEST_SAVE,
            presence: Presence::at(path)?,
            held: false,
            unsynced: false,
        };
        Ok((text, save))
    }

    fn append_locked(&mut self, entry: &str) -> io::Result<Appended> {
        let length = self.check()?;
        if !self.tail(length)?.is_empty() {
            return Ok(Appended::Behind);
        }
        if self.read + entry.len() as u64 > self.most {
            let why = format!("the saved game has reached {} KiB, its size limit", self.most >> 10);
            return Err(io::Error::new(ErrorKind::QuotaExceeded, why));
        }
        // No other program is writing, so anything behind the last entry is torn.
        if length > self.read {
            self.file.set_len(self.read)?;
        }
        let written = self.file.write_all_at(entry.as_bytes(), self.read);
        let written = written.and_then(|()| if self.held { Ok(()) } else { self.file.sync_data() });
        if let Err(error) = written {
            // If this fails too, the next writer cuts the torn end off.
            let _ = self.file.set_len(self.read);
            return Err(error);
        }
        self.unsynced = self.held;
        self.read += entry.len() as u64;
        Ok(Appended::Done)
    }

    /// Locks the file for a moment; never waits long.
    fn lock(&self) -> io::Result<()> {
        let begun = Instant::now();
        loop {
            match self.file.try_lock() {
                Ok(()) => return Ok(()),
                Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => return Ok(()),
                Err(TryLockError::Error(error)) => return Err(error),
                Err(TryLockError::WouldBlock) if begun.elapsed() > PATIENCE => {
                    let why = "another program is writing to this game and does not finish";
                    return Err(io::Error::new(ErrorKind::WouldBlock, why));
                }
                Err(TryLockError::WouldBlock) => thread::sleep(Duration::from_millis(1)),
            }
        }
    }

    /// Its length, if it is still the same file and has lost nothing.
    fn check(&self) -> io::Result<u64> {
        let strayed = match fs::symlink_metadata(&self.path) {
            Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
                OutsideChange::Removed
            }
            Err(error) => return Err(error),
            Ok(meta) if (meta.dev(), meta.ino()) != self.identity => OutsideChange::Replaced,
            Ok(meta) if meta.len() < self.read => OutsideChange::Changed,
            Ok(meta) => return Ok(meta.len()),
        };
        Err(io::Error::other(strayed))
    }

    /// The complete entries behind what has been read.
    fn tail(&self, length: u64) -> io::Result<String> {
        // A save is far smaller than memory.
        let mut bytes = vec![0; length.min(LARGEST_SAVE).saturating_sub(self.read) as usize];
        let mut got = 0;
        while got < bytes.len() {
            match self.file.read_at(&mut bytes[got..], self.read + got as u64) {
                Ok(0) => break,
                Ok(count) => got += count,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        bytes.truncate(got);
        bytes.truncate(complete(&bytes));
        String::from_utf8(bytes).map_err(|error| io::Error::new(ErrorKind::InvalidData, error))
    }
}

impl Storage for SharedSave {
    fn path(&self) -> &Path {
        &self.path
    }

    fn limit(&mut self, most: u64) {
        self.most = most.min(LARGEST_SAVE);
    }

    fn hold(&mut self) {
        self.held = true;
    }

    fn settle(&mut self) -> io::Result<()> {
        self.held = false;
        if std::mem::take(&mut self.unsynced) { self.file.sync_data() } else { Ok(()) }
    }
}

impl FollowedSave for SharedSave {
    fn fresh(&mut self) -> io::Result<String> {
        let length = self.check()?;
        if length == self.read {
            return Ok(String::new());
        }
        let fresh = self.tail(length)?;
        self.read += fresh.len() as u64;
        Ok(fresh)
    }

    fn unread(&mut self, fresh: &str) {
        self.read = self.read.saturating_sub(fresh.len() as u64);
    }

    fn append(&mut self, entry: &str) -> io::Result<Appended> {
        debug_assert!(entry.as_bytes().ends_with(END));
        self.lock()?;
        let appended = self.append_locked(entry);
        let _ = self.file.unlock();
        appended
    }

    fn company(&mut self) -> &mut dyn Company {
        &mut self.presence
    }
}

/// The length of the complete entries at the beginning of a text.
fn complete(bytes: &[u8]) -> usize {
    bytes.windows(END.len()).rposition(|end| end == END).map_or(0, |at| at + END.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = "format = 2\n\n";

    fn two() -> (tempfile::TempDir, PathBuf, SharedSave, SharedSave) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("battle.toml");
        fs::write(&path, HEAD).unwrap();
        let (_, a) = SharedSave::open(&path).unwrap();
        let (text, b) = SharedSave::open(&path).unwrap();
        assert_eq!(text, HEAD);
        (folder, path, a, b)
    }

    #[test]
    fn an_entry_is_read_by_the_other_program() {
        let (_folder, path, mut a, mut b) = two();
        assert_eq!(a.append("one\n\n").unwrap(), Appended::Done);
        assert_eq!(a.fresh().unwrap(), "", "its own entries are known");
        assert_eq!(b.append("two\n\n").unwrap(), Appended::Behind, "it has not read the first");
        assert_eq!(b.fresh().unwrap(), "one\n\n");
        assert_eq!(b.append("two\n\n").unwrap(), Appended::Done);
        assert_eq!(a.fresh().unwrap(), "two\n\n");
        assert_eq!(fs::read_to_string(&path).unwrap(), format!("{HEAD}one\n\ntwo\n\n"));
    }

    #[test]
    fn a_writer_killed_at_any_byte_costs_only_its_own_entry() {
        let entry = "[[play]]\nn = 1\n\n";
        for torn in 0..entry.len() {
            let (_folder, path, mut a, mut b) = two();
            let half = format!("{HEAD}{}", &entry[..torn]);
            fs::write(&path, &half).unwrap();
            assert_eq!(a.fresh().unwrap(), "", "{torn} bytes");
            assert_eq!(a.append("mine\n\n").unwrap(), Appended::Done, "{torn} bytes");
            assert_eq!(b.fresh().unwrap(), "mine\n\n", "{torn} bytes");
            assert_eq!(fs::read_to_string(&path).unwrap(), format!("{HEAD}mine\n\n"));
        }
    }

    #[test]
    fn a_save_that_is_removed_replaced_or_cut_is_left_alone() {
        type Change = (fn(&Path), OutsideChange);
        let changes: [Change; 3] = [
            (|path| fs::remove_file(path).unwrap(), OutsideChange::Removed),
            (
                |path| {
                    fs::write(path.with_extension("new"), HEAD).unwrap();
                    fs::rename(path.with_extension("new"), path).unwrap();
                },
                OutsideChange::Replaced,
            ),
            (|path| fs::write(path, "").unwrap(), OutsideChange::Changed),
        ];
        for (change, expected) in changes {
            let (_folder, path, mut a, _) = two();
            change(&path);
            let error = a.append("mine\n\n").unwrap_err();
            let found = error.get_ref().and_then(|inner| inner.downcast_ref::<OutsideChange>());
            assert_eq!(found, Some(&expected));
            assert!(a.fresh().is_err());
        }
    }
}
