//! Balance provisions of a scenario: what gives one side a better chance where the other usually wins.
//!
//! ```toml
//! [[balance]]
//! side = "americans"                       # the side it helps
//! text = "the Germans are beaten at 40%."
//! set = { "side.germans.breaks" = 40 }     # values of this file and what they become
//! ```
//!
//! A provision may have a `key` beside a `side`, by which it is asked for instead: "measured" is the one that makes a battle
//! even by measurement, where the side has another from the rulebook.
//!
//! A step of a path is a key, or in a list the entry whose `key`, `side`, `tag` or `name` it is, or its number from 1.
//! A provision may instead say in its ruleset's own terms what it changes; the reader of the ruleset then applies it
//! to the sides that the scenario names in `favour`.

use std::collections::BTreeMap;
use std::ops::Range;

use serde::Deserialize;
use toml::de::{DeTable, DeValue};

use super::Spanned;

/// The key of the provision that makes a battle even by measurement, where a side has others from the rulebook.
pub const MEASURED: &str = "measured";

/// A provision in favour of one side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Provision {
    /// What it is asked for by: the side it helps, or a word of its own.
    pub key: String,
    /// What it does, as a sentence that follows "for the Americans:".
    pub text: String,
}

/// Why a side cannot be favoured.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CannotFavour {
    /// The scenario has no such provision.
    #[error("there is no balance for \"{key}\" in this scenario{}", expected(.known))]
    None {
        /// What was asked for.
        key: String,
        /// The keys there are.
        known: Vec<String>,
    },
    /// A path of `set` leads nowhere.
    #[error("there is no \"{path}\" in this scenario")]
    Nowhere {
        /// The path.
        path: String,
        /// The bytes of its value in `set`.
        at: Range<usize>,
    },
}

impl CannotFavour {
    /// Where the fault is in the scenario.
    pub fn at(&self) -> Range<usize> {
        match self {
            Self::None { .. } => 0..0,
            Self::Nowhere { at, .. } => at.clone(),
        }
    }
}

fn expected(known: &[String]) -> String {
    if known.is_empty() { String::new() } else { format!(", expected {}", known.join(" or ")) }
}

#[derive(Deserialize)]
struct Provisions {
    #[serde(default)]
    balance: Vec<Lines>,
}

#[derive(Deserialize)]
struct Lines {
    key: Option<String>,
    side: String,
    text: String,
    #[serde(default)]
    set: BTreeMap<String, Spanned<i64>>,
}

fn read(text: &str) -> Vec<Lines> {
    // Without this word there are none, and most scenarios need not be parsed.
    let lines = if text.contains("[[balance]]") { super::from_toml(text).ok() } else { None };
    lines.map_or_else(Vec::new, |read: Provisions| read.balance)
}

/// The provisions of a scenario; none if it cannot be read.
pub fn provisions(text: &str) -> Vec<Provision> {
    read(text).into_iter().map(|lines| Provision { key: lines.key().to_owned(), text: lines.text }).collect()
}

/// The scenario with the provision of this key.
///
/// # Errors
/// There is none, or it changes a value that the scenario does not have.
pub fn favouring(text: &str, key: &str) -> Result<String, CannotFavour> {
    let all = read(text);
    let Some(lines) = all.iter().find(|lines| lines.key() == key) else {
        let known = all.iter().map(|lines| lines.key().to_owned()).collect();
        return Err(CannotFavour::None { key: key.to_owned(), known });
    };
    let mut changes = lines.changes(text)?;
    changes.sort_by_key(|(at, _)| std::cmp::Reverse(at.start));
    let mut favoured = text.to_owned();
    for (at, value) in changes {
        favoured.replace_range(at, &value);
    }
    Ok(naming(&favoured, &[key]))
}

/// The scenario with the line that names its provisions in force, after the line of the ruleset.
pub fn naming(text: &str, keys: &[impl AsRef<str>]) -> String {
    let quoted: Vec<String> = keys.iter().map(|key| format!("\"{}\"", key.as_ref())).collect();
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let head = lines.iter().position(|line| line.starts_with("ruleset")).map_or(0, |at| at + 1);
    let (before, after) = lines.split_at(head);
    format!("{}favour = [{}]\n{}", before.concat(), quoted.join(", "), after.concat())
}

/// The provisions that change a value which the scenario does not have.
pub fn misdirected(text: &str) -> Vec<CannotFavour> {
    read(text).iter().filter_map(|lines| lines.changes(text).err()).collect()
}

impl Lines {
    fn key(&self) -> &str {
        self.key.as_ref().unwrap_or(&self.side)
    }

