//! What the screen asks of the rest of the program: scenarios, saved games, rules, the catalog.

use crate::game::journal::Undo;
use crate::game::replay::ReplayMode;
use crate::game::{Seat, Session};

use super::theme::{Depth, MapLook};
use crate::editor::Draft;
use crate::library::{NotKept, Target};

/// Keeps scenarios, saved games and the rulebooks; the screen touches no files itself.
pub trait Services {
    /// Every scenario, in the order in which they are offered, as far as its file begins: not yet read.
    fn scenarios(&self) -> Vec<ScenarioCard>;
    /// The same scenario with all that its file says.
    fn read(&self, card: &ScenarioCard) -> ScenarioCard;
    /// Saved games, newest first.
    fn saves(&self) -> Vec<SaveCard>;
    /// Starts a game.
    ///
    /// # Errors
    /// When the scenario cannot be read or the save cannot be made, in a sentence for the player.
    fn start(&mut self, setup: &Setup) -> anyhow::Result<Box<dyn Session>>;
    /// Takes up a saved game: as it is, or in one of the ways that were told when it did not go on so.
    ///
    /// # Errors
    /// When the save cannot be read or does not replay.
    fn resume(&mut self, save: &SaveCard, onwards: ReplayMode) -> Result<Box<dyn Session>, CannotResume>;
    /// Keeps a scenario among the player's own, and says by what name it is played.
    ///
    /// # Errors
    /// When it has a fault or cannot be written, in a sentence for the player.
    fn keep_scenario(&mut self, _ruleset: &str, _stem: &str, _text: &str) -> anyhow::Result<String> {
        anyhow::bail!("there is no folder for scenarios")
    }
    /// The games that have a workshop.
    fn workshops(&self) -> Vec<EditorCard> {
        Vec::new()
    }
    /// A battle for the workshop.
    ///
    /// # Errors
    /// When it cannot be read or made, in a sentence for the player.
    fn bench(&mut self, _what: &Made) -> anyhow::Result<EditorBattle> {
        anyhow::bail!("there is no workshop")
    }
    /// Keeps a battle of the workshop, and says what it is called; `known` is what was last read or kept of it, and
    /// `over` lets it take the place of another.
    ///
    /// # Errors
    /// When the name is taken, is no name, or it cannot be written.
    fn keep_made(
        &mut self,
        _ruleset: &str,
        _target: &Target,
        _text: &str,
        _known: Option<&str>,
        _over: bool,
    ) -> Result<String, NotKept> {
        Err(NotKept::Name("there is no folder for scenarios".to_owned()))
    }
    /// Copies aside what is not kept yet, so that it outlives this program.
    ///
    /// # Errors
    /// When it cannot be written, in a sentence for the player.
    fn copy_made(&mut self, _ruleset: &str, _name: &str, _text: &str) -> anyhow::Result<()> {
        Ok(())
    }
    /// The copy is needed no more.
    fn drop_copy(&mut self) {}
    /// Battles of the workshop that were not kept when a program was killed: what opens each, and its title.
    fn left_made(&self) -> Vec<(Made, String)> {
        Vec::new()
    }
    /// The player's own battles of games that have a workshop: what opens each, and its title.
    fn own_made(&self) -> Vec<(Made, String)> {
        Vec::new()
    }
    /// Those that he has put away.
    fn away_made(&self) -> Vec<(Made, String)> {
        Vec::new()
    }
    /// Gives an own battle, by its name with its ruleset before it, another name.
    ///
    /// # Errors
    /// When the name is taken or none, or the file cannot be moved, in a sentence for the player.
    fn rename_made(&mut self, _name: &str, _to: &str) -> anyhow::Result<()> {
        anyhow::bail!("there is no folder for scenarios")
    }
    /// Puts an own battle away; one that is put away already is destroyed.
    ///
    /// # Errors
    /// When the file cannot be moved or removed, in a sentence for the player.
    fn discard_made(&mut self, _made: &Made) -> anyhow::Result<()> {
        anyhow::bail!("there is no folder for scenarios")
    }
    /// A game has ended, which is saved here: it goes on the record.
    fn ended(&mut self, _save: &std::path::Path) {}
    /// The keys of a ruleset's own acts: a table like `keys.toml`, with where it came from.
    fn keys(&self, ruleset: &str) -> (String, String);
    /// The player's own version of them, if he has one.
    ///
    /// # Errors
    /// When it cannot be read, in a sentence for the player.
    fn own_keys(&self, ruleset: &str) -> anyhow::Result<Option<(String, String)>>;
    /// The heading and the summary of a numbered rule.
    fn rule(&self, ruleset: &str, number: &str) -> Option<(String, String)>;
    /// Rows of a ruleset's catalog that match a text; the first row is the headings.
    fn catalog_search(&self, ruleset: &str, text: &str) -> Vec<Vec<String>>;
}

