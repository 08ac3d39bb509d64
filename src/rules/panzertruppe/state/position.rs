//! The position: everything that changes during a battle, in parts.

use std::sync::Arc;

use super::battle::Battle;
use super::forces::Forces;
use super::ground::Ground;
use super::support::Support;
use super::turn::Turn;

/// The position.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// The battle as its scenario sets it up.
    pub battle: Arc<Battle>,
    /// The ground as it is now.
    pub ground: Ground,
    /// The units of both sides.
    pub forces: Forces,
    /// The turn, the phase and the open decisions.
    pub turn: Turn,
    /// Aircraft and batteries.
    pub support: Support,
}

impl Position {
    /// The opening position of a battle.
    pub fn new(battle: Arc<Battle>) -> Self {
        let mut position = Self {
            ground: Ground::new(Arc::clone(&battle)),
            forces: Forces::new(Arc::clone(&battle)),
            turn: Turn::first(),
            support: Support::default(),
            battle,
        };
        position.open();
        position
    }
}
