//! Command-line tools for Fire & Move.

pub mod aid;
pub mod calculator;
pub(super) mod catalog;
pub(super) mod forge;
