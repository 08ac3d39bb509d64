//! Chapter 11: mines, obstacles and improved positions, and the stands that lay and clear them.

pub mod hidden;
pub mod labour;
pub mod laid;
pub mod laying;
pub mod mines;
pub mod obstacles;
pub mod positions;
