//! Ordnance (57 to 62, 74, 75): the weapons a group can fire, their To Hit numbers, and the effect of a hit.

pub mod off_table;

pub mod arms;
pub(in crate::rules::fireandmove) mod charges;
pub(in crate::rules::fireandmove) mod hits;
pub(in crate::rules::fireandmove) mod shooting;
pub mod shot;
pub(in crate::rules::fireandmove) mod smoke;

pub(super) use hits::GunEnd;
pub(super) use shooting::{Barrel, ReactionShot, Shelling};
pub(super) use smoke::{CallSmoke, Scorched, Screening};
