//! The folder of this game, and what lies in it.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::{StoreError, read_text};

/// The environment variable that moves the folder of this game.
pub const HOME_VARIABLE: &str = "STANDTO_HOME";

/// The folder of this game: `saves/`, and what the user puts beside the built-in scenarios and
/// configuration in `scenarios/<ruleset>/` and `config/`.
#[derive(Clone, Debug)]
pub struct Home(PathBuf);

impl Home {
    /// The folder named in [`HOME_VARIABLE`], or the system's place for programs' data.
    ///
    /// # Errors
    /// [`StoreError::NoHome`] when there is neither.
    pub fn find() -> Result<Self, StoreError> {
        match std::env::var_os(HOME_VARIABLE).filter(|value| !value.is_empty()) {
            Some(folder) => Ok(Self(folder.into())),
            None => directories::ProjectDirs::from("", "", "standto")
                .map(|dirs| Self(dirs.data_dir().to_path_buf()))
                .ok_or(StoreError::NoHome),
        }
    }

    /// A folder of the caller's choice.
    pub fn at(folder: impl Into<PathBuf>) -> Self {
        Self(folder.into())
    }

    /// The folder itself.
    pub fn folder(&self) -> &Path {
        &self.0
    }

    /// Where games are saved.
    pub fn saves(&self) -> PathBuf {
        self.0.join("saves")
    }

    /// A free name for a new game: `saves/<ruleset>-<scenario>-<number>.toml`.
    pub fn new_save(&self, ruleset: &str, scenario: &str) -> PathBuf {
        let plain = |text: &str| -> String {
            let keep = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
            text.chars().map(keep).collect()
        };
        let stem = format!("{}-{}", plain(ruleset), plain(scenario));
        let path = |number: u32| self.saves().join(format!("{stem}-{number}.toml"));
        (1..).map(path).find(|path| !path.exists()).unwrap_or_else(|| path(0))
    }

    /// The save a player means: a path, or the name of a save with or without `.toml`.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] with the path in the saves folder.
    pub fn find_save(&self, name: &str) -> Result<PathBuf, StoreError> {
        let kept = self.saves().join(name);
        let with_ending = self.saves().join(format!("{name}.toml"));
        [PathBuf::from(name), kept, with_ending.clone()]
            .into_iter()
            .find(|path| path.is_file())
            .ok_or(StoreError::NotFound { path: with_ending })
    }

    /// The save last written to, if there is any.
    ///
    /// # Errors
    /// When the folder exists and cannot be read.
    pub fn newest_save(&self) -> Result<Option<PathBuf>, StoreError> {
        Ok(self.saves_by_age()?.into_iter().next().map(|(_, path)| path))
    }

    /// Every save, newest first, with the time it was last written to.
    ///
    /// # Errors
    /// When the folder exists and cannot be read.
    pub fn saves_by_age(&self) -> Result<Vec<(SystemTime, PathBuf)>, StoreError> {
        let mut saves: Vec<_> = toml_files(&self.saves())?
            .into_iter()
            .filter_map(|path| Some((fs::metadata(&path).and_then(|m| m.modified()).ok()?, path)))
            .collect();
        saves.sort_by(|a, b| b.cmp(a));
        Ok(saves)
    }

    /// The user's own scenarios of a ruleset, by name, in order.
    ///
    /// # Errors
    /// When the folder exists and cannot be read.
    pub fn user_scenarios(&self, ruleset: &str) -> Result<Vec<(String, PathBuf)>, StoreError> {
        let files = toml_files(&self.0.join("scenarios").join(ruleset))?;
        let name = |path: &PathBuf| path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
        Ok(files.into_iter().filter_map(|path| Some((name(&path)?, path))).collect())
    }

    /// The user's own version of a configuration file ("keys.toml", "themes/dusk.toml"), if there is one.
    ///
    /// # Errors
    /// When it exists and cannot be read.
    pub fn user_config(&self, name: &str) -> Result<Option<(PathBuf, String)>, StoreError> {
        let path = self.0.join("config").join(name);
        match read_text(&path) {
            Ok(text) => Ok(Some((path, text))),
            Err(StoreError::NotFound { .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }
}

/// The `.toml` files of a folder by name; none if there is no such folder.
fn toml_files(folder: &Path) -> Result<Vec<PathBuf>, StoreError> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(StoreError::of(folder, error)),
    };
    let mut files = Vec::new();
    for entry in entries {
        let path = entry.map_err(|error| StoreError::of(folder, error))?.path();
        let hidden = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
        if !hidden && path.extension().is_some_and(|ending| ending == "toml") && path.is_file() {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}
