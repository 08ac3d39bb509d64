//! The only module that touches files.
//!
//! Invariant: after every append, whether it succeeds or fails, the file on disk ends with a whole
//! piece of text. A crash in the middle can at most leave a torn tail, which the journal recognises.

mod home;

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

pub use home::{HOME_VARIABLE, Home};

/// No file of this game comes near this size; a larger one is something else.
const LARGEST_FILE: u64 = 64 << 20;

/// Why a file could not be used, as a sentence with its path.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The system names no folder for programs' data.
    #[error("there is no folder for saved games: name one in {HOME_VARIABLE}")]
    NoHome,
    /// Nothing there.
    #[error("{}: there is no such file", path.display())]
    NotFound {
        /// The file.
        path: PathBuf,
    },
    /// Not allowed.
    #[error("{}: you have no permission for this file", path.display())]
    Permission {
        /// The file.
        path: PathBuf,
    },
    /// Bytes that are no text.
    #[error("{}:{line}: byte {offset} is not UTF-8 text", path.display())]
    NotText {
        /// The file.
        path: PathBuf,
        /// Offset of the first wrong byte, from 0.
        offset: usize,
        /// Its line, from 1.
        line: usize,
    },
    /// Too large to be ours.
    #[error("{}: larger than {} MiB, so no file of this game", path.display(), LARGEST_FILE >> 20)]
    TooLarge {
        /// The file.
        path: PathBuf,
    },
    /// Locked.
    #[error("{}: this game is being played elsewhere; leave it there first", path.display())]
    InUse {
        /// The file.
        path: PathBuf,
    },
    /// A name is taken.
    #[error("{}: there is a file of this name already", path.display())]
    Exists {
        /// The file.
        path: PathBuf,
    },
    /// Anything else the system says.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

impl StoreError {
    fn of(path: &Path, source: io::Error) -> Self {
        let path = path.to_path_buf();
        match source.kind() {
            io::ErrorKind::NotFound => Self::NotFound { path },
            io::ErrorKind::PermissionDenied => Self::Permission { path },
            io::ErrorKind::AlreadyExists => Self::Exists { path },
            _ => Self::Io { path, source },
        }
    }
}

/// The whole text of a file.
///
/// # Errors
/// When it is not there, may not be read, or is no UTF-8 text.
pub fn read_text(path: &Path) -> Result<String, StoreError> {
    let mut file = File::open(path).map_err(|error| StoreError::of(path, error))?;
    read_from(&mut file, path)
}

fn read_from(file: &mut File, path: &Path) -> Result<String, StoreError> {
    let mut bytes = Vec::new();
    file.take(LARGEST_FILE + 1).read_to_end(&mut bytes).map_err(|error| StoreError::of(path, error))?;
    if bytes.len() as u64 > LARGEST_FILE {
        return Err(StoreError::TooLarge { path: path.to_path_buf() });
    }
    String::from_utf8(bytes).map_err(|error| {
        let offset = error.utf8_error().valid_up_to();
        let line = 1 + error.as_bytes()[..offset].iter().filter(|&&byte| byte == b'\n').count();
        StoreError::NotText { path: path.to_path_buf(), offset, line }
    })
}

/// Creates a save with its header: whole and on disk, or not there at all. The file stays locked
/// against other games as long as the appender lives.
///
/// # Errors
/// When the name is taken or the system refuses; nothing is left behind then.
pub fn create_save(path: &Path, header: &str) -> Result<Appender, StoreError> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let failed = |error| StoreError::of(path, error);
    fs::create_dir_all(folder).map_err(|error| StoreError::of(folder, error))?;
    // The empty file claims the name; the finished one then takes its place in a single step.
    File::create_new(path).map_err(failed)?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let draft = folder.join(format!(".{name}.{}.draft", std::process::id()));
    let made = write_draft(&draft, header).and_then(|file| {
        lock(&file, path)?;
        fs::rename(&draft, path).map_err(failed)?;
        sync_folder(folder).map_err(failed)?;
        Ok(file)
    });
    match made {
        Ok(file) => Ok(Appender::over(file, path, header.len() as u64)),
        Err(error) => {
            // Best effort: the first error is the one that matters.
            let _ = fs::remove_file(&draft);
            let _ = fs::remove_file(path);
            Err(error)
        }
    }
}

