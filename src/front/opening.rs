//! The opening position of a scenario, of whichever ruleset, and what can be done with it.
//!
//! This is the one place that knows every ruleset: to add one, give [`Opening`] a variant.

use std::path::Path;
use std::sync::Arc;

use super::FrontError;
use crate::game::journal::{Header, Journal, Loaded};
use crate::game::replay::{ReplayError, replay};
use crate::game::{LogLine, Match, Outcome, Rules, Session, Side, StartError, View};
use crate::rules::matg;
use crate::simulate::{self, GameResult, Plan, Report, SimulateError};
use crate::store::Appender;

/// The opening position of a scenario.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Opening {
    /// Micro Armour.
    Matg(matg::Position),
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

impl Opening {
    /// Reads the text of a scenario; `file` is its name in messages.
    ///
    /// # Errors
    /// Every fault of the text.
    pub fn read(
        ruleset: &'static str,
        file: &str,
        text: &str,
    ) -> Result<(Self, Vec<matg::scenario::Warning>), FrontError> {
        match ruleset {
            "matg" => {
                let (battle, warnings) = matg::scenario::read(file, text)?;
                Ok((Self::Matg(matg::Position::new(Arc::new(battle))), warnings))
            }
            other => Err(FrontError::UnknownRuleset(other.to_owned())),
        }
    }

    fn ruleset(&self) -> &'static str {
        match self {
            Self::Matg(_) => "matg",
        }
    }

    /// What everybody may see of it.
    pub fn view(&self) -> View {
        match self {
            Self::Matg(position) => position.view(Side::A),
        }
    }

    /// The scenario's title.
    pub fn title(&self) -> String {
        self.view().title
    }

    /// Key and name of each side, in scenario order.
    pub fn sides(&self) -> [(String, String); 2] {
        self.view().sides.map(|side| (side.key, side.name))
    }

    /// Begins a game, kept in a new file if there is a path.
    ///
    /// # Errors
    /// When the file cannot be made.
    pub fn begin(self, header: Header, path: Option<&Path>) -> Result<Box<dyn Session>, StartError> {
        let ruleset = self.ruleset();
        match self {
            Self::Matg(position) => Ok(Box::new(Match::new(ruleset, position, header, path)?)),
        }
    }

    /// Goes on with a saved game; without an appender it is only looked at.
    ///
    /// # Errors
    /// When it does not replay.
    pub fn go_on(self, loaded: Loaded, journal: Option<Appender>) -> Result<Box<dyn Session>, StartError> {
        let ruleset = self.ruleset();
        match self {
            Self::Matg(position) => Ok(Box::new(Match::load(ruleset, position, loaded, journal)?)),
        }
    }

    /// Plays a journal again.
    ///
    /// # Errors
    /// At the first play that does not replay.
    pub fn replay(self, journal: &Journal) -> Result<Played, ReplayError> {
        fn played<R: Rules>(initial: R, journal: &Journal) -> Result<Played, ReplayError> {
            let end = replay(initial, journal)?;
            Ok(Played {
                log: end.log().to_vec(),
                plays: end.plays(),
                digests: end.digests,
                turn: end.position().turn(),
                outcome: end.position().outcome(),
            })
        }
        match self {
            Self::Matg(position) => played(position, journal),
        }
    }

    /// Plays many games from here.
    ///
    /// # Errors
    /// When a game does not end or breaks.
    pub fn simulate(
        &self,
        plan: &Plan,
        progress: impl Fn(&GameResult) + Sync,
    ) -> Result<Report, SimulateError> {
        match self {
            Self::Matg(position) => simulate::run(position, plan, progress),
        }
    }
}
