//! The header of a journal: what is fixed when a game begins.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde::Deserialize;

use super::FORMAT;
use super::terms::Terms;
use super::text::{block, quoted, seat_words, seats};
use crate::game::{Digest, Seat};

/// Where the dice come from.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DiceKind {
    /// The computer rolls.
    #[default]
    Seeded,
    /// The player rolls and types the results.
    Typed,
}

/// The undo rule.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Undo {
    /// Everything; undoing a roll is counted.
    #[default]
    Free,
    /// Nothing that has rolled dice or revealed a secret: the default for two players.
    Strict,
}

impl Undo {
    /// The default: strict for two players, free otherwise.
    pub fn usual(seats: [Seat; 2]) -> Self {
        if seats.iter().all(|&seat| seat == Seat::Human) { Self::Strict } else { Self::Free }
    }
}

/// The facts fixed when a game begins.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Header {
    /// [`FORMAT`], or an older one.
    format: u32,
    /// The id of the ruleset.
    pub ruleset: String,
    /// The name of the scenario: "introductory".
    pub scenario: String,
    /// Its title.
    pub title: String,
    /// [`fingerprint`] of the scenario text.
    pub scenario_hash: String,
    /// The version of Stand To that began the game.
    pub program: String,
    /// The seed of the dice and of the computer's thinking.
    pub seed: u64,
    /// Enough random digits that the seed cannot be found by trying all seeds against the first
    /// [`Seal`](super::Seal). A game that has them is sealed.
    #[serde(default)]
    pub salt: Option<String>,
    /// Where the dice come from.
    pub dice: DiceKind,
    /// [`fingerprint`] of the scenario before optional rules were set for this game.
    #[serde(default)]
    pub switched_from: Option<String>,
    /// When the game was begun, as the caller writes it.
    pub started: Option<String>,
    /// The player of each side at the start, by side key.
    #[serde(deserialize_with = "seats")]
    pub seats: BTreeMap<String, Seat>,
    /// The version of the rules it is played with ([`crate::game::Rules::VERSION`]); 0 in saves older than
    /// these versions.
    #[serde(default)]
    pub rules: u32,
    /// The undo rule.
    #[serde(default)]
    pub undo: Undo,
    /// The terms of a battle between two terminals; `None` for any other game.
    #[serde(default)]
    pub shared: Option<Terms>,
    /// Custom data, name and text: part of the battle like the scenario. A ruleset reads its position from
    /// the scenario and these ([`Header::with_tables`]), never from the player's current folder.
    #[serde(default)]
    pub tables: BTreeMap<String, String>,
    /// The scenario itself, so that the game survives changes to its file.
    #[serde(default)]
    scenario_text: Option<ScenarioText>,
}

#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ScenarioText {
    source: String,
}

/// Why a game cannot be resumed with the scenario at hand.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ScenarioMismatch {
    /// The text in the save is not the one the game was begun with.
    #[error(
        "the scenario text in this save has been changed: its fingerprint is {found}, the save says {said}"
    )]
    Tampered {
        /// Of the text in the save.
        found: String,
        /// As the header says.
        said: String,
    },
    /// The save holds no text, and the known one is another version.
    #[error(
        "this game was begun with another version of the scenario \"{name}\", and the save does not contain \
         it"
    )]
    OtherVersion {
        /// The scenario.
        name: String,
    },
    /// No text at all.
    #[error("this game needs the scenario \"{name}\", which was not found, and the save does not contain it")]
    Missing {
        /// The scenario.
        name: String,
    },
}

/// FNV-1a of a text as sixteen hex digits.
pub fn fingerprint(text: &str) -> String {
    format!("{:016x}", Digest::of_text(text))
}

