//! 8.9, 9.5 and 10.12: amphibious stands and boats.

pub mod amphibious;
pub mod boats;
