//! Plain data: the battle as set up, the position, and the choices.

pub mod battle;
pub mod choice;
pub mod ground;
pub mod position;
pub mod standing;
pub mod unit;

pub use battle::{Army, Battle, Group, Shelter, Switch};
pub use choice::{Choice, Slot, Tag};
pub use ground::{Edge, Ground, Kind};
pub use position::{Id, NOBODY, Position};
pub use standing::{Flag, GroupState, Place, Puff, State};
pub use unit::{Arm, Drive, Unit};
