//! What happened: the lines of the log.

use super::{Modifier, Side};
use crate::board::Cell;
use crate::ledger::cited;

/// How a log line is meant, for colour and filter; the words never depend on it.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Tone {
    /// Sequence of play: a turn or a phase begins.
    Phase,
    /// A roll that came off.
    Success,
    /// A roll that did not.
    Failure,
    /// A piece was hurt or lost.
    Loss,
    /// Anything else.
    Plain,
}

/// One line of the log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Event {
    /// How it is meant.
    pub tone: Tone,
    /// The side that acted, if one did.
    pub side: Option<Side>,
    /// What happened, dice included.
    pub text: String,
    /// The lines of the profile that was rolled, if any.
    pub modifiers: Vec<Modifier>,
    /// The rule that made it happen.
    pub rule: &'static str,
    /// The cells it happened in: acting piece first, then the object.
    pub cells: Vec<Cell>,
    /// The only side that may read the line; `None` is open to both.
    pub only: Option<Side>,
    /// The chance in thousandths that it would come off, of a roll that succeeded or failed: for telling luck.
    pub likely: Option<u16>,
    /// It tells somebody what was secret until now: a strict game does not take it back.
    pub reveals: bool,
    /// The turn that begins with it, if one does.
    pub begins: Option<u32>,
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
        }
    }

    /// The same line, pointing at cells.
    #[must_use]
    pub fn at(mut self, cells: impl IntoIterator<Item = Cell>) -> Self {
        self.cells.extend(cells);
        self
    }

    /// The same line with the modifiers of the roll it tells of.
    #[must_use]
    pub fn with(mut self, modifiers: &[Modifier]) -> Self {
        modifiers.iter().for_each(|line| cited::applies(line.rule));
        self.modifiers.extend_from_slice(modifiers);
        self
    }

    /// The same line, of a roll that would come off with a chance.
    #[must_use]
    pub fn likely(mut self, chance: f64) -> Self {
        self.likely = Some((chance.clamp(0.0, 1.0) * 1000.0).round() as u16);
        self
    }

    /// The same line for the eyes of one side.
    #[must_use]
    pub fn only(mut self, side: Side) -> Self {
        self.only = Some(side);
        self
    }

    /// The same line, which tells what was secret until now: a mine, an ambush, what both sides decided.
    #[must_use]
    pub fn revealing(mut self) -> Self {
        self.reveals = true;
        self
    }

    /// The same line, with which a turn begins: it and those after it belong to that turn.
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

/// Takes events as they happen, or lets them go unwritten: a playout pays nothing for words.
#[derive(Debug, Default)]
pub struct Log(Option<Vec<Event>>);

impl Log {
    /// A log that keeps what it is told.
    pub fn on() -> Self {
        Self(Some(Vec::new()))
    }

    /// A log that keeps nothing and never asks for the words.
    pub fn off() -> Self {
        Self(None)
    }

    /// Writes an event, made only if somebody reads it.
    pub fn add(&mut self, event: impl FnOnce() -> Event) {
        if let Some(events) = &mut self.0 {
            events.push(event());
        }
    }

    /// Lets something be told to one side alone: the lines that it writes are for that side's eyes.
    pub fn aside<T>(&mut self, side: Side, tell: impl FnOnce(&mut Self) -> T) -> T {
        let mut own = if self.0.is_some() { Self::on() } else { Self::off() };
        let told = tell(&mut own);
        for event in own.events() {
            self.add(|| event.only(side));
        }
        told
    }

    /// The events written.
    pub fn events(self) -> Vec<Event> {
        self.0.unwrap_or_default()
    }
}
