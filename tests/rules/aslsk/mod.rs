//! ASL Starter Kit #2.

mod board;
mod calculator;
mod ledger;
mod tables;
