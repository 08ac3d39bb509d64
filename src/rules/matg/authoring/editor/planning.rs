//! The fields of plans: which a plan has, and what each shows. Those of one list only are in its own file.

use toml::{Table, Value};

use super::aims::AimPart;
use super::fire_plans::FirePart;
use super::landings::LandingPart;
use super::lines::Field;
use super::lists::List;
use super::parts::{GUN, Key, Kind, keys};
use super::project::{Project, Start, number, says, word, words};
use super::weapons::{TRAITS, WeaponPart};
use super::zones::ZonePart;
use crate::editor::{EditBy, Line, Subject};
use crate::rules::matg::ground::weather::Weather;
use crate::rules::matg::scenario::written::rectangles;
use crate::rules::matg::shown::words::capital;
use crate::side::Side;

/// A field of a plan.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Part {
    Key(&'static Key),
    Name,
    Squares,
    Weather(usize),
    /// The terrain of a variant.
    Ground,
    Craft,
    Aim(AimPart),
    /// Whether a formation starts in a zone, or lands with a group.
    Joins(usize),
    Zone(ZonePart),
    Landing(LandingPart),
    Fire(FirePart),
    Weapon(WeaponPart),
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

pub(super) fn is_yes(yes: bool) -> String {
    if yes { "yes" } else { "no" }.to_owned()
}

/// A field on screen.
pub(super) fn line(name: &str, value: impl Into<String>, how: EditBy, about: &str) -> Line {
    Line { name: name.to_owned(), value: value.into(), how, about: about.to_owned() }
}

/// A field that is switched on and off.
pub(super) fn switched(name: &str, on: bool, about: &str) -> Line {
    line(name, is_yes(on), EditBy::Cycling, about)
}

/// The words under a key of a plan.
pub(super) fn words_at(plan: &Table, key: &str) -> Vec<String> {
    plan.get(key).map(words).unwrap_or_default()
}

/// A plan, and the battle it belongs to, to be shown.
pub(super) struct Shown<'a> {
    pub(super) project: &'a Project,
    pub(super) of: Subject,
    pub(super) plan: &'a Table,
    pub(super) list: List,
    /// Its side; the first side if it is the battle's.
    pub(super) side: Side,
    /// Its index in its list.
    pub(super) n: usize,
}

impl<'a> Shown<'a> {
    /// The plan of a subject, if that is a plan and exists.
    pub(super) fn of(project: &'a Project, of: Subject) -> Option<Self> {
        let Subject::Plan(whose, list, n) = of else { return None };
        let plan = project.plan(whose, list, n)?;
        Some(Self { project, of, plan, list: List::of(list)?, side: whose.unwrap_or(Side::A), n })
    }

    /// Its fields.
    pub(super) fn fields(&self) -> Vec<Field> {
        let keys = || keys(self.list).iter().map(Part::Key);
        let parts: Vec<Part> = match self.list {
            List::Places => vec![Part::Name, Part::Squares],
            List::Variants => vec![Part::Squares, Part::Ground],
            List::Hints | List::Special => keys().collect(),
            List::Weapons => self.weapon_parts(),
            List::Aims => self.aim_parts(),
            List::Weather => (0..Weather::ALL.len()).map(Part::Weather).chain(keys()).collect(),
            List::Zones => self.zone_parts(),
            List::Landings => self.landing_parts(),
            List::Aircraft => [Part::Craft].into_iter().chain(keys()).collect(),
            List::Fire => self.fire_parts(),
        };
        parts.into_iter().map(Field::Plan).collect()
    }

    fn weapon_parts(&self) -> Vec<Part> {
        let keys = keys(self.list).iter().map(Part::Key);
        let weapon = Part::Weapon;
        let traits = (0..TRAITS.len()).map(WeaponPart::Trait).map(weapon);
        let gun = |gun| GUN.iter().map(move |key| weapon(WeaponPart::Gun(gun, key)));
        let first = [Part::Name, weapon(WeaponPart::Like)].into_iter().chain(keys);
        let first = first.chain([Part::Count(Count::Guns)]);
        let last = traits.chain([weapon(WeaponPart::OtherRole)]);
        first.chain((0..self.guns()).flat_map(gun)).chain(last).collect()
    }

    /// A part that belongs to each formation of the side.
    pub(super) fn joining(&self) -> impl Iterator<Item = Part> {
        (0..self.project.force(self.side).formations.len()).map(Part::Joins)
    }

    /// The number under a key, or a word for none.
    pub(super) fn figure(&self, key: &str, none: &str) -> String {
        number(self.plan, key).map_or(none.to_owned(), |n| n.to_string())
    }

