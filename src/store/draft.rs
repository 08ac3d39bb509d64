//! New files: written under a temporary name and renamed when complete.

use std::fs::{self, DirBuilder, File, OpenOptions, Permissions, TryLockError};
use std::io::{self, Write};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use rustix::fs::{CWD, RenameFlags, renameat_with};
use rustix::io::Errno;

use super::StoreError;
use super::file::{Access, open};

const ENDING: &str = ".draft";

/// Creates a private, locked file with this text: complete and on disk, or not there at all.
///
/// # Errors
/// [`StoreError::Exists`] when the name is taken; otherwise whatever the system reports. Nothing is left
/// behind.
pub(super) fn create_whole(path: &Path, text: &str) -> Result<File, StoreError> {
    create(path, text, true)
}

/// Like [`create_whole`], but does not wait for the disk: the caller syncs the file and its folder later.
pub(super) fn create_behind(path: &Path, text: &str) -> Result<File, StoreError> {
    create(path, text, false)
}

fn create(path: &Path, text: &str, lasting: bool) -> Result<File, StoreError> {
    let folder = folder_of(path);
    make_folder(folder)?;
    clear_drafts(folder);
    let draft = name(path, folder);
    let made = write_draft(&draft, text, path, lasting).and_then(|file| {
        give_name(&draft, path).map_err(|error| StoreError::of(path, error))?;
        if lasting {
            sync_folder(folder).map_err(|error| StoreError::of(path, error))?;
        }
        Ok(file)
    });
    if made.is_err() {
        // Best effort: the first error is the one that matters.
        let _ = fs::remove_file(&draft);
    }
    made
}

pub(super) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Creates a private folder and its parents.
pub(super) fn make_folder(folder: &Path) -> Result<(), StoreError> {
    let made = DirBuilder::new().recursive(true).mode(0o700).create(folder);
    made.map_err(|error| StoreError::Io { path: folder.to_path_buf(), error })?;
    let _ = fs::symlink_metadata(folder).map(|meta| keep_private(folder, &meta, 0o700));
    Ok(())
}

/// Saves contain the seed, and so all future dice: files that older versions left readable by others are
/// closed. Best effort; folders owned by others are left alone.
pub(super) fn keep_private(path: &Path, meta: &fs::Metadata, mode: u32) {
    let ours = meta.uid() == rustix::process::geteuid().as_raw();
    if ours && !meta.is_symlink() && meta.mode() & 0o077 != 0 {
        let _ = fs::set_permissions(path, Permissions::from_mode(mode));
    }
}

pub(super) fn name(path: &Path, folder: &Path) -> PathBuf {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let (process, count) = (std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    folder.join(format!(".{name}.{process}.{count}{ENDING}"))
}

/// Writes a draft and locks it; syncs it if `lasting`.
pub(super) fn write_draft(draft: &Path, text: &str, path: &Path, lasting: bool) -> Result<File, StoreError> {
    let open = || OpenOptions::new().read(true).write(true).create_new(true).mode(0o600).open(draft);
    // Left by an earlier process with the same number; a link is unlinked, not followed.
    let opened = open().or_else(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => fs::remove_file(draft).and_then(|()| open()),
        _ => Err(error),
    });
    let file = opened.map_err(|error| StoreError::of(draft, error))?;
    lock(&file, path)?;
    let sync = |()| if lasting { file.sync_all() } else { Ok(()) };
    let written = (&file).write_all(text.as_bytes()).and_then(sync);
    written.map_err(|error| StoreError::of(path, error))?;
    Ok(file)
}

/// Renames the draft if the name is free, in one step where the disk can.
pub(super) fn give_name(draft: &Path, path: &Path) -> io::Result<()> {
    match renameat_with(CWD, draft, CWD, path, RenameFlags::NOREPLACE) {
        Err(Errno::INVAL | Errno::NOSYS | Errno::OPNOTSUPP) => {
            fs::hard_link(draft, path)?;
            fs::remove_file(draft)
        }
        renamed => Ok(renamed?),
    }
}

/// Makes a rename survive a power cut.
pub(super) fn sync_folder(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}

/// The lock is released with the handle, so a crash leaves nothing behind.
pub(super) fn lock(file: &File, path: &Path) -> Result<(), StoreError> {
    match file.try_lock() {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => Err(StoreError::InUse { path: path.to_path_buf() }),
        // Some network disks cannot lock; games are playable on them all the same.
        Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => Ok(()),
        Err(TryLockError::Error(error)) => Err(StoreError::of(path, error)),
    }
}

/// Removes the drafts of programs that have ended; a running one locks its own.
pub(super) fn clear_drafts(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let is_draft = name.to_str().is_some_and(|name| name.starts_with('.') && name.ends_with(ENDING));
        let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
        if !is_draft || !is_file {
            continue;
        }
        let path = entry.path();
        let written_to = entry.metadata().and_then(|meta| meta.modified()).ok();
        // A draft made a moment ago may not be locked yet.
        let old = written_to.and_then(|then| then.elapsed().ok()).is_some_and(|age| age.as_millis() > 500);
        if old && open(&path, Access::Write).is_ok_and(|file| file.try_lock().is_ok()) {
            let _ = fs::remove_file(&path);
        }
    }
}
