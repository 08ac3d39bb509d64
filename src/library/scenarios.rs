//! Scenarios: built in and the user's own. Ruleset and name together identify one.

use std::path::{Path, PathBuf};

use super::{Contents, Library, LibraryError};
use crate::game::journal::fingerprint;
use crate::reading::{self, CustomData, Fault, Report, balance, nearest};
use crate::registry::{Opening, Ruleset};
use crate::store;
use crate::store::StoreError;

/// The text of a scenario, and where it comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scenario {
    /// Its ruleset.
    pub ruleset: Ruleset,
    /// Its name within the ruleset.
    pub name: String,
    /// Its file, unless it is built in.
    pub path: Option<PathBuf>,
    /// The scenario itself.
    pub text: String,
    /// The fingerprint of its text before optional rules were set, if they were.
    pub switched_from: Option<String>,
    /// The custom data it is played with.
    pub own: Vec<CustomData>,
}

/// A scenario in a list: ruleset, name, and the scenario or why it cannot be read.
#[derive(Debug)]
pub struct Listed {
    /// Its ruleset.
    pub ruleset: Ruleset,
    /// Its name within the ruleset.
    pub name: String,
    /// The scenario, if its file can be read.
    pub scenario: Result<Scenario, LibraryError>,
}

/// A scenario as the title screen lists it.
#[derive(Debug)]
pub struct Headed {
    /// Its ruleset.
    pub ruleset: Ruleset,
    /// Its name within the ruleset.
    pub name: String,
    /// Its title, and more if it is built in.
    pub about: About,
}

/// The title of a scenario, and more if it is built in: as much as a list needs, without reading it in full.
#[derive(Debug)]
pub enum About {
    /// Everything, since it is built in.
    BuiltIn(&'static Contents),
    /// The heading of the user's own; empty if its file cannot be read.
    Own(reading::Heading),
}

impl About {
    /// The title, if it is known.
    pub fn title(&self) -> Option<&str> {
        match self {
            Self::BuiltIn(contents) => Some(contents.title),
            Self::Own(heading) => heading.title.as_deref(),
        }
    }
}

/// Whether a player who types this means a file and not a name.
pub(super) fn is_path(name: &str) -> bool {
    name.contains(std::path::is_separator) || name.ends_with(".toml")
}

/// Whether a player who types this as a scenario means a file: "mtag/introductory" is a misspelt ruleset unless
/// there is such a folder.
fn means_file(name: &str) -> bool {
    let folder =
        Path::new(name).parent().is_some_and(|folder| folder.as_os_str().is_empty() || folder.is_dir());
    is_path(name) && (folder || name.ends_with(".toml") || Path::new(name).is_absolute())
}

impl Scenario {
    /// A scenario in a file, which declares its own ruleset.
    ///
    /// # Errors
    /// The file cannot be read, or is for an unknown ruleset.
    pub fn from_file(path: &Path) -> Result<Self, LibraryError> {
        let text = store::read_text_or_save(path, is_save)?;
        let ruleset = ruleset_of(&crate::plain::path(path), &text)?;
        Ok(Self::of(ruleset, path, text))
    }

    fn of(ruleset: Ruleset, path: &Path, text: String) -> Self {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        Self { ruleset, name, path: Some(path.to_path_buf()), text, switched_from: None, own: Vec::new() }
    }

    /// Sets the optional rules as chosen, one index for each of the ruleset's options.
    pub fn switch(&mut self, picks: &[usize]) {
        let Some(optional) = self.ruleset.extras().optional_rules else { return };
        let text = (optional.switched)(&self.text, picks);
        if text != self.text {
            self.switched_from = Some(fingerprint(&self.text));
            self.text = text;
        }
    }

    /// Favours a side with the balance provision of the scenario.
    ///
    /// # Errors
    /// It has none for this side.
    pub fn favour(&mut self, side: &str) -> Result<(), LibraryError> {
        let favoured = balance::favouring(&self.text, side)?;
        self.switched_from.get_or_insert_with(|| fingerprint(&self.text));
        self.text = favoured;
        Ok(())
    }

    /// The file name for messages.
    pub fn file(&self) -> String {
        match &self.path {
            Some(path) => crate::plain::path(path),
            None => format!("{}.toml", self.name),
        }
    }

    /// Whether the text is a saved game instead.
    pub fn is_save(&self) -> bool {
        is_save(&self.text)
    }

