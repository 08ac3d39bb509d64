//! The game's folder and what it contains.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::account::{Accounts, Kept, count_battle};
use super::brief::with_lock;
use super::draft::clear_drafts;
use super::{Mark, StoreError, read_text};

/// The environment variable that moves the game's folder.
pub const HOME_VARIABLE: &str = "STANDTO_HOME";

/// The storage limits of one player.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Quota {
    /// The number of saved games.
    pub saves: usize,
    /// The number of files of every kind: games, scenarios, recovery copies, decks, statistics, settings.
    pub files: usize,
    /// Their total size in bytes.
    pub bytes: u64,
}

impl Quota {
    /// For players on their own machine: a guard against accidents.
    pub const OWN: Self = Self { saves: 1000, files: usize::MAX, bytes: 1 << 30 };
}

/// A save as the folder lists it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct SaveFacts {
    /// When it was last written.
    pub modified: SystemTime,
    /// Where it is.
    pub path: PathBuf,
    /// Its length in bytes.
    pub length: u64,
}

/// The game's folder: `saves/`, and in `scenarios/<ruleset>/` and `config/` the player's own scenarios and
/// configuration.
#[derive(Clone, Debug)]
pub struct Home {
    folder: PathBuf,
    quota: Quota,
    /// A second folder for scenarios and configuration: the host's.
    host: Option<PathBuf>,
}

impl Home {
    /// The folder named in [`HOME_VARIABLE`], or the system's folder for application data.
    ///
    /// # Errors
    /// [`StoreError::NoHome`] when there is neither.
    pub fn find() -> Result<Self, StoreError> {
        match std::env::var_os(HOME_VARIABLE).filter(|value| !value.is_empty()) {
            Some(folder) => Ok(Self::at(folder)),
            None => directories::ProjectDirs::from("", "", "standto")
                .map(|dirs| Self::at(dirs.data_dir()))
                .ok_or(StoreError::NoHome),
        }
    }

    /// A given folder.
    pub fn at(folder: impl Into<PathBuf>) -> Self {
        Self { folder: folder.into(), quota: Quota::OWN, host: None }
    }

    /// A guest's account in a host's folder.
    pub fn account(self, name: &str, quota: Quota) -> Self {
        Self { folder: Accounts::of(&self.folder).folder(name), quota, host: Some(self.folder) }
    }

    /// The folder itself.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Where games are saved.
    pub fn saves(&self) -> PathBuf {
        self.folder.join("saves")
    }

    /// Where the battles of two terminals are saved: one folder for all accounts of a host.
    pub fn battles(&self) -> PathBuf {
        self.host.as_ref().unwrap_or(&self.folder).join("battles")
    }

    /// The name of the account, on a host.
    pub fn account_name(&self) -> Option<String> {
        self.host.as_ref()?;
        Some(self.folder.file_name()?.to_string_lossy().into_owned())
    }

    /// The paths of the battles of two terminals, the most recently written first.
    ///
    /// # Errors
    /// The folder exists and cannot be read.
    pub fn newest_battles(&self) -> Result<Vec<SaveFacts>, StoreError> {
        by_age(&self.battles())
    }

    /// An unused name for a new battle of two terminals.
    pub fn new_battle(&self, ruleset: &str, scenario: &str) -> PathBuf {
        free_name(&self.battles(), ruleset, scenario)
    }

    /// The record of finished battles.
    pub fn record(&self) -> PathBuf {
        self.folder.join("record.jsonl")
    }

    /// The mark of a game: the last action this player has seen. `game` is a name that no other game has.
    pub fn mark(&self, game: &str) -> Mark {
        Mark::of(&self.folder.join(super::account::SEEN), game)
    }

    /// Where a tool keeps a file of some kind: `decks/duel.toml`.
    pub fn kept(&self, kind: &str, name: &str) -> PathBuf {
        self.folder.join(kind).join(format!("{name}.toml"))
    }

    /// The names of the files of a kind, sorted.
    pub fn kept_names(&self, kind: &str) -> Vec<String> {
        let found = named(&self.folder.join(kind)).unwrap_or_default();
        found.into_iter().map(|(name, _)| name).collect()
    }

    /// An unused name for a new game: `saves/<ruleset>-<scenario>-<number>.toml`.
    pub fn new_save(&self, ruleset: &str, scenario: &str) -> PathBuf {
        free_name(&self.saves(), ruleset, scenario)
    }

    /// The size limit for one more save, given the files that exist; with a path, for that save.
    ///
    /// # Errors
    /// [`StoreError::Full`] when there is no room for another; otherwise whatever the system reports.
    pub fn room(&self, save: Option<&Path>) -> Result<u64, StoreError> {
        let size = |path: &Path| fs::symlink_metadata(path).map_or(0, |meta| meta.len());
        let saves = self.saves_by_age()?;
        let most = self.quota;
        if save.is_none() && saves.len() >= most.saves {
            let count = saves.len();
            return self.full(&format!("there are {count} saved games; the limit is {}", most.saves));
        }
        let kept = match self.host {
            Some(_) => Kept::of(&self.folder),
            None => Kept { files: saves.len(), bytes: saves.iter().map(|save| save.length).sum() },
        };
        if save.is_none() && kept.files >= most.files {
            return self.full(&format!("you keep {} files; the limit is {}", kept.files, most.files));
        }
        let used = kept.bytes - save.map_or(0, size).min(kept.bytes);
        if used >= most.bytes {
            let (used, most) = (used >> 10, most.bytes >> 10);
            return self.full(&format!("your files take {used} KiB; the limit is {most} KiB"));
        }
        Ok(most.bytes - used)
    }

