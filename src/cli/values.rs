//! Values shared by several commands.

use std::hash::{BuildHasher, RandomState};

use clap::builder::{PossibleValuesParser, TypedValueParser};

use crate::game::Level;
use crate::game::journal::{level_word, seat_of};

/// Parses a level.
pub fn level() -> impl TypedValueParser<Value = Level> {
    PossibleValuesParser::new(["random", "easy", "normal"]).map(|word| level_of(&word))
}

/// Parses a level of the computer, or one of the two that only measure it.
pub(super) fn measured_level() -> impl TypedValueParser<Value = Level> {
    let level =
        |word: String| if word == level_word(Level::Statue) { Level::Statue } else { level_of(&word) };
    PossibleValuesParser::new(["random", "statue", "easy", "normal"]).map(level)
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
