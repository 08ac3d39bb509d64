//! Reading files: only regular files, and none larger than its kind can be.

use std::fs::{self, File, FileType, Metadata, OpenOptions};
use std::io::{self, Read};
use std::os::unix::fs::{FileTypeExt, OpenOptionsExt};
use std::path::Path;

use rustix::fs::OFlags;

use super::StoreError;
use crate::plain::plain;
use crate::reading::nearest;

/// The largest save that is read, and so the largest that is written, in bytes.
pub const LARGEST_SAVE: u64 = 64 << 20;
/// The largest scenario, key table or theme, in bytes.
pub const LARGEST_TEXT: u64 = 1 << 20;

/// The text of a scenario, a key table or a theme.
///
/// # Errors
/// It does not exist, may not be read, is not a regular file, is too large, or is not UTF-8.
pub fn read_text(path: &Path) -> Result<String, StoreError> {
    read_from(&mut open(path, Access::Look)?, path, LARGEST_TEXT)
}

/// The bytes of another program's file, at most `limit`.
///
/// # Errors
/// See [`read_text`]; any bytes are accepted.
pub fn read_bytes(path: &Path, limit: u64) -> Result<Vec<u8>, StoreError> {
    bytes_behind(Vec::new(), &mut open(path, Access::Look)?, path, limit)
}

/// Writes bytes to a new file: complete and on disk, or not there at all.
///
/// # Errors
/// [`StoreError::Exists`] if the name is taken; otherwise whatever the system reports.
pub fn create_bytes(path: &Path, bytes: &[u8]) -> Result<(), StoreError> {
    let failed = |error| StoreError::of(path, error);
    let mut file = OpenOptions::new().write(true).create_new(true).open(path).map_err(failed)?;
    let written = io::Write::write_all(&mut file, bytes).and_then(|()| file.sync_all());
    if written.is_err() {
        // Best effort: the first error is the one that matters.
        let _ = fs::remove_file(path);
    }
    written.map_err(failed)
}

/// The text of a save.
///
/// # Errors
/// See [`read_text`].
pub fn read_save(path: &Path) -> Result<String, StoreError> {
    read_from(&mut open(path, Access::Look)?, path, LARGEST_SAVE)
}

/// The text of a file that may be a save: `is_save` decides from its beginning.
///
/// # Errors
/// See [`read_text`].
pub fn read_text_or_save(path: &Path, is_save: impl Fn(&str) -> bool) -> Result<String, StoreError> {
    let mut file = open(path, Access::Look)?;
    let mut head = Vec::new();
    file.by_ref().take(4096).read_to_end(&mut head).map_err(|error| StoreError::of(path, error))?;
    let limit = if is_save(&String::from_utf8_lossy(&head)) { LARGEST_SAVE } else { LARGEST_TEXT };
    read_behind(head, &mut file, path, limit)
}

/// The purpose of opening a file.
#[derive(Copy, Clone, PartialEq, Eq)]
pub(super) enum Access {
    /// Reading; links are followed.
    Look,
    /// Writing too, and so never through a link.
    Write,
}

/// Opens a regular file. Anything else is refused before it is opened: merely opening a pipe can block, and
/// opening a device can do something.
pub(super) fn open(path: &Path, access: Access) -> Result<File, StoreError> {
    let failed = |error| StoreError::of(path, error);
    let refuse = |meta: &Metadata| match kind(meta.file_type()) {
        Some(what) => Err(StoreError::NoFile { path: path.to_path_buf(), what }),
        None => Ok(()),
    };
    let known = if access == Access::Write { fs::symlink_metadata(path) } else { fs::metadata(path) };
    refuse(&known.map_err(failed)?)?;
    let mut flags = OFlags::NONBLOCK | OFlags::NOCTTY;
    if access == Access::Write {
        flags |= OFlags::NOFOLLOW;
    }
    let mut options = OpenOptions::new();
    // The bits of open(2) fit an int on every system.
    options.read(true).write(access == Access::Write).custom_flags(flags.bits() as i32);
    let file = options.open(path).map_err(failed)?;
    // It may have been replaced in the meantime.
    refuse(&file.metadata().map_err(failed)?)?;
    Ok(file)
}

