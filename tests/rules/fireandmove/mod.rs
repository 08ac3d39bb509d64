//! Fire & Move against its rulebook.

mod actions;
mod battle;
mod china;
mod close_combat;
mod decks;
mod fire;
mod groups;
mod ledger;
mod movement;
mod nations;
mod ordnance;
mod random;
mod table;
mod vehicles;
