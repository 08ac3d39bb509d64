//! The terrain of cells and their edges.

use crate::rules::panzertruppe::tables::Way;

/// A cell of the board of a battle, counted in rows from the lower left.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Spot(pub(in crate::rules::panzertruppe) u16);

impl From<Spot> for usize {
    fn from(spot: Spot) -> Self {
        Self::from(spot.0)
    }
}

impl From<Spot> for i64 {
    fn from(spot: Spot) -> Self {
        Self::from(spot.0)
    }
}

/// The terrain of a cell.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub enum Kind {
    /// Clear.
    #[default]
    Clear,
    /// Rough.
    Rough,
    /// Woods: an obstacle of level 2.
    Woods,
    /// Swamp.
    Swamp,
    /// A fordable stream.
    Stream,
    /// A section of a building: an obstacle of level 1.
    Building,
}

impl Kind {
    /// Its row of the Movement Table.
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

    /// Every terrain.
    pub const ALL: [Self; 6] =
        [Self::Clear, Self::Rough, Self::Woods, Self::Swamp, Self::Stream, Self::Building];
}

/// The type of a bridge (26).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Bridge {
    /// The weakest.
    A,
    /// Type B.
    B,
    /// Type C.
    C,
    /// Type D.
    D,
    /// The strongest.
    E,
}

impl Bridge {
    /// Every type with its letter.
    pub const ALL: [(Self, &'static str); 5] =
        [(Self::A, "A"), (Self::B, "B"), (Self::C, "C"), (Self::D, "D"), (Self::E, "E")];
}

/// A cell's terrain with everything on it.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Terrain {
    /// The terrain.
    pub kind: Kind,
    /// Whether a road runs through it.
    pub road: bool,
    /// Whether it is a grain field (25).
    pub grain: bool,
    /// Its bridge (26).
    pub bridge: Option<Bridge>,
    /// Whether it is mined (33).
    pub mines: bool,
    /// Whether it has a foxhole that infantry may use: a unit began here dug in (28).
    pub hole: bool,
}

/// Which of its edges a cell keeps; the other two belong to its neighbours.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum EdgeSide {
    /// The eastern edge.
    East,
    /// The northern edge.
    North,
}

/// An edge on the board.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct BoardEdge {
    /// The cell that keeps it.
    pub cell: Spot,
    /// Which of its edges.
    pub side: EdgeSide,
}

/// Where a bulldozer has cleared a path (34).
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Path {
    /// Through a wall or hedgerow.
    Edge(BoardEdge),
    /// Through the woods or rough of a cell.
    Cell(Spot),
}

/// The edge between two cells.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub enum Edge {
    /// Open.
    #[default]
    Open,
    /// A hedge.
    Hedge,
    /// A wall.
    Wall,
    /// A hedgerow: an obstacle of level 1 (23).
    Hedgerow,
    /// A cliff (27).
    Cliff,
}

impl Edge {
    /// Its row of the Movement Table.
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
