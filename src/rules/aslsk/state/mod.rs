//! The position as plain data: units, weapons, markers, and the stack of open decisions.

pub mod battle;
pub mod choice;
pub mod unit;

pub use battle::{Battle, Group, Zone};
pub use choice::{Choice, Item};
pub use unit::{Marker, Unit, Weapon, Whereabouts};
