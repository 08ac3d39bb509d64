//! Panzertruppe against its text.

mod air;
mod basic;
mod ledger;
mod more;
mod opponent;
mod random;
mod switches;
mod table;
