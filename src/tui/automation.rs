//! What is done for the player without asking: standing orders, passes, shots declined.

use crate::deeds::Act;
use crate::game::Side;

use super::answer::Watch;
use super::standing::Standing;

/// The player's orders about decisions that are not to be asked, and what was done by them.
#[derive(Default)]
pub struct Automation {
    /// The standing orders.
    pub standing: Standing,
    /// The standing orders as they were last saved, or tried to be.
    pub kept: String,
    /// The side that passed last, with turn and phase.
    pub passed: Option<(Side, (u32, usize))>,
    /// Routine decisions that the player passed: side, kind, and what was offered.
    pub routines: Vec<(Side, &'static str, Vec<String>)>,
    /// The side that passes for the rest of a phase, with turn and phase.
    pub ending: Option<(Side, (u32, usize))>,
    /// The shots declined in this phase.
    pub watch: Watch,
    /// Shots that were declined without a prompt since the player's last decision.
    pub held: Vec<Act>,
    /// Standing orders are being carried out: the results count as events since the player's own decision.
    pub automatic: bool,
    /// Actions follow from orders or have no alternative: no key was pressed for them.
    pub unasked: bool,
}
