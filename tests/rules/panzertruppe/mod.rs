//! Panzertruppe against its text.

mod basic;
mod ledger;
mod more;
mod random;
mod switches;
mod table;