impl Header {
    /// The header of a new game, with the scenario's text.
    pub fn new(
        ruleset: &str,
        scenario: &str,
        title: &str,
        source: &str,
        seed: u64,
        seats: [(&str, Seat); 2],
    ) -> Self {
        Self {
            format: FORMAT,
            ruleset: ruleset.into(),
            scenario: scenario.into(),
            title: title.into(),
            scenario_hash: fingerprint(source),
            program: env!("CARGO_PKG_VERSION").into(),
            seed,
            salt: None,
            dice: DiceKind::Seeded,
            switched_from: None,
            started: None,
            seats: seats.into_iter().map(|(key, seat)| (key.into(), seat)).collect(),
            rules: 0,
            undo: Undo::usual(seats.map(|(_, seat)| seat)),
            shared: None,
            tables: BTreeMap::new(),
            scenario_text: Some(ScenarioText { source: source.into() }),
        }
    }

    /// The same header with custom data.
    #[must_use]
    pub fn with_tables(mut self, tables: impl IntoIterator<Item = (String, String)>) -> Self {
        self.tables.extend(tables);
        self
    }

    /// The format the game was begun in.
    pub const fn format(&self) -> u32 {
        self.format
    }

    /// The scenario text for this game, and a remark if it is not the current one. `known` is the text that
    /// now has this name, built in or the player's own.
    ///
    /// # Errors
    /// Neither the save nor `known` has the text the game was begun with.
    pub fn scenario_source<'a>(
        &'a self,
        known: Option<&'a str>,
    ) -> Result<(&'a str, Option<String>), ScenarioMismatch> {
        let name = || self.scenario.clone();
        let known_fits = known.filter(|text| fingerprint(text) == self.scenario_hash);
        let same = known.is_some_and(|text| Some(fingerprint(text)) == self.switched_from);
        match (&self.scenario_text, known_fits, known) {
            (Some(ScenarioText { source }), _, _) => {
                let found = fingerprint(source);
                if found != self.scenario_hash {
                    return Err(ScenarioMismatch::Tampered { found, said: self.scenario_hash.clone() });
                }
                let remark = || {
                    let now = if known.is_some() { "has changed since" } else { "is no longer here" };
                    format!("The scenario \"{}\" {now}; this game uses its own copy.", self.scenario)
                };
                Ok((source, (known_fits.is_none() && !same).then(remark)))
            }
            (None, Some(text), _) => Ok((text, None)),
            (None, None, Some(_)) => Err(ScenarioMismatch::OtherVersion { name: name() }),
            (None, None, None) => Err(ScenarioMismatch::Missing { name: name() }),
        }
    }

    /// The header as the beginning of a save.
    pub fn to_toml(&self) -> String {
        let mut text = String::from("# A game of Stand To. It only grows: add to it by playing on.\n");
        let mut line = |key: &str, value: String| {
            let _ = writeln!(text, "{key} = {value}");
        };
        line("format", self.format.to_string());
        line("ruleset", quoted(&self.ruleset));
        line("scenario", quoted(&self.scenario));
        line("title", quoted(&self.title));
        line("scenario-hash", quoted(&self.scenario_hash));
        line("program", quoted(&self.program));
        line("seed", self.seed.to_string());
        if let Some(salt) = &self.salt {
            line("salt", quoted(salt));
        }
        line("dice", quoted(if self.dice == DiceKind::Typed { "typed" } else { "seeded" }));
        if self.format > 1 {
            line("rules", self.rules.to_string());
            line("undo", quoted(if self.undo == Undo::Strict { "strict" } else { "free" }));
        }
        if let Some(hash) = &self.switched_from {
            line("switched-from", quoted(hash));
        }
        if let Some(started) = &self.started {
            line("started", quoted(started));
        }
        text.push_str("\n[seats]\n");
        for (side, seat) in &self.seats {
            let _ = writeln!(text, "{} = {}", quoted(side), quoted(&seat_words(*seat)));
        }
        if let Some(terms) = &self.shared {
            text.push_str(&terms.to_toml());
        }
        if !self.tables.is_empty() {
            text.push_str("\n[tables]\n");
            for (name, table) in &self.tables {
                let _ = writeln!(text, "{} = {}", quoted(name), block(table));
            }
        }
        if let Some(ScenarioText { source }) = &self.scenario_text {
            let _ = writeln!(text, "\n[scenario-text]\nsource = {}", block(source));
        }
        text.push('\n');
        text
    }
}
