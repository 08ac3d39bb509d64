//! What stands, shots and squares are worth to a side.

pub mod break_points;
pub mod case;
pub mod danger;
pub mod field;
pub mod firefight;
pub mod strike;
pub mod worth;
