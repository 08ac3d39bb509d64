//! 8.10: parachutes and gliders.

pub mod airborne;
pub mod gliders;
pub mod landing_chart;
pub mod paratroops;
pub mod touch_down;
pub mod zones;
