//! Fire & Move against its rulebook.

mod actions;
mod battle;
mod close_combat;
mod decks;
mod fire;
mod ledger;
mod movement;
mod random;
mod table;
