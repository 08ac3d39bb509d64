//! Battles between two terminals: hosted, listed, joined, resumed and watched.
//!
//! Each is a save in one folder that all accounts of a host share. A player's seat is an entry of the save;
//! whether the player is connected is told by a lock beside it.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::{Kept, Library, LibraryError, NewGame, Scenario, header, now, salt};
use crate::game::journal::{self, Note, Summary, Terms, WatchRule, player_name};
use crate::game::storage::{CannotCreate, Company, Present, Storage};
use crate::game::{Session, Sharing, Side, StartError};
use crate::registry::{Opening, Ruleset};
use crate::store::{self, Presence, SharedSave, StoreError};

/// The most unfinished battles in which one player has a seat.
const MOST_BATTLES: usize = 20;

/// A battle between two terminals, as a list shows it.
#[derive(Debug)]
pub struct Battle {
    /// Where it is.
    pub path: PathBuf,
    /// When it was last written.
    pub modified: SystemTime,
    /// The facts of its save.
    pub summary: Summary,
    /// Key and name of each side.
    pub sides: [(String, String); 2],
    /// The players, requests and terms.
    pub sharing: Sharing,
    /// The side to decide; `None` if the battle is over.
    pub decides: Option<Side>,
    /// The players and spectators connected now.
    pub present: Present,
}

impl Battle {
    /// Its name: the file name without its extension.
    pub fn name(&self) -> String {
        self.path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
    }

    /// The sides this player has.
    pub fn sides_of(&self, player: &str) -> Vec<Side> {
        Side::BOTH
            .into_iter()
            .filter(|side| self.sharing.players[side.index()].as_deref() == Some(player))
            .collect()
    }

    /// The seat that is still open.
    pub fn open_side(&self) -> Option<Side> {
        let open = |side: &Side| self.sharing.players[side.index()].is_none();
        Side::BOTH.into_iter().find(open).filter(|_| self.decides.is_some())
    }

    /// Whether it is this player's turn.
    pub fn is_turn_of(&self, player: &str) -> bool {
        self.decides.is_some_and(|side| self.sides_of(player).contains(&side))
    }

    /// Whether this player may take the open seat.
    pub fn invites(&self, player: &str) -> bool {
        let guest = self.sharing.terms.guest.as_deref();
        self.open_side().is_some()
            && guest.is_none_or(|guest| guest == player)
            && self.sides_of(player).is_empty()
    }
}

/// Why a seat of a battle can't be taken.
#[derive(Debug, thiserror::Error)]
pub enum SeatError {
    /// The save is not shared.
    #[error("this is not a battle between two terminals; \"standto resume\" continues it")]
    NotShared,
    /// Both seats belong to others.
    #[error("both seats of this battle are taken; \"standto watch\" shows it")]
    Taken,
    /// The seat belongs to another player.
    #[error("the {side} are played by {player}")]
    Others {
        /// The side.
        side: String,
        /// Its player.
        player: String,
    },
    /// No such side.
    #[error("unknown side \"{asked}\": expected {first} or {second}")]
    UnknownSide {
        /// As asked for.
        asked: String,
        /// The key of the first side.
        first: String,
        /// The key of the second side.
        second: String,
    },
    /// The battle is for another player.
    #[error("this battle is for {0} only")]
    ForAnother(String),
    /// The word is missing or wrong.
    #[error("this battle has a password; the one given does not fit")]
    Word,
    /// The battle is over.
    #[error("this battle is over; \"standto watch\" shows it")]
    Over,
    /// The seat is in use by another connection of the same player.
    #[error("you are connected to this battle elsewhere; take over with --take-over")]
    Elsewhere,
    /// No spectators.
    #[error("the players of this battle allow no spectators until it is over")]
    Closed,
    /// One player must not see the other side's secrets.
    #[error("{0} is playing this battle and cannot watch it until it is over")]
    OwnBattle(String),
    /// Too many battles.
    #[error("you have {MOST_BATTLES} unfinished battles with other players; finish or resign some first")]
    TooMany,
    /// The battle needs the computer in neither seat.
    #[error("{0}")]
    Refused(String),
}

