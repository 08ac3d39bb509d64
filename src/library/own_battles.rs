//! The player's own battles: listed, renamed, archived and restored.

use std::path::{Path, PathBuf};

use super::Library;
use super::drafts::{SaveBattleError, refuse_built_in_name, scenario_name};
use crate::reading;
use crate::registry::Ruleset;
use crate::store::{self, Home, StoreError};

/// The most archived battles.
const MOST: usize = 500;

/// A battle of the player's own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Owned {
    /// Its ruleset.
    pub ruleset: Ruleset,
    /// Its name within the ruleset.
    pub name: String,
    /// A player's name for it.
    pub title: String,
}

/// The player's own battles: to be played, archived, or being made in the scenario editor. None is saved under, or
/// renamed to, the name of a built-in battle.
#[derive(Copy, Clone, Debug)]
pub struct OwnBattles<'a> {
    home: Option<&'a Home>,
}

impl Library {
    /// The player's own battles.
    pub fn own_battles(&self) -> OwnBattles<'_> {
        OwnBattles { home: self.home().ok() }
    }
}

impl<'a> OwnBattles<'a> {
    /// The folder of the player's files.
    pub(super) fn home(self) -> Result<&'a Home, StoreError> {
        self.home.ok_or(StoreError::NoHome)
    }

    /// Those that can be played.
    pub fn list(self) -> Vec<Owned> {
        self.shelf(false)
    }

    /// The archived ones.
    pub fn archived(self) -> Vec<Owned> {
        self.shelf(true)
    }

    fn shelf(self, away: bool) -> Vec<Owned> {
        let Some(home) = self.home else { return Vec::new() };
        let of = |ruleset: Ruleset| {
            let kept = if away { home.put_away(ruleset.id()) } else { home.own_scenarios(ruleset.id()) };
            kept.unwrap_or_default().into_iter().map(move |(name, path)| {
                let heading = store::read_text(&path).ok().and_then(|text| reading::heading(&text));
                let title = heading.and_then(|heading| heading.title).unwrap_or_else(|| name.clone());
                Owned { ruleset, name, title }
            })
        };
        Ruleset::ALL.into_iter().flat_map(of).collect()
    }

    /// Renames an own battle; games begun with it keep it. Returns the new name.
    ///
    /// # Errors
    /// The name is not valid or is taken, or the file cannot be moved.
    pub fn rename(self, ruleset: Ruleset, name: &str, to: &str) -> Result<String, SaveBattleError> {
        let new = scenario_name(to);
        if new.is_empty() {
            return Err(SaveBattleError::Name("a name has letters or digits".to_owned()));
        }
        if new == name {
            return Ok(new);
        }
        refuse_built_in_name(ruleset, &new)?;
        let home = self.home()?;
        let path = |name: &str| home.scenario_path(ruleset.id(), name);
        give(&path(name), &path(&new), &new)?;
        Ok(new)
    }

    /// Archives an own battle: it is no longer listed or played, and can be restored. Returns its archived
    /// name.
    ///
    /// # Errors
    /// There are too many, or the file cannot be moved.
    pub fn archive(self, ruleset: Ruleset, name: &str) -> Result<String, SaveBattleError> {
        let home = self.home()?;
        if home.put_away(ruleset.id())?.len() >= MOST {
            let why = format!("{MOST} battles are archived already; delete some of them first");
            return Err(SaveBattleError::Name(why));
        }
        let from = home.scenario_path(ruleset.id(), name);
        give_free(&from, name, |name| home.bin_path(ruleset.id(), name))
    }

    /// Restores an archived battle. Returns its name.
    ///
    /// # Errors
    /// The file cannot be moved.
    pub fn restore(self, ruleset: Ruleset, name: &str) -> Result<String, SaveBattleError> {
        let home = self.home()?;
        let from = home.bin_path(ruleset.id(), name);
        give_free(&from, name, |name| home.scenario_path(ruleset.id(), name))
    }

    /// Deletes an archived battle for good.
    ///
    /// # Errors
    /// The file cannot be removed.
    pub fn delete(self, ruleset: Ruleset, name: &str) -> Result<(), SaveBattleError> {
        Ok(store::remove_left(&self.home()?.bin_path(ruleset.id(), name))?)
    }
}

/// Moves a file to the first of its names that is free: "mill", "mill-2".
fn give_free(from: &Path, name: &str, to: impl Fn(&str) -> PathBuf) -> Result<String, SaveBattleError> {
    for number in 1..=MOST {
        let free = if number == 1 { name.to_owned() } else { format!("{name}-{number}") };
        match give(from, &to(&free), &free) {
            Err(SaveBattleError::Taken(_)) => {}
            given => return given.map(|()| free),
        }
    }
    Err(SaveBattleError::Taken(name.to_owned()))
}

fn give(from: &Path, to: &Path, name: &str) -> Result<(), SaveBattleError> {
    match store::give_name(from, to) {
        Err(StoreError::Exists { .. }) => Err(SaveBattleError::Taken(name.to_owned())),
        given => Ok(given?),
    }
}
