//! The position: the terrain, the forces, the players' cards, the clock and the open decisions.

use crate::rules::fireandmove::battlefield::Field;
use crate::rules::fireandmove::state::clock::Clock;
use crate::rules::fireandmove::state::decisions::Decisions;
use crate::rules::fireandmove::state::forces::Forces;
use crate::rules::fireandmove::state::hands::Hands;
use crate::rules::fireandmove::state::terrain::Terrain;

pub use crate::rules::fireandmove::state::battle::{Battle, Objective, Options, SideCard, Soldier, Strikes};
pub use crate::rules::fireandmove::state::decisions::Ending;
pub use crate::rules::fireandmove::state::groups::{Fig, Figure, Gid, Group, Gun, Kit, More, Standing};
pub use crate::rules::fireandmove::state::hands::Seat;
pub use crate::rules::fireandmove::state::terrain::Smoke;

/// A position of Fire & Move.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// The terrain as it is now.
    pub terrain: Terrain,
    /// The figures, groups and vehicles.
    pub forces: Forces,
    /// The players' cards.
    pub hands: Hands,
    /// The turn.
    pub clock: Clock,
    /// The open decisions.
    pub open: Decisions,
}

impl Position {
    /// The constants of the battle.
    pub fn battle(&self) -> &Battle {
        self.forces.battle()
    }

    /// The features and borders.
    pub fn field(&self) -> &Field {
        self.terrain.field()
    }
}
