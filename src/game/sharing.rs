//! A battle shared by two terminals: the players in its seats, the requests between them, the clock, and the
//! end they agree on. All of it follows from the entries of the save.

use super::journal::{ClockRule, Note, Record, Terms, UNDO};
use super::{Outcome, Side};

/// What the entries of a shared save have settled so far.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sharing {
    /// The terms of the battle.
    pub terms: Terms,
    /// The players in the seats, by side.
    pub players: [Option<String>; 2],
    /// A side that asks for an undo, and how many actions would stand.
    pub undo: Option<(Side, u32)>,
    /// A side that has offered a draw.
    pub draw: Option<Side>,
    /// The side whose request was refused last, until it acts again.
    pub refused: Option<Side>,
    /// The end of the battle, if a note ended it.
    pub ended: Option<Outcome>,
    /// When the open decision became open, in seconds since 1970; 0 if it is not known.
    pub since: u64,
    /// The seconds each side has used: in this turn or in the battle, as the clock counts.
    pub used: [u64; 2],
}

impl Sharing {
    /// Before the first entry.
    pub fn new(terms: Terms) -> Self {
        Self { terms, ..Self::default() }
    }

    /// Whether both seats are taken.
    pub fn is_full(&self) -> bool {
        self.players.iter().all(Option::is_some)
    }

    /// The seconds a side has left at a moment if the decision is its own; `None` without a clock, or as long
    /// as a seat is open.
    pub fn left(&self, side: Side, decides: bool, now: u64) -> Option<u64> {
        let limit = self.terms.clock.filter(|_| self.is_full())?.limit();
        let running = if decides { now.saturating_sub(self.since) } else { 0 };
        Some(limit.saturating_sub(self.used[side.index()] + running))
    }

    /// Whether a note may stand as the next entry, written at `at`. `decider` is the side to decide.
    ///
    /// # Errors
    /// Why it may not, as a sentence.
    pub fn check(&self, side: Side, note: &Note, decider: Option<Side>, at: u64) -> Result<(), &'static str> {
        let other = side.other();
        match note {
            _ if self.ended.is_some() || decider.is_none() => Err("The battle is over."),
            Note::Join(_) if self.players[side.index()].is_some() => Err("That seat is taken."),
            Note::Join(name) if self.players[other.index()].as_ref() != Some(name) => {
                match &self.terms.guest {
                    Some(guest) if self.players[other.index()].is_some() && guest != name => {
                        Err("This battle is for another player.")
                    }
                    _ => Ok(()),
                }
            }
            Note::Join(_) => Ok(()),
            _ if !self.is_full() => Err("The other seat is still open."),
            Note::AskUndo(_) if self.undo.is_some() => Err("An undo has already been asked for."),
            Note::OfferDraw if self.draw.is_some() => Err("A draw has already been offered."),
            Note::AskUndo(_) | Note::OfferDraw | Note::Resign => Ok(()),
            Note::GrantUndo | Note::RefuseUndo if self.undo.is_none_or(|(by, _)| by != other) => {
                Err("The other side has not asked for an undo.")
            }
            Note::AcceptDraw | Note::RefuseDraw if self.draw != Some(other) => {
                Err("The other side has not offered a draw.")
            }
            Note::GrantUndo | Note::RefuseUndo | Note::AcceptDraw | Note::RefuseDraw => Ok(()),
            Note::OutOfTime => {
                let out = decider == Some(side) && self.left(side, true, at) == Some(0);
                if out { Ok(()) } else { Err("That side still has time.") }
            }
        }
    }

    /// Takes in an entry. `by` is the side it names.
    pub fn take(&mut self, entry: &Record, by: Side) {
        let at = entry.at.unwrap_or(self.since);
        if entry.choice != UNDO {
            self.spend(by, at);
            // An action answers any request, and withdraws the requests of its own side.
            self.undo = None;
            self.draw = None;
            self.refused = self.refused.filter(|side| *side != by);
        } else if entry.why.is_none() {
            // Time that led to an undo is charged to neither side.
            (self.undo, self.since) = (None, at.max(self.since));
        }
        if entry.turn.is_some() && matches!(self.terms.clock, Some(ClockRule::Turn(_))) {
            self.used = [0; 2];
        }
        let Some(note) = &entry.note else { return };
        match note {
            Note::Join(name) => {
                self.players[by.index()] = Some(name.clone());
                // The clock starts when both sides are there.
                self.since = at;
            }
            Note::AskUndo(to) => (self.undo, self.refused) = (Some((by, *to)), None),
            Note::OfferDraw => (self.draw, self.refused) = (Some(by), None),
            Note::GrantUndo => self.undo = None,
            Note::RefuseUndo => (self.undo, self.refused) = (None, Some(by.other())),
            Note::RefuseDraw => (self.draw, self.refused) = (None, Some(by.other())),
            Note::AcceptDraw | Note::Resign | Note::OutOfTime => {
                let winner = (*note != Note::AcceptDraw).then(|| by.other());
                self.ended = Some(Outcome { winner, why: entry.why.clone().unwrap_or_default() });
                (self.undo, self.draw) = (None, None);
            }
        }
    }

    /// Charges a side for the time up to now.
    fn spend(&mut self, side: Side, at: u64) {
        if self.is_full() {
            self.used[side.index()] += at.saturating_sub(self.since);
        }
        self.since = at.max(self.since);
    }
}
