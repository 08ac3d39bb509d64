//! Nations, their campaigns and the make-up of their companies: `config/matg/formations.toml` (S-150).

use std::collections::BTreeMap;
use std::sync::OnceLock;

use serde::Deserialize;

pub use super::dates::Theatre;
pub(super) use super::dates::{Month, Span};
use crate::rules::matg::catalog::{self, Aircraft, Class, Nation, StandType};

/// The kinds of company in a force.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum CompanyKind {
    /// Headquarters: not in the lists.
    #[serde(skip)]
    Staff,
    Foot,
    Motor,
    Weapons,
    Tank,
    LightTank,
    Heavy,
    Assault,
    Destroyers,
    Guns,
    Engineers,
    Scouts,
    Mortars,
    Artillery,
    Flak,
}

impl CompanyKind {
    /// Whether its companies form battalions of tanks.
    pub(super) const fn is_tanks(self) -> bool {
        matches!(self, Self::Tank | Self::LightTank | Self::Heavy)
    }

    /// Whether its companies form battalions of infantry.
    pub(super) const fn is_infantry(self) -> bool {
        matches!(self, Self::Foot | Self::Motor)
    }
}

/// The equipment of part of a company.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Arm {
    Hq,
    Foot,
    Motor,
    Engineer,
    Support,
    MountedSupport,
    CycleSupport,
    Mortar,
    HeavyMortar,
    AntiTank,
    Tank,
    LightTank,
    UpgunnedTank,
    Heavy,
    Assault,
    Destroyer,
    Scout,
    Gun,
    Flak,
    Carrier,
    Truck,
    Car,
    Tractor,
}

/// One text, or several.
#[derive(Deserialize)]
#[serde(untagged)]
enum Texts {
    One(String),
    Several(Vec<String>),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    shape: BTreeMap<CompanyKind, Vec<String>>,
    names: BTreeMap<CompanyKind, Texts>,
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
    shape: BTreeMap<CompanyKind, Vec<String>>,
    #[serde(default)]
    names: BTreeMap<CompanyKind, Texts>,
    #[serde(default)]
    most: BTreeMap<CompanyKind, usize>,
    arms: BTreeMap<Arm, Vec<String>>,
    #[serde(default)]
    flew: Vec<String>,
    #[serde(default)]
    aircraft: Vec<String>,
}

/// Something in use for a period, in all theatres or in some.
struct InUse<T> {
    item: T,
    span: Span,
    /// Empty for all.
    theatres: Vec<Theatre>,
}

impl<T> InUse<T> {
    fn at(&self, when: When) -> bool {
        self.span.contains(when.month) && (self.theatres.is_empty() || self.theatres.contains(&when.theatre))
    }
}

/// A nation's war in one theatre.
struct Campaign {
    theatre: Theatre,
    span: Span,
    /// The enemies it fought there; empty for all.
    against: Vec<Nation>,
}

/// A part of a company: "3 motor in carrier".
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Part {
    pub(super) count: usize,
    pub(super) arm: Arm,
    /// The arm it rides in.
    pub(super) rides: Option<Arm>,
}

/// A nation's army.
pub(super) struct People {
    pub(super) nation: Nation,
    pub(super) name: String,
    pub(super) letter: char,
    campaigns: Vec<Campaign>,
    cohesion: Vec<(Span, (u8, u8))>,
    shape: BTreeMap<CompanyKind, Vec<Part>>,
    names: BTreeMap<CompanyKind, Vec<(Span, String)>>,
    most: BTreeMap<CompanyKind, usize>,
    arms: BTreeMap<Arm, Vec<InUse<&'static StandType>>>,
    flew: Vec<(Span, usize)>,
    aircraft: Vec<InUse<&'static Aircraft>>,
}

/// The month and theatre of a battle.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) struct When {
    pub(super) month: Month,
    pub(super) theatre: Theatre,
}

impl People {
    /// Whether it fought an enemy in a theatre in a given month.
    fn fought(&self, enemy: Nation, when: When) -> bool {
        self.campaigns.iter().any(|campaign| {
            campaign.theatre == when.theatre
                && campaign.span.contains(when.month)
                && (campaign.against.is_empty() || campaign.against.contains(&enemy))
        })
    }

