//! Changing the fields of the editor: cycling through values, or typing one.

use std::ops::RangeInclusive;
use std::sync::Arc;

use toml::{Table, Value};

use super::forces::is_indirect;
use super::lines::Field;
use super::lists::List;
use super::parts::{Key, Kind, in_lines};
use super::planning::Part;
use super::project::{Named, Project, Start, says, word};
use super::victory::WON;
use crate::board::{Cell, Compass, Square};
use crate::editor::Subject;
use crate::rules::matg::authoring::design::{arithmetic, history};
use crate::rules::matg::catalog::Nation;
use crate::rules::matg::ground::terrain::Ground;
use crate::rules::matg::state::battle::{Optional, ScenarioKind};
use crate::side::Side;

const ROLES: [&str; 8] = ["-", "HQ", "GHQ-2", "GHQ-1", "GHQ+0", "GHQ+1", "GHQ+2", "GHQ+3"];

const EDGES: [&str; 4] = ["S", "N", "W", "E"];

/// Maximum length of a name, in characters.
pub(super) const LONGEST_NAME: usize = 80;
/// Maximum length of a briefing, in characters.
const LONGEST_TEXT: usize = 4000;
/// Maximum length of an area's squares, in characters: enough for every second square of the largest board.
const LONGEST_SQUARES: usize = 40_000;

/// Sets a key, or removes it.
pub(super) fn put(table: &mut Table, key: &str, value: Option<Value>) {
    match value {
        Some(value) => table.insert(key.to_owned(), value),
        None => table.remove(key),
    };
}

/// The error for a text that is too long.
pub(super) fn too_long() -> String {
    "That text is too long.".to_owned()
}

impl Project {
    /// Changes a field to its next or previous value.
    pub(super) fn turn(&mut self, of: Subject, line: usize, forward: bool) -> Result<String, String> {
        let Some(&field) = self.fields(of).get(line) else {
            return Err("That line does not exist.".to_owned());
        };
        if let Field::Plan(part) = field {
            return self.turn_part(of, part, forward);
        }
        let by: i64 = if forward { 1 } else { -1 };
        let next = |now: usize, count: usize| (now + if forward { 1 } else { count - 1 }) % count;
        match field {
            Field::Kind => {
                let now = self.kind();
                let place = ScenarioKind::ALL.iter().position(|kind| *kind == now).unwrap_or(0);
                self.set_kind(ScenarioKind::ALL[next(place, ScenarioKind::ALL.len())]);
            }
            Field::Sight => {
                let all = ["open", "mixed", "closed"];
                let now =
                    word(&self.frame, "surface").and_then(|now| all.iter().position(|known| *known == now));
                self.frame.remove("sighting");
                let surface = all[now.map_or(1, |now| next(now, 3))];
                self.frame.insert("surface".to_owned(), Value::String(surface.to_owned()));
            }
            Field::Victory => {
                let now = WON.iter().position(|(won, _)| self.wins_by() == Some(*won));
                self.win_by(WON[now.map_or(0, |now| next(now, WON.len()))].0);
            }
            Field::Option(n) => self.switch(Optional::ALL[n].key()),
            Field::Nation => self.turn_nation(of, &next),
            Field::Edge => {
                let Some(side) = of.side() else { return Ok(String::new()) };
                let other = self.force(side.other()).edge().to_string();
                let free: Vec<&str> = EDGES.into_iter().filter(|edge| *edge != other).collect();
                let now = self.force(side).edge().to_string();
                let place = free.iter().position(|edge| **edge == now).unwrap_or(0);
                self.set(of, "edge", Value::String(free[next(place, free.len())].to_owned()));
            }
            Field::Defends => {
                let Some(side) = of.side() else { return Ok(String::new()) };
                let defends = self.force(side).defends();
                if self.kind() == ScenarioKind::MeetingEngagement && !defends {
                    return Err("A meeting engagement has no defender (design: 1A).".to_owned());
                }
                self.flag(Subject::Side(side.other()), "defends", false);
                self.flag(of, "defends", !defends);
            }
            Field::Reconnaissance => self.toggle(of, "reconnaissance"),
            Field::Observer => self.toggle(of, "observer"),
            Field::Recon => self.toggle(of, "recon"),
            Field::Engineer => self.toggle(of, "engineer"),
            Field::BetterShells => self.toggle(of, "better-shells"),
            Field::Zone => {
                let Some(side) = of.side() else { return Ok(String::new()) };
                let names = self.names(Some(side), List::Zones);
                let names: Vec<String> = std::iter::once(String::new()).chain(names).collect();
                let now = self.table(of).and_then(|table| word(table, "zone")).unwrap_or("");
                let place = names.iter().position(|name| name == now).unwrap_or(0);
                let name = names[next(place, names.len())].clone();
                self.set_or_drop(of, "zone", (!name.is_empty()).then_some(Value::String(name)));
            }
            Field::Role => {
                let now = self.table(of).and_then(|table| word(table, "role")).unwrap_or("-");
                let now = if now == "GHQ" { "GHQ+0" } else { now };
                let place = ROLES.iter().position(|role| *role == now).unwrap_or(0);
                let role = ROLES[next(place, ROLES.len())];
                self.set_or_drop(of, "role", (role != "-").then(|| Value::String(role.to_owned())));
            }
            Field::Facing => {
                let own = of.side().map_or(Compass::N, |side| self.force(side).edge().opposite());
                let now = self.table(of).and_then(|table| word(table, "facing")?.parse().ok()).unwrap_or(own);
                let place = Compass::ALL.iter().position(|wind| *wind == now).unwrap_or(0);
                let wind = Compass::ALL[next(place, 8)];
                self.set_or_drop(of, "facing", (wind != own).then(|| Value::String(wind.to_string())));
            }
            Field::Start => return self.turn_start(of, forward),
            Field::Outside => return self.bring_in(of),
            _ => {
                let now = self.line(of, field).value.parse::<i64>().unwrap_or(0);
                if self.range(field).is_none() {
                    return Err("Press Enter to type this line.".to_owned());
                }
                return self.count(of, field, now + by);
            }
        }
        Ok(String::new())
    }

