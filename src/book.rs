//! What a ruleset brings into the house beside its rules.

use crate::game::Opponent;
use crate::reading::Read;
use crate::tool::Tool;

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

    /// Reads a scenario into its opening position, with what is odd about it. `file` is what messages call
    /// the file.
    ///
    /// # Errors
    /// Every fault of the text.
    fn read(file: &str, text: &str) -> Read<Self>;

    /// Reads the scenario of a game that has begun, which an earlier version of the program may have let pass.
    ///
    /// # Errors
    /// Every fault of the text that keeps it from being played.
    fn read_kept(file: &str, text: &str) -> Read<Self> {
        Self::read(file, text)
    }

    /// What a scenario's author wants to know of this opening position beside its faults, a line each: what
    /// the forces cost, for instance.
    fn facts(&self) -> Vec<String> {
        Vec::new()
    }

    /// The weapons data as the screen shows it: the headings, then every row that holds all words of the
    /// text. Telling columns come first, so that a narrow screen loses the others.
    fn look_up(_text: &str) -> Vec<Vec<String>> {
        Vec::new()
    }
}
