//! The one list of rulesets. Nothing outside their own folders names them.
//!
//! To add one: implement [`Book`] for its position, then give [`Ruleset`] a variant, [`Ruleset::ALL`] an
//! entry and [`Ruleset::visit`] an arm. Scenarios, saves, the screen, every command and the tests that apply
//! to all rulesets find it through these three lines.

mod opening;

use std::fmt;
use std::str::FromStr;
use std::sync::OnceLock;

use crate::book::{Book, CustomData, Forge, Parameter};
use crate::editor::Editor;
use crate::ledger::Ledger;
use crate::reading::Read;
use crate::rules::{aslsk, fireandmove, matg, panzertruppe};
use crate::tool::Tool;

pub use opening::{Opening, Played};

/// A ruleset.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Ruleset {
    /// Micro Armour: The Game.
    Matg,
    /// Panzertruppe.
    Panzertruppe,
    /// ASL Starter Kit #2.
    Aslsk,
    /// Fire & Move.
    Fireandmove,
}

/// A generic operation on a ruleset.
pub trait Visit {
    /// Its result.
    type Output;

    /// Runs it.
    fn visit<R: Book>(self) -> Self::Output;
}

impl Ruleset {
    /// All of them, in the order they are offered.
    pub const ALL: [Self; 4] = [Self::Matg, Self::Panzertruppe, Self::Aslsk, Self::Fireandmove];

    /// Runs an operation on this ruleset.
    pub fn visit<V: Visit>(self, visitor: V) -> V::Output {
        match self {
            Self::Matg => visitor.visit::<matg::Position>(),
            Self::Panzertruppe => visitor.visit::<panzertruppe::Position>(),
            Self::Aslsk => visitor.visit::<aslsk::Position>(),
            Self::Fireandmove => visitor.visit::<fireandmove::Position>(),
        }
    }

    /// Its id in files, saves and commands: one short lower-case word.
    pub fn id(self) -> &'static str {
        self.shelf().id
    }

    /// The title of the rulebook.
    pub fn title(self) -> &'static str {
        self.shelf().title
    }

    /// The version of its rules ([`crate::game::Rules::VERSION`]).
    pub fn version(self) -> u32 {
        self.visit(VersionOf)
    }

    /// The built-in scenarios: name and text.
    pub fn scenarios(self) -> &'static [(&'static str, &'static str)] {
        self.shelf().scenarios
    }

    /// Every rule in our own words.
    pub fn ledger(self) -> &'static Ledger {
        static LEDGERS: [OnceLock<Ledger>; Ruleset::ALL.len()] =
            [const { OnceLock::new() }; Ruleset::ALL.len()];
        LEDGERS[self as usize].get_or_init(|| Ledger::read(self.shelf().ledger))
    }

    /// Keys for actions that only this ruleset has, in the format of `config/keys.toml`.
    pub fn keys(self) -> &'static str {
        self.shelf().keys
    }

    /// `standto catalog`, if it has a catalog.
    pub fn catalog(self) -> Option<Tool> {
        self.shelf().catalog
    }

    /// The rows of the catalog that contain every word of the text, headings first.
    pub fn catalog_rows(self, own: &[CustomData], text: &str) -> Vec<Vec<String>> {
        (self.shelf().catalog_rows)(own, text)
    }

    /// Reads a scenario into its opening position, with warnings. `file` is the name for messages.
    ///
    /// # Errors
    /// Every fault in the text.
    pub fn open(self, file: &str, text: &str) -> Read<Box<dyn Opening>> {
        self.open_with(file, text, &[])
    }

    /// Reads a scenario with custom data.
    ///
    /// # Errors
    /// Every fault of the first faulty file.
    pub fn open_with(self, file: &str, text: &str, own: &[CustomData]) -> Read<Box<dyn Opening>> {
        (self.shelf().open)(file, text, own)
    }

    /// If the text is a file of custom data and not a scenario: facts about it, or its faults.
    pub fn check_custom_data(self, file: &str, text: &str) -> Option<Read<Vec<String>>> {
        (self.shelf().check_custom_data)(file, text)
    }

    /// Its battle generator, if it has one.
    pub fn forge(self) -> Option<Forge> {
        self.shelf().forge
    }

    /// Its scenario editor, if it has one.
    pub fn editor(self) -> Option<Editor> {
        self.shelf().editor
    }

    /// Optional rules offered when a battle is set up.
    pub fn switches(self) -> &'static [Parameter] {
        self.shelf().switches
    }

    /// One line about each optional rule.
    pub fn explained(self) -> &'static [&'static str] {
        self.shelf().explained
    }

    /// A scenario's text with the optional rules as chosen.
    pub fn switched(self, text: &str, picks: &[usize]) -> String {
        (self.shelf().switched)(text, picks)
    }

    /// Whether players may replace its tables with custom data.
    pub fn has_custom_data(self) -> bool {
        self.shelf().custom_data
    }

    /// Reads the scenario of a game in progress, which an earlier version may have accepted.
    ///
    /// # Errors
    /// Every fault that makes it unplayable.
    pub fn open_saved(self, file: &str, text: &str, own: &[CustomData]) -> Read<Box<dyn Opening>> {
        (self.shelf().open_saved)(file, text, own)
    }

    fn shelf(self) -> Shelf {
        self.visit(Shelve)
    }
}

