//! Positions that would follow without a roll.

use super::Match;
use crate::dice::Dice;
use crate::game::{Log, Opponent};

impl<R: Opponent> Match<R> {
    /// The position after these choices, as the deciding side sees it; `None` if one is refused or rolls.
    pub(super) fn after<'a>(&self, plays: impl Iterator<Item = &'a str>) -> Option<R> {
        let mut position = self.as_seen().clone();
        for play in plays {
            let choice: R::Choice = play.parse().ok()?;
            position.check(&choice).ok()?;
            position.apply(&choice, &mut Dice::taped(&[]), &mut Log::off()).ok()?;
        }
        Some(position)
    }
}
