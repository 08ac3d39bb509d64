//! Fire: its strength, its effect on figures and vehicles, and the To Hit numbers of ordnance.

pub(super) mod action;
pub(super) mod plans;
pub(super) mod reactive;
pub(super) mod risk;

pub mod armour;
pub mod effect;
mod facing;
mod silent;
pub mod strength;
pub mod to_hit;
pub mod volley;
