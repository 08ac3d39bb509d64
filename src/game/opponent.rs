//! Opponents: they choose like a player and know only what their seat may see.

use std::ops::Deref;

use super::{Fitted, Level, Manner, Opinion, Outlook, Rules, Side, Stance, Temper};
use crate::dice::Dice;

/// A position as one side sees it: all an opponent is given. The only way to make one is to hide what the
/// side may not know, so a plain position can never reach an opponent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seen<R> {
    position: R,
    side: Side,
}

impl<R: Rules> Seen<R> {
    /// The position as `side` sees it. Anything the rules redraw comes from `dice`, never from the game's
    /// own.
    pub fn by(side: Side, position: &R, dice: &mut Dice) -> Self {
        Self { position: position.seen_by(side, dice), side }
    }

    /// The side that sees it.
    pub const fn side(&self) -> Side {
        self.side
    }
}

/// A side's view is itself a position: it can be queried, and a copy can be played on.
impl<R> Deref for Seen<R> {
    type Target = R;

    fn deref(&self) -> &R {
        &self.position
    }
}

/// How much is played out for a decision. Everything is bounded by counts, never by the clock.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Search {
    /// The best options of [`Opponent::weigh`] that are played out.
    pub options: usize,
    /// The most worlds that each is played in, all with the same dice.
    pub worlds: u32,
    /// The most decisions of a playout.
    pub decisions: u32,
    /// The turns after which a playout ends: 1 is the end of this turn.
    pub turns: u32,
}

impl Search {
    /// More decisions than a battle takes.
    pub const WHOLE: u32 = 30_000;
}

/// How much is played out at the start of a turn, in every stance.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Planning {
    /// Whether the tempers are tried too.
    pub tempers: bool,
    /// The most worlds that each is played in, all with the same dice.
    pub worlds: u32,
    /// The turns after which a playout ends, if the battle does not end first.
    pub turns: u32,
}

impl Planning {
    /// The other manners to try.
    pub(super) fn others(&self, usual: Manner) -> Vec<Manner> {
        let stances = Stance::ALL.into_iter().map(|stance| Manner { stance, ..usual });
        let tempers =
            Temper::KNOWN.into_iter().filter(|_| self.tempers).map(|temper| Manner { temper, ..usual });
        stances.chain(tempers).filter(|&other| other != usual).collect()
    }
}

/// The opponent for one ruleset.
pub trait Opponent: Rules {
    /// What its scores count, in the plural.
    const SCORED_IN: &str = "points of worth";

    /// The least difference between the scores of two options that is worth telling a player.
    const WORTH_TELLING: f64 = 1.0;

    /// Whether it plans its turns ([`Opponent::plan`]) at the levels that play anything out.
    const PLANS: bool = false;

    /// What a side has set out to do, so that it need not be weighed again at every step of a playout.
    type Intent: Default;

    /// The choice of the side whose decision it is, weighed without playing anything out. `dice` are the
    /// opponent's own, for thinking ([`Dice::below`]), never those of the game. [`Level::Random`] is handled
    /// elsewhere, and so is what [`Level::Hard`] and [`Level::Expert`] do beyond this ([`Opponent::search`]).
    fn think(seen: &Seen<Self>, manner: Manner, dice: &mut Dice) -> Self::Choice;

    /// The choice in a playout, where a side may go on with what it has set out to do. A decision of the game itself never
    /// has an intent: it follows from the position alone.
    fn think_on(
        seen: &Seen<Self>,
        manner: Manner,
        _intent: &mut Self::Intent,
        dice: &mut Dice,
    ) -> Self::Choice {
        Self::think(seen, manner, dice)
    }

    /// The same choice with its reasons: the task it serves, and the options with the parts of their
    /// scores. It may be much slower than [`Opponent::think`], which is asked while playing out.
    fn weigh(seen: &Seen<Self>, manner: Manner, dice: &mut Dice) -> Opinion<Self::Choice> {
        Opinion::of(Self::think(seen, manner, dice))
    }

    /// What a position says about who will win.
    fn outlook(&self) -> Outlook {
        let [own, enemy] = self.losses().map(f64::from);
        Outlook { kind: "all", features: vec![(enemy - own) / 10.0], late: 0.0 }
    }

    /// The logarithm of the odds that a side wins a position that it sees like this: above 0 it is likely to. Positions
    /// to which playing out has led are compared by it; a finished game is judged by its outcome.
    fn worth(&self, side: Side) -> f64 {
        let odds = Self::fitted()
            .map_or_else(|| self.outlook().features.iter().sum(), |known| known.odds(&self.outlook()));
        if side == Side::A { odds } else { -odds }
    }

    /// The figures by which the features of [`Opponent::outlook`] count.
    fn fitted() -> Option<&'static Fitted> {
        None
    }

    /// Whether a choice says only which unit or group acts next.
    fn picks_unit(_choice: &Self::Choice) -> bool {
        false
    }

    /// How much playing out the open decision is worth at a level; `None` if the choice weighed is good enough.
    /// Only decisions that matter should be searched: a unit to move, its destination, an order, a plan.
    fn search(_seen: &Seen<Self>, _level: Level) -> Option<Search> {
        None
    }

    /// How much playing out a turn is worth at its start, to play it in the manner that does best; `None` keeps the usual
    /// one.
    fn plan(_opened: &Seen<Self>, _level: Level) -> Option<Planning> {
        None
    }
}

/// A random legal choice, all equally likely.
///
/// # Panics
/// If the game is over.
pub fn any_choice<R: Rules>(position: &R, dice: &mut Dice) -> R::Choice {
    let mut choices = position.choices();
    assert!(!choices.is_empty(), "a position with a decision has choices");
    let picked = dice.below(choices.len());
    choices.swap_remove(picked)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_is_tried_in_every_other_manner_once() {
        let usual = Manner { temper: Temper::Bold, ..Level::Hard.steady() };
        let of = |tempers| Planning { tempers, worlds: 8, turns: u32::MAX }.others(usual);
        let stances: Vec<Stance> = of(false).iter().map(|other| other.stance).collect();
        assert_eq!(stances, [Stance::HangBack, Stance::GoSlow, Stance::Press]);
        let tempers: Vec<Temper> = of(true)[3..].iter().map(|other| other.temper).collect();
        assert_eq!(tempers, [Temper::Cautious, Temper::Steady]);
    }
}
