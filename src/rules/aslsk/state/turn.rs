//! The turn: whose it is, how far it has come, and the open decisions.

use crate::rules::aslsk::board::Place;
use crate::rules::aslsk::turn::Frame;
use crate::rules::aslsk::turn::phase::Phase;
use crate::side::Side;

/// Where the game is in the Sequence of Play (3), with the records of this phase.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Turn {
    /// The game turn, from 1.
    pub number: u8,
    /// The ATTACKER.
    pub attacker: Side,
    /// The current phase.
    pub phase: Phase,
    /// Something other than Smoke has been fired in this phase, so no more Smoke may be (6.2d).
    pub closed_to_smoke: bool,
    /// Attacks made in this phase, or at this MF expenditure: firing hex and target hex (3.2.2g).
    pub shots: Vec<(Place, Place)>,
    /// For each group, whether its reinforcements are still to come.
    pub awaited: Vec<bool>,
    /// Open decisions, the innermost last.
    pub frames: Vec<Frame>,
}
