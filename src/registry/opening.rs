//! The opening position of a scenario, of whichever ruleset, and what can be done with it.

use std::fmt::Debug;
use std::path::Path;

use crate::book::{Book, CustomData};
use crate::game::journal::{Header, Journal, Loaded};
use crate::game::replay::{ReplayError, ReplayMode, replay_with};
use crate::game::{LogLine, Match, Outcome, Seat, Session, Side, SideName, StartError, UndoTotals, View};
use crate::reading::Read;
use crate::simulate::{self, GameResult, Plan, Report, SimulateError};
use crate::store::Appender;

/// The opening position of a scenario.
pub trait Opening: Debug + Send + Sync {
    /// What everybody may see of it.
    fn view(&self) -> View;

    /// What its author wants to know of it beside its faults, a line each.
    fn facts(&self) -> Vec<String>;

    /// The scenario's title.
    fn title(&self) -> String {
        self.view().title
    }

    /// What the two sides are called.
    fn side_names(&self) -> [SideName; 2];

    /// Key and name of each side, in scenario order.
    fn sides(&self) -> [(String, String); 2] {
        self.side_names().map(|side| (side.key, side.name))
    }

    /// Begins a game, kept in a new file if there is a path.
    ///
    /// # Errors
    /// When the file cannot be made.
    fn begin(&self, header: Header, path: Option<&Path>) -> Result<Box<dyn Session>, StartError>;

    /// Goes on with a saved game; without an appender it is only looked at.
    ///
    /// # Errors
    /// When it does not replay.
    fn go_on(&self, loaded: Loaded, journal: Option<Appender>) -> Result<Box<dyn Session>, StartError> {
        self.go_on_with(loaded, journal, ReplayMode::Checked)
    }

    /// The same, in a way in which a game may go on that does not replay as it is.
    ///
    /// # Errors
    /// When it does not replay that way either.
    fn go_on_with(
        &self,
        loaded: Loaded,
        journal: Option<Appender>,
        onwards: ReplayMode,
    ) -> Result<Box<dyn Session>, StartError>;

    /// Plays a journal again.
    ///
    /// # Errors
    /// At the first play that does not replay.
    fn replay(&self, journal: &Journal) -> Result<Played, ReplayError> {
        self.replay_with(journal, ReplayMode::Checked)
    }

    /// Plays a journal again, as strictly and as far as is said.
    ///
    /// # Errors
    /// At the first play that does not replay that way.
    fn replay_with(&self, journal: &Journal, onwards: ReplayMode) -> Result<Played, ReplayError>;

    /// Plays many games from here; `progress` hears of every game as it ends.
    ///
    /// # Errors
    /// When a game does not end or breaks.
    fn simulate(&self, plan: &Plan, progress: &(dyn Fn(&GameResult) + Sync))
    -> Result<Report, SimulateError>;
}

/// A journal played again: what a reader of the log wants of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played {
    /// Everything that happened and was not taken back.
    pub log: Vec<LogLine>,
    /// Plays that stand.
    pub plays: u32,
    /// Plays that carried a digest, all of which agreed.
    pub digests: u32,
    /// The turn the game is in.
    pub turn: u32,
    /// How it ended, if it has.
    pub outcome: Option<Outcome>,
    /// Who sits where.
    pub seats: [Seat; 2],
    /// What was taken back.
    pub undo_totals: UndoTotals,
}

/// Reads a scenario of the ruleset `R`, with tables of the player's own.
pub(super) fn open<R: Book>(file: &str, text: &str, own: &[CustomData]) -> Read<Box<dyn Opening>> {
    let (position, warnings) = R::read_with(file, text, own)?;
    Ok((Box::new(First(position)), warnings))
}

/// Reads the scenario of a game that has begun.
pub(super) fn open_kept<R: Book>(file: &str, text: &str, own: &[CustomData]) -> Read<Box<dyn Opening>> {
    let (position, warnings) = R::read_kept(file, text, own)?;
    Ok((Box::new(First(position)), warnings))
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

    fn side_names(&self) -> [SideName; 2] {
        self.0.sides()
    }

    fn begin(&self, header: Header, path: Option<&Path>) -> Result<Box<dyn Session>, StartError> {
        Ok(Box::new(Match::new(R::ID, self.0.clone(), header, path)?))
    }

    fn go_on_with(
        &self,
        loaded: Loaded,
        journal: Option<Appender>,
        onwards: ReplayMode,
    ) -> Result<Box<dyn Session>, StartError> {
        Ok(Box::new(Match::load_with(R::ID, self.0.clone(), loaded, journal, onwards)?))
    }

    fn replay_with(&self, journal: &Journal, onwards: ReplayMode) -> Result<Played, ReplayError> {
        let end = replay_with(self.0.clone(), journal, onwards)?;
        Ok(Played {
            log: end.log().to_vec(),
            plays: end.plays(),
            digests: end.digests,
            turn: end.position().turn(),
            outcome: end.position().outcome(),
            seats: end.seats,
            undo_totals: end.undo_totals,
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
