//! Why the computer did what it did, worked out again from the position before; advice; and what cost most.
//!
//! Nothing is kept for it: a choice follows from what its side saw, the seed and the number of actions. A reader who
//! may not see everything gets the reasons as they would be in a world that agrees with what the reader sees, so
//! they tell nothing hidden. If the computer would act otherwise in that world, they wait for the end of the battle.

use super::Match;
use crate::game::journal::{Journal, Record, UNDO};
use crate::game::thought::{Moment, Opened, TurnPlan, opinion, plans, seen};
use crate::game::{Level, Manner, Opponent, Reasons, Refused, Seat, Side};

/// The note that a save keeps when a player asks for advice.
const ADVICE: &str = "advice asked";

/// The answer where the reasons would tell something hidden.
const LATER: &str = "That rests on something hidden. The reasons are told after the battle.";

/// The level that advises, and that a player's decisions are compared with.
const ADVISER: Level = Level::Normal;

/// The most decisions that are weighed after a battle.
const WEIGHED: usize = 400;

/// How often each side has asked for advice.
pub(super) fn advised(journal: &Journal, keys: &[String; 2]) -> [u32; 2] {
    let asked = |key: &String| {
        let asks = |play: &&Record| play.side == *key && play.why.as_deref() == Some(ADVICE);
        journal.plays.iter().filter(asks).count() as u32
    };
    keys.each_ref().map(asked)
}

impl<R: Opponent> Match<R> {
    /// The start of the present turn as a side saw it.
    pub(super) fn opened(&self, side: Side) -> Option<Opened<R>> {
        let began = self.line.opened(self.line.actions().len());
        let position = self.line.position_after(began).ok()?;
        let (plays, answer) = (began as u64, self.plans.1[side.index()].clone());
        Some(Opened { seen: seen(&position, side, self.seed, plays), plays, answer })
    }

    /// The decision before an action as its side met it, in the world of a reader.
    fn moment(&self, reader: Option<Side>, side: Side, count: usize, manner: Manner) -> Option<Moment<R>> {
        let as_read = |count: usize| {
            let position = self.line.position_after(count).ok()?;
            Some(match reader.filter(|&reader| reader != side) {
                Some(reader) => (*seen(&position, reader, self.seed, count as u64)).clone(),
                None => position,
            })
        };
        let opened = |began: usize| {
            let seen = seen(&as_read(began)?, side, self.seed, began as u64);
            let key = (self.line.chain_after(began).number(), side, reader);
            let mut read = self.read_plan.borrow_mut();
            if read.0 != Some(key) {
                *read = (Some(key), TurnPlan::default());
            }
            Some(Opened { seen, plays: began as u64, answer: read.1.clone() })
        };
        let opened = plans::<R>(manner.level).then(|| opened(self.line.opened(count))).flatten();
        let seen = seen(&as_read(count)?, side, self.seed, count as u64);
        Some(Moment { seen, plays: count as u64, opened })
    }

    pub(super) fn why(&self, reader: Option<Side>, play: u32) -> Result<Reasons, String> {
        let over = self.line.position().decision().is_none();
        let reader = reader.filter(|_| !over);
        let nothing = |what: &str| Err(what.to_owned());
        let Some(count) = (play as usize).checked_sub(1).filter(|count| *count < self.line.actions().len())
        else {
            return nothing("There is no action to explain yet.");
        };
        let action = &self.line.actions()[count];
        let Seat::Program(manner) = self.seats[action.side.index()] else {
            return nothing("A player decided that.");
        };
        if action.human {
            return nothing("A player decided that.");
        }
        if let Some(reader) = reader.filter(|&reader| reader != action.side) {
            let lines = || self.line.log().iter().filter(|line| line.play == play);
            let hidden = lines().any(|line| line.event.only.is_some_and(|side| side != reader));
            if hidden || lines().next().is_none() || self.was_secret(count) {
                return nothing(LATER);
            }
        }
        let Some(moment) = self.moment(reader, action.side, count, manner) else {
            return nothing("The position before that action cannot be shown.");
        };
        if moment.seen.decision().is_none_or(|decision| decision.side != action.side) {
            return nothing(LATER);
        }
        let opinion = opinion(&moment, manner, self.seed);
        if opinion.choice != action.choice {
            // In the reader's world it acts otherwise; or an earlier version made the choice.
            return nothing(if reader.is_some() { LATER } else { "It would decide otherwise today." });
        }
        Ok(Reasons::of(&*moment.seen, (action.side, manner.level), play, &opinion))
    }

