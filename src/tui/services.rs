//! The services that the screen needs: scenarios, saved games, rules, the catalog.

use crate::game::journal::{ClockRule, Undo, WatchRule};
use crate::game::replay::ReplayMode;
use crate::game::{Seat, Session};

use super::settings::Settings;
use super::theme::{Depth, MapLook};
use crate::campaign::telling::Lines;
use crate::editor::Draft;
use crate::library::{Measuring, SaveBattleError, Target};

/// Access to scenarios, saved games and rules; the screen itself touches no files.
pub trait Services {
    /// All scenarios in the order they are listed. Only their headings have been read.
    fn scenarios(&self) -> Vec<ScenarioCard>;
    /// The same scenario, read in full.
    fn read(&self, card: &ScenarioCard) -> ScenarioCard;
    /// Saved games, newest first.
    fn saves(&self) -> Vec<SaveCard>;
    /// Starts a game.
    ///
    /// # Errors
    /// When the scenario cannot be read or the save cannot be made, in a sentence for the player.
    fn start(&mut self, setup: &Setup) -> anyhow::Result<Box<dyn Session>>;
    /// Battles between two terminals: this player's with those to move first, open invitations, others.
    fn battles(&self) -> Vec<BattleCard> {
        Vec::new()
    }
    /// The folder of these battles, or the one in which it will appear, to be followed.
    fn battles_folder(&self) -> Option<std::path::PathBuf> {
        None
    }
    /// Starts a battle with an open seat for a player at another terminal.
    ///
    /// # Errors
    /// When the scenario cannot be read or the save cannot be made, in a sentence for the player.
    fn host(&mut self, _setup: &Setup, _host: &HostSetup) -> anyhow::Result<Box<dyn Session>> {
        anyhow::bail!("there is no folder for battles")
    }
    /// Sits down at a battle of two terminals.
    ///
    /// # Errors
    /// When the seat can't be had, in a sentence for the player.
    fn join(
        &mut self,
        _battle: &BattleCard,
        _word: &str,
        _take_over: bool,
    ) -> Result<Box<dyn Session>, CannotJoin> {
        Err(CannotJoin::Refused("there is no folder for battles".to_owned()))
    }
    /// Watches a battle of two terminals.
    ///
    /// # Errors
    /// When its players allow no spectators or it can't be read, in a sentence for the player.
    fn watch(&mut self, _battle: &BattleCard) -> anyhow::Result<Box<dyn Session>> {
        anyhow::bail!("there is no folder for battles")
    }
    /// Resumes a saved game: as it is, or in one of the ways offered when that failed.
    ///
    /// # Errors
    /// When the save can't be read or does not replay.
    fn resume(&mut self, save: &SaveCard, mode: ReplayMode) -> Result<Box<dyn Session>, CannotResume>;
    /// Resumes a saved game that is open elsewhere, after ending the other window or connection.
    ///
    /// # Errors
    /// When that does not end, or as for [`Services::resume`].
    fn take_over(&mut self, save: &SaveCard) -> Result<Box<dyn Session>, CannotResume> {
        self.resume(save, ReplayMode::Checked)
    }
    /// Saves a scenario among the player's own and returns the name it is played by.
    ///
    /// # Errors
    /// When it has a fault or can't be written, in a sentence for the player.
    fn keep_scenario(&mut self, _ruleset: &str, _stem: &str, _text: &str) -> anyhow::Result<String> {
        anyhow::bail!("there is no scenario folder")
    }
    /// The rulesets that have a scenario editor.
    fn editors(&self) -> Vec<EditorCard> {
        Vec::new()
    }
    /// Opens a battle for the editor.
    ///
    /// # Errors
    /// When it can't be read or generated, in a sentence for the player.
    fn open_battle(&mut self, _what: &StartingPoint) -> anyhow::Result<EditorBattle> {
        anyhow::bail!("there is no scenario editor")
    }
    /// Saves a battle from the editor and returns its name; `known` is its text when it was last read or
    /// saved, and `over` allows it to replace another file.
    ///
    /// # Errors
    /// When the name is taken or invalid, or the file can't be written.
    fn save_battle(
        &mut self,
        _ruleset: &str,
        _target: &Target,
        _text: &str,
        _known: Option<&str>,
        _over: bool,
    ) -> Result<String, SaveBattleError> {
        Err(SaveBattleError::Name("there is no scenario folder".to_owned()))
    }
    /// Writes a backup of unsaved changes, in case the program is killed.
    ///
    /// # Errors
    /// When it can't be written, in a sentence for the player.
    fn back_up_battle(&mut self, _ruleset: &str, _name: &str, _text: &str) -> anyhow::Result<()> {
        Ok(())
    }
    /// Removes the backup.
    fn remove_backup(&mut self) {}
    /// Backups left by editors that were killed: how to open each, and its title.
    fn backups(&self) -> Vec<(StartingPoint, String)> {
        Vec::new()
    }
    /// The player's own scenarios that the editor can open: how to open each, and its title.
    fn own_battles_listed(&self) -> Vec<(StartingPoint, String)> {
        Vec::new()
    }
    /// The player's scenarios in the bin.
    fn binned_battles(&self) -> Vec<(StartingPoint, String)> {
        Vec::new()
    }
    /// Renames one of the player's scenarios; `name` has its ruleset before it.
    ///
    /// # Errors
    /// When the name is taken or invalid, or the file can't be moved, in a sentence for the player.
    fn rename_battle_file(&mut self, _name: &str, _to: &str) -> anyhow::Result<()> {
        anyhow::bail!("there is no scenario folder")
    }
    /// Moves one of the player's scenarios to the bin; deletes one that is there already.
    ///
    /// # Errors
    /// When the file can't be moved or removed, in a sentence for the player.
    fn discard_battle(&mut self, _made: &StartingPoint) -> anyhow::Result<()> {
        anyhow::bail!("there is no scenario folder")
    }
    /// Saves the player's settings.
    ///
    /// # Errors
    /// When they can't be written, in a sentence for the player.
    fn keep_settings(&mut self, _text: &str) -> anyhow::Result<()> {
        anyhow::bail!("there is no folder for settings")
    }
    /// Adds a finished game to the statistics.
    fn ended(&mut self, _save: &std::path::Path) {}
    /// Measures the balance of a battle in the background.
    ///
    /// # Errors
    /// It can't be played.
    fn measure(&self, _ruleset: &str, _text: &str, _games: u32, _seed: u64) -> anyhow::Result<Measuring> {
        anyhow::bail!("it can't be played here")
    }
    /// The campaigns: those in progress first.
    fn campaigns(&self) -> Vec<CampaignCard> {
        Vec::new()
    }
    /// The state of a campaign.
    ///
    /// # Errors
    /// It can't be read.
    fn campaign(&mut self, _card: &CampaignCard) -> anyhow::Result<CampaignPage> {
        anyhow::bail!("there are no campaigns")
    }
    /// Starts a campaign with these players, in the order of its forces; returns its name among those in progress.
    ///
    /// # Errors
    /// It can't be started.
    fn start_campaign(&mut self, _name: &str, _seats: [Seat; 2], _seed: u64) -> anyhow::Result<String> {
        anyhow::bail!("there are no campaigns")
    }
    /// Plays the battle of a campaign that is due; also says what is missing from its forces.
    ///
    /// # Errors
    /// It is over, or can't be played.
    fn continue_campaign(&mut self, _name: &str) -> anyhow::Result<(Box<dyn Session>, Vec<String>)> {
        anyhow::bail!("there are no campaigns")
    }
    /// The campaign to which a save belongs.
    fn campaign_of(&self, _save: &std::path::Path) -> Option<String> {
        None
    }
    /// The keys for a ruleset's choices: a table like `keys.toml`, with its origin.
    fn keys(&self, ruleset: &str) -> (String, String);
    /// The player's version of that table, if there is one.
    ///
    /// # Errors
    /// When it can't be read, in a sentence for the player.
    fn own_keys(&self, ruleset: &str) -> anyhow::Result<Option<(String, String)>>;
    /// The heading and the summary of a numbered rule.
    fn rule(&self, ruleset: &str, number: &str) -> Option<(String, String)>;
    /// The rows of a ruleset's catalog that match a text; the first row is the heading.
    fn catalog_search(&self, ruleset: &str, text: &str) -> Vec<Vec<String>>;
}

