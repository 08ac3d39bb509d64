//! What is typed after `:`: a choice in notation, a line in the shorthand of the book, or several of them with
//! ";" between them.

use super::desk::Frontdesk;
use super::game::Game;
use super::keymap::Keymap;

impl Game {
    /// Plays what was typed, part by part, as far as it is legal.
    pub fn play_typed(&mut self, text: &str, desk: &dyn Frontdesk, keymap: &Keymap) {
        for part in text.split(';').map(str::trim).filter(|part| !part.is_empty()) {
            let Some(mut dictation) = desk.shorthand(self.session.ruleset(), part) else {
                if !self.play(part, keymap) {
                    return;
                }
                continue;
            };
            while let Some(choice) = dictation(&self.choices) {
                if !self.play(&choice, keymap) {
                    return;
                }
            }
        }
    }
}
