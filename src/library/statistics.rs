//! Statistics of finished battles: `record.jsonl` in the player's folder, one line of JSON per battle.
//!
//! Invariant: the file only grows. A line that cannot be read is reported and skipped; a battle is written
//! once, identified by its save and the time it began. Battles that ended elsewhere are found among the saves
//! and added.

use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::Library;
use crate::game::journal::{self, Journal};
use crate::game::storage::OwnSave;
use crate::game::{Level, Seat};
use crate::store::{self, Home, StoreError};

/// The player of a side.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PlayerKind {
    /// A player.
    Human,
    /// The computer, at random.
    Random,
    /// The computer, easy.
    Easy,
    /// The computer, normal.
    Normal,
    /// The computer, hard.
    Hard,
    /// The computer, expert.
    Expert,
    /// Several of these in turn.
    Several,
}

impl From<Seat> for PlayerKind {
    fn from(seat: Seat) -> Self {
        match seat {
            Seat::Human | Seat::Elsewhere => Self::Human,
            Seat::Program(manner) => match manner.level {
                Level::Random | Level::Statue => Self::Random,
                Level::Easy => Self::Easy,
                Level::Normal => Self::Normal,
                Level::Hard => Self::Hard,
                Level::Expert => Self::Expert,
            },
        }
    }
}

/// A finished battle.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// The name of its save.
    pub save: String,
    /// When it began, as the save says; empty if it does not say.
    pub began: String,
    /// The id of the ruleset.
    pub ruleset: String,
    /// The scenario's title.
    pub title: String,
    /// Each side's key, and who played it.
    pub sides: [(String, PlayerKind); 2],
    /// The key of the winner; `None` for a draw.
    pub winner: Option<String>,
    /// The turn it ended in.
    pub turn: u32,
    /// Why it ended, in a sentence.
    pub why: String,
}

impl Entry {
    /// The entry of a journal's battle, if it has ended.
    fn of(save: &Path, journal: &Journal) -> Option<Self> {
        let end = journal.plays.last()?;
        let winner = end.winner.as_ref()?.key().map(str::to_owned);
        let mut sides: Vec<(String, Option<PlayerKind>)> =
            journal.header.seats.keys().map(|key| (key.clone(), None)).collect();
        let mut seats = journal.header.seats.clone();
        for play in &journal.plays {
            if let Some(seat) = play.by {
                seats.insert(play.side.clone(), seat);
            }
            let now = seats.get(&play.side).copied().map(PlayerKind::from);
            if let Some((_, who)) = sides.iter_mut().find(|(key, _)| *key == play.side) {
                *who = match (*who, now) {
                    (None, now) => now,
                    (known, now) if known == now => known,
                    _ => Some(PlayerKind::Several),
                };
            }
        }
        let sides = sides.into_iter().map(|(key, who)| {
            let seat = journal.header.seats.get(&key).copied().unwrap_or(Seat::Human);
            (key, who.unwrap_or(seat.into()))
        });
        let summary = journal.summary();
        Some(Self {
            save: save.file_stem().unwrap_or_default().to_string_lossy().into_owned(),
            began: summary.started.unwrap_or_default(),
            ruleset: summary.ruleset,
            title: summary.title,
            sides: <[_; 2]>::try_from(sides.collect::<Vec<_>>()).ok()?,
            winner,
            turn: summary.turn,
            why: end.why.clone().unwrap_or_default(),
        })
    }

    fn is(&self, other: &Self) -> bool {
        (&self.save, &self.began, &self.ruleset) == (&other.save, &other.began, &other.ruleset)
    }
}

/// The contents of the record.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Records {
    /// The battles, in the order they were recorded.
    pub entries: Vec<Entry>,
    /// Problems in reading or writing, one sentence each.
    pub faults: Vec<String>,
}

impl Records {
    fn has(&self, entry: &Entry) -> bool {
        self.entries.iter().any(|known| known.is(entry))
    }

    /// Reads the lines of a file; `file` is its name for messages.
    fn read(text: &str, file: &str) -> Self {
        let mut records = Self::default();
        for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            match serde_json::from_str::<Entry>(line) {
                Ok(entry) if records.entries.iter().any(|known| known.is(&entry)) => {}
                Ok(entry) => records.entries.push(entry),
                Err(error) => {
                    let at = error.column().max(1);
                    records.faults.push(format!(
                        "{file}:{}:{at}: this line is not a battle and is skipped, expected one as \
                         \"standto record\" writes them",
                        number + 1
                    ));
                }
            }
        }
        records
    }
}

/// The statistics of a player.
#[derive(Copy, Clone, Debug)]
pub struct Statistics<'a>(&'a Home);