/// A ruleset that has a scenario editor.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EditorCard {
    /// Identifier of the ruleset.
    pub ruleset: String,
    /// The title of its rulebook.
    pub book: String,
    /// Sizes of an empty map, each with a remark.
    pub sizes: Vec<(u8, u8, String)>,
}

/// The starting point of a battle in the editor.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StartingPoint {
    /// An empty map of a ruleset, cells across and up.
    Blank(String, u8, u8),
    /// A scenario, by its ruleset and name or its file.
    Scenario(String),
    /// A custom battle: its ruleset, settings and seed.
    Forged(String, Vec<usize>, u64),
    /// The backup of an editor that was killed, by its file.
    Left(std::path::PathBuf),
    /// A scenario in the bin, by its ruleset and name; opening it restores it.
    Away(String),
}

/// A battle for the editor.
#[derive(Debug)]
pub struct EditorBattle {
    /// Identifier of the ruleset.
    pub ruleset: String,
    /// The title of its rulebook.
    pub book: String,
    /// The unit of cost of the forces.
    pub money: &'static str,
    /// The battle.
    pub draft: Box<dyn Draft>,
    /// Where it is saved, if it is one of the player's own.
    pub target: Option<Target>,
    /// The text of its file.
    pub known: Option<String>,
    /// A name to suggest when it is saved.
    pub name: String,
}

