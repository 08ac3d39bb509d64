//! The line of play: the plays that stand, the position after them, and every position before it.

use super::{Chain, Event, Log, LogLine, Rules, Side};
use crate::dice::{Ask, Dice};

/// A copy of the position is kept every so many plays; the ones between are played again when needed.
const STRIDE: usize = 16;

/// A play that stands.
#[derive(Clone, Debug)]
pub(super) struct Made<C> {
    /// Its number in the journal.
    pub n: u32,
    /// The side that decided.
    pub side: Side,
    /// The choice.
    pub choice: C,
    /// The faces that fell.
    pub rolls: Vec<u8>,
    /// Whether a player sat there, not the program.
    pub human: bool,
    /// Whether it told somebody what was secret.
    pub revealed: bool,
    /// What has been done, this play included.
    pub chain: Chain,
}

/// The plays that stand and what came of them.
#[derive(Debug)]
pub(super) struct Line<R: Rules> {
    kept: Vec<R>,
    made: Vec<Made<R::Choice>>,
    start: Chain,
    position: R,
    log: Vec<LogLine>,
}

impl<R: Rules> Line<R> {
    pub fn new(initial: R, start: Chain) -> Self {
        Self { kept: vec![initial.clone()], made: Vec::new(), start, position: initial, log: Vec::new() }
    }

    pub fn position(&self) -> &R {
        &self.position
    }

    pub fn log(&self) -> &[LogLine] {
        &self.log
    }

    pub fn made(&self) -> &[Made<R::Choice>] {
        &self.made
    }

    /// The number of plays that stand.
    pub fn plays(&self) -> u32 {
        // A game of four billion plays does not fit on any disk we write.
        self.made.len() as u32
    }

    /// What the plays that stand have done.
    pub fn chain(&self) -> Chain {
        self.made.last().map_or(self.start, |play| play.chain)
    }

    /// Faces drawn by the plays that stand: where the stream of a game of format 1 goes on.
    pub fn drawn(&self) -> u64 {
        self.made.iter().map(|play| play.rolls.len() as u64).sum()
    }

    /// Adds a play with the position it leads to and the events it caused.
    pub fn push(&mut self, play: Made<R::Choice>, after: R, events: Vec<Event>) {
        let mut turn = self.position.turn();
        self.made.push(play);
        let number = self.plays();
        self.log.extend(events.into_iter().map(|event| {
            turn = event.begins.unwrap_or(turn);
            LogLine { play: number, turn, event }
        }));
        self.position = after;
        if self.made.len().is_multiple_of(STRIDE) {
            self.kept.push(self.position.clone());
        }
    }

    /// The position after the first `count` plays.
    ///
    /// # Errors
    /// Only if the rules break their law that the same faces give the same position.
    pub fn position_after(&self, count: usize) -> Result<R, Ask> {
        let kept = (count / STRIDE).min(self.kept.len() - 1);
        let mut position = self.kept[kept].clone();
        for play in &self.made[kept * STRIDE..count] {
            position.apply(&play.choice, &mut Dice::taped(&play.rolls), &mut Log::off())?;
        }
        Ok(position)
    }

    /// Forgets every play after the first `count`; `position` is the one they lead to.
    pub fn cut(&mut self, count: usize, position: R) {
        self.made.truncate(count);
        self.kept.truncate(count / STRIDE + 1);
        let plays = self.plays();
        self.log.retain(|line| line.play <= plays);
        self.position = position;
    }
}
