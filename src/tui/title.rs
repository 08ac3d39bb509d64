//! The title screen with its lists.

use crate::game::replay::ReplayMode;

use super::services::{BattleCard, BattleState, SaveCard, ScenarioCard};

/// The title screen: saved games and scenarios in one list.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Title {
    /// Saved games, newest first.
    pub saves: Vec<SaveCard>,
    /// Battles between two terminals.
    pub battles: Vec<BattleCard>,
    /// Scenarios.
    pub scenarios: Vec<ScenarioCard>,
    /// The selected entry, an index into [`Title::entries`].
    pub selected: usize,
    /// Only entries that contain these words are listed.
    pub filter: String,
    /// Whether the filter is being typed.
    pub typing: bool,
    /// The game that did not replay, and the ways to resume it.
    pub ways: Option<(SaveCard, Vec<ReplayMode>)>,
    /// The game that is open elsewhere, while the player is asked whether to take over.
    pub elsewhere: Option<SaveCard>,
    /// The battle that was chosen, and the password typed so far if it has one.
    pub joining: Option<(BattleCard, String)>,
    /// A message, shown until the next key.
    pub message: Option<String>,
    /// The titles of battles that the scenario editor had not saved when the program stopped.
    pub unsaved: Vec<String>,
}

/// An entry of the title screen's list.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Entry {
    /// A saved game, an index into [`Title::saves`].
    Save(usize),
    /// A battle between two terminals, an index into [`Title::battles`].
    Battle(usize),
    /// A scenario, an index into [`Title::scenarios`].
    Scenario(usize),
}

impl Title {
    /// The title screen with these games and scenarios. A new player is offered the first tutorial, everyone
    /// else the last battle.
    pub fn new(saves: Vec<SaveCard>, scenarios: Vec<ScenarioCard>) -> Self {
        let first = scenarios.iter().position(|card| card.teaches).filter(|_| saves.is_empty());
        let mut title = Self { saves, scenarios, ..Self::default() };
        if let Some(first) = first {
            title.select(Entry::Scenario(first));
        }
        title
    }

    /// The same with the battles between two terminals; the first that waits for the player is selected.
    #[must_use]
    pub fn with_battles(mut self, battles: Vec<BattleCard>) -> Self {
        self.set_battles(battles);
        if let Some(first) = self.battles.iter().position(|battle| battle.state == BattleState::YourTurn) {
            self.select(Entry::Battle(first));
        }
        self
    }

    /// Lists these battles between two terminals and keeps the selection.
    pub fn set_battles(&mut self, battles: Vec<BattleCard>) {
        let (entry, id) = (self.entry(), self.battle().map(|battle| battle.id.clone()));
        self.battles = battles;
        match (entry, id) {
            (_, Some(id)) => {
                let again = self.battles.iter().position(|battle| battle.id == id);
                self.selected = self.selected.min(self.entries().len().saturating_sub(1));
                if let Some(again) = again {
                    self.select(Entry::Battle(again));
                }
            }
            (Some(entry), None) => self.select(entry),
            (None, None) => {}
        }
    }

    /// The selected battle between two terminals.
    pub fn battle(&self) -> Option<&BattleCard> {
        match self.entry()? {
            Entry::Battle(n) => self.battles.get(n),
            Entry::Save(_) | Entry::Scenario(_) => None,
        }
    }