    /// Counts a new battle of two terminals for this account; without an account it does nothing.
    ///
    /// # Errors
    /// The account's list of battles can't be written.
    pub fn count_battle(&self, battle: &Path) -> Result<(), StoreError> {
        if self.host.is_some() { count_battle(&self.folder, battle) } else { Ok(()) }
    }

    /// The size limit for a battle of two terminals that an account of this host has opened: it counts for
    /// that account, whichever player acts.
    pub fn battle_room(&self, account: &str, battle: &Path) -> u64 {
        let Some(host) = &self.host else { return u64::MAX };
        Self::at(host).account(account, self.quota).room(Some(battle)).unwrap_or(0)
    }

    fn full<T>(&self, full: &str) -> Result<T, StoreError> {
        Err(StoreError::Full { path: self.folder.clone(), full: full.to_owned() })
    }

    /// Does something while no other process of this player does: reads a file and adds to it. Never nested.
    ///
    /// # Errors
    /// [`StoreError::Busy`] when another process does not let go; otherwise what `act` reports.
    pub fn locked<T, E: From<StoreError>>(&self, act: impl FnOnce() -> Result<T, E>) -> Result<T, E> {
        with_lock(&self.folder.join(".lock"), act)?
    }

    /// Whether the limits of a guest's account leave room for a file of this many bytes. A player's own
    /// machine sets none.
    ///
    /// # Errors
    /// [`StoreError::Full`] when there is no room.
    pub fn has_room(&self, path: &Path, bytes: usize) -> Result<(), StoreError> {
        if self.host.is_none() {
            return Ok(());
        }
        let (kept, most) = (Kept::of(&self.folder), self.quota);
        let old = fs::symlink_metadata(path).ok();
        if old.is_none() && kept.files >= most.files {
            return self.full(&format!("you keep {} files; the limit is {}", kept.files, most.files));
        }
        let after = kept.bytes + bytes as u64 - old.map_or(0, |old| old.len()).min(kept.bytes);
        if after > most.bytes {
            let (after, most) = (after >> 10, most.bytes >> 10);
            return self.full(&format!("your files would take {after} KiB; the limit is {most} KiB"));
        }
        Ok(())
    }

    /// Writes a file of this many bytes if there is room, in one step: two windows of one guest can't fill the
    /// same room.
    ///
    /// # Errors
    /// [`StoreError::Full`] when there is no room; otherwise what `write` reports.
    pub fn within_limits<T, E: From<StoreError>>(
        &self,
        path: &Path,
        bytes: usize,
        write: impl FnOnce() -> Result<T, E>,
    ) -> Result<T, E> {
        self.in_account(|| {
            self.has_room(path, bytes)?;
            write()
        })
    }

    /// Does something while no other process of this guest does; without an account, simply does it.
    ///
    /// # Errors
    /// See [`Home::locked`].
    pub fn in_account<T, E: From<StoreError>>(&self, act: impl FnOnce() -> Result<T, E>) -> Result<T, E> {
        if self.host.is_some() { self.locked(act) } else { act() }
    }

    /// The save a player means: a path, or the name of a save with or without `.toml`.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] with the path in the saves folder.
    pub fn find_save(&self, name: &str) -> Result<PathBuf, StoreError> {
        let kept = self.saves().join(name);
        let with_ending = self.saves().join(format!("{name}.toml"));
        let battle = self.battles().join(format!("{name}.toml"));
        [PathBuf::from(name), kept, with_ending.clone(), battle]
            .into_iter()
            .find(|path| path.is_file())
            .ok_or(StoreError::NotFound { path: with_ending })
    }

    /// The paths of the saves, the most recently written first.
    ///
    /// # Errors
    /// The folder exists and cannot be read.
    pub fn newest_saves(&self) -> Result<Vec<PathBuf>, StoreError> {
        Ok(self.saves_by_age()?.into_iter().map(|save| save.path).collect())
    }

    /// The summaries of the saves, for lists.
    pub fn summaries(&self) -> PathBuf {
        self.folder.join("summaries.json")
    }

    /// Every save, newest first.
    ///
    /// # Errors
    /// The folder exists and cannot be read.
    pub fn saves_by_age(&self) -> Result<Vec<SaveFacts>, StoreError> {
        by_age(&self.saves())
    }

