//! What a battle is fought for: places, ways off the map, and the aims of each side (scenario).

use crate::board::{Cell, Compass};
use crate::game::Side;

/// A named place that is worth holding.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Objective {
    /// "Stonne".
    pub name: String,
    /// Its squares, in the order of the board.
    pub cells: Vec<Cell>,
}

/// How much of a force: a share, or so many stands.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Share {
    /// Per cent of the stands that it began with.
    Percent(u8),
    /// So many stands.
    Stands(u8),
}

impl Share {
    /// The stands it comes to, of so many.
    pub fn of(self, strength: u32) -> u32 {
        match self {
            Self::Percent(percent) => (strength * u32::from(percent)).div_ceil(100),
            Self::Stands(stands) => u32::from(stands),
        }
    }
}

/// What a side may lose.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Losses {
    /// Less than this many per cent.
    LessThan(u8),
    /// No more than this many per cent.
    AtMost(u8),
}

impl Losses {
    /// The first loss that is too much, of so many stands.
    pub fn limit(self, strength: u32) -> u32 {
        match self {
            Self::LessThan(percent) => Share::Percent(percent).of(strength),
            Self::AtMost(percent) => strength * u32::from(percent) / 100 + 1,
        }
    }
}

/// Stands that must leave the map.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Leaving {
    /// By which edges.
    pub over: Vec<Compass>,
    /// How many of them.
    pub share: Share,
    /// Empty transports count too.
    pub empty: bool,
}

/// How much a victory is worth, the least first.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Degree {
    /// A marginal victory.
    Marginal,
    /// A victory, where the battle knows no degrees.
    #[default]
    Plain,
    /// A tactical victory.
    Tactical,
    /// A decisive victory.
    Decisive,
}

impl Degree {
    /// "win a tactical victory".
    pub const fn words(self) -> &'static str {
        match self {
            Self::Marginal => "win a marginal victory",
            Self::Plain => "win",
            Self::Tactical => "win a tactical victory",
            Self::Decisive => "win a decisive victory",
        }
    }
}

/// One way in which a side wins: all that it names must be so.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Aim {
    /// Whose.
    pub side: Side,
    /// What it is worth.
    pub degree: Degree,
    /// Places to be held at the end, as indices into [`Victory::places`].
    pub hold: Vec<usize>,
    /// Enemy stands to be destroyed.
    pub destroy: Option<Share>,
    /// Own losses that it bears.
    pub losses: Option<Losses>,
    /// Stands to leave the map.
    pub exit: Option<Leaving>,
    /// Reached if the enemy reaches no aim of his.
    pub otherwise: bool,
    /// Entering the places is enough, with any stand (design: 1B).
    pub enter: bool,
    /// The last turn in which it can be reached (design: 1B, 1E).
    pub by: Option<u8>,
    /// Reached if the battle goes on after this turn (design: 1E).
    pub past: Option<u8>,
}

impl Aim {
    /// Whether it is won as soon as it is reached, for nothing can take it back.
    pub const fn is_final(&self) -> bool {
        (self.hold.is_empty() || self.enter)
            && self.losses.is_none()
            && !self.otherwise
            && self.past.is_none()
            && (self.enter || self.exit.is_some() || matches!(self.destroy, Some(Share::Stands(_))))
    }
}

/// What both sides fight for.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Victory {
    /// The places.
    pub places: Vec<Objective>,
    /// The aims of both sides, in the order of the file.
    pub aims: Vec<Aim>,
}

impl Victory {
    /// Both sides destroy the same share of the enemy while losing less than it.
    pub fn by_destruction(percent: u8) -> Self {
        let aim = |side| Aim {
            side,
            degree: Degree::Plain,
            hold: Vec::new(),
            destroy: Some(Share::Percent(percent)),
            losses: Some(Losses::LessThan(percent)),
            exit: None,
            otherwise: false,
            enter: false,
            by: None,
            past: None,
        };
        Self { places: Vec::new(), aims: Side::BOTH.map(aim).to_vec() }
    }

    /// The aims of a side.
    pub fn of(&self, side: Side) -> impl Iterator<Item = &Aim> {
        self.aims.iter().filter(move |aim| aim.side == side)
    }

    /// Whether all that counts is who destroys how much.
    pub fn is_destruction(&self) -> bool {
        self.aims
            .iter()
            .all(|aim| aim.hold.is_empty() && aim.exit.is_none() && aim.past.is_none() && !aim.otherwise)
    }

    /// The share of a side that its enemy must destroy, the least of his aims.
    pub fn breaks(&self, side: Side) -> Option<Share> {
        self.of(side.other()).find_map(|aim| aim.destroy)
    }

    /// The place that a square belongs to.
    pub fn place_of(&self, cell: Cell) -> Option<usize> {
        self.places.iter().position(|place| place.cells.contains(&cell))
    }

    /// The edges over which stands of a side may leave the map to win.
    pub fn ways_out(&self, side: Side) -> impl Iterator<Item = Compass> + '_ {
        self.of(side).filter_map(|aim| aim.exit.as_ref()).flat_map(|exit| exit.over.iter().copied())
    }
}