/// Why a saved game can't be resumed.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CannotResume {
    /// In a sentence for the player.
    pub why: String,
    /// The other ways to resume it, the one that keeps most first.
    pub ways: Vec<ReplayMode>,
    /// Whether it is open in another window or connection of the player, which may be ended.
    pub elsewhere: bool,
}

/// A scenario as the title screen shows it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ScenarioCard {
    /// Identifier of the ruleset.
    pub ruleset: String,
    /// The title of its rulebook.
    pub book: String,
    /// Identifier of the scenario within the ruleset.
    pub name: String,
    /// Its title.
    pub title: String,
    /// Its briefing, one string per paragraph.
    pub summary: Vec<String>,
    /// Key and name of each side, in scenario order.
    pub sides: Vec<(String, String)>,
    /// What each balance provision is asked for by, and what it does.
    pub balance: Vec<(String, String)>,
    /// Number of turns.
    pub turns: u32,
    /// Whether it is a tutorial.
    pub teaches: bool,
    /// The settings of a custom battle, or the optional rules of a scenario.
    pub picks: Vec<ParameterCard>,
    /// The index of the setting that decides how long a custom battle is.
    pub size: usize,
    /// Whether it is a custom battle, different for every seed.
    pub fresh: bool,
    /// Whether it has been read in full; until then summary, sides and turns are unknown.
    pub read: bool,
}

impl ScenarioCard {
    /// Whether this is a custom battle rather than a scenario.
    pub fn is_custom(&self) -> bool {
        self.name == crate::library::FORGED
    }
}

/// A campaign in the list.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CampaignCard {
    /// Its name, among those in progress if it has begun.
    pub name: String,
    /// Its title.
    pub title: String,
    /// The title of its rulebook.
    pub book: String,
    /// Whether it is in progress or over.
    pub begun: bool,
    /// Its state in a few words.
    pub state: String,
}

/// The state of a campaign.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CampaignPage {
    /// Its lines.
    pub lines: Lines,
    /// The names of its forces.
    pub forces: Vec<String>,
    /// Whether it is over.
    pub over: bool,
}

/// A setting of a custom battle, or an optional rule of a scenario.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ParameterCard {
    /// Its name.
    pub name: String,
    /// Its values.
    pub values: Vec<String>,
    /// Index of its default.
    pub first: usize,
    /// Its effect in one line; can be empty.
    pub about: String,
}