    /// Its opening position, with warnings.
    ///
    /// # Errors
    /// Every fault in the file.
    pub fn open(&self) -> Result<(Box<dyn Opening>, Vec<Fault>), LibraryError> {
        let file = self.file();
        let opened = self.ruleset.open_with(&file, &self.text, &self.own)?;
        if self.path.is_none() {
            // A test checks the provisions of the built-in scenarios.
            return Ok(opened);
        }
        let mut report = Report::new(&file, &self.text);
        for wrong in balance::misdirected(&self.text) {
            report.fault(wrong.at(), wrong.to_string());
        }
        report.end(Some(opened)).map(|(opened, _)| opened).map_err(LibraryError::Scenario)
    }
}

/// The ruleset a scenario declares. A text that is not TOML gets any ruleset: its reader reports the fault.
fn ruleset_of(file: &str, text: &str) -> Result<Ruleset, LibraryError> {
    let Some(named) = reading::ruleset(text) else { return Ok(Ruleset::ALL[0]) };
    if is_save(text) {
        return Ok(Ruleset::ALL[0]);
    }
    named.get_ref().parse().map_err(|error| {
        let mut report = Report::new(file, text);
        report.fault(named.span(), format!("this scenario is for an {error}"));
        match report.end::<()>(None) {
            Err(faulty) => LibraryError::Scenario(faulty),
            Ok(_) => LibraryError::UnknownRuleset(error),
        }
    })
}

/// Whether a text is a saved game and not a scenario: the header names the scenario it is a game of.
fn is_save(text: &str) -> bool {
    let keys = ["scenario-hash", "seed", "scenario ", "scenario="];
    let mut head = text.lines().take_while(|line| !line.starts_with('['));
    head.any(|line| keys.iter().any(|key| line.starts_with(key)))
        || text.lines().any(|line| ["[seats]", "[[play]]"].contains(&line.trim_end()))
}

/// The names of a ruleset's scenarios: built in, then the user's own.
fn names(ruleset: Ruleset, own: &[(String, PathBuf)]) -> Vec<String> {
    let mut names: Vec<String> = ruleset.scenarios().iter().map(|(name, _)| (*name).to_owned()).collect();
    for (name, _) in own {
        if !names.contains(name) {
            names.push(name.clone());
        }
    }
    names
}

impl Library {
    /// Every scenario in the order they are offered, ruleset by ruleset: built in (or the user's version),
    /// then the user's own.
    pub fn scenarios(&self) -> Vec<Listed> {
        Ruleset::ALL.into_iter().flat_map(|ruleset| self.scenarios_of(ruleset)).collect()
    }

    /// The same scenarios for a list, in the same order: none is read in full.
    pub fn headings(&self) -> Vec<Headed> {
        let headed = |ruleset: Ruleset, own: &[(String, PathBuf)], name: String| {
            let path = own.iter().find(|(own, _)| *own == name).map(|(_, path)| path);
            let about = match Contents::of(ruleset, &name).filter(|_| path.is_none()) {
                Some(contents) => About::BuiltIn(contents),
                None => {
                    let text = path.and_then(|path| store::read_text(path).ok());
                    About::Own(text.and_then(|text| reading::heading(&text)).unwrap_or_default())
                }
            };
            Headed { ruleset, name, about }
        };
        let of = |ruleset| {
            let own = self.user_scenarios(ruleset);
            names(ruleset, &own).into_iter().map(move |name| headed(ruleset, &own, name))
        };
        Ruleset::ALL.into_iter().flat_map(of).collect()
    }

    fn scenarios_of(&self, ruleset: Ruleset) -> Vec<Listed> {
        let own = self.user_scenarios(ruleset);
        names(ruleset, &own)
            .into_iter()
            .filter_map(|name| Some((self.among(ruleset, &own, &name)?, name)))
            .map(|(scenario, name)| Listed { ruleset, name, scenario })
            .collect()
    }

    fn names_of(&self, ruleset: Ruleset) -> Vec<String> {
        names(ruleset, &self.user_scenarios(ruleset))
    }

    fn user_scenarios(&self, ruleset: Ruleset) -> Vec<(String, PathBuf)> {
        self.home().ok().and_then(|home| home.user_scenarios(ruleset.id()).ok()).unwrap_or_default()
    }

    /// Saves a scenario among the player's own, under an unused name, after checking that it reads.
    ///
    /// # Errors
    /// It has a fault or cannot be written.
    pub fn keep_scenario(&self, ruleset: Ruleset, stem: &str, text: &str) -> Result<PathBuf, LibraryError> {
        ruleset.open(stem, text)?;
        self.keep_checked(ruleset, stem, text)
    }

