//! The program that has a save open, found by its lock and ended, so that its player can go on elsewhere.

use std::fs::{self, TryLockError};
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, getpid, kill_process};

use super::StoreError;
use super::file::{Access, open};

/// How long a program that is hung up may take to leave.
pub(super) const PARTING: Duration = Duration::from_secs(2);

/// Ends the program that has a save open, as a broken line would, and waits until the save is free. Its game
/// is on disk already.
///
/// # Errors
/// The program can't be found or ended, or the save can't be read.
pub fn take_over(path: &Path) -> Result<(), StoreError> {
    let failed = |error| StoreError::of(path, error);
    let file = open(path, Access::Write)?;
    let begun = Instant::now();
    let mut asked = false;
    loop {
        match file.try_lock() {
            Ok(()) => return file.unlock().map_err(failed),
            Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => return Ok(()),
            Err(TryLockError::Error(error)) => return Err(failed(error)),
            Err(TryLockError::WouldBlock) => {}
        }
        if !asked {
            let meta = file.metadata().map_err(failed)?;
            let holder = holder(&meta).ok_or_else(|| StoreError::InUse { path: path.into() })?;
            hang_up(holder).map_err(failed)?;
            asked = true;
        }
        if begun.elapsed() > PARTING {
            return Err(failed(io::Error::other("the other window or connection does not end")));
        }
        thread::sleep(Duration::from_millis(5));
    }
}

/// Ends another process of ours as a broken line would; a stopped one has to be woken for that.
pub(super) fn hang_up(process: Pid) -> io::Result<()> {
    kill_process(process, Signal::HUP)?;
    let _ = kill_process(process, Signal::CONT);
    Ok(())
}

/// The other process of this program that has a file locked. The system lists locks by inode; the same number
/// may exist on another disk, so the process must have this very file open.
fn holder(file: &fs::Metadata) -> Option<Pid> {
    let locks = fs::read_to_string("/proc/locks").ok()?;
    let own = fs::read_to_string("/proc/self/comm").ok()?;
    let is_holder = |process: &Pid| {
        let folder = format!("/proc/{}", process.as_raw_nonzero());
        let opened = fs::read_dir(format!("{folder}/fd")).into_iter().flatten().flatten();
        let mut opened = opened.filter_map(|entry| fs::metadata(entry.path()).ok());
        *process != getpid()
            && fs::read_to_string(format!("{folder}/comm")).is_ok_and(|name| name == own)
            && opened.any(|meta| (meta.dev(), meta.ino()) == (file.dev(), file.ino()))
    };
    locks.lines().filter_map(|line| locker(line, file.ino())).find(is_holder)
}

/// The process in a line of `/proc/locks`, "1: FLOCK ADVISORY WRITE 812 fe:00:1003 0 EOF", if it locks this
/// inode.
fn locker(line: &str, inode: u64) -> Option<Pid> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let [_, "FLOCK", _, _, process, place, ..] = words[..] else { return None };
    let locked: u64 = place.rsplit(':').next()?.parse().ok()?;
    Pid::from_raw(process.parse().ok()?).filter(|_| locked == inode)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_lock_on_this_file_names_its_process() {
        let line = "3: FLOCK  ADVISORY  WRITE 22101 fe:00:5957461 0 EOF";
        assert_eq!(locker(line, 5_957_461), Pid::from_raw(22101));
        assert_eq!(locker(line, 5_957_462), None);
        assert_eq!(
            locker("3: -> FLOCK  ADVISORY  WRITE 22101 fe:00:5957461 0 EOF", 5_957_461),
            None,
            "waiting"
        );
        assert_eq!(locker("3: POSIX  ADVISORY  WRITE 22101 fe:00:5957461 0 EOF", 5_957_461), None);
    }

    #[test]
    fn a_program_does_not_take_over_from_itself() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("mine.toml");
        let mine = super::super::create_save(&path, "text").unwrap();
        assert!(matches!(take_over(&path), Err(StoreError::InUse { .. })));
        drop(mine);
        take_over(&path).unwrap();
        assert!(super::super::open_save(&path).is_ok(), "it is free");
    }
}