    /// Sets a field to the text typed.
    pub(super) fn write(&mut self, of: Subject, line: usize, text: &str) -> Result<String, String> {
        let Some(&field) = self.fields(of).get(line) else {
            return Err("That line does not exist.".to_owned());
        };
        let text = text.trim();
        let most = match field {
            Field::Briefing | Field::Plan(Part::Key(Key { kind: Kind::Lines, .. })) => LONGEST_TEXT,
            Field::Plan(Part::Squares) => LONGEST_SQUARES,
            _ => LONGEST_NAME,
        };
        if text.chars().count() > most {
            return Err(too_long());
        }
        let written = || Value::String(text.to_owned());
        // Empty text or "-" means 0 in fields that accept it, as they show 0 that way.
        let none = matches!(text, "" | "-") && self.range(field).is_some_and(|range| range.contains(&0));
        if let Field::Plan(part) = field {
            return self.write_part(of, part, text);
        }
        match field {
            Field::Title if text.is_empty() => Err("Enter a title.".to_owned()),
            Field::Title => {
                self.set(of, "title", written());
                Ok(String::new())
            }
            Field::Date => {
                let parts = text.split_once('-').filter(|(year, month)| year.len() == 4 && month.len() == 2);
                let parts = parts.and_then(|(y, m)| Some((y.parse::<u16>().ok()?, m.parse::<u8>().ok()?)));
                if !parts.is_some_and(|(y, m)| (1900..=1999).contains(&y) && (1..=12).contains(&m)) {
                    return Err(format!(
                        "\"{text}\" is not a date, expected year and month such as 1943-02."
                    ));
                }
                self.set(of, "date", written());
                Ok(String::new())
            }
            Field::Sight => {
                let inches =
                    text.trim_end_matches(" inches").parse::<i64>().ok().filter(|n| (1..=200).contains(n));
                let Some(inches) = inches else {
                    return Err(format!("\"{text}\" is not a distance, expected 1 to 200 inches (6.4.1)."));
                };
                self.frame.remove("surface");
                self.set(of, "sighting", Value::Integer(inches));
                Ok(String::new())
            }
            Field::Goal => {
                if text.is_empty() || self.goal().is_empty() {
                    return Err("Paint the objective on the map first, then name it here.".to_owned());
                }
                self.name_goal(text);
                Ok(String::new())
            }
            Field::Briefing => {
                self.set(of, "briefing", Value::String(in_lines(text)));
                Ok(String::new())
            }
            Field::Name | Field::FormationName if text.is_empty() => Err("It needs a name.".to_owned()),
            Field::Name | Field::FormationName => {
                self.set(of, "name", written());
                Ok(String::new())
            }
            Field::Letter => {
                let letter = text.to_ascii_uppercase();
                if letter.len() != 1 || !letter.chars().all(|c| c.is_ascii_uppercase()) {
                    return Err(format!("\"{text}\" is not a letter, expected A to Z."));
                }
                if of.side().is_some_and(|side| self.force(side.other()).letter() == letter) {
                    return Err(format!("The other side already uses the letter {letter}."));
                }
                self.set(of, "letter", Value::String(letter));
                Ok(String::new())
            }
            field if self.range(field).is_some() => match if none { "0" } else { text }.parse::<i64>() {
                Ok(number) => self.count(of, field, number),
                Err(_) => Err(format!("\"{text}\" is not a number.")),
            },
            _ => Err("Change this line with Left and Right.".to_owned()),
        }
    }

