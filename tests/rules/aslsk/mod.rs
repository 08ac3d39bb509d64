//! ASL Starter Kit #2.

mod ammunition;
mod board;
mod calculator;
mod emplaced;
mod examples;
mod guns;
mod infantry;
mod ledger;
mod opponent;
mod paragraphs;
mod random;
mod scenarios;
mod table;
mod tables;
mod weapons;
mod worked_out;
