//! Stand To: a referee, a map table and an opponent for Second World War tabletop wargames.
//!
//! The map of the code, one line and one invariant each:
//!
//! - [`board`]: cells, grids, exact lines. Integers only, so a line is the same from both ends.
//! - [`dice`]: fair faces from a seed, a tape or a player's hand. Old games keep their dice.

pub mod board;
pub mod dice;
