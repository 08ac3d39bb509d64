//! ASL Starter Kit #2.

mod ammunition;
mod board;
mod calculator;
mod emplaced;
mod examples;
mod guns;
mod ledger;
mod random;
mod table;
mod tables;
mod weapons;
