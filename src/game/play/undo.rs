//! Undo: which actions may be undone, and how an undo is recorded.

use super::Match;
use super::shared::stored;
use crate::game::journal::{Note, Record, UNDO};
use crate::game::line::Action;
use crate::game::{Digest, Opponent, Refused, Seat, Side};

impl<R: Opponent> Match<R> {
    /// The number of actions that stand after an undo.
    pub(super) fn undo_count(&self) -> Result<usize, Refused> {
        let refuse = |why: &str| Err(Refused::Undo(why.into()));
        let made = self.line.actions();
        if self.pending.is_some() {
            return refuse("The dice for this choice are still being rolled. Withdraw it instead.");
        }
        if made.is_empty() {
            return refuse("Nothing to undo: no decision has been made yet.");
        }
        if self.seats.iter().all(|&seat| seat != Seat::Human) {
            return Ok(made.len() - 1);
        }
        let own = |play: &Action<R::Choice>| play.human && self.is_here(play.side);
        let Some(at) = made.iter().rposition(own) else {
            return refuse("Nothing to undo: you have not made a decision yet.");
        };
        self.may_undo(at)?;
        Ok(at)
    }

    /// Whether every action after the first `count` may be undone.
    pub(super) fn may_undo(&self, count: usize) -> Result<(), Refused> {
        for play in self.line.actions()[count..].iter().filter(|_| self.strict) {
            let what = match play {
                Action { rolls, .. } if !rolls.is_empty() => "dice were rolled for",
                Action { revealed: true, .. } => "a secret was revealed by",
                _ => continue,
            };
            let why = format!("This game is strict: {what} \"{}\", so it can't be undone.", play.choice);
            return Err(Refused::Undo(why));
        }
        Ok(())
    }

    /// Records standing orders by themselves: as an undo back to the present, which undoes nothing and states
    /// its reason.
    pub(super) fn keep_orders(&mut self) -> Result<(), Refused> {
        if self.standing == self.written_standing || self.pending.is_some() {
            return Ok(());
        }
        let decides = self.line.position().decision().map_or(Side::A, |decision| decision.side);
        let own = Side::BOTH.into_iter().find(|side| self.is_here(*side));
        let decides = own.filter(|_| self.shared.is_some()).unwrap_or(decides);
        let record = Record {
            n: self.last + 1,
            side: self.keys[decides.index()].clone(),
            choice: UNDO.into(),
            to: Some(self.line.actions().last().map_or(0, |play| play.n)),
            why: Some("standing orders".into()),
            standing: Some(self.standing.clone()),
            ..Record::default()
        };
        self.write(&record).map_err(stored)?;
        self.written_standing.clone_from(&self.standing);
        Ok(())
    }

    /// Undoes every action after the first `count`, if the other side of a shared battle need not be asked.
    pub(super) fn undo_unasked(&mut self, count: usize) -> Result<(), Refused> {
        let shared = self.shared.as_ref();
        if shared.is_some_and(|shared| shared.must_ask(&self.line.actions()[count..])) {
            return Err(Refused::Shared("Ask the other side for this undo.".to_owned()));
        }
        self.undo_noting(count, None)
    }

    /// Undoes every action after the first `count`, on disk first.
    pub(super) fn undo_noting(&mut self, count: usize, note: Option<Note>) -> Result<(), Refused> {
        let position = self
            .line
            .position_after(count)
            .map_err(|_| Refused::Undo("The earlier actions do not replay.".into()))?;
        let made = self.line.actions();
        let to = if count == 0 { 0 } else { made[count - 1].n };
        let record = Record {
            n: self.last + 1,
            side: self.keys[made[count].side.index()].clone(),
            choice: UNDO.into(),
            to: Some(to),
            turn: (position.turn() != self.written_turn).then(|| position.turn()),
            digest: Some(Digest::of(&position)),
            note,
            ..Record::default()
        };
        let mut undo_totals = self.undo_totals;
        undo_totals.add(made[count..].iter().map(|play| &play.rolls[..]));
        self.write(&record).map_err(stored)?;
        self.undo_totals = undo_totals;
        self.line.cut(count, position);
        self.list_choices();
        Ok(())
    }
}
