//! What a screen asks for beyond itself: another screen, or the end.

use crate::game::Session;

use super::services::StartingPoint;
use super::setup::Form;

/// What follows a key beyond the screen that it was pressed on.
#[must_use]
pub(super) enum Next {
    /// Nothing: the screen stays.
    Stay,
    /// The screen before this one: the title, or the editor that a battle is tested from.
    Leave,
    /// The setup form of a battle.
    SetUp(Box<Form>),
    /// A game.
    Open(Box<Opening>),
    /// The scenario editor.
    Edit(StartingPoint),
    /// The campaign that the battle belongs to.
    Campaign,
    /// Another battle, as chosen in the final report.
    Another(usize),
    /// Stand To ends.
    Quit,
}

/// A game to be opened.
pub(super) struct Opening {
    /// The game.
    pub session: Box<dyn Session>,
    /// It is only watched.
    pub watched: bool,
    /// The battle in the editor that is tested.
    pub tested: Option<StartingPoint>,
    /// A message to begin with.
    pub message: Option<String>,
}

impl Next {
    /// Opens a game to be played.
    pub fn play(session: Box<dyn Session>) -> Self {
        Self::Open(Box::new(Opening { session, watched: false, tested: None, message: None }))
    }

    /// Opens a game to be watched.
    pub fn watch(session: Box<dyn Session>) -> Self {
        Self::Open(Box::new(Opening { session, watched: true, tested: None, message: None }))
    }
}
