//! What the command line offers for Fire & Move beside its battles.

pub mod aid;
pub mod calculator;
pub(super) mod catalog;
pub(super) mod forge;
