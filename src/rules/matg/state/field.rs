//! The field: the terrain and works of every square as they are now.

use std::sync::Arc;

use super::battle::Battle;
use crate::board::{Cell, Compass};
use crate::rules::matg::ground::terrain::{Ground, Terrain};
use crate::rules::matg::works::laid::Works;

/// The ground of the battle, with markers and works.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Field {
    /// The map.
    pub battle: Arc<Battle>,
    /// The ground as it is now, by cell index.
    pub ground: Vec<Ground>,
    /// Hedgerows cut through: the square, and the direction in which a track now runs (9.3.3).
    pub breaches: Vec<(Cell, Compass)>,
    /// Fortifications and engineering (11.0).
    pub works: Works,
}

impl Field {
    /// The ground at the start of a battle.
    pub fn new(battle: &Arc<Battle>) -> Self {
        Self {
            battle: Arc::clone(battle),
            ground: battle.ground.iter().map(|&ground| battle.climate.ground(ground)).collect(),
            breaches: battle.under_way.breaches.clone(),
            works: Works::new(battle),
        }
    }

    /// The ground of a cell as it is now.
    #[inline]
    pub fn ground_at(&self, cell: Cell) -> Ground {
        self.ground[self.battle.grid.index(cell)]
    }

    /// Adds a terrain row to a cell.
    pub fn add_ground(&mut self, cell: Cell, terrain: Terrain) {
        let index = self.battle.grid.index(cell);
        self.ground[index] = self.ground[index].with(terrain);
    }

    /// Removes a terrain row from a cell.
    pub fn remove_ground(&mut self, cell: Cell, terrain: Terrain) {
        let index = self.battle.grid.index(cell);
        self.ground[index] = self.ground[index].without(terrain);
    }
}
