//! Changing the fields of the editor: cycling through values, or typing one.

use std::ops::RangeInclusive;

use toml::{Table, Value};

use super::forces::is_indirect;
use super::lines::Field;
use super::lists::List;
use super::parts::{Key, Kind};
use super::planning::Part;
use super::project::{Force, Named, Project, Start, says, word};
use super::turning::next;
use super::victory::{WON, Won};
use crate::board::Compass;
use crate::editor::Subject;
use crate::editor::field::in_lines;
use crate::rules::matg::authoring::design::{arithmetic, history};
use crate::rules::matg::catalog::Nation;
use crate::rules::matg::state::battle::{Optional, ScenarioKind};
use crate::side::Side;

const ROLES: [&str; 8] = ["-", "HQ", "GHQ-2", "GHQ-1", "GHQ+0", "GHQ+1", "GHQ+2", "GHQ+3"];

const EDGES: [Compass; 4] = [Compass::S, Compass::N, Compass::W, Compass::E];

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

type Said = Result<String, String>;

/// A part of the battle being edited.
struct PartEdit<'a> {
    project: &'a mut Project,
    of: Subject,
}

impl PartEdit<'_> {
    /// Changes a field to its next or previous value.
    fn turn(&mut self, field: Field, forward: bool) -> Said {
        match (field, self.of) {
            (Field::Plan(part), of) => return self.project.turn_part(of, part, forward),
            (Field::Kind, _) => self.turn_kind(forward),
            (Field::Sight, _) => self.turn_sight(forward),
            (Field::Victory, _) => {
                let all = WON.map(|(won, _)| won);
                let won = next(&all, Won::of(self.project), forward);
                self.project.win_by(won.unwrap_or(all[0]));
            }
            (Field::Option(n), _) => self.project.frame.switch(Optional::ALL[n].key()),
            (Field::Nation, Subject::Side(side)) => self.turn_nation(side, forward),
            (Field::Edge, Subject::Side(side)) => {
                let other = self.project.force(side.other()).edge();
                let free: Vec<Compass> = EDGES.into_iter().filter(|edge| *edge != other).collect();
                let now = self.project.force(side).edge();
                let edge = next(
                    &free,
                    Some(now).filter(|now| free.contains(now)).or(free.first().copied()),
                    forward,
                );
                self.put("edge", edge.map(|edge| Value::String(edge.to_string())));
            }
            (Field::Defends, Subject::Side(side)) => return self.turn_defends(side),
            (Field::Reconnaissance, _) => self.toggle("reconnaissance"),
            (Field::Observer, _) => self.toggle("observer"),
            (Field::Recon, _) => self.toggle("recon"),
            (Field::Engineer, _) => self.toggle("engineer"),
            (Field::BetterShells, _) => self.toggle("better-shells"),
            (Field::Zone, Subject::Formation(side, _)) => {
                let names = self.project.names(Some(side), List::Zones);
                let names: Vec<&str> = std::iter::once("").chain(names.iter().map(String::as_str)).collect();
                let now = self.word("zone").filter(|now| names.contains(now)).unwrap_or("");
                let name = next(&names, Some(now), forward).filter(|name| !name.is_empty());
                self.put("zone", name.map(|name| Value::String(name.to_owned())));
            }
            (Field::Role, _) => {
                let now = self.word("role").map(|now| if now == "GHQ" { "GHQ+0" } else { now });
                let now = now.filter(|now| ROLES.contains(now)).unwrap_or(ROLES[0]);
                let role = next(&ROLES, Some(now), forward).filter(|role| *role != ROLES[0]);
                self.put("role", role.map(|role| Value::String(role.to_owned())));
            }
            (Field::Facing, of) => {
                let own = of.side().map_or(Compass::N, |side| self.project.force(side).edge().opposite());
                let now = self.word("facing").and_then(|facing| facing.parse().ok()).unwrap_or(own);
                let wind = next(&Compass::ALL, Some(now), forward).filter(|wind| *wind != own);
                self.put("facing", wind.map(|wind| Value::String(wind.to_string())));
            }
            (Field::Start, _) => return self.turn_start(forward),
            (Field::Outside, of) => return self.project.bring_in(of),
            (field, of) => {
                let now = self.project.line(of, field).value.parse::<i64>().unwrap_or(0);
                if self.range(field).is_none() {
                    return Err("Press Enter to type this line.".to_owned());
                }
                return self.count(field, now + if forward { 1 } else { -1 });
            }
        }
        Ok(String::new())
    }

    fn turn_sight(&mut self, forward: bool) {
        let all = ["open", "mixed", "closed"];
        let about = &mut self.project.frame.about;
        about.remove("sighting");
        let now = word(about, "surface").filter(|now| all.contains(now));
        let surface = if now.is_none() { Some(all[1]) } else { next(&all, now, forward) };
        put(about, "surface", surface.map(|surface| Value::String(surface.to_owned())));
    }

    fn turn_defends(&mut self, side: Side) -> Said {
        let defends = self.project.force(side).defends();
        if self.project.frame.kind() == ScenarioKind::MeetingEngagement && !defends {
            return Err("A meeting engagement has no defender (design: 1A).".to_owned());
        }
        self.project.force_mut(side.other()).set_defends(false);
        self.project.force_mut(side).set_defends(!defends);
        Ok(String::new())
    }

    /// Sets the field to the text typed.
    fn write(&mut self, field: Field, text: &str) -> Said {
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
            return self.project.write_part(self.of, part, text);
        }
        match field {
            Field::Title if text.is_empty() => Err("Enter a title.".to_owned()),
            Field::Title => {
                self.set("title", written());
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
                self.set("date", written());
                Ok(String::new())
            }
            Field::Sight => {
                let inches =
                    text.trim_end_matches(" inches").parse::<i64>().ok().filter(|n| (1..=200).contains(n));
                let Some(inches) = inches else {
                    return Err(format!("\"{text}\" is not a distance, expected 1 to 200 inches (6.4.1)."));
                };
                self.project.frame.about.remove("surface");
                self.set("sighting", Value::Integer(inches));
                Ok(String::new())
            }
            Field::Goal => {
                if text.is_empty() || self.project.goal().is_empty() {
                    return Err("Paint the objective on the map first, then name it here.".to_owned());
                }
                self.project.frame.name_goal(text);
                Ok(String::new())
            }
            Field::Briefing => {
                self.set("briefing", Value::String(in_lines(text)));
                Ok(String::new())
            }
            Field::Name | Field::FormationName if text.is_empty() => Err("It needs a name.".to_owned()),
            Field::Name | Field::FormationName => {
                self.set("name", written());
                Ok(String::new())
            }
            Field::Letter => {
                let letter = text.to_ascii_uppercase();
                if letter.len() != 1 || !letter.chars().all(|c| c.is_ascii_uppercase()) {
                    return Err(format!("\"{text}\" is not a letter, expected A to Z."));
                }
                if self.of.side().is_some_and(|side| self.project.force(side.other()).letter() == letter) {
                    return Err(format!("The other side already uses the letter {letter}."));
                }
                self.set("letter", Value::String(letter));
                Ok(String::new())
            }
            field if self.range(field).is_some() => match if none { "0" } else { text }.parse::<i64>() {
                Ok(number) => self.count(field, number),
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
            Field::Depth => 1..=i64::from(self.project.map.grid.height.max(self.project.map.grid.width)),
            Field::Determination => 5..=95,
            Field::Observers => 0..=200,
            Field::FireTurns => 0..=100,
            _ => return None,
        })
    }

    fn count(&mut self, field: Field, number: i64) -> Said {
        let Some(range) = self.range(field) else { return Err("This line takes no number.".to_owned()) };
        if !range.contains(&number) {
            return Err(format!("{number} is out of range: expected {} to {}.", range.start(), range.end()));
        }
        let value = Value::Integer(number);
        match field {
            Field::Turns => self.set("turns", value),
            Field::Points => self.set("points", value),
            Field::Cohesion => self.set("cohesion", value),
            Field::Depth => self.set("depth", value),
            Field::Determination => self.set("determination", value),
            Field::Observers => self.put("bought-observers", (number > 0).then_some(value)),
            Field::FireTurns => self.put("fire-turns", (number > 0).then_some(value)),
            // The number is within 8 to 99.
            Field::Width => self.resize(number as u8, self.project.map.grid.height),
            Field::Height => self.resize(self.project.map.grid.width, number as u8),
            _ => {}
        }
        Ok(String::new())
    }

    fn word(&self, key: &str) -> Option<&str> {
        word(self.project.table(self.of)?, key)
    }

    fn set(&mut self, key: &str, value: Value) {
        self.put(key, Some(value));
    }

    fn put(&mut self, key: &str, value: Option<Value>) {
        self.project.set_or_drop(self.of, key, value);
    }

    fn toggle(&mut self, key: &str) {
        let holds = self.project.table(self.of).is_some_and(|table| says(table, key));
        self.put(key, (!holds).then_some(Value::Boolean(true)));
    }

    /// Changes the type of battle. The length follows if it was the rulebook's, and so does the defender.
    fn turn_kind(&mut self, forward: bool) {
        let frame = &mut self.project.frame;
        let before = frame.kind();
        let kind = next(&ScenarioKind::ALL, Some(before), forward).unwrap_or(before);
        if frame.turns() == arithmetic::turns(before) {
            frame.about.insert("turns".to_owned(), Value::Integer(i64::from(arithmetic::turns(kind))));
        }
        frame.about.insert("kind".to_owned(), Value::String(kind.key().to_owned()));
        let meets = kind == ScenarioKind::MeetingEngagement;
        let nobody = !self.project.forces.iter().any(Force::defends);
        if meets {
            self.project.forces.iter_mut().for_each(|force| force.set_defends(false));
        } else if nobody {
            self.project.force_mut(Side::A).set_defends(true);
        }
    }

    /// Changes a side's nation. Name, letter, key and cohesion follow unless the player has changed them.
    fn turn_nation(&mut self, side: Side, forward: bool) {
        let all: Vec<Nation> =
            Nation::ALL.into_iter().filter(|nation| *nation != Nation::AllNations).collect();
        let year = self.project.frame.date().0;
        let force = self.project.force(side);
        let now = force.nation();
        let Some(nation) = next(&all, now.or(all.first().copied()), forward) else { return };
        let was = now.and_then(|nation| history::usual(nation, year));
        let usual = was.is_none_or(|(name, _, _)| force.name() == name || force.key() == key_of(name));
        self.set("nation", Value::String(nation.key().to_owned()));
        if let (true, Some((name, letter, (low, high)))) = (usual, history::usual(nation, year)) {
            self.project.name_side(side, name, letter);
            let level = i64::from((low + high) / 2);
            self.set("cohesion", Value::Integer(level));
        }
    }

    fn turn_start(&mut self, forward: bool) -> Said {
        let Subject::Piece(side, f, n) = self.of else { return Ok(String::new()) };
        let Some(stand) = self.project.stand(side, f, n) else { return Ok(String::new()) };
        let (id, now) = (stand.id, stand.start.clone());
        let kind = self.project.force(side).kind(stand);
        let mut ways: Vec<Start> = Vec::new();
        let here = match &now {
            Start::At(cell) => Some(*cell),
            _ => kind.and_then(|kind| self.project.free_square(side, f, kind)),
        };
        ways.extend(here.map(Start::At));
        ways.extend(
            self.project
                .force(side)
                .carriers(id)
                .into_iter()
                .map(|carrier| Start::Aboard(Named::Stand(carrier))),
        );
        if kind.is_some_and(is_indirect) {
            ways.push(Start::OffMap);
        }
        ways.extend(self.project.names(Some(side), List::Landings).into_iter().map(Start::Lands));
        if ways.is_empty() {
            return Err("Its zone has no free square, and no transport has room.".to_owned());
        }
        let place = ways.iter().position(|way| *way == now);
        let count = ways.len();
        let to = place.map_or(0, |place| (place + if forward { 1 } else { count - 1 }) % count);
        let start = ways.swap_remove(to);
        if let Some(stand) = self.project.stand_mut(side, f, n) {
            stand.start = start;
        }
        Ok(String::new())
    }

    /// Resizes the board and drops what is off it.
    fn resize(&mut self, width: u8, height: u8) {
        self.project.map.resize(width, height);
        let to = self.project.map.grid;
        if let Some(breaches) = self.project.frame.about.get_mut("breaches").and_then(Value::as_array_mut) {
            let cell = |word: &Value| word.as_str().and_then(|word| word.split(' ').next()?.parse().ok());
            breaches.retain(|word| cell(word).is_none_or(|cell| to.contains(cell)));
        }
        for force in &mut self.project.forces {
            force.works.retain(|work| to.contains(work.cell));
            for stand in force.stands_mut() {
                if matches!(stand.start, Start::At(cell) if !to.contains(cell)) {
                    stand.start = Start::Unsaid;
                }
            }
        }
        self.project.clip();
    }
}