/// A saved game as the title screen shows it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SaveCard {
    /// The key by which [`Services::resume`] finds it again.
    pub id: String,
    /// The scenario's title.
    pub title: String,
    /// The state of the game: "turn 3, action 112, 20 November 21:40".
    pub summary: String,
    /// Whether the battle is over.
    pub finished: bool,
}

/// What a player can do with a battle of two terminals.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum BattleState {
    /// The player has a seat and is to decide.
    YourTurn,
    /// The player has a seat; the other side decides, or has not joined yet.
    Yours,
    /// The player may take the open seat.
    Open,
    /// Others play it.
    #[default]
    Others,
    /// It is over.
    Over,
}

/// A battle of two terminals as the title screen shows it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BattleCard {
    /// The key by which it is found again.
    pub id: String,
    /// The scenario's title.
    pub title: String,
    /// The players: "anna (Germans) against bert (Soviets)".
    pub players: String,
    /// What the player can do with it.
    pub state: BattleState,
    /// The facts of the battle, one per line.
    pub summary: Vec<String>,
    /// Whether a word is needed to join.
    pub word: bool,
}

/// The options of a battle with an open seat.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct HostSetup {
    /// The host's side: 0 or 1.
    pub side: usize,
    /// The only player who may join; empty for anyone.
    pub guest: String,
    /// The word that a player must give; empty for none.
    pub word: String,
    /// What spectators see.
    pub watch: WatchRule,
    /// The clock.
    pub clock: Option<ClockRule>,
}

/// Why a player can't sit down at a battle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CannotJoin {
    /// The player is connected elsewhere and may take over.
    Elsewhere,
    /// The word is missing or wrong.
    Word,
    /// Any other reason, in a sentence for the player.
    Refused(String),
}

/// A game about to be started.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// Identifier of the ruleset.
    pub ruleset: String,
    /// Identifier of the scenario.
    pub name: String,
    /// The settings of a custom battle, in the order of its card.
    pub picks: Vec<usize>,
    /// The key of the balance provision in force.
    pub favour: Option<String>,
    /// The player of each side.
    pub seats: [Seat; 2],
    /// Seed of the dice.
    pub seed: u64,
    /// Whether the player rolls real dice and types the results.
    pub typed: bool,
    /// The undo rule; `None` for the default of these seats.
    pub undo: Option<Undo>,
}

/// How the screen looks and where it starts.
#[derive(Default)]
pub struct Options {
    /// Name of the theme; empty for "dark", or "mono" where there is no colour.
    pub theme: String,
    /// Whether only ASCII is used, for terminals without arrows and lines.
    pub ascii: bool,
    /// How many colours the terminal has.
    pub depth: Depth,
    /// Whether the map is light or dark.
    pub map: MapLook,
    /// Starts in this game instead of the title.
    pub start: Option<Box<dyn Session>>,
    /// Starts in the editor, with this starting point.
    pub made: Option<StartingPoint>,
    /// Starts in the editor, with a battle that has been opened.
    pub open_battle: Option<Box<EditorBattle>>,
    /// Whether the game is only watched, from its beginning.
    pub watch: bool,
    /// Whether the terminal sends clicks and the wheel. Then it selects text only with Shift.
    pub mouse: bool,
    /// The player's settings.
    pub settings: Settings,
    /// The player's keys.toml: its origin and its text.
    pub keys: Option<(String, String)>,
    /// The player's themes: the origin and the text of each.
    pub themes: Vec<(String, String)>,
    /// Seed offered for the next game.
    pub seed: u64,
    /// The clock that decides whether a key comes too early.
    pub clock: Clock,
}

/// Returns the time since a fixed moment.
pub struct Clock(pub Box<dyn Fn() -> std::time::Duration>);

impl Default for Clock {
    /// The system's clock.
    fn default() -> Self {
        let begun = std::time::Instant::now();
        Self(Box::new(move || begun.elapsed()))
    }
}
