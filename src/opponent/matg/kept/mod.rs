//! What one decision keeps for the next. It saves work and never changes a choice.

#[cfg(test)]
mod kept_tests;
pub mod memory;
pub mod queue;
pub mod ranges;
pub mod sights;
pub mod squares;
pub mod step_costs;
pub mod terrain_tables;
