//! The state of a battle, in parts: the terrain as it is now, the forces, the players' hands, the clock and
//! the open decisions; and the choices that change them.

mod battle;
pub mod choice;
mod clock;
mod decisions;
pub(super) mod digest;
mod forces;
mod groups;
mod hands;
mod position;
mod regrouping;
mod terrain;

pub use battle::{Battle, Objective, Options, Shared, SideCard, Soldier, Strikes};
pub use clock::Clock;
pub use decisions::{Decisions, Ending};
pub use forces::Forces;
pub use groups::{Fig, Figure, Gid, Group, Gun, Kit, More, Standing};
pub use hands::{Hands, Seat};
pub use position::Position;
pub use terrain::{Smoke, Terrain};

#[cfg(test)]
mod tests;
