//! Short names of stands for tight places on the screen: `PzIV F2`, `Gren '43`, `SdKfz 7/2`.
//!
//! They are made by rule, word by word, and never cut within a word. Where the rule gives two stands of a
//! nation the same name, or an odd one, the table of exceptions has the name.

use super::StandType;

/// The most characters that a short name should have.
pub const MOST: usize = 9;

// From `config/matg/short-names.toml`, each in order: WORDS with their usual abbreviations, an empty one for a word that
// is left out, and NAMES that the rule shortens badly.
include!(concat!(env!("OUT_DIR"), "/matg-short-names.rs"));

/// The short form of a word or name in one of these tables.
fn found(table: &[(&'static str, &'static str)], long: &str) -> Option<&'static str> {
    table.binary_search_by_key(&long, |(known, _)| known).ok().map(|at| table[at].1)
}

/// The short name of a stand, at most [`MOST`] characters where its words allow it.
#[must_use]
pub fn short_name(stand: &StandType) -> String {
    if let Some(short) = found(NAMES, &stand.name) {
        return short.to_owned();
    }
    let short = by_rule(&stand.name);
    match sections(&stand.name) {
        Some((name, number)) if has_twin(stand, name) => {
            let joined = format!("{}{number}", short.replace(' ', ""));
            if joined.chars().count() <= MOST { joined } else { short }
        }
        _ => short,
    }
}

/// The names for which the table has a short one, for tests.
pub fn exceptions() -> impl Iterator<Item = (&'static str, &'static str)> {
    NAMES.iter().copied()
}

/// A name without its sections, and those: "81mm Mortar" and "[3]".
fn sections(name: &str) -> Option<(&str, &str)> {
    let at = name.rfind(" [")?;
    name.ends_with(']').then(|| (&name[..at], &name[at + 1..]))
}

/// Whether the nation has the same stand with another number of sections.
fn has_twin(stand: &StandType, name: &str) -> bool {
    let twin = |other| other != stand.name && sections(other).is_some_and(|(same, _)| same == name);
    super::names(stand.nation).any(twin)
}

/// Abbreviates every word, then drops the last words, but not the year, until the name is short enough.
fn by_rule(name: &str) -> String {
    let name = without_brackets(name);
    if let Some(number) = name.strip_prefix("SdKfz ").and_then(|rest| rest.split(' ').next()) {
        let full = ["SdKfz ", "Kfz ", "Kfz"].map(|prefix| format!("{prefix}{number}"));
        if let Some(short) = full.into_iter().find(|short| short.chars().count() <= MOST) {
            return short;
        }
    }
    let mut words: Vec<String> =
        name.split([' ', ',']).map(abbreviated).filter(|word| !word.is_empty()).collect();
    if words.len() > 1 && words[0] == "Pz" && words[1].starts_with(['I', 'V', '3']) {
        let mark = words.remove(1);
        words[0].push_str(&mark);
    }
    let long = |words: &[String]| words.iter().map(|word| word.chars().count() + 1).sum::<usize>() > MOST + 1;
    while long(&words) && words.len() > 1 {
        let calibre = words[0].chars().all(|letter| letter.is_ascii_digit() || letter == '.');
        let joined = format!("{}{}", words[0], words[1]);
        let year = words.last().is_some_and(|word| word.starts_with('\''));
        if calibre && words[1].starts_with(char::is_alphabetic) && !long(&joined_with(&joined, &words[2..])) {
            words = joined_with(&joined, &words[2..]);
        } else if year && words.len() > 2 {
            words.remove(words.len() - 2);
        } else {
            words.pop();
        }
    }
    words.join(" ")
}

fn joined_with(first: &str, rest: &[String]) -> Vec<String> {
    std::iter::once(first.to_owned()).chain(rest.iter().cloned()).collect()
}

/// A name without its brackets of either kind and its quotation marks.
fn without_brackets(name: &str) -> String {
    let mut depth = 0_u8;
    let kept = name.chars().filter(|letter| {
        match letter {
            '(' | '[' => depth += 1,
            ')' | ']' => {
                depth = depth.saturating_sub(1);
                return false;
            }
            _ => {}
        }
        depth == 0 && *letter != '"'
    });
    kept.collect()
}

/// The usual abbreviation of a word; millimetres go without their unit.
fn abbreviated(word: &str) -> String {
    match found(WORDS, word) {
        Some(short) => short.to_owned(),
        None => match word.strip_suffix("mm") {
            Some(calibre) if calibre.chars().all(|letter| letter.is_ascii_digit() || letter == '.') => {
                calibre.to_owned()
            }
            _ => word.to_owned(),
        },
    }
}
