//! What a player at this keyboard is asked, and whether the question comes as a surprise.

use crate::game::Side;
use crate::game::view::TurnPhase;

/// The question to the player, and how far it has been answered.
#[derive(Default)]
pub struct Asking {
    /// The last decision that a player at this keyboard was asked: its side and kind.
    pub asked: Option<(Side, &'static str)>,
    /// The turn and phase in which that was.
    pub asked_when: TurnPhase,
    /// Whether the enemy has had a decision other than a reaction since then.
    pub enemy_turn: bool,
    /// Whether the player could not expect this prompt and it has not been drawn yet.
    pub unseen: bool,
    /// The player is putting together a reaction: it is part of the enemy's turn.
    pub reacts: bool,
    /// The player to take the keyboard next; the game is hidden meanwhile.
    pub hand_over: Option<Side>,
    /// The result typed so far for the awaited roll.
    pub face: String,
    /// The choice that the player was warned of.
    pub warned: Option<String>,
    /// The message is about a shot that was declined without a prompt.
    pub told_passing: bool,
}