    /// The entries in the order they are listed: battles with other players that wait for this one or that
    /// can be joined, battles in progress, the scenarios of each ruleset with its tutorials first, finished
    /// battles.
    pub fn entries(&self) -> Vec<Entry> {
        let saves = |finished: bool| {
            let all = self.saves.iter().enumerate().filter(move |(_, save)| save.finished == finished);
            all.filter(|(_, save)| self.is_listed(&[&save.title, &save.summary])).map(|(n, _)| Entry::Save(n))
        };
        let battles = |states: &[BattleState]| {
            let mut found: Vec<(usize, usize)> = Vec::new();
            for (n, battle) in self.battles.iter().enumerate() {
                let texts = [battle.title.as_str(), battle.players.as_str()];
                if let Some(order) = states.iter().position(|state| *state == battle.state)
                    && self.is_listed(&texts)
                {
                    found.push((order, n));
                }
            }
            found.sort_unstable();
            found.into_iter().map(|(_, n)| Entry::Battle(n)).collect::<Vec<_>>()
        };
        let first = battles(&[BattleState::YourTurn, BattleState::Yours, BattleState::Open]);
        let listed = |n: &usize| {
            let card = &self.scenarios[*n];
            self.is_listed(&[&card.title, &card.name, &card.book, &card.ruleset])
        };
        let mut scenarios: Vec<usize> = (0..self.scenarios.len()).filter(listed).collect();
        // The rulesets keep their order.
        let first_of = |ruleset: &str| self.scenarios.iter().position(|card| card.ruleset == ruleset);
        scenarios.sort_by_cached_key(|&n| {
            let card = &self.scenarios[n];
            (first_of(&card.ruleset), !card.teaches)
        });
        let scenarios = scenarios.into_iter().map(Entry::Scenario);
        let running = battles(&[BattleState::Others]);
        let over = battles(&[BattleState::Over]);
        first
            .into_iter()
            .chain(saves(false))
            .chain(running)
            .chain(scenarios)
            .chain(saves(true))
            .chain(over)
            .collect()
    }

    /// What the scenario editor had not saved, with the key that leads to it; `None` if there is nothing.
    pub fn unsaved_work(&self, key: &str) -> Option<String> {
        match &self.unsaved[..] {
            [] => None,
            [title] => Some(format!("Not saved in the scenario editor: {title}. {key} recovers it.")),
            all => {
                Some(format!("Not saved in the scenario editor: {} battles. {key} lists them.", all.len()))
            }
        }
    }

    /// Whether every word of the filter is in one of the texts.
    fn is_listed(&self, texts: &[&str]) -> bool {
        if self.filter.is_empty() {
            return true;
        }
        let text = texts.join(" ").to_lowercase();
        self.filter.to_lowercase().split_whitespace().all(|word| text.contains(word))
    }

    /// Selects an entry.
    pub fn select(&mut self, entry: Entry) {
        self.selected = self.entries().iter().position(|listed| *listed == entry).unwrap_or(0);
    }

    /// Selects a scenario by its ruleset and name.
    pub fn select_scenario(&mut self, ruleset: &str, name: &str) {
        let same = |card: &ScenarioCard| card.ruleset == ruleset && card.name == name;
        if let Some(at) = self.scenarios.iter().position(same) {
            self.select(Entry::Scenario(at));
        }
    }

    /// Moves the selection.
    pub fn shift(&mut self, by: isize) {
        let last = self.entries().len().saturating_sub(1);
        self.selected = self.selected.saturating_add_signed(by).min(last);
    }

    /// Types a character of the filter, or removes one (`None`).
    pub fn write(&mut self, letter: Option<char>) {
        match letter {
            Some(letter) => self.filter.push(letter),
            None => {
                self.filter.pop();
            }
        }
        self.selected = 0;
    }

    /// Lists every entry again and keeps the selection.
    pub fn clear_filter(&mut self) {
        let entry = self.entry();
        (self.filter, self.typing) = (String::new(), false);
        if let Some(entry) = entry {
            self.select(entry);
        }
    }

    fn entry(&self) -> Option<Entry> {
        self.entries().get(self.selected).copied()
    }

    /// The selected saved game.
    pub fn save(&self) -> Option<&SaveCard> {
        match self.entry()? {
            Entry::Save(n) => self.saves.get(n),
            Entry::Scenario(_) | Entry::Battle(_) => None,
        }
    }

    /// The selected scenario.
    pub fn scenario(&self) -> Option<&ScenarioCard> {
        match self.entry()? {
            Entry::Scenario(n) => self.scenarios.get(n),
            Entry::Save(_) | Entry::Battle(_) => None,
        }
    }

    /// The selected scenario, to be filled in.
    pub fn scenario_mut(&mut self) -> Option<&mut ScenarioCard> {
        match self.entry()? {
            Entry::Scenario(n) => self.scenarios.get_mut(n),
            Entry::Save(_) | Entry::Battle(_) => None,
        }
    }
}
