//! Guns, mortars and LATW (3.2.4, 4.4, 4.5, 6).

pub mod acquisition;
pub mod aiming;
pub mod ammunition;
pub mod arc;
pub mod breakdown;
mod burst;
pub mod hidden;
pub mod hit;
pub mod manhandling;
pub mod shot;
pub mod smoke;
pub mod target;
pub mod turning;
