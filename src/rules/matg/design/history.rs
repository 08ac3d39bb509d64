//! Peoples, where and when they fought, and what their companies were made of: `config/matg/formations.toml` (S-150).

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;
use std::sync::OnceLock;

use serde::Deserialize;

use crate::rules::matg::catalog::{self, Aircraft, Class, Nation, StandType};

/// Where a battle is fought.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Theatre {
    /// Western Europe.
    West,
    /// The Eastern Front.
    East,
    /// The Winter War.
    Winter,
    /// Italy, Greece and the islands.
    South,
    /// North Africa.
    Desert,
    /// The Pacific and the Far East.
    Pacific,
}

impl Theatre {
    /// All of them.
    pub const ALL: [Self; 6] =
        [Self::West, Self::East, Self::Winter, Self::South, Self::Desert, Self::Pacific];

    /// Its name in files and on the command line.
    pub const fn key(self) -> &'static str {
        match self {
            Self::West => "west",
            Self::East => "east",
            Self::Winter => "winter",
            Self::South => "south",
            Self::Desert => "desert",
            Self::Pacific => "pacific",
        }
    }

    /// Its name in a briefing.
    pub const fn title(self) -> &'static str {
        match self {
            Self::West => "Western Europe",
            Self::East => "the Eastern Front",
            Self::Winter => "the Winter War",
            Self::South => "the Mediterranean",
            Self::Desert => "North Africa",
            Self::Pacific => "the Pacific",
        }
    }
}

impl fmt::Display for Theatre {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.key())
    }
}

impl FromStr for Theatre {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Self::ALL.into_iter().find(|theatre| theatre.key() == text).ok_or_else(|| {
            let known = Self::ALL.map(Self::key).join(", ");
            format!("there is no theatre \"{text}\", expected one of {known}")
        })
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    shape: BTreeMap<String, Vec<String>>,
    names: BTreeMap<String, String>,
    nation: Vec<Line>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    key: String,
    people: String,
    letter: String,
    theatres: Vec<String>,
    cohesion: Vec<String>,
    #[serde(default)]
    shape: BTreeMap<String, Vec<String>>,
    #[serde(default)]
    names: BTreeMap<String, String>,
    arms: BTreeMap<String, Vec<String>>,
    #[serde(default)]
    flew: Vec<String>,
    #[serde(default)]
    aircraft: Vec<String>,
}

/// Years, both included.
type Years = (u16, u16);

/// An entry of the weapons data with its years of common use.
struct ArmLine {
    kind: &'static StandType,
    years: Years,
    theatre: Option<Theatre>,
}

/// Aircraft with the years in which they were used over the front.
struct AirLine {
    kind: &'static Aircraft,
    years: Years,
    theatre: Option<Theatre>,
}

/// A part of a company: "3 motor in carrier".
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Part {
    pub(super) count: usize,
    pub(super) arm: String,
    /// The arm it rides in.
    pub(super) rides: Option<String>,
}

/// A people with its arms.
pub(super) struct People {
    pub(super) nation: Nation,
    pub(super) name: String,
    pub(super) letter: char,
    theatres: Vec<(Theatre, Years)>,
    cohesion: Vec<(Years, (u8, u8))>,
    shape: BTreeMap<String, Vec<Part>>,
    names: BTreeMap<String, String>,
    arms: BTreeMap<String, Vec<ArmLine>>,
    flew: Vec<(Years, usize)>,
    aircraft: Vec<AirLine>,
}

/// When and where a battle is fought.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct When {
    pub(super) year: u16,
    pub(super) theatre: Theatre,
}

impl People {
    /// Whether it fought somewhere in a year.
    pub(super) fn fought(&self, when: When) -> bool {
        self.theatres.iter().any(|&(theatre, years)| theatre == when.theatre && within(years, when.year))
    }

