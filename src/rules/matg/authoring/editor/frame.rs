//! The battle itself: everything in a scenario but its map and its sides.

use toml::{Table, Value};

use super::plans::{table, text};
use super::project::{number, word};
use crate::board::Cell;
use crate::rules::matg::scenario::written::rectangles;
use crate::rules::matg::state::battle::ScenarioKind;

/// Everything in a scenario but its map and its sides: date, type, options, victory, weather, hints.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Frame {
    /// Its keys.
    pub(super) about: Table,
}

impl Frame {
    /// The type of battle.
    pub(super) fn kind(&self) -> ScenarioKind {
        let key = word(&self.about, "kind").unwrap_or("");
        ScenarioKind::ALL
            .into_iter()
            .find(|kind| kind.key() == key)
            .unwrap_or(ScenarioKind::MeetingEngagement)
    }

    /// Year and month.
    pub(super) fn date(&self) -> (u16, u8) {
        let text = word(&self.about, "date").unwrap_or("");
        let parts = text.split_once('-').and_then(|(y, m)| Some((y.parse().ok()?, m.parse().ok()?)));
        parts.unwrap_or((1943, 6))
    }

    /// Its length in turns.
    pub(super) fn turns(&self) -> u8 {
        number(&self.about, "turns").and_then(|turns| u8::try_from(turns).ok()).unwrap_or(1)
    }

    /// Whether an optional rule is in play, by its key.
    pub(super) fn plays(&self, option: &str) -> bool {
        let all = self.about.get("options").and_then(Value::as_array);
        all.is_some_and(|all| all.iter().any(|known| known.as_str() == Some(option)))
    }

    /// Puts an optional rule in play, or takes it out.
    pub(super) fn switch(&mut self, option: &str) {
        let on = self.plays(option);
        let all = self.about.entry("options").or_insert_with(|| Value::Array(Vec::new()));
        let Some(list) = all.as_array_mut() else { return };
        if on {
            list.retain(|known| known.as_str() != Some(option));
        } else {
            list.push(Value::String(option.to_owned()));
        }
        if list.is_empty() {
            self.about.remove("options");
        }
    }

    /// The objective: the first place.
    pub(super) fn place_table(&self) -> Option<&Table> {
        let victory = self.about.get("victory").and_then(Value::as_table)?;
        victory.get("place").and_then(Value::as_array)?.first()?.as_table()
    }

    /// Its victory conditions.
    pub(super) fn aims_mut(&mut self) -> impl Iterator<Item = &mut Table> {
        let victory = self.about.get_mut("victory").and_then(Value::as_table_mut);
        let aims = victory.and_then(|victory| victory.get_mut("aim")).and_then(Value::as_array_mut);
        aims.into_iter().flatten().filter_map(Value::as_table_mut)
    }

    /// Renames the objective and all references to it.
    pub(super) fn name_goal(&mut self, name: &str) {
        let old = self.place_table().and_then(|place| word(place, "name")).unwrap_or("").to_owned();
        let victory = self.about.get_mut("victory").and_then(Value::as_table_mut);
        let places = victory.and_then(|victory| victory.get_mut("place")).and_then(Value::as_array_mut);
        if let Some(place) = places.and_then(|places| places.first_mut()).and_then(Value::as_table_mut) {
            place.insert("name".to_owned(), Value::String(name.to_owned()));
        }
        let fresh = |word: &mut Value| {
            if word.as_str() == Some(old.as_str()) {
                *word = Value::String(name.to_owned());
            }
        };
        for aim in self.aims_mut() {
            match aim.get_mut("hold") {
                Some(Value::Array(all)) => all.iter_mut().for_each(fresh),
                Some(word) => fresh(word),
                None => {}
            }
        }
    }

    /// Sets the squares of the objective.
    pub(super) fn set_goal(&mut self, goal: &[Cell]) {
        let victory = self.about.entry("victory").or_insert_with(|| Value::Table(Table::new()));
        let Some(victory) = victory.as_table_mut() else { return };
        let places = victory.entry("place").or_insert_with(|| Value::Array(Vec::new()));
        let Some(places) = places.as_array_mut() else { return };
        if places.is_empty() {
            let mut place = Table::new();
            place.insert("name".to_owned(), Value::String("the objective".to_owned()));
            places.push(Value::Table(place));
        }
        let at = rectangles(goal.iter().copied()).into_iter().map(Value::String).collect();
        if let Some(place) = places.first_mut().and_then(Value::as_table_mut) {
            place.insert("at".to_owned(), Value::Array(at));
        }
        // Remove a place without squares, unless a victory condition could refer to it.
        if goal.is_empty() && places.len() == 1 && !victory.contains_key("aim") {
            victory.remove("place");
        }
    }

    /// Replaces a battle-wide destruction percentage with a victory condition for each side, so that others
    /// can be added.
    pub(super) fn spell_out(&mut self, keys: &[String; 2]) {
        let Some(victory) = self.about.get_mut("victory").and_then(Value::as_table_mut) else { return };
        let Some(percent) = victory.remove("destroy-percent") else { return };
        let aim = |key: &String| {
            let lines = [
                ("side", text(key.clone())),
                ("destroy-percent", percent.clone()),
                ("lose-less-than-percent", percent.clone()),
            ];
            Value::Table(table(lines))
        };
        victory.insert("aim".to_owned(), Value::Array(keys.iter().map(aim).collect()));
    }
}
