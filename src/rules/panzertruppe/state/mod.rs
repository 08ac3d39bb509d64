//! Plain data: the battle as set up, the position in its parts, and the choices.

pub mod battle;
pub mod chapters;
pub mod choice;
pub mod forces;
pub mod ground;
pub mod position;
pub mod standing;
pub mod support;
pub mod terrain;
pub mod turn;
pub mod unit;

pub use battle::{Army, Battle, Group, Shelter, Switch, Switches};
pub use chapters::{Batteries, CloseCombat, Going, Gunnery, Sighting, Sky, Tabletop};
pub use choice::{Choice, Slot, Tag};
pub use forces::{Fight, Forces, Id, IdSet, NOBODY};
pub use ground::{Ground, Track};
pub use position::Position;
pub use standing::{Flag, Flags, GroupState, Place, Puff, State, Watchers};
pub use support::{Aimed, Support};
pub use terrain::{BoardEdge, Bridge, Edge, EdgeSide, Kind, Path, Spot, Terrain};
pub use turn::{Ending, Phase, Turn};
pub use unit::{Arm, Armour, Drive, DugIn, MachineGuns, Unit, Weight};
