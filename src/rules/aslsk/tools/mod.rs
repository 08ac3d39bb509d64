//! Commands that the ruleset brings to the command line.

mod forge;
mod import;
mod odds;

pub use forge::{Balance, GENERATOR};
pub use import::Vasl;
pub use odds::Attack;
