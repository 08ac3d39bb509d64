//! The score: VP, Control and the result.

use crate::side::Side;

/// How the sides stand by the Victory Conditions.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Score {
    /// VP of each side.
    pub points: [u16; 2],
    /// The side that Controls each victory building (S16).
    pub control: Vec<Option<Side>>,
    /// The winner and the reason, once the game is over.
    pub over: Option<(Side, String)>,
}
