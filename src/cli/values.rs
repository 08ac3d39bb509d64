//! Values that several commands read.

use clap::builder::{PossibleValuesParser, TypedValueParser};

use crate::game::Level;
use crate::game::journal::seat_of;

/// A level by its word.
pub fn level() -> impl TypedValueParser<Value = Level> {
    PossibleValuesParser::new(["random", "easy", "normal"]).map(|word| level_of(&word))
}

/// The level of a word that is known to be one.
fn level_of(word: &str) -> Level {
    match seat_of(&format!("program {word}")) {
        Some(crate::game::Seat::Program(level)) => level,
        _ => Level::default(),
    }
}
