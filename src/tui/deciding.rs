//! What the screen makes of the parts that choices play.

use crate::game::{Act, ChoiceView};

/// Whether bare directions have something to play.
pub fn steers(choices: &[ChoiceView]) -> bool {
    choices.iter().any(|c| c.heading.is_some() && c.act == Act::Step)
}

/// Whether this is a prompt to interrupt the enemy.
pub fn reacting(choices: &[ChoiceView]) -> bool {
    choices.iter().any(|c| c.act == Act::Hold)
}

/// Whether a verb only stands for steps, which bare directions play.
pub fn is_step(choices: &[ChoiceView], verb: &str) -> bool {
    choices.iter().any(|c| c.verb == verb && c.act == Act::Step)
}
