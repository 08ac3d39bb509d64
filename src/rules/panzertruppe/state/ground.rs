//! The ground as it is now: smoke, mines, tracks, bridges, and what bulldozers and prongs have opened.

use std::sync::Arc;

use super::battle::Battle;
use super::forces::Id;
use super::standing::Puff;
use super::terrain::{BoardEdge, Path, Spot, Terrain};

/// The track of a vehicle out of a cell (33).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Track {
    /// The cell.
    pub cell: Spot,
    /// The vehicle.
    pub vehicle: Id,
}

/// The changes of the ground since the battle began.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Ground {
    /// The battle, with the terrain as it began.
    pub battle: Arc<Battle>,
    /// Smoke on the board.
    pub smoke: Vec<Puff>,
    /// Cleared cells of minefields (34).
    pub cleared: Vec<Spot>,
    /// The tracks of vehicles of medium weight or more this movement phase, in order; kept only while there are
    /// mines (33).
    pub wake: Vec<Track>,
    /// Bulldozed paths (34).
    pub paths: Vec<Path>,
    /// Cells of collapsed bridges (26).
    pub fallen: Vec<Spot>,
    /// Opened hedgerows (23).
    pub breached: Vec<BoardEdge>,
}

impl Ground {
    /// The ground as a battle begins.
    pub const fn new(battle: Arc<Battle>) -> Self {
        Self {
            battle,
            smoke: Vec::new(),
            cleared: Vec::new(),
            wake: Vec::new(),
            paths: Vec::new(),
            fallen: Vec::new(),
            breached: Vec::new(),
        }
    }

    /// The terrain of a cell now: a collapsed bridge is gone, with its road (26).
    pub fn terrain(&self, cell: Spot) -> Terrain {
        let terrain = self.battle.terrain_at(cell);
        if terrain.bridge.is_some() && self.fallen.contains(&cell) {
            Terrain { bridge: None, road: false, ..terrain }
        } else {
            terrain
        }
    }
}
