//! Finds scenarios and saved games, and makes running games of them.
//!
//! Both the command line and the screen use it. The user's own files take precedence over built-in ones.

mod battles;
mod campaigns;
mod clock;
mod contents;
mod custom_data;
mod drafts;
mod measuring;
mod own_battles;
mod pack;
mod resuming;
mod saves;
mod scenarios;
mod statistics;
mod summaries;

use std::hash::{BuildHasher, RandomState};
use std::path::{Path, PathBuf};

use crate::game::journal::{DiceKind, Header, Loaded, ScenarioMismatch, Undo};
use crate::game::replay::ReplayMode;
use crate::game::storage::CannotCreate;
use crate::game::{Seat, Session, StartError};
use crate::plain::plain;
use crate::reading::{Fault, Faulty, nearest};
use crate::registry::{Opening, Ruleset, UnknownRuleset};
use crate::store::{self, Home, SaveFacts, StoreError};

pub use battles::{Battle, Joining, SeatError};
pub use campaigns::{Begun, CampaignError, Campaigns, ListedCampaign};
pub use clock::{date_and_time, now};
pub use contents::Contents;
pub use custom_data::FORGED;
pub use drafts::{SaveBattleError, Target, scenario_name};
pub use measuring::Measuring;
pub use own_battles::{OwnBattles, Owned};
pub use pack::{Added, LARGEST_PACK, PackError};
pub use saves::SaveEntry;
pub use scenarios::{About, Headed, Listed, Scenario};
pub use statistics::{Entry, PlayerKind, Records, Statistics};

