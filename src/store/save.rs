//! Saves: created, opened, and appended to.

use std::fs::{self, File, Metadata};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use super::StoreError;
use super::draft::{create_behind, create_whole, folder_of, keep_private, lock, sync_folder};
use super::file::{Access, LARGEST_SAVE, open, read_from};
use crate::game::journal::LONGEST_PIECE;
use crate::game::storage::{CannotCreate, OwnSave, Storage};

/// Creates a save with its header: complete and on disk, or not there at all. The file stays locked against
/// other games as long as the appender lives.
///
/// # Errors
/// The name is taken or the system refuses; nothing is left behind.
pub fn create_save(path: &Path, header: &str) -> Result<Appender, StoreError> {
    let file = create_whole(path, header)?;
    let save = SaveFile::of(file, path).map_err(|error| StoreError::of(path, error))?;
    Ok(Appender::over(save, path, header))
}

/// Creates a save that is complete under its name, and on disk with the first action or when the game settles,
/// whichever comes first. So the first screen does not wait for the disk.
fn begin_save(path: &Path, header: &str) -> Result<Appender, StoreError> {
    let file = create_behind(path, header)?;
    let mut save = SaveFile::of(file, path).map_err(|error| StoreError::of(path, error))?;
    save.named = false;
    let mut appender = Appender::over(save, path, header);
    appender.synced = 0;
    Ok(appender)
}

/// Creates the save of a new game at this path, once its header is known: on disk.
pub fn save_at(path: &Path) -> impl Fn(&str) -> Result<Box<dyn OwnSave>, CannotCreate> {
    move |header| Ok(Box::new(create_save(path, readable(path, header)?)?))
}

/// Like [`save_at`], but the save is on disk only with the first action, or when the game settles.
pub fn begin_save_at(path: &Path) -> impl Fn(&str) -> Result<Box<dyn OwnSave>, CannotCreate> {
    move |header| Ok(Box::new(begin_save(path, readable(path, header)?)?))
}

/// A header that could not be read back is refused.
fn readable<'a>(path: &Path, header: &'a str) -> Result<&'a str, StoreError> {
    match header.len() > LONGEST_PIECE {
        true => Err(StoreError::TooLarge { path: path.into(), limit: LONGEST_PIECE as u64 }),
        false => Ok(header),
    }
}

/// Opens a save to continue it: its text, and the appender that locks it against other games.
///
/// # Errors
/// See [`super::read_save`]; [`StoreError::InUse`] when another game has it locked, and
/// [`StoreError::NoFile`] when it is a link: a game is not written through one.
pub fn open_save(path: &Path) -> Result<(String, Appender), StoreError> {
    let mut file = open(path, Access::Write)?;
    lock(&file, path)?;
    let text = read_from(&mut file, path, LARGEST_SAVE)?;
    let failed = |error| StoreError::of(path, error);
    keep_private(path, &file.metadata().map_err(failed)?, 0o600);
    if let Ok(folder) = fs::symlink_metadata(folder_of(path)) {
        // Only the saves folder is ours; a save may lie elsewhere.
        if folder_of(path).ends_with("saves") {
            keep_private(folder_of(path), &folder, 0o700);
        }
    }
    let save = SaveFile::of(file, path).map_err(failed)?;
    let appender = Appender::over(save, path, &text);
    Ok((text, appender))
}

/// The medium an [`Appender`] writes to: a file, or in a test a disk that fills up.
pub trait Medium: Send {
    /// Whether it still holds exactly this text.
    ///
    /// # Errors
    /// [`OutsideChange`] when something else has changed it; otherwise whatever the system reports.
    fn check(&mut self, _text: &str) -> io::Result<()> {
        Ok(())
    }

    /// Writes all bytes at an offset and syncs them to disk.
    ///
    /// # Errors
    /// Whatever the system reports; some of the bytes may have been written.
    fn write_at(&mut self, offset: u64, bytes: &[u8]) -> io::Result<()>;

    /// Writes all bytes at an offset without waiting for the disk.
    ///
    /// # Errors
    /// Whatever the system reports; some of the bytes may have been written.
    fn write_behind(&mut self, offset: u64, bytes: &[u8]) -> io::Result<()> {
        self.write_at(offset, bytes)
    }

    /// Truncates it at an offset.
    ///
    /// # Errors
    /// Whatever the system reports.
    fn cut(&mut self, length: u64) -> io::Result<()>;
}

