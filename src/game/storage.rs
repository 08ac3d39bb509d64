//! Where a running game is kept: the seam writes through these traits and knows no files.

use std::io;
use std::path::Path;

use crate::side::Side;

/// The save of a running game.
pub trait Storage: Send {
    /// Its file.
    fn path(&self) -> &Path;

    /// Limits it to this many bytes.
    fn limit(&mut self, most: u64);

    /// From here on entries are written without waiting for the disk, until [`Storage::settle`].
    fn hold(&mut self);

    /// Waits until everything written since [`Storage::hold`] is on disk. What failed is written again by the
    /// next call, or with the next entry.
    ///
    /// # Errors
    /// It is not on disk.
    fn settle(&mut self) -> io::Result<()>;
}

/// A save that only this program writes.
pub trait OwnSave: Storage {
    /// Appends a text and waits until it is on disk.
    ///
    /// # Errors
    /// It cannot be written; the save is then as before, or is restored before the next text is written.
    fn append(&mut self, text: &str) -> io::Result<()>;

    /// Drops everything after the first `length` bytes: the torn end left by a crash.
    ///
    /// # Errors
    /// Whatever the system reports.
    fn cut_to(&mut self, length: u64) -> io::Result<()>;

    /// News about the file for the player, reported once.
    fn news(&mut self) -> Option<String>;
}

/// The result of an attempt to append to a save that several programs follow.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Appended {
    /// It is on disk.
    Done,
    /// Others have appended something that has not been read yet; nothing was written.
    Behind,
}

/// A save that several programs follow and append to.
pub trait FollowedSave: Storage {
    /// The complete entries appended since the last call; empty if there are none.
    ///
    /// # Errors
    /// The file was removed, replaced or cut; otherwise whatever the system reports.
    fn fresh(&mut self) -> io::Result<String>;

    /// Reads the text of the last [`FollowedSave::fresh`] again: a reader may see an entry half written.
    fn unread(&mut self, fresh: &str);

    /// Appends an entry and waits until it is on disk, unless others have appended something first.
    ///
    /// # Errors
    /// It cannot be written; the file is then as before.
    fn append(&mut self, entry: &str) -> io::Result<Appended>;

    /// The people at it.
    fn company(&mut self) -> &mut dyn Company;
}

/// The players and spectators at a shared save now.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Present {
    /// Whether the player of each side is connected.
    pub seats: [bool; 2],
    /// The number of spectators.
    pub spectators: usize,
}

/// A message of one side to the other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Message {
    /// When it was sent, in seconds since 1970.
    pub at: u64,
    /// The side that sent it.
    pub from: Side,
    /// Its text, as the sender typed it.
    pub text: String,
}

/// The people at a shared save. Nothing here changes the game.
pub trait Company {
    /// The folder that changes with them.
    fn folder(&self) -> &Path;

    /// The players and spectators connected now.
    fn present(&self) -> Present;

    /// Sends a message from this process's seat.
    ///
    /// # Errors
    /// In a sentence: it is empty or too long, there were too many, or it can't be written.
    fn say(&self, text: &str) -> Result<(), String>;

    /// The messages since the last call, this side's included.
    fn heard(&mut self) -> Vec<Message>;
}

/// The last action of a game that the player at this terminal has seen, kept apart from the save.
pub trait SeenMark: Send {
    /// Notes an action by its number and seal, unless a later one has been seen.
    fn note(&mut self, action: u32, seal: &str);
}

/// Why a save cannot be created, as a sentence.
#[derive(Debug, thiserror::Error)]
pub enum CannotCreate {
    /// Its name is taken.
    #[error("{0}")]
    Taken(String),
    /// Anything else.
    #[error("{0}")]
    Failed(String),
}

/// Creates the save of a new game with its header, complete or not at all.
pub type CreateSave<'a> = &'a dyn Fn(&str) -> Result<Box<dyn OwnSave>, CannotCreate>;
