//! The line of play: the actions that stand, the position after them, and every earlier position.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::ops::Range;

use super::{Chain, Event, Log, LogLine, Rules, Side};
use crate::dice::{Ask, Dice};

/// A copy of the position is kept after this many actions; the ones between are replayed when needed.
const STRIDE: usize = 16;

/// An action that stands.
#[derive(Clone, Debug)]
pub(super) struct Action<C> {
    /// Its number in the journal.
    pub n: u32,
    /// The side that decided.
    pub side: Side,
    /// The choice.
    pub choice: C,
    /// The faces rolled.
    pub rolls: Vec<u8>,
    /// Whether a player decided, not the computer.
    pub human: bool,
    /// Whether it revealed a secret.
    pub revealed: bool,
    /// The chain up to and including this action.
    pub chain: Chain,
}

/// The actions that stand and their results.
#[derive(Debug)]
pub(super) struct Line<R: Rules> {
    kept: Vec<R>,
    actions: Vec<Action<R::Choice>>,
    /// The turn in which each action was made.
    turns: Vec<u32>,
    start: Chain,
    position: R,
    log: Vec<LogLine>,
}

impl<R: Rules> Line<R> {
    pub fn new(initial: R, start: Chain) -> Self {
        Self {
            kept: vec![initial.clone()],
            actions: Vec::new(),
            turns: Vec::new(),
            start,
            position: initial,
            log: Vec::new(),
        }
    }

    pub fn position(&self) -> &R {
        &self.position
    }

    pub fn log(&self) -> &[LogLine] {
        &self.log
    }

    pub fn actions(&self) -> &[Action<R::Choice>] {
        &self.actions
    }

    /// The number of actions that stand.
    pub fn plays(&self) -> u32 {
        // A game of four billion actions does not fit on any disk.
        self.actions.len() as u32
    }

    /// The chain of the actions that stand.
    pub fn chain(&self) -> Chain {
        self.actions.last().map_or(self.start, |play| play.chain)
    }

    /// The chain of the first `count` actions.
    pub fn chain_after(&self, count: usize) -> Chain {
        self.actions[..count].last().map_or(self.start, |play| play.chain)
    }

    /// The faces rolled by the actions that stand: where the dice stream of a format 1 game continues.
    pub fn drawn(&self) -> u64 {
        self.actions.iter().map(|play| play.rolls.len() as u64).sum()
    }

    /// Adds an action with the position it leads to and the events it caused.
    pub fn push(&mut self, play: Action<R::Choice>, after: R, events: Vec<Event>) {
        let mut turn = self.position.turn();
        self.actions.push(play);
        self.turns.push(turn);
        let number = self.plays();
        self.log.extend(events.into_iter().map(|event| {
            turn = event.begins.unwrap_or(turn);
            LogLine { play: number, turn, event }
        }));
        self.position = after;
        if self.actions.len().is_multiple_of(STRIDE) {
            self.kept.push(self.position.clone());
        }
    }

    /// The position after the first `count` actions.
    ///
    /// # Errors
    /// Only if the rules break the law that the same faces give the same position.
    pub fn position_after(&self, count: usize) -> Result<R, Ask> {
        self.position_from(None, count)
    }

    /// The same, from an earlier position with its number of actions if that is nearer than a copy.
    ///
    /// # Errors
    /// See [`Line::position_after`].
    pub fn position_from(&self, before: Option<(usize, R)>, count: usize) -> Result<R, Ask> {
        let kept = (count / STRIDE).min(self.kept.len() - 1);
        let near = before.filter(|(plays, _)| (kept * STRIDE..=count).contains(plays));
        let (from, mut position) = near.unwrap_or_else(|| (kept * STRIDE, self.kept[kept].clone()));
        for play in &self.actions[from..count] {
            position.apply(&play.choice, &mut Dice::taped(&play.rolls), &mut Log::off())?;
        }
        Ok(position)
    }

    /// The number of actions before the turn that was on after the first `count`.
    pub fn opened(&self, count: usize) -> usize {
        let turn = self.turns.get(count).copied().unwrap_or_else(|| self.position.turn());
        self.turns[..count].iter().rposition(|&other| other != turn).map_or(0, |last| last + 1)
    }

    /// Whether each action had an effect that lasted. Where a position came again, as it does once a group is opened and
    /// left, or a target is picked and cancelled, the actions in between led nowhere.
    pub fn lasting(&self) -> Vec<bool> {
        // Digests would not do: they leave out what is being put together.
        let hasher = RandomState::new();
        let mut position = self.kept[0].clone();
        let mut before = vec![hasher.hash_one(&position)];
        before.extend(self.actions.iter().map_while(|play| {
            position.apply(&play.choice, &mut Dice::taped(&play.rolls), &mut Log::off()).ok()?;
            Some(hasher.hash_one(&position))
        }));
        let last: HashMap<u64, usize> = before.iter().copied().zip(0..).collect();
        let mut lasting = vec![false; self.actions.len()];
        let mut at = 0;
        while let Some(hash) = before.get(at) {
            at = last[hash];
            if let Some(lasts) = lasting.get_mut(at) {
                *lasts = true;
            }
            at += 1;
        }
        lasting
    }

    /// The actions after one in its turn.
    pub fn later_in_turn(&self, count: usize) -> Range<usize> {
        let same = self.turns[count..].iter().take_while(|&&turn| turn == self.turns[count]).count();
        count + 1..count + same
    }

    /// Drops every action after the first `count`; `position` is the one they lead to.
    pub fn cut(&mut self, count: usize, position: R) {
        self.actions.truncate(count);
        self.turns.truncate(count);
        self.kept.truncate(count / STRIDE + 1);
        let plays = self.plays();
        self.log.retain(|line| line.play <= plays);
        self.position = position;
    }
}
