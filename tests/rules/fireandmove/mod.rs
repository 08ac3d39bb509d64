//! Fire & Move against its rulebook.

mod cards;
mod decks;
mod ledger;
mod random;
mod table;
