//! Panzertruppe against its text.

mod air;
mod basic;
mod ledger;
mod more;
mod random;
mod table;
