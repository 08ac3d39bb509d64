//! The rules against the books: charts, cards, ledgers and whole random games, a module for each ruleset.

mod aslsk;
mod card;
mod fireandmove;
mod matg;
mod panzertruppe;