    /// The theatres it fought in during a year.
    pub(super) fn theatres(&self, year: u16) -> impl Iterator<Item = Theatre> + '_ {
        Theatre::ALL.into_iter().filter(move |theatre| {
            self.campaigns.iter().any(|campaign| campaign.theatre == *theatre && campaign.span.meets(year))
        })
    }

    /// The years it fought in.
    pub(super) fn years(&self) -> Vec<u16> {
        (1939..=1945).filter(|&year| self.theatres(year).next().is_some()).collect()
    }

    /// Its range of cohesion levels in a year.
    pub(super) fn cohesion(&self, year: u16) -> (u8, u8) {
        self.cohesion.iter().find(|(span, _)| span.meets(year)).map_or((12, 14), |(_, range)| *range)
    }

    /// The stands of an arm in use at a time and place.
    pub(super) fn arm(&self, arm: Arm, when: When) -> Vec<&'static StandType> {
        let lines = self.arms.get(&arm).into_iter().flatten();
        lines
            .filter(|line| line.at(when) && line.item.introduced() <= when.month.year)
            .map(|line| line.item)
            .collect()
    }

    /// Aircraft that flew for it at a time and place, including those of allies (S-175).
    pub(super) fn aircraft(&self, when: When) -> Vec<&'static Aircraft> {
        self.aircraft.iter().filter(|line| line.at(when)).map(|line| line.item).collect()
    }

    /// Attacks out of ten that had air support in a year (S-175).
    pub(super) fn flew(&self, year: u16) -> usize {
        self.flew.iter().find(|(span, _)| span.meets(year)).map_or(0, |(_, often)| *often)
    }

    /// The parts of a company.
    pub(super) fn parts(&self, kind: CompanyKind) -> &[Part] {
        self.shape.get(&kind).map_or(&[], Vec::as_slice)
    }

    /// Its name for a kind of company.
    pub(super) fn company(&self, kind: CompanyKind, month: Month) -> &str {
        let names = self.names.get(&kind).map_or(&[][..], Vec::as_slice);
        names.iter().find(|(span, _)| span.contains(month)).map_or("Company", |(_, name)| name)
    }

    /// The most companies of a kind in one force, if the nation had few.
    pub(super) fn most(&self, kind: CompanyKind) -> usize {
        self.most.get(&kind).copied().unwrap_or(usize::MAX)
    }

    /// The cheapest transport that can carry a load: one of its own vehicles or a horse team.
    pub(super) fn transport(&self, load: u8, when: When) -> Option<&'static StandType> {
        let carries = |kind: &&'static StandType| kind.cargo.is_some_and(|cargo| cargo >= load);
        let own = [Arm::Car, Arm::Truck, Arm::Tractor].into_iter().flat_map(|arm| self.arm(arm, when));
        own.filter(carries).min_by_key(|kind| kind.points).or_else(|| {
            let teams = catalog::catalog(Nation::AllNations);
            let teams =
                teams.filter(|kind| kind.class == Class::NonMotorized && kind.name.starts_with("Horse"));
            teams.filter(carries).min_by_key(|kind| kind.points)
        })
    }
}

/// Every nation's army.
pub(super) fn peoples() -> &'static [People] {
    static PEOPLES: OnceLock<Vec<People>> = OnceLock::new();
    PEOPLES.get_or_init(|| {
        let file: File =
            crate::reading::from_toml(include_str!("../../../../../config/matg/formations.toml"))
                .expect("the embedded formations are well formed");
        let (shape, names) = (parts(&file.shape), named(file.names));
        file.nation.into_iter().map(|line| line.read(&shape, &names)).collect()
    })
}

/// A nation's name for its troops, its letter, and its range of cohesion levels in a year.
pub(in crate::rules::matg) fn usual(nation: Nation, year: u16) -> Option<(&'static str, char, (u8, u8))> {
    people(nation).map(|people| (people.name.as_str(), people.letter, people.cohesion(year)))
}

/// Whether two nations fought in the same theatre in the same month of a year.
pub(in crate::rules::matg) fn met(a: Nation, b: Nation, year: u16) -> bool {
    let both = people(a).zip(people(b));
    both.is_some_and(|(a, b)| !meetings(a, b, year).is_empty())
}

