//! ASL Starter Kit #2.

mod ammunition;
mod board;
mod calculator;
mod drawn;
mod emplaced;
mod examples;
mod guns;
mod hidden;
mod import;
mod in_advance;
mod in_hand;
mod infantry;
mod leaders;
mod ledger;
mod march;
mod meetings;
mod opponent;
mod parts;
mod puzzles;
mod scenarios;
mod shelter;
mod stacks;
mod table;
mod tables;
mod weapons;
mod worked_out;
