//! `standto odds`, `catalog`, `cards`, `deck`, `forge` and `import`: the tools of each ruleset, by name.

use std::ffi::OsString;
use std::io::Write;
use std::path::Path;

use clap::error::ErrorKind;
use clap::{ArgMatches, Args, Command, Error, FromArgMatches, Subcommand};

use super::{CommandResult, names};
use crate::game::storage::{OwnSave, Storage};
use crate::library::Library;
use crate::reading::{CustomData, ScenarioText, nearest};
use crate::registry::{self, Named, Ruleset};
use crate::store::{self, Appender, StoreError, create_save, open_save};
use crate::tool::{CommandError, PlayerFiles, Tool, ToolFile, fail};

/// Calculate the odds of an attack, for use beside a real table.
#[derive(Args)]
pub struct Odds {
    #[command(subcommand)]
    chosen: Chosen<Calculators>,
}

/// Look up weapons and units.
#[derive(Args)]
pub struct Catalog {
    #[command(subcommand)]
    chosen: Chosen<Catalogs>,
}

/// Print a ruleset's cards, to play with at a real table.
#[derive(Args)]
pub struct Cards {
    #[command(subcommand)]
    chosen: Chosen<Decks>,
}

/// Deal and keep track of the decks at a real table.
#[derive(Args)]
pub struct Deck {
    #[command(subcommand)]
    chosen: Chosen<Keepers>,
}

/// Generate a custom battle, by point value.
#[derive(Args)]
pub struct Forge {
    #[command(subcommand)]
    chosen: Chosen<Forges>,
}

/// Convert another program's file that you own into this program's format.
#[derive(Args)]
pub struct Import {
    #[command(subcommand)]
    chosen: Chosen<Imports>,
}

impl Import {
    pub(super) fn run(self, front: &Library, out: &mut dyn Write) -> CommandResult {
        self.chosen.run(front, out)
    }
}

impl Deck {
    pub(super) fn run(self, front: &Library, out: &mut dyn Write) -> CommandResult {
        self.chosen.run(front, out)
    }
}

impl Forge {
    pub(super) fn run(self, front: &Library, out: &mut dyn Write) -> CommandResult {
        self.chosen.run(front, out)
    }
}

impl Odds {
    pub(super) fn run(self, front: &Library, out: &mut dyn Write) -> CommandResult {
        self.chosen.run(front, out)
    }
}

impl Catalog {
    pub(super) fn run(self, front: &Library, out: &mut dyn Write) -> CommandResult {
        self.chosen.run(front, out)
    }
}

impl Cards {
    pub(super) fn run(self, front: &Library, out: &mut dyn Write) -> CommandResult {
        self.chosen.run(front, out)
    }
}

/// A kind of tool that a ruleset may have.
trait Kind {
    /// Placeholder for a name in the usage, and the heading of the list.
    const NAMED: (&'static str, &'static str) = ("RULESET", "Rulesets");

    /// The files that its tools keep in the player's folder: the argument that names one, and its kind.
    const KEPT: Option<(&'static str, &'static str)> = None;

    /// Every tool of this kind.
    fn all() -> Vec<Named>;
}

struct Calculators;
struct Catalogs;
struct Decks;
struct Keepers;
struct Forges;
struct Imports;

impl Kind for Imports {
    const NAMED: (&'static str, &'static str) = ("FORMAT", "Formats");

    fn all() -> Vec<Named> {
        registry::imports()
    }
}

impl Kind for Calculators {
    fn all() -> Vec<Named> {
        registry::tools(|extras| extras.odds)
    }
}

impl Kind for Catalogs {
    fn all() -> Vec<Named> {
        registry::tools(|extras| extras.catalog.map(|catalog| catalog.tool))
    }
}

impl Kind for Decks {
    fn all() -> Vec<Named> {
        registry::tools(|extras| extras.cards)
    }
}

impl Kind for Keepers {
    const KEPT: Option<(&'static str, &'static str)> = Some(("table", "decks"));

    fn all() -> Vec<Named> {
        registry::tools(|extras| extras.decks)
    }
}

impl Kind for Forges {
    fn all() -> Vec<Named> {
        registry::tools(|extras| extras.generator.map(|forge| forge.tool))
    }
}

/// The tool of the ruleset named on the command line, with its arguments.
struct Chosen<K> {
    tool: Tool,
    given: ArgMatches,
    kind: std::marker::PhantomData<K>,
}

impl<K> Chosen<K> {
    fn run(self, front: &Library, out: &mut dyn Write) -> CommandResult {
        self.tool.run(&self.given, front, out)
    }
}

