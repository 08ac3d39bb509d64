//! Editing a field of a plan: cycling through values, or typing one.

use toml::{Table, Value};

use super::areas::Area;
use super::filling::put;
use super::lists::List;
use super::painting;
use super::parts::{EITHER, Key};
use super::planning::{Count, Part, Shown, words_at};
use super::plans::text;
use super::project::{Project, area, word};
use super::weapons::MOST_GUNS;
use super::zones::ZonePart;
use crate::board::Cell;
use crate::editor::Subject;
use crate::rules::matg::catalog::{Nation, aircraft};
use crate::rules::matg::ground::weather::Weather;
use crate::side::Side;

/// The most alternative ways of arrival a zone can have.
const MOST_WAYS: i64 = 20;

/// The next of some values, or the previous one.
pub(super) fn next<T: PartialEq + Copy>(all: &[T], now: Option<T>, forward: bool) -> Option<T> {
    let place = all.iter().position(|known| Some(*known) == now);
    let to = match (place, forward) {
        (None, true) => 0,
        (None, false) => all.len().checked_sub(1)?,
        (Some(place), _) => (place + if forward { 1 } else { all.len() - 1 }) % all.len(),
    };
    all.get(to).copied()
}

/// What an edit says: nothing where the result is obvious.
type Said = Result<String, String>;

const fn plain() -> Said {
    Ok(String::new())
}

/// A plan being edited, and the battle it belongs to.
pub(super) struct PlanEdit<'a> {
    pub(super) project: &'a mut Project,
    pub(super) of: Subject,
    /// The plan before the edit.
    pub(super) plan: Table,
    whose: Option<Side>,
    list: List,
    /// Its side; the first side if it is the battle's.
    pub(super) side: Side,
    /// Its index in its list.
    pub(super) n: usize,
}

impl<'a> PlanEdit<'a> {
    /// The plan of a subject.
    ///
    /// # Errors
    /// It does not exist.
    pub(super) fn of(project: &'a mut Project, of: Subject) -> Result<Self, String> {
        let gone = || "That entry no longer exists.".to_owned();
        let Subject::Plan(whose, list, n) = of else { return Err(gone()) };
        let plan = project.plan(whose, list, n).cloned().ok_or_else(gone)?;
        let list = List::of(list).ok_or_else(gone)?;
        Ok(Self { project, of, plan, whose, list, side: whose.unwrap_or(Side::A), n })
    }

    /// Sets a key, or removes it.
    pub(super) fn set(&mut self, key: &str, value: Option<Value>) {
        self.project.set_or_drop(self.of, key, value);
    }

    /// Its keys.
    pub(super) fn table_mut(&mut self) -> Option<&mut Table> {
        self.project.table_mut(self.of)
    }

    /// Changes a field to its next or previous value.
    pub(super) fn turn(&mut self, part: Part, forward: bool) -> Said {
        match part {
            Part::Key(key) => {
                let value = key.turned(&self.plan, forward, self.project.frame.turns())?;
                self.put_key(key, value);
            }
            Part::Name | Part::Squares | Part::Zone(ZonePart::WayName(_)) => {
                return Err("Press Enter to type this line.".to_owned());
            }
            Part::Ground => {
                let all: Vec<&str> = painting::rows().map(|row| row.key()).collect();
                let now = words_at(&self.plan, "terrain").join(", ");
                self.set("terrain", next(&all, Some(&now), forward).map(text));
            }
            Part::Weather(n) => self.switch_word("weather", Weather::ALL[n].key()),
            Part::Craft => self.turn_craft(forward)?,
            Part::Joins(f) => return self.project.join(self.of, f),
            Part::Aim(part) => self.turn_aim(part),
            Part::Zone(ZonePart::Outside) => return self.project.bring_in(self.of),
            Part::Landing(part) => self.turn_landing(part, forward),
            Part::Fire(part) => self.turn_fire(part, forward)?,
            Part::Weapon(part) => self.turn_weapon(part, forward)?,
            Part::Count(count) => {
                let shown = Shown::of(self.project, self.of).map(|shown| shown.line(part).value);
                let now: i64 = shown.and_then(|value| value.parse().ok()).unwrap_or(0);
                let then = match (count, now + if forward { 1 } else { -1 }) {
                    // Turn 2 is the first that can be rolled for, so stepping down from it means no roll.
                    (Count::Rolled, 1) if !forward => 0,
                    (_, then) => then,
                };
                return self.count(count, then);
            }
        }
        plain()
    }

