//! A stand as the battle has left it, and where it is.

use std::num::NonZeroU8;

use super::choice::Posture;
use super::options::Lately;
use crate::board::{Cell, Compass};
use crate::rules::matg::ground::terrain::Quarters;
use crate::rules::matg::water::amphibious;

/// Index of a stand, the same as that of its unit in [`Battle::units`].
pub type Id = u8;

/// Who stands on a cell: a stand or nobody, in one byte, for there are many cells.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Holder(Option<NonZeroU8>);

impl Holder {
    /// Nobody does.
    pub const NOBODY: Self = Self(None);

    /// A stand does; there are never so many stands that the last number would be one.
    pub const fn of(id: Id) -> Self {
        Self(NonZeroU8::new(id.wrapping_add(1)))
    }

    /// Who it is.
    pub fn id(self) -> Option<Id> {
        self.0.map(|number| number.get() - 1)
    }
}

/// Where a stand is.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Place {
    /// On the board.
    Board(Cell),
    /// Carried by another stand (8.4).
    Aboard(Id),
    /// A battery beyond the map (7.7).
    OffMap,
    /// In the air, about to land (8.10).
    Aloft,
    /// Horses while they are ridden: no stand of their own (10.10.4).
    Reserve,
    /// On its way: it comes onto the map in a later turn (scenario).
    Due,
    /// Somewhere in its positions: only ever to the eyes of its enemy (scenario).
    Hidden,
    /// A battery beyond the map that the enemy in its rear has silenced for good (12.4).
    Silenced,
    /// Has left the map by an edge where that counts toward victory (scenario).
    Gone(Compass),
    /// Out of the game.
    Lost,
}

/// One stand, as the battle has left it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Stand {
    /// Where it is.
    pub place: Place,
    /// Where its model faces.
    pub facing: Compass,
    /// What it means to do this turn.
    pub posture: Posture,
    /// Its movement group this turn, 0 for none (8.1.1).
    pub group: u8,
    /// S: +4 to its cohesion rolls (5.2).
    pub suppressed: bool,
    /// D: +3 to its cohesion rolls (5.2).
    pub disorganized: bool,
    /// Has fired, or tried to, this turn (7.1.4).
    pub fired: bool,
    /// Has been attacked in this standard fire phase (7.1.2).
    pub attacked: bool,
    /// Has suffered opportunity fire in this movement phase (8.5.5).
    pub opportunity: bool,
    /// Has suffered covering fire in this movement phase (8.6.4).
    pub covered: bool,
    /// Has executed its movement this turn (8.3.1).
    pub moved: bool,
    /// Has tried to move without orders this turn (8.2.7).
    pub tried: bool,
    /// Failed to load this turn (8.4.4).
    pub failed_load: bool,
    /// Was set down, led, driven or pushed to where it is since the movement phase began (8.4.2, 10.10.6).
    pub displaced: bool,
    /// May not move away: overrun or close assault declared on it (8.7.1, 8.8.5).
    pub pinned: bool,
    /// Reached its square at the road rate this turn: no benefit of the ground around (9.1.4).
    pub on_road: bool,
    /// Left the road for the ground around it in the same square: getting back costs that ground (8.3.3).
    pub off_road: bool,
    /// Movement allowance already used this turn by loading or being set down, in quarters.
    pub spent: Quarters,
    /// Out of anti-tank ammunition (10.14).
    pub depleted: bool,
    /// The turn it last fired, 0 for never: for slow reloading.
    pub last_fired: u8,
    /// Smoke missions left (7.4.7.2).
    pub smoke: u8,
    /// Turns of fire left to it, if the scenario allots them (7.9).
    pub rounds: Option<u8>,
    /// Turns of loading or unloading a large load already behind it (8.4.3, 8.4.7).
    pub handling: u8,
    /// Cavalry on foot (10.10.3).
    pub dismounted: bool,
    /// Command it holds now: may change when headquarters are lost (10.1.7).
    pub role: super::unit::Role,
    /// Boats and amphibious movement (8.9).
    pub water: amphibious::Afloat,
    /// Carried something as it left the map (scenario).
    pub laden: bool,
    /// What the optional rules make of it (12).
    pub lately: Lately,
}
