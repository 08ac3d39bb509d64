//! Fire & Move against its rulebook.

mod actions;
mod battle;
mod close_combat;
mod decks;
mod fire;
mod groups;
mod ledger;
mod movement;
mod ordnance;
mod random;
mod table;
mod vehicles;
