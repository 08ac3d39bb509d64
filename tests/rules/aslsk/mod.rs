//! ASL Starter Kit #2.

mod board;
mod calculator;
mod examples;
mod ledger;
mod tables;
