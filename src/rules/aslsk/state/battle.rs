//! What a scenario fixes for the whole game.

use crate::rules::aslsk::board::{Map, Place};
use crate::rules::aslsk::position::Phase;
use crate::rules::aslsk::tables::counters::{CounterId, Nation};
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
        /// On that turn or any later one: nobody is lost who waits (S13, S14).
        after: bool,
    },
}

/// What a scenario asks of where the units of a group are set up, beside their hexes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Placing {
    /// Before others: groups are set up in this order, those of the side that sets up first before the enemy's.
    pub stage: u8,
    /// A Gun is at least so many hexes from every other one.
    pub guns_apart: u16,
    /// A Gun is at most so many hexes from some other one; 0: anywhere.
    pub guns_within: u16,
    /// At most one MMC a hex.
    pub one_mmc: bool,
    /// In hexes without units of other groups of its side.
    pub alone: bool,
    /// All in one of these buildings, which is fortified and under their control.
    pub one_of: Vec<Vec<Place>>,
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
    /// How it is set up.
    pub placing: Placing,
}

/// What one side must do to win.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Victory {
    /// Wins at the end if no enemy MMC holds out within so many hexes of a hex (S9, S15).
    Clear {
        /// Who wins so.
        side: Side,
        /// The hex.
        hex: Place,
        /// The distance.
        within: u16,
        /// Only in building hexes, and only those in Good Order (S15); else all unbroken ones.
        buildings: bool,
    },
    /// Wins at once with so many points off the map by these hexes (S10, S11, S14).
    Exit {
        /// Who wins so.
        side: Side,
        /// Points needed.
        points: u16,
        /// Hexes of the edge.
        by: Vec<Place>,
        /// Leaders are worth more the better they lead (S11, S14).
        graded: bool,
        /// Not once the enemy has so many points for what he has eliminated (S11).
        unless: Option<u16>,
    },
    /// Wins at once when every enemy Gun is destroyed or captured (S12).
    Guns {
        /// Who wins so.
        side: Side,
        /// Being alone in the hexes of those that are left is enough (S13).
        occupied: bool,
    },
    /// Wins at the end by controlling so many of these buildings (S16).
    Control {
        /// Who wins so.
        side: Side,
        /// How many.
        need: u16,
        /// Their hexes.
        buildings: Vec<Vec<Place>>,
    },
}

impl Victory {
    /// Whose condition it is; the other side wins if it is not met.
    pub const fn side(&self) -> Side {
        match self {
            Victory::Clear { side, .. }
            | Victory::Exit { side, .. }
            | Victory::Guns { side, .. }
            | Victory::Control { side, .. } => *side,
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
    /// The TEM of the building that is fortified; 0 if none is.
    pub fortified: i16,
    /// Rain: no smoke, and one MF more for each change of level off paved roads (S16).
    pub rain: bool,
    /// The hexes next to the playing area exist (S11 SSR 1).
    pub off_board_terrain: bool,
    /// These squads have assault fire though their counters do not show it (S16).
    pub assault: Option<CounterId>,
}

/// What a battle that teaches says.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Hint {
    /// In this phase.
    pub phase: Phase,
    /// To the side whose player turn it is not.
    pub defending: bool,
    /// The words.
    pub text: String,
}

/// A battle as the scenario describes it.
#[derive(Debug)]
pub struct Battle {
    /// Its title.
    pub title: String,
    /// What it says of each phase, if it teaches.
    pub hints: Vec<Hint>,
    /// For who plays for the first time.
    pub teaches: bool,
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
