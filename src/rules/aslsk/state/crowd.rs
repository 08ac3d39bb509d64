//! Who stands where, hex by hex: made once where every hex is asked about.

use crate::rules::aslsk::board::Place;
use crate::rules::aslsk::position::Position;
use crate::side::Side;

/// What stands of one side in a hex.
#[derive(Copy, Clone, Default)]
struct Standing {
    /// In half-squads (3.3c).
    size: u8,
    leaders: u8,
    /// Units that the enemy knows of.
    known: u8,
    melee: bool,
}

/// Whether so many half-squads and leaders find room in a hex (3.3c).
pub const fn finds_room(size: u8, leaders: u8) -> bool {
    size <= 6 && leaders <= 4
}

/// Everybody on the map.
pub struct Crowd(Vec<[Standing; 2]>);

impl Crowd {
    /// Whether a side has a unit in a hex that its enemy knows of.
    pub fn known(&self, place: Place, side: Side) -> bool {
        self.0[place.index()][side.index()].known > 0
    }

    /// Whether a side has anybody in a hex, hidden or not.
    pub fn stands(&self, place: Place, side: Side) -> bool {
        let there = self.0[place.index()][side.index()];
        there.size > 0 || there.leaders > 0
    }

    /// Whether a side has a unit in melee in a hex.
    pub fn in_melee(&self, place: Place, side: Side) -> bool {
        self.0[place.index()][side.index()].melee
    }

    /// Whether more units, so many half-squads and leaders, find room in a hex (3.3c).
    pub fn room(&self, place: Place, side: Side, size: u8, leaders: u8) -> bool {
        let there = self.0[place.index()][side.index()];
        finds_room(there.size + size, there.leaders + leaders)
    }
}

impl Position {
    /// Who stands where.
    pub fn crowd(&self) -> Crowd {
        let mut hexes = vec![[Standing::default(); 2]; self.map().size()];
        for id in self.ids() {
            let unit = self.unit(id);
            let Some(place) = unit.place() else { continue };
            let there = &mut hexes[place.index()][unit.side.index()];
            there.size += self.size(id);
            there.leaders += u8::from(unit.leader());
            there.known += u8::from(!unit.hidden);
            there.melee |= unit.melee;
        }
        Crowd(hexes)
    }
}
