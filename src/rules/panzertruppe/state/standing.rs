//! The state of units and groups: what changes of them during a battle.

use super::battle::Battle;
use super::forces::{Id, NOBODY};
use super::terrain::Spot;
use super::unit::{Drive, DugIn};
use crate::board::Compass;
use crate::game::Side;
use crate::rules::panzertruppe::firing::{Condition, Motion};

/// Where a unit is.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Place {
    /// In a cell.
    Board(Spot),
    /// Riding on or in a vehicle, or hitched to it.
    Aboard(Id),
    /// In reserve.
    Reserve,
    /// Out of action, in a cell.
    Lost(Spot),
    /// Retreated off the board, or abandoned.
    Gone,
}

/// A yes-or-no state of a unit.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Flag {
    /// The main gun has fired this phase.
    Fired,
    /// The second gun has fired this phase.
    FiredSecond,
    /// The bow machine gun has fired this phase.
    FiredBow,
    /// The open machine gun has fired this phase.
    FiredOpen,
    /// Small arms have fired this phase.
    FiredArms,
    /// It has moved this movement phase, or been skipped.
    Moved,
    /// It has fired since it last moved (25).
    Betrayed,
    /// Crouching (24, 28).
    Crouching,
    /// Back from the edge of a hill (8).
    Back,
    /// Hidden from the enemy (29).
    Hidden,
    /// It fired from ambush and may not fire in the next fire phase (12).
    Ambushed,
    /// Its anti-tank weapon is depleted (17).
    Depleted,
    /// Dug in where it began (28).
    DugIn,
    /// Stunned during its own movement phase: the marker stays until the end of the next (6).
    StunStays,
    /// It called indirect fire this phase (21).
    Called,
    /// It dismounts at the end of the phase (18).
    Unseated,
    /// A large Gun limbered, a mortar dismantled (14, 22).
    Packed,
    /// Unhitched or unlimbered this phase: it may not go on overwatch (14).
    Unpacked,
    /// Mounted cavalry (18).
    Mounted,
    /// Its flails are destroyed (34).
    FlailGone,
    /// On fire: to be abandoned in its next movement phase (17).
    Burning,
    /// It was moving at the start of this movement phase (18).
    BeganMoving,
    /// Between two levels of a cliff (27).
    OnCliff,
    /// It cleared mines, or pushed rollers, in its last movement (34).
    Clearing,
    /// A Gun was hitched to it or unhitched from it this phase (14).
    Hitching,
    /// It has moved at least an inch this phase (14).
    Stepped,
    /// Infantry mounted or dismounted after it stopped: it may move on with its remaining points (18).
    Restarts,
    /// It crossed a hedgerow this phase and spots only at its end (23).
    Crossed,
    /// It was hidden when it fired this phase (29).
    FiredHidden,
}

/// A set of flags.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Flags(u32);

impl Flags {
    /// No flag.
    pub const NONE: Self = Self(0);

    /// Whether a flag is set.
    pub const fn has(self, flag: Flag) -> bool {
        self.0 & (1 << flag as u32) != 0
    }

    /// These flags and one more.
    #[must_use]
    pub const fn with(self, flag: Flag) -> Self {
        Self(self.0 | 1 << flag as u32)
    }

    /// These flags without one.
    #[must_use]
    pub const fn without(self, flag: Flag) -> Self {
        Self(self.0 & !(1 << flag as u32))
    }

    /// The set as a number for digests: bit n is the n-th flag.
    pub const fn bits(self) -> u32 {
        self.0
    }
}

/// Enemy units that see a unit: a set of units of one side, by their place in its forces.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Watchers(u64);

impl Watchers {
    /// No unit.
    pub const NONE: Self = Self(0);

    /// One unit, the n-th of its side from 0.
    pub const fn one(place: Id) -> Self {
        Self(1 << place)
    }

    /// Whether it has the n-th unit of the side.
    pub const fn has(self, place: Id) -> bool {
        self.0 >> place & 1 == 1
    }

    /// Whether it is empty.
    pub const fn is_none(self) -> bool {
        self.0 == 0
    }

