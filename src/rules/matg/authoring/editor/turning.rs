//! Editing a field of a plan: cycling through values, or typing one.

use toml::{Table, Value};

use super::filling::put;
use super::lists::List;
use super::painting;
use super::planning::{Count, Part, location};
use super::plans::text;
use super::project::{Named, Project, word, words};
use super::weapons::{MOST_GUNS, TRAITS};
use crate::board::{Cell, Compass};
use crate::editor::Subject;
use crate::rules::matg::catalog::{self, Nation, aircraft};
use crate::rules::matg::ground::weather::Weather;
use crate::rules::matg::landings::landing_chart::{Manner, distances};
use crate::side::Side;

/// The most alternative ways of arrival a zone can have.
const MOST_WAYS: i64 = 20;

/// The next of some values, or the previous one.
fn next<T: PartialEq + Copy>(all: &[T], now: Option<T>, forward: bool) -> Option<T> {
    let place = all.iter().position(|known| Some(*known) == now);
    let to = match (place, forward) {
        (None, true) => 0,
        (None, false) => all.len().checked_sub(1)?,
        (Some(place), _) => (place + if forward { 1 } else { all.len() - 1 }) % all.len(),
    };
    all.get(to).copied()
}

impl Project {
    /// Changes a field of a plan to its next or previous value.
    pub(super) fn turn_part(&mut self, of: Subject, part: Part, forward: bool) -> Result<String, String> {
        self.tried(of, |project| project.turn_any(of, part, forward))
    }

    /// Sets a field of a plan to the text typed.
    pub(super) fn write_part(&mut self, of: Subject, part: Part, said: &str) -> Result<String, String> {
        self.tried(of, |project| project.write_any(of, part, said))
    }

