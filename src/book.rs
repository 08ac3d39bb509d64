//! Everything a ruleset brings besides its rules: scenarios, ledger, keys, tools, generators, the editor.

use crate::editor::Editor;
use crate::game::Opponent;
use crate::reading::{CustomData, Read};
use crate::side::Side;
use crate::tool::Tool;

/// A setting of a generated battle, or an optional rule: a name and the values to choose from.
#[derive(Copy, Clone, Debug)]
pub struct Parameter {
    /// Its effect.
    pub name: &'static str,
    /// The values to choose from.
    pub values: &'static [&'static str],
    /// The index of the default value.
    pub first: usize,
}

/// Makes the text of a scenario from the chosen settings, a seed and custom data; or says why it cannot.
pub type MakeBattle = fn(&[usize], u64, &[CustomData]) -> Result<String, String>;

/// The generator of battles.
#[derive(Copy, Clone, Debug)]
pub struct Forge {
    /// A player's name for such a battle.
    pub title: &'static str,
    /// One line about it.
    pub summary: &'static str,
    /// Key and name of each side.
    pub sides: [(&'static str, &'static str); 2],
    /// Number of turns.
    pub turns: u32,
    /// Whether each seed gives a different battle. If so, it is offered as a quick battle.
    pub fresh: bool,
    /// The settings.
    pub picks: &'static [Parameter],
    /// The index of the setting that decides how long the battle is; a quick battle asks for it first.
    pub size: usize,
    /// Makes the scenario's text from the chosen settings, a seed and custom data; or says why it cannot.
    pub make: MakeBattle,
    /// `standto forge <id>`: the generator on the command line.
    pub tool: Tool,
}

impl Forge {
    /// The index of the value chosen for a setting, or of its default.
    pub fn picked(&self, picks: &[usize], at: usize) -> usize {
        let pick = &self.picks[at];
        picks.get(at).copied().unwrap_or(pick.first).min(pick.values.len() - 1)
    }
}

/// A catalog of weapons and units.
#[derive(Copy, Clone, Debug)]
pub struct Catalog {
    /// `standto catalog <id>`.
    pub tool: Tool,
    /// The rows that contain every word of the text, headings first. The most useful columns come first, because
    /// a narrow screen drops the last ones.
    pub rows: fn(&[CustomData], &str) -> Vec<Vec<String>>,
}

/// Optional rules offered when a battle is set up.
#[derive(Copy, Clone, Debug)]
pub struct OptionalRules {
    /// The rules. The first value of each leaves the scenario as written.
    pub picks: &'static [Parameter],
    /// One line about each, for the setup form; empty where they need no explanation.
    pub notes: &'static [&'static str],
    /// A scenario's text with the rules as chosen, one index for each.
    pub switched: fn(&str, &[usize]) -> String,
}

/// What a ruleset brings to campaigns.
#[derive(Copy, Clone, Debug)]
pub struct Campaigns {
    /// The built-in campaigns: name and text.
    pub built_in: &'static [(&'static str, &'static str)],
    /// What a level of experience does, in a sentence.
    pub experience: &'static str,
    /// A scenario's text with a side as it comes from earlier battles; `None` if it stays as it is.
    pub season: fn(text: &str, side: Side, veterans: Veterans) -> Option<String>,
}

/// A side that comes from earlier battles of a campaign.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Veterans {
    /// Its level of experience.
    pub experience: u8,
    /// Units that the scenario gives it.
    pub full: u32,
    /// Units left without those lost earlier.
    pub left: u32,
}

/// If a text is a file of custom data and not a scenario: facts about it, one per line, or its faults.
pub type CheckCustomData = fn(file: &str, text: &str) -> Option<Read<Vec<String>>>;

/// Everything that a ruleset may bring or decline: `None`, or an empty list.
#[derive(Copy, Clone, Debug)]
pub struct Extras {
    /// `standto odds <id>`: the odds calculator for a real table.
    pub odds: Option<Tool>,
    /// Weapons and units.
    pub catalog: Option<Catalog>,
    /// `standto cards <id>`: its decks, for printing.
    pub cards: Option<Tool>,
    /// `standto deck <id>`: deals and keeps its decks at a real table.
    pub decks: Option<Tool>,
    /// `standto import FORMAT`: readers for other programs' files, by format name.
    pub imports: &'static [(&'static str, Tool)],
    /// Generated battles.
    pub generator: Option<Forge>,
    /// The scenario editor.
    pub editor: Option<Editor>,
    /// Optional rules.
    pub optional_rules: Option<OptionalRules>,
    /// Custom data in place of its tables, and how a file of them is checked by itself.
    pub custom_data: Option<CheckCustomData>,
    /// Campaigns.
    pub campaigns: Option<Campaigns>,
}

impl Extras {
    /// Declines everything.
    pub const NONE: Self = Self {
        odds: None,
        catalog: None,
        cards: None,
        decks: None,
        imports: &[],
        generator: None,
        editor: None,
        optional_rules: None,
        custom_data: None,
        campaigns: None,
    };
}

/// A complete ruleset: rules, opponent, scenarios, texts and tools.
///
/// The position of a ruleset implements it; [`crate::registry`] lists the rulesets.
pub trait Book: Opponent {
    /// Its id in files, saves and commands: one short lower-case word.
    const ID: &'static str;

    /// The title of the rulebook.
    const TITLE: &'static str;

    /// The built-in scenarios: name and text, in the order they are offered.
    const SCENARIOS: &'static [(&'static str, &'static str)];

    /// `config/<id>/ledger.toml`: every rule in our own words.
    const LEDGER: &'static str;

    /// `config/<id>/keys.toml`: keys for actions that only this ruleset has.
    const KEYS: &'static str;

    /// The tools and tables that it brings besides.
    const EXTRAS: Extras;

    /// Reads a scenario into its opening position, with warnings. `file` is the name for messages; only a ruleset
    /// with [`Extras::custom_data`] receives any.
    ///
    /// # Errors
    /// Every fault of the first faulty file.
    fn read_with(file: &str, text: &str, own: &[CustomData]) -> Read<Self>;

    /// Reads a scenario without custom data.
    ///
    /// # Errors
    /// Every fault in the text.
    fn read(file: &str, text: &str) -> Read<Self> {
        Self::read_with(file, text, &[])
    }

    /// Reads the scenario of a game in progress, which an earlier version may have accepted.
    ///
    /// # Errors
    /// Every fault that makes it unplayable.
    fn read_saved(file: &str, text: &str, own: &[CustomData]) -> Read<Self>;

    /// Facts about this opening position for a scenario's author, one per line: what the forces cost, for
    /// instance.
    fn facts(&self) -> Vec<String>;
}