/// Why the library failed; each variant is a sentence.
#[derive(Debug, thiserror::Error)]
pub enum LibraryError {
    /// No scenario has that name.
    #[error("there is no scenario \"{}\", built in{}{}", plain(name), or_in(.folder.as_deref()), or_perhaps(.near))]
    UnknownScenario {
        /// The name asked for.
        name: String,
        /// The folder of the player's own scenarios, if there is one.
        folder: Option<PathBuf>,
        /// Similar names.
        near: Vec<String>,
    },
    /// The scenario has no balance provision for that side.
    #[error(transparent)]
    Balance(#[from] crate::reading::balance::CannotFavour),
    /// No saved game has that name.
    #[error("there is no saved game \"{}\" in {}{}", plain(name), crate::plain::path(folder), or_perhaps(.near))]
    UnknownSave {
        /// The name asked for.
        name: String,
        /// The folder of the saved games.
        folder: PathBuf,
        /// Similar names.
        near: Vec<String>,
    },
    /// No battle between two terminals has that name.
    #[error("there is no battle \"{}\" in {}{}", plain(name), crate::plain::path(folder), or_perhaps(.near))]
    UnknownBattle {
        /// The name asked for.
        name: String,
        /// The folder of the battles.
        folder: PathBuf,
        /// Similar names.
        near: Vec<String>,
    },
    /// No saved game to resume.
    #[error(
        "there is no saved game in {}; start one with \"standto play SCENARIO\"",
        crate::plain::path(folder)
    )]
    NoSaves {
        /// The folder of the saved games.
        folder: PathBuf,
    },
    /// Neither a scenario nor a save has that name.
    #[error("there is no scenario or saved game \"{}\", built in{}{}", plain(name), or_in(.folder.as_deref()), or_perhaps(.near))]
    UnknownGame {
        /// The name asked for.
        name: String,
        /// The player's folder, if there is one.
        folder: Option<PathBuf>,
        /// Similar names.
        near: Vec<String>,
    },
    /// Custom data for a ruleset that takes none.
    #[error("{} uses the tables of its rulebook and takes no custom data", .0.title())]
    NoOwnTables(Ruleset),
    /// A battle of another ruleset than the one asked for.
    #[error("\"{name}\" is not a battle of {}", .ruleset.title())]
    OtherRuleset {
        /// The name asked for.
        name: String,
        /// The ruleset asked for.
        ruleset: Ruleset,
    },
    /// A battle that cannot be generated.
    #[error("this battle cannot be generated: {0}")]
    NotMade(String),
    /// An unknown ruleset.
    #[error("this game is for an {0}")]
    UnknownRuleset(UnknownRuleset),
    /// A scenario that cannot be played, with every fault.
    #[error(transparent)]
    Scenario(#[from] Faulty),
    /// A save that cannot be read.
    #[error(transparent)]
    Journal(#[from] Fault),
    /// A save whose scenario has another version.
    #[error("{}: {}", crate::plain::path(path), plain(&mismatch.to_string()))]
    Mismatch {
        /// The save.
        path: PathBuf,
        /// The mismatch.
        mismatch: ScenarioMismatch,
    },
    /// A seat of a shared battle that can't be had.
    #[error(transparent)]
    Seat(#[from] SeatError),
    /// A file error.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A game that cannot be started or does not replay.
    #[error(transparent)]
    Start(#[from] StartError),
    /// A save that does not replay.
    #[error("{}: {error}", crate::plain::path(path))]
    Save {
        /// The save.
        path: PathBuf,
        /// Why not.
        error: StartError,
    },
}

impl LibraryError {
    /// The ways in which the game can still be resumed, if it does not replay.
    pub fn resume_modes(&self) -> Vec<ReplayMode> {
        match self {
            Self::Save { error: StartError::Replay(fault), .. } => fault.resume_modes(),
            _ => Vec::new(),
        }
    }
}

/// ` or in /home/anna/.local/share/standto/scenarios`.
fn or_in(folder: Option<&Path>) -> String {
    folder.map_or_else(String::new, |folder| format!(" or in {}", crate::plain::path(folder)))
}

/// `; perhaps "introductory"?`, or where to look.
fn or_perhaps(near: &[String]) -> String {
    let quoted: Vec<String> = near.iter().map(|name| format!("\"{}\"", plain(name))).collect();
    if quoted.is_empty() {
        "; see \"standto list\"".to_owned()
    } else {
        format!("; perhaps {}?", quoted.join(" or "))
    }
}

/// A saved game, read but not replayed.
#[derive(Debug)]
pub struct Kept {
    /// Where it lies.
    pub path: PathBuf,
    /// The journal, with a remark about a torn end.
    pub loaded: Loaded,
    /// The opening position.
    pub opening: Box<dyn Opening>,
    /// Warnings for the player before resuming: a torn end, a scenario that has changed since, a save that is
    /// no longer the one this player has seen.
    pub remarks: Vec<String>,
    /// How the save differs from the one this player has seen.
    pub lost: Option<String>,
}

/// The possible meanings of a name.
pub enum Found {
    /// A scenario.
    Scenario(Scenario),
    /// The path of a save.
    Save(PathBuf),
}

/// A game to be started.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewGame {
    /// The decider of each side, in scenario order.
    pub seats: [Seat; 2],
    /// The seed of the dice and of the computer's thinking.
    pub seed: u64,
    /// Where the dice come from.
    pub dice: DiceKind,
    /// The undo rule; `None` is the default for these seats.
    pub undo: Option<Undo>,
}

/// The scenarios and saved games of one player.
#[derive(Debug)]
pub struct Library {
    home: Option<Home>,
}

impl Library {
    /// The library of this user. Without a folder for application data it still has the built-in scenarios.
    pub fn open() -> Self {
        Self { home: Home::find().ok() }
    }

    /// The built-in scenarios alone: nothing of the player's is read or written.
    pub const fn built_in() -> Self {
        Self { home: None }
    }

    /// The library over a folder.
    pub fn at(home: Home) -> Self {
        Self { home: Some(home) }
    }

    /// The game's folder.
    ///
    /// # Errors
    /// There is none.
    pub fn home(&self) -> Result<&Home, StoreError> {
        self.home.as_ref().ok_or(StoreError::NoHome)
    }

    /// Starts a game that is not saved: for display, or for a test.
    ///
    /// # Errors
    /// The scenario cannot be played.
    pub fn look(&self, scenario: &Scenario) -> Result<Box<dyn Session>, LibraryError> {
        let (opening, _) = scenario.open()?;
        let game = NewGame { seats: [Seat::Human; 2], seed: 0, dice: DiceKind::Seeded, undo: None };
        let header = header(scenario, &*opening, &game);
        Ok(opening.begin(header, None)?)
    }

    /// Starts a game in a new save.
    ///
    /// # Errors
    /// The scenario cannot be played or the save cannot be created.
    pub fn start(&self, scenario: &Scenario, game: &NewGame) -> Result<Box<dyn Session>, LibraryError> {
        let (opening, _) = scenario.open()?;
        self.start_from(&*opening, scenario, game)
    }

    /// The same for a scenario that has been opened already.
    ///
    /// # Errors
    /// The save cannot be created.
    pub fn start_from(
        &self,
        opening: &dyn Opening,
        scenario: &Scenario,
        game: &NewGame,
    ) -> Result<Box<dyn Session>, LibraryError> {
        let home = self.home()?;
        let mut header = header(scenario, opening, game);
        header.started = Some(now());
        header.salt = Some(salt());
        // In one step: two windows of one player can't fill the same room.
        home.in_account(|| {
            let room = home.room(None)?;
            // Another program may take the free name first.
            for _ in 0..20 {
                let path = home.new_save(scenario.ruleset.id(), &scenario.name);
                match opening.begin(header.clone(), Some(&store::begin_save_at(&path))) {
                    Err(StartError::Save(CannotCreate::Taken(_))) => {}
                    Err(error) => return Err(error.into()),
                    Ok(mut session) => {
                        session.limit_save(room);
                        if let Some(seal) = session.seal() {
                            session.remember(Box::new(home.mark(&seal.to_string())), None);
                        }
                        return Ok(session);
                    }
                }
            }
            let path = home.new_save(scenario.ruleset.id(), &scenario.name);
            Err(StoreError::Exists { path }.into())
        })
    }

    /// The path of a saved game, given a path, a name, or as much of a name as no other begins with.
    ///
    /// # Errors
    /// There is no such save.
    pub fn find_save(&self, name: &str) -> Result<PathBuf, LibraryError> {
        let path = Path::new(name);
        if scenarios::is_path(name) && path.is_file() {
            return Ok(path.to_path_buf());
        }
        let home = self.home()?;
        if let Ok(path) = home.find_save(name) {
            return Ok(path);
        }
        if name.contains(std::path::is_separator) {
            return Err(StoreError::NotFound { path: path.to_path_buf() }.into());
        }
        let names: Vec<String> = self.save_names().into_iter().chain(self.battle_names()).collect();
        let mut begun = names.iter().filter(|known| !name.is_empty() && known.starts_with(name));
        if let (Some(only), None) = (begun.next(), begun.next()) {
            return Ok(home.find_save(only)?);
        }
        let near = nearest(name, &self.save_names());
        Err(LibraryError::UnknownSave { name: name.into(), folder: home.saves(), near })
    }

    /// The path of a battle between two terminals, given a path or a name.
    ///
    /// # Errors
    /// There is no such battle.
    pub fn find_battle(&self, name: &str) -> Result<PathBuf, LibraryError> {
        self.find_save(name).map_err(|error| match (error, self.home()) {
            (LibraryError::UnknownSave { name, .. }, Ok(home)) => {
                let near = nearest(&name, &self.battle_names());
                LibraryError::UnknownBattle { name, folder: home.battles(), near }
            }
            (error, _) => error,
        })
    }

    /// The meaning of a name: the name of a scenario, a file or the name of a save, tried in that order.
    ///
    /// # Errors
    /// It is none of them.
    pub fn find(&self, name: &str) -> Result<Found, LibraryError> {
        match self.scenario(name) {
            Err(LibraryError::UnknownScenario { .. }) => {}
            Ok(scenario) if scenario.is_save() => return Ok(Found::Save(name.into())),
            other => return other.map(Found::Scenario),
        }
        match self.find_save(name) {
            Err(LibraryError::UnknownSave { .. } | LibraryError::Store(StoreError::NoHome)) => {
                let names: Vec<String> = self.scenario_names().into_iter().chain(self.save_names()).collect();
                let folder = self.home().ok().map(|home| home.folder().to_path_buf());
                Err(LibraryError::UnknownGame { name: name.into(), folder, near: nearest(name, &names) })
            }
            found => found.map(Found::Save),
        }
    }

    fn battle_names(&self) -> Vec<String> {
        let battles = self.home().ok().and_then(|home| home.newest_battles().ok()).unwrap_or_default();
        let stem = |save: &SaveFacts| save.path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
        battles.iter().filter_map(stem).collect()
    }

    fn save_names(&self) -> Vec<String> {
        self.saves().unwrap_or_default().iter().map(SaveEntry::name).collect()
    }
}

/// Unguessable digits: the system seeds every one of these states.
fn salt() -> String {
    let word = |name| RandomState::new().hash_one(name);
    format!("{:016x}{:016x}", word("salt"), word("more salt"))
}

fn header(scenario: &Scenario, opening: &dyn Opening, game: &NewGame) -> Header {
    let keys = opening.sides().map(|(key, _)| key);
    let seats = [(keys[0].as_str(), game.seats[0]), (keys[1].as_str(), game.seats[1])];
    let title = opening.title();
    let mut header =
        Header::new(scenario.ruleset.id(), &scenario.name, &title, &scenario.text, game.seed, seats);
    header.dice = game.dice;
    header.switched_from.clone_from(&scenario.switched_from);
    header.undo = game.undo.unwrap_or(header.undo);
    header.with_tables(scenario.own.iter().map(|own| (own.source.word().to_owned(), own.text.clone())))
}
