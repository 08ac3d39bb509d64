//! The state with which a battle that continues an earlier one begins (scenario).

use crate::board::{Cell, Compass};
use crate::rules::matg::command::hand::Drawn;
use crate::rules::matg::works::laid::Labour;

/// The state of the battle apart from that of each stand.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct UnderWay {
    /// Hedgerows cut through: the square, and the direction in which a track runs (9.3.3).
    pub breaches: Vec<(Cell, Compass)>,
    /// Unfinished engineering tasks (11.5).
    pub labours: Vec<Labour>,
    /// How far surprise still lowers the cohesion level of each side (8.10.1.5).
    pub lowered: [u8; 2],
    /// The cards of each force (12.1); secret.
    pub drawn: [Vec<Drawn>; 2],
}
