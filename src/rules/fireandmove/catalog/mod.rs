//! Troop, weapon, vehicle and fire cards, and custom data that replaces them.

pub mod custom;
mod entries;
pub mod fielded;
pub mod tables;
