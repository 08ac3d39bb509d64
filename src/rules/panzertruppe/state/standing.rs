//! How units and platoons stand: what changes of them in a battle.

use super::position::Id;
use crate::game::Side;
use crate::rules::panzertruppe::firing::{Condition, Motion};

/// Where a unit is.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Place {
    /// On a cell.
    Board(u16),
    /// On or in a vehicle, or hitched to it.
    Aboard(Id),
    /// Not yet on the board.
    Reserve,
    /// Out of action, where it was.
    Lost(u16),
    /// Off the board in retreat, or abandoned.
    Gone,
}

/// Things that are so or not.
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
    /// It has had its turn in this movement phase.
    Moved,
    /// It has fired since it last moved (25).
    Betrayed,
    /// Heads down (24, 28).
    Crouching,
    /// Back from the edge of a hill (8).
    Back,
    /// Not seen by the enemy (29).
    Hidden,
    /// Fired from ambush: not in the next fire phase (12).
    Ambushed,
    /// Its anti-tank weapon is used up (17).
    Depleted,
    /// Still in its first hole (28).
    DugIn,
    /// Stunned during its own movement phase: the marker stays for the next (6).
    StunStays,
    /// Called fire this phase (21).
    Called,
    /// Gets down at the end of the phase (18).
    Unseated,
    /// Packed up: a large Gun limbered, a mortar dismantled (14, 22).
    Packed,
    /// Unhitched or unlimbered this phase: no overwatch (14).
    Unpacked,
    /// Cavalry in the saddle (18).
    Mounted,
    /// The flails are gone (34).
    FlailGone,
    /// On fire behind: abandoned in its next movement phase (17).
    Burning,
    /// Began this movement phase in motion (18).
    BeganMoving,
    /// Between two levels of a cliff (27).
    OnCliff,
    /// It has cleared mines, or pushed what clears them, in its last movement (34).
    Clearing,
    /// A Gun was hitched to it or unhitched from it this phase (14).
    Hitching,
    /// It has gone at least an inch this phase (14).
    Stepped,
    /// Riders got on or off after it had stopped: it may go on with what it has left (18).
    Restarts,
    /// It has crossed a hedgerow this phase: what it finds is told when the phase ends (23).
    Crossed,
    /// It was hidden when it fired in this phase (29).
    FiredHidden,
}

/// A unit as it stands.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// Where it is.
    pub place: Place,
    /// Where the hull, or the Gun, faces, in 24ths.
    pub hull: u8,
    /// Where the turret points, in 24ths.
    pub turret: u8,
    /// Stopped, in motion or on overwatch.
    pub motion: Motion,
    /// Stunned, immobilised.
    pub condition: Condition,
    /// Shot markers of the main gun, or of the infantry's weapon.
    pub shots: u8,
    /// Shot markers of the second gun.
    pub second_shots: u8,
    /// Bits of [`Flag`].
    pub flags: u32,
    /// The vehicle it is about to close-assault (20).
    pub assault: Id,
    /// Twelfths of a point it had left when it stopped this phase (18).
    pub left: u16,
    /// Enemy units that saw it before it set out this phase, as bits (12).
    pub seen_first: u64,
    /// The wind toward which it climbs between two levels of a cliff, counted from 1; else 0 (27).
    pub climbing: u8,
}

impl State {
    /// Whether something is so.
    pub const fn is(&self, flag: Flag) -> bool {
        self.flags & (1 << flag as u32) != 0
    }

    /// Makes it so, or not.
    pub const fn set(&mut self, flag: Flag, on: bool) {
        if on {
            self.flags |= 1 << flag as u32;
        } else {
            self.flags &= !(1 << flag as u32);
        }
    }

    /// Able to do anything at all.
    pub const fn is_able(&self) -> bool {
        matches!(self.place, Place::Board(_) | Place::Aboard(_)) && !self.condition.stunned
    }
}

/// A platoon as it stands.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct GroupState {
    /// Units lost since the start.
    pub lost: u8,
    /// It has lost units since its last morale phase.
    pub puffs: bool,
    /// It leaves the battle (11).
    pub retreats: bool,
}

/// A puff of smoke (30).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Puff {
    /// Its cell.
    pub cell: u16,
    /// Whose fire phases count it down.
    pub side: Side,
    /// Fire phases it still lasts.
    pub left: u8,
}
