//! 7.4 to 7.9: artillery, its direct and indirect fire, and its observers.

pub mod batteries;
pub mod changes;
pub mod close_support;
pub mod direct;
mod direction;
pub mod forecast;
pub mod indirect;
pub mod laying;
pub mod missions;
pub mod observers;
pub mod plan;
pub mod plot;
pub mod polar;
pub mod preparation;
pub mod record;
pub mod registered;
pub mod registering;
pub mod shells;
pub mod windows;
