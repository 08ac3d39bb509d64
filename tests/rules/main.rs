//! The rules against the rulebooks: charts, cards, ledgers and whole random games, one module per ruleset.

mod aslsk;
#[path = "../shared/battles.rs"]
mod battles;
mod card;
mod cited;
mod claims;
mod editors;
mod fireandmove;
mod laws;
#[path = "../shared/long.rs"]
mod long;
mod matg;
mod panzertruppe;
mod previewed;
mod reasons;
mod states;
mod table;
#[path = "../shared/vasl.rs"]
mod vasl;