/// Returns the version of a ruleset's rules.
struct VersionOf;

impl Visit for VersionOf {
    type Output = u32;

    fn visit<R: Book>(self) -> u32 {
        R::VERSION
    }
}

impl fmt::Display for Ruleset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

/// A tool and the word that selects it: the id of its ruleset, or a format.
pub type Named = (&'static str, Tool);

fn brought(tool: fn(&Shelf) -> Option<Tool>) -> impl Iterator<Item = Named> {
    Ruleset::ALL.into_iter().filter_map(move |ruleset| Some((ruleset.id(), tool(&ruleset.shelf())?)))
}

/// All odds calculators.
pub fn calculators() -> Vec<Named> {
    brought(|shelf| shelf.odds).collect()
}

/// All catalogs.
pub fn catalogs() -> Vec<Named> {
    brought(|shelf| shelf.catalog).collect()
}

/// All decks that can be printed.
pub fn decks() -> Vec<Named> {
    brought(|shelf| shelf.cards).collect()
}

/// All importers, by format.
pub fn imports() -> Vec<Named> {
    Ruleset::ALL.into_iter().flat_map(|ruleset| ruleset.shelf().imports).copied().collect()
}

/// All deck keepers for a real table.
pub fn keepers() -> Vec<Named> {
    brought(|shelf| shelf.decks).collect()
}

/// All battle generators.
pub fn forges() -> Vec<Named> {
    brought(|shelf| shelf.forge_tool).collect()
}

/// An id that no ruleset has.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("unknown ruleset \"{}\"; expected one of {known}", crate::plain::plain(.0), known = known())]
pub struct UnknownRuleset(pub String);

fn known() -> String {
    Ruleset::ALL.map(Ruleset::id).join(", ")
}

impl FromStr for Ruleset {
    type Err = UnknownRuleset;

    fn from_str(id: &str) -> Result<Self, UnknownRuleset> {
        Self::ALL.into_iter().find(|known| known.id() == id).ok_or_else(|| UnknownRuleset(id.to_owned()))
    }
}

/// Reads a scenario, with tables of the player's own.
type Open = fn(&str, &str, &[CustomData]) -> Read<Box<dyn Opening>>;

/// Everything a ruleset brings, with its type erased.
struct Shelf {
    id: &'static str,
    title: &'static str,
    scenarios: &'static [(&'static str, &'static str)],
    ledger: &'static str,
    keys: &'static str,
    odds: Option<Tool>,
    catalog: Option<Tool>,
    custom_data: bool,
    switches: &'static [Parameter],
    explained: &'static [&'static str],
    switched: fn(&str, &[usize]) -> String,
    forge: Option<Forge>,
    editor: Option<Editor>,
    forge_tool: Option<Tool>,
    catalog_rows: fn(&[CustomData], &str) -> Vec<Vec<String>>,
    cards: Option<Tool>,
    imports: &'static [Named],
    check_custom_data: fn(&str, &str) -> Option<Read<Vec<String>>>,
    decks: Option<Tool>,
    open: Open,
    open_saved: Open,
}

struct Shelve;

impl Visit for Shelve {
    type Output = Shelf;

    fn visit<R: Book>(self) -> Shelf {
        Shelf {
            id: R::ID,
            title: R::TITLE,
            scenarios: R::SCENARIOS,
            ledger: R::LEDGER,
            keys: R::KEYS,
            odds: R::ODDS,
            catalog: R::CATALOG,
            custom_data: R::CUSTOM_DATA,
            switches: R::OPTIONAL_RULES,
            explained: R::OPTIONAL_RULE_NOTES,
            switched: R::switched,
            forge: R::GENERATOR,
            editor: R::EDITOR,
            forge_tool: R::GENERATOR_TOOL,
            catalog_rows: R::catalog_rows,
            cards: R::CARDS,
            imports: R::IMPORTS,
            check_custom_data: R::check_custom_data,
            decks: R::DECKS,
            open: opening::open::<R>,
            open_saved: opening::open_saved::<R>,
        }
    }
}
