//! Values shared by several commands.

use std::hash::{BuildHasher, RandomState};

use clap::builder::{PossibleValuesParser, TypedValueParser};

use crate::game::Level;
use crate::game::Temper;
use crate::game::journal::{level_word, temper_word};

/// Parses a level.
pub fn level() -> impl TypedValueParser<Value = Level> {
    let levels = Level::ALL.into_iter().filter(|&level| level != Level::Statue);
    PossibleValuesParser::new(levels.map(level_word)).map(|word| level_of(&word))
}

/// Parses a temper.
pub fn temper() -> impl TypedValueParser<Value = Temper> {
    let temper_of = |word: String| Temper::ALL.into_iter().find(|&temper| temper_word(temper) == word);
    PossibleValuesParser::new(Temper::ALL.map(temper_word))
        .map(move |word| temper_of(word).unwrap_or_default())
}

/// Parses a level of the computer, or one of the two that only measure it.
pub(super) fn measured_level() -> impl TypedValueParser<Value = Level> {
    PossibleValuesParser::new(Level::ALL.map(level_word)).map(|word| level_of(&word))
}

/// The level named by a word that has been checked.
fn level_of(word: &str) -> Level {
    Level::ALL.into_iter().find(|&level| level_word(level) == word).unwrap_or_default()
}

/// A random seed, from a range too large to be found by trying every seed against a few known rolls.
pub(super) fn fresh_seed() -> u64 {
    // The system seeds every one of these states. Many JSON readers keep only 53 bits of a number.
    1 + RandomState::new().hash_one("seed") % ((1 << 53) - 1)
}
