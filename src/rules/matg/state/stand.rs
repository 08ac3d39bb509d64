//! The state and place of a stand.

use std::num::NonZeroU8;

use super::choice::Posture;
use super::options::OptionState;
use crate::board::{Cell, Compass};
use crate::rules::matg::ground::terrain::Quarters;
use crate::rules::matg::water::amphibious;

/// Index of a stand, equal to that of its unit in [`Battle::units`].
pub type Id = u8;

/// The stand on a cell, or none, in one byte, since there are many cells.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Holder(Option<NonZeroU8>);

impl Holder {
    /// No stand.
    pub const NOBODY: Self = Self(None);

    /// A stand. The highest number is never one.
    pub const fn of(id: Id) -> Self {
        Self(NonZeroU8::new(id.wrapping_add(1)))
    }

    /// The stand, if there is one.
    #[inline]
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
    /// A battery off the map (7.7).
    OffMap,
    /// In the air, about to land (8.10).
    Aloft,
    /// Horses that are being ridden and so are not a stand (10.10.4).
    Reserve,
    /// Yet to come onto the map in a later turn (scenario).
    Due,
    /// Somewhere in its positions, as its enemy sees it (scenario).
    Hidden,
    /// An off-map battery that has been silenced for good (12.4).
    Silenced,
    /// Has left the map by an edge for victory (scenario).
    Gone(Compass),
    /// Out of the game.
    Lost,
}

/// The state of one stand.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Stand {
    /// Its place.
    pub place: Place,
    /// Its facing.
    pub facing: Compass,
    /// Its posture this turn.
    pub posture: Posture,
    /// Its movement group this turn, 0 for none (8.1.1).
    pub group: u8,
    /// S: +4 to its cohesion rolls (5.2).
    pub suppressed: bool,
    /// D: +3 to its cohesion rolls (5.2).
    pub disorganized: bool,
    /// Has fired, or tried to, this turn (7.1.4).
    pub fired: bool,
    /// Has been attacked in this fire phase (7.1.2).
    pub attacked: bool,
    /// Has been attacked by opportunity fire in this movement phase (8.5.5).
    pub opportunity: bool,
    /// Has been attacked by covering fire in this movement phase (8.6.4).
    pub covered: bool,
    /// Has moved this turn (8.3.1).
    pub moved: bool,
    /// Has tried to move independently this turn (8.2.7).
    pub tried: bool,
    /// Failed to load this turn (8.4.4).
    pub failed_load: bool,
    /// Was unloaded, led or pushed to its square since the movement phase began (8.4.2, 10.10.6).
    pub displaced: bool,
    /// May not move away: an overrun or close assault was declared on it (8.7.1, 8.8.5).
    pub pinned: bool,
    /// Reached its square at the road rate this turn and has no cover from the ground beside the road
    /// (9.1.4).
    pub on_road: bool,
    /// Left the road within its square for the ground beside it: getting back costs that ground (8.3.3).
    pub off_road: bool,
    /// Movement points already spent this turn on loading or unloading, in quarters.
    pub spent: Quarters,
    /// Out of anti-tank ammunition (10.14).
    pub depleted: bool,
    /// The last turn in which it fired, 0 for never: for slow reloading.
    pub last_fired: u8,
    /// Smoke missions left (7.4.7.2).
    pub smoke: u8,
    /// Turns of fire left, if the scenario limits them (7.9).
    pub rounds: Option<u8>,
    /// Turns of loading or unloading a large load so far (8.4.3, 8.4.7).
    pub handling: u8,
    /// Dismounted cavalry (10.10.3).
    pub dismounted: bool,
    /// Its present role of command, which may change when headquarters are lost (10.1.7).
    pub role: super::unit::Role,
    /// Boats and amphibious movement (8.9).
    pub water: amphibious::Afloat,
    /// Carried cargo when it left the map (scenario).
    pub laden: bool,
    /// The effects of optional rules (12).
    pub lately: OptionState,
}
