//! The opening position of a scenario, of whichever ruleset, and what can be done with it.

use std::fmt::Debug;
use std::path::Path;

use crate::book::Book;
use crate::game::journal::{Header, Journal, Loaded};
use crate::game::replay::{ReplayError, replay};
use crate::game::{LogLine, Match, Outcome, Session, Side, StartError, View};
use crate::reading::Read;
use crate::simulate::{self, GameResult, Plan, Report, SimulateError};
use crate::store::Appender;

/// The opening position of a scenario.
pub trait Opening: Debug + Send + Sync {
    /// What everybody may see of it.
    fn view(&self) -> View;

    /// The scenario's title.
    fn title(&self) -> String {
        self.view().title
    }

    /// Key and name of each side, in scenario order.
    fn sides(&self) -> [(String, String); 2] {
        self.view().sides.map(|side| (side.key, side.name))
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
    fn go_on(&self, loaded: Loaded, journal: Option<Appender>) -> Result<Box<dyn Session>, StartError>;

    /// Plays a journal again.
    ///
    /// # Errors
    /// At the first play that does not replay.
    fn replay(&self, journal: &Journal) -> Result<Played, ReplayError>;

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
}

/// Reads a scenario of the ruleset `R`.
pub(super) fn open<R: Book>(file: &str, text: &str) -> Read<Box<dyn Opening>> {
    let (position, warnings) = R::read(file, text)?;
    Ok((Box::new(First(position)), warnings))
}

/// The first position of a game.
#[derive(Debug)]
struct First<R>(R);

impl<R: Book> Opening for First<R> {
    fn view(&self) -> View {
        self.0.view(Side::A)
    }

    fn begin(&self, header: Header, path: Option<&Path>) -> Result<Box<dyn Session>, StartError> {
        Ok(Box::new(Match::new(R::ID, self.0.clone(), header, path)?))
    }

    fn go_on(&self, loaded: Loaded, journal: Option<Appender>) -> Result<Box<dyn Session>, StartError> {
        Ok(Box::new(Match::load(R::ID, self.0.clone(), loaded, journal)?))
    }

    fn replay(&self, journal: &Journal) -> Result<Played, ReplayError> {
        let end = replay(self.0.clone(), journal)?;
        Ok(Played {
            log: end.log().to_vec(),
            plays: end.plays(),
            digests: end.digests,
            turn: end.position().turn(),
            outcome: end.position().outcome(),
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