/// How to sit down at a battle.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Joining {
    /// The key of the side, if the player asks for one.
    pub side: Option<String>,
    /// The word of the invitation.
    pub word: Option<String>,
    /// Ends another connection of the same player.
    pub take_over: bool,
}

impl Library {
    /// This player's name in shared battles: the account on a host, otherwise the system's user name.
    pub fn player(&self) -> String {
        let account = self.home().ok().and_then(store::Home::account_name);
        let user =
            || ["STANDTO_PLAYER", "USER", "LOGNAME"].into_iter().find_map(|name| std::env::var(name).ok());
        let name = account.or_else(user).unwrap_or_default();
        let short: String = name.chars().take(journal::LONGEST_PLAYER).collect();
        player_name(&short).unwrap_or_else(|| "player".to_owned())
    }

    /// Starts a battle with an open seat for a player at another terminal. `side` is the host's.
    ///
    /// # Errors
    /// The scenario cannot be played or the save cannot be made.
    pub fn host(
        &self,
        scenario: &Scenario,
        game: &NewGame,
        side: Side,
        terms: Terms,
        player: &str,
    ) -> Result<Box<dyn Session>, LibraryError> {
        let (opening, _) = scenario.open()?;
        let home = self.home()?;
        let own = self.battles().into_iter().filter(|battle| battle.decides.is_some());
        if own.filter(|battle| !battle.sides_of(player).is_empty()).count() >= MOST_BATTLES {
            return Err(SeatError::TooMany.into());
        }
        let mut header = header(scenario, &*opening, game);
        header.started = Some(now());
        let salt = salt();
        let word = terms.word.map(|word| Terms::hash_word(&salt, &word));
        (header.salt, header.shared) = (Some(salt), Some(Terms { word, ..terms }));
        // In one step: two windows of one player can't fill the same room.
        let path = home.in_account(|| create(home, scenario, &*opening, &header))?;
        let key = opening.sides()[side.index()].0.clone();
        let joining = Joining { side: Some(key), ..Joining::default() };
        self.sit(&path, player, &joining).map(|(session, _)| session)
    }

    /// Sits down at a battle: in the player's own seat, or in the open one.
    ///
    /// # Errors
    /// The seat can't be had, or the save cannot be read or does not replay.
    pub fn sit(
        &self,
        path: &Path,
        player: &str,
        joining: &Joining,
    ) -> Result<(Box<dyn Session>, Vec<String>), LibraryError> {
        let (mut file, Kept { loaded, opening, remarks, lost, .. }) = self.open_shared(path)?;
        let journal = &loaded.journal;
        let Some(terms) = journal.header.shared.clone() else { return Err(SeatError::NotShared.into()) };
        let sides = opening.sides();
        let sharing = sharing(journal, &sides);
        let asked = match &joining.side {
            None => None,
            Some(key) => Some(named(&sides, key)?),
        };
        let own = |side: &Side| sharing.players[side.index()].as_deref() == Some(player);
        let is_open = |side: &Side| sharing.players[side.index()].is_none();
        let candidates = || Side::BOTH.into_iter().filter(|side| asked.is_none_or(|asked| asked == *side));
        let over = journal.summary().outcome.is_some();
        let side = match candidates().find(own) {
            // One player may have both seats, at two terminals.
            Some(side)
                if candidates().filter(own).count() > 1 && file.presence.present().seats[side.index()] =>
            {
                side.other()
            }
            Some(side) => side,
            None if over => return Err(SeatError::Over.into()),
            None => {
                let Some(side) = candidates().find(is_open) else {
                    return Err(match asked {
                        Some(side) => SeatError::Others {
                            side: sides[side.index()].1.clone(),
                            player: sharing.players[side.index()].clone().unwrap_or_default(),
                        },
                        None => SeatError::Taken,
                    }
                    .into());
                };
                if sharing.players.iter().any(Option::is_some) {
                    invited(&journal.header, &terms, player, joining)?;
                }
                side
            }
        };
        if joining.take_over {
            file.presence.take_over(side).map_err(|error| StoreError::Io { path: path.into(), error })?;
        } else if !file.presence.sit(side).map_err(|error| StoreError::Io { path: path.into(), error })? {
            return Err(SeatError::Elsewhere.into());
        }
        let fresh = is_open(&side);
        // The host is the first to sit down.
        let host = journal.plays.iter().find_map(|play| match &play.note {
            Some(Note::Join(name)) => Some(name.as_str()),
            _ => None,
        });
        if let Ok(home) = self.home() {
            file.limit(home.battle_room(host.unwrap_or(player), path));
        }
        let holds = Side::BOTH.map(|held| held == side);
        let mark = self.mark_of(journal);
        let shared = opening.share(loaded, Some(Box::new(file)), holds);
        let mut session = shared.map_err(|error| LibraryError::Save { path: path.into(), error })?;
        if let Some(mark) = mark {
            session.remember(Box::new(mark), lost);
        }
        if fresh {
            let note = session.note(side, Note::Join(player.to_owned()));
            note.map_err(|refused| SeatError::Refused(refused.to_string()))?;
        }
        Ok((session, remarks))
    }

