//! Fire missions in the notation of the record sheet: "1722 Open 2E Smoke" (7.6.3).

use crate::board::{Cell, Compass};
use crate::game::{Part, Shorthand};

/// Reads "1722 Open 2E" or "1016 Closed Smoke" as choices; the number of markers is that of the battery.
pub(in crate::rules::matg) fn fire(text: &str) -> Option<Shorthand> {
    let lower = text.to_ascii_lowercase();
    let mut words = lower.split_whitespace();
    let at: Cell = words.next()?.parse().ok()?;
    let (mut sheaf, mut ammunition) = (None, "explosive");
    while let Some(word) = words.next() {
        match word {
            "closed" => sheaf = Some("closed".to_owned()),
            "open" => {
                let letters: String = words.next()?.chars().filter(char::is_ascii_alphabetic).collect();
                let direction: Compass = letters.parse().ok()?;
                sheaf = Some(format!("open {direction}"));
            }
            "smoke" => ammunition = "smoke",
            "he" => ammunition = "explosive",
            _ => return None,
        }
    }
    let part = |wanted: String, asked_by| Part { wanted, asked_by };
    let mut parts = vec![part(format!("at {at}"), &["at"][..])];
    parts.push(part(ammunition.to_owned(), &["explosive", "smoke"]));
    parts.extend(sheaf.map(|sheaf| part(sheaf, &["open", "closed"])));
    // A battery group still being put together counts as complete.
    Some(Shorthand { parts, closing: Some("done") })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fire_is_written_as_on_the_record_sheet() {
        let read = |text: &str| -> Option<Vec<String>> {
            fire(text).map(|short| short.parts.into_iter().map(|part| part.wanted).collect())
        };
        let of = |parts: &[&str]| Some(parts.iter().map(|part| (*part).to_owned()).collect());
        assert_eq!(read("1722 Open 2E"), of(&["at 1722", "explosive", "open E"]));
        assert_eq!(read("1016 CLOSED Smoke"), of(&["at 1016", "smoke", "closed"]));
        assert_eq!(read("0816 open S2 HE"), of(&["at 0816", "explosive", "open S"]));
        assert_eq!(read("0816"), of(&["at 0816", "explosive"]));
        for other in ["at 1722", "1722 wide", "1722 open 2", "pass", ""] {
            assert_eq!(read(other), None, "{other}");
        }
    }
}