    fn turn_any(&mut self, of: Subject, part: Part, forward: bool) -> Result<String, String> {
        let Subject::Plan(whose, _, n) = of else { return Err("That entry no longer exists.".to_owned()) };
        let Some(plan) = self.table(of).cloned() else {
            return Err("That entry no longer exists.".to_owned());
        };
        let side = whose.unwrap_or(Side::A);
        let by = if forward { 1 } else { -1 };
        let plain = Ok(String::new());
        match part {
            Part::Key(key) => return self.turn_key(of, key, forward),
            Part::Name | Part::Squares | Part::WayName(_) | Part::Like | Part::OtherRole => {
                return Err("Press Enter to type this line.".to_owned());
            }
            Part::Ground => {
                let all: Vec<&str> = painting::rows().map(|row| row.key()).collect();
                let now = plan.get("terrain").map(words).unwrap_or_default().join(", ");
                self.set_or_drop(of, "terrain", next(&all, Some(&now), forward).map(text));
            }
            Part::Trait(n) => self.switch_word(of, "traits", TRAITS[n].0),
            Part::Gun(gun, key) => {
                let Some(table) = self.gun(of, gun) else { return plain };
                let value = self.turned(table, key, forward)?;
                self.set_gun(of, gun, key.key, value);
            }
            Part::Weather(n) => self.switch_word(of, "weather", Weather::ALL[n].key()),
            Part::Winner => {
                let keys = Side::BOTH.map(|side| self.force(side).key().to_owned());
                let now = keys.iter().position(|key| Some(key.as_str()) == word(&plan, "side")).unwrap_or(1);
                self.set_or_drop(of, "side", Some(text(keys[1 - now].clone())));
            }
            Part::Held(n) => {
                let name = self.names(None, List::Places).get(n).cloned().unwrap_or_default();
                self.switch_word(of, "hold", &name);
            }
            Part::Over(edge) => self.switch_word(of, "over", &edge.to_string()),
            Part::Joins(f) => return self.join(of, f),
            Part::Outside => return self.bring_in(of),
            Part::Count(count) => {
                let now: i64 = self.part(of, part).value.parse().unwrap_or(0);
                let then = match (count, now + by) {
                    // Turn 2 is the first that can be rolled for, so stepping down from it means no roll.
                    (Count::Rolled, 1) if !forward => 0,
                    (_, then) => then,
                };
                return self.figure(of, count, then);
            }
            Part::Manner => {
                let gliders = word(&plan, "manner") == Some("glider");
                self.set_or_drop(of, "manner", Some(text(if gliders { "parachute" } else { "glider" })));
                let manner = if gliders { Manner::Parachute } else { Manner::Glider };
                if !distances(manner).any(|row| Some(row.name.as_str()) == word(&plan, "distance")) {
                    let first = distances(manner).next().map(|row| text(row.name.clone()));
                    self.set_or_drop(of, "distance", first);
                }
                if gliders {
                    self.set_or_drop(of, "turn", None);
                    self.set_or_drop(of, "turn-die", None);
                }
                self.give_line(side, n);
            }
            Part::Chosen => self.choose(of, forward),
            Part::Line => {
                let zone = word(&plan, "zone").unwrap_or("").to_owned();
                let (at, line) = zone.split_once(' ').unwrap_or((&zone, ""));
                let digits = line.len() - line.trim_start_matches(|c: char| c.is_ascii_digit()).len();
                let wind = next(&Compass::ALL, line[digits..].parse().ok(), forward).unwrap_or(Compass::E);
                let zone = format!("{at} {}{wind}", &line[..digits]);
                self.set_or_drop(of, "zone", Some(text(zone)));
            }
            Part::Distance => {
                let gliders = word(&plan, "manner") == Some("glider");
                let manner = if gliders { Manner::Glider } else { Manner::Parachute };
                let all: Vec<&str> = distances(manner).map(|row| row.name.as_str()).collect();
                let row = next(&all, word(&plan, "distance"), forward).map(text);
                self.set_or_drop(of, "distance", row);
            }
            Part::Craft => {
                let nation = word(&plan, "nation").and_then(|nation| nation.parse::<Nation>().ok());
                let nation = nation.or(self.force(side).nation());
                let all = aircraft().iter().filter(|kind| Some(kind.nation) == nation);
                let all: Vec<&str> = all.map(|kind| kind.name.as_str()).collect();
                match next(&all, word(&plan, "type"), forward) {
                    Some(name) => self.set_or_drop(of, "type", Some(text(name))),
                    None => return Err("No aircraft of this nation is in the data.".to_owned()),
                }
            }
            Part::Fire => {
                let registered = word(&plan, "kind") == Some("barrage");
                let kind = if registered { "pre-registered" } else { "barrage" };
                self.set_or_drop(of, "kind", Some(text(kind)));
                let name = registered.then(|| text(self.free_name(whose, List::Fire, "target")));
                self.set_or_drop(of, "name", name);
                self.set_or_drop(of, "arrival", (!registered).then_some(Value::Integer(1)));
                self.set_or_drop(of, "duration", None);
            }
            Part::Sheaf => {
                let (at, wind, smoke) = location(&plan);
                let all: Vec<Option<Compass>> =
                    std::iter::once(None).chain(Compass::ALL.into_iter().map(Some)).collect();
                let wind = next(&all, Some(wind), forward).flatten();
                self.aim(side, n, at, wind, smoke);
            }
            Part::Smoke => {
                let (at, wind, smoke) = location(&plan);
                self.aim(side, n, at, wind, !smoke);
            }
            Part::Fires(id) => {
                let Some(fire) = self.force_mut(side).missions.get_mut(n) else { return plain };
                let named = Named::Stand(id);
                if fire.batteries.contains(&named) {
                    if fire.batteries.len() == 1 {
                        return Err("It needs a battery; press x to remove the mission.".to_owned());
                    }
                    fire.batteries.retain(|known| *known != named);
                } else {
                    fire.batteries.push(named);
                }
            }
        }
        plain
    }

