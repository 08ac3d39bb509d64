//! What a battle that goes on from an earlier one begins with (scenario).

use crate::board::{Cell, Compass};
use crate::rules::matg::command::determination::Drawn;
use crate::rules::matg::works::laid::Labour;

/// What has been done before the battle begins, beside the state of each stand.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct UnderWay {
    /// Hedgerows cut through: the square, and the direction in which a track runs (9.3.3).
    pub breaches: Vec<(Cell, Compass)>,
    /// Labours that are half done (11.5).
    pub labours: Vec<Labour>,
    /// By how much surprise still lowers each side's cohesion level (8.10.1.5).
    pub lowered: [u8; 2],
    /// The cards of each force (12.1); secret.
    pub drawn: [Vec<Drawn>; 2],
}
