//! The people at a shared save: their seats, spectators, and the messages between them, in a folder beside
//! the save.
//!
//! A seat is a locked file. The system releases the lock with the process, however it ends, so nothing has to
//! be cleaned up. Nothing here changes the game.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use rustix::fs::OFlags;
use rustix::process::Pid;

use super::StoreError;
use super::draft::make_folder;
use super::holder::{PARTING, hang_up};
use crate::game::storage::{Company, Message, Present};
use crate::side::Side;

/// The longest message, in characters.
pub const LONGEST_MESSAGE: usize = 160;
/// The most messages of a side within [`RATE_TIME`] seconds.
const RATE: usize = 5;
const RATE_TIME: u64 = 20;
/// The most bytes of messages kept for a battle.
const MOST_MESSAGES: u64 = 256 << 10;

/// The people at a shared save, as one program takes part.
#[derive(Debug)]
pub struct Presence {
    folder: PathBuf,
    seat: Option<(File, Side)>,
    /// The file of a spectator, locked.
    watch: Option<(File, PathBuf)>,
    /// How far the messages have been read.
    heard: u64,
}

impl Presence {
    /// At a save, so far without a seat.
    ///
    /// # Errors
    /// The folder beside it can't be created.
    pub fn at(save: &Path) -> Result<Self, StoreError> {
        let folder = Self::folder_of(save);
        make_folder(&folder)?;
        Ok(Self { folder, seat: None, watch: None, heard: 0 })
    }

    /// The folder beside a save.
    pub fn folder_of(save: &Path) -> PathBuf {
        save.with_extension("seats")
    }

    /// Takes a seat for this process. `false` if another process has it.
    ///
    /// # Errors
    /// Whatever the system reports.
    pub fn sit(&mut self, side: Side) -> io::Result<bool> {
        let file = open(&self.seat_file(side), true)?;
        // Looking whether a seat is taken locks it for an instant.
        for _ in 0..10 {
            match file.try_lock() {
                Ok(()) => {
                    file.set_len(0)?;
                    (&file).write_all(format!("{}\n", std::process::id()).as_bytes())?;
                    self.seat = Some((file, side));
                    return Ok(true);
                }
                Err(TryLockError::WouldBlock) => thread::sleep(Duration::from_millis(2)),
                Err(TryLockError::Error(error)) => return Err(error),
            }
        }
        Ok(false)
    }

    /// Takes a seat from the process that has it, which is hung up.
    ///
    /// # Errors
    /// Whatever the system reports, or the other process does not end.
    pub fn take_over(&mut self, side: Side) -> io::Result<()> {
        let begun = Instant::now();
        let mut asked = false;
        loop {
            if self.sit(side)? {
                return Ok(());
            }
            let mut text = String::new();
            open(&self.seat_file(side), false)?.take(32).read_to_string(&mut text)?;
            let process = text.trim().parse().ok().and_then(Pid::from_raw);
            match process.filter(|process| *process != rustix::process::getpid()) {
                Some(process) if !asked => {
                    asked = true;
                    hang_up(process)?;
                }
                Some(_) | None if begun.elapsed() > PARTING => {
                    return Err(io::Error::other("the other connection does not end"));
                }
                Some(_) | None => thread::sleep(Duration::from_millis(5)),
            }
        }
    }

    /// Watches as a spectator.
    ///
    /// # Errors
    /// Whatever the system reports.
    pub fn watch(&mut self) -> io::Result<()> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let (process, count) = (std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let path = self.folder.join(format!("watch-{process}-{count}"));
        let file = open(&path, true)?;
        if file.try_lock().is_ok() {
            self.watch = Some((file, path));
        }
        Ok(())
    }

    /// The side whose seat this process has.
    pub fn side(&self) -> Option<Side> {
        self.seat.as_ref().map(|(_, side)| *side)
    }

    fn messages(&self) -> PathBuf {
        self.folder.join("messages")
    }

    fn seat_file(&self, side: Side) -> PathBuf {
        self.folder.join(if side == Side::A { "seat-a" } else { "seat-b" })
    }

    /// The complete messages from an offset, and where they end.
    fn said(&self, from: u64) -> io::Result<(u64, Vec<Message>)> {
        let mut file = match open(&self.messages(), false) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok((0, Vec::new())),
            opened => opened?,
        };
        file.seek(SeekFrom::Start(from))?;
        let mut bytes = Vec::new();
        file.take(2 * MOST_MESSAGES).read_to_end(&mut bytes)?;
        let whole = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        let text = String::from_utf8_lossy(&bytes[..whole]);
        Ok((from + whole as u64, text.lines().filter_map(message).collect()))
    }
}

impl Company for Presence {
    fn folder(&self) -> &Path {
        &self.folder
    }

