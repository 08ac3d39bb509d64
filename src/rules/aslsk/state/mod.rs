//! The position as plain data: units, Weapons, markers and the stack of open decisions.

pub mod battle;
pub mod choice;
pub mod crowd;
pub mod unit;
pub mod weapon;

pub use battle::{Battle, Group, Zone};
pub use choice::{Choice, Item};
pub use crowd::Crowd;
pub use unit::{Marker, Unit, Whereabouts};
pub use weapon::{Acquired, Arm, Carriage, Weapon};
