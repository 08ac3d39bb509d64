//! Opponents: they pick from the same choices as a player and know only what their seat may see.

use std::ops::Deref;

use super::{Level, Rules, Side};
use crate::dice::Dice;

/// A position as one side sees it: the only thing an opponent is given. It can be made in no other way
/// than by hiding what the side may not know, so nobody can hand a plain position to an opponent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seen<R> {
    position: R,
    side: Side,
}

impl<R: Rules> Seen<R> {
    /// What `side` sees of a position; what the rules re-draw is drawn from `dice`, never the game's own.
    pub fn by(side: Side, position: &R, dice: &mut Dice) -> Self {
        Self { position: position.seen_by(side, dice), side }
    }

    /// Whose eyes these are.
    pub const fn side(&self) -> Side {
        self.side
    }
}

/// What the side sees is a position like any other, to be asked and to be played on from a copy.
impl<R> Deref for Seen<R> {
    type Target = R;

    fn deref(&self) -> &R {
        &self.position
    }
}

/// Judgement for one ruleset.
pub trait Opponent: Rules {
    /// The choice that the side whose eyes these are would make; it is that side's decision. `dice` are
    /// the opponent's own, for thought ([`Dice::below`]), never those of the game. The level
    /// [`Level::Random`] does not come here.
    fn think(seen: &Seen<Self>, level: Level, dice: &mut Dice) -> Self::Choice;
}

/// Any legal choice, all equally likely.
///
/// # Panics
/// If the game is over.
pub fn any_choice<R: Rules>(position: &R, dice: &mut Dice) -> R::Choice {
    let mut choices = position.choices();
    assert!(!choices.is_empty(), "a position with a decision has choices");
    let picked = dice.below(choices.len());
    choices.swap_remove(picked)
}