    /// The same for a scenario that has been read already.
    pub(super) fn keep_checked(
        &self,
        ruleset: Ruleset,
        stem: &str,
        text: &str,
    ) -> Result<PathBuf, LibraryError> {
        let home = self.home()?;
        for _ in 0..20 {
            let path = home.new_scenario(ruleset.id(), stem);
            match home.within_limits(&path, text.len(), || crate::store::create_save(&path, text)) {
                Err(StoreError::Exists { .. }) => {}
                Err(error) => return Err(error.into()),
                Ok(_) => return Ok(path),
            }
        }
        Err(StoreError::Exists { path: home.new_scenario(ruleset.id(), stem) }.into())
    }

    /// A ruleset's scenario by name, if there is one: the user's own before the built-in one.
    pub fn scenario_of(&self, ruleset: Ruleset, name: &str) -> Option<Result<Scenario, LibraryError>> {
        self.among(ruleset, &self.user_scenarios(ruleset), name)
    }

    /// The same, with the user's own already listed.
    fn among(
        &self,
        ruleset: Ruleset,
        own: &[(String, PathBuf)],
        name: &str,
    ) -> Option<Result<Scenario, LibraryError>> {
        if let Some((_, path)) = own.iter().find(|(own, _)| own == name) {
            let text = store::read_text(path).map_err(LibraryError::from);
            return Some(text.and_then(|text| self.with_own(Scenario::of(ruleset, path, text), None)));
        }
        let (_, text) = ruleset.scenarios().iter().find(|(known, _)| *known == name)?;
        let (name, text) = (name.into(), (*text).into());
        Some(self.with_own(
            Scenario { ruleset, name, path: None, text, switched_from: None, own: Vec::new() },
            None,
        ))
    }

    /// Every name a scenario can be asked for by: "introductory" if only one ruleset has it, otherwise with
    /// the ruleset in front.
    pub(super) fn scenario_names(&self) -> Vec<String> {
        let all: Vec<(Ruleset, String)> = Ruleset::ALL
            .into_iter()
            .flat_map(|ruleset| self.names_of(ruleset).into_iter().map(move |name| (ruleset, name)))
            .collect();
        let alone = |name: &str| all.iter().filter(|(_, other)| other == name).count() == 1;
        let say = |(ruleset, name): &(Ruleset, String)| match alone(name) {
            true => name.clone(),
            false => format!("{ruleset}/{name}"),
        };
        all.iter().map(say).collect()
    }

    /// The scenario a player means: a ruleset, a slash and a name; a name alone, of the first ruleset that
    /// has it; the beginning of only one name; or a file.
    ///
    /// # Errors
    /// There is none (with similar names), or its file cannot be read.
    pub fn scenario(&self, name: &str) -> Result<Scenario, LibraryError> {
        let named = name.split_once('/').and_then(|(id, plain)| Some((id.parse::<Ruleset>().ok()?, plain)));
        let found = match named {
            Some((ruleset, plain)) => self.scenario_of(ruleset, plain),
            None => Ruleset::ALL.into_iter().find_map(|ruleset| self.scenario_of(ruleset, name)),
        };
        if let Some(found) = found {
            return found;
        }
        let path = Path::new(name);
        if path.is_file() || (named.is_none() && means_file(name) && !self.is_save_name(name)) {
            return self.with_own(Scenario::from_file(path)?, None);
        }
        if let Some(found) = self.scenario_that_begins(name) {
            return found;
        }
        let folder = self.home().ok().map(|home| home.folder().join("scenarios"));
        Err(LibraryError::UnknownScenario { name: name.into(), folder, near: self.near_scenarios(name) })
    }

    /// The only scenario whose name begins so, with or without its ruleset in front.
    fn scenario_that_begins(&self, start: &str) -> Option<Result<Scenario, LibraryError>> {
        let all = Ruleset::ALL
            .into_iter()
            .flat_map(|ruleset| self.names_of(ruleset).into_iter().map(move |name| (ruleset, name)));
        let begins = |(ruleset, name): &(Ruleset, String)| {
            name.starts_with(start) || format!("{ruleset}/{name}").starts_with(start)
        };
        let mut found = all.filter(begins).filter(|_| !start.is_empty());
        let (ruleset, name) = found.next()?;
        if found.next().is_some() { None } else { self.scenario_of(ruleset, &name) }
    }

    /// The names of scenarios that resemble a name, which may have a ruleset in front.
    fn near_scenarios(&self, name: &str) -> Vec<String> {
        let Some((id, plain)) = name.split_once('/') else { return nearest(name, &self.scenario_names()) };
        match id.parse::<Ruleset>() {
            Ok(ruleset) => {
                let near = nearest(plain, &self.names_of(ruleset));
                near.into_iter().map(|name| format!("{ruleset}/{name}")).collect()
            }
            Err(_) => nearest(plain, &self.scenario_names()),
        }
    }

    fn is_save_name(&self, name: &str) -> bool {
        self.home().is_ok_and(|home| home.find_save(name).is_ok())
    }
}
