//! The contents of the built-in scenarios, so that a list need not read them: a constant made of
//! `scenarios/contents.toml` when the program is built. A test compares it with the scenarios.

use crate::registry::Ruleset;

/// A scenario as the title screen and `standto list` show it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Contents {
    /// The scenario: its ruleset and its name, with a slash between them.
    pub scenario: &'static str,
    /// Its title.
    pub title: &'static str,
    /// Whether it is a tutorial.
    pub teaches: bool,
    /// Number of turns.
    pub turns: u32,
    /// Key and name of each side, in scenario order.
    pub sides: [(&'static str, &'static str); 2],
    /// What each balance provision is asked for by, and what it does.
    pub balance: &'static [(&'static str, &'static str)],
    /// Its briefing, one string per paragraph.
    pub summary: &'static [&'static str],
}

/// Every built-in scenario.
const ALL: &[Contents] = include!(concat!(env!("OUT_DIR"), "/contents.rs"));

impl Contents {
    /// The contents of a built-in scenario.
    pub fn of(ruleset: Ruleset, name: &str) -> Option<&'static Self> {
        ALL.iter().find(|contents| contents.scenario.split_once('/') == Some((ruleset.id(), name)))
    }
}