    /// The range of numbers a field accepts.
    fn range(&self, field: Field) -> Option<RangeInclusive<i64>> {
        Some(match field {
            Field::Turns => 1..=100,
            Field::Points => 50..=9999,
            Field::Width | Field::Height => 8..=99,
            Field::Cohesion => 1..=20,
            Field::Depth => 1..=i64::from(self.grid.height.max(self.grid.width)),
            Field::Determination => 5..=95,
            Field::Observers => 0..=200,
            Field::FireTurns => 0..=100,
            _ => return None,
        })
    }

    fn count(&mut self, of: Subject, field: Field, number: i64) -> Result<String, String> {
        let Some(range) = self.range(field) else { return Err("This line takes no number.".to_owned()) };
        if !range.contains(&number) {
            return Err(format!("{number} is out of range: expected {} to {}.", range.start(), range.end()));
        }
        let value = Value::Integer(number);
        match field {
            Field::Turns => self.set(of, "turns", value),
            Field::Points => self.set(of, "points", value),
            Field::Cohesion => self.set(of, "cohesion", value),
            Field::Depth => self.set(of, "depth", value),
            Field::Determination => self.set(of, "determination", value),
            Field::Observers => self.set_or_drop(of, "bought-observers", (number > 0).then_some(value)),
            Field::FireTurns => self.set_or_drop(of, "fire-turns", (number > 0).then_some(value)),
            // The number is within 8 to 99.
            Field::Width => self.resize(number as u8, self.grid.height),
            Field::Height => self.resize(self.grid.width, number as u8),
            _ => {}
        }
        Ok(String::new())
    }

    fn set(&mut self, of: Subject, key: &str, value: Value) {
        if let Some(table) = self.table_mut(of) {
            table.insert(key.to_owned(), value);
        }
    }

    pub(super) fn set_or_drop(&mut self, of: Subject, key: &str, value: Option<Value>) {
        if let Some(table) = self.table_mut(of) {
            put(table, key, value);
        }
    }

    fn flag(&mut self, of: Subject, key: &str, holds: bool) {
        self.set_or_drop(of, key, holds.then_some(Value::Boolean(true)));
    }

    fn toggle(&mut self, of: Subject, key: &str) {
        let holds = self.table(of).is_some_and(|table| says(table, key));
        self.flag(of, key, !holds);
    }

    fn switch(&mut self, option: &str) {
        let on = self.plays(option);
        let all = self.frame.entry("options").or_insert_with(|| Value::Array(Vec::new()));
        let Some(list) = all.as_array_mut() else { return };
        if on {
            list.retain(|known| known.as_str() != Some(option));
        } else {
            list.push(Value::String(option.to_owned()));
        }
        if list.is_empty() {
            self.frame.remove("options");
        }
    }

    /// Changes the type of battle. The length follows if it was the rulebook's, and so does the defender.
    fn set_kind(&mut self, kind: ScenarioKind) {
        if self.turns() == arithmetic::turns(self.kind()) {
            self.frame.insert("turns".to_owned(), Value::Integer(i64::from(arithmetic::turns(kind))));
        }
        self.frame.insert("kind".to_owned(), Value::String(kind.key().to_owned()));
        let meets = kind == ScenarioKind::MeetingEngagement;
        let nobody = !Side::BOTH.into_iter().any(|side| self.force(side).defends());
        if meets {
            Side::BOTH.into_iter().for_each(|side| self.flag(Subject::Side(side), "defends", false));
        } else if nobody {
            self.flag(Subject::Side(Side::A), "defends", true);
        }
    }