    fn turn_craft(&mut self, forward: bool) -> Result<(), String> {
        let nation = word(&self.plan, "nation").and_then(|nation| nation.parse::<Nation>().ok());
        let nation = nation.or(self.project.force(self.side).nation());
        let all = aircraft().iter().filter(|kind| Some(kind.nation) == nation);
        let all: Vec<&str> = all.map(|kind| kind.name.as_str()).collect();
        let Some(name) = next(&all, word(&self.plan, "type"), forward) else {
            return Err("No aircraft of this nation is in the data.".to_owned());
        };
        self.set("type", Some(text(name)));
        Ok(())
    }

    /// Sets a field to the text typed.
    pub(super) fn write(&mut self, part: Part, said: &str) -> Said {
        match part {
            Part::Key(key) => {
                let value = key.meant(said, self.project.frame.turns())?;
                self.put_key(key, value);
                plain()
            }
            Part::Name => self.rename(said),
            Part::Squares => self.write_squares(said),
            Part::Zone(ZonePart::WayName(way)) => {
                self.name_way(way, said);
                plain()
            }
            Part::Ground => self.write_ground(said),
            Part::Weapon(part) => self.write_weapon(part, said),
            Part::Count(count) => {
                let said = if said.is_empty() || said == "-" { "0" } else { said };
                match said.parse() {
                    Ok(number) => self.count(count, number),
                    Err(_) => Err(format!("\"{said}\" is not a number.")),
                }
            }
            _ => Err("Change this line with Left and Right.".to_owned()),
        }
    }

    fn rename(&mut self, said: &str) -> Said {
        if said.is_empty() {
            return Err("It needs a name.".to_owned());
        }
        let old = word(&self.plan, "name").unwrap_or("").to_owned();
        // Several fire missions may share a target name. Weapon names ignore case.
        let same = |name: &String| match self.list {
            List::Weapons => name.eq_ignore_ascii_case(said) && *name != old,
            _ => name == said,
        };
        let free = old == said || self.list == List::Fire;
        if !free && self.project.names(self.whose, self.list).iter().any(same) {
            return Err(format!("The name \"{said}\" is already in use."));
        }
        self.set("name", Some(text(said)));
        self.project.call(self.whose, self.list, &old, Some(said));
        plain()
    }

    fn write_squares(&mut self, said: &str) -> Said {
        let listed = said.split_once(": ").map_or(said, |(_, words)| words);
        let all: Vec<&str> = listed.split([' ', ',']).filter(|word| !word.is_empty()).collect();
        let is_square = |word: &&str| {
            word.split('-').count() < 3 && word.split('-').all(|cell| cell.parse::<Cell>().is_ok())
        };
        if let Some(bad) = all.iter().find(|word| !is_square(word)) {
            return Err(format!("\"{bad}\" is not a square, expected 1224 or 1020-1428, for example."));
        }
        let cells = area(&Value::Array(all.into_iter().map(text).collect()));
        let Some(area) = Area::of(self.project, self.of) else { return Err("It has no squares.".to_owned()) };
        if let Some(off) = cells.iter().find(|&&cell| !self.project.map.contains(cell)) {
            return Err(format!("{off} is off the board."));
        }
        let old = area.cells(self.project);
        match (cells.is_empty(), old.is_empty()) {
            (true, true) => plain(),
            (true, false) => area.mark(self.project, &old, false),
            (false, _) if area.is_one() => area.mark(self.project, &cells, true),
            (false, _) => {
                area.set(self.project, cells);
                plain()
            }
        }
    }

