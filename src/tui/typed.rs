//! Text typed after `:`: a choice in notation, several separated by ";", or a ruleset's shorthand.

use crate::game::Shorthand;

use super::game::Game;
use super::keymap::Keymap;

impl Game {
    /// Plays a typed text part by part, as far as it is legal.
    pub fn play_typed(&mut self, text: &str, keymap: &Keymap) {
        for part in text.split(';').map(str::trim).filter(|part| !part.is_empty()) {
            let went_on = match self.session.aids().shorthand(part) {
                Some(short) => self.play_shorthand(short, keymap),
                None => self.play(part, keymap),
            };
            if !went_on {
                return;
            }
        }
    }

    /// Whether a text is a choice of the present decision, or shorthand for one.
    pub fn plays_typed(&self, text: &str) -> bool {
        self.offers(text)
            || self.session.aids().shorthand(text).is_some_and(|short| {
                short.parts.iter().any(|part| self.asks(part.asked_by))
                    || short.closing.is_some_and(|closing| self.offers(closing))
            })
    }

    fn offers(&self, notation: &str) -> bool {
        self.shown.choices.iter().any(|choice| choice.notation == notation)
    }

    fn asks(&self, verbs: &[&str]) -> bool {
        self.shown.choices.iter().any(|choice| verbs.contains(&choice.verb))
    }

    /// Plays each part where it is asked for; a decision still open before it is closed once.
    fn play_shorthand(&mut self, short: Shorthand, keymap: &Keymap) -> bool {
        let Shorthand { mut parts, closing } = short;
        let (all, mut closed) = (parts.len(), false);
        while !parts.is_empty() {
            let next = match parts.iter().position(|part| self.asks(part.asked_by)) {
                Some(place) => parts.remove(place).wanted,
                None if parts.len() == all => match closing.filter(|text| !closed && self.offers(text)) {
                    Some(text) => {
                        closed = true;
                        text.to_owned()
                    }
                    // It is refused, and the player reads why.
                    None => parts.remove(0).wanted,
                },
                None => return true,
            };
            if !self.play(&next, keymap) {
                return false;
            }
        }
        true
    }
}