/// The months and theatres of a year in which two armies met, theatre by theatre.
pub(super) fn meetings(a: &People, b: &People, year: u16) -> Vec<When> {
    let all = Theatre::ALL
        .into_iter()
        .flat_map(|theatre| Month::of(year).map(move |month| When { month, theatre }));
    all.filter(|&when| a.fought(b.nation, when) && b.fought(a.nation, when)).collect()
}

/// The army of a nation.
pub(super) fn people(nation: Nation) -> Option<&'static People> {
    peoples().iter().find(|people| people.nation == nation)
}

/// The army a nation fielded in a year: Finland has one list for the Winter War and one for the later years.
pub(super) fn people_of(nation: Nation, year: u16) -> Option<&'static People> {
    let list = match nation {
        Nation::Finland | Nation::FinlandWinterWar if year <= 1940 => Nation::FinlandWinterWar,
        Nation::FinlandWinterWar => Nation::Finland,
        other => other,
    };
    people(list)
}

impl Line {
    fn read(
        self,
        shape: &BTreeMap<CompanyKind, Vec<Part>>,
        names: &BTreeMap<CompanyKind, Vec<(Span, String)>>,
    ) -> People {
        let nation = nation(&self.key);
        let stand = |text: &String| {
            let (name, span, theatres) = dated(text);
            let item = catalog::find(nation, name).unwrap_or_else(|| panic!("{nation} has a {name}"));
            InUse { item, span, theatres }
        };
        let arms = self.arms.iter().map(|(arm, lines)| (*arm, lines.iter().map(stand).collect()));
        let cohesion = |text: &String| {
            let (range, levels) = text.split_once(' ').expect("years have levels");
            let (low, high) = levels.split_once('-').expect("levels are a range");
            (span(range), (number(low) as u8, number(high) as u8))
        };
        let flew = |text: &String| {
            let (range, often) = text.split_once(' ').expect("years have a number");
            (span(range), usize::from(number(often)))
        };
        let mut all = shape.clone();
        all.extend(parts(&self.shape));
        let mut called = names.clone();
        called.extend(named(self.names));
        People {
            nation,
            name: self.people,
            letter: self.letter.chars().next().expect("a nation has a letter"),
            campaigns: self.theatres.iter().map(|text| campaign(text)).collect(),
            cohesion: self.cohesion.iter().map(cohesion).collect(),
            shape: all,
            names: called,
            most: self.most,
            arms: arms.collect(),
            flew: self.flew.iter().map(flew).collect(),
            aircraft: self.aircraft.iter().map(|line| air_line(nation, line)).collect(),
        }
    }
}

fn parts(shape: &BTreeMap<CompanyKind, Vec<String>>) -> BTreeMap<CompanyKind, Vec<Part>> {
    let read = |text: &String| {
        let (what, rides) = text
            .split_once(" in ")
            .map_or((text.as_str(), None), |(what, in_what)| (what, Some(arm(in_what))));
        let (count, kind) = what.split_once(' ').expect("a part has a number");
        Part { count: usize::from(number(count)), arm: arm(kind), rides }
    };
    shape.iter().map(|(kind, parts)| (*kind, parts.iter().map(read).collect())).collect()
}

/// "Infantry Company | 39-42.9": each name with its period.
fn named(names: BTreeMap<CompanyKind, Texts>) -> BTreeMap<CompanyKind, Vec<(Span, String)>> {
    let read = |text: String| {
        let (name, span, _) = dated(&text);
        (span, name.to_owned())
    };
    let all = |texts: Texts| match texts {
        Texts::One(text) => vec![read(text)],
        Texts::Several(texts) => texts.into_iter().map(read).collect(),
    };
    names.into_iter().map(|(kind, texts)| (kind, all(texts))).collect()
}

fn arm(text: &str) -> Arm {
    use serde::de::IntoDeserializer;
    let text: serde::de::value::StrDeserializer<'_, serde::de::value::Error> = text.into_deserializer();
    Arm::deserialize(text).expect("an arm is known")
}

/// "east 39.9 against poland".
fn campaign(text: &str) -> Campaign {
    let (text, against) = match text.split_once(" against ") {
        Some((text, enemies)) => (text, enemies.split(' ').map(nation).collect()),
        None => (text, Vec::new()),
    };
    let (theatre, range) = text.split_once(' ').expect("a theatre has dates");
    Campaign { theatre: theatre.parse().expect("a theatre is known"), span: span(range), against }
}

