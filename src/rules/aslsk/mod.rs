//! ASL Starter Kit #2: squads, leaders, Support Weapons and Guns on hexes.
//!
//! One folder or file per subject. Numbers in doc comments are sections of the rulebook, with the ledger's
//! letter for the paragraph.

pub mod board;
mod book;
pub mod calculator;
pub mod fire;
pub mod import;
pub mod ordnance;
mod rules;
pub mod scenario;
mod shown;
pub mod state;
pub mod tables;
pub mod tools;
pub mod turn;
pub mod weapons;

pub use state::Position;
