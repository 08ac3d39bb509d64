//! 8.10: parachutes and gliders.

pub mod airborne;
mod gliders;
pub mod landing_chart;
pub mod paratroops;
mod touch_down;
pub mod zones;
