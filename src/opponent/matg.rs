//! Judgement for Micro Armour.

use super::{Opponent, any_choice};
use crate::dice::Dice;
use crate::game::Level;
use crate::rules::matg::{Choice, Position};

impl Opponent for Position {
    fn think(&self, _level: Level, dice: &mut Dice) -> Choice {
        any_choice(self, dice)
    }
}
