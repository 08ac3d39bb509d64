//! Fire & Move against its rulebook.

mod actions;
mod battle;
mod calls;
mod cards;
mod charges;
mod china;
mod close_combat;
mod decks;
mod fire;
mod groups;
mod horses;
mod jungle;
mod ledger;
mod movement;
mod muster;
mod nations;
mod night;
mod ordnance;
mod random;
mod reorganise;
mod smoke;
mod table;
mod transports;
mod vehicles;
mod weapons;
mod works;
