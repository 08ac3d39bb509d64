//! The only module that touches files.
//!
//! Invariant: after every append, successful or not, the file on disk ends with a complete piece of text. A
//! crash in the middle leaves at most a torn end, which the journal recognises. A save appears under its name
//! complete or not at all, and no file but ours is ever written to.

mod account;
mod brief;
mod draft;
mod file;
mod holder;
mod home;
mod host;
mod mark;
mod notice;
mod presence;
mod recovery;
mod save;
mod shared;
mod system_log;
mod visits;

use std::io;
use std::path::{Path, PathBuf};

use crate::game::storage::CannotCreate;

pub use account::{
    Account, Accounts, Admission, Attempt, Attempts, ClaimError, Kept, LONGEST_NAME, Origin, SHORTEST_SECRET,
};
pub use brief::{between_locks, with_lock};
pub use file::{
    LARGEST_SAVE, LARGEST_TEXT, create_bytes, may_share, may_write, names_in, read_bytes, read_save,
    read_text, read_text_or_save, write_shared,
};
pub use holder::take_over;
pub use home::{HOME_VARIABLE, Home, Quota, SaveFacts};
pub use host::{free_space, open_to_others, own_user, owner_and_mode, with_scratch_folder};
pub use mark::Mark;
pub use notice::{Notices, most_notices};
pub use presence::{LONGEST_MESSAGE, Presence};
pub use recovery::{Copy, give_name, left, remove_left, replace};
pub use save::{Appender, Medium, OutsideChange, begin_save_at, create_save, open_save, save_at};
pub use shared::SharedSave;
pub use system_log::{SYSTEM_LOG, SystemLog};
pub use visits::{Visit, Visitor, visitors};

/// Why a file could not be used, as a sentence with its path.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The system has no folder for application data.
    #[error("there is no folder for saved games: name one in {HOME_VARIABLE}")]
    NoHome,
    /// It does not exist.
    #[error("{}", file::missing(path))]
    NotFound {
        /// The file.
        path: PathBuf,
    },
    /// Permission denied.
    #[error("{}: you do not have permission for this file", crate::plain::path(path))]
    Permission {
        /// The file.
        path: PathBuf,
    },
    /// Bytes that are not text.
    #[error("{}:{line}: byte {offset} is not UTF-8 text", crate::plain::path(path))]
    NotText {
        /// The file.
        path: PathBuf,
        /// Offset of the first wrong byte, from 0.
        offset: usize,
        /// Its line, from 1.
        line: usize,
    },
    /// Too large to be ours.
    #[error("{}: larger than {} MiB, so not a file of this game", crate::plain::path(path), limit >> 20)]
    TooLarge {
        /// The file.
        path: PathBuf,
        /// The largest file of its kind, in bytes.
        limit: u64,
    },
    /// A folder, a pipe, a device, or a link where links are not followed.
    #[error("{}: expected a file, found {what}", crate::plain::path(path))]
    NoFile {
        /// Its path.
        path: PathBuf,
        /// Its kind: "a pipe".
        what: &'static str,
    },
    /// A limit on the files a player keeps, in number or size, is reached.
    #[error("{}: {full}; remove games or scenarios you no longer need", crate::plain::path(path))]
    Full {
        /// The folder of the files.
        path: PathBuf,
        /// The space used, and the limit.
        full: String,
    },
    /// Another process keeps a lock that should be free at once.
    #[error("{}: another program keeps it locked; try again in a moment", crate::plain::path(path))]
    Busy {
        /// The lock.
        path: PathBuf,
    },
    /// Locked.
    #[error("{}: this game is open in another window; quit it there first", crate::plain::path(path))]
    InUse {
        /// The file.
        path: PathBuf,
    },
    /// A name is taken.
    #[error("{}: a file with this name already exists", crate::plain::path(path))]
    Exists {
        /// The file.
        path: PathBuf,
    },
    /// Any other error of the system.
    #[error("{}: {error}", crate::plain::path(path))]
    Io {
        /// The file.
        path: PathBuf,
        /// The system's message. It is part of the sentence, and so not a separate source.
        error: io::Error,
    },
}

impl StoreError {
    fn of(path: &Path, error: io::Error) -> Self {
        let path = path.to_path_buf();
        match error.kind() {
            io::ErrorKind::NotFound => Self::NotFound { path },
            io::ErrorKind::PermissionDenied => Self::Permission { path },
            io::ErrorKind::AlreadyExists => Self::Exists { path },
            _ => Self::Io { path, error },
        }
    }
}

impl From<StoreError> for CannotCreate {
    fn from(error: StoreError) -> Self {
        let why = error.to_string();
        if matches!(error, StoreError::Exists { .. }) { Self::Taken(why) } else { Self::Failed(why) }
    }
}
