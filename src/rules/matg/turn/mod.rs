//! Chapter 4: the sequence of play, the start and end of a turn, and victory.

pub mod alternation;
pub mod arrivals;
pub mod phases;
pub mod rising;
pub mod sequence;
pub mod victory;
