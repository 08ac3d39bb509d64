//! The computer's view and dice for thinking, the same for the same seed and action.

use super::{Level, Opponent, Rules, Seen, Side, any_choice};
use crate::dice::Dice;

/// Keeps the computer's thinking off every stream that games of the same run roll from.
const THOUGHT: u64 = 0x7468_6f75_6768_7473;

/// The position as the computer knows it when it thinks: hidden things are redrawn from dice of its own.
pub(crate) fn seen<R: Rules>(position: &R, side: Side, seed: u64, plays: u64) -> Seen<R> {
    Seen::by(side, position, &mut Dice::seeded(mix(seed ^ THOUGHT, 2 * plays + 1), 0))
}

/// The computer's choice for the decision after `plays` actions of the game with this seed: always the same
/// one, independent of the game's future dice.
pub(crate) fn thought<R: Opponent>(seen: &Seen<R>, level: Level, seed: u64, plays: u64) -> R::Choice {
    match level {
        Level::Random => random_choice(&**seen, seed, plays),
        _ => R::think(seen, level, &mut thought_dice(seed, plays)),
    }
}

/// The choice of a player that picks at random; it needs no view, because the choices are the same in what
/// its side sees.
pub(crate) fn random_choice<R: Rules>(position: &R, seed: u64, plays: u64) -> R::Choice {
    any_choice(position, &mut thought_dice(seed, plays))
}

fn thought_dice(seed: u64, plays: u64) -> Dice {
    Dice::seeded(mix(seed ^ THOUGHT, 2 * plays + 2), 0)
}

/// The `index`-th seed derived from a seed (SplitMix64), limited to 53 bits, which every JSON reader keeps
/// exactly. The 0th is the seed itself.
pub fn mix(seed: u64, index: u64) -> u64 {
    if index == 0 {
        return seed;
    }
    let mut word = seed.wrapping_add(index.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    (word ^ (word >> 31)) >> 11
}
