//! Scenarios: those built in and those of the user.

use std::path::{Path, PathBuf};

use super::words::nearest;
use super::{Front, FrontError, Opening};
use crate::rules::matg::scenario::{self, Warning};
use crate::store;

/// The rulesets this program plays.
pub const RULESETS: [&str; 1] = ["matg"];

/// What a player calls a ruleset.
pub fn book(ruleset: &str) -> &str {
    match ruleset {
        "matg" => "Micro Armour: The Game",
        other => other,
    }
}

/// The scenarios that are built in: ruleset, name, text.
const EMBEDDED: [(&str, &str, &str); 1] = [("matg", "introductory", scenario::INTRODUCTORY)];

/// The text of a scenario, and where it is from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scenario {
    /// Identifier of the ruleset.
    pub ruleset: &'static str,
    /// Its name.
    pub name: String,
    /// Its file, unless it is built in.
    pub path: Option<PathBuf>,
    /// The scenario itself.
    pub text: String,
}

/// The ruleset of an identifier.
pub(super) fn ruleset(id: &str) -> Result<&'static str, FrontError> {
    RULESETS.into_iter().find(|&known| known == id).ok_or_else(|| FrontError::UnknownRuleset(id.to_owned()))
}

/// Whether a player who writes this means a file and no name.
pub(super) fn is_path(name: &str) -> bool {
    name.contains(std::path::is_separator) || name.ends_with(".toml")
}

impl Scenario {
    fn embedded(&(ruleset, name, text): &(&'static str, &str, &str)) -> Self {
        Self { ruleset, name: name.into(), path: None, text: text.into() }
    }

    /// A scenario in a file.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn from_file(path: &Path) -> Result<Self, FrontError> {
        let text = store::read_text_or_save(path, is_save)?;
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        // The file says its ruleset itself, and is refused with its line if it is another.
        Ok(Self { ruleset: RULESETS[0], name, path: Some(path.to_path_buf()), text })
    }

    /// What messages call it.
    pub fn file(&self) -> String {
        match &self.path {
            Some(path) => path.display().to_string(),
            None => format!("{}.toml", self.name),
        }
    }

    /// Whether the text is a saved game instead.
    pub fn is_save(&self) -> bool {
        is_save(&self.text)
    }

    /// The position it begins with, and what is odd about it.
    ///
    /// # Errors
    /// Every fault of the file.
    pub fn open(&self) -> Result<(Opening, Vec<Warning>), FrontError> {
        Opening::read(self.ruleset, &self.file(), &self.text)
    }
}

/// Whether a text is a saved game and no scenario: its header names the scenario it is a game of.
pub(crate) fn is_save(text: &str) -> bool {
    let keys = ["scenario-hash", "seed", "scenario ", "scenario="];
    let mut head = text.lines().take_while(|line| !line.starts_with('['));
    head.any(|line| keys.iter().any(|key| line.starts_with(key)))
        || text.lines().any(|line| ["[seats]", "[[play]]"].contains(&line.trim_end()))
}

impl Front {
    /// Every scenario in the order in which they are offered: built in (or the user's version of it),
    /// then the user's own. One that cannot be read comes with the reason.
    pub fn scenarios(&self) -> Vec<(String, Result<Scenario, FrontError>)> {
        let mut found: Vec<(String, Result<Scenario, FrontError>)> = EMBEDDED
            .iter()
            .map(|embedded| (embedded.1.to_owned(), Ok(Scenario::embedded(embedded))))
            .collect();
        for (name, path) in self.user_scenarios() {
            let own = Scenario::from_file(&path);
            match found.iter_mut().find(|(known, _)| *known == name) {
                Some((_, known)) => *known = own,
                None => found.push((name, own)),
            }
        }
        found
    }

    fn user_scenarios(&self) -> Vec<(String, PathBuf)> {
        let Ok(home) = self.home() else { return Vec::new() };
        RULESETS.into_iter().flat_map(|ruleset| home.user_scenarios(ruleset).unwrap_or_default()).collect()
    }

    /// The names of all scenarios.
    pub fn scenario_names(&self) -> Vec<String> {
        let own = self.user_scenarios().into_iter().map(|(name, _)| name);
        let mut names: Vec<String> = EMBEDDED.iter().map(|(_, name, _)| (*name).to_owned()).collect();
        for name in own {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }

    /// The scenario a player means: a name ("introductory", "matg/introductory") or a file.
    ///
    /// # Errors
    /// When there is none, with names that look like it, or when its file cannot be read.
    pub fn scenario(&self, name: &str) -> Result<Scenario, FrontError> {
        let plain =
            RULESETS.iter().find_map(|ruleset| name.strip_prefix(ruleset)?.strip_prefix('/')).unwrap_or(name);
        if let Some((_, path)) = self.user_scenarios().into_iter().find(|(own, _)| own == plain) {
            return Scenario::from_file(&path);
        }
        if let Some(embedded) = EMBEDDED.iter().find(|(_, known, _)| *known == plain) {
            return Ok(Scenario::embedded(embedded));
        }
        let path = Path::new(name);
        if path.is_file() || (is_path(name) && !self.is_save_name(name)) {
            return Scenario::from_file(path);
        }
        let near = nearest(plain, &self.scenario_names());
        Err(FrontError::UnknownScenario { name: name.into(), near })
    }

    fn is_save_name(&self, name: &str) -> bool {
        self.home().is_ok_and(|home| home.find_save(name).is_ok())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn saves_and_scenarios_are_told_apart() {
        assert!(!is_save(scenario::INTRODUCTORY));
        assert!(is_save("# A game\nformat = 1\nruleset = \"matg\"\nscenario = \"x\"\n"));
        assert!(is_save("format = 1\n\n[seats]\n"));
        assert!(!is_save(""));
    }
}
