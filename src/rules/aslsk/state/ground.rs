//! The ground: the map in its season, and everything that lies on it.

use std::sync::Arc;

use crate::board::hex::Hex;
use crate::board::{Cell, Grid};
use crate::ledger::cited::{apply, rule};
use crate::rules::aslsk::board::{Map, Place, Terrain};
use crate::rules::aslsk::ordnance::smoke::Cloud;
use crate::rules::aslsk::weapons::charges::Placed;

/// SSR on terrain and weather.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct GroundRules {
    /// TEM of the fortified building; 0 for none.
    pub fortified: i16,
    /// Rain: no Smoke, and 1 MF more per level change off paved roads (S16).
    pub rain: bool,
    /// The hexes next to the playing area exist (S11 SSR 1).
    pub off_board_terrain: bool,
}

/// The ground as it is now. It knows nothing of units.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Ground {
    map: Arc<Map>,
    /// SSR on terrain and weather.
    pub rules: GroundRules,
    /// Smoke counters (1.2.5).
    pub smoke: Vec<Cloud>,
    /// DC placed in this MPh (4.3).
    pub charges: Vec<Placed>,
    /// Residual FP counters (3.3.1h).
    pub residual: Vec<(Place, u8)>,
    /// The hexes of the fortified building.
    pub fortified: Vec<Place>,
}

impl Ground {
    /// A map with nothing on it.
    pub fn new(map: Arc<Map>, rules: GroundRules) -> Ground {
        let (smoke, charges, residual, fortified) = Default::default();
        Ground { map, rules, smoke, charges, residual, fortified }
    }

    /// The map.
    #[inline]
    pub fn map(&self) -> &Map {
        &self.map
    }

    /// The hex of a place, as notation writes it.
    #[inline]
    pub fn hex(&self, place: Place) -> Hex {
        self.map().hex(place)
    }

    /// The name of a place: "wQ1".
    pub fn name(&self, place: Place) -> &str {
        &self.map().at(place).name
    }

    /// The DRM of LOS Hindrances, smoke included; `None` if the LOS is blocked (3.2.1d, 1.2.5c). The extra +1
    /// for fire out of smoke is part of the DRM but blocks nothing, so that LOS is mutual (K-52).
    #[apply(rule, "3.2.1d" if self.map().hindrance(from, to).is_some())]
    #[apply(rule, "3.2.1a" if self.map().hindrance(from, to).is_some())]
    pub fn hindrance(&self, from: Place, to: Place) -> Option<i16> {
        let lasting = self.map().hindrance(from, to)?;
        if self.smoke.is_empty() {
            return Some(lasting);
        }
        let hindrance = lasting + self.smoke_between(from, to);
        let seen = hindrance < crate::rules::aslsk::calculator::fire::HINDRANCE_BLOCKS;
        seen.then_some(hindrance + i16::from(self.smoky(from)))
    }

    /// Whether there is LOS.
    pub fn sees(&self, from: Place, to: Place) -> bool {
        self.hindrance(from, to).is_some()
    }

    /// Whether a hex is Open Ground, roads included (1.1.1a, 1.1.1c).
    pub fn open_ground(&self, place: Place) -> bool {
        self.map().terrain(place) == Terrain::Open
    }

    /// The shape of the map as the screen sees it.
    pub fn grid(&self) -> Grid {
        Grid::Hex(self.map().shape)
    }

    /// The screen cell of a hex.
    pub fn cell(&self, place: Place) -> Cell {
        self.grid().cell_of(self.hex(place))
    }

    /// The hex of a screen cell.
    pub fn place_of(&self, cell: Cell) -> Option<Place> {
        self.map().place(self.grid().hex_of(cell)?)
    }
}
