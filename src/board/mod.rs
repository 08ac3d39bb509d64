//! Cells, grids and exact lines.
//!
//! Everything is whole numbers and comparisons of fractions, never floats, so a measurement or a
//! line of sight is the same from both ends and the same on every machine.

mod cell;
mod compass;
pub mod hex;
mod hex_line;
pub mod square;
pub mod text_map;

pub use cell::{BadCell, Cell};
pub use compass::{BadCompass, Compass};
pub use square::{
    Crossing, Line, Square, adjacent, distance_squared, in_arc, in_front, inches, line, open_sheaf,
    shares_edge, within,
};
pub use text_map::{MapError, TextGrid};