    fn write_ground(&mut self, said: &str) -> Said {
        let all: Vec<&str> = said.split([' ', ',']).filter(|word| !word.is_empty()).collect();
        let known = |word: &&str| painting::rows().any(|row| row.key() == *word);
        if let Some(bad) = all.iter().find(|word| !known(word)) {
            let keys: Vec<&str> = painting::rows().map(|row| row.key()).collect();
            let instead = crate::reading::suggestion(bad, &keys);
            let end = if instead.ends_with('?') { "" } else { "." };
            return Err(format!("Unknown terrain \"{bad}\"{instead}{end}"));
        }
        let value = match all.as_slice() {
            [] => return Err("It needs terrain, at least clear.".to_owned()),
            [one] => text(*one),
            all => Value::Array(all.iter().map(|word| text(*word)).collect()),
        };
        self.set("terrain", Some(value));
        plain()
    }

    fn count(&mut self, count: Count, number: i64) -> Said {
        if self.whose.is_none() {
            return Err("That entry no longer exists.".to_owned());
        }
        let turns = i64::from(self.project.frame.turns());
        let range = match count {
            Count::Rolled if turns < 2 => {
                return Err("A battle of one turn cannot roll for entry.".to_owned());
            }
            Count::Rolled => 0..=turns,
            Count::Within => 1..=99,
            Count::Ways => 2..=MOST_WAYS,
            Count::Guns => 0..=MOST_GUNS,
            Count::WayTurn(_) | Count::Arrival | Count::Duration => 1..=turns,
        };
        if !range.contains(&number) {
            return Err(format!("{number} is out of range: expected {} to {}.", range.start(), range.end()));
        }
        let value = Value::Integer(number);
        match count {
            Count::Rolled if number == 0 => {
                self.set("roll-turn", None);
                self.set("way", None);
            }
            Count::Rolled => {
                self.set("roll-turn", Some(Value::Integer(number.max(2))));
                if self.project.ways(self.side, self.n).is_empty() {
                    self.set_ways(2);
                }
            }
            // The number is already in range: 2 or more ways, 0 or more guns.
            Count::Ways => self.set_ways(number as usize),
            Count::Guns => self.arm(number as usize),
            Count::WayTurn(way) => {
                if let Some(way) = self.way_mut(way) {
                    way.insert("turn".to_owned(), value);
                }
            }
            Count::Within => self.set("within", Some(value)),
            Count::Arrival => self.set("arrival", Some(value)),
            Count::Duration => self.set("duration", (number > 1).then_some(value)),
        }
        plain()
    }

    /// Adds a word to a list, or removes it.
    pub(super) fn switch_word(&mut self, key: &str, said: &str) {
        let mut all = words_at(&self.plan, key);
        match all.iter().position(|known| known == said) {
            Some(place) => {
                all.remove(place);
            }
            None => all.push(said.to_owned()),
        }
        let value = (!all.is_empty()).then(|| Value::Array(all.into_iter().map(text).collect()));
        self.set(key, value);
    }

    /// Sets a key and updates what depends on it.
    fn put_key(&mut self, key: &Key, value: Option<Value>) {
        let other = EITHER.iter().find_map(|&(a, b)| match key.key {
            known if known == a => Some(b),
            known if known == b => Some(a),
            _ => None,
        });
        let said = value.is_some();
        self.set(key.key, value);
        if let (Some(other), true) = (other, said) {
            self.set(other, None);
        }
        if key.key.starts_with("exit-") {
            self.lead_off(said);
        }
    }

    /// Sets a key of one of the weapon's lines of fire.
    pub(super) fn set_gun(&mut self, gun: usize, key: &str, value: Option<Value>) {
        if let Some(gun) = self.gun_mut(gun) {
            put(gun, key, value);
        }
    }
}

impl Project {
    /// Changes a field of a plan to its next or previous value.
    pub(super) fn turn_part(&mut self, of: Subject, part: Part, forward: bool) -> Said {
        self.tried(of, |project| PlanEdit::of(project, of)?.turn(part, forward))
    }

    /// Sets a field of a plan to the text typed.
    pub(super) fn write_part(&mut self, of: Subject, part: Part, said: &str) -> Said {
        self.tried(of, |project| PlanEdit::of(project, of)?.write(part, said))
    }
}
