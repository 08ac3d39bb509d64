//! The command-line tools of Micro Armour: calculators, the weapons data and the battle generator.

mod catalog;
mod close;
pub(in crate::rules::matg) mod field;
mod fire;
mod forge;
mod notation;
mod odds;
mod rolls;
mod shells;
mod strike;
mod told;

pub use catalog::Catalog;
pub use forge::GENERATOR;
pub use odds::Odds;
