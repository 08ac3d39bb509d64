//! Fire & Move against its rulebook.

mod decks;
