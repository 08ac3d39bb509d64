//! Commands that the ruleset brings to the command line.

mod forge;
mod odds;

pub use forge::{Balance, FORGE};
pub use odds::Attack;
