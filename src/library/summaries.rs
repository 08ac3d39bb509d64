//! The summaries of saves, kept in one file so that a long list of saves is not read again every time.
//!
//! Invariant: a kept summary counts only while its save has the same length and time of writing. The file is
//! only a copy: without it, or if it cannot be read or written, the saves themselves are read.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

use crate::game::journal::{self, Summary};
use crate::store::{self, Home, SaveFacts};

/// Summaries by the file name of the save.
#[derive(Default, Serialize, Deserialize)]
#[serde(transparent)]
pub(super) struct Summaries {
    kept: BTreeMap<String, Kept>,
    #[serde(skip)]
    changed: bool,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Kept {
    length: u64,
    /// Nanoseconds since 1970.
    written: u128,
    summary: Summary,
}

impl Summaries {
    /// The summaries kept in a home.
    pub(super) fn of(home: &Home) -> Self {
        let text = store::read_text(&home.summaries()).unwrap_or_default();
        serde_json::from_str(&text).unwrap_or_default()
    }

    /// The summary of a save, read only if it has changed.
    ///
    /// # Errors
    /// Why the save cannot be read, in a sentence.
    pub(super) fn summary(&mut self, save: &SaveFacts) -> Result<Summary, String> {
        let name = save.path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let written = nanoseconds(save.modified);
        if let Some(kept) = self.kept.get(&name)
            && (kept.length, kept.written) == (save.length, written)
        {
            return Ok(kept.summary.clone());
        }
        let summary = read(&save.path)?;
        self.kept.insert(name, Kept { length: save.length, written, summary: summary.clone() });
        self.changed = true;
        Ok(summary)
    }

    /// Writes them for the next list, without those of saves that are gone.
    pub(super) fn keep(mut self, home: &Home, saves: &[SaveFacts]) {
        let names = || saves.iter().filter_map(|save| save.path.file_name());
        let before = self.kept.len();
        self.kept.retain(|name, _| names().any(|save| save == name.as_str()));
        if !self.changed && self.kept.len() == before {
            return;
        }
        if let Ok(text) = serde_json::to_string(&self) {
            let path = home.summaries();
            // The saves are read again if this fails.
            let _ = home.within_limits(&path, text.len(), || store::replace(&path, &text));
        }
    }
}

fn read(path: &Path) -> Result<Summary, String> {
    let text = store::read_save(path).map_err(|error| error.to_string())?;
    let loaded = journal::parse(&text, &crate::plain::path(path)).map_err(|error| error.to_string())?;
    Ok(loaded.journal.summary())
}

fn nanoseconds(time: SystemTime) -> u128 {
    time.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_nanos())
}
