//! Locks that are held for a moment only.
//!
//! Invariant: a process never sleeps, waits for a terminal or is stopped by one (`Ctrl-Z`) while it holds such
//! a lock, so one guest can't keep the others waiting.

use std::fs::{File, OpenOptions, TryLockError};
use std::io;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use rustix::fs::OFlags;

use super::StoreError;
use super::draft::{folder_of, make_folder};

/// How long another process is waited for.
const PATIENCE: Duration = Duration::from_secs(5);
/// The pause between two attempts.
const PAUSE: Duration = Duration::from_millis(3);

/// Held while this process holds a lock, and while it is being stopped.
static UNDISTURBED: Mutex<()> = Mutex::new(());

fn undisturbed() -> MutexGuard<'static, ()> {
    UNDISTURBED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Does something, such as stopping this process, while it holds no brief lock.
pub fn between_locks<T>(act: impl FnOnce() -> T) -> T {
    let _none_held = undisturbed();
    act()
}

/// Does something under the lock of this file, which is created if necessary. Never nested: the second lock
/// would wait for the first for ever.
///
/// # Errors
/// [`StoreError::Busy`] when another process keeps the lock; otherwise whatever the system reports.
pub fn with_lock<T>(path: &Path, act: impl FnOnce() -> T) -> Result<T, StoreError> {
    let failed = |error| StoreError::of(path, error);
    make_folder(folder_of(path))?;
    let mut options = OpenOptions::new();
    // The bits of open(2) fit an int on every system.
    let flags = (OFlags::NOFOLLOW | OFlags::NONBLOCK).bits() as i32;
    options.create(true).truncate(false).write(true).mode(0o600).custom_flags(flags);
    let file = options.open(path).map_err(failed)?;
    let begun = Instant::now();
    loop {
        let none_stops = undisturbed();
        match file.try_lock() {
            Ok(()) => return Ok(released(&file, act)),
            // Some network disks cannot lock.
            Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => return Ok(act()),
            Err(TryLockError::Error(error)) => return Err(failed(error)),
            Err(TryLockError::WouldBlock) => drop(none_stops),
        }
        if begun.elapsed() > PATIENCE {
            return Err(StoreError::Busy { path: path.to_path_buf() });
        }
        thread::sleep(PAUSE);
    }
}

/// A process that is being started inherits our files; the lock does not stay with it.
fn released<T>(file: &File, act: impl FnOnce() -> T) -> T {
    let done = act();
    let _ = file.unlock();
    done
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_one_at_a_time_holds_the_lock() {
        let folder = tempfile::tempdir().unwrap();
        let (lock, count) = (folder.path().join(".lock"), folder.path().join("count"));
        let add = || {
            for _ in 0..20 {
                with_lock(&lock, || {
                    let now: u32 = std::fs::read_to_string(&count).map_or(0, |text| text.parse().unwrap());
                    std::fs::write(&count, (now + 1).to_string()).unwrap();
                })
                .unwrap();
            }
        };
        thread::scope(|scope| (0..4).for_each(|_| drop(scope.spawn(add))));
        assert_eq!(std::fs::read_to_string(&count).unwrap(), "80");
    }
}