impl Library {
    /// The player's statistics.
    ///
    /// # Errors
    /// There is no folder for them.
    pub fn statistics(&self) -> Result<Statistics<'_>, StoreError> {
        Ok(Statistics(self.home()?))
    }
}

impl Statistics<'_> {
    /// Every recorded battle, adding those that ended unrecorded.
    ///
    /// # Errors
    /// The record or the folder of saves exists and cannot be read.
    pub fn all(self) -> Result<Records, StoreError> {
        let home = self.0;
        let mut records = self.recorded()?;
        let mut ended: Vec<Entry> = Vec::new();
        for save in home.newest_saves()? {
            // An unreadable save is reported by "standto list".
            let entry = ended_game(&save).ok().flatten();
            ended.extend(entry.filter(|entry| !records.has(entry)));
        }
        ended.sort_by(|a, b| a.began.cmp(&b.began));
        if let Err(error) = self.add(&ended) {
            let file = crate::plain::path(&home.record());
            records.faults.push(format!("{file}: not written: {error}"));
        }
        records.entries.append(&mut ended);
        Ok(records)
    }

    /// The battles in the file.
    fn recorded(self) -> Result<Records, StoreError> {
        let path = self.0.record();
        let text = match store::read_save(&path) {
            Ok(text) => text,
            Err(StoreError::NotFound { .. }) => String::new(),
            Err(error) => return Err(error),
        };
        Ok(Records::read(&text, &crate::plain::path(&path)))
    }

    /// Records a battle, if it has ended and is not recorded yet.
    ///
    /// # Errors
    /// Its save cannot be read or the record cannot be written.
    pub fn record(self, save: &Path) -> Result<(), StoreError> {
        ended_game(save)?.map_or(Ok(()), |entry| self.add(&[entry]))
    }

    /// Adds battles to the file. It is read again under a lock: another window may have added them meanwhile.
    fn add(self, entries: &[Entry]) -> Result<(), StoreError> {
        if entries.is_empty() {
            return Ok(());
        }
        self.0.locked(|| {
            let known = self.recorded()?;
            let new: Vec<&Entry> = entries.iter().filter(|entry| !known.has(entry)).collect();
            if new.is_empty() { Ok(()) } else { self.append(&new) }
        })
    }

    /// Appends lines to the record; after a torn line they start a new one.
    fn append(self, entries: &[&Entry]) -> Result<(), StoreError> {
        let home = self.0;
        let path = home.record();
        let failed = |error: io::Error| StoreError::Io { path: path.clone(), error };
        let mut lines = String::new();
        for entry in entries {
            lines += &serde_json::to_string(entry).map_err(|error| failed(error.into()))?;
            lines.push('\n');
        }
        match store::open_save(&path) {
            Ok((text, mut file)) => {
                if !text.is_empty() && !text.ends_with('\n') {
                    lines.insert(0, '\n');
                }
                home.has_room(&path, text.len() + lines.len())?;
                file.append(&lines).map_err(failed)
            }
            Err(StoreError::NotFound { .. }) => {
                home.has_room(&path, lines.len())?;
                store::create_save(&path, &lines).map(drop)
            }
            Err(error) => Err(error),
        }
    }
}

/// The entry of a save's battle, if it has ended.
fn ended_game(save: &Path) -> Result<Option<Entry>, StoreError> {
    let text = store::read_save(save)?;
    let loaded = journal::parse(&text, &crate::plain::path(save)).ok();
    Ok(loaded.and_then(|loaded| Entry::of(save, &loaded.journal)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(save: &str) -> String {
        format!(
            "{{\"save\":\"{save}\",\"began\":\"b\",\"ruleset\":\"r\",\"title\":\"t\",\"sides\":[[\"a\",\"human\"],[\"b\",\"easy\"]],\
             \"winner\":null,\"turn\":3,\"why\":\"w\"}}"
        )
    }

    #[test]
    fn torn_and_foreign_lines_are_reported_and_skipped() {
        let torn = &line("two")[..40];
        let text = format!("{}\n{torn}\n\nhello\n{}\n{}\n", line("one"), line("three"), line("one"));
        let records = Records::read(&text, "record.jsonl");
        let saves: Vec<&str> = records.entries.iter().map(|entry| entry.save.as_str()).collect();
        assert_eq!(saves, ["one", "three"], "and none twice");
        assert_eq!(records.faults.len(), 2);
        assert!(
            records.faults[0].starts_with("record.jsonl:2:40: this line is not a battle"),
            "{}",
            records.faults[0]
        );
        assert!(records.faults[1].starts_with("record.jsonl:4:1: "), "{}", records.faults[1]);
    }
}
