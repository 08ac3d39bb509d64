//! Commands that the ruleset brings to the command line.

mod odds;

pub use odds::Attack;
