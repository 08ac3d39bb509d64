//! Ordnance (57 to 62, 74, 75): which weapons a group can fire, what it takes to hit, and what a hit does.

pub(super) mod off_table;

pub mod arms;
mod charges;
mod shooting;
pub mod shot;
mod smoke;

pub(super) use shooting::{Barrel, ReactionShot, Shelling, gun_end};
pub(super) use smoke::{CallSmoke, Scorched, Screening};
