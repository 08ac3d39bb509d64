//! The position and its parts: ground, forces, turn and score.

pub mod battle;
pub mod choice;
pub mod crowd;
pub mod forces;
pub mod ground;
pub mod names;
pub mod position;
pub mod score;
pub mod turn;
pub mod unit;
pub mod weapon;

pub use battle::{Battle, Group, OrderOfBattle, Zone};
pub use choice::{Choice, Item};
pub use crowd::Crowd;
pub use forces::Forces;
pub use ground::{Ground, GroundRules};
pub use position::Position;
pub use score::Score;
pub use turn::Turn;
pub use unit::{Marker, Unit, Whereabouts};
pub use weapon::{Acquired, Arm, Carriage, Weapon};
