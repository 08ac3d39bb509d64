//! Fire: its strength, its effect on figures and vehicles, and the To Hit numbers of ordnance.

pub(crate) mod action;
pub(super) mod plans;
pub(in crate::rules::fireandmove) mod reactive;
pub(super) mod risk;

pub mod armour;
pub mod effect;
pub(in crate::rules::fireandmove) mod facing;
pub(in crate::rules::fireandmove) mod firers;
mod reaction_decisions;
mod silent;
pub mod strength;
pub mod to_hit;
pub mod volley;