/// Splits "NAME | 41-43.5 @ desert south" into its parts.
fn dated(text: &str) -> (&str, Span, Vec<Theatre>) {
    let (text, theatres) = match text.split_once(" @ ") {
        Some((text, theatres)) => {
            (text, theatres.split(' ').map(|one| one.parse().expect("a theatre is known")).collect())
        }
        None => (text, Vec::new()),
    };
    let (name, range) = text.split_once(" | ").map_or((text, Span::WAR), |(name, range)| (name, span(range)));
    (name, range, theatres)
}

/// "germany: NAME | 42-44" is an ally's aircraft.
fn air_line(own: Nation, text: &str) -> InUse<&'static Aircraft> {
    let (name, span, theatres) = dated(text);
    let (flown_by, name) = match name.split_once(": ") {
        Some((lender, name)) => (nation(lender), name),
        None => (own, name),
    };
    let item = catalog::aircraft().iter().find(|kind| kind.nation == flown_by && kind.name == name);
    InUse { item: item.unwrap_or_else(|| panic!("{flown_by} has a {name}")), span, theatres }
}

fn nation(text: &str) -> Nation {
    text.parse().expect("a nation is known")
}

/// "41-43", "40", or with months "43.7-45".
fn span(text: &str) -> Span {
    let (from, to) = text.split_once('-').unwrap_or((text, text));
    let month = |text: &str, whole: u8| match text.split_once('.') {
        Some((year, month)) => Month { year: 1900 + number(year), number: number(month) as u8 },
        None => Month { year: 1900 + number(text), number: whole },
    };
    Span(month(from, 1), month(to, 12))
}

fn number(text: &str) -> u16 {
    text.parse().expect("a number")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every month and theatre in which a nation fought.
    fn fought(people: &People) -> impl Iterator<Item = When> + '_ {
        people.campaigns.iter().flat_map(|campaign| {
            let months = (1939..=1945).flat_map(Month::of).filter(|month| campaign.span.contains(*month));
            months.map(|month| When { month, theatre: campaign.theatre })
        })
    }

    /// Every name is in the weapons data, and every nation has infantry, an HQ, a mortar and an anti-tank gun
    /// in every month it fought.
    #[test]
    fn every_nation_can_be_generated_in_every_month_it_fought() {
        for people in peoples() {
            for when in fought(people) {
                for arm in [Arm::Hq, Arm::Foot, Arm::Mortar, Arm::AntiTank] {
                    assert!(!people.arm(arm, when).is_empty(), "{} {arm:?} {when:?}", people.name);
                }
                assert!(people.transport(8, when).is_some(), "{} {when:?}", people.name);
                let (low, high) = people.cohesion(when.month.year);
                assert!(low <= high && (8..=18).contains(&low), "{}", people.name);
            }
        }
        assert_eq!(peoples().len(), Nation::ALL.len() - 1, "every nation except the horse transports");
    }

    /// Aircraft fly in the years given in the aircraft data, and every nation with air support has an
    /// aircraft.
    #[test]
    fn aircraft_fly_in_their_years() {
        for people in peoples() {
            for line in &people.aircraft {
                let (from, to) = line.item.years.unwrap_or((39, 45));
                assert!(
                    u16::from(from) + 1900 <= line.span.0.year && line.span.1.year <= u16::from(to) + 1900,
                    "{}: {}",
                    people.name,
                    line.item.name
                );
            }
            for when in fought(people).filter(|when| people.flew(when.month.year) > 0) {
                assert!(!people.aircraft(when).is_empty(), "{} {when:?}", people.name);
            }
        }
    }

    /// Each dated entry is used in some campaign: it does not end before the weapon is introduced, and the
    /// nation fought in its theatres at the time.
    #[test]
    fn every_dated_weapon_saw_action() {
        for people in peoples() {
            for (arm, lines) in &people.arms {
                for line in lines.iter().filter(|line| line.span != Span::WAR) {
                    let seen = |when: When| line.at(when) && line.item.introduced() <= when.month.year;
                    assert!(fought(people).any(seen), "{} {arm:?}: {}", people.name, line.item.name);
                }
            }
        }
    }
}
