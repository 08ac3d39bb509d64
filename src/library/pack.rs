//! Scenario packs: a scenario with its custom data and a picture in one zip file, to be shared.
//!
//! A pack comes from elsewhere, so opening one trusts nothing: it may hold a few files with fixed names, each of
//! them small text, and nothing is written before all of it has been read and checked. Names inside a pack never
//! become paths.

use std::borrow::Cow;
use std::io::{Cursor, Read, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

use super::{Library, LibraryError, Scenario, scenario_name};
use crate::plain::plain;
use crate::reading::{self, Faulty, Source};
use crate::registry::Ruleset;
use crate::store::{self, LARGEST_TEXT, StoreError};

/// The largest pack that is read, in bytes.
pub const LARGEST_PACK: u64 = 4 << 20;

/// The format of packs.
const FORMAT: i64 = 1;

/// The files of a pack: what it is, the scenario, its custom data, and a picture.
const FACTS: &str = "pack.toml";
const SCENARIO: &str = "scenario.toml";
const DATA: &str = "data.toml";
const PICTURE: &str = "picture.svg";

/// Why a scenario can't be packed, or a pack can't be opened; each is a sentence.
#[derive(Debug, thiserror::Error)]
pub enum PackError {
    /// Not a zip file, or a damaged one.
    #[error("it is not a scenario pack: {0}")]
    NotAPack(String),
    /// A file that no pack has.
    #[error("it is not a scenario pack: it contains \"{0}\"")]
    Stranger(String),
    /// A file is missing.
    #[error("it is not a scenario pack: it has no {0}")]
    Missing(&'static str),
    /// A file is too large.
    #[error("its {0} is larger than {most} KiB", most = LARGEST_TEXT >> 10)]
    TooLarge(&'static str),
    /// A file can't be unpacked.
    #[error("its {file} cannot be unpacked: {why}")]
    Packed {
        /// The file.
        file: &'static str,
        /// The reason.
        why: String,
    },
    /// A file is no text.
    #[error("its {0} is not text")]
    NotText(&'static str),
    /// The facts are wrong.
    #[error("its {FACTS} is wrong: {0}")]
    Facts(String),
    /// The scenario or its data have faults.
    #[error("its scenario cannot be played:\n{0}")]
    Faulty(Faulty),
    /// Other custom data of that name are there.
    #[error("its custom data are called {name}, and you already have a different {}", crate::plain::path(.path))]
    DataTaken {
        /// The name of the data.
        name: String,
        /// The file that is there.
        path: PathBuf,
    },
    /// The scenario depends on the player's own tables.
    #[error(
        "it is played with your own tables, {0}; name them in the scenario with \"tables\", so that they can be packed"
    )]
    OwnTables(String),
    /// The library failed.
    #[error(transparent)]
    Library(#[from] LibraryError),
    /// A file error.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// What a pack says about itself.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Facts {
    format: i64,
    ruleset: String,
    name: String,
    title: String,
    /// The name by which the scenario calls its custom data.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    data: Option<String>,
}

/// A pack that has been opened and added.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Added {
    /// Its ruleset.
    pub ruleset: Ruleset,
    /// The name of the scenario among the player's own.
    pub name: String,
    /// Its title.
    pub title: String,
    /// Where its custom data were written, if it has any that were not there.
    pub data: Option<PathBuf>,
}

/// The contents of a pack, checked.
struct Contents {
    facts: Facts,
    ruleset: Ruleset,
    scenario: String,
    data: Option<String>,
}

impl Library {
    /// A scenario as a pack, with its custom data and a picture of it.
    ///
    /// # Errors
    /// It depends on tables that it does not name, or a part is too large.
    pub fn pack(&self, scenario: &Scenario, picture: Option<&str>) -> Result<Vec<u8>, PackError> {
        let (opening, _) = scenario.open()?;
        let mut data = None;
        for own in &scenario.own {
            match own.source {
                Source::Scenario => data = Some(own.text.as_str()),
                _ => return Err(PackError::OwnTables(own.file.clone())),
            }
        }
        let named = reading::tables(&scenario.text).map(reading::Spanned::into_inner);
        let facts = Facts {
            format: FORMAT,
            ruleset: scenario.ruleset.id().to_owned(),
            name: scenario_name(&scenario.name),
            title: opening.title(),
            data: named.filter(|_| data.is_some()),
        };
        let facts = toml::to_string(&facts).map_err(|error| PackError::Facts(error.to_string()))?;
        let files = [
            (FACTS, Some(facts.as_str())),
            (SCENARIO, Some(&scenario.text)),
            (DATA, data),
            (PICTURE, picture),
        ];
        let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
        for (name, text) in files {
            let Some(text) = text else { continue };
            if text.len() as u64 > LARGEST_TEXT {
                return Err(PackError::TooLarge(name));
            }
            let packed = |why: String| PackError::Packed { file: name, why };
            let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
            zip.start_file(name, options).map_err(|error| packed(error.to_string()))?;
            zip.write_all(text.as_bytes()).map_err(|error| packed(error.to_string()))?;
        }
        let done =
            zip.finish().map_err(|error| PackError::NotAPack(plain(&error.to_string()).into_owned()))?;
        Ok(done.into_inner())
    }

    /// Checks a pack and adds its scenario to the player's own, under an unused name.
    ///
    /// # Errors
    /// It is not a pack, its scenario has faults, or the player has other custom data of the same name. Nothing
    /// has been written then.
    pub fn add_pack(&self, bytes: &[u8]) -> Result<Added, PackError> {
        let contents = contents(bytes)?;
        let ruleset = contents.ruleset;
        let mut own = Vec::new();
        let mut to_write = None;
        if let Some((name, text)) = contents.facts.data.clone().zip(contents.data.clone()) {
            let path = self.home()?.own_config(&format!("{ruleset}/{name}"));
            match store::read_text(&path) {
                Ok(there) if there == text => {}
                Ok(_) => return Err(PackError::DataTaken { name, path }),
                Err(StoreError::NotFound { .. }) => to_write = Some((path, text.clone())),
                Err(error) => return Err(error.into()),
            }
            own.push(reading::CustomData { source: Source::Scenario, file: name, text });
        }
        let (opening, _) =
            ruleset.open_with(SCENARIO, &contents.scenario, &own).map_err(PackError::Faulty)?;
        let title = opening.title();
        let home = self.home()?;
        if let Some((path, text)) = &to_write {
            home.within_limits(path, text.len(), || store::replace(path, text))?;
        }
        let path =
            self.keep_checked(ruleset, &own_name(ruleset, &contents.facts.name), &contents.scenario)?;
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        Ok(Added { ruleset, name, title, data: to_write.map(|(path, _)| path) })
    }

    /// Adds the pack in a file.
    ///
    /// # Errors
    /// The file cannot be read; otherwise see [`Library::add_pack`].
    pub fn open_pack(&self, path: &Path) -> Result<Added, PackError> {
        self.add_pack(&store::read_bytes(path, LARGEST_PACK)?)
    }
}

/// The name of a pack's scenario, changed if a built-in battle has it: a player's own battle of that name would
/// hide it.
fn own_name(ruleset: Ruleset, name: &str) -> String {
    let built_in = ruleset.scenarios().iter().any(|(known, _)| *known == name);
    if built_in { format!("{name}-shared") } else { name.to_owned() }
}

/// Reads a pack without trusting it.
fn contents(bytes: &[u8]) -> Result<Contents, PackError> {
    let told = |error: zip::result::ZipError| plain(&error.to_string()).into_owned();
    let mut zip = ZipArchive::new(Cursor::new(bytes)).map_err(|error| PackError::NotAPack(told(error)))?;
    let known = [FACTS, SCENARIO, DATA, PICTURE];
    let names: Result<Vec<String>, _> = zip.file_names().map(|name| name.map(Cow::into_owned)).collect();
    let names = names.map_err(|error| PackError::NotAPack(told(error)))?;
    if let Some(stranger) = names.iter().find(|name| !known.contains(&name.as_str())) {
        return Err(PackError::Stranger(plain(&stranger.chars().take(60).collect::<String>()).into_owned()));
    }
    let mut text = |file: &'static str| -> Result<Option<String>, PackError> {
        let entry = match zip.by_name(file) {
            Ok(entry) => entry,
            Err(zip::result::ZipError::FileNotFound) => return Ok(None),
            Err(error) => return Err(PackError::Packed { file, why: told(error) }),
        };
        // A size in the directory may be a lie: no more than this is ever unpacked.
        let mut bytes = Vec::new();
        entry
            .take(LARGEST_TEXT + 1)
            .read_to_end(&mut bytes)
            .map_err(|error| PackError::Packed { file, why: plain(&error.to_string()).into_owned() })?;
        if bytes.len() as u64 > LARGEST_TEXT {
            return Err(PackError::TooLarge(file));
        }
        String::from_utf8(bytes).map(Some).map_err(|_| PackError::NotText(file))
    };
    let facts = text(FACTS)?.ok_or(PackError::Missing(FACTS))?;
    let scenario = text(SCENARIO)?.ok_or(PackError::Missing(SCENARIO))?;
    let data = text(DATA)?;
    let facts: Facts = toml::from_str(&facts).map_err(|error| {
        let line = error.message().lines().next().unwrap_or_default().to_owned();
        PackError::Facts(plain(&line).into_owned())
    })?;
    let wrong = |why: &str| Err(PackError::Facts(why.to_owned()));
    if facts.format != FORMAT {
        return wrong(&format!("format {}, expected {FORMAT}", facts.format));
    }
    let Ok(ruleset) = facts.ruleset.parse::<Ruleset>() else {
        return wrong("an unknown ruleset");
    };
    if facts.name.is_empty() || facts.name != scenario_name(&facts.name) {
        return wrong("a name has small letters, digits and hyphens");
    }
    let named = reading::tables(&scenario).map(reading::Spanned::into_inner);
    if facts.data != named || named.is_some() != data.is_some() {
        return wrong("the custom data are not those that the scenario names");
    }
    let plain_name = |name: &String| {
        let stem = name.strip_suffix(".toml").unwrap_or("");
        !stem.is_empty() && stem == scenario_name(stem) && stem != "tables" && stem != "keys"
    };
    if !named.as_ref().is_none_or(plain_name) {
        return wrong("custom data have a name of small letters, digits and hyphens, such as \"mine.toml\"");
    }
    Ok(Contents { facts, ruleset, scenario, data })
}