    fn was_secret(&self, count: usize) -> bool {
        let before = self.line.position_after(count).ok();
        before.and_then(|position| position.decision()).is_none_or(|decision| decision.secret)
    }

    pub(super) fn advise(&mut self) -> Result<Reasons, Refused> {
        self.is_present()?;
        let decision = self.line.position().decision();
        let Some(decision) = decision.filter(|open| self.seat_here(open.side) == Seat::Human) else {
            return Err(Refused::Undo("It is not your decision.".to_owned()));
        };
        if self.pending.is_some() {
            return Err(Refused::Dice("The dice are still being rolled.".to_owned()));
        }
        if self.shared.is_some() {
            return Err(Refused::Shared("A shared battle gives no advice.".to_owned()));
        }
        let count = self.line.actions().len();
        let manner = ADVISER.steady();
        let moment = self.moment(None, decision.side, count, manner);
        let Some(moment) = moment else { return Err(Refused::Undo("There is no advice here.".to_owned())) };
        let opinion = opinion(&moment, manner, self.seed);
        self.write(&Record {
            n: self.last + 1,
            side: self.keys[decision.side.index()].clone(),
            choice: UNDO.into(),
            to: Some(self.line.actions().last().map_or(0, |play| play.n)),
            why: Some(ADVICE.into()),
            ..Record::default()
        })?;
        self.advised[decision.side.index()] += 1;
        Ok(Reasons::of(&*moment.seen, (decision.side, ADVISER), count as u32 + 1, &opinion))
    }

    /// The costliest decisions of a player, without those that were cancelled. A choice that the computer has no
    /// score for cannot be compared.
    pub(super) fn costliest(&self, side: Side, most: usize) -> Vec<Reasons> {
        let lasting = self.line.lasting();
        let own = |count: &usize| {
            let action = &self.line.actions()[*count];
            action.human && action.side == side && lasting[*count]
        };
        let own: Vec<usize> = (0..self.line.actions().len()).filter(own).collect();
        let stride = own.len().div_ceil(WEIGHED).max(1);
        let weighed = own.into_iter().step_by(stride).filter_map(|count| self.missed(side, count, &lasting));
        let mut missed: Vec<Reasons> = weighed.filter(|reasons| reasons.cost() >= R::WORTH_TELLING).collect();
        missed.sort_by(|a, b| b.cost().total_cmp(&a.cost()));
        missed.truncate(most);
        missed
    }

    /// What a player did, against what the computer would have done. Only the order differs if another unit acted first
    /// and the computer's choice followed in the same turn.
    fn missed(&self, side: Side, count: usize, lasting: &[bool]) -> Option<Reasons> {
        let manner = ADVISER.steady();
        let moment = self.moment(None, side, count, manner)?;
        let opinion = opinion(&moment, manner, self.seed);
        let (actions, better) = (self.line.actions(), &opinion.choice);
        let done = &actions[count].choice;
        let follows = |at: usize| lasting[at] && actions[at].side == side && actions[at].choice == *better;
        if R::picks_unit(done) && R::picks_unit(better) && self.line.later_in_turn(count).any(follows) {
            return None;
        }
        Reasons::against(&*moment.seen, (side, ADVISER), count as u32 + 1, done, opinion)
    }
}
