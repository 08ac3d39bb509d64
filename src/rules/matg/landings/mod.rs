//! 8.10: parachutes and gliders.

pub mod airborne;
mod gliders;
pub mod landing_chart;
mod paratroops;
mod touch_down;
pub mod zones;
