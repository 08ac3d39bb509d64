//! Facts that the screen derives from the roles of choices.

use crate::game::{Act, ChoiceView};

use super::standing::When;

/// Whether direction keys move a unit.
pub fn steers(choices: &[ChoiceView]) -> bool {
    choices.iter().any(|c| c.heading.is_some() && c.act == Act::Step)
}

/// Whether this is a reaction prompt.
pub fn reacting(choices: &[ChoiceView]) -> bool {
    choices.iter().any(|c| c.act == Act::Hold)
}

/// Whether a verb is a step, which the direction keys play.
pub fn is_step(choices: &[ChoiceView], verb: &str) -> bool {
    choices.iter().any(|c| c.verb == verb && c.act == Act::Step)
}

/// The previous order in the cycle of orders to fire.
pub fn previous_order(now: &When, kinds: &[&str]) -> When {
    let mut before = When::Ask;
    for _ in 0..8 + kinds.len() {
        let next = next_order(&before, kinds);
        if next == *now {
            return before;
        }
        before = next;
    }
    When::Ask
}

/// The next order in the cycle of orders to fire; `kinds` are the kinds of target.
pub fn next_order(now: &When, kinds: &[&str]) -> When {
    let kind = |place: usize| kinds.get(place).map_or(When::Hold, |kind| When::Kind((*kind).to_owned()));
    match now {
        When::Ask => When::Chance(25),
        When::Chance(..=25) => When::Chance(40),
        When::Chance(..=40) => When::Chance(60),
        When::Chance(_) => When::Within(6),
        When::Within(..=6) => When::Within(12),
        When::Within(_) => kind(0),
        When::Kind(now) => kind(kinds.iter().position(|kind| kind == now).map_or(kinds.len(), |n| n + 1)),
        When::Hold => When::Ask,
    }
}
