//! How the computer's actions come onto the screen.

/// The computer as the screen follows it.
#[derive(Default)]
pub struct Computer {
    /// Whether the computer is thinking about this position, or its action is about to be shown.
    pub thinking: bool,
    /// Whether it has been thinking for a noticeable time.
    pub pondering: bool,
    /// The computer's choice that could not be saved and will be tried again.
    pub stalled: Option<String>,
    /// Whether the player has paused the computer.
    pub waits: bool,
    /// The player does not want to watch: the computer plays without pauses until the next decision.
    pub skips: bool,
    /// The last action of the computer shows something new: it stays on screen for a moment.
    pub shows: bool,
    /// The unit that the last action showed.
    pub shown_by: String,
    /// The computer plays the rest for both sides, since this many actions.
    pub played_out: Option<u32>,
    /// The computer is answering an action of a player who can't see its hand.
    pub answers: bool,
}
