//! A game in play: what a key pressed during a game may touch.

use crossterm::event::KeyEvent;

use super::game::Game;
use super::keymap::{Key, Keymap};
use super::next::Next;
use super::overlays::Overlays;
use super::services::Services;

/// A game with the windows over it, the keys that play it, and the player's files. It knows no other screen.
pub(super) struct Playing<'a> {
    pub game: &'a mut Game,
    pub overlays: &'a mut Overlays,
    pub keymap: &'a Keymap,
    pub services: &'a mut dyn Services,
    /// Only ASCII characters are shown.
    pub ascii: bool,
}

impl Playing<'_> {
    /// Keys that are read as text before any window: the hand-over, dice, messages, names of cells. `None` if the
    /// key is none of these.
    pub fn text_key(&mut self, event: &KeyEvent) -> Option<Next> {
        if self.game.asking.hand_over.is_some() {
            return Some(self.hand_over_key(event));
        }
        self.game.message = None;
        let rolls = self.overlays.is_empty() && self.game.session.awaiting().is_some();
        let read = rolls && self.dice_key(event) || self.message_key(event) || self.naming_key(event);
        read.then_some(Next::Stay)
    }

    /// A key that is bound to nothing: it may begin the name of a cell, or end what was begun.
    pub fn unbound_key(&mut self, key: Key, typed: &[Key]) -> bool {
        self.begin_name(key) || self.pass_from_within(typed)
    }
}