impl Medium for File {
    fn write_at(&mut self, offset: u64, bytes: &[u8]) -> io::Result<()> {
        self.seek(SeekFrom::Start(offset))?;
        self.write_all(bytes)?;
        self.sync_data()
    }

    fn write_behind(&mut self, offset: u64, bytes: &[u8]) -> io::Result<()> {
        self.seek(SeekFrom::Start(offset))?;
        self.write_all(bytes)
    }

    fn cut(&mut self, length: u64) -> io::Result<()> {
        self.set_len(length)?;
        self.sync_data()
    }
}

/// A change to a save from outside while its game was running.
#[derive(Copy, Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum OutsideChange {
    /// It no longer exists.
    #[error("was removed")]
    Removed,
    /// Another file has its name.
    #[error("was replaced by another file")]
    Replaced,
    /// Its contents are different.
    #[error("was changed by another program")]
    Changed,
}

/// A save on disk, identified by more than its name.
struct SaveFile {
    file: File,
    path: PathBuf,
    /// Device and inode.
    identity: (u64, u64),
    /// When it was last written, as far as we know.
    written: (i64, i64),
    /// Whether its name is certainly on disk.
    named: bool,
}

/// The time of the last write, in seconds and nanoseconds.
fn written(meta: &Metadata) -> (i64, i64) {
    (meta.mtime(), meta.mtime_nsec())
}

impl SaveFile {
    fn of(file: File, path: &Path) -> io::Result<Self> {
        let meta = file.metadata()?;
        let identity = (meta.dev(), meta.ino());
        Ok(Self { file, path: path.to_path_buf(), identity, written: written(&meta), named: true })
    }

    /// Remembers the time of our own write.
    fn note(&mut self) -> io::Result<()> {
        self.written = written(&self.file.metadata()?);
        Ok(())
    }

    /// Whether it holds this text.
    fn holds(&mut self, text: &str) -> io::Result<bool> {
        let mut bytes = Vec::with_capacity(text.len());
        self.file.seek(SeekFrom::Start(0))?;
        (&self.file).take(text.len() as u64 + 1).read_to_end(&mut bytes)?;
        Ok(bytes == text.as_bytes())
    }
}

/// A process that is being started has our files open until its program runs; the lock does not stay with it.
impl Drop for SaveFile {
    fn drop(&mut self) {
        let _ = self.file.unlock();
    }
}

impl Medium for SaveFile {
    fn check(&mut self, text: &str) -> io::Result<()> {
        let strayed = match fs::symlink_metadata(&self.path) {
            Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
                OutsideChange::Removed
            }
            Err(error) => return Err(error),
            Ok(meta) if (meta.dev(), meta.ino()) != self.identity => OutsideChange::Replaced,
            Ok(meta) if meta.len() != text.len() as u64 => OutsideChange::Changed,
            Ok(meta) if written(&meta) == self.written => return Ok(()),
            // Touched: perhaps unchanged, perhaps changed to a text of the same length.
            Ok(_) if self.holds(text)? => return self.note(),
            Ok(_) => OutsideChange::Changed,
        };
        Err(io::Error::other(strayed))
    }

    fn write_at(&mut self, offset: u64, bytes: &[u8]) -> io::Result<()> {
        self.file.write_at(offset, bytes)?;
        if !self.named {
            sync_folder(folder_of(&self.path))?;
            self.named = true;
        }
        self.note()
    }

    fn write_behind(&mut self, offset: u64, bytes: &[u8]) -> io::Result<()> {
        self.file.write_behind(offset, bytes)?;
        self.note()
    }

    fn cut(&mut self, length: u64) -> io::Result<()> {
        self.file.cut(length)?;
        self.note()
    }
}

/// Appends to a save, each piece of text completely on disk or not at all. Pieces that belong together can be
/// synced once, at their end ([`Storage::hold`]).
///
/// It remembers the text so far. When something else removes, replaces or changes the file, the game
/// continues in a new file beside it, and the foreign file is left alone.
pub struct Appender {
    medium: Box<dyn Medium>,
    path: PathBuf,
    text: String,
    /// The length of the text that is certainly on disk.
    synced: usize,
    /// Whether pieces are written without waiting for the disk.
    held: bool,
    whole: bool,
    most: u64,
    news: Option<String>,
}

