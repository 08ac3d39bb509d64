//! Opponents: they pick from the same choices as a player and know only what their seat may see.

mod matg;

use crate::dice::Dice;
use crate::game::{Level, Rules};

/// Judgement for one ruleset.
pub trait Opponent: Rules {
    /// The choice the deciding side would make. `self` is already what that side may see
    /// ([`Rules::seen_by`]); `dice` are the opponent's own, for thought, never those of the game.
    fn think(&self, level: Level, dice: &mut Dice) -> Self::Choice;
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
