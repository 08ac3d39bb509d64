//! What a scenario fixes for the whole game.

use crate::rules::aslsk::board::{Map, Place};
use crate::rules::aslsk::tables::counters::Nation;
use crate::side::Side;

/// Where a group is set up or comes in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Zone {
    /// Set up before the first turn in one of these hexes.
    SetUp(Vec<Place>),
    /// Comes in on a turn by one of these hexes, having spent so many half MF before.
    Enter {
        /// The game turn.
        turn: u8,
        /// Hexes of the edge.
        by: Vec<Place>,
        /// Half movement factors already spent (S10).
        spent: u8,
        /// The die at most which lets it in, a turn each from `turn` on; empty: for certain (S10, SSR 2).
        on: Vec<u8>,
    },
}

/// Units that come together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Group {
    /// Its name.
    pub name: String,
    /// Its owner.
    pub side: Side,
    /// Its experience level rating.
    pub elr: i16,
    /// Where it comes from.
    pub zone: Zone,
}

/// What one side must do to win.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Victory {
    /// Wins at the end if no unbroken enemy MMC is within so many hexes of a hex (S9).
    Clear {
        /// Who wins so.
        side: Side,
        /// The hex.
        hex: Place,
        /// The distance.
        within: u16,
    },
    /// Wins at once with so many points off the map by these hexes (S10).
    Exit {
        /// Who wins so.
        side: Side,
        /// Points needed.
        points: u16,
        /// Hexes of the edge.
        by: Vec<Place>,
    },
}

impl Victory {
    /// Whose condition it is; the other side wins if it is not met.
    pub const fn side(&self) -> Side {
        match self {
            Victory::Clear { side, .. } | Victory::Exit { side, .. } => *side,
        }
    }
}

/// Special rules that the program knows.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Special {
    /// First line units of this nation do not cower.
    pub steady_first_line: Option<Nation>,
    /// Leaders add 1 to what they do for units of another nation.
    pub strange_leaders: bool,
    /// Added to the broken morale of squads and the like of a nation.
    pub broken_morale: Option<(Nation, i16)>,
    /// Machine guns of these begin broken, not to be repaired before the second turn.
    pub no_repair_before: u8,
    /// Sides whose Guns may not be set up hidden.
    pub no_hiding: Vec<Side>,
    /// Hexes of a fortified building, and what that adds to its TEM.
    pub fortified: (Vec<Place>, i16),
}

impl Special {
    /// What fortification adds to the TEM of a hex.
    pub fn fortification(&self, place: Place) -> i16 {
        if self.fortified.0.contains(&place) { self.fortified.1 } else { 0 }
    }
}

/// A battle as the scenario describes it.
#[derive(Debug)]
pub struct Battle {
    /// Its title.
    pub title: String,
    /// What to read before it.
    pub briefing: Vec<String>,
    /// Notation and name of the sides.
    pub sides: [(String, String); 2],
    /// Who sets up first.
    pub sets_up: Side,
    /// Who moves first.
    pub moves: Side,
    /// Year and month.
    pub date: (u16, u8),
    /// Game turns.
    pub turns: u8,
    /// The last game turn has but the first player turn.
    pub half_turn: bool,
    /// The map.
    pub map: Map,
    /// Groups of the orders of battle.
    pub groups: Vec<Group>,
    /// What decides it.
    pub victory: Victory,
    /// Special rules.
    pub special: Special,
    /// A number for the text it was read from: two battles are the same if it is.
    pub digest: u64,
}

impl PartialEq for Battle {
    fn eq(&self, other: &Battle) -> bool {
        self.digest == other.digest
    }
}

impl Eq for Battle {}

impl std::hash::Hash for Battle {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.digest.hash(state);
    }
}
