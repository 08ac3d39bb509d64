//! The lines of plans that are about something else in the battle: squares, formations, batteries, places, edges.

use toml::{Table, Value};

use super::lines::Field;
use super::parts::{Key, keys};
use super::plans::{List, text};
use super::project::{Named, Project, Start, number, word, words};
use crate::board::{Cell, Compass};
use crate::rules::matg::catalog::{Nation, aircraft};
use crate::rules::matg::ground::weather::Weather;
use crate::rules::matg::landings::landing_chart::{Manner, distances};
use crate::side::Side;
use crate::workshop::{How, Line, Subject};

/// A line of a plan.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Part {
    Key(&'static Key),
    Name,
    Squares,
    Weather(usize),
    /// Who wins by an aim.
    Winner,
    /// Whether an aim is about a place.
    Held(usize),
    /// Whether they leave over an edge.
    Over(Compass),
    /// Whether a formation begins in a zone, or lands with a group.
    Joins(usize),
    /// Who of a zone begins outside it.
    Outside,
    /// The turn before which the way is rolled for.
    Rolled,
    /// The turn of a way.
    WayTurn(usize),
    Manner,
    /// Whether the zone of a landing is chosen now or in play.
    Chosen,
    Line,
    Within,
    Distance,
    Craft,
    Fire,
    Sheaf,
    Smoke,
    Arrival,
    Duration,
    /// Whether a battery fires.
    Fires(u32),
}

const EDGES: [Compass; 4] = [Compass::N, Compass::E, Compass::S, Compass::W];

fn is_yes(yes: bool) -> String {
    if yes { "yes" } else { "no" }.to_owned()
}

/// The next of some values, or the one before.
fn next<T: PartialEq + Copy>(all: &[T], now: Option<T>, forward: bool) -> Option<T> {
    let place = all.iter().position(|known| Some(*known) == now);
    let to = match (place, forward) {
        (None, true) => 0,
        (None, false) => all.len().checked_sub(1)?,
        (Some(place), _) => (place + if forward { 1 } else { all.len() - 1 }) % all.len(),
    };
    all.get(to).copied()
}

/// A location of fire: its square, the direction of an open sheaf, and whether it is smoke.
fn location(plan: &Table) -> (Option<Cell>, Option<Compass>, bool) {
    let all: Vec<&str> = word(plan, "location").unwrap_or("").split_whitespace().collect();
    let wind = all.iter().find_map(|word| {
        word.trim_start_matches(|c: char| c.is_ascii_digit()).parse().ok().filter(|_| word.len() < 4)
    });
    let smoke = all.last().is_some_and(|word| word.eq_ignore_ascii_case("smoke"));
    (all.first().and_then(|word| word.parse().ok()), wind, smoke)
}

impl Project {
    /// The lines of a plan.
    pub(super) fn parts(&self, whose: Option<Side>, list: usize, n: usize) -> Vec<Field> {
        let Some((list, plan)) = List::of(list).zip(self.plan(whose, list, n)) else { return Vec::new() };
        let formations = || {
            let side = whose.unwrap_or(Side::A);
            (0..self.force(side).formations.len()).map(Part::Joins)
        };
        let keys = || keys(list).iter().map(Part::Key);
        let parts: Vec<Part> = match list {
            List::Places => vec![Part::Name, Part::Squares],
            List::Aims => {
                let places = (0..self.count_of(None, List::Places)).map(Part::Held);
                let (first, rest): (Vec<Part>, Vec<Part>) =
                    keys().partition(|part| matches!(part, Part::Key(key) if key.key == "degree"));
                let leave = plan.contains_key("exit-percent") || plan.contains_key("exit-stands");
                let over = EDGES.into_iter().filter(|_| leave).map(Part::Over);
                [Part::Winner].into_iter().chain(first).chain(places).chain(rest).chain(over).collect()
            }
            List::Weather => (0..Weather::ALL.len()).map(Part::Weather).chain(keys()).collect(),
            List::Zones => {
                let ways = plan.get("way").and_then(Value::as_array).map_or(0, Vec::len);
                let ways = (0..ways).map(Part::WayTurn);
                let first = [Part::Name, Part::Squares].into_iter().chain(formations());
                let last = [Part::Outside].into_iter().chain(keys()).chain([Part::Rolled]);
                first.chain(last).chain(ways).collect()
            }
            List::Landings => {
                let gliders = word(plan, "manner") == Some("glider");
                let line = gliders && plan.contains_key("zone");
                let mut parts = vec![Part::Name, Part::Manner, Part::Chosen];
                parts.extend(line.then_some(Part::Line));
                parts.extend(plan.contains_key("near").then_some(Part::Within));
                parts.push(Part::Distance);
                parts.into_iter().chain(formations()).chain(keys()).collect()
            }
            List::Aircraft => [Part::Craft].into_iter().chain(keys()).collect(),
            List::Fire => {
                let barrage = word(plan, "kind") == Some("barrage");
                let mut parts = vec![Part::Fire];
                parts.extend((!barrage).then_some(Part::Name));
                parts.extend([Part::Squares, Part::Sheaf, Part::Smoke]);
                parts.extend(barrage.then_some([Part::Arrival, Part::Duration]).into_iter().flatten());
                let side = whose.unwrap_or(Side::A);
                parts.into_iter().chain(self.batteries(side).into_iter().map(Part::Fires)).collect()
            }
            List::Special => keys().collect(),
        };
        parts.into_iter().map(Field::Plan).collect()
    }

