//! The clock: the turn, whose it is, and the passage of time (9, 78).

use crate::game::Side;

/// How far the battle has come.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Clock {
    /// The side whose turn it is.
    pub active: Side,
    /// The player of that side whose part of the turn it is (77).
    pub platoon: u8,
    /// The turn, from 1; both sides move in each.
    pub turn: u16,
    /// Time passages so far.
    pub passages: u8,
}

impl Clock {
    /// The first turn.
    pub(in crate::rules::fireandmove) const fn new() -> Self {
        Self { active: Side::A, platoon: 0, turn: 1, passages: 0 }
    }
}