    /// The units of both sets.
    #[must_use]
    pub const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The units in both sets.
    #[must_use]
    pub const fn common(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// The units that are not in another set.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The number of units.
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// The set as a number for digests: bit n is the n-th unit.
    pub const fn bits(self) -> u64 {
        self.0
    }
}

/// The state of a unit.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// Where it is; [`Forces`](super::Forces) changes it together with its index of cells.
    pub(super) place: Place,
    /// The facing of the hull or Gun, in 24ths.
    pub hull: u8,
    /// The heading of the turret, in 24ths.
    pub turret: u8,
    /// Stopped, moving or on overwatch.
    pub motion: Motion,
    /// Its condition.
    pub condition: Condition,
    /// Shot markers of the main gun, or of the infantry's weapon.
    pub shots: u8,
    /// Shot markers of the second gun.
    pub second_shots: u8,
    /// Its yes-or-no states.
    pub flags: Flags,
    /// The vehicle it will close-assault, or `NOBODY` (20).
    pub assault: Id,
    /// Movement points left when it stopped this phase, in twelfths (18).
    pub left: u16,
    /// The enemy units that saw it at the start of the phase (12).
    pub seen_first: Watchers,
    /// The direction in which it climbs a cliff of two levels, while it is between them (27).
    pub climbing: Option<Compass>,
}

impl State {
    /// The state in which a unit begins the battle. A unit that is on the board from the first turn is placed
    /// there by [`Forces`](super::Forces).
    pub(super) fn at_start(battle: &Battle, id: Id) -> Self {
        let (unit, start) = (battle.unit(id), battle.starts[usize::from(id)]);
        let mounted = unit.drive == Drive::Cavalry;
        let on_foot = unit.is_infantry() && unit.mortar.is_none() && !mounted;
        let carrier = match start.place {
            Place::Aboard(carrier) => Some(carrier),
            _ => None,
        };
        let mut state = Self {
            place: carrier.map_or(Place::Reserve, Place::Aboard),
            hull: start.facing,
            turret: start.facing,
            motion: match start.overwatch {
                _ if on_foot => Motion::Stopped,
                true => Motion::Overwatch,
                false => Motion::Moving,
            },
            ..Self::unknown()
        };
        state.set(Flag::Crouching, carrier.is_some_and(|carrier| battle.unit(carrier).kangaroo));
        state.set(Flag::Hidden, unit.hidden);
        state.set(Flag::DugIn, unit.dug_in != DugIn::NONE);
        state.set(Flag::Mounted, mounted);
        state.set(Flag::Packed, carrier.is_some() && (unit.is_large_gun() || unit.mortar.is_some()));
        state
    }

    /// A hidden unit of which nothing is known (29).
    pub(super) fn unknown() -> Self {
        Self {
            place: Place::Reserve,
            hull: 0,
            turret: 0,
            motion: Motion::default(),
            condition: Condition::default(),
            shots: 0,
            second_shots: 0,
            flags: Flags::NONE.with(Flag::Hidden),
            assault: NOBODY,
            left: 0,
            seen_first: Watchers::NONE,
            climbing: None,
        }
    }

    /// Where it is.
    pub const fn place(&self) -> Place {
        self.place
    }

    /// Whether a flag is set.
    pub const fn is(&self, flag: Flag) -> bool {
        self.flags.has(flag)
    }

    /// Sets or clears a flag.
    pub const fn set(&mut self, flag: Flag, on: bool) {
        self.flags = if on { self.flags.with(flag) } else { self.flags.without(flag) };
    }

    /// Records whether it was hidden as it opened fire: then it may be revealed (29).
    pub const fn open_fire(&mut self) {
        self.set(Flag::FiredHidden, self.is(Flag::Hidden));
    }

    /// Whether it is on the board or aboard, and not stunned.
    pub const fn is_able(&self) -> bool {
        matches!(self.place, Place::Board(_) | Place::Aboard(_)) && !self.condition.stunned
    }
}

/// The state of a group.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct GroupState {
    /// Units lost since the start.
    pub lost: u8,
    /// Whether it has lost a unit since its last morale phase.
    pub puffs: bool,
    /// Whether it retreats (11).
    pub retreats: bool,
}

/// A puff of smoke (30).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Puff {
    /// Its cell.
    pub cell: Spot,
    /// The side whose fire phases count it down.
    pub side: Side,
    /// Fire phases left.
    pub left: u8,
}
