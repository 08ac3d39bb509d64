//! Words and strings as a journal writes them.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde::{Deserialize, Deserializer, de};

use super::MARK;
use crate::game::{Level, Manner, Seat, Temper};

/// A seat as a save writes it: "human", "program normal", "program hard bold".
pub fn seat_words(seat: Seat) -> String {
    match seat {
        // A save does not know which terminal reads it.
        Seat::Human | Seat::Elsewhere => "human".into(),
        Seat::Program(manner) => format!("program {}", manner_words(manner)),
    }
}

/// A manner as a save writes it: "normal", "easy bold". The levels that play options out always name their
/// temper: "program hard" alone is in older saves, and played like normal.
pub fn manner_words(Manner { level, temper, .. }: Manner) -> String {
    let word = level_word(level);
    if temper == Temper::Steady && !level.searches() {
        word.to_owned()
    } else {
        format!("{word} {}", temper_word(temper))
    }
}

/// A temper as a save writes it: "bold".
pub const fn temper_word(temper: Temper) -> &'static str {
    match temper {
        Temper::Cautious => "cautious",
        Temper::Steady => "steady",
        Temper::Bold => "bold",
        Temper::Surprise => "surprise",
    }
}

/// A level as a save writes it: "normal".
pub const fn level_word(level: Level) -> &'static str {
    match level {
        Level::Random => "random",
        Level::Statue => "statue",
        Level::Easy => "easy",
        Level::Normal => "normal",
        Level::Hard => "hard",
        Level::Expert => "expert",
    }
}

/// The seat that the words of a save mean.
pub fn seat_of(words: &str) -> Option<Seat> {
    match words {
        "human" => Some(Seat::Human),
        "program hard" => Some(Seat::program(Level::Normal)),
        _ => manner_of(words.strip_prefix("program ")?).map(Seat::Program),
    }
}

/// The manner that words mean, as [`manner_words`] writes them.
fn manner_of(words: &str) -> Option<Manner> {
    let manners = Level::ALL
        .into_iter()
        .flat_map(|level| Temper::ALL.map(|temper| Manner { temper, ..level.steady() }));
    manners.filter(|manner| manner.level != Level::Statue).find(|&manner| manner_words(manner) == words)
}

fn seat_error<E: de::Error>(words: &str) -> E {
    E::custom(format!(
        "\"{words}\" is not a seat: expected \"human\" or \"program\" and random, easy, \
     normal, hard or expert, with a temper"
    ))
}

pub(super) fn some_seat<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Seat>, D::Error> {
    let words = String::deserialize(from)?;
    seat_of(&words).map(Some).ok_or_else(|| seat_error(&words))
}

pub(super) fn seats<'de, D: Deserializer<'de>>(from: D) -> Result<BTreeMap<String, Seat>, D::Error> {
    let words = BTreeMap::<String, String>::deserialize(from)?;
    if words.len() != 2 {
        return Err(de::Error::custom("expected a seat for each of the two sides"));
    }
    let seat =
        |(side, words): (String, String)| Ok((side, seat_of(&words).ok_or_else(|| seat_error(&words))?));
    words.into_iter().map(seat).collect()
}

/// A TOML string on one line.
pub fn quoted(text: &str) -> String {
    quote(text, |_| false)
}

/// The same in pure ASCII, so that a torn write can never split a character.
pub(super) fn quoted_ascii(text: &str) -> String {
    quote(text, |c| !c.is_ascii())
}

fn quote(text: &str, escape: impl Fn(char) -> bool) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            '\n' => quoted.push_str("\\n"),
            c if c.is_control() || escape(c) => {
                let _ = write!(quoted, "\\U{:08X}", u32::from(c));
            }
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

/// A multi-line TOML string, or a quoted one where that would not read back the same.
pub(super) fn block(text: &str) -> String {
    let odd = |c: char| c.is_control() && c != '\n' && c != '\t';
    let plain = !text.contains("'''")
        && !text.ends_with('\'')
        && !text.contains(odd)
        && !text.lines().any(|line| line.trim_end() == MARK);
    if plain { format!("'''\n{text}'''") } else { quoted(text) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seat_is_read_as_it_is_written() {
        for level in Level::ALL.into_iter().filter(|&level| level != Level::Statue) {
            for temper in Temper::ALL {
                let seat = Seat::Program(Manner { temper, ..level.steady() });
                assert_eq!(seat_of(&seat_words(seat)), Some(seat), "{}", seat_words(seat));
            }
        }
        assert_eq!(seat_words(Seat::program(Level::Normal)), "program normal", "as older saves write it");
        assert_eq!(seat_of("program hard"), Some(Seat::program(Level::Normal)), "it played like normal");
    }
}
