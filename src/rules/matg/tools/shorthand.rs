//! Fire typed as a record sheet writes it: "1722 Open 2E Smoke".

use crate::board::{Cell, Compass};
use crate::book::Dictation;
use crate::game::ChoiceView;

/// Square, ammunition and sheaf, each where it is asked for; `None` if the text is no fire.
pub fn dictation(text: &str) -> Option<Dictation> {
    let mut written = Written::read(text)?;
    Some(Box::new(move |offered| written.next(offered)))
}

/// Fire as it is written on a record sheet.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Written {
    at: Cell,
    /// The square is written.
    placed: bool,
    /// `open E` or `closed`.
    sheaf: Option<String>,
    smoke: bool,
    /// The ammunition is written.
    loaded: bool,
}

impl Written {
    /// "1722 Open 2E", "1016 Closed Smoke"; the number of markers is the battery's to give.
    fn read(text: &str) -> Option<Self> {
        let lower = text.to_ascii_lowercase();
        let mut words = lower.split_whitespace();
        let at = words.next()?.parse().ok()?;
        let mut written = Self { at, placed: false, sheaf: None, smoke: false, loaded: false };
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

    /// What to play next of the fire that is not yet written down.
    fn next(&mut self, choices: &[ChoiceView]) -> Option<String> {
        let offers = |notation: &str| choices.iter().any(|choice| choice.notation == notation);
        if !self.placed {
            let at = format!("at {}", self.at);
            // A group of batteries that is still open is complete.
            if !offers(&at) && offers("done") {
                return Some("done".to_owned());
            }
            self.placed = true;
            return Some(at);
        }
        if !self.loaded && offers("explosive") {
            self.loaded = true;
            return Some(if self.smoke { "smoke" } else { "explosive" }.to_owned());
        }
        let sheaf = self.sheaf.take()?;
        (offers(&sheaf) || choices.iter().any(|choice| choice.verb == "open")).then_some(sheaf)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fire_reads_as_the_record_sheet_writes_it() {
        let read = |text| Written::read(text);
        let fire = |at: &str, sheaf: &str, smoke| {
            let (at, sheaf) = (at.parse().unwrap(), Some(sheaf.to_owned()));
            Some(Written { at, placed: false, sheaf, smoke, loaded: false })
        };
        assert_eq!(read("1722 Open 2E"), fire("1722", "open E", false));
        assert_eq!(read("1016 CLOSED Smoke"), fire("1016", "closed", true));
        assert_eq!(read("0816 open S2"), fire("0816", "open S", false));
        for other in ["at 1722", "1722 wide", "1722 open 2", "pass", ""] {
            assert_eq!(read(other), None, "{other}");
        }
    }
}
