//! The open decisions, and how the battle ended.

use crate::game::Side;

use crate::rules::fireandmove::turn::Deal;
use crate::rules::fireandmove::turn::sequence::Frame;

/// The open decisions. There is one exactly as long as the battle has not ended.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Decisions {
    /// Open decisions, the innermost last; empty when the battle is over.
    pub frames: Vec<Frame>,
    /// How it ended.
    pub ended: Option<Ending>,
}

/// How a battle ended.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Ending {
    /// The victor.
    pub winner: Option<Side>,
    /// Whether a side broke; otherwise time ran out.
    pub broken: bool,
    /// Points held by each side.
    pub points: [u8; 2],
}

impl Decisions {
    /// The first decision of a battle.
    pub(in crate::rules::fireandmove) fn new() -> Self {
        Self { frames: vec![Deal.into()], ended: None }
    }
}
