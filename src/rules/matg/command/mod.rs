//! 5, 8.2 and 10.1: cohesion, orders and headquarters.

pub mod cohesion;
pub mod determination;
mod groups;
pub mod headquarters;
mod natural;
pub mod orders;
mod removal;
