//! The one list of rulesets. Nothing outside their own folders names them.
//!
//! To add one: implement [`Book`] for its position, then give [`Ruleset`] a variant, [`Ruleset::ALL`] an
//! entry and [`Ruleset::visit`] an arm. Scenarios, saves, the screen, every command and the tests that apply
//! to all rulesets find it through these three lines.

mod opening;

use std::fmt;
use std::str::FromStr;
use std::sync::OnceLock;

use crate::book::{Book, Extras};

use crate::ledger::Ledger;
use crate::reading::{CustomData, Read};
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

    /// The tools and tables that it brings besides its rules.
    pub fn extras(self) -> Extras {
        self.shelf().extras
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

/// The tools of one kind, by ruleset.
pub fn tools(of: fn(Extras) -> Option<Tool>) -> Vec<Named> {
    Ruleset::ALL.into_iter().filter_map(|ruleset| Some((ruleset.id(), of(ruleset.extras())?))).collect()
}

/// All importers, by format.
pub fn imports() -> Vec<Named> {
    Ruleset::ALL.into_iter().flat_map(|ruleset| ruleset.extras().imports).copied().collect()
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
    extras: Extras,
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
            extras: R::EXTRAS,
            open: opening::open::<R>,
            open_saved: opening::open_saved::<R>,
        }
    }
}
