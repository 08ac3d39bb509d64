//! 5, 8.2 and 10.1: cohesion, orders and headquarters.

pub mod break_point;
pub mod cohesion;
pub mod determination;
pub mod groups;
pub mod hand;
pub mod headquarters;
pub mod natural;
pub mod orders;
pub mod removal;
