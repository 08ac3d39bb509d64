//! The position: the battle, and the four parts of it that change.

use std::sync::Arc;

use super::{Battle, Forces, Ground, Score, Turn};

/// One moment of a game.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// The facts that the scenario fixes for the whole game.
    pub battle: Arc<Battle>,
    /// The map and everything that lies on it.
    pub ground: Ground,
    /// Units and Weapons.
    pub forces: Forces,
    /// Turn, phase and open decisions.
    pub turn: Turn,
    /// VP, Control and the result.
    pub score: Score,
}
