//! Chapter 4: the sequence of play, how a turn begins and ends, and who has won.

pub mod alternation;
mod arrivals;
pub mod phases;
pub mod rising;
pub mod sequence;
pub mod victory;
