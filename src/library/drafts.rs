//! The workshop's door to the player's folder: what is opened there, kept there, and was left there.

use std::path::{Path, PathBuf};

use super::Library;
use crate::registry::Ruleset;
use crate::store::{self, StoreError};

/// Where a battle of the workshop is kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Target {
    /// Among the player's own scenarios, under this name.
    Own(String),
    /// In a file of his, wherever it is.
    File(PathBuf),
}

/// Why a battle is not kept.
#[derive(Debug, thiserror::Error)]
pub enum NotKept {
    /// There is another one; it can be replaced.
    #[error("there is \"{0}\" already, and it is another battle")]
    Taken(String),
    /// The name is no name, or that of a battle of the program.
    #[error("{0}")]
    Name(String),
    /// It cannot be written.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The most scenarios of his own that a player may keep.
const MOST: usize = 500;

/// Characters of a scenario's name.
const LONGEST: usize = 60;

/// The name of a scenario as it is written in a folder: small letters, digits and lines.
pub fn scenario_name(text: &str) -> String {
    let plain: String =
        text.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' }).collect();
    let words: Vec<&str> = plain.split('-').filter(|word| !word.is_empty()).collect();
    let name: String = words.join("-").chars().take(LONGEST).collect();
    name.trim_end_matches('-').to_owned()
}

/// Refuses the name of a battle of the program.
pub(super) fn not_of_the_program(ruleset: Ruleset, name: &str) -> Result<(), NotKept> {
    if ruleset.scenarios().iter().all(|(shipped, _)| *shipped != name) {
        return Ok(());
    }
    Err(NotKept::Name(format!("\"{name}\" is a battle of the program; it needs another name")))
}

impl Library {
    /// Where the battle of a name is kept that somebody opens in the workshop; nowhere yet if it is not his own.
    pub fn target_of(&self, ruleset: Ruleset, name: &str, path: Option<&Path>) -> Option<Target> {
        let path = path?;
        let own = self.home().ok().map(|home| home.scenario_path(ruleset.id(), name));
        if own.as_deref() != Some(path) {
            return Some(Target::File(path.to_path_buf()));
        }
        // Whose version of a battle of the program this is, he knows; it is his own file all the same.
        Some(Target::Own(name.to_owned()))
    }

    /// Keeps a battle, faults and all. `known` is what its file was when it was last read or kept here; what is
    /// another's is replaced only if `over` says so.
    ///
    /// # Errors
    /// When the name is taken or none, and when it cannot be written.
    pub fn keep_made(
        &self,
        ruleset: Ruleset,
        target: &Target,
        text: &str,
        known: Option<&str>,
        over: bool,
    ) -> Result<PathBuf, NotKept> {
        let path = match target {
            Target::File(path) => path.clone(),
            Target::Own(name) => {
                if name.is_empty() || *name != scenario_name(name) {
                    return Err(NotKept::Name(
                        "a name has small letters, digits and lines, such as \"my-battle\"".to_owned(),
                    ));
                }
                if known.is_none() {
                    not_of_the_program(ruleset, name)?;
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
            return Err(NotKept::Taken(match target {
                Target::Own(name) => name.clone(),
                Target::File(path) => crate::plain::path(path),
            }));
        }
        if text.len() as u64 > store::LARGEST_TEXT {
            let most = store::LARGEST_TEXT >> 20;
            return Err(NotKept::Name(format!(
                "it has become longer than the {most} MiB that are read again"
            )));
        }
        if new
            && self
                .home()
                .and_then(|home| home.user_scenarios(ruleset.id()))
                .is_ok_and(|all| all.len() >= MOST)
        {
            let why = format!("there are {MOST} scenarios of your own already; remove some first");
            return Err(NotKept::Name(why));
        }
        store::replace(&path, text)?;
        Ok(path)
    }

    /// The copy of a battle that is not kept: one for each program that runs, named after the battle.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn copy_made(&self, ruleset: Ruleset, name: &str, text: &str) -> Result<store::Copy, StoreError> {
        let name = scenario_name(name);
        let file = format!("{}-{}-{name}.toml", ruleset.id(), std::process::id());
        store::Copy::make(&self.home()?.editor().join(file), text)
    }

    /// Battles that were not kept when the program was killed.
    pub fn left_made(&self) -> Vec<(PathBuf, String)> {
        self.home().map(|home| store::left(&home.editor())).unwrap_or_default()
    }
}
