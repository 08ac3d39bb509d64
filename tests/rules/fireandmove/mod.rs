//! Fire & Move against its rulebook.

mod actions;
mod battle;
mod china;
mod close_combat;
mod decks;
mod fire;
mod groups;
mod jungle;
mod ledger;
mod movement;
mod muster;
mod nations;
mod ordnance;
mod random;
mod reorganise;
mod table;
mod vehicles;
