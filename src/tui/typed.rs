//! Text typed after `:`: a choice in notation, several separated by ";", or a ruleset's shorthand.

use crate::game::Session;
use crate::game::Shorthand;

use super::game::Game;
use super::keymap::Keymap;
use super::shown::Shown;

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

    /// Plays each part where it is asked for; a decision still open before it is closed once.
    fn play_shorthand(&mut self, short: Shorthand, keymap: &Keymap) -> bool {
        let Shorthand { mut parts, closing } = short;
        let (all, mut closed) = (parts.len(), false);
        while !parts.is_empty() {
            let next = match parts.iter().position(|part| self.shown.asks(part.asked_by)) {
                Some(place) => parts.remove(place).wanted,
                None if parts.len() == all => match closing.filter(|text| !closed && self.shown.offers(text))
                {
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

/// Whether a text is a choice of the present decision, or shorthand for one.
pub fn plays_typed(session: &dyn Session, shown: &Shown, text: &str) -> bool {
    shown.offers(text)
        || session.aids().shorthand(text).is_some_and(|short| {
            short.parts.iter().any(|part| shown.asks(part.asked_by))
                || short.closing.is_some_and(|closing| shown.offers(closing))
        })
}

impl Shown {
    fn offers(&self, notation: &str) -> bool {
        self.choices.iter().any(|choice| choice.notation == notation)
    }

    fn asks(&self, verbs: &[&str]) -> bool {
        self.choices.iter().any(|choice| verbs.contains(&choice.verb))
    }
}
