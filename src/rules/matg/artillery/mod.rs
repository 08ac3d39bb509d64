//! 7.4 to 7.9: artillery, direct and indirect, and its observers.

mod batteries;
pub mod direct;
mod forecast;
mod indirect;
pub mod missions;
pub mod observers;
pub mod plan;
pub mod plot;
mod record;
