//! Events: the lines of the log.

use super::{Modifier, Side};
use crate::board::Cell;
use crate::ledger::cited;

/// The kind of a log line, for colour and filters; the words never depend on it.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Tone {
    /// Sequence of play: a turn or a phase begins.
    Phase,
    /// A roll that succeeded.
    Success,
    /// A roll that failed.
    Failure,
    /// A piece was damaged or lost.
    Loss,
    /// Anything else.
    Plain,
}

/// The short form of a log line for the report of a turn. Lines of one unit are put together there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Gist {
    /// A unit or a card acts.
    Deed {
        /// Its name: "G6 Panther".
        by: String,
        /// Its action: "fires at A10 M10".
        what: String,
        /// The roll, the result first: "hit, rolled 9, needs 8"; empty if nothing was rolled.
        rolled: String,
    },
    /// A unit moves; only its last move is reported.
    Move {
        /// Its name.
        by: String,
        /// Its action: "moves to wM4", "halts at 1221".
        what: String,
    },
    /// The result on a unit. It belongs to the deed before it.
    Fate {
        /// The unit's owner.
        of: Side,
        /// The unit.
        who: String,
        /// The result: "destroyed", "pinned".
        result: String,
        /// How bad it is.
        grade: Grade,
    },
    /// Part of the line before or after it: not reported.
    Detail,
}

/// How bad a result is for the unit.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Grade {
    /// No effect.
    Unhurt,
    /// A passing state: pinned, suppressed, stunned.
    Shaken,
    /// A lasting state: broken, disorganized, immobilised.
    Crippled,
    /// The unit, or a part of it, is lost.
    Lost,
}

/// One line of the log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Event {
    /// Its kind.
    pub tone: Tone,
    /// The side that acted, if one did.
    pub side: Option<Side>,
    /// The event, dice included.
    pub text: String,
    /// The modifiers of the roll, if there was one.
    pub modifiers: Vec<Modifier>,
    /// The rule that caused it.
    pub rule: &'static str,
    /// The cells it happened in: the acting piece first, then its object.
    pub cells: Vec<Cell>,
    /// The only side that may read the line; `None` if both may.
    pub only: Option<Side>,
    /// The chance of success in thousandths, for a roll that succeeded or failed: for the luck statistics.
    pub likely: Option<u16>,
    /// It reveals something that was secret until now: a strict game cannot undo it.
    pub reveals: bool,
    /// The turn that begins with this line, if one does.
    pub begins: Option<u32>,
    /// The line in a few words, for the report of a turn; if there is none, the text is reported.
    pub gist: Option<Gist>,
}

impl Event {
    /// A plain line under a rule.
    pub fn new(
        tone: Tone,
        side: impl Into<Option<Side>>,
        text: impl Into<String>,
        rule: &'static str,
    ) -> Self {
        cited::applies(rule);
        Self {
            tone,
            side: side.into(),
            text: text.into(),
            modifiers: Vec::new(),
            rule,
            cells: Vec::new(),
            only: None,
            likely: None,
            reveals: false,
            begins: None,
            gist: None,
        }
    }

    /// The same line, pointing at cells.
    #[must_use]
    pub fn at(mut self, cells: impl IntoIterator<Item = Cell>) -> Self {
        self.cells.extend(cells);
        self
    }

    /// The same line, reported as the deed of a unit; `rolled` gives the result of the roll first.
    #[must_use]
    pub fn deed(mut self, by: impl Into<String>, what: impl Into<String>, rolled: impl Into<String>) -> Self {
        self.gist = Some(Gist::Deed { by: by.into(), what: what.into(), rolled: rolled.into() });
        self
    }

    /// The same line, reported as a move.
    #[must_use]
    pub fn moves(mut self, by: impl Into<String>, what: impl Into<String>) -> Self {
        self.gist = Some(Gist::Move { by: by.into(), what: what.into() });
        self
    }

    /// The same line, reported as the result on a unit of a side.
    #[must_use]
    pub fn fate(mut self, of: Side, who: impl Into<String>, result: impl Into<String>, grade: Grade) -> Self {
        self.gist = Some(Gist::Fate { of, who: who.into(), result: result.into(), grade });
        self
    }

    /// The same line, left out of the report: another line says it.
    #[must_use]
    pub fn detail(mut self) -> Self {
        self.gist = Some(Gist::Detail);
        self
    }

    /// The same line with the modifiers of its roll.
    #[must_use]
    pub fn with(mut self, modifiers: &[Modifier]) -> Self {
        modifiers.iter().for_each(|line| cited::applies(line.rule));
        self.modifiers.extend_from_slice(modifiers);
        self
    }

    /// The same line, for a roll with this chance of success.
    #[must_use]
    pub fn likely(mut self, chance: f64) -> Self {
        self.likely = Some((chance.clamp(0.0, 1.0) * 1000.0).round() as u16);
        self
    }

    /// The same line, for one side only.
    #[must_use]
    pub fn only(mut self, side: Side) -> Self {
        self.only = Some(side);
        self
    }

    /// The same line, revealing something that was secret until now: a mine, an ambush, a simultaneous
    /// decision.
    #[must_use]
    pub fn revealing(mut self) -> Self {
        self.reveals = true;
        self
    }

    /// The same line, beginning a turn: it and the lines after it belong to that turn.
    #[must_use]
    pub fn begins(mut self, turn: impl Into<u32>) -> Self {
        self.begins = Some(turn.into());
        self
    }

    /// Whether a side may read it.
    pub fn is_for(&self, side: Side) -> bool {
        self.only.is_none_or(|only| only == side)
    }
}

/// Collects events, or drops them unwritten: a playout pays nothing for words.
#[derive(Debug, Default)]
pub struct Log(Option<Vec<Event>>);

impl Log {
    /// A log that keeps its events.
    pub fn on() -> Self {
        Self(Some(Vec::new()))
    }

    /// A log that keeps nothing and never builds the words.
    pub fn off() -> Self {
        Self(None)
    }

    /// Whether it keeps its events: for lines that are expensive to work out.
    pub fn is_on(&self) -> bool {
        self.0.is_some()
    }

    /// Adds an event; the closure runs only if the log is on.
    pub fn add(&mut self, event: impl FnOnce() -> Event) {
        if let Some(events) = &mut self.0 {
            events.push(event());
        }
    }

    /// Runs a closure whose lines only one side may read.
    pub fn aside<T>(&mut self, side: Side, tell: impl FnOnce(&mut Self) -> T) -> T {
        let mut own = if self.0.is_some() { Self::on() } else { Self::off() };
        let told = tell(&mut own);
        for event in own.events() {
            self.add(|| event.only(side));
        }
        told
    }

    /// The events so far.
    pub fn events(self) -> Vec<Event> {
        self.0.unwrap_or_default()
    }
}
