//! Commands of ASL Starter Kit.

mod forge;
mod import;
mod odds;
mod random;

pub use forge::{Balance, GENERATOR};
pub use import::Vasl;
pub use odds::Attack;
