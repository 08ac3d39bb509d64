//! Values shared by several commands.

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
