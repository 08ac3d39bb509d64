//! Saved games as a list shows them.

use std::path::PathBuf;
use std::time::SystemTime;

use super::Library;
use crate::game::journal::{self, Summary};
use crate::store::{self, StoreError};

/// A saved game in a list.
#[derive(Debug)]
pub struct SaveEntry {
    /// Where it is.
    pub path: PathBuf,
    /// When it was last written.
    pub modified: SystemTime,
    /// Its contents, or why it cannot be read.
    pub summary: Result<Summary, String>,
}

impl SaveEntry {
    fn read(path: PathBuf, modified: SystemTime) -> Self {
        let summary = store::read_save(&path).map_err(|error| error.to_string()).and_then(|text| {
            let loaded =
                journal::parse(&text, &crate::plain::path(&path)).map_err(|error| error.to_string())?;
            Ok(loaded.journal.summary())
        });
        Self { path, modified, summary }
    }

    /// Its name: the file name without its extension.
    pub fn name(&self) -> String {
        self.path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
    }
}

impl Library {
    /// Every saved game, newest first, unreadable ones with the reason. Without a saves folder there are
    /// none.
    ///
    /// # Errors
    /// The folder exists and cannot be read.
    pub fn saves(&self) -> Result<Vec<SaveEntry>, StoreError> {
        let Ok(home) = self.home() else { return Ok(Vec::new()) };
        let saves = home.saves_by_age()?.into_iter();
        Ok(saves.map(|(modified, path)| SaveEntry::read(path, modified)).collect())
    }
}
