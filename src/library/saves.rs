//! Saved games as a list shows them.

use std::path::PathBuf;
use std::time::SystemTime;

use super::Library;
use super::summaries::Summaries;
use crate::game::journal::Summary;
use crate::store::{SaveFacts, StoreError};

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
        let saves = home.saves_by_age()?;
        let mut summaries = Summaries::of(home);
        let entry = |save: &SaveFacts| SaveEntry {
            path: save.path.clone(),
            modified: save.modified,
            summary: summaries.summary(save),
        };
        let entries = saves.iter().map(entry).collect();
        summaries.keep(home, &saves);
        Ok(entries)
    }
}
