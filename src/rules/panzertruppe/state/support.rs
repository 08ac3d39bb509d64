//! Support from off the board: aircraft, and where batteries fired.

use super::terrain::Spot;
use crate::game::Side;
use crate::rules::panzertruppe::air::Plane;

/// The cell a battery fired at last (21).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Aimed {
    /// The side of the battery.
    pub side: Side,
    /// The number of the battery.
    pub battery: u8,
    /// The cell.
    pub cell: Spot,
}

/// Aircraft over the battle, and the last aims of batteries.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Support {
    /// The aircraft of each side (31).
    pub planes: [Option<Plane>; 2],
    /// The last aim of each battery (21).
    pub last_aims: Vec<Aimed>,
}

impl Support {
    /// Records the aim of a battery; returns whether it is the same as its last (21).
    pub fn registers(&mut self, aimed: Aimed) -> bool {
        let same = self.last_aims.contains(&aimed);
        self.last_aims.retain(|last| (last.side, last.battery) != (aimed.side, aimed.battery));
        self.last_aims.push(aimed);
        same
    }
}
