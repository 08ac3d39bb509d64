//! Files of the scenario editor in the player's folder: opened, saved and recovered.

use std::path::{Path, PathBuf};

use super::OwnBattles;
use crate::registry::Ruleset;
use crate::store::{self, StoreError};

/// Where a battle of the editor is saved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Target {
    /// Among the player's own scenarios, under this name.
    Own(String),
    /// In a file anywhere.
    File(PathBuf),
}

/// Why a battle could not be saved.
#[derive(Debug, thiserror::Error)]
pub enum SaveBattleError {
    /// Another battle has this name; it can be replaced.
    #[error("\"{0}\" already exists and is another battle")]
    Taken(String),
    /// The name is not valid, or belongs to a built-in battle.
    #[error("{0}")]
    Name(String),
    /// It cannot be written.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The maximum number of the player's own scenarios.
const MOST: usize = 500;

/// The longest scenario name, in characters.
const LONGEST: usize = 60;

/// A scenario's name as a file name: small letters, digits and hyphens.
pub fn scenario_name(text: &str) -> String {
    let plain: String =
        text.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' }).collect();
    let words: Vec<&str> = plain.split('-').filter(|word| !word.is_empty()).collect();
    let name: String = words.join("-").chars().take(LONGEST).collect();
    name.trim_end_matches('-').to_owned()
}

/// Refuses the name of a built-in battle.
pub(super) fn refuse_built_in_name(ruleset: Ruleset, name: &str) -> Result<(), SaveBattleError> {
    if ruleset.scenarios().iter().all(|(shipped, _)| *shipped != name) {
        return Ok(());
    }
    Err(SaveBattleError::Name(format!("\"{name}\" is a built-in battle; choose another name")))
}

impl OwnBattles<'_> {
    /// Where a battle opened in the editor is saved; `None` if it is not one of the player's own.
    pub fn target_of(self, ruleset: Ruleset, name: &str, path: Option<&Path>) -> Option<Target> {
        let path = path?;
        let own = self.home().ok().map(|home| home.scenario_path(ruleset.id(), name));
        if own.as_deref() != Some(path) {
            return Some(Target::File(path.to_path_buf()));
        }
        // The player's own version of a built-in battle is still the player's own file.
        Some(Target::Own(name.to_owned()))
    }

    /// Saves a battle, faults and all. `known` is its file's text when last read or saved here; a file
    /// changed since is replaced only if `over` is set.
    ///
    /// # Errors
    /// The name is taken or not valid, or the file cannot be written.
    pub fn save(
        self,
        ruleset: Ruleset,
        target: &Target,
        text: &str,
        known: Option<&str>,
        over: bool,
    ) -> Result<PathBuf, SaveBattleError> {
        let path = match target {
            Target::File(path) => path.clone(),
            Target::Own(name) => {
                if name.is_empty() || *name != scenario_name(name) {
                    return Err(SaveBattleError::Name(
                        "a name has small letters, digits and hyphens, such as \"my-battle\"".to_owned(),
                    ));
                }
                if known.is_none() {
                    refuse_built_in_name(ruleset, name)?;
                }
                self.home()?.scenario_path(ruleset.id(), name)
            }
        };
        let there = match store::read_text(&path) {
            Ok(there) => Some(there),
            Err(StoreError::NotFound { .. }) => None,
            Err(error) => return Err(error.into()),
        };
        let new = there.is_none();
        if !over && there.is_some_and(|there| Some(there.as_str()) != known) {
            return Err(SaveBattleError::Taken(match target {
                Target::Own(name) => name.clone(),
                Target::File(path) => crate::plain::path(path),
            }));
        }
        if text.len() as u64 > store::LARGEST_TEXT {
            let most = store::LARGEST_TEXT >> 20;
            return Err(SaveBattleError::Name(format!(
                "it has grown beyond the {most} MiB that can be read back"
            )));
        }
        if new
            && self
                .home()
                .and_then(|home| home.user_scenarios(ruleset.id()))
                .is_ok_and(|all| all.len() >= MOST)
        {
            let why = format!("you already have {MOST} scenarios of your own; remove some first");
            return Err(SaveBattleError::Name(why));
        }
        match target {
            Target::Own(_) => {
                self.home()?.within_limits(&path, text.len(), || store::replace(&path, text))?
            }
            Target::File(_) => store::replace(&path, text)?,
        }
        Ok(path)
    }

    /// The recovery copy of an unsaved battle: one per running program, named after the battle.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn recovery_copy(self, ruleset: Ruleset, name: &str, text: &str) -> Result<store::Copy, StoreError> {
        let name = scenario_name(name);
        let file = format!("{}-{}-{name}.toml", ruleset.id(), std::process::id());
        let home = self.home()?;
        let path = home.editor().join(file);
        home.within_limits(&path, text.len(), || store::Copy::make(&path, text))
    }

    /// Battles that were unsaved when their process was killed.
    pub fn unsaved(self) -> Vec<(PathBuf, String)> {
        self.home().map(|home| store::left(&home.editor())).unwrap_or_default()
    }
}
