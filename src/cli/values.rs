//! Values shared by several commands.

use std::hash::{BuildHasher, RandomState};

use clap::builder::{PossibleValuesParser, TypedValueParser};

use crate::game::Level;
use crate::game::journal::seat_of;

/// Parses a level.
pub fn level() -> impl TypedValueParser<Value = Level> {
    PossibleValuesParser::new(["random", "easy", "normal"]).map(|word| level_of(&word))
}

/// The level named by a word that has been checked.
fn level_of(word: &str) -> Level {
    match seat_of(&format!("program {word}")) {
        Some(crate::game::Seat::Program(level)) => level,
        _ => Level::default(),
    }
}

/// A random seed, from a range too large to be found by trying every seed against a few known rolls.
pub(super) fn fresh_seed() -> u64 {
    // The system seeds every one of these states. Many JSON readers keep only 53 bits of a number.
    1 + RandomState::new().hash_one("seed") % ((1 << 53) - 1)
}
