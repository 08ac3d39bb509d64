//! Ordnance (57 to 62, 74, 75): the weapons a group can fire, their To Hit numbers, and the effect of a hit.

pub(super) mod off_table;

pub mod arms;
mod charges;
mod shooting;
pub mod shot;
mod smoke;

pub(super) use shooting::{Barrel, ReactionShot, Shelling, gun_end};
pub(super) use smoke::{CallSmoke, Scorched, Screening};
