//! The opening position of a scenario of any ruleset.

use std::fmt::Debug;

use crate::book::Book;

use crate::game::journal::{Header, Journal, Loaded};
use crate::game::replay::{ReplayError, ReplayMode, replay_with};
use crate::game::storage::{CreateSave, FollowedSave, OwnSave};
use crate::game::{
    LogLine, Match, Outcome, Seat, Session, Sharing, Side, SideName, StartError, UndoTotals, View,
};
use crate::reading::{CustomData, Read};
use crate::simulate::{self, GameResult, Plan, Report, SimulateError};

/// The opening position of a scenario.
pub trait Opening: Debug + Send + Sync {
    /// Public facts about it.
    fn view(&self) -> View;

    /// Facts for its author besides its faults, one per line.
    fn facts(&self) -> Vec<String>;

    /// The scenario's title.
    fn title(&self) -> String;

    /// The names of the two sides.
    fn side_names(&self) -> [SideName; 2];

    /// Key and name of each side, in scenario order.
    fn sides(&self) -> [(String, String); 2] {
        self.side_names().map(|side| (side.key, side.name))
    }

    /// The kinds of unit of each side, one entry for each unit.
    fn survivors(&self) -> [Vec<String>; 2];

    /// Starts a game, in a new save if one can be created for it.
    ///
    /// # Errors
    /// The save cannot be created.
    fn begin(&self, header: Header, create: Option<CreateSave>) -> Result<Box<dyn Session>, StartError>;

    /// Resumes a saved game; without its save it is read-only.
    ///
    /// # Errors
    /// It does not replay.
    fn go_on(
        &self,
        loaded: Loaded,
        journal: Option<Box<dyn OwnSave>>,
    ) -> Result<Box<dyn Session>, StartError> {
        self.go_on_with(loaded, journal, ReplayMode::Checked)
    }

    /// Resumes a saved game that does not replay as it is, in one of the ways still open.
    ///
    /// # Errors
    /// It does not replay that way either.
    fn go_on_with(
        &self,
        loaded: Loaded,
        journal: Option<Box<dyn OwnSave>>,
        mode: ReplayMode,
    ) -> Result<Box<dyn Session>, StartError>;

    /// Sits down at a save that several programs follow, with these sides; none of them for a spectator.
    ///
    /// # Errors
    /// It does not replay.
    fn share(
        &self,
        loaded: Loaded,
        file: Option<Box<dyn FollowedSave>>,
        holds: [bool; 2],
    ) -> Result<Box<dyn Session>, StartError>;

    /// Replays a journal.
    ///
    /// # Errors
    /// The first action that does not replay.
    fn replay(&self, journal: &Journal) -> Result<Played, ReplayError> {
        self.replay_with(journal, ReplayMode::Checked)
    }

    /// Replays a journal as strictly and as far as asked.
    ///
    /// # Errors
    /// The first action that does not replay that way.
    fn replay_with(&self, journal: &Journal, mode: ReplayMode) -> Result<Played, ReplayError>;

    /// Plays many games from here; `progress` is called with every game as it ends.
    ///
    /// # Errors
    /// A game does not end or breaks.
    fn simulate(&self, plan: &Plan, progress: &(dyn Fn(&GameResult) + Sync))
    -> Result<Report, SimulateError>;
}

/// A replayed journal, for readers of the log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played {
    /// Everything that happened and was not undone.
    pub log: Vec<LogLine>,
    /// The number of actions that stand.
    pub plays: u32,
    /// The number of actions with a digest; all of them agreed.
    pub digests: u32,
    /// The current turn.
    pub turn: u32,
    /// How it ended, if it has.
    pub outcome: Option<Outcome>,
    /// The player of each side.
    pub seats: [Seat; 2],
    /// The actions undone.
    pub undo_totals: UndoTotals,
    /// The players and terms of a battle between two terminals.
    pub sharing: Option<Sharing>,
    /// The kinds of the units that each side has left, one entry for each unit.
    pub survivors: [Vec<String>; 2],
}

/// Reads a scenario of the ruleset `R`, with custom data.
pub(super) fn open<R: Book>(file: &str, text: &str, own: &[CustomData]) -> Read<Box<dyn Opening>> {
    let (position, warnings) = R::read_with(file, text, own)?;
    Ok((Box::new(First(position)), warnings))
}

/// Reads the scenario of a game in progress.
pub(super) fn open_saved<R: Book>(file: &str, text: &str, own: &[CustomData]) -> Read<Box<dyn Opening>> {
    let (position, warnings) = R::read_saved(file, text, own)?;
    Ok((Box::new(First(position)), warnings))
}

/// The kinds of the units that each side has left.
fn survivors<R: Book>(position: &R) -> [Vec<String>; 2] {
    Side::BOTH.map(|side| position.aids().muster.map_or_else(Vec::new, |muster| muster.survivors(side)))
}

/// The first position of a game.
#[derive(Debug)]
struct First<R>(R);

impl<R: Book> Opening for First<R> {
    fn view(&self) -> View {
        self.0.view(Side::A)
    }

    fn facts(&self) -> Vec<String> {
        self.0.facts()
    }

    fn title(&self) -> String {
        self.0.sketch(Side::A).title
    }

    fn side_names(&self) -> [SideName; 2] {
        self.0.sides()
    }

    fn survivors(&self) -> [Vec<String>; 2] {
        survivors(&self.0)
    }

    fn begin(&self, header: Header, create: Option<CreateSave>) -> Result<Box<dyn Session>, StartError> {
        Ok(Box::new(Match::new(R::ID, self.0.clone(), header, create)?))
    }

    fn go_on_with(
        &self,
        loaded: Loaded,
        journal: Option<Box<dyn OwnSave>>,
        mode: ReplayMode,
    ) -> Result<Box<dyn Session>, StartError> {
        Ok(Box::new(Match::load_with(R::ID, self.0.clone(), loaded, journal, mode)?))
    }

    fn share(
        &self,
        loaded: Loaded,
        file: Option<Box<dyn FollowedSave>>,
        holds: [bool; 2],
    ) -> Result<Box<dyn Session>, StartError> {
        Ok(Box::new(Match::share(R::ID, self.0.clone(), loaded, file, holds)?))
    }

    fn replay_with(&self, journal: &Journal, mode: ReplayMode) -> Result<Played, ReplayError> {
        let end = replay_with(self.0.clone(), journal, mode)?;
        Ok(Played {
            log: end.log().to_vec(),
            plays: end.plays(),
            digests: end.digests,
            turn: end.position().turn(),
            outcome: end.outcome(),
            seats: end.seats,
            undo_totals: end.undo_totals,
            survivors: survivors(end.position()),
            sharing: end.sharing,
        })
    }

    fn simulate(
        &self,
        plan: &Plan,
        progress: &(dyn Fn(&GameResult) + Sync),
    ) -> Result<Report, SimulateError> {
        simulate::run(&self.0, plan, progress)
    }
}
