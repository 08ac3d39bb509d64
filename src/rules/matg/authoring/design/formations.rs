//! Reads `config/matg/formations.toml` (S-150): dates, arms and companies from their short notations.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use serde::Deserialize;

use super::dates::{Month, Span, Theatre};
use super::history::{Arm, Campaign, CompanyKind, InUse, Part, People};
use crate::rules::matg::catalog::{self, Aircraft, Nation};

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
    #[serde(default)]
    carried: Option<usize>,
    #[serde(default)]
    horses: bool,
    #[serde(default)]
    called: BTreeMap<String, String>,
    arms: BTreeMap<Arm, Vec<String>>,
    #[serde(default)]
    flew: Vec<String>,
    #[serde(default)]
    aircraft: Vec<String>,
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
            carried: self.carried.unwrap_or(usize::MAX),
            horses: self.horses,
            called: self.called,
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