    fn write_any(&mut self, of: Subject, part: Part, said: &str) -> Result<String, String> {
        let Subject::Plan(whose, list, _) = of else { return Err("That entry no longer exists.".to_owned()) };
        match part {
            Part::Key(key) => self.write_key(of, key, said),
            Part::Name if said.is_empty() => Err("It needs a name.".to_owned()),
            Part::Name => {
                let list = List::of(list).unwrap_or(List::Places);
                let old = self.table(of).and_then(|plan| word(plan, "name")).unwrap_or("").to_owned();
                // Several fire missions may share a target name. Weapon names ignore case.
                let same = |name: &String| match list {
                    List::Weapons => name.eq_ignore_ascii_case(said) && *name != old,
                    _ => name == said,
                };
                if old != said && list != List::Fire && self.names(whose, list).iter().any(same) {
                    return Err(format!("The name \"{said}\" is already in use."));
                }
                self.set_or_drop(of, "name", Some(text(said)));
                self.call(whose, list, &old, Some(said));
                Ok(String::new())
            }
            Part::Squares => {
                let listed = said.split_once(": ").map_or(said, |(_, words)| words);
                let all: Vec<&str> = listed.split([' ', ',']).filter(|word| !word.is_empty()).collect();
                let is_square = |word: &&str| {
                    word.split('-').count() < 3 && word.split('-').all(|cell| cell.parse::<Cell>().is_ok())
                };
                if let Some(bad) = all.iter().find(|word| !is_square(word)) {
                    return Err(format!(
                        "\"{bad}\" is not a square, expected 1224 or 1020-1428, for example."
                    ));
                }
                let cells = super::project::area(&Value::Array(all.into_iter().map(text).collect()));
                let Some(area) = self.area_for(of) else { return Err("It has no squares.".to_owned()) };
                if let Some(off) = cells.iter().find(|&&cell| !self.grid.contains(cell)) {
                    return Err(format!("{off} is off the board."));
                }
                let old = self.cells(area);
                if cells.is_empty() && old.is_empty() {
                    return Ok(String::new());
                }
                if cells.is_empty() {
                    return self.mark(area, &old, false);
                }
                if area.is_one() {
                    return self.mark(area, &cells, true);
                }
                self.set_cells(area, cells);
                Ok(String::new())
            }
            Part::WayName(way) => {
                if let Some(way) = self.way_mut(of, way) {
                    put(way, "name", (!matches!(said, "" | "-")).then(|| text(said)));
                }
                Ok(String::new())
            }
            Part::Ground => {
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
                self.set_or_drop(of, "terrain", Some(value));
                Ok(String::new())
            }
            Part::Like if matches!(said, "" | "-") => Ok(String::new()),
            Part::Like => self.take_figures(of, said),
            Part::OtherRole if matches!(said, "" | "-") => {
                self.set_or_drop(of, "also", None);
                Ok(String::new())
            }
            Part::OtherRole => {
                let nation = whose.and_then(|side| self.force(side).nation());
                let kind = nation.and_then(|nation| catalog::find(nation, said));
                let kind = kind.ok_or_else(|| format!("{said} is not in this nation's weapons data."))?;
                let also = [text(kind.nation.key()), text(kind.name.clone())];
                self.set_or_drop(of, "also", Some(Value::Array(also.to_vec())));
                Ok(String::new())
            }
            Part::Gun(gun, key) => {
                let value = self.meant(key, said)?;
                self.set_gun(of, gun, key.key, value);
                Ok(String::new())
            }
            Part::Count(count) => {
                let said = if said.is_empty() || said == "-" { "0" } else { said };
                match said.parse() {
                    Ok(number) => self.figure(of, count, number),
                    Err(_) => Err(format!("\"{said}\" is not a number.")),
                }
            }
            _ => Err("Change this line with Left and Right.".to_owned()),
        }
    }

