//! The fields of plans that refer to other parts of the battle: squares, formations, batteries, places,
//! edges.

use toml::{Table, Value};

use super::lines::Field;
use super::lists::List;
use super::parts::{GUN, Key, keys};
use super::project::{Named, Project, Start, number, word, words};
use super::weapons::TRAITS;
use crate::board::{Cell, Compass};
use crate::editor::{EditBy, Line, Subject};
use crate::rules::matg::ground::weather::Weather;
use crate::rules::matg::shown::words::capital;
use crate::side::Side;

/// A field of a plan.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Part {
    Key(&'static Key),
    Name,
    Squares,
    Weather(usize),
    /// The side that wins by a victory condition.
    Winner,
    /// Whether a victory condition includes holding this place.
    Held(usize),
    /// Whether stands must exit by this edge.
    Over(Compass),
    /// Whether a formation starts in a zone, or lands with a group.
    Joins(usize),
    /// Stands of a zone that start outside it.
    Outside,
    WayName(usize),
    /// The terrain of a variant.
    Ground,
    /// The entry a custom weapon copies its values from.
    Like,
    /// A property that the rules read from a weapon's name.
    Trait(usize),
    /// The entry whose guns a weapon uses in its other role.
    OtherRole,
    /// A key of one of the weapon's lines of fire.
    Gun(usize, &'static Key),
    Manner,
    /// Whether the landing zone is set now or chosen in play.
    Chosen,
    Line,
    Distance,
    Craft,
    Fire,
    Sheaf,
    Smoke,
    /// Whether a battery takes part in the fire mission.
    Fires(u32),
    Count(Count),
}

/// A number to step up and down, or to type.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Count {
    /// The turn before which the way of arrival is rolled for.
    Rolled,
    /// The number of alternative ways of arrival.
    Ways,
    /// The turn of one way of arrival.
    WayTurn(usize),
    /// The number of lines of fire of a weapon.
    Guns,
    /// How far a zone extends around its squares, in inches.
    Within,
    /// The turn in which the fire arrives.
    Arrival,
    /// How many turns the fire lasts.
    Duration,
}

const EDGES: [Compass; 4] = [Compass::N, Compass::E, Compass::S, Compass::W];

fn is_yes(yes: bool) -> String {
    if yes { "yes" } else { "no" }.to_owned()
}

/// The location of a fire mission: its square, the direction of an open sheaf, and whether it is smoke.
pub(super) fn location(plan: &Table) -> (Option<Cell>, Option<Compass>, bool) {
    let all: Vec<&str> = word(plan, "location").unwrap_or("").split_whitespace().collect();
    let wind = all.iter().find_map(|word| {
        word.trim_start_matches(|c: char| c.is_ascii_digit()).parse().ok().filter(|_| word.len() < 4)
    });
    let smoke = all.last().is_some_and(|word| word.eq_ignore_ascii_case("smoke"));
    (all.first().and_then(|word| word.parse().ok()), wind, smoke)
}