    /// What a line of a plan says.
    pub(super) fn part(&self, of: Subject, part: Part) -> Line {
        let empty = Table::new();
        let plan = self.table(of).unwrap_or(&empty);
        let line = |name: &str, value: String, how, about: &str| Line {
            name: name.to_owned(),
            value,
            how,
            about: about.to_owned(),
        };
        let (whose, n) = match of {
            Subject::Plan(whose, _, n) => (whose, n),
            _ => (None, 0),
        };
        let side = whose.unwrap_or(Side::A);
        let figure = |key: &str, none: &str| number(plan, key).map_or(none.to_owned(), |n| n.to_string());
        match part {
            Part::Key(key) => self.key_line(plan, key),
            Part::Name => {
                let about = "What it is called; whatever names it follows.";
                line("Name", word(plan, "name").unwrap_or("").to_owned(), How::Written, about)
            }
            Part::Squares => {
                let cells = self.squares_of(of);
                let about = "Painted on the map: g goes there with its brush. Or written: 1020-1428 1530.";
                let value = match cells.as_slice() {
                    [] => "none yet".to_owned(),
                    [one] => one.to_string(),
                    all => {
                        let words = crate::rules::matg::scenario::written::rectangles(all.iter().copied());
                        format!("{}: {}", all.len(), words.join(" "))
                    }
                };
                line("Squares", value, How::Written, about)
            }
            Part::Weather(n) => {
                let weather = Weather::ALL[n];
                let all = plan.get("weather").map(words).unwrap_or_default();
                let on = all.iter().any(|known| known == weather.key());
                line(&capital(&weather.key().replace('-', " ")), is_yes(on), How::Turned, "Weather (9.6.2).")
            }
            Part::Winner => {
                let key = word(plan, "side").unwrap_or("");
                let side = Side::BOTH.into_iter().find(|&side| self.force(side).key() == key);
                let name = side.map_or(key, |side| self.force(side).name()).to_owned();
                line("Whose", name, How::Turned, "Who wins by it. All of what follows must be so.")
            }
            Part::Held(n) => {
                let name = self.names(None, List::Places).get(n).cloned().unwrap_or_default();
                let held = plan.get("hold").map(words).unwrap_or_default().contains(&name);
                let about = "A place: held alone at the end, or entered.";
                line(&format!("Hold {name}"), is_yes(held), How::Turned, about)
            }
            Part::Over(edge) => {
                let all = plan.get("over").map(words).unwrap_or_default();
                let over = all.iter().any(|word| *word == edge.to_string());
                line(&format!("Over the {edge} edge"), is_yes(over), How::Turned, "Where they leave the map.")
            }
            Part::Joins(f) => {
                let formation = &self.force(side).formations[f];
                let name = word(plan, "name").unwrap_or("");
                let all = formation.stands.len();
                if matches!(of, Subject::Plan(_, list, _) if list == List::Landings as usize) {
                    let lands = |start: &Start| *start == Start::Lands(name.to_owned());
                    let count = formation.stands.iter().filter(|stand| lands(&stand.start)).count();
                    let about = "Who of the formation lands with it; a stand alone by its own line.";
                    return line(formation.name(), format!("{count} of {all}"), How::Turned, about);
                }
                let here = word(&formation.about, "zone") == Some(name);
                let about = "Whether the formation begins there; its stands go to free squares of it.";
                line(formation.name(), is_yes(here), How::Turned, about)
            }
            Part::Outside => {
                let count = self.strays(of).len();
                line("Begin elsewhere", count.to_string(), How::Turned, "Left or Right brings them in.")
            }
            Part::Rolled => {
                let about = "Where and when they come is rolled for before this turn; two ways or more.";
                line("Rolled for", figure("roll-turn", "-"), How::Number, about)
            }
            Part::WayTurn(way) => {
                let way_of = self.ways(side, n).get(way).and_then(Value::as_table);
                let turn = way_of.and_then(|way| number(way, "turn")).unwrap_or(1).to_string();
                let about = "The turn in which they come by this way; its squares have a brush of their own.";
                line(&format!("Way {}, turn", way + 1), turn, How::Number, about)
            }
            Part::Manner => line(
                "Manner",
                word(plan, "manner").unwrap_or("?").to_owned(),
                How::Turned,
                "Paratroops land before play (8.10.1.1), gliders when it is said (8.10.2).",
            ),
            Part::Chosen => {
                let value = match (word(plan, "zone"), word(plan, "near")) {
                    (Some(zone), _) => format!("at {zone}"),
                    (None, Some(near)) => format!("in play, near {near}"),
                    (None, None) => "in play, anywhere".to_owned(),
                };
                let about = "Where they come down: clear ground, painted on the map (g), or chosen in play in \
                             secret (8.10.1.2).";
                line("Comes down", value, How::Turned, about)
            }
            Part::Line => {
                let zone = word(plan, "zone").and_then(|zone| zone.split_once(' ')).map_or("", |(_, l)| l);
                line(
                    "Line of gliders",
                    zone.to_owned(),
                    How::Turned,
                    "Their number, and where to (8.10.2.2).",
                )
            }
            Part::Within => {
                line("Within, inches", figure("within", "-"), How::Number, "Of the square painted.")
            }
            Part::Distance => {
                let label = word(plan, "distance").unwrap_or("?").replace('-', " ");
                line("Deviation", label, How::Turned, "How far a stand drifts (8.10.1.3.2, 8.10.2.4.3).")
            }
            Part::Craft => {
                let known = self.craft(side, plan);
                let about = known.map_or("It is not in the data.".to_owned(), |kind| {
                    let years = kind.years.map(|(a, b)| format!(", 19{a} to 19{b}")).unwrap_or_default();
                    format!("{} points{years} (12.3.1).", kind.points)
                });
                line("Aircraft", word(plan, "type").unwrap_or("?").to_owned(), How::Turned, &about)
            }
            Part::Fire => {
                let about = "Who defends registers targets and calls them by name (7.6.2.2); a barrage has its \
                             turn (7.6.2.4).";
                line("Kind", word(plan, "kind").unwrap_or("?").to_owned(), How::Turned, about)
            }
            Part::Sheaf => {
                let value = location(plan).1.map_or("closed".to_owned(), |wind| format!("open, {wind}"));
                line("Sheaf", value, How::Turned, "Closed on one square, or open from it (7.4.2).")
            }
            Part::Smoke => line("Smoke", is_yes(location(plan).2), How::Turned, "Instead of shell (7.4.7)."),
            Part::Arrival => {
                line("Turn", figure("arrival", "-"), How::Number, "The first turn in which it falls.")
            }
            Part::Duration => line("Lasts", figure("duration", "1"), How::Number, "Turns in which it falls."),
            Part::Fires(id) => {
                let fire = self.force(side).missions.get(n);
                let fires = fire.is_some_and(|fire| fire.batteries.contains(&Named::Stand(id)));
                let force = self.force(side);
                let stand = force.stands().find(|stand| stand.id == id);
                let name = stand.map_or("", |stand| stand.name());
                let name = format!("{} {name}", force.tag(id).unwrap_or_default());
                line(&name, is_yes(fires), How::Turned, "Whether it fires; several are a group (7.4.9).")
            }
        }
    }