/// The name for something that is not a file.
fn kind(of: FileType) -> Option<&'static str> {
    match of {
        of if of.is_file() => None,
        of if of.is_dir() => Some("a folder"),
        of if of.is_symlink() => Some("a link"),
        of if of.is_fifo() => Some("a pipe"),
        of if of.is_socket() => Some("a socket"),
        _ => Some("a device"),
    }
}

pub(super) fn read_from(file: &mut File, path: &Path, limit: u64) -> Result<String, StoreError> {
    read_behind(Vec::new(), file, path, limit)
}

fn bytes_behind(mut bytes: Vec<u8>, file: &mut File, path: &Path, limit: u64) -> Result<Vec<u8>, StoreError> {
    let failed = |error: io::Error| StoreError::of(path, error);
    let too_large = || StoreError::TooLarge { path: path.to_path_buf(), limit };
    if file.metadata().map_err(failed)?.len() > limit {
        return Err(too_large());
    }
    file.take(limit + 1 - bytes.len() as u64).read_to_end(&mut bytes).map_err(failed)?;
    if bytes.len() as u64 > limit {
        return Err(too_large());
    }
    Ok(bytes)
}

fn read_behind(bytes: Vec<u8>, file: &mut File, path: &Path, limit: u64) -> Result<String, StoreError> {
    let bytes = bytes_behind(bytes, file, path, limit)?;
    String::from_utf8(bytes).map_err(|error| {
        let offset = error.utf8_error().valid_up_to();
        let line = 1 + error.as_bytes()[..offset].iter().filter(|&&byte| byte == b'\n').count();
        StoreError::NotText { path: path.to_path_buf(), offset, line }
    })
}
/// Writes a file that is meant to be shared: a report, a page. It has the usual permissions and replaces what
/// has this name.
///
/// # Errors
/// Whatever the system reports.
pub fn write_shared(path: &Path, text: &str) -> Result<(), StoreError> {
    std::fs::write(path, text).map_err(|error| StoreError::of(path, error))
}

/// Whether a file to be shared can be written, before the work is done that fills it.
///
/// # Errors
/// Its folder does not exist or may not be written to, or something else than a file has its name.
pub fn may_share(path: &Path) -> Result<(), StoreError> {
    if path.is_dir() {
        return Err(StoreError::NoFile { path: path.to_path_buf(), what: "a folder" });
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if !folder.is_dir() {
        return Err(StoreError::NotFound { path: path.to_path_buf() });
    }
    rustix::fs::access(folder, rustix::fs::Access::WRITE_OK)
        .map_err(|error| StoreError::of(path, error.into()))
}

/// Whether files can be created in a folder, or in the nearest one above it that exists.
pub fn may_write(folder: &Path) -> bool {
    let existing = folder.ancestors().find(|above| above.as_os_str().is_empty() || above.exists());
    let existing = existing.filter(|above| !above.as_os_str().is_empty()).unwrap_or(Path::new("."));
    existing.is_dir() && rustix::fs::access(existing, rustix::fs::Access::WRITE_OK).is_ok()
}

/// The names of the files in a folder, for suggestions: as many as can be looked through at once.
pub fn names_in(folder: &Path) -> Vec<String> {
    const MOST: usize = 2000;
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten().take(MOST);
    entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
}

/// A file that does not exist: where it was looked for, and similar names there.
pub(super) fn missing(path: &Path) -> String {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.map_or_else(|| std::env::current_dir().unwrap_or_default(), Path::to_path_buf);
    let place = crate::plain::path(&folder);
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
    if !folder.is_dir() {
        return format!("{}: there is no folder {place}", crate::plain::path(path));
    }
    let near = nearest(&name, &names_in(&folder));
    let near: Vec<String> = near.iter().map(|near| format!("\"{}\"", plain(near))).collect();
    let perhaps = if near.is_empty() { String::new() } else { format!("; perhaps {}?", near.join(" or ")) };
    format!("there is no file \"{}\" in {place}{perhaps}", plain(&name))
}