impl Project {
    /// The fields of a plan.
    pub(super) fn parts(&self, whose: Option<Side>, list: usize, n: usize) -> Vec<Field> {
        let Some((list, plan)) = List::of(list).zip(self.plan(whose, list, n)) else { return Vec::new() };
        let formations = || {
            let side = whose.unwrap_or(Side::A);
            (0..self.force(side).formations.len()).map(Part::Joins)
        };
        let keys = || keys(list).iter().map(Part::Key);
        let parts: Vec<Part> = match list {
            List::Places => vec![Part::Name, Part::Squares],
            List::Variants => vec![Part::Squares, Part::Ground],
            List::Hints => keys().collect(),
            List::Weapons => {
                let of = list.plan(whose, n);
                let traits = (0..TRAITS.len()).map(Part::Trait);
                let gun = |gun| GUN.iter().map(move |key| Part::Gun(gun, key));
                let first =
                    [Part::Name, Part::Like].into_iter().chain(keys()).chain([Part::Count(Count::Guns)]);
                let last = traits.chain([Part::OtherRole]);
                first.chain((0..self.guns(of)).flat_map(gun)).chain(last).collect()
            }
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
                let count = (ways > 0).then_some(Part::Count(Count::Ways));
                let ways = (0..ways).flat_map(|way| [Part::WayName(way), Part::Count(Count::WayTurn(way))]);
                let ways = count.into_iter().chain(ways);
                let first = [Part::Name, Part::Squares].into_iter().chain(formations());
                let last = [Part::Outside].into_iter().chain(keys()).chain([Part::Count(Count::Rolled)]);
                first.chain(last).chain(ways).collect()
            }
            List::Landings => {
                let gliders = word(plan, "manner") == Some("glider");
                let line = gliders && plan.contains_key("zone");
                let mut parts = vec![Part::Name, Part::Manner, Part::Chosen];
                parts.extend(line.then_some(Part::Line));
                parts.extend(plan.contains_key("near").then_some(Part::Count(Count::Within)));
                parts.push(Part::Distance);
                parts.into_iter().chain(formations()).chain(keys()).collect()
            }
            List::Aircraft => [Part::Craft].into_iter().chain(keys()).collect(),
            List::Fire => {
                let barrage = word(plan, "kind") == Some("barrage");
                let mut parts = vec![Part::Fire];
                parts.extend((!barrage).then_some(Part::Name));
                parts.extend([Part::Squares, Part::Sheaf, Part::Smoke]);
                parts.extend(
                    barrage
                        .then_some([Part::Count(Count::Arrival), Part::Count(Count::Duration)])
                        .into_iter()
                        .flatten(),
                );
                let side = whose.unwrap_or(Side::A);
                parts.into_iter().chain(self.batteries(side).into_iter().map(Part::Fires)).collect()
            }
            List::Special => keys().collect(),
        };
        parts.into_iter().map(Field::Plan).collect()
    }

    /// The value shown for a field of a plan.
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
                let about = "Its name; references to it follow.";
                line("Name", word(plan, "name").unwrap_or("").to_owned(), EditBy::Typing, about)
            }
            Part::Squares => {
                let cells = self.squares_of(of);
                let about =
                    "Paint it on the map: g goes there with its brush. Or type squares: 1020-1428 1530.";
                let value = match cells.as_slice() {
                    [] => "none yet".to_owned(),
                    [one] => one.to_string(),
                    all => {
                        let words = crate::rules::matg::scenario::written::rectangles(all.iter().copied());
                        format!("{}: {}", all.len(), words.join(" "))
                    }
                };
                line("Squares", value, EditBy::Typing, about)
            }
            Part::Weather(n) => {
                let weather = Weather::ALL[n];
                let all = plan.get("weather").map(words).unwrap_or_default();
                let on = all.iter().any(|known| known == weather.key());
                line(
                    &capital(&weather.key().replace('-', " ")),
                    is_yes(on),
                    EditBy::Cycling,
                    "Weather (9.6.2).",
                )
            }
            Part::Winner => {
                let key = word(plan, "side").unwrap_or("");
                let side = Side::BOTH.into_iter().find(|&side| self.force(side).key() == key);
                let name = side.map_or(key, |side| self.force(side).name()).to_owned();
                line(
                    "Whose",
                    name,
                    EditBy::Cycling,
                    "The side that wins by it. Every condition below must be met.",
                )
            }
            Part::Held(n) => {
                let name = self.names(None, List::Places).get(n).cloned().unwrap_or_default();
                let held = plan.get("hold").map(words).unwrap_or_default().contains(&name);
                let about = "A place: held alone at the end, or entered.";
                line(&format!("Hold {name}"), is_yes(held), EditBy::Cycling, about)
            }
            Part::Over(edge) => {
                let all = plan.get("over").map(words).unwrap_or_default();
                let over = all.iter().any(|word| *word == edge.to_string());
                line(
                    &format!("Over the {edge} edge"),
                    is_yes(over),
                    EditBy::Cycling,
                    "The edge by which they exit.",
                )
            }
            Part::Joins(f) => {
                let formation = &self.force(side).formations[f];
                let name = word(plan, "name").unwrap_or("");
                let all = formation.stands.len();
                if matches!(of, Subject::Plan(_, list, _) if list == List::Landings as usize) {
                    let lands = |start: &Start| *start == Start::Lands(name.to_owned());
                    let count = formation.stands.iter().filter(|stand| lands(&stand.start)).count();
                    let about =
                        "Stands of the formation that land with it; set single stands on their own line.";
                    return line(formation.name(), format!("{count} of {all}"), EditBy::Cycling, about);
                }
                let here = word(&formation.about, "zone") == Some(name);
                let about = "Whether the formation starts there; its stands go to free squares.";
                line(formation.name(), is_yes(here), EditBy::Cycling, about)
            }
            Part::Outside => {
                let count = self.strays(of).len();
                line("Begin elsewhere", count.to_string(), EditBy::Cycling, "Left or Right brings them in.")
            }
            Part::Count(Count::Rolled) => {
                let about = "The way and turn of entry are rolled for before this turn; two ways or more.";
                line("Rolled for", figure("roll-turn", "-"), EditBy::Either, about)
            }
            Part::Count(Count::Ways) => {
                let about = "All are equally likely; a new one starts with the squares of the zone.";
                line("Ways", self.ways(side, n).len().to_string(), EditBy::Either, about)
            }
            Part::WayName(way) => {
                let way_of = self.ways(side, n).get(way).and_then(Value::as_table);
                let name = way_of.and_then(|way| word(way, "name")).unwrap_or("-").to_owned();
                let about = "Its wording in the log, such as: by the road in the east.";
                line(&format!("Way {}, name", way + 1), name, EditBy::Typing, about)
            }
            Part::Count(Count::WayTurn(way)) => {
                let way_of = self.ways(side, n).get(way).and_then(Value::as_table);
                let turn = way_of.and_then(|way| number(way, "turn")).unwrap_or(1).to_string();
                let about = "The turn of entry by this way; its squares have their own brush.";
                line(&format!("Way {}, turn", way + 1), turn, EditBy::Either, about)
            }
            Part::Ground => {
                let all = plan.get("terrain").map(words).unwrap_or_default();
                let about = "Choose from the chart, or type: clear, good-road.";
                line("Ground", all.join(", "), EditBy::Either, about)
            }
            Part::Like => {
                let about = "Type a name from the weapons data; its figures are used.";
                line("Figures of", "-".to_owned(), EditBy::Typing, about)
            }
            Part::Trait(n) => {
                let (key, name, about) = TRAITS[n];
                let all = plan.get("traits").map(words).unwrap_or_default();
                line(name, is_yes(all.iter().any(|known| known == key)), EditBy::Cycling, about)
            }
            Part::OtherRole => {
                let also = plan.get("also").map(words).unwrap_or_default();
                let name = also.get(1).map_or("-", String::as_str).to_owned();
                let about = "Type the entry whose weapons it uses in its other role (10.7.1).";
                line("Other role", name, EditBy::Typing, about)
            }
            Part::Count(Count::Guns) => {
                let about = "The number of weapons; a new one is a copy of the last.";
                line("Weapons", self.guns(of).to_string(), EditBy::Either, about)
            }
            Part::Gun(gun, key) => {
                let empty = Table::new();
                let table = self.gun(of, gun).unwrap_or(&empty);
                let Line { value, how, .. } = self.key_line(table, key);
                line(&format!("Weapon {}, {}", gun + 1, key.name), value, how, key.about)
            }
            Part::Manner => line(
                "Manner",
                word(plan, "manner").unwrap_or("?").to_owned(),
                EditBy::Cycling,
                "Paratroops land before play (8.10.1.1), gliders on their turn (8.10.2).",
            ),
            Part::Chosen => {
                let value = match (word(plan, "zone"), word(plan, "near")) {
                    (Some(zone), _) => format!("at {zone}"),
                    (None, Some(near)) => format!("in play, near {near}"),
                    (None, None) => "in play, anywhere".to_owned(),
                };
                let about = "Where they land: clear terrain, painted on the map (g), or chosen secretly in play (8.10.1.2).";
                line("Comes down", value, EditBy::Cycling, about)
            }
            Part::Line => {
                let zone = word(plan, "zone").and_then(|zone| zone.split_once(' ')).map_or("", |(_, l)| l);
                line(
                    "Line of gliders",
                    zone.to_owned(),
                    EditBy::Cycling,
                    "Their number and direction (8.10.2.2).",
                )
            }
            Part::Count(Count::Within) => {
                line("Within, inches", figure("within", "-"), EditBy::Either, "Of the painted square.")
            }
            Part::Distance => {
                let label = word(plan, "distance").unwrap_or("?").replace('-', " ");
                line("Deviation", label, EditBy::Cycling, "How far a stand drifts (8.10.1.3.2, 8.10.2.4.3).")
            }
            Part::Craft => {
                let known = self.craft(side, plan);
                let about = known.map_or("It is not in the weapons data.".to_owned(), |kind| {
                    let years = kind.years.map(|(a, b)| format!(", 19{a} to 19{b}")).unwrap_or_default();
                    format!("{} points{years} (12.3.1).", kind.points)
                });
                line("Aircraft", word(plan, "type").unwrap_or("?").to_owned(), EditBy::Cycling, &about)
            }
            Part::Fire => {
                let about = "The defender registers targets and calls them by name (7.6.2.2); a barrage has a set turn (7.6.2.4).";
                line("Kind", word(plan, "kind").unwrap_or("?").to_owned(), EditBy::Cycling, about)
            }
            Part::Sheaf => {
                let value = location(plan).1.map_or("closed".to_owned(), |wind| format!("open, {wind}"));
                line("Sheaf", value, EditBy::Cycling, "Closed on one square, or open from there (7.4.2).")
            }
            Part::Smoke => {
                line("Smoke", is_yes(location(plan).2), EditBy::Cycling, "Instead of shell (7.4.7).")
            }
            Part::Count(Count::Arrival) => {
                line("Turn", figure("arrival", "-"), EditBy::Either, "The first turn of fire.")
            }
            Part::Count(Count::Duration) => {
                line("Lasts", figure("duration", "1"), EditBy::Either, "The number of turns of fire.")
            }
            Part::Fires(id) => {
                let fire = self.force(side).missions.get(n);
                let fires = fire.is_some_and(|fire| fire.batteries.contains(&Named::Stand(id)));
                let force = self.force(side);
                let stand = force.stands().find(|stand| stand.id == id);
                let name = stand.map_or("", |stand| stand.name());
                let name = format!("{} {name}", force.tag(id).unwrap_or_default());
                line(
                    &name,
                    is_yes(fires),
                    EditBy::Cycling,
                    "Whether this battery fires; several form a group (7.4.9).",
                )
            }
        }
    }
}
