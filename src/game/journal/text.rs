//! Words and strings as a journal writes them.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde::{Deserialize, Deserializer, de};

use super::MARK;
use crate::game::{Level, Seat};

/// A seat as a save writes it: "human", "program normal".
pub fn seat_words(seat: Seat) -> String {
    match seat {
        // A save does not know which terminal reads it.
        Seat::Human | Seat::Elsewhere => "human".into(),
        Seat::Program(level) => format!("program {}", level_word(level)),
    }
}

/// A level as a save writes it: "normal".
pub const fn level_word(level: Level) -> &'static str {
    match level {
        Level::Random => "random",
        Level::Statue => "statue",
        Level::Easy => "easy",
        Level::Normal => "normal",
    }
}

/// The seat that the words of a save mean. Older saves have a level "hard", which played like normal.
pub fn seat_of(words: &str) -> Option<Seat> {
    if words == "program hard" {
        return Some(Seat::Program(Level::Normal));
    }
    let seats = [Level::Random, Level::Easy, Level::Normal].map(Seat::Program);
    [Seat::Human].into_iter().chain(seats).find(|&seat| seat_words(seat) == words)
}

fn seat_error<E: de::Error>(words: &str) -> E {
    E::custom(format!(
        "\"{words}\" is not a seat: expected \"human\" or \"program\" and random, easy or \
     normal"
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
