//! Notices that followed files have changed: nothing happens until the system reports a change.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

#[cfg(target_os = "linux")]
use std::os::fd::{AsFd, OwnedFd};

#[cfg(target_os = "linux")]
use rustix::fs::inotify::{self, CreateFlags, WatchFlags};

/// How often followed files are looked at where the system does not report changes.
const OTHERWISE: Duration = Duration::from_millis(300);

/// How many programs of one system account can have changes reported at once, where the system tells. The others
/// look again and again.
pub fn most_notices() -> Option<u32> {
    std::fs::read_to_string("/proc/sys/fs/inotify/max_user_instances").ok()?.trim().parse().ok()
}

/// The files and folders that are followed.
#[derive(Debug, Default)]
pub struct Notices {
    #[cfg(target_os = "linux")]
    fd: Option<OwnedFd>,
    watched: Mutex<Vec<(PathBuf, i32)>>,
}

impl Notices {
    /// Nothing is followed yet.
    pub fn new() -> Self {
        #[cfg(target_os = "linux")]
        {
            let fd = inotify::init(CreateFlags::CLOEXEC | CreateFlags::NONBLOCK).ok();
            Self { fd, watched: Mutex::default() }
        }
        #[cfg(not(target_os = "linux"))]
        Self::default()
    }

    /// Follows these files and folders, and no others.
    pub fn follow(&self, paths: &[PathBuf]) {
        let mut watched = self.watched.lock().unwrap_or_else(PoisonError::into_inner);
        watched.retain(|(path, watch)| {
            let stays = paths.contains(path);
            if !stays {
                self.forget(*watch);
            }
            stays
        });
        for path in paths {
            if !watched.iter().any(|(known, _)| known == path) {
                watched.push((path.clone(), self.watch(path)));
            }
        }
    }

    /// How long a reader of keys may wait, if changes are not reported.
    pub fn patience(&self) -> Option<Duration> {
        let idle = self.watched.lock().unwrap_or_else(PoisonError::into_inner).is_empty();
        (!idle && !self.are_reported()).then_some(OTHERWISE)
    }

    #[cfg(target_os = "linux")]
    fn are_reported(&self) -> bool {
        self.fd.is_some()
    }

    #[cfg(not(target_os = "linux"))]
    fn are_reported(&self) -> bool {
        false
    }

    #[cfg(target_os = "linux")]
    fn watch(&self, path: &Path) -> i32 {
        let flags = WatchFlags::MODIFY
            | WatchFlags::CLOSE_WRITE
            | WatchFlags::CREATE
            | WatchFlags::DELETE
            | WatchFlags::MOVED_TO
            | WatchFlags::DELETE_SELF
            | WatchFlags::MOVE_SELF;
        let watched = self.fd.as_ref().map(|fd| inotify::add_watch(fd, path, flags));
        watched.and_then(Result::ok).unwrap_or(-1)
    }

    #[cfg(not(target_os = "linux"))]
    fn watch(&self, _path: &Path) -> i32 {
        -1
    }

    #[cfg(target_os = "linux")]
    fn forget(&self, watch: i32) {
        if let Some(fd) = self.fd.as_ref().filter(|_| watch >= 0) {
            let _ = inotify::remove_watch(fd, watch);
        }
    }

    #[cfg(not(target_os = "linux"))]
    fn forget(&self, _watch: i32) {}

    /// The file that becomes readable with a notice.
    #[cfg(target_os = "linux")]
    pub fn fd(&self) -> Option<std::os::fd::BorrowedFd<'_>> {
        self.fd.as_ref().map(AsFd::as_fd)
    }

    /// The file that becomes readable with a notice: there is none on this system.
    #[cfg(not(target_os = "linux"))]
    pub fn fd(&self) -> Option<std::os::fd::BorrowedFd<'_>> {
        None
    }

    /// Takes all waiting notices; returns whether there were any.
    pub fn take(&self) -> bool {
        let Some(fd) = self.fd() else { return false };
        let mut bytes = [0; 4096];
        let mut any = false;
        loop {
            match rustix::io::read(fd, &mut bytes) {
                Ok(0) => return any,
                Ok(_) => any = true,
                Err(error) if io::Error::from(error).kind() == io::ErrorKind::Interrupted => {}
                Err(_) => return any,
            }
        }
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn only_followed_files_give_notice() {
        let folder = tempfile::tempdir().unwrap();
        let (one, other) = (folder.path().join("one"), folder.path().join("other"));
        std::fs::write(&one, "").unwrap();
        std::fs::write(&other, "").unwrap();
        let notices = Notices::new();
        notices.follow(std::slice::from_ref(&one));
        std::fs::write(&other, "x").unwrap();
        assert!(!notices.take());
        std::fs::write(&one, "x").unwrap();
        assert!(notices.take() && !notices.take());
        notices.follow(std::slice::from_ref(&other));
        notices.take();
        std::fs::write(&one, "y").unwrap();
        assert!(!notices.take());
        std::fs::write(&other, "y").unwrap();
        assert!(notices.take());
    }
}
