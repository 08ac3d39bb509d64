//! The few verbs the screen knows by name, so that shortcuts work for every ruleset that uses them.

use crate::board::Compass;
use crate::game::ChoiceView;

/// Verbs that a bare direction plays.
pub const STEER: [&str; 2] = ["step", "retreat"];
/// The verb that Shift and a direction plays.
pub const TURN: &str = "turn";
/// Verbs that add a stand to what is being put together.
pub const JOIN: [&str; 3] = ["firer", "add", "battery"];
/// The verb that begins a group, to which marked stands are added.
pub const GROUP: &str = "group";
/// The verb that resolves an attack.
pub const COMMIT: &str = "fire";
/// The verb that completes what was put together.
pub const DONE: &str = "done";
/// The verb that lets a chance to fire go by.
pub const HOLD: &str = "hold";

/// Whether bare directions have something to play.
pub fn steers(choices: &[ChoiceView]) -> bool {
    choices.iter().any(|c| c.direction.is_some() && STEER.contains(&c.verb))
}

/// The choice of one of these verbs in a direction.
pub fn toward<'a>(choices: &'a [ChoiceView], verbs: &[&str], to: Compass) -> Option<&'a ChoiceView> {
    choices.iter().find(|c| c.direction == Some(to) && verbs.contains(&c.verb))
}

/// Whether this is a prompt for fire at a moving enemy.
pub fn reacting(choices: &[ChoiceView]) -> bool {
    choices.iter().any(|c| c.verb == HOLD)
}
