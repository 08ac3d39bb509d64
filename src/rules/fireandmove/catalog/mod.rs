//! Troop, weapon, vehicle and fire cards, and custom data laid over them.

pub mod custom;
pub mod tables;