    fn present(&self) -> Present {
        let seats = Side::BOTH.map(|side| self.side() == Some(side) || is_taken(&self.seat_file(side)));
        let mut spectators = 0;
        for entry in fs::read_dir(&self.folder).into_iter().flatten().flatten() {
            let path = entry.path();
            let name = entry.file_name();
            if !name.to_string_lossy().starts_with("watch-") {
                continue;
            }
            if self.watch.as_ref().is_some_and(|(_, own)| *own == path) || is_taken(&path) {
                spectators += 1;
            } else {
                // Left by a process that was killed.
                let _ = fs::remove_file(&path);
            }
        }
        Present { seats, spectators }
    }

    fn say(&self, text: &str) -> Result<(), String> {
        let Some(from) = self.side() else { return Err("Only the players can send messages.".to_owned()) };
        let text: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
        if text.is_empty() {
            return Err("The message is empty.".to_owned());
        }
        if text.chars().count() > LONGEST_MESSAGE {
            return Err(format!("A message has at most {LONGEST_MESSAGE} characters."));
        }
        let (said, now) = (self.said(0).map_err(|error| error.to_string())?, now());
        let recent = said.1.iter().filter(|old| old.from == from && old.at + RATE_TIME > now).count();
        if recent >= RATE {
            return Err("Too many messages. Wait a few seconds.".to_owned());
        }
        if said.0 + text.len() as u64 + 32 > MOST_MESSAGES {
            return Err("This battle can't keep any more messages.".to_owned());
        }
        let line = format!("{now}\t{}\t{text}\n", if from == Side::A { 'a' } else { 'b' });
        let written = open(&self.messages(), true).and_then(|mut file| {
            file.seek(SeekFrom::End(0))?;
            file.write_all(line.as_bytes())
        });
        written.map_err(|error| format!("The message can't be sent: {error}."))
    }

    fn heard(&mut self) -> Vec<Message> {
        let Ok((end, said)) = self.said(self.heard) else { return Vec::new() };
        self.heard = end;
        said
    }
}

/// A process that is being started has our files open until its program runs; the locks do not stay with it.
impl Drop for Presence {
    fn drop(&mut self) {
        if let Some((file, _)) = &self.seat {
            let _ = file.unlock();
        }
        if let Some((file, path)) = &self.watch {
            let _ = file.unlock();
            let _ = fs::remove_file(path);
        }
    }
}

fn message(line: &str) -> Option<Message> {
    let mut parts = line.splitn(3, '\t');
    let at = parts.next()?.parse().ok()?;
    let from = match parts.next()? {
        "a" => Side::A,
        "b" => Side::B,
        _ => return None,
    };
    let text = parts.next()?.chars().take(LONGEST_MESSAGE).collect();
    Some(Message { at, from, text })
}

fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

/// Opens a small private file; never through a link.
fn open(path: &Path, write: bool) -> io::Result<File> {
    let flags = OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::NOFOLLOW;
    let mut options = OpenOptions::new();
    // The bits of open(2) fit an int on every system.
    options.read(true).write(write).create(write).mode(0o600).custom_flags(flags.bits() as i32);
    options.open(path)
}

/// Whether a process has this file locked.
fn is_taken(path: &Path) -> bool {
    open(path, false).is_ok_and(|file| matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seat_is_held_by_one_and_freed_when_it_is_dropped() {
        let folder = tempfile::tempdir().unwrap();
        let save = folder.path().join("battle.toml");
        let mut first = Presence::at(&save).unwrap();
        let mut second = Presence::at(&save).unwrap();
        assert!(first.sit(Side::A).unwrap());
        assert!(!second.sit(Side::A).unwrap(), "taken");
        assert_eq!(second.present(), Present { seats: [true, false], spectators: 0 });
        second.watch().unwrap();
        assert_eq!(first.present(), Present { seats: [true, false], spectators: 1 });
        drop(second);
        assert_eq!(first.present().spectators, 0);
        drop(first);
        let mut third = Presence::at(&save).unwrap();
        assert_eq!(third.present(), Present::default());
        assert!(third.sit(Side::A).unwrap());
    }

    #[test]
    fn messages_arrive_once_and_are_limited() {
        let folder = tempfile::tempdir().unwrap();
        let save = folder.path().join("battle.toml");
        let (mut anna, mut bert) = (Presence::at(&save).unwrap(), Presence::at(&save).unwrap());
        assert_eq!(anna.say("hello").unwrap_err(), "Only the players can send messages.");
        assert!(anna.sit(Side::A).unwrap() && bert.sit(Side::B).unwrap());
        anna.say(" good\tluck\n[[play]] ").unwrap();
        let heard = bert.heard();
        assert_eq!((heard.len(), heard[0].from, &*heard[0].text), (1, Side::A, "good luck [[play]]"));
        assert_eq!(bert.heard(), []);
        assert!(anna.say(&"x".repeat(161)).unwrap_err().contains("160"));
        for _ in 0..4 {
            anna.say("and again").unwrap();
        }
        assert_eq!(anna.say("and again").unwrap_err(), "Too many messages. Wait a few seconds.");
        bert.say("thanks").unwrap();
        assert_eq!(bert.heard().len(), 5);
        fs::write(save.with_extension("seats").join("messages"), "torn").unwrap();
        assert_eq!(Presence::at(&save).unwrap().heard(), []);
    }
}