impl Appender {
    /// An appender to a medium that holds this text.
    pub fn over(medium: impl Medium + 'static, path: &Path, text: &str) -> Self {
        let (medium, path, text) = (Box::new(medium), path.to_path_buf(), text.to_owned());
        let synced = text.len();
        Self { medium, path, text, synced, held: false, whole: true, most: LARGEST_SAVE, news: None }
    }

    fn length(&self) -> u64 {
        self.text.len() as u64
    }

    fn write(&mut self, text: &str) -> io::Result<()> {
        let length = self.length();
        if !self.whole {
            self.medium.cut(length)?;
            self.whole = true;
        }
        self.medium.check(&self.text)?;
        let wrote = if self.held {
            self.medium.write_behind(length, text.as_bytes())
        } else if self.synced == self.text.len() {
            self.medium.write_at(length, text.as_bytes())
        } else {
            // Everything not certainly on disk is written again: a disk that failed to sync it may have lost
            // it.
            let behind = format!("{}{text}", &self.text[self.synced..]);
            self.medium.write_at(self.synced as u64, behind.as_bytes())
        };
        match wrote {
            Ok(()) => {
                self.text.push_str(text);
                if !self.held {
                    self.synced = self.text.len();
                }
                Ok(())
            }
            Err(error) => {
                self.whole = self.medium.cut(length).is_ok();
                Err(error)
            }
        }
    }

    /// Writes the whole game, with this text at its end, to a new file beside the old one.
    fn save_beside(&mut self, text: &str, strayed: OutsideChange) -> io::Result<()> {
        let whole = format!("{}{text}", self.text);
        let stem = self.path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        for number in 1..1000 {
            let path = self.path.with_file_name(format!("{stem}-kept-{number}.toml"));
            let file = match create_whole(&path, &whole) {
                Ok(file) => file,
                Err(StoreError::Exists { .. }) => continue,
                Err(error) => return Err(io::Error::other(error)),
            };
            self.medium = Box::new(SaveFile::of(file, &path)?);
            self.news = Some(format!(
                "While you were playing, the file {} {strayed}. Nothing is lost: the whole game is now \
                 saved in {}, and play continues there.",
                crate::plain::path(&self.path),
                crate::plain::path(&path)
            ));
            (self.path, self.synced, self.text, self.whole) = (path, whole.len(), whole, true);
            return Ok(());
        }
        Err(io::Error::other(strayed))
    }
}

/// A game that was begun and left without an action is kept as well.
impl Drop for Appender {
    fn drop(&mut self) {
        // Nobody is left to be told: the next reader finds what is there.
        let _ = self.settle();
    }
}

impl Storage for Appender {
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
        if self.synced == self.text.len() {
            return Ok(());
        }
        self.write("")
    }
}

impl OwnSave for Appender {
    fn append(&mut self, text: &str) -> io::Result<()> {
        let length = self.length() + text.len() as u64;
        if length > self.most {
            let (kib, path) = (self.most >> 10, crate::plain::path(&self.path));
            let why = format!("{path} has reached {kib} KiB, the size limit for a saved game");
            return Err(io::Error::new(io::ErrorKind::QuotaExceeded, why));
        }
        match self.write(text) {
            Err(error) => match strayed(&error) {
                Some(strayed) => self.save_beside(text, strayed),
                None => Err(error),
            },
            written => written,
        }
    }

    fn cut_to(&mut self, length: u64) -> io::Result<()> {
        self.medium.check(&self.text)?;
        self.medium.cut(length)?;
        // The journal cuts at the end of a table, never within a character.
        self.text.truncate(usize::try_from(length).unwrap_or(usize::MAX));
        self.synced = self.synced.min(self.text.len());
        self.whole = true;
        Ok(())
    }

    fn news(&mut self) -> Option<String> {
        self.news.take()
    }
}

fn strayed(error: &io::Error) -> Option<OutsideChange> {
    error.get_ref().and_then(|inner| inner.downcast_ref::<OutsideChange>()).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_released_save_can_be_locked_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("mine.toml");
        let file = create_whole(&path, "text").unwrap();
        let inherited = file.try_clone().unwrap();
        let save = SaveFile::of(file, &path).unwrap();
        assert!(matches!(open_save(&path), Err(StoreError::InUse { .. })));
        drop(save);
        assert_eq!(open_save(&path).unwrap().0, "text");
        drop(inherited);
    }
}
