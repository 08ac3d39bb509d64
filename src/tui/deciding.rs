//! What the screen makes of the parts that choices play.

use crate::game::{Act, ChoiceView};

use super::standing::When;

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

/// The order before another, the way back.
pub fn previous_order(now: &When) -> When {
    let mut before = When::Ask;
    for _ in 0..8 {
        let next = next_order(&before);
        if next == *now {
            return before;
        }
        before = next;
    }
    When::Ask
}

/// The order to fire that follows another when one key goes through them.
pub fn next_order(now: &When) -> When {
    match now {
        When::Ask => When::Chance(25),
        When::Chance(..=25) => When::Chance(40),
        When::Chance(..=40) => When::Chance(60),
        When::Chance(_) => When::Within(6),
        When::Within(..=6) => When::Within(12),
        When::Within(_) | When::Kind(_) => When::Hold,
        When::Hold => When::Ask,
    }
}