    /// Opens a shared save. Another program of this player may append to it and mark the entry as seen while
    /// it is being read: only a save that stays behind its mark has been cut.
    fn open_shared(&self, path: &Path) -> Result<(SharedSave, Kept), LibraryError> {
        let mut tries = 0;
        loop {
            let (text, file) = SharedSave::open(path)?;
            let kept = self.kept(path, &text)?;
            if kept.lost.is_none() || tries == 3 {
                return Ok((file, kept));
            }
            tries += 1;
        }
    }

    /// Watches a battle without a seat.
    ///
    /// # Errors
    /// Its players allow no spectators, or the save cannot be read or does not replay.
    pub fn spectate(&self, path: &Path, player: &str) -> Result<Box<dyn Session>, LibraryError> {
        let (mut file, Kept { loaded, opening, .. }) = self.open_shared(path)?;
        let journal = &loaded.journal;
        let Some(terms) = &journal.header.shared else { return Err(SeatError::NotShared.into()) };
        if journal.summary().outcome.is_none() {
            let sharing = sharing(journal, &opening.sides());
            if terms.watch == WatchRule::Closed {
                return Err(SeatError::Closed.into());
            }
            // A late spectator sees both hands; a player must not.
            let plays = sharing.players.iter().any(|seated| seated.as_deref() == Some(player));
            if plays && matches!(terms.watch, WatchRule::Delay(_)) {
                return Err(SeatError::OwnBattle(player.to_owned()).into());
            }
        }
        // A spectator that can't be counted may watch all the same.
        let _ = file.presence.watch();
        let shared = opening.share(loaded, Some(Box::new(file)), [false; 2]);
        shared.map_err(|error| LibraryError::Save { path: path.into(), error })
    }

    /// The battles between two terminals, newest first; unreadable ones are left out.
    pub fn battles(&self) -> Vec<Battle> {
        let Ok(home) = self.home() else { return Vec::new() };
        let found = home.newest_battles().unwrap_or_default();
        found.into_iter().filter_map(|facts| battle(facts.path, facts.modified)).collect()
    }

    /// Whether a save is a battle between two terminals.
    pub fn is_shared(&self, path: &Path) -> bool {
        let text = store::read_save(path).ok();
        let loaded = text.and_then(|text| journal::parse(&text, &path.to_string_lossy()).ok());
        loaded.is_some_and(|loaded| loaded.journal.header.shared.is_some())
    }
}