    /// The user's own scenarios for a ruleset, sorted by name.
    ///
    /// # Errors
    /// The folder exists and cannot be read.
    pub fn user_scenarios(&self, ruleset: &str) -> Result<Vec<(String, PathBuf)>, StoreError> {
        let mut found: Vec<(String, PathBuf)> = Vec::new();
        for folder in self.folders() {
            let named = named(&folder.join("scenarios").join(ruleset))?;
            found.extend(
                named
                    .into_iter()
                    .filter(|(name, _)| found.iter().all(|(known, _)| known != name))
                    .collect::<Vec<_>>(),
            );
        }
        Ok(found)
    }

    /// An unused name for one of the player's own scenarios: `scenarios/<ruleset>/<stem>.toml`, numbered if
    /// necessary.
    pub fn new_scenario(&self, ruleset: &str, stem: &str) -> PathBuf {
        let plain: String = stem
            .chars()
            .map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' })
            .take(60)
            .collect();
        let words: Vec<&str> = plain.split('-').filter(|word| !word.is_empty()).collect();
        let plain = words.join("-");
        let stem = if plain.is_empty() { "battle" } else { &plain };
        let folder = self.folder.join("scenarios").join(ruleset);
        let path = |number: u32| {
            let name = if number == 1 { format!("{stem}.toml") } else { format!("{stem}-{number}.toml") };
            folder.join(name)
        };
        (1..).map(path).find(|path| fs::symlink_metadata(path).is_err()).unwrap_or_else(|| path(0))
    }

    /// The path of the player's own scenario with this name, existing or not.
    pub fn scenario_path(&self, ruleset: &str, name: &str) -> PathBuf {
        self.folder.join("scenarios").join(ruleset).join(format!("{name}.toml"))
    }

    /// The player's own scenarios for a ruleset, sorted by name; none of the host's.
    ///
    /// # Errors
    /// The folder exists and cannot be read.
    pub fn own_scenarios(&self, ruleset: &str) -> Result<Vec<(String, PathBuf)>, StoreError> {
        named(&self.folder.join("scenarios").join(ruleset))
    }

    /// The scenarios the player has archived.
    ///
    /// # Errors
    /// The folder exists and cannot be read.
    pub fn put_away(&self, ruleset: &str) -> Result<Vec<(String, PathBuf)>, StoreError> {
        named(&self.folder.join("put-away").join(ruleset))
    }

    /// The path of an archived scenario with this name, existing or not.
    pub fn bin_path(&self, ruleset: &str, name: &str) -> PathBuf {
        self.folder.join("put-away").join(ruleset).join(format!("{name}.toml"))
    }

    /// Where the scenario editor keeps recovery copies.
    pub fn editor(&self) -> PathBuf {
        self.folder.join("workshop")
    }

    /// The user's own version of a configuration file ("keys.toml", "themes/dusk.toml"), if there is one.
    ///
    /// # Errors
    /// It exists and cannot be read.
    pub fn user_config(&self, name: &str) -> Result<Option<(PathBuf, String)>, StoreError> {
        for folder in self.folders() {
            let path = folder.join("config").join(name);
            match read_text(&path) {
                Err(StoreError::NotFound { .. }) => {}
                read => return read.map(|text| Some((path, text))),
            }
        }
        Ok(None)
    }

    /// The path of the player's own configuration file, existing or not.
    pub fn own_config(&self, name: &str) -> PathBuf {
        self.folder.join("config").join(name)
    }

    /// The folders with scenarios and configuration, the player's own first.
    fn folders(&self) -> impl Iterator<Item = &Path> {
        std::iter::once(&*self.folder).chain(self.host.as_deref())
    }
}

/// The `.toml` files of a folder, newest first.
fn by_age(folder: &Path) -> Result<Vec<SaveFacts>, StoreError> {
    clear_drafts(folder);
    let facts = |path: PathBuf| {
        let meta = fs::symlink_metadata(&path).ok().filter(|meta| meta.is_file())?;
        Some(SaveFacts { modified: meta.modified().ok()?, path, length: meta.len() })
    };
    let mut files: Vec<_> = toml_files(folder)?.into_iter().filter_map(facts).collect();
    files.sort_by(|a, b| b.cmp(a));
    Ok(files)
}

/// An unused name for a save: `<ruleset>-<scenario>-<number>.toml`.
fn free_name(folder: &Path, ruleset: &str, scenario: &str) -> PathBuf {
    let plain = |text: &str| -> String {
        let keep = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
        text.chars().map(keep).collect()
    };
    let stem = format!("{}-{}", plain(ruleset), plain(scenario));
    let path = |number: u32| folder.join(format!("{stem}-{number}.toml"));
    // A dangling link occupies the name too.
    (1..).map(path).find(|path| fs::symlink_metadata(path).is_err()).unwrap_or_else(|| path(0))
}

/// The `.toml` files of a folder, each with its name without the extension.
fn named(folder: &Path) -> Result<Vec<(String, PathBuf)>, StoreError> {
    let name = |path: &PathBuf| path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
    Ok(toml_files(folder)?.into_iter().filter_map(|path| Some((name(&path)?, path))).collect())
}

/// The `.toml` files of a folder, sorted by name; none if there is no such folder.
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