    /// Where it fought in a year.
    pub(super) fn theatres(&self, year: u16) -> impl Iterator<Item = Theatre> + '_ {
        self.theatres.iter().filter(move |(_, years)| within(*years, year)).map(|(theatre, _)| *theatre)
    }

    /// The years it fought in.
    pub(super) fn years(&self) -> Vec<u16> {
        (1939..=1945).filter(|&year| self.theatres(year).next().is_some()).collect()
    }

    /// The range of its cohesion level in a year.
    pub(super) fn cohesion(&self, year: u16) -> (u8, u8) {
        self.cohesion.iter().find(|(years, _)| within(*years, year)).map_or((12, 14), |(_, range)| *range)
    }

    /// What there is of an arm at a time.
    pub(super) fn arm(&self, arm: &str, when: When) -> Vec<&'static StandType> {
        let there = |line: &&ArmLine| {
            within(line.years, when.year)
                && line.kind.introduced() <= when.year
                && line.theatre.is_none_or(|theatre| theatre == when.theatre)
        };
        self.arms.get(arm).into_iter().flatten().filter(there).map(|line| line.kind).collect()
    }

    /// Aircraft that flew for it at a time, its own or its ally's (S-175).
    pub(super) fn aircraft(&self, when: When) -> Vec<&'static Aircraft> {
        let there = |line: &&AirLine| {
            within(line.years, when.year) && line.theatre.is_none_or(|theatre| theatre == when.theatre)
        };
        self.aircraft.iter().filter(there).map(|line| line.kind).collect()
    }

    /// How many of ten attacks of a year had aircraft overhead (S-175).
    pub(super) fn flew(&self, year: u16) -> usize {
        self.flew.iter().find(|(years, _)| within(*years, year)).map_or(0, |(_, often)| *often)
    }

    /// What a company of a kind has.
    pub(super) fn parts(&self, kind: &str) -> &[Part] {
        self.shape.get(kind).map_or(&[], Vec::as_slice)
    }

    /// What it calls a company of a kind.
    pub(super) fn company(&self, kind: &str) -> &str {
        self.names.get(kind).map_or("Company", String::as_str)
    }

    /// The cheapest transport that carries a load: a vehicle of its own, else a team of horses.
    pub(super) fn transport(&self, load: u8, when: When) -> Option<&'static StandType> {
        let carries = |kind: &&'static StandType| kind.cargo.is_some_and(|cargo| cargo >= load);
        let own = ["car", "truck", "tractor"].into_iter().flat_map(|arm| self.arm(arm, when));
        own.filter(carries).min_by_key(|kind| kind.points).or_else(|| {
            let teams = catalog::catalog(Nation::AllNations).iter();
            let teams =
                teams.filter(|kind| kind.class == Class::NonMotorized && kind.name.starts_with("Horse"));
            teams.filter(carries).min_by_key(|kind| kind.points)
        })
    }
}

const fn within(years: Years, year: u16) -> bool {
    years.0 <= year && year <= years.1
}

/// Every people.
pub(super) fn peoples() -> &'static [People] {
    static PEOPLES: OnceLock<Vec<People>> = OnceLock::new();
    PEOPLES.get_or_init(|| {
        let file: File = crate::reading::from_toml(include_str!("../../../../config/matg/formations.toml"))
            .expect("the embedded formations are well formed");
        let shape = parts(&file.shape);
        file.nation.into_iter().map(|line| line.read(&shape, &file.names)).collect()
    })
}

/// What a battle of a people's is usually like: its name, its letter and its cohesion levels in a year.
pub(in crate::rules::matg) fn usual(nation: Nation, year: u16) -> Option<(&'static str, char, (u8, u8))> {
    people(nation).map(|people| (people.name.as_str(), people.letter, people.cohesion(year)))
}

/// Whether two peoples fought in the same theatre in a year.
pub(in crate::rules::matg) fn met(a: Nation, b: Nation, year: u16) -> bool {
    let both = people(a).zip(people(b));
    both.is_some_and(|(a, b)| a.theatres(year).any(|theatre| b.fought(When { year, theatre })))
}

/// The people of a nation.
pub(super) fn people(nation: Nation) -> Option<&'static People> {
    peoples().iter().find(|people| people.nation == nation)
}

impl Line {
    fn read(self, shape: &BTreeMap<String, Vec<Part>>, names: &BTreeMap<String, String>) -> People {
        let nation: Nation = self.key.parse().expect("a people is a nation of the weapons data");
        let arms = self
            .arms
            .into_iter()
            .map(|(arm, lines)| (arm, lines.iter().map(|line| arm_line(nation, line)).collect()));
        let theatre = |text: &String| {
            let (theatre, range) = text.split_once(' ').expect("a theatre has years");
            (theatre.parse().expect("a theatre is known"), years(range))
        };
        let cohesion = |text: &String| {
            let (range, levels) = text.split_once(' ').expect("years have levels");
            let (low, high) = levels.split_once('-').expect("levels are a range");
            (years(range), (number(low) as u8, number(high) as u8))
        };
        let flew = |text: &String| {
            let (range, often) = text.split_once(' ').expect("years have a number");
            (years(range), usize::from(number(often)))
        };
        let mut all = shape.clone();
        all.extend(parts(&self.shape));
        let mut called = names.clone();
        called.extend(self.names);
        People {
            nation,
            name: self.people,
            letter: self.letter.chars().next().expect("a people has a letter"),
            theatres: self.theatres.iter().map(theatre).collect(),
            cohesion: self.cohesion.iter().map(cohesion).collect(),
            shape: all,
            names: called,
            arms: arms.collect(),
            flew: self.flew.iter().map(flew).collect(),
            aircraft: self.aircraft.iter().map(|line| air_line(nation, line)).collect(),
        }
    }
}

