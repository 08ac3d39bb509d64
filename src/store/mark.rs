//! The last action of a game that a player has seen: one small file a game, apart from the save.
//!
//! A save that was cut between two actions is complete in itself; only a mark outside it can tell.

use std::fs::{self, File, OpenOptions};
use std::io::Read as _;
use std::os::unix::fs::{FileExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use rustix::fs::OFlags;

use super::draft::make_folder;
use crate::game::storage::SeenMark;

/// More marks than this are not kept; the oldest go first.
const MOST: usize = 400;
/// Longer files are not ours, in bytes.
const LONGEST: u64 = 200;

/// Where the mark of a game is kept. Everything is best effort: a mark that can't be written stops no game.
#[derive(Debug)]
pub struct Mark {
    path: PathBuf,
    file: Option<File>,
}

impl Mark {
    /// The mark of a game, in this folder; `game` is a name that no other game has.
    pub(super) fn of(folder: &Path, game: &str) -> Self {
        Self { path: folder.join(game), file: None }
    }

    /// The number of the last action seen, and its seal.
    pub fn seen(&self) -> Option<(u32, String)> {
        let mut text = String::new();
        let mut file = super::file::open(&self.path, super::file::Access::Look).ok()?;
        file.by_ref().take(LONGEST).read_to_string(&mut text).ok()?;
        let (number, seal) = text.trim().split_once(' ')?;
        Some((number.parse().ok()?, seal.to_owned()))
    }

    fn create(&self) -> Option<File> {
        let folder = super::draft::folder_of(&self.path);
        make_folder(folder).ok()?;
        if !self.path.exists() {
            forget_oldest(folder);
        }
        let mut options = OpenOptions::new();
        // The bits of open(2) fit an int on every system.
        let flags = (OFlags::NOFOLLOW | OFlags::NONBLOCK).bits() as i32;
        options.create(true).truncate(false).write(true).mode(0o600).custom_flags(flags).open(&self.path).ok()
    }
}

/// The line has a fixed length and replaces the one before in a single write.
impl SeenMark for Mark {
    fn note(&mut self, action: u32, seal: &str) {
        if self.seen().is_some_and(|(seen, _)| seen > action) {
            return;
        }
        if self.file.is_none() {
            self.file = self.create();
        }
        if let Some(file) = &self.file {
            let _ = file.write_all_at(format!("{action:010} {seal}\n").as_bytes(), 0);
        }
    }
}

fn forget_oldest(folder: &Path) {
    let entries: Vec<_> = fs::read_dir(folder).into_iter().flatten().flatten().collect();
    if entries.len() < MOST {
        return;
    }
    let dated = |entry: fs::DirEntry| Some((entry.metadata().ok()?.modified().ok()?, entry.path()));
    let mut marks: Vec<_> = entries.into_iter().filter_map(dated).collect();
    marks.sort();
    for (_, path) in marks.iter().take((marks.len() + 1).saturating_sub(MOST)) {
        let _ = fs::remove_file(path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_only_goes_forward() {
        let folder = tempfile::tempdir().unwrap();
        let mut mark = Mark::of(&folder.path().join("seen"), "0123");
        assert_eq!(mark.seen(), None);
        mark.note(7, "aa");
        mark.note(12, "bb");
        mark.note(9, "cc");
        assert_eq!(mark.seen(), Some((12, "bb".to_owned())));
        fs::write(folder.path().join("seen/0123"), "what is this?").unwrap();
        assert_eq!(mark.seen(), None);
        mark.note(13, "dd");
        assert_eq!(mark.seen(), Some((13, "dd".to_owned())));
    }

    #[test]
    fn marks_do_not_pile_up() {
        let folder = tempfile::tempdir().unwrap();
        for game in 0..MOST + 5 {
            Mark::of(folder.path(), &format!("{game:04}")).note(1, "aa");
        }
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), MOST);
        assert!(folder.path().join(format!("{:04}", MOST + 4)).exists());
    }
}
