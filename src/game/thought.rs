//! The computer's view and dice for thinking, the same for the same seed and action.

pub use super::mixed::mix;
use super::search::searched;
use super::{Level, Manner, Opinion, Opponent, Rules, Seen, Side, any_choice};
use crate::dice::Dice;

/// Keeps the computer's thinking off every stream that games of the same run roll from.
const THOUGHT: u64 = 0x7468_6f75_6768_7473;

/// The position as the computer knows it when it thinks: hidden things are redrawn from dice of its own.
pub(crate) fn seen<R: Rules>(position: &R, side: Side, seed: u64, plays: u64) -> Seen<R> {
    Seen::by(side, position, &mut Dice::seeded(mix(seed ^ THOUGHT, 2 * plays + 1), 0))
}

/// The computer's choice for the decision after `plays` actions of the game with this seed: always the same
/// one, independent of the game's future dice.
pub(crate) fn thought<R: Opponent>(seen: &Seen<R>, manner: Manner, seed: u64, plays: u64) -> R::Choice {
    match manner.level {
        Level::Random => random_choice(&**seen, seed, plays),
        level if level.searches() => opinion(seen, manner, seed, plays).choice,
        _ => R::think(seen, manner.settled(seed), &mut thought_dice(seed, plays)),
    }
}

/// The choice of [`thought`] with its reasons.
pub(crate) fn opinion<R: Opponent>(
    seen: &Seen<R>,
    manner: Manner,
    seed: u64,
    plays: u64,
) -> Opinion<R::Choice> {
    let mut dice = thought_dice(seed, plays);
    if manner.level == Level::Random {
        return Opinion::of(any_choice(&**seen, &mut dice));
    }
    let search = manner.level.searches().then(|| R::search(seen, manner.level)).flatten();
    match search {
        Some(search) => searched(seen, manner.settled(seed), search, playouts(seed, plays), &mut dice),
        None => R::weigh(seen, manner.settled(seed), &mut dice),
    }
}

/// The key to the dice with which the computer plays options out.
fn playouts(seed: u64, plays: u64) -> u64 {
    mix(mix(seed ^ THOUGHT, 2 * plays + 2), 1)
}

/// The choice of a player that picks at random; it needs no view, because the choices are the same in what
/// its side sees.
pub(crate) fn random_choice<R: Rules>(position: &R, seed: u64, plays: u64) -> R::Choice {
    any_choice(position, &mut thought_dice(seed, plays))
}

fn thought_dice(seed: u64, plays: u64) -> Dice {
    Dice::seeded(mix(seed ^ THOUGHT, 2 * plays + 2), 0)
}
