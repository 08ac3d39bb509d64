//! The aims of a battle: places, exits off the map, and the losses to inflict (scenario).

use crate::board::{Cell, Compass};
use crate::game::Side;

/// A named place worth holding.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Objective {
    /// "Stonne".
    pub name: String,
    /// Its squares, in the order of the board.
    pub cells: Vec<Cell>,
}

/// A part of a force: a percentage or a number of stands.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Share {
    /// A percentage of the original stands.
    Percent(u8),
    /// A number of stands.
    Stands(u8),
}

impl Share {
    /// The number of stands, for a force of so many.
    pub fn of(self, strength: u32) -> u32 {
        match self {
            Self::Percent(percent) => (strength * u32::from(percent)).div_ceil(100),
            Self::Stands(stands) => u32::from(stands),
        }
    }
}

/// The losses that a side may take.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Losses {
    /// Fewer than this percentage.
    LessThan(u8),
    /// No more than this percentage.
    AtMost(u8),
}

impl Losses {
    /// The first loss that is too many, for a force of so many stands.
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
    /// The edges that they may leave by.
    pub over: Vec<Compass>,
    /// How many of them.
    pub share: Share,
    /// Empty transports count too.
    pub empty: bool,
}

/// The degree of a victory, the lowest first.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Degree {
    /// A marginal victory.
    Marginal,
    /// A victory, in battles without degrees.
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

/// One way for a side to win: every condition must be met.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Aim {
    /// The side that wins by it.
    pub side: Side,
    /// The degree of the victory.
    pub degree: Degree,
    /// Places to hold at the end, as indices into [`Victory::places`].
    pub hold: Vec<usize>,
    /// Enemy stands to destroy.
    pub destroy: Option<Share>,
    /// The limit on the side's own losses.
    pub losses: Option<Losses>,
    /// Stands that must leave the map.
    pub exit: Option<Leaving>,
    /// Met if the enemy meets none of its aims.
    pub otherwise: bool,
    /// Entering the places is enough, with any stand (design: 1B).
    pub enter: bool,
    /// The last turn in which it can be met (design: 1B, 1E).
    pub by: Option<u8>,
    /// Met if the battle continues after this turn (design: 1E).
    pub past: Option<u8>,
}

impl Aim {
    /// Whether the battle ends as soon as it is met, since it can't be undone.
    pub const fn is_final(&self) -> bool {
        (self.hold.is_empty() || self.enter)
            && self.losses.is_none()
            && !self.otherwise
            && self.past.is_none()
            && (self.enter || self.exit.is_some() || matches!(self.destroy, Some(Share::Stands(_))))
    }
}

/// The aims of both sides.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Victory {
    /// The places.
    pub places: Vec<Objective>,
    /// The aims of both sides, in file order.
    pub aims: Vec<Aim>,
}

impl Victory {
    /// Each side must destroy the same percentage of enemy stands and lose less than that.
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
    #[inline]
    pub fn of(&self, side: Side) -> impl Iterator<Item = &Aim> {
        self.aims.iter().filter(move |aim| aim.side == side)
    }

    /// Whether only destruction counts.
    pub fn is_destruction(&self) -> bool {
        self.aims
            .iter()
            .all(|aim| aim.hold.is_empty() && aim.exit.is_none() && aim.past.is_none() && !aim.otherwise)
    }

    /// The losses of a side that give its enemy victory: the smallest among the enemy's aims.
    #[inline]
    pub fn breaks(&self, side: Side) -> Option<Share> {
        self.of(side.other()).find_map(|aim| aim.destroy)
    }

    /// The place that a square belongs to.
    #[inline]
    pub fn place_of(&self, cell: Cell) -> Option<usize> {
        self.places.iter().position(|place| place.cells.contains(&cell))
    }

    /// The edges by which stands of a side may leave the map to win.
    #[inline]
    pub fn ways_out(&self, side: Side) -> impl Iterator<Item = Compass> + '_ {
        self.of(side).filter_map(|aim| aim.exit.as_ref()).flat_map(|exit| exit.over.iter().copied())
    }
}