impl Project {
    /// Changes a field to its next or previous value.
    pub(super) fn turn(&mut self, of: Subject, line: usize, forward: bool) -> Said {
        let field = self.fields(of).get(line).copied().ok_or("That line does not exist.")?;
        PartEdit { project: self, of }.turn(field, forward)
    }

    /// Sets a field to the text typed.
    pub(super) fn write(&mut self, of: Subject, line: usize, text: &str) -> Said {
        let field = self.fields(of).get(line).copied().ok_or("That line does not exist.")?;
        PartEdit { project: self, of }.write(field, text)
    }

    /// Names a side, with a key and letter the other side does not use.
    pub(super) fn name_side(&mut self, side: Side, name: &str, letter: char) {
        let other = self.force(side.other());
        let mut key = key_of(name);
        if other.key() == key {
            key += "-too";
        }
        let free = |c: &char| c.is_ascii_uppercase() && other.letter() != c.to_string();
        let letters = std::iter::once(letter).chain(name.to_ascii_uppercase().chars().collect::<Vec<_>>());
        let letter = letters.chain('A'..='Z').find(free).unwrap_or('X');
        let old = self.force(side).key().to_owned();
        let about = &mut self.force_mut(side).about;
        about.insert("name".to_owned(), Value::String(name.to_owned()));
        about.insert("key".to_owned(), Value::String(key.clone()));
        about.insert("letter".to_owned(), Value::String(letter.to_string()));
        for aim in self.frame.aims_mut() {
            if word(aim, "side") == Some(old.as_str()) {
                aim.insert("side".to_owned(), Value::String(key.clone()));
            }
        }
    }

    pub(super) fn set_or_drop(&mut self, of: Subject, key: &str, value: Option<Value>) {
        if let Some(table) = self.table_mut(of) {
            put(table, key, value);
        }
    }
}

/// The key for a name: lower case, with hyphens.
fn key_of(name: &str) -> String {
    name.to_lowercase().chars().map(|c| if c.is_ascii_lowercase() { c } else { '-' }).collect()
}
