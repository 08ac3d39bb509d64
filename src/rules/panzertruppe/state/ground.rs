//! The ground of a cell and what lies along its edges.

use crate::rules::panzertruppe::tables::Way;

/// What covers a cell.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub enum Kind {
    /// Nothing in particular.
    #[default]
    Clear,
    /// Broken ground.
    Rough,
    /// Woods: an obstacle of two levels.
    Woods,
    /// Swamp.
    Swamp,
    /// A stream that can be forded.
    Stream,
    /// A section of a building: an obstacle of one level.
    Building,
}

impl Kind {
    /// The row of the movement table.
    pub const fn way(self) -> Way {
        match self {
            Self::Clear => Way::Clear,
            Self::Rough => Way::Rough,
            Self::Woods => Way::Woods,
            Self::Swamp => Way::Swamp,
            Self::Stream => Way::Stream,
            Self::Building => Way::Building,
        }
    }

    /// Its name in files and on the screen.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Clear => "clear",
            Self::Rough => "rough",
            Self::Woods => "woods",
            Self::Swamp => "swamp",
            Self::Stream => "stream",
            Self::Building => "building",
        }
    }

    /// Every kind.
    pub const ALL: [Self; 6] =
        [Self::Clear, Self::Rough, Self::Woods, Self::Swamp, Self::Stream, Self::Building];
}

/// The ground of a cell.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Ground {
    /// What covers it.
    pub kind: Kind,
    /// A road runs through it.
    pub road: bool,
    /// Grain or brush stands on it (25).
    pub grain: bool,
    /// A bridge, 0 type A to 4 type E (26).
    pub bridge: Option<u8>,
    /// Mines lie in it (33).
    pub mines: bool,
    /// A unit was dug in here at the start: infantry may use its hole (28).
    pub hole: bool,
}

/// What lies along the edge between two cells.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub enum Edge {
    /// Nothing.
    #[default]
    Open,
    /// A hedge.
    Hedge,
    /// A wall.
    Wall,
    /// A hedgerow: an obstacle of one level (23).
    Hedgerow,
    /// A slope too steep for vehicles (27).
    Cliff,
}

impl Edge {
    /// The row of the movement table.
    pub const fn way(self) -> Option<Way> {
        match self {
            Self::Open => None,
            Self::Hedge => Some(Way::Hedge),
            Self::Wall => Some(Way::Wall),
            Self::Hedgerow => Some(Way::Hedgerow),
            Self::Cliff => Some(Way::Cliff),
        }
    }

    /// Its name in files and on the screen.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Hedge => "hedge",
            Self::Wall => "wall",
            Self::Hedgerow => "hedgerow",
            Self::Cliff => "cliff",
        }
    }
}