/// A game that has a workshop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EditorCard {
    /// Identifier of the ruleset.
    pub ruleset: String,
    /// The title of its book.
    pub book: String,
    /// Sizes of an empty field, with what they are good for.
    pub sizes: Vec<(u8, u8, String)>,
}

/// What a battle of the workshop is begun from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Made {
    /// An empty field of a ruleset, cells across and up.
    Blank(String, u8, u8),
    /// A scenario by its name with its ruleset before it, or a file.
    Scenario(String),
    /// One made to order, by what was picked and a seed.
    Forged(String, Vec<usize>, u64),
    /// One that was left when a program was killed, by its file.
    Left(std::path::PathBuf),
    /// One that was put away, by its name with its ruleset before it; it comes back.
    Away(String),
}

/// A battle for the workshop.
#[derive(Debug)]
pub struct EditorBattle {
    /// Identifier of the ruleset.
    pub ruleset: String,
    /// The title of its book.
    pub book: String,
    /// What forces are paid in.
    pub money: &'static str,
    /// The battle.
    pub draft: Box<dyn Draft>,
    /// Where it is kept, if it is the player's own.
    pub target: Option<Target>,
    /// What its file says.
    pub known: Option<String>,
    /// A name to be kept under, if it is not.
    pub name: String,
}

/// Why a saved game cannot be taken up.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CannotResume {
    /// In a sentence for the player.
    pub why: String,
    /// The ways in which it may go on nevertheless, the one that keeps most first.
    pub ways: Vec<ReplayMode>,
}

/// A scenario as the title screen shows it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ScenarioCard {
    /// Identifier of the ruleset.
    pub ruleset: String,
    /// What a player calls the ruleset: the title of its book.
    pub book: String,
    /// Identifier of the scenario within the ruleset.
    pub name: String,
    /// What a player calls it.
    pub title: String,
    /// What it is about, a paragraph each.
    pub summary: Vec<String>,
    /// Key and name of each side, in scenario order.
    pub sides: Vec<(String, String)>,
    /// Number of turns.
    pub turns: u32,
    /// It is for who plays for the first time.
    pub teaches: bool,
    /// What the player picks: what a battle made to order is made of, or the optional rules of a scenario.
    pub picks: Vec<PickCard>,
    /// Whether it is made to order and every seed makes another battle.
    pub fresh: bool,
    /// Whether all of it has been read; until then there is no summary, and neither sides nor turns are known.
    pub read: bool,
}

impl ScenarioCard {
    /// Whether the battle is made to order, and no scenario.
    pub fn is_to_order(&self) -> bool {
        self.name == crate::library::FORGED
    }
}

/// Something to be picked: for a battle that is made to order, or an optional rule of a scenario.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PickCard {
    /// What it is about.
    pub name: String,
    /// What there is to pick from.
    pub values: Vec<String>,
    /// What is picked at first.
    pub first: usize,
    /// What it does, a line; empty where nothing is said of it.
    pub about: String,
}

/// A saved game as the title screen shows it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SaveCard {
    /// What [`Services::resume`] needs to find it again.
    pub id: String,
    /// The scenario's title.
    pub title: String,
    /// Where the game stands: "turn 3, play 112, 20 November 21:40".
    pub summary: String,
}

/// A game about to be started.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// Identifier of the ruleset.
    pub ruleset: String,
    /// Identifier of the scenario.
    pub name: String,
    /// What was picked for a battle made to order, in the order of its card.
    pub picks: Vec<usize>,
    /// Who decides for each side.
    pub seats: [Seat; 2],
    /// Seed of the dice.
    pub seed: u64,
    /// Whether the player rolls real dice and types the faces.
    pub typed: bool,
    /// What may be taken back; `None` is what such seats play by if nothing else is said.
    pub undo: Option<Undo>,
}

/// How the screen is to look and where it starts.
#[derive(Default)]
pub struct Options {
    /// Name of the theme; empty for "dark", or "mono" where there is no colour.
    pub theme: String,
    /// Only ASCII, for terminals without arrows and lines.
    pub ascii: bool,
    /// How many colours the terminal has.
    pub depth: Depth,
    /// Whether the map is light or dark.
    pub map: MapLook,
    /// Starts in this game instead of the title.
    pub start: Option<Box<dyn Session>>,
    /// Starts in the workshop, with this battle.
    pub made: Option<Made>,
    /// Starts in the workshop, with a battle that has been opened.
    pub bench: Option<Box<EditorBattle>>,
    /// The game is only watched, from its beginning.
    pub watch: bool,
    /// The player's own keys.toml: where it came from, and its text.
    pub keys: Option<(String, String)>,
    /// The player's own themes: where each came from, and its text.
    pub themes: Vec<(String, String)>,
    /// Seed offered for the next game.
    pub seed: u64,
}