    /// Changes a side's nation. Name, letter and key follow unless the player has changed them.
    fn turn_nation(&mut self, of: Subject, next: &dyn Fn(usize, usize) -> usize) {
        let Some(side) = of.side() else { return };
        let all: Vec<Nation> =
            Nation::ALL.into_iter().filter(|nation| *nation != Nation::AllNations).collect();
        let year = self.date().0;
        let force = self.force(side);
        let now = force.nation();
        let place = all.iter().position(|nation| Some(*nation) == now).unwrap_or(0);
        let nation = all[next(place, all.len())];
        let was = now.and_then(|nation| history::usual(nation, year));
        let usual = was.is_none_or(|(name, _, _)| force.name() == name || force.key() == key_of(name));
        self.set(of, "nation", Value::String(nation.key().to_owned()));
        if let (true, Some((name, letter, (low, high)))) = (usual, history::usual(nation, year)) {
            self.name_side(side, name, letter);
            let level = i64::from((low + high) / 2);
            self.set(of, "cohesion", Value::Integer(level));
        }
    }

    /// Names a side, with a key and letter the other side does not use.
    pub(super) fn name_side(&mut self, side: Side, name: &str, letter: char) {
        let of = Subject::Side(side);
        let other = self.force(side.other());
        let mut key = key_of(name);
        if other.key() == key {
            key += "-too";
        }
        let free = |c: &char| c.is_ascii_uppercase() && other.letter() != c.to_string();
        let letters = std::iter::once(letter).chain(name.to_ascii_uppercase().chars().collect::<Vec<_>>());
        let letter = letters.chain('A'..='Z').find(free).unwrap_or('X');
        let old = self.force(side).key().to_owned();
        self.set(of, "name", Value::String(name.to_owned()));
        self.set(of, "key", Value::String(key.clone()));
        self.set(of, "letter", Value::String(letter.to_string()));
        for aim in self.aims_mut() {
            if word(aim, "side") == Some(old.as_str()) {
                aim.insert("side".to_owned(), Value::String(key.clone()));
            }
        }
    }

    fn turn_start(&mut self, of: Subject, forward: bool) -> Result<String, String> {
        let Subject::Piece(side, f, n) = of else { return Ok(String::new()) };
        let Some(stand) = self.stand(side, f, n) else { return Ok(String::new()) };
        let (id, now) = (stand.id, stand.start.clone());
        let kind = self.force(side).kind(stand);
        let mut ways: Vec<Start> = Vec::new();
        let here = match &now {
            Start::At(cell) => Some(*cell),
            _ => kind.and_then(|kind| self.free_square(side, f, kind)),
        };
        ways.extend(here.map(Start::At));
        ways.extend(self.carriers(side, id).into_iter().map(|carrier| Start::Aboard(Named::Stand(carrier))));
        if kind.is_some_and(is_indirect) {
            ways.push(Start::OffMap);
        }
        ways.extend(self.names(Some(side), List::Landings).into_iter().map(Start::Lands));
        if ways.is_empty() {
            return Err("Its zone has no free square, and no transport has room.".to_owned());
        }
        let place = ways.iter().position(|way| *way == now);
        let count = ways.len();
        let to = place.map_or(0, |place| (place + if forward { 1 } else { count - 1 }) % count);
        let start = ways.swap_remove(to);
        if let Some(stand) = self.stand_mut(side, f, n) {
            stand.start = start;
        }
        Ok(String::new())
    }

    /// Resizes the board, keeping the south-western corner in place.
    fn resize(&mut self, width: u8, height: u8) {
        let (from, to) = (self.grid, Square { width, height });
        let (ground, levels) = (Arc::clone(&self.ground), Arc::clone(&self.levels));
        let old = |cell: Cell| from.contains(cell).then(|| from.index(cell));
        let cells: Vec<Cell> = to.cells().collect();
        self.ground =
            Arc::new(cells.iter().map(|&cell| old(cell).map_or(Ground::CLEAR, |at| ground[at])).collect());
        self.levels = Arc::new(cells.iter().map(|&cell| old(cell).map_or(0, |at| levels[at])).collect());
        self.grid = to;
        if let Some(breaches) = self.frame.get_mut("breaches").and_then(Value::as_array_mut) {
            let cell = |word: &Value| word.as_str().and_then(|word| word.split(' ').next()?.parse().ok());
            breaches.retain(|word| cell(word).is_none_or(|cell| to.contains(cell)));
        }
        for force in &mut self.forces {
            force.works.retain(|work| to.contains(work.cell));
            for stand in force.stands_mut() {
                if matches!(stand.start, Start::At(cell) if !to.contains(cell)) {
                    stand.start = Start::Unsaid;
                }
            }
        }
        self.clip();
    }
}

/// The key for a name: lower case, with hyphens.
fn key_of(name: &str) -> String {
    name.to_lowercase().chars().map(|c| if c.is_ascii_lowercase() { c } else { '-' }).collect()
}
