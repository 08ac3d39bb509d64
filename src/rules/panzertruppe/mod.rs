//! Panzertruppe: one vehicle each, on inches, with ten-sided dice. A chapter of the text is a file or a room.

pub mod calculator;
pub mod firing;
pub mod geometry;
pub mod morale;

pub mod sheet;
pub mod tables;

#[cfg(test)]
mod pinned;
