//! Cells, grids and exact lines.
//!
//! Only whole numbers and comparisons of fractions, never floats: a measurement or a line of sight is the
//! same from both ends and on every machine.

mod cell;
mod compass;
mod grid;
mod heading;
pub mod hex;
mod hex_line;
mod pairs;
pub mod square;

pub use cell::{BadCell, Cell};
pub use compass::{BadCompass, Compass};
pub use grid::{BadName, Grid};
pub use heading::{Edge, Heading};
pub use pairs::Pairs;
pub use square::{Crossing, Line, Square, adjacent, distance_squared, inches, line, shares_edge, within};
