//! The position: the terrain, the forces, the players' cards, the clock and the open decisions.

use crate::rules::fireandmove::battlefield::Field;
use crate::rules::fireandmove::state::{Battle, Clock, Decisions, Forces, Hands, Terrain};

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