    /// The places in the file that the provision changes, and their new text: the values of `set`, and the briefing,
    /// which says so.
    fn changes(&self, text: &str) -> Result<Vec<(Range<usize>, String)>, CannotFavour> {
        let mut changes = Vec::new();
        let Some(root) = DeTable::parse(text).ok().filter(|_| !self.set.is_empty()) else {
            return Ok(changes);
        };
        let root = root.get_ref();
        for (path, value) in &self.set {
            let steps: Vec<&str> = path.split('.').collect();
            let (first, rest) = steps.split_first().unwrap_or((&"", &[]));
            let found = root.get(*first).and_then(|value| follow(value, rest));
            let at = found.ok_or_else(|| CannotFavour::Nowhere { path: path.clone(), at: value.span() })?;
            changes.push((at, value.get_ref().to_string()));
        }
        let briefing = root.get("briefing");
        if let Some((briefing, words)) = briefing.and_then(|value| Some((value, value.get_ref().as_str()?))) {
            let words = format!("{}\n\nBalance: {}\n", words.trim_end(), self.text);
            changes.push((briefing.span(), toml::Value::String(words).to_string()));
        }
        Ok(changes)
    }
}

/// The bytes of the value to which a path leads.
fn follow(value: &toml::Spanned<DeValue<'_>>, steps: &[&str]) -> Option<Range<usize>> {
    let Some((step, rest)) = steps.split_first() else { return Some(value.span()) };
    let next = match value.get_ref() {
        DeValue::Table(table) => table.get(*step)?,
        DeValue::Array(list) => {
            let named = |entry: &&toml::Spanned<DeValue<'_>>| {
                ["key", "side", "tag", "name"].iter().any(|key| {
                    entry
                        .get_ref()
                        .as_table()
                        .and_then(|table| table.get(*key))
                        .is_some_and(|value| value.get_ref().as_str() == Some(step))
                })
            };
            let number = || list.get(step.parse::<usize>().ok()?.checked_sub(1)?);
            list.iter().find(named).or_else(number)?
        }
        _ => return None,
    };
    follow(next, rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "format = 1\nruleset = \"x\"\nturns = 10 # of them\n\n[[side]]\nkey = \"a\"\nbreaks = 70\n\n[[side]]\n\
                        key = \"b\"\nbreaks = 60\n\n[[aim]]\nside = \"b\"\nby = 3\n\n[[balance]]\nside = \"a\"\ntext = \"t\"\n\
                        set = { turns = 12, \"side.b.breaks\" = 40, \"aim.b.by\" = 2, \"side.1.breaks\" = 99 }\n";

    #[test]
    fn values_are_changed_where_they_stand() {
        let favoured = favouring(TEXT, "a").unwrap();
        let expected = TEXT
            .replace("ruleset = \"x\"\n", "ruleset = \"x\"\nfavour = [\"a\"]\n")
            .replace("turns = 10 #", "turns = 12 #")
            .replace("breaks = 60", "breaks = 40")
            .replace("breaks = 70", "breaks = 99")
            .replace("by = 3", "by = 2");
        assert_eq!(favoured, expected);
    }

    #[test]
    fn a_provision_of_its_own_key_is_asked_for_by_it() {
        let text = format!(
            "{TEXT}\n[[balance]]\nkey = \"measured\"\nside = \"a\"\ntext = \"m\"\nset = {{ turns = 14 }}\n"
        );
        let keys: Vec<String> = provisions(&text).into_iter().map(|provision| provision.key).collect();
        assert_eq!(keys, ["a", "measured"]);
        assert!(favouring(&text, "a").unwrap().contains("turns = 12 #"));
        let measured = favouring(&text, "measured").unwrap();
        assert!(measured.contains("favour = [\"measured\"]\nturns = 14 #"), "{measured}");
    }

    #[test]
    fn what_is_not_there_is_refused() {
        assert_eq!(
            favouring(TEXT, "b").unwrap_err().to_string(),
            "there is no balance for \"b\" in this scenario, expected a"
        );
        assert_eq!(
            favouring("x = 1\n", "b").unwrap_err().to_string(),
            "there is no balance for \"b\" in this scenario"
        );
        let wrong = TEXT.replace("side.b.breaks", "side.c.breaks");
        let error = favouring(&wrong, "a").unwrap_err();
        assert_eq!(error.to_string(), "there is no \"side.c.breaks\" in this scenario");
        assert_eq!(misdirected(&wrong), [error]);
        assert_eq!(misdirected(TEXT), []);
    }
}
