//! Custom data: where the files are, and how a save keeps them.

use std::path::Path;

use super::{Found, Library, LibraryError, Scenario};
use crate::game::journal::Header;
use crate::reading::{self, CustomData, Report, ScenarioText, Source};
use crate::registry::Ruleset;
use crate::store::{self, StoreError};

/// The scenario name of generated battles.
pub const FORGED: &str = "made-to-order";

impl Library {
    /// A player's custom data for a ruleset: `config/<ruleset>/tables.toml` in the player's folder, the file
    /// that a scenario names, and a file named on the command line.
    ///
    /// # Errors
    /// A file cannot be read, or the ruleset takes no custom data.
    pub fn custom_data_of(
        &self,
        ruleset: Ruleset,
        scenario: Option<&Scenario>,
        file: Option<&Path>,
    ) -> Result<Vec<CustomData>, LibraryError> {
        if ruleset.extras().custom_data.is_none() {
            return match file {
                Some(_) => Err(LibraryError::NoOwnTables(ruleset)),
                None => Ok(Vec::new()),
            };
        }
        let own = |source, path: &Path, text| CustomData { source, file: crate::plain::path(path), text };
        let mut found = Vec::new();
        if let Ok(home) = self.home()
            && let Some((path, text)) = home.user_config(&format!("{ruleset}/tables.toml"))?
        {
            found.push(own(Source::Folder, &path, text));
        }
        if let Some(scenario) = scenario
            && let Some((path, text)) = self.named_tables(scenario)?
        {
            found.push(CustomData { source: Source::Scenario, file: path, text });
        }
        if let Some(path) = file {
            found.push(own(Source::Option, path, store::read_text(path)?));
        }
        Ok(found)
    }

    /// The custom data file that a scenario names: beside the scenario, or in the ruleset's configuration
    /// folder.
    fn named_tables(&self, scenario: &Scenario) -> Result<Option<(String, String)>, LibraryError> {
        let Some(named) = reading::tables(&scenario.text) else { return Ok(None) };
        let name = named.get_ref();
        let file = scenario.file();
        let mut report = Report::new(&file, &scenario.text);
        let refuse = |mut report: Report, why: String| {
            report.fault(named.span(), why);
            Err(report
                .end::<()>(None)
                .err()
                .map_or(LibraryError::NoOwnTables(scenario.ruleset), LibraryError::Scenario))
        };
        // Only a name, never a path: it must not lead out of the folder.
        if name.is_empty() || name.contains(['/', '\\']) || name.starts_with('.') {
            return refuse(
                report,
                format!("\"tables\" names a file beside this one, such as \"mine.toml\", not \"{name}\""),
            );
        }
        if let Some(folder) = scenario.path.as_deref().and_then(Path::parent) {
            let path = folder.join(name);
            match store::read_text(&path) {
                Err(StoreError::NotFound { .. }) => {}
                read => return Ok(Some((crate::plain::path(&path), read?))),
            }
        }
        let kept = self.home().ok().map(|home| home.user_config(&format!("{}/{name}", scenario.ruleset)));
        match kept.transpose()?.flatten() {
            Some((path, text)) => Ok(Some((crate::plain::path(&path), text))),
            None => {
                report = Report::new(&file, &scenario.text);
                refuse(
                    report,
                    format!(
                        "there is no file \"{name}\" beside this scenario or in config/{}",
                        scenario.ruleset
                    ),
                )
            }
        }
    }

    /// The scenario a player means, with custom data from a given file.
    ///
    /// # Errors
    /// See [`Library::scenario`]; also when the file cannot be read.
    pub fn scenario_with(&self, name: &str, tables: Option<&Path>) -> Result<Scenario, LibraryError> {
        let scenario = self.scenario(name)?;
        match tables {
            None => Ok(scenario),
            Some(_) => self.with_own(scenario, tables),
        }
    }

    /// A battle as text, by the name or file of its scenario or of a saved game.
    ///
    /// # Errors
    /// There is none, it belongs to another ruleset, or it cannot be read.
    pub fn written(&self, ruleset: Ruleset, name: &str) -> Result<ScenarioText, LibraryError> {
        let other = || LibraryError::OtherRuleset { name: name.to_owned(), ruleset };
        match self.find(name)? {
            Found::Scenario(scenario) if scenario.ruleset != ruleset => Err(other()),
            Found::Scenario(scenario) => {
                Ok(ScenarioText { file: scenario.file(), text: scenario.text, own: scenario.own })
            }
            Found::Save(path) => {
                let kept = self.read_save(&path)?;
                let header = &kept.loaded.journal.header;
                if header.ruleset != ruleset.id() {
                    return Err(other());
                }
                let known = self.scenario_of(ruleset, &header.scenario).and_then(Result::ok);
                let known = known.map(|scenario| scenario.text);
                let mismatch = |mismatch| LibraryError::Mismatch { path: path.clone(), mismatch };
                let (text, _) = header.scenario_source(known.as_deref()).map_err(mismatch)?;
                let file = format!("{}.toml in {}", header.scenario, crate::plain::path(&path));
                Ok(ScenarioText { file, text: text.to_owned(), own: self::kept(header, &path) })
            }
        }
    }

    /// A generated battle.
    ///
    /// # Errors
    /// The ruleset has no generator, or cannot generate this battle.
    pub fn forge(&self, ruleset: Ruleset, picks: &[usize], seed: u64) -> Result<Scenario, LibraryError> {
        let own = self.custom_data_of(ruleset, None, None)?;
        let none = || LibraryError::NotMade("this game has no battle generator".into());
        let forge = ruleset.extras().generator.ok_or_else(none)?;
        let text = (forge.make)(picks, seed, &own).map_err(LibraryError::NotMade)?;
        Ok(Scenario { ruleset, name: FORGED.into(), path: None, text, switched_from: None, own })
    }

    /// A scenario with the player's custom data.
    pub(super) fn with_own(&self, scenario: Scenario, file: Option<&Path>) -> Result<Scenario, LibraryError> {
        let own = self.custom_data_of(scenario.ruleset, Some(&scenario), file)?;
        Ok(Scenario { own, ..scenario })
    }
}

/// The custom data a save was begun with; `save` is its name for messages.
pub(super) fn kept(header: &Header, save: &Path) -> Vec<CustomData> {
    let table = |source: Source| {
        let text = header.tables.get(source.word())?.clone();
        let file = format!("the {}'s tables in {}", source.word(), crate::plain::path(save));
        Some(CustomData { source, file, text })
    };
    Source::ALL.into_iter().filter_map(table).collect()
}