impl<K: Kind> FromArgMatches for Chosen<K> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let named = matches.subcommand().and_then(|(name, given)| {
            let (_, tool) = K::all().into_iter().find(|(id, _)| *id == name)?;
            Some(Self { tool, given: given.clone(), kind: std::marker::PhantomData })
        });
        named.ok_or_else(|| {
            Error::raw(
                ErrorKind::MissingSubcommand,
                format!("missing name of a {}", K::NAMED.0.to_lowercase()),
            )
        })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl<K: Kind> Subcommand for Chosen<K> {
    fn augment_subcommands(command: Command) -> Command {
        let command = command.subcommand_required(true).arg_required_else_help(true);
        let command = command.subcommand_value_name(K::NAMED.0).subcommand_help_heading(K::NAMED.1);
        let named = |(id, tool): Named| match K::KEPT {
            Some((argument, kind)) => naming_files(tool.command(id), argument, kind),
            None => tool.command(id),
        };
        K::all().into_iter().fold(command, |command, tool| command.subcommand(named(tool)))
    }

    fn augment_subcommands_for_update(command: Command) -> Command {
        Self::augment_subcommands(command)
    }

    fn has_subcommand(name: &str) -> bool {
        K::all().iter().any(|(id, _)| *id == name)
    }
}

/// Completes an argument of a command and of those below it with the names of files in the player's folder.
fn naming_files(command: Command, argument: &'static str, kind: &'static str) -> Command {
    let command = command.mut_args(|known| match known.get_id() == argument {
        true => known.add(names::kept(kind)),
        false => known,
    });
    command.mut_subcommands(|below| naming_files(below, argument, kind))
}

/// The growing file that a tool writes to.
struct OnDisk {
    text: String,
    appender: Appender,
}

impl ToolFile for OnDisk {
    fn name(&self) -> String {
        crate::plain::path(self.appender.path())
    }

    fn text(&self) -> &str {
        &self.text
    }

    fn append(&mut self, text: &str) -> CommandResult {
        self.appender.append(text)?;
        self.text.push_str(text);
        match self.appender.news() {
            Some(news) => fail(news),
            None => Ok(()),
        }
    }

    fn cut_to(&mut self, length: u64) -> CommandResult {
        self.appender.cut_to(length)?;
        self.text.truncate(usize::try_from(length).unwrap_or(usize::MAX));
        Ok(())
    }
}

impl PlayerFiles for Library {
    fn custom_data(&self, ruleset: &str, file: Option<&Path>) -> Result<Vec<CustomData>, CommandError> {
        let ruleset: Ruleset = ruleset.parse()?;
        Ok(self.custom_data_of(ruleset, None, file)?)
    }

    fn battle(&self, ruleset: &str, name: &str) -> Result<ScenarioText, CommandError> {
        Ok(self.written(ruleset.parse()?, name)?)
    }

    fn bytes(&self, file: &Path, most: u64) -> Result<Vec<u8>, CommandError> {
        Ok(store::read_bytes(file, most)?)
    }

    fn tell(&self, line: &str) {
        super::tell(line);
    }

    fn fresh_seed(&self) -> u64 {
        super::values::fresh_seed()
    }

    fn create_file(&self, kind: &str, name: &str, text: &str) -> CommandResult {
        let path = self.home()?.kept(kind, name);
        self.home()?.within_limits(&path, text.len(), || create_save(&path, text))?;
        Ok(())
    }

    fn open_file(&self, kind: &str, name: &str) -> Result<Box<dyn ToolFile>, CommandError> {
        let home = self.home()?;
        let path = home.kept(kind, name);
        let folder = crate::plain::path(path.parent().unwrap_or(&path));
        let (text, appender) = open_save(&path).or_else(|error| match error {
            StoreError::NotFound { .. } => {
                let near = nearest(name, &home.kept_names(kind));
                let perhaps = near.first().map_or_else(String::new, |near| format!("; perhaps \"{near}\"?"));
                fail(format!("there is no \"{}\" in {folder}{perhaps}", crate::plain::plain(name)))
            }
            error => Err(error.into()),
        })?;
        Ok(Box::new(OnDisk { text, appender }))
    }
}

/// Inserts the ruleset where it is left out: a catalog or deck without one is that of the first ruleset that
/// has it, as in "standto catalog germany".
///
/// # Errors
/// The ruleset named has no such tool.
pub fn with_ruleset(mut arguments: Vec<OsString>) -> Result<Vec<OsString>, String> {
    let word = |at: usize| arguments.get(at).and_then(|word| word.to_str());
    let (tools, thing) = match word(1) {
        Some("catalog") => (Catalogs::all(), "catalog"),
        Some("cards") => (Decks::all(), "cards to print"),
        Some("deck") => (Keepers::all(), "decks to deal"),
        Some("odds") => (Calculators::all(), "odds calculator"),
        Some("forge") => (Forges::all(), "battle generator"),
        _ => return Ok(arguments),
    };
    let has = |word: &str| tools.iter().any(|(id, _)| *id == word);
    if let Some(ruleset) = word(2).filter(|word| !has(word)).and_then(|word| word.parse::<Ruleset>().ok()) {
        let others: Vec<&str> = tools.iter().map(|(id, _)| *id).collect();
        return Err(format!("{} has no {thing}; available: {}", ruleset.title(), others.join(", ")));
    }
    let usual = matches!(word(1), Some("catalog" | "cards" | "deck"));
    let named = |word: &str| ["help", "--help", "-h"].contains(&word) || has(word);
    if let Some((first, _)) = tools.first().filter(|_| usual)
        && !word(2).is_some_and(named)
    {
        arguments.insert(2, first.into());
    }
    Ok(arguments)
}
