//! Everything a ruleset brings besides its rules: scenarios, ledger, keys, tools, generators, the editor.

use crate::editor::Editor;
use crate::game::Opponent;
use crate::reading::Read;
use crate::tool::Tool;

/// Where a file of custom data was named. Later sources override earlier ones.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Source {
    /// In the player's folder.
    Folder,
    /// In a scenario.
    Scenario,
    /// On the command line.
    Option,
}

impl Source {
    /// All of them, in order of precedence, weakest first.
    pub const ALL: [Self; 3] = [Self::Folder, Self::Scenario, Self::Option];

    /// The word used in a save.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Folder => "folder",
            Self::Scenario => "scenario",
            Self::Option => "option",
        }
    }
}

/// A file of custom data: a player's own tables in place of the built-in ones.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CustomData {
    /// Where it was named.
    pub source: Source,
    /// The file name for messages.
    pub file: String,
    /// Its contents.
    pub text: String,
}

/// Files in order of precedence: the player's folder first, then the scenario's, then the command line's.
pub fn in_order(own: &[CustomData]) -> impl Iterator<Item = &CustomData> {
    Source::ALL.into_iter().flat_map(|source| own.iter().filter(move |own| own.source == source))
}

/// A scenario as text: built in, the player's own, or from a save.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScenarioText {
    /// The file name for messages.
    pub file: String,
    /// The scenario.
    pub text: String,
    /// The custom data it is played with.
    pub own: Vec<CustomData>,
}

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
    /// Makes the scenario's text from the chosen settings, a seed and custom data; or says why it cannot.
    pub make: MakeBattle,
}

impl Forge {
    /// The index of the value chosen for a setting, or of its default.
    pub fn picked(&self, picks: &[usize], at: usize) -> usize {
        let pick = &self.picks[at];
        picks.get(at).copied().unwrap_or(pick.first).min(pick.values.len() - 1)
    }
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
    const KEYS: &'static str = "";

    /// `standto odds <id>`: the odds calculator for a real table.
    const ODDS: Option<Tool> = None;

    /// `standto catalog <id>`: weapons and units.
    const CATALOG: Option<Tool> = None;

    /// `standto cards <id>`: its decks, for printing.
    const CARDS: Option<Tool> = None;

    /// `standto import FORMAT`: readers for other programs' files, by format name.
    const IMPORTS: &'static [(&'static str, Tool)] = &[];

    /// `standto deck <id>`: deals and keeps its decks at a real table.
    const DECKS: Option<Tool> = None;

    /// Generated battles.
    const GENERATOR: Option<Forge> = None;

    /// `standto forge <id>`: the generator on the command line.
    const GENERATOR_TOOL: Option<Tool> = None;

    /// The scenario editor.
    const EDITOR: Option<Editor> = None;

    /// Optional rules offered when a battle is set up. The first value of each leaves the scenario as
    /// written.
    const OPTIONAL_RULES: &'static [Parameter] = &[];

    /// One line about each of [`Book::OPTIONAL_RULES`], for the setup form; empty where they need no
    /// explanation.
    const OPTIONAL_RULE_NOTES: &'static [&'static str] = &[];

    /// Whether players may replace its tables with custom data.
    const CUSTOM_DATA: bool = false;

    /// Reads a scenario into its opening position, with warnings. `file` is the name for messages.
    ///
    /// # Errors
    /// Every fault in the text.
    fn read(file: &str, text: &str) -> Read<Self>;

    /// A scenario's text with the optional rules as chosen, one index for each of [`Book::OPTIONAL_RULES`].
    fn switched(text: &str, _picks: &[usize]) -> String {
        text.to_owned()
    }

    /// Reads the scenario of a game in progress, which an earlier version may have accepted.
    ///
    /// # Errors
    /// Every fault that makes it unplayable.
    fn read_saved(file: &str, text: &str, own: &[CustomData]) -> Read<Self> {
        Self::read_with(file, text, own)
    }

    /// Facts about this opening position for a scenario's author, one per line: what the forces cost, for
    /// instance.
    fn facts(&self) -> Vec<String> {
        Vec::new()
    }

    /// Reads a scenario with custom data, which only a ruleset with [`Book::CUSTOM_DATA`] receives.
    ///
    /// # Errors
    /// Every fault of the first faulty file.
    fn read_with(file: &str, text: &str, _own: &[CustomData]) -> Read<Self> {
        Self::read(file, text)
    }

    /// If the text is a file of custom data and not a scenario: facts about it, one per line, or its faults.
    fn check_custom_data(_file: &str, _text: &str) -> Option<Read<Vec<String>>> {
        None
    }

    /// The rows of the catalog that contain every word of the text, headings first. The most useful columns
    /// come first, because a narrow screen drops the last ones.
    fn catalog_rows(_own: &[CustomData], _text: &str) -> Vec<Vec<String>> {
        Vec::new()
    }
}
