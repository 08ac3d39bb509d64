//! What is typed after `:`: a choice in notation, several with ";" between them, or fire as a record sheet
//! writes it, "1722 Open 2E Smoke".

use crate::board::{Cell, Compass};

use super::game::Game;
use super::keymap::Keymap;

/// Fire as it is written on a record sheet.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Written {
    at: Cell,
    /// `open E` or `closed`.
    sheaf: Option<String>,
    smoke: bool,
}

impl Written {
    /// "1722 Open 2E", "1016 Closed Smoke"; the number of markers is the battery's to give.
    fn read(text: &str) -> Option<Self> {
        let lower = text.to_ascii_lowercase();
        let mut words = lower.split_whitespace();
        let at = words.next()?.parse().ok()?;
        let mut written = Self { at, sheaf: None, smoke: false };
        while let Some(word) = words.next() {
            match word {
                "closed" => written.sheaf = Some("closed".to_owned()),
                "open" => {
                    let letters: String = words.next()?.chars().filter(char::is_ascii_alphabetic).collect();
                    let direction: Compass = letters.parse().ok()?;
                    written.sheaf = Some(format!("open {direction}"));
                }
                "smoke" => written.smoke = true,
                "he" => written.smoke = false,
                _ => return None,
            }
        }
        Some(written)
    }
}

impl Game {
    /// Plays what was typed, part by part, as far as it is legal.
    pub fn play_typed(&mut self, text: &str, keymap: &Keymap) {
        for part in text.split(';').map(str::trim).filter(|part| !part.is_empty()) {
            let went_on = match Written::read(part) {
                Some(written) => self.play_written(&written, keymap),
                None => self.play(part, keymap),
            };
            if !went_on {
                return;
            }
        }
    }

    fn offers(&self, notation: &str) -> bool {
        self.choices.iter().any(|choice| choice.notation == notation)
    }

    /// Square, ammunition and sheaf, each where it is asked for.
    fn play_written(&mut self, written: &Written, keymap: &Keymap) -> bool {
        let at = format!("at {}", written.at);
        // A group of batteries that is still open is complete.
        if !self.offers(&at) && self.offers("done") && !self.play("done", keymap) {
            return false;
        }
        if !self.play(&at, keymap) {
            return false;
        }
        let ammunition = if written.smoke { "smoke" } else { "explosive" };
        for _ in 0..2 {
            let sheaf = written.sheaf.as_deref().filter(|sheaf| {
                self.offers(sheaf) || self.choices.iter().any(|choice| choice.verb == "open")
            });
            let next = if self.offers("explosive") { Some(ammunition) } else { sheaf };
            if let Some(next) = next.map(str::to_owned)
                && !self.play(&next, keymap)
            {
                return false;
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fire_reads_as_the_record_sheet_writes_it() {
        let read = |text| Written::read(text);
        let at = |text: &str| text.parse().unwrap();
        assert_eq!(
            read("1722 Open 2E"),
            Some(Written { at: at("1722"), sheaf: Some("open E".into()), smoke: false })
        );
        assert_eq!(
            read("1016 CLOSED Smoke"),
            Some(Written { at: at("1016"), sheaf: Some("closed".into()), smoke: true })
        );
        assert_eq!(
            read("0816 open S2"),
            Some(Written { at: at("0816"), sheaf: Some("open S".into()), smoke: false })
        );
        for other in ["at 1722", "1722 wide", "1722 open 2", "pass", ""] {
            assert_eq!(read(other), None, "{other}");
        }
    }
}