    /// The value shown for a field.
    pub(super) fn line(&self, part: Part) -> Line {
        match part {
            Part::Key(key) => key.line(self.plan),
            Part::Name => {
                let about = "Its name; references to it follow.";
                line("Name", word(self.plan, "name").unwrap_or(""), EditBy::Typing, about)
            }
            Part::Squares => self.squares(),
            Part::Weather(n) => {
                let weather = Weather::ALL[n].key();
                let on = words_at(self.plan, "weather").iter().any(|known| known == weather);
                switched(&capital(&weather.replace('-', " ")), on, "Weather (9.6.2).")
            }
            Part::Ground => {
                let about = "Choose from the chart, or type: clear, good-road.";
                line("Ground", words_at(self.plan, "terrain").join(", "), EditBy::Either, about)
            }
            Part::Craft => self.craft(),
            Part::Joins(f) => self.joins(f),
            Part::Aim(part) => self.aim_line(part),
            Part::Zone(part) => self.zone_line(part),
            Part::Landing(part) => self.landing_line(part),
            Part::Fire(part) => self.fire_line(part),
            Part::Weapon(part) => self.weapon_line(part),
            Part::Count(count) => self.count_line(count),
        }
    }

    fn squares(&self) -> Line {
        let cells = self.project.squares_of(self.of);
        let about = "Paint it on the map: g goes there with its brush. Or type squares: 1020-1428 1530.";
        let value = match cells.as_slice() {
            [] => "none yet".to_owned(),
            [one] => one.to_string(),
            all => format!("{}: {}", all.len(), rectangles(all.iter().copied()).join(" ")),
        };
        line("Squares", value, EditBy::Typing, about)
    }

    fn craft(&self) -> Line {
        let known = self.project.force(self.side).craft(self.plan);
        let about = known.map_or("It is not in the weapons data.".to_owned(), |kind| {
            let years = kind.years.map(|(a, b)| format!(", 19{a} to 19{b}")).unwrap_or_default();
            format!("{} points{years} (12.3.1).", kind.points)
        });
        line("Aircraft", word(self.plan, "type").unwrap_or("?"), EditBy::Cycling, &about)
    }

    fn joins(&self, f: usize) -> Line {
        let formation = &self.project.force(self.side).formations[f];
        let name = word(self.plan, "name").unwrap_or("");
        if self.list == List::Landings {
            let lands = |start: &Start| *start == Start::Lands(name.to_owned());
            let count = formation.stands.iter().filter(|stand| lands(&stand.start)).count();
            let about = "Stands of the formation that land with it; set single stands on their own line.";
            let value = format!("{count} of {}", formation.stands.len());
            return line(formation.name(), value, EditBy::Cycling, about);
        }
        let here = word(&formation.about, "zone") == Some(name);
        switched(formation.name(), here, "Whether the formation starts there; its stands go to free squares.")
    }

    fn count_line(&self, count: Count) -> Line {
        let (name, value, about) = match count {
            Count::Rolled => (
                "Rolled for",
                self.figure("roll-turn", "-"),
                "The way and turn of entry are rolled for before this turn; two ways or more.",
            ),
            Count::Ways => (
                "Ways",
                self.project.ways(self.side, self.n).len().to_string(),
                "All are equally likely; a new one starts with the squares of the zone.",
            ),
            Count::WayTurn(way) => {
                let turn = self.way(way).and_then(|way| number(way, "turn")).unwrap_or(1).to_string();
                let about = "The turn of entry by this way; its squares have their own brush.";
                return line(&format!("Way {}, turn", way + 1), turn, EditBy::Either, about);
            }
            Count::Guns => (
                "Weapons",
                self.guns().to_string(),
                "The number of weapons; a new one is a copy of the last.",
            ),
            Count::Within => ("Within, inches", self.figure("within", "-"), "Of the painted square."),
            Count::Arrival => ("Turn", self.figure("arrival", "-"), "The first turn of fire."),
            Count::Duration => ("Lasts", self.figure("duration", "1"), "The number of turns of fire."),
        };
        line(name, value, EditBy::Either, about)
    }

    /// The keys that it sets, in words.
    pub(super) fn set_in_words(&self) -> Vec<String> {
        let plan = self.plan;
        let is_set = |key: &&Key| match key.kind {
            Kind::Yes => says(plan, key.key),
            Kind::Not => plan.get(key.key).and_then(Value::as_bool) == Some(false),
            _ => plan.contains_key(key.key),
        };
        let weather = plan.get("weather").filter(|_| self.list == List::Weather).map(words);
        let weather = weather.into_iter().flatten().map(|word| word.replace('-', " "));
        let said = keys(self.list).iter().filter(is_set).map(|key| match key.kind {
            Kind::Yes | Kind::Not => key.name.to_lowercase(),
            _ => format!("{} {}", key.name.to_lowercase(), key.said(plan)),
        });
        weather.chain(said).collect()
    }
}
