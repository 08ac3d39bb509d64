//! Commands of ASL Starter Kit.

mod forge;
mod import;
mod odds;

pub use forge::{Balance, GENERATOR};
pub use import::Vasl;
pub use odds::Attack;