fn write_draft(draft: &Path, text: &str) -> Result<File, StoreError> {
    let write = || {
        let mut file = OpenOptions::new().read(true).write(true).create(true).truncate(true).open(draft)?;
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        Ok(file)
    };
    write().map_err(|error| StoreError::of(draft, error))
}

/// Makes a rename last through a power cut; only Unix lets a folder be synced.
fn sync_folder(folder: &Path) -> io::Result<()> {
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}

/// Opens a save to go on with it: its text, and the appender that holds it against other games.
///
/// # Errors
/// As [`read_text`], and [`StoreError::InUse`] when another game holds it.
pub fn open_save(path: &Path) -> Result<(String, Appender), StoreError> {
    let open = OpenOptions::new().read(true).write(true).open(path);
    let mut file = open.map_err(|error| StoreError::of(path, error))?;
    lock(&file, path)?;
    let text = read_from(&mut file, path)?;
    let length = text.len() as u64;
    Ok((text, Appender::over(file, path, length)))
}

/// The lock goes with the handle, so a crash leaves nothing behind.
fn lock(file: &File, path: &Path) -> Result<(), StoreError> {
    match file.try_lock() {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => Err(StoreError::InUse { path: path.to_path_buf() }),
        // Some network disks cannot lock; that is no reason not to play there.
        Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => Ok(()),
        Err(TryLockError::Error(error)) => Err(StoreError::of(path, error)),
    }
}

/// What an [`Appender`] writes on: a file, or in a test a disk that fills up.
pub trait Medium: Send {
    /// Writes all bytes at an offset and brings them to the disk.
    ///
    /// # Errors
    /// What the system says; some of the bytes may have been written.
    fn write_at(&mut self, offset: u64, bytes: &[u8]) -> io::Result<()>;

    /// Forgets everything behind an offset.
    ///
    /// # Errors
    /// What the system says.
    fn cut(&mut self, length: u64) -> io::Result<()>;
}

impl Medium for File {
    fn write_at(&mut self, offset: u64, bytes: &[u8]) -> io::Result<()> {
        self.seek(SeekFrom::Start(offset))?;
        self.write_all(bytes)?;
        self.sync_data()
    }

    fn cut(&mut self, length: u64) -> io::Result<()> {
        self.set_len(length)?;
        self.sync_data()
    }
}

/// Lets a save grow, each piece of text wholly on disk or not at all.
pub struct Appender {
    medium: Box<dyn Medium>,
    path: PathBuf,
    length: u64,
    whole: bool,
}

impl Appender {
    /// An appender behind the first `length` bytes of a medium.
    pub fn over(medium: impl Medium + 'static, path: &Path, length: u64) -> Self {
        Self { medium: Box::new(medium), path: path.to_path_buf(), length, whole: true }
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Appends a text and waits until it is on disk.
    ///
    /// # Errors
    /// When it cannot be written; the file is then as it was before, or is made so before the next
    /// text is written.
    pub fn append(&mut self, text: &str) -> io::Result<()> {
        if !self.whole {
            self.cut_to(self.length)?;
        }
        match self.medium.write_at(self.length, text.as_bytes()) {
            Ok(()) => {
                self.length += text.len() as u64;
                Ok(())
            }
            Err(error) => {
                self.whole = self.medium.cut(self.length).is_ok();
                Err(error)
            }
        }
    }

    /// Forgets everything behind the first `length` bytes: the torn tail of a crash.
    ///
    /// # Errors
    /// What the system says.
    pub fn cut_to(&mut self, length: u64) -> io::Result<()> {
        self.medium.cut(length)?;
        self.length = length;
        self.whole = true;
        Ok(())
    }
}