/// Creates the save of a battle under a free name; it counts for the account of its host.
fn create(
    home: &store::Home,
    scenario: &Scenario,
    opening: &dyn Opening,
    header: &journal::Header,
) -> Result<PathBuf, LibraryError> {
    let free = || home.new_battle(scenario.ruleset.id(), &scenario.name);
    // Another program may take the free name first.
    for _ in 0..20 {
        let path = free();
        home.has_room(&path, 0)?;
        let begun = opening.begin(header.clone(), Some(&store::save_at(&path)));
        match begun {
            Err(StartError::Save(CannotCreate::Taken(_))) => {}
            Err(error) => return Err(error.into()),
            Ok(created) => {
                // Its lock must go before the battle is opened to others.
                drop(created);
                home.count_battle(&path)?;
                return Ok(path);
            }
        }
    }
    Err(StoreError::Exists { path: free() }.into())
}

/// Reads a battle for a list, without replaying it.
fn battle(path: PathBuf, modified: SystemTime) -> Option<Battle> {
    let text = store::read_save(&path).ok()?;
    let loaded = journal::parse(&text, &path.to_string_lossy()).ok()?;
    let journal = loaded.journal;
    let terms = journal.header.shared.as_ref()?;
    let ruleset: Ruleset = journal.header.ruleset.parse().ok()?;
    let (source, _) = journal.header.scenario_source(None).ok()?;
    let own = super::custom_data::kept(&journal.header, &path);
    let (opening, _) = ruleset.open_saved(&path.to_string_lossy(), source, &own).ok()?;
    let (sides, sharing) = (opening.sides(), sharing(&journal, &opening.sides()));
    debug_assert_eq!(&sharing.terms, terms);
    let summary = journal.summary();
    let decides = match summary.outcome {
        Some(_) => None,
        None => match journal.decides() {
            Some(key) => Side::BOTH.into_iter().find(|side| sides[side.index()].0 == key),
            None => {
                let begun = journal::Loaded { journal: journal.begun(), torn: None, whole: 0 };
                opening.share(begun, None, [false; 2]).ok()?.decision().map(|open| open.side)
            }
        },
    };
    let present = Presence::at(&path).map_or_else(|_| Present::default(), |presence| presence.present());
    Some(Battle { path, modified, summary, sides, sharing, decides, present })
}

/// What the notes of a journal have settled.
fn sharing(journal: &journal::Journal, sides: &[(String, String); 2]) -> Sharing {
    let mut sharing = Sharing::new(journal.header.shared.clone().unwrap_or_default());
    for play in &journal.plays {
        if let Some(by) = Side::BOTH.into_iter().find(|side| sides[side.index()].0 == play.side) {
            sharing.take(play, by);
        }
    }
    sharing
}

/// The side with a key or a name.
fn named(sides: &[(String, String); 2], asked: &str) -> Result<Side, SeatError> {
    let is = |side: &Side| {
        let (key, name) = &sides[side.index()];
        key.eq_ignore_ascii_case(asked) || name.eq_ignore_ascii_case(asked)
    };
    let [first, second] = [sides[0].0.clone(), sides[1].0.clone()];
    let unknown = SeatError::UnknownSide { asked: crate::plain::plain(asked).into_owned(), first, second };
    Side::BOTH.into_iter().find(is).ok_or(unknown)
}

/// Whether a player may take the open seat.
fn invited(
    header: &journal::Header,
    terms: &Terms,
    player: &str,
    joining: &Joining,
) -> Result<(), SeatError> {
    if let Some(guest) = terms.guest.as_ref().filter(|guest| *guest != player) {
        return Err(SeatError::ForAnother(guest.clone()));
    }
    let Some(hash) = &terms.word else { return Ok(()) };
    let salt = header.salt.as_deref().unwrap_or_default();
    let fits = joining.word.as_ref().is_some_and(|word| Terms::hash_word(salt, word) == *hash);
    if fits { Ok(()) } else { Err(SeatError::Word) }
}
