//! ASL Starter Kit #2: squads, leaders, support weapons and guns on hexes.
//!
//! A folder or file a subject; numbers in doc comments are the sections of the rulebook, with a letter
//! for the paragraph as in the ledger.

pub mod board;
mod book;
pub mod calculator;
pub mod fire;
pub mod import;
pub mod ordnance;
pub mod position;
mod rules;
pub mod scenario;
mod shown;
pub mod state;
pub mod tables;
pub mod tools;
pub mod turn;
pub mod weapons;

pub use position::Position;
