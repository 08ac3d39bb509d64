//! Plain data: the battle as set up, the position, and the choices.

pub mod battle;
pub mod choice;
pub mod ground;
pub mod position;
pub mod standing;
pub mod unit;

pub use battle::{Army, Battle, Group, Shelter, Switch};
pub use choice::{Choice, Slot, Tag};
pub use ground::{BoardEdge, Edge, EdgeSide, Ground, Kind, Path};
pub use position::{Id, IdSet, NOBODY, Position};
pub use standing::{Flag, Flags, GroupState, Place, Puff, State, Watchers};
pub use unit::{Arm, Drive, DugIn, Unit};
