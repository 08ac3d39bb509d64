//! The screens before a game: the title with its lists, and the setup form.

use crate::game::journal::Undo;
use crate::game::replay::Onwards;
use crate::game::{Level, Seat};

use super::desk::{PickCard, SaveCard, ScenarioCard, Setup};

/// The title screen: saved games and scenarios in one list.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Title {
    /// Saved games, newest first.
    pub saves: Vec<SaveCard>,
    /// Scenarios.
    pub scenarios: Vec<ScenarioCard>,
    /// The selected line: saves first, then scenarios.
    pub selected: usize,
    /// The game that did not go on as it is, and the ways that are offered.
    pub ways: Option<(SaveCard, Vec<Onwards>)>,
}

impl Title {
    /// Number of lines that can be selected.
    pub fn len(&self) -> usize {
        self.saves.len() + self.scenarios.len()
    }

    /// Moves the selection.
    pub fn shift(&mut self, by: isize) {
        self.selected = self.selected.saturating_add_signed(by).min(self.len().saturating_sub(1));
    }

    /// The selected saved game.
    pub fn save(&self) -> Option<&SaveCard> {
        self.saves.get(self.selected)
    }

    /// The selected scenario.
    pub fn scenario(&self) -> Option<&ScenarioCard> {
        self.scenarios.get(self.selected.checked_sub(self.saves.len())?)
    }

    /// The same, to be read.
    pub fn scenario_mut(&mut self) -> Option<&mut ScenarioCard> {
        self.scenarios.get_mut(self.selected.checked_sub(self.saves.len())?)
    }
}

/// Levels as the form offers them.
pub const LEVELS: [(Level, &str); 3] = [
    (Level::Random, "random: any legal choice"),
    (Level::Easy, "easy: slips now and then"),
    (Level::Normal, "normal: the full strength"),
];

/// The setup form.
#[derive(Clone, PartialEq, Debug)]
pub struct Form {
    /// The scenario.
    pub card: ScenarioCard,
    /// The selected field: what is picked for a battle made to order comes first.
    pub field: usize,
    /// What is picked, an index for each of the card's picks.
    pub picks: Vec<usize>,
    /// 0 and 1: the player's side; 2: both; 3: none.
    pub play: usize,
    /// Index into [`LEVELS`].
    pub level: usize,
    /// Whether the player types the faces of real dice.
    pub typed: bool,
    /// What may be taken back, if the player has said.
    pub undo: Option<Undo>,
    /// The seed, in digits.
    pub seed: String,
    /// Why the game did not start.
    pub error: Option<String>,
}

/// Number of fields of every form, the start button included.
pub const FIELDS: usize = 6;

/// The field of the seed among those: the ones before it are changed by turning, this one by typing.
pub const SEED: usize = 4;

impl Form {
    /// The form for a scenario.
    pub fn new(card: ScenarioCard, seed: u64) -> Self {
        let picks: Vec<usize> = card.picks.iter().map(|pick| pick.first).collect();
        let seed = seed.to_string();
        // Optional rules come first and are looked at last; a battle made to order begins with what it is made of.
        let field = if card.is_to_order() { 0 } else { picks.len() };
        Self { card, field, picks, play: 0, level: 2, typed: false, undo: None, seed, error: None }
    }

    /// What may be taken back: as the player says, or as such seats play.
    fn undo(&self) -> Undo {
        self.undo.unwrap_or_else(|| Undo::usual(self.seats()))
    }

    fn side(&self, index: usize) -> &str {
        self.card.sides.get(index).map_or("?", |(_, name)| name)
    }

    /// The fields as they stand: name and value.
    pub fn fields(&self) -> Vec<(&str, String)> {
        let play = match self.play {
            0 | 1 => format!("{} against the program", self.side(self.play)),
            2 => "both sides, at one keyboard".to_owned(),
            _ => "neither: watch the program play itself".to_owned(),
        };
        let level = if self.play == 2 { "-".to_owned() } else { LEVELS[self.level].1.to_owned() };
        let undo = match self.undo() {
            Undo::Free => "free: what goes past a die is counted",
            Undo::Strict => "strict: no dice, and no secret that was told",
        };
        let dice = if self.typed { "yours: you type each face" } else { "rolled by the program" };
        let picked = |(pick, &at): (&'_ PickCard, &usize)| pick.values.get(at).cloned().unwrap_or_default();
        let picks = self.card.picks.iter().zip(&self.picks).map(|both| (both.0.name.as_str(), picked(both)));
        let usual = [
            ("You play", play),
            ("Opponent", level),
            ("Dice", dice.to_owned()),
            ("Taking back", undo.to_owned()),
            ("Seed", self.seed.clone()),
            ("", "Start the battle".to_owned()),
        ];
        picks.chain(usual).collect()
    }

    /// The selected field among those of every form; `None` for what is picked.
    pub fn usual(&self) -> Option<usize> {
        self.field.checked_sub(self.picks.len())
    }

    /// Moves to another field.
    pub fn shift(&mut self, by: isize) {
        self.field = self.field.saturating_add_signed(by).min(self.picks.len() + FIELDS - 1);
    }

    /// Changes the value of the field.
    pub fn change(&mut self, forward: bool) {
        let turn = |value: usize, count: usize| (value + if forward { 1 } else { count - 1 }) % count;
        match self.usual() {
            None => {
                let count = self.card.picks[self.field].values.len().max(1);
                self.picks[self.field] = turn(self.picks[self.field], count);
            }
            Some(0) => self.play = turn(self.play, 4),
            Some(1) => self.level = turn(self.level, LEVELS.len()),
            Some(2) => self.typed = !self.typed,
            Some(3) => self.undo = Some(if self.undo() == Undo::Free { Undo::Strict } else { Undo::Free }),
            Some(_) => {}
        }
    }

    /// A digit of the seed, or `None` to rub out one.
    pub fn digit(&mut self, digit: Option<char>) {
        self.field = self.picks.len() + SEED;
        match digit {
            Some(c) if self.seed.len() < 18 => self.seed.push(c),
            Some(_) => {}
            None => {
                self.seed.pop();
            }
        }
    }

    /// Who sits where.
    fn seats(&self) -> [Seat; 2] {
        let program = Seat::Program(LEVELS[self.level].0);
        match self.play {
            0 => [Seat::Human, program],
            1 => [program, Seat::Human],
            2 => [Seat::Human, Seat::Human],
            _ => [program, program],
        }
    }

    /// The game the form describes.
    pub fn setup(&self) -> Setup {
        Setup {
            ruleset: self.card.ruleset.clone(),
            name: self.card.name.clone(),
            picks: self.picks.clone(),
            seats: self.seats(),
            seed: self.seed.parse().unwrap_or(0),
            typed: self.typed,
            undo: self.undo,
        }
    }
}
