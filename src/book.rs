//! What a ruleset brings into the house beside its rules.

use crate::editor::Editor;
use crate::game::Opponent;
use crate::reading::Read;
use crate::tool::Tool;

/// Where a file of a player's own tables was named; each gives way to those after it.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Source {
    /// It lies in his folder.
    Folder,
    /// A scenario names it.
    Scenario,
    /// He named it on the command line.
    Option,
}

impl Source {
    /// All of them, in the order in which they count.
    pub const ALL: [Self; 3] = [Self::Folder, Self::Scenario, Self::Option];

    /// Its word in a save.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Folder => "folder",
            Self::Scenario => "scenario",
            Self::Option => "option",
        }
    }
}

/// A file of tables that a player puts in place of those of the program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CustomData {
    /// Where it was named.
    pub source: Source,
    /// What messages call it.
    pub file: String,
    /// What it says.
    pub text: String,
}

/// Files in the order in which they count: those of the folder first, then those a scenario names, and last those named
/// on the command line.
pub fn in_order(own: &[CustomData]) -> impl Iterator<Item = &CustomData> {
    Source::ALL.into_iter().flat_map(|source| own.iter().filter(move |own| own.source == source))
}

/// A battle as it is written: a scenario of the program, of the player, or within a save.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Written {
    /// What messages call it.
    pub file: String,
    /// The scenario.
    pub text: String,
    /// The tables of the player's own that it is played with.
    pub own: Vec<CustomData>,
}

/// What a player picks for a battle that is made to order.
#[derive(Copy, Clone, Debug)]
pub struct Pick {
    /// What it is about.
    pub name: &'static str,
    /// What there is to pick from.
    pub values: &'static [&'static str],
    /// What is picked at first.
    pub first: usize,
}

/// Makes the text of a scenario by what was picked, a seed, and tables of the player's own; or says why not.
pub type MakeBattle = fn(&[usize], u64, &[CustomData]) -> Result<String, String>;

/// Makes battles to order.
#[derive(Copy, Clone, Debug)]
pub struct Forge {
    /// What a player calls such a battle.
    pub title: &'static str,
    /// What it is about.
    pub summary: &'static str,
    /// Key and name of each side, whoever it will be.
    pub sides: [(&'static str, &'static str); 2],
    /// How many turns it has.
    pub turns: u32,
    /// Whether each seed makes another battle: such are offered as quick battles.
    pub fresh: bool,
    /// What the player picks.
    pub picks: &'static [Pick],
    /// The scenario's text, by what was picked, a seed, and tables of the player's own; or why not.
    pub make: MakeBattle,
}

impl Forge {
    /// What was picked, as a place in the values of that pick; what is offered first where nothing was.
    pub fn picked(&self, picks: &[usize], at: usize) -> usize {
        let pick = &self.picks[at];
        picks.get(at).copied().unwrap_or(pick.first).min(pick.values.len() - 1)
    }
}

/// A ruleset, whole: its rules, its judgement, its scenarios, its words and its tools.
///
/// The position of a ruleset implements it; the one registry ([`crate::registry`]) lists those that do.
pub trait Book: Opponent {
    /// What files, saves and commands call it: one short word in small letters.
    const ID: &'static str;

    /// What a player calls it: the title of the book.
    const TITLE: &'static str;

    /// The scenarios that are built in: name and text, in the order in which they are offered.
    const SCENARIOS: &'static [(&'static str, &'static str)];

    /// `config/<id>/ledger.toml`: every rule in our own words.
    const LEDGER: &'static str;

    /// `config/<id>/keys.toml`: keys of the acts that only this ruleset has.
    const KEYS: &'static str = "";

    /// `standto odds <id>`: the calculator for the table beside the keyboard.
    const ODDS: Option<Tool> = None;

    /// `standto catalog <id>`: the weapons data.
    const CATALOG: Option<Tool> = None;

    /// `standto cards <id>`: its decks, to be printed for a real table.
    const CARDS: Option<Tool> = None;

    /// `standto import FORMAT`: readers of other programs' files that players own, each under the name of its format.
    const IMPORTS: &'static [(&'static str, Tool)] = &[];

    /// `standto deck <id>`: deals and keeps its decks for a real table.
    const DECKS: Option<Tool> = None;

    /// Battles made to order, beside the scenarios.
    const GENERATOR: Option<Forge> = None;

    /// `standto forge <id>`: the same on the command line.
    const GENERATOR_TOOL: Option<Tool> = None;

    /// Battles made by hand on the screen.
    const EDITOR: Option<Editor> = None;

    /// Optional rules that the form in front of a battle offers, and how each may stand; the first value leaves the
    /// battle as it is written.
    const OPTIONAL_RULES: &'static [Pick] = &[];

    /// A sentence of our own on each of [`Book::OPTIONAL_RULES`], of one line on the form; none where they are not explained.
    const OPTIONAL_RULE_NOTES: &'static [&'static str] = &[];

    /// Whether a player may put tables of his own in place of those of the program.
    const CUSTOM_DATA: bool = false;

    /// Reads a scenario into its opening position, with what is odd about it. `file` is what messages call
    /// the file.
    ///
    /// # Errors
    /// Every fault of the text.
    fn read(file: &str, text: &str) -> Read<Self>;

    /// A scenario's text with the optional rules as they were picked, an index for each of [`Book::OPTIONAL_RULES`].
    fn switched(text: &str, _picks: &[usize]) -> String {
        text.to_owned()
    }

    /// Reads the scenario of a game that has begun, which an earlier version of the program may have let pass.
    ///
    /// # Errors
    /// Every fault of the text that keeps it from being played.
    fn read_kept(file: &str, text: &str, own: &[CustomData]) -> Read<Self> {
        Self::read_with(file, text, own)
    }

    /// What a scenario's author wants to know of this opening position beside its faults, a line each: what
    /// the forces cost, for instance.
    fn facts(&self) -> Vec<String> {
        Vec::new()
    }

    /// The same with tables of the player's own, which come only to a ruleset that has [`Book::CUSTOM_DATA`].
    ///
    /// # Errors
    /// Every fault of the first file that has one.
    fn read_with(file: &str, text: &str, _own: &[CustomData]) -> Read<Self> {
        Self::read(file, text)
    }

    /// If a text is a file of the player's own tables, and no scenario: what there is to know of it, a line each, or
    /// its faults.
    fn check_custom_data(_file: &str, _text: &str) -> Option<Read<Vec<String>>> {
        None
    }

    /// The weapons data as the screen shows it: the headings, then every row that holds all words of the
    /// text. Telling columns come first, so that a narrow screen loses the others.
    fn catalog_rows(_own: &[CustomData], _text: &str) -> Vec<Vec<String>> {
        Vec::new()
    }
}
