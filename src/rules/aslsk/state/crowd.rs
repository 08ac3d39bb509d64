//! The units of each hex, counted once for queries that cover every hex.

use crate::rules::aslsk::board::Place;
use crate::rules::aslsk::state::{Forces, Ground};
use crate::side::Side;

/// The units of one side in a hex.
#[derive(Copy, Clone, Default)]
struct Standing {
    /// Size in HS (3.3c).
    size: u8,
    leaders: u8,
    /// Units that the enemy knows of.
    known: u8,
    melee: bool,
}

/// Whether this many HS and leaders fit into a hex (3.3c).
pub const fn finds_room(size: u8, leaders: u8) -> bool {
    size <= 6 && leaders <= 4
}

/// The units of every hex.
pub struct Crowd {
    /// For each hex its index in the list below; 0 for empty hexes.
    at: Vec<u8>,
    /// The entry of empty hexes first, then one per occupied hex and side.
    standing: Vec<[Standing; 2]>,
}

impl Crowd {
    #[inline]
    fn of(&self, place: Place, side: Side) -> &Standing {
        &self.standing[usize::from(self.at[place.index()])][side.index()]
    }

    /// Whether a side has a unit in a hex that its enemy knows of.
    #[inline]
    pub fn known(&self, place: Place, side: Side) -> bool {
        self.of(place, side).known > 0
    }

    /// Whether a side has any unit in a hex, hidden or not.
    #[inline]
    pub fn stands(&self, place: Place, side: Side) -> bool {
        let there = self.of(place, side);
        there.size > 0 || there.leaders > 0
    }

    /// Whether a side has a unit in Melee in a hex.
    #[inline]
    pub fn in_melee(&self, place: Place, side: Side) -> bool {
        self.of(place, side).melee
    }

    /// Whether this many more HS and leaders fit into a hex (3.3c).
    #[inline]
    pub fn room(&self, place: Place, side: Side, size: u8, leaders: u8) -> bool {
        let there = self.of(place, side);
        finds_room(there.size + size, there.leaders + leaders)
    }
}

impl Forces {
    /// Counts the units of every hex.
    pub fn crowd(&self, ground: &Ground) -> Crowd {
        let mut crowd = Crowd { at: vec![0; ground.map().size()], standing: Vec::with_capacity(32) };
        crowd.standing.push([Standing::default(); 2]);
        for id in self.ids() {
            let unit = self.unit(id);
            let Some(place) = unit.place() else { continue };
            let at = &mut crowd.at[place.index()];
            if *at == 0 {
                // There are fewer occupied hexes than units, of which there are fewer than 128.
                *at = crowd.standing.len() as u8;
                crowd.standing.push([Standing::default(); 2]);
            }
            let there = &mut crowd.standing[usize::from(*at)][unit.side.index()];
            there.size += self.size(id);
            there.leaders += u8::from(unit.leader());
            there.known += u8::from(!unit.hidden);
            there.melee |= unit.melee;
        }
        crowd
    }

    /// The size of units in HS, and the number of leaders (3.3c).
    pub fn company(&self, units: &[u8]) -> (u8, u8) {
        let add = |(size, leaders): (u8, u8), &id: &u8| {
            (size + self.size(id), leaders + u8::from(self.unit(id).leader()))
        };
        units.iter().fold((0, 0), add)
    }
}
