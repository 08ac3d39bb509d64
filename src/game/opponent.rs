//! Opponents: they choose like a player and know only what their seat may see.

use std::ops::Deref;

use super::{Level, Rules, Side};
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

/// The opponent for one ruleset.
pub trait Opponent: Rules {
    /// The choice of the side whose decision it is. `dice` are the opponent's own, for thinking
    /// ([`Dice::below`]), never those of the game. [`Level::Random`] is handled elsewhere.
    fn think(seen: &Seen<Self>, level: Level, dice: &mut Dice) -> Self::Choice;
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
