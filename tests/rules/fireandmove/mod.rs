//! Fire & Move against its rulebook.

mod actions;
mod battle;
mod china;
mod close_combat;
mod decks;
mod fire;
mod groups;
mod horses;
mod ledger;
mod movement;
mod night;
mod nations;
mod ordnance;
mod random;
mod smoke;
mod table;
mod transports;
mod vehicles;
mod works;
