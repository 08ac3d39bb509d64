//! The boards and LOS (1.1, 3.2.1).

pub mod ground;
pub mod join;
pub mod map;
pub mod reading;
pub mod redraw;
pub mod shape;
pub mod sight;

pub use ground::{BoardHex, Season, Terrain};
pub use map::{Map, Place};
pub use sight::{Block, Reason, Sighting};
