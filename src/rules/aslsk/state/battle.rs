//! The facts that the scenario fixes for the whole game.

use std::sync::Arc;

use crate::game::Lesson;
use crate::rules::aslsk::board::Place;
use crate::rules::aslsk::tables::counters::{CounterId, Nation};
use crate::rules::aslsk::turn::phase::Phase;
use crate::side::Side;

/// Where a group sets up or enters.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Zone {
    /// Sets up in one of these hexes.
    SetUp(Vec<Place>),
    /// Enters on a turn by one of these hexes, with some half MF already spent.
    Enter {
        /// The game turn.
        turn: u8,
        /// Entry hexes.
        by: Vec<Place>,
        /// Half MF already spent (S10).
        spent: u8,
        /// The highest dr to enter on each turn from `turn` on; empty for certain entry (S10 SSR 2).
        on: Vec<u8>,
        /// On that turn or any later one, without loss for waiting (S13, S14).
        after: bool,
    },
}

impl Zone {
    /// The hexes to set up in or to enter by.
    pub fn hexes(&self) -> &[Place] {
        match self {
            Self::SetUp(hexes) => hexes,
            Self::Enter { by, .. } => by,
        }
    }
}

/// Further set-up conditions of a group.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Placing {
    /// Groups set up in this order, those of the side that sets up first before the enemy's.
    pub stage: u8,
    /// The least distance of a Gun from every other Gun.
    pub guns_apart: u16,
    /// The greatest distance of a Gun from the nearest other Gun; 0 for any.
    pub guns_within: u16,
    /// At most one MMC per hex.
    pub one_mmc: bool,
    /// In hexes without units of other groups of its side.
    pub alone: bool,
    /// All in one of these buildings, which is fortified and under their Control.
    pub one_of: Vec<Vec<Place>>,
}

/// Units that set up or enter together.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Group {
    /// Its name.
    pub name: String,
    /// Its owner.
    pub side: Side,
    /// Its ELR.
    pub elr: i16,
    /// Where it sets up or enters.
    pub zone: Zone,
    /// Its set-up conditions.
    pub placing: Placing,
}

/// The Victory Conditions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Victory {
    /// At game end, if no enemy MMC is within a distance of a hex (S9, S15).
    Clear {
        /// The side that wins this way.
        side: Side,
        /// The hex.
        hex: Place,
        /// The distance.
        within: u16,
        /// Only Good Order MMC in buildings count (S15), not all unbroken ones.
        buildings: bool,
    },
    /// At once, with this many VP exited by these hexes (S10, S11, S14).
    Exit {
        /// The side that wins this way.
        side: Side,
        /// VP needed.
        points: u16,
        /// Exit hexes.
        by: Vec<Place>,
        /// Leaders are worth VP by their leadership (S11, S14).
        graded: bool,
        /// Unless the enemy has this many VP for eliminations (S11).
        unless: Option<u16>,
    },
    /// At once, when every enemy Gun is destroyed or captured (S12).
    Guns {
        /// The side that wins this way.
        side: Side,
        /// Sole occupation of the remaining Guns' hexes is enough (S13).
        occupied: bool,
    },
    /// At game end, by Control of this many of these buildings (S16).
    Control {
        /// The side that wins this way.
        side: Side,
        /// Buildings needed.
        need: u16,
        /// The hexes of each building.
        buildings: Vec<Vec<Place>>,
    },
}

impl Victory {
    /// The side with the Victory Conditions; the other wins if they are not met.
    pub const fn side(&self) -> Side {
        match self {
            Victory::Clear { side, .. }
            | Victory::Exit { side, .. }
            | Victory::Guns { side, .. }
            | Victory::Control { side, .. } => *side,
        }
    }
}

/// The order of battle: both sides' groups, their date, and the SSR on units and Weapons.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct OrderOfBattle {
    /// Year and month.
    pub date: (u16, u8),
    /// The groups of both sides.
    pub groups: Vec<Group>,
    /// The side that sets up first.
    pub sets_up: Side,
    /// The nationality whose 1st Line units do not cower.
    pub steady_first_line: Option<Nation>,
    /// Leaders add +1 to rally or direct units of another nationality.
    pub foreign_leaders: bool,
    /// A nationality's MMC add this to their broken morale.
    pub broken_morale: Option<(Nation, i16)>,
    /// The first turn on which Weapons may be repaired; above 1, MG start malfunctioned.
    pub no_repair_before: u8,
    /// Sides whose Guns may not use HIP.
    pub no_hiding: Vec<Side>,
    /// A squad type with Assault Fire that its counter does not show (S16).
    pub assault: Option<CounterId>,
}

/// A tutorial hint.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Hint {
    /// The phase.
    pub phase: Phase,
    /// For the DEFENDER.
    pub defending: bool,
    /// The text.
    pub text: String,
}

/// A scenario as read.
#[derive(Debug)]
pub struct Battle {
    /// Its title.
    pub title: String,
    /// Tutorial hints.
    pub hints: Vec<Hint>,
    /// A tutorial.
    pub teaches: bool,
    /// The other texts of a tutorial.
    pub lesson: Arc<Lesson>,
    /// The briefing.
    pub briefing: Vec<String>,
    /// Key and name of each side.
    pub sides: [(String, String); 2],
    /// The side that moves first.
    pub moves: Side,
    /// Game turns.
    pub turns: u8,
    /// The last game turn is a half turn.
    pub half_turn: bool,
    /// The Victory Conditions.
    pub victory: Victory,
    /// A hash of the scenario text; two battles are equal if it is.
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
