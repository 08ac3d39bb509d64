//! 7.4 to 7.9: artillery, its direct and indirect fire, and its observers.

mod batteries;
mod close_support;
pub mod direct;
mod forecast;
mod indirect;
mod laying;
pub mod missions;
pub mod observers;
pub mod plan;
pub mod plot;
pub mod polar;
pub mod preparation;
mod record;
mod registered;
pub mod registering;
mod shells;
pub mod windows;