fn parts(shape: &BTreeMap<String, Vec<String>>) -> BTreeMap<String, Vec<Part>> {
    let read = |text: &String| {
        let (what, rides) = text
            .split_once(" in ")
            .map_or((text.as_str(), None), |(what, in_what)| (what, Some(in_what.to_owned())));
        let (count, arm) = what.split_once(' ').expect("a part has a number");
        Part { count: usize::from(number(count)), arm: arm.to_owned(), rides }
    };
    shape.iter().map(|(kind, parts)| (kind.clone(), parts.iter().map(read).collect())).collect()
}

/// "NAME | 41-43 @ desert" in its parts.
fn dated(text: &str) -> (&str, Years, Option<Theatre>) {
    let (text, theatre) = match text.split_once(" @ ") {
        Some((text, theatre)) => (text, Some(theatre.parse().expect("a theatre is known"))),
        None => (text, None),
    };
    let (name, range) =
        text.split_once(" | ").map_or((text, (1939, 1945)), |(name, range)| (name, years(range)));
    (name, range, theatre)
}

/// "germany: NAME | 42-44" is lent by an ally.
fn air_line(nation: Nation, text: &str) -> AirLine {
    let (name, years, theatre) = dated(text);
    let (nation, name) = match name.split_once(": ") {
        Some((lender, name)) => (lender.parse().expect("a lender is a nation"), name),
        None => (nation, name),
    };
    let kind = catalog::aircraft().iter().find(|kind| kind.nation == nation && kind.name == name);
    AirLine { kind: kind.unwrap_or_else(|| panic!("{nation} has a {name}")), years, theatre }
}

fn arm_line(nation: Nation, text: &str) -> ArmLine {
    let (name, range, theatre) = dated(text);
    let kind = catalog::find(nation, name).unwrap_or_else(|| panic!("{nation} has a {name}"));
    ArmLine { kind, years: range, theatre }
}

/// "41-43", or "40".
fn years(text: &str) -> Years {
    let (from, to) = text.split_once('-').unwrap_or((text, text));
    (1900 + number(from), 1900 + number(to))
}

fn number(text: &str) -> u16 {
    text.parse().expect("a number")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every name stands in the weapons data, and every people that fought has men, a staff and something to shoot
    /// tanks with in every year.
    #[test]
    fn every_people_can_take_the_field_in_every_year_it_fought() {
        for people in peoples() {
            for year in people.years() {
                for theatre in people.theatres(year) {
                    let when = When { year, theatre };
                    for arm in ["hq", "foot", "mortar", "anti-tank"] {
                        assert!(!people.arm(arm, when).is_empty(), "{} {arm} {when:?}", people.name);
                    }
                    assert!(people.transport(8, when).is_some(), "{} {when:?}", people.name);
                    let (low, high) = people.cohesion(year);
                    assert!(low <= high && (8..=18).contains(&low), "{}", people.name);
                }
            }
        }
        assert_eq!(peoples().len(), Nation::ALL.len() - 1, "every nation but the horses");
    }

    /// Aircraft fly in the years that the aircraft data print, and where aircraft flew there are some.
    #[test]
    fn aircraft_fly_in_their_years() {
        for people in peoples() {
            for line in &people.aircraft {
                let (name, (first, last)) = (&line.kind.name, line.years);
                let (from, to) = line.kind.years.unwrap_or((39, 45));
                assert!(
                    u16::from(from) + 1900 <= first && last <= u16::from(to) + 1900,
                    "{}: {name}",
                    people.name
                );
            }
            for year in people.years() {
                for theatre in people.theatres(year).filter(|_| people.flew(year) > 0) {
                    let kinds = people.aircraft(When { year, theatre });
                    assert!(!kinds.is_empty(), "{} {theatre} {year}", people.name);
                }
            }
        }
    }

    /// Nothing of a list is used before it was there.
    #[test]
    fn years_of_use_begin_no_sooner_than_the_weapons_data_allow() {
        for people in peoples() {
            for (arm, lines) in &people.arms {
                for line in lines.iter().filter(|line| line.years != (1939, 1945)) {
                    let last = line.years.1;
                    assert!(line.kind.introduced() <= last, "{} {arm}: {}", people.name, line.kind.name);
                }
            }
        }
    }
}
