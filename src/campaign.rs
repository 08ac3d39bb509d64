//! Campaigns: battles fought one after another, in which losses and experience carry over.
//!
//! A campaign is a TOML file that names existing scenarios ([`reading`]). Between two battles a force makes good
//! some of its losses and the rest is taken off the next scenario ([`fitting`]). Progress is a file of its own
//! ([`progress`]) from which the state of the campaign is worked out ([`standing`]); [`telling`] puts it in words.
//! A ruleset supplies what only it knows: which units are left after a battle, and what experience does.

pub mod fitting;
pub mod progress;
mod reading;
pub mod standing;
pub mod telling;

use std::collections::BTreeMap;

use crate::reading::Read;
use crate::registry::Ruleset;
use crate::side::Side;

/// Numbers of units by kind, as the scenario editor names the kinds.
pub type Count = BTreeMap<String, u32>;

/// The highest level of experience.
pub const HIGHEST: u8 = 3;

/// A campaign.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Campaign {
    /// Its ruleset.
    pub ruleset: Ruleset,
    /// Its title.
    pub title: String,
    /// What it is about, in paragraphs.
    pub briefing: String,
    /// The two forces.
    pub forces: [Force; 2],
    /// The battles, the first one first; a battle leads only to later ones.
    pub battles: Vec<Battle>,
    /// The texts for its end, by winner.
    pub ending: ByResult<Option<String>>,
}

/// A force: one player's troops in every battle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Force {
    /// Its key in the file.
    pub key: String,
    /// Its name.
    pub name: String,
    /// Whether losses and experience carry over; otherwise it is fresh in every battle.
    pub carries: bool,
    /// The percentage of its losses made good before each battle.
    pub replacements: u8,
    /// The least strength of each class of units in a battle, as a percentage of what the scenario gives it.
    pub at_least: u8,
}

/// A battle of a campaign.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Battle {
    /// Its key in the file.
    pub key: String,
    /// The name of its scenario.
    pub scenario: String,
    /// The text shown before it.
    pub story: String,
    /// The force on each side of the scenario, an index into [`Campaign::forces`].
    pub forces: [usize; 2],
    /// Victory points for its winner.
    pub points: u32,
    /// The battle that follows, by result; `None` ends the campaign.
    pub next: ByResult<Option<usize>>,
}

/// Something for each result of a battle, or of the campaign.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ByResult<T> {
    /// If a force has won.
    pub won: [T; 2],
    /// If neither has.
    pub draw: T,
}

impl<T> ByResult<T> {
    /// The one for a winner.
    pub fn of(&self, winner: Option<usize>) -> &T {
        winner.map_or(&self.draw, |force| &self.won[force])
    }
}

/// The keys of a scenario's sides, by its name; or why it can't be used.
pub type Sides<'a> = dyn Fn(Ruleset, &str) -> Result<[String; 2], String> + 'a;

impl Campaign {
    /// Reads a campaign, with warnings. `file` is the name for messages; `sides` knows the scenarios.
    ///
    /// # Errors
    /// Every fault in the text.
    pub fn read(file: &str, text: &str, sides: &Sides<'_>) -> Read<Self> {
        reading::read(file, text, sides)
    }

    /// Whether a text is a campaign and not a scenario.
    pub fn is_one(text: &str) -> bool {
        let begins = |start: &str| text.lines().any(|line| line.trim_end() == start);
        begins("[[force]]") && begins("[[battle]]")
    }

    /// The force with this key.
    pub fn force(&self, key: &str) -> Option<usize> {
        self.forces.iter().position(|force| force.key == key)
    }

    /// The most battles that can be fought from this one on.
    pub fn longest_from(&self, battle: usize) -> usize {
        let next = &self.battles[battle].next;
        let after = next.won.iter().chain([&next.draw]).flatten();
        1 + after.map(|&next| self.longest_from(next)).max().unwrap_or(0)
    }
}

impl Battle {
    /// The side of its scenario on which a force fights.
    pub fn side(&self, force: usize) -> Side {
        if self.forces[0] == force { Side::A } else { Side::B }
    }
}

/// Counts kinds.
pub fn count(kinds: impl IntoIterator<Item = String>) -> Count {
    let mut count = Count::new();
    for kind in kinds {
        *count.entry(kind).or_default() += 1;
    }
    count
}
