//! The state of units and groups: what changes of them during a battle.

use super::position::Id;
use crate::game::Side;
use crate::rules::panzertruppe::firing::{Condition, Motion};

/// Where a unit is.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Place {
    /// In a cell.
    Board(u16),
    /// Riding on or in a vehicle, or hitched to it.
    Aboard(Id),
    /// In reserve.
    Reserve,
    /// Out of action, in a cell.
    Lost(u16),
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

/// The state of a unit.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// Where it is.
    pub place: Place,
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
    /// Bits of [`Flag`].
    pub flags: u32,
    /// The vehicle it will close-assault, or nobody (20).
    pub assault: Id,
    /// Movement points left when it stopped this phase, in twelfths (18).
    pub left: u16,
    /// The enemy units that saw it at the start of the phase, as bits (12).
    pub seen_first: u64,
    /// The direction in which it climbs a cliff of two levels, counted from 1; else 0 (27).
    pub climbing: u8,
}

impl State {
    /// Whether a flag is set.
    pub const fn is(&self, flag: Flag) -> bool {
        self.flags & (1 << flag as u32) != 0
    }

    /// Sets or clears a flag.
    pub const fn set(&mut self, flag: Flag, on: bool) {
        if on {
            self.flags |= 1 << flag as u32;
        } else {
            self.flags &= !(1 << flag as u32);
        }
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
    pub cell: u16,
    /// The side whose fire phases count it down.
    pub side: Side,
    /// Fire phases left.
    pub left: u8,
}
