//! Chooses the dice of each action.

use std::fmt::{Display, Write};

use super::Digest;
use crate::dice::Dice;

/// Everything done so far as one number: the seed and every action that stands, link by link.
///
/// The dice of an action come from the link it would add. Repeating an action after an undo therefore gives
/// the same dice, and a different action rolls dice that have not been seen: undoing a shot reveals nothing
/// that could be used elsewhere. Part of the save format: never change it.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Chain(u64);

impl Chain {
    /// The start of a game with this seed.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The chain with one more action, its choice in notation.
    #[must_use]
    pub fn with(self, choice: &impl Display) -> Self {
        let mut text = Hashed(Digest::new());
        // This fails only for a choice that cannot be written, and there is none.
        let _ = write!(text, "{choice}");
        Self(scrambled(self.0.rotate_left(17) ^ text.0.number()))
    }

    /// The chain as a number: two games with equal numbers are the same, choice by choice.
    pub const fn number(self) -> u64 {
        self.0
    }

    /// The dice of the action that made this link.
    pub fn dice(self) -> Dice {
        Dice::seeded(self.0, 0)
    }
}

/// Hashes text without storing it.
struct Hashed(Digest);

impl Write for Hashed {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        self.0.bytes(text.as_bytes());
        Ok(())
    }
}

/// The finalizer of SplitMix64.
const fn scrambled(word: u64) -> u64 {
    let word = word.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn face(chain: Chain) -> u8 {
        chain.dice().roll(20, String::new).unwrap()
    }

    #[test]
    fn dice_depend_on_the_action() {
        let start = Chain::new(1943);
        assert_eq!(start.with(&"fire"), start.with(&"fire"));
        let faces: Vec<u8> =
            ["fire", "target G1", "pass", "step N"].map(|act| face(start.with(&act))).to_vec();
        assert_eq!(faces, PINNED);
        assert_ne!(start.with(&"a").with(&"b"), start.with(&"b").with(&"a"));
    }

    const PINNED: [u8; 4] = [4, 3, 5, 14];

    #[test]
    fn first_rolls_of_many_chains_are_fair() {
        let mut count = [0u32; 20];
        let mut chain = Chain::new(7);
        for play in 0..200_000u32 {
            chain = chain.with(&(play % 3));
            count[usize::from(face(chain)) - 1] += 1;
        }
        // 10,000 expected of each; five standard deviations are under 500.
        assert!(count.iter().all(|&n| (9_500..=10_500).contains(&n)), "{count:?}");
    }
}
