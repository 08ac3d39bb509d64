//! Saved games opened again: read, replayed, taken over from another window.

use std::path::Path;

use crate::game::Session;
use crate::game::journal;
use crate::game::replay::ReplayMode;
use crate::game::storage::Storage as _;
use crate::registry::Ruleset;
use crate::store::{self, StoreError};

use super::{FORGED, Joining, Kept, Library, LibraryError, custom_data};

impl Library {
    /// Reads a saved game without locking it.
    ///
    /// # Errors
    /// It or its scenario cannot be read.
    pub fn read_save(&self, path: &Path) -> Result<Kept, LibraryError> {
        // A game in progress elsewhere may go on while it is read: only a save that stays behind the player's
        // mark has been cut.
        let mut tries = 0;
        loop {
            let text = store::read_save(path)?;
            let kept = self.kept(path, &text)?;
            if kept.lost.is_none() || tries == 3 {
                return Ok(kept);
            }
            tries += 1;
        }
    }

    /// Reads a saved game from its text; `path` is its place, for messages.
    ///
    /// # Errors
    /// It or its scenario cannot be read.
    pub fn kept(&self, path: &Path, text: &str) -> Result<Kept, LibraryError> {
        let loaded = journal::parse(text, &crate::plain::path(path))?;
        let header = &loaded.journal.header;
        let ruleset: Ruleset = header.ruleset.parse().map_err(LibraryError::UnknownRuleset)?;
        let known = self.scenario_of(ruleset, &header.scenario).and_then(Result::ok);
        let known = known.map(|scenario| scenario.text);
        let mismatch = |mismatch| LibraryError::Mismatch { path: path.to_path_buf(), mismatch };
        let (source, changed) = header.scenario_source(known.as_deref()).map_err(mismatch)?;
        let name = format!("{}.toml in {}", header.scenario, crate::plain::path(path));
        let (opening, _) = ruleset.open_saved(&name, source, &custom_data::kept(header, path))?;
        // A generated battle exists only in its save.
        let changed = changed.filter(|_| header.scenario != FORGED);
        let lost = self.mark_of(&loaded.journal).and_then(|mark| lost(&loaded.journal, &mark));
        let remarks = loaded.torn.clone().into_iter().chain(changed).chain(lost.clone()).collect();
        Ok(Kept { path: path.to_path_buf(), loaded, opening, remarks, lost })
    }

    /// Resumes a saved game, with what the player should know.
    ///
    /// # Errors
    /// It is open elsewhere, cannot be read or does not replay.
    pub fn resume(&self, path: &Path) -> Result<(Box<dyn Session>, Vec<String>), LibraryError> {
        self.resume_with(path, ReplayMode::Checked)
    }

    /// Resumes a game that does not replay as it is, in one of the ways still open
    /// ([`crate::game::replay::ReplayError::resume_modes`]).
    ///
    /// # Errors
    /// See [`Library::resume`].
    pub fn resume_with(
        &self,
        path: &Path,
        mode: ReplayMode,
    ) -> Result<(Box<dyn Session>, Vec<String>), LibraryError> {
        if mode == ReplayMode::Checked && self.is_shared(path) {
            return self.sit(path, &self.player(), &Joining::default());
        }
        let (text, mut appender) = store::open_save(path)?;
        if let Ok(home) = self.home() {
            // A full folder does not stop a game from being looked at and left.
            appender.limit(home.room(Some(path)).unwrap_or(0).max(text.len() as u64));
        }
        let Kept { loaded, opening, remarks, path, lost } = self.kept(path, &text)?;
        let mark = self.mark_of(&loaded.journal);
        let mut session = opening
            .go_on_with(loaded, Some(Box::new(appender)), mode)
            .map_err(|error| LibraryError::Save { path, error })?;
        if let Some(mark) = mark {
            session.remember(Box::new(mark), lost);
        }
        Ok((session, remarks))
    }

    /// Resumes a game that is open elsewhere: the other window or connection is ended first.
    ///
    /// # Errors
    /// The other program does not end; otherwise see [`Library::resume`].
    pub fn take_over(
        &self,
        path: &Path,
        mode: ReplayMode,
    ) -> Result<(Box<dyn Session>, Vec<String>), LibraryError> {
        if mode == ReplayMode::Checked && self.is_shared(path) {
            return self.sit(path, &self.player(), &Joining { take_over: true, ..Joining::default() });
        }
        store::take_over(path)?;
        self.resume_with(path, mode)
    }

    /// Where this player's mark of a game is kept. The first seal is the game's name: no other game has it.
    pub fn mark_of(&self, journal: &journal::Journal) -> Option<store::Mark> {
        let first = journal.begun().seal().ok().flatten()?;
        Some(self.home().ok()?.mark(&first.to_string()))
    }

    /// Resumes the game played last, skipping those that cannot be resumed, with a remark for each.
    ///
    /// # Errors
    /// There is none, it is open elsewhere, or none of them can be resumed.
    pub fn resume_newest(&self) -> Result<(Box<dyn Session>, Vec<String>), LibraryError> {
        let mut first = None;
        let mut words = Vec::new();
        for path in self.home()?.newest_saves()? {
            match self.resume(&path) {
                Ok((session, remarks)) => {
                    let remarks =
                        remarks.into_iter().map(|remark| format!("{}: {remark}", crate::plain::path(&path)));
                    words.extend(remarks);
                    return Ok((session, words));
                }
                Err(error @ LibraryError::Store(StoreError::InUse { .. })) => return Err(error),
                Err(error) => {
                    words.push(format!("skipped: {error}"));
                    first.get_or_insert(error);
                }
            }
        }
        Err(first.unwrap_or(LibraryError::NoSaves { folder: self.home()?.saves() }))
    }

    /// Replays a saved game for reading, without locking it.
    ///
    /// # Errors
    /// It cannot be read or does not replay.
    pub fn look_at_save(&self, path: &Path) -> Result<Box<dyn Session>, LibraryError> {
        let Kept { loaded, opening, path, .. } = self.read_save(path)?;
        opening.go_on(loaded, None).map_err(|error| LibraryError::Save { path, error })
    }
}

/// How a save differs from the one a player has seen, as a sentence.
fn lost(journal: &journal::Journal, mark: &store::Mark) -> Option<String> {
    let (seen, seal) = mark.seen()?;
    let last = journal.plays.len();
    if last < seen as usize {
        return Some(format!(
            "This save has been cut: you have seen action {seen}, and it now ends at action {last}."
        ));
    }
    let play = journal.plays.get((seen as usize).checked_sub(1)?)?;
    let same = play.seal.is_none_or(|now| now.to_string() == seal);
    (!same).then(|| format!("This save has been changed: its action {seen} is not the one you have seen."))
}
