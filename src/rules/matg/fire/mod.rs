//! 7.1 to 7.3, 8.5, 8.6 and 11.6: aimed fire in the fire phase and as a reaction.

pub mod arcs;
pub mod attack;
pub mod bearing;
pub mod charts;
pub mod combat;
pub mod flame;
pub mod plan;
pub mod reaction;
pub mod risk;
pub(in crate::rules::matg) mod special;
pub mod standard;