    /// Turns a line of a plan to its next value, or to the one before.
    pub(super) fn turn_part(&mut self, of: Subject, part: Part, forward: bool) -> Result<String, String> {
        let Subject::Plan(whose, _, n) = of else { return Err("There is no such plan.".to_owned()) };
        let Some(plan) = self.table(of).cloned() else { return Err("There is no such plan.".to_owned()) };
        let side = whose.unwrap_or(Side::A);
        let by = if forward { 1 } else { -1 };
        let plain = Ok(String::new());
        match part {
            Part::Key(key) => return self.turn_key(of, key, forward),
            Part::Name | Part::Squares => return Err("This line is written: Enter begins.".to_owned()),
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
            Part::Rolled | Part::WayTurn(_) | Part::Within | Part::Arrival | Part::Duration => {
                let now = self.part(of, part).value.parse().unwrap_or(0);
                return self.figure(of, part, now + by);
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
                self.set_or_drop(of, "name", registered.then(|| text(format!("target {}", n + 1))));
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
                        return Err("Somebody must fire it: x takes it out.".to_owned());
                    }
                    fire.batteries.retain(|known| *known != named);
                } else {
                    fire.batteries.push(named);
                }
            }
        }
        plain
    }

    /// Writes a value into a line of a plan.
    pub(super) fn write_part(&mut self, of: Subject, part: Part, said: &str) -> Result<String, String> {
        let Subject::Plan(whose, list, _) = of else { return Err("There is no such plan.".to_owned()) };
        match part {
            Part::Key(key) => self.write_key(of, key, said),
            Part::Name if said.is_empty() => Err("It needs a name.".to_owned()),
            Part::Name => {
                let list = List::of(list).unwrap_or(List::Places);
                let old = self.table(of).and_then(|plan| word(plan, "name")).unwrap_or("").to_owned();
                // Fire may be several lines of one target.
                if old != said
                    && list != List::Fire
                    && self.names(whose, list).iter().any(|name| name == said)
                {
                    return Err(format!("Another one is called \"{said}\" already."));
                }
                self.set_or_drop(of, "name", Some(text(said)));
                self.call(whose, list, &old, Some(said));
                Ok(String::new())
            }
            Part::Squares => {
                let listed = said.split_once(": ").map_or(said, |(_, words)| words);
                let all: Vec<&str> = listed.split([' ', ',']).filter(|word| !word.is_empty()).collect();
                let is_square = |word: &&str| word.split('-').all(|cell| cell.parse::<Cell>().is_ok());
                if let Some(bad) = all.iter().find(|word| !is_square(word)) {
                    return Err(format!("\"{bad}\" is no square, expected one such as 1224, or 1020-1428."));
                }
                let cells = super::project::area(&Value::Array(all.into_iter().map(text).collect()));
                let Some(area) = self.area_for(of) else { return Err("It has no squares.".to_owned()) };
                if let Some(off) = cells.iter().find(|&&cell| !self.grid.contains(cell)) {
                    return Err(format!("{off} is off the field."));
                }
                let old = self.cells(area);
                if cells.is_empty() {
                    return self.mark(area, &old, false);
                }
                if area.is_one() {
                    return self.mark(area, &cells, true);
                }
                self.set_cells(area, cells);
                Ok(String::new())
            }
            Part::Rolled | Part::WayTurn(_) | Part::Within | Part::Arrival | Part::Duration => {
                let said = if said.is_empty() || said == "-" { "0" } else { said };
                match said.parse() {
                    Ok(number) => self.figure(of, part, number),
                    Err(_) => Err(format!("\"{said}\" is no number.")),
                }
            }
            _ => Err("This line is turned with Left and Right.".to_owned()),
        }
    }

    fn figure(&mut self, of: Subject, part: Part, number: i64) -> Result<String, String> {
        let Subject::Plan(Some(side), _, n) = of else { return Err("There is no such plan.".to_owned()) };
        let turns = i64::from(self.turns());
        let range = match part {
            Part::Rolled => 0..=turns,
            Part::Within => 1..=99,
            _ => 1..=turns,
        };
        if !range.contains(&number) {
            return Err(format!("{number} cannot be: expected {} to {}.", range.start(), range.end()));
        }
        let value = Value::Integer(number);
        match part {
            Part::Rolled if number == 0 => {
                self.set_or_drop(of, "roll-turn", None);
                self.set_or_drop(of, "way", None);
            }
            Part::Rolled => {
                self.set_or_drop(of, "roll-turn", Some(Value::Integer(number.max(2))));
                if self.ways(side, n).is_empty() {
                    let squares = self.table(of).and_then(|zone| zone.get("area")).cloned();
                    let way = || {
                        let area = squares.clone().unwrap_or_else(|| Value::Array(Vec::new()));
                        let way =
                            [("area".to_owned(), area), ("turn".to_owned(), Value::Integer(number.max(2)))];
                        Value::Table(way.into_iter().collect())
                    };
                    self.set_or_drop(of, "way", Some(Value::Array(vec![way(), way()])));
                }
            }
            Part::WayTurn(way) => {
                let zone = self.table_mut(of).and_then(|zone| zone.get_mut("way"));
                let way = zone.and_then(Value::as_array_mut).and_then(|ways| ways.get_mut(way));
                if let Some(way) = way.and_then(Value::as_table_mut) {
                    way.insert("turn".to_owned(), value);
                }
            }
            Part::Within => self.set_or_drop(of, "within", Some(value)),
            Part::Arrival => self.set_or_drop(of, "arrival", Some(value)),
            _ => self.set_or_drop(of, "duration", (number > 1).then_some(value)),
        }
        Ok(String::new())
    }

    /// A word joins a list of a plan, or leaves it.
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

    /// Who leaves the map does so over the enemy's edge, unless another is said.
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

    /// From a square that is painted to one chosen in play near it, then anywhere.
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

    /// Fire is aimed anew.
    fn aim(&mut self, side: Side, n: usize, at: Option<Cell>, wind: Option<Compass>, smoke: bool) {
        let at = at.unwrap_or_else(|| self.middle());
        let sheaf = wind.map_or("Closed".to_owned(), |wind| format!("Open {}{wind}", self.markers(side, n)));
        let smoke = if smoke { " Smoke" } else { "" };
        if let Some(fire) = self.force_mut(side).missions.get_mut(n) {
            fire.about.insert("location".to_owned(), text(format!("{at} {sheaf}{smoke}")));
        }
    }

    /// Markers that the batteries of a fire lay together (7.4.2.1).
    fn markers(&self, side: Side, n: usize) -> u16 {
        let force = self.force(side);
        let fire = force.missions.get(n);
        let fires = |id: u32| fire.is_some_and(|fire| fire.batteries.contains(&Named::Stand(id)));
        let all = force.stands().filter(|stand| fires(stand.id));
        all.filter_map(|stand| stand.kind(force.nation())).map(|kind| u16::from(kind.sections.max(1))).sum()
    }

    /// Lines of gliders and open sheaves whose number is that of their stands and batteries.
    pub(super) fn fitting(&self) -> Vec<(Side, List, usize)> {
        let mut fitting = Vec::new();
        for side in Side::BOTH {
            for n in 0..self.count_of(Some(side), List::Landings) {
                let Some(group) = self.plan(Some(side), List::Landings as usize, n) else { continue };
                let line = word(group, "zone").and_then(|zone| zone.split_once(' ')).map(|(_, line)| line);
                let count = self.landing(side, word(group, "name").unwrap_or("")).to_string();
                if line.is_some_and(|line| line.trim_end_matches(char::is_alphabetic) == count) {
                    fitting.push((side, List::Landings, n));
                }
            }
            for (n, fire) in self.force(side).missions.iter().enumerate() {
                let words = word(&fire.about, "location").unwrap_or("").split_whitespace();
                let count = self.markers(side, n).to_string();
                if words.clone().any(|word| word.trim_end_matches(char::is_alphabetic) == count) {
                    fitting.push((side, List::Fire, n));
                }
            }
        }
        fitting
    }

    /// Numbers that were right before something was done are made right again.
    pub(super) fn fit(&mut self, fitting: &[(Side, List, usize)]) {
        for &(side, list, n) in fitting {
            match list {
                List::Landings if n < self.count_of(Some(side), list) => self.give_line(side, n),
                List::Fire => {
                    let Some(fire) = self.force(side).missions.get(n) else { continue };
                    if let (at, Some(wind), smoke) = location(&fire.about) {
                        self.aim(side, n, at, Some(wind), smoke);
                    }
                }
                _ => {}
            }
        }
    }

    /// The stands of a zone, or of the strip along the edge, that begin outside it, by formation and place.
    pub(super) fn strays(&self, of: Subject) -> Vec<(usize, usize)> {
        let Some(side) = of.side() else { return Vec::new() };
        let zone = match of {
            Subject::Plan(..) => self.table(of).and_then(|zone| word(zone, "name")),
            _ => None,
        };
        let area = match of {
            Subject::Side(side) => self.cells(super::areas::Area::Edge(side)),
            _ => self.squares_of(of),
        };
        let mut strays = Vec::new();
        for (f, formation) in self.force(side).formations.iter().enumerate() {
            if word(&formation.about, "zone") == zone {
                let out = |start: &Start| match start {
                    Start::At(cell) => area.binary_search_by_key(&(cell.y, cell.x), |c| (c.y, c.x)).is_err(),
                    Start::Unsaid => true,
                    _ => false,
                };
                let stands = formation.stands.iter().enumerate();
                strays.extend(stands.filter(|(_, stand)| out(&stand.start)).map(|(n, _)| (f, n)));
            }
        }
        strays
    }

    /// Brings those who begin elsewhere to free squares.
    pub(super) fn bring_in(&mut self, of: Subject) -> Result<String, String> {
        let Some(side) = of.side() else { return Err("There is no such side.".to_owned()) };
        let strays = self.strays(of);
        let mut brought = 0;
        for &(f, n) in &strays {
            let Some(kind) = self.stand(side, f, n).and_then(|stand| stand.kind(self.force(side).nation()))
            else {
                continue;
            };
            if let Some(cell) = self.free_square(side, f, kind)
                && let Some(stand) = self.stand_mut(side, f, n)
            {
                stand.start = Start::At(cell);
                brought += 1;
            }
        }
        match (brought, strays.len() - brought) {
            (0, 0) => Err("Nobody begins elsewhere.".to_owned()),
            (0, _) => Err("There is no free square for them: paint more.".to_owned()),
            (_, 0) => Ok(format!("{brought} brought in.")),
            (_, left) => Ok(format!("{brought} brought in; there is no free square for {left}: paint more.")),
        }
    }

    /// A formation begins in a zone, or lands with a group; or does so no longer.
    fn join(&mut self, of: Subject, f: usize) -> Result<String, String> {
        let Subject::Plan(Some(side), list, _) = of else { return Err("There is no such plan.".to_owned()) };
        let name = self.table(of).and_then(|plan| word(plan, "name")).unwrap_or("").to_owned();
        let nation = self.force(side).nation();
        let Some(formation) = self.force_mut(side).formations.get_mut(f) else {
            return Err("There is no such formation.".to_owned());
        };
        if list == List::Landings as usize {
            let group = Start::Lands(name);
            let stays = |start: &Start| matches!(start, Start::Aboard(_));
            let movable = formation.stands.iter().filter(|stand| !stays(&stand.start));
            let all = movable.clone().all(|stand| stand.start == group);
            let start = if all { Start::Unsaid } else { group };
            for stand in formation.stands.iter_mut().filter(|stand| !stays(&stand.start)) {
                stand.start = start.clone();
            }
            if all {
                for n in 0..self.force(side).formations[f].stands.len() {
                    let unsaid = self.stand(side, f, n).filter(|stand| stand.start == Start::Unsaid);
                    let Some(kind) = unsaid.and_then(|stand| stand.kind(nation)) else { continue };
                    let cell = self.free_square(side, f, kind);
                    if let (Some(cell), Some(stand)) = (cell, self.stand_mut(side, f, n)) {
                        stand.start = Start::At(cell);
                    }
                }
            }
            return Ok(String::new());
        }
        if word(&formation.about, "zone") == Some(&name) {
            formation.about.remove("zone");
        } else {
            formation.about.insert("zone".to_owned(), text(name));
        }
        // Who begins outside the new zone comes into it, as far as there is room.
        let home = match word(&self.force(side).formations[f].about, "zone") {
            Some(_) => of,
            None => Subject::Side(side),
        };
        let outside = self.strays(home);
        let nation = self.force(side).nation();
        for (_, n) in outside.into_iter().filter(|(at, _)| *at == f) {
            let Some(kind) = self.stand(side, f, n).and_then(|stand| stand.kind(nation)) else { continue };
            if let Some(cell) = self.free_square(side, f, kind)
                && let Some(stand) = self.stand_mut(side, f, n)
            {
                stand.start = Start::At(cell);
            }
        }
        Ok(String::new())
    }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