    fn figure(&mut self, of: Subject, count: Count, number: i64) -> Result<String, String> {
        let Subject::Plan(Some(side), _, n) = of else {
            return Err("That entry no longer exists.".to_owned());
        };
        let turns = i64::from(self.turns());
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
                self.set_or_drop(of, "roll-turn", None);
                self.set_or_drop(of, "way", None);
            }
            Count::Rolled => {
                self.set_or_drop(of, "roll-turn", Some(Value::Integer(number.max(2))));
                if self.ways(side, n).is_empty() {
                    self.set_ways(of, 2);
                }
            }
            // The number is already in range: 2 or more ways, 0 or more guns.
            Count::Ways => self.set_ways(of, number as usize),
            Count::Guns => self.arm(of, number as usize),
            Count::WayTurn(way) => {
                if let Some(way) = self.way_mut(of, way) {
                    way.insert("turn".to_owned(), value);
                }
            }
            Count::Within => self.set_or_drop(of, "within", Some(value)),
            Count::Arrival => self.set_or_drop(of, "arrival", Some(value)),
            Count::Duration => self.set_or_drop(of, "duration", (number > 1).then_some(value)),
        }
        Ok(String::new())
    }

    /// One way of arrival of a zone.
    fn way_mut(&mut self, of: Subject, way: usize) -> Option<&mut Table> {
        self.table_mut(of)?.get_mut("way")?.as_array_mut()?.get_mut(way)?.as_table_mut()
    }

    /// Sets the number of ways of arrival. New ones start with the squares of the zone and the turn of the
    /// roll.
    fn set_ways(&mut self, of: Subject, count: usize) {
        let Some(zone) = self.table(of) else { return };
        let turn = super::project::number(zone, "roll-turn").unwrap_or(2);
        let squares = zone.get("area").cloned().unwrap_or_else(|| Value::Array(Vec::new()));
        let way = [("area".to_owned(), squares), ("turn".to_owned(), Value::Integer(turn))];
        let way = Value::Table(way.into_iter().collect());
        let mut ways = zone.get("way").and_then(Value::as_array).cloned().unwrap_or_default();
        ways.resize(count, way);
        self.set_or_drop(of, "way", Some(Value::Array(ways)));
    }

    fn set_gun(&mut self, of: Subject, gun: usize, key: &str, value: Option<Value>) {
        if let Some(gun) = self.gun_mut(of, gun) {
            put(gun, key, value);
        }
    }

    /// Adds a word to a list of a plan, or removes it.
    fn switch_word(&mut self, of: Subject, key: &str, said: &str) {
        let mut all = self.table(of).and_then(|plan| plan.get(key)).map(words).unwrap_or_default();
        match all.iter().position(|known| known == said) {
            Some(place) => {
                all.remove(place);
            }
            None => all.push(said.to_owned()),
        }
        let value = (!all.is_empty()).then(|| Value::Array(all.into_iter().map(text).collect()));
        self.set_or_drop(of, key, value);
    }

    /// Stands leave by the enemy's edge unless another edge is set.
    pub(super) fn lead_off(&mut self, of: Subject, leaves: bool) {
        let Some(aim) = self.table(of) else { return };
        if !leaves {
            let other = aim.contains_key("exit-percent") || aim.contains_key("exit-stands");
            if !other {
                self.set_or_drop(of, "over", None);
            }
            return;
        }
        if aim.contains_key("over") {
            return;
        }
        let own = word(aim, "side").unwrap_or("");
        let enemy = if self.force(Side::A).key() == own { Side::B } else { Side::A };
        let edge = text(self.force(enemy).edge().to_string());
        self.set_or_drop(of, "over", Some(edge));
    }

    /// Cycles a landing between a set square, a choice in play near that square, and a choice anywhere.
    fn choose(&mut self, of: Subject, forward: bool) {
        let Subject::Plan(Some(side), _, n) = of else { return };
        let Some(plan) = self.table(of) else { return };
        let (zone, near) = (word(plan, "zone").is_some(), word(plan, "near").is_some());
        let at = self.squares_of(of).first().copied().unwrap_or_else(|| self.middle());
        let now = if zone { 0 } else { 2 - usize::from(near) };
        let then = next(&[0, 1, 2], Some(now), forward).unwrap_or(0);
        for key in ["zone", "near", "within"] {
            self.set_or_drop(of, key, None);
        }
        match then {
            0 => {
                self.set_or_drop(of, "zone", Some(text(at.to_string())));
                self.give_line(side, n);
            }
            1 => {
                self.set_or_drop(of, "near", Some(text(at.to_string())));
                self.set_or_drop(of, "within", Some(Value::Integer(8)));
            }
            _ => {}
        }
    }

    /// Rewrites the location of a fire mission.
    pub(super) fn aim(&mut self, side: Side, n: usize, at: Option<Cell>, wind: Option<Compass>, smoke: bool) {
        let at = at.unwrap_or_else(|| self.middle());
        let sheaf = wind.map_or("Closed".to_owned(), |wind| format!("Open {}{wind}", self.markers(side, n)));
        let smoke = if smoke { " Smoke" } else { "" };
        if let Some(fire) = self.force_mut(side).missions.get_mut(n) {
            fire.about.insert("location".to_owned(), text(format!("{at} {sheaf}{smoke}")));
        }
    }

    /// The number of markers the batteries of a fire mission place together (7.4.2.1).
    pub(super) fn markers(&self, side: Side, n: usize) -> u16 {
        let force = self.force(side);
        let fire = force.missions.get(n);
        let fires = |id: u32| fire.is_some_and(|fire| fire.batteries.contains(&Named::Stand(id)));
        let all = force.stands().filter(|stand| fires(stand.id));
        all.filter_map(|stand| force.kind(stand)).map(|kind| u16::from(kind.sections.max(1))).sum()
    }
}
