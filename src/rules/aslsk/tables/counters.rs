//! Squads, HS, crews and leaders, from `config/aslsk/units.toml` (1.2.1 to 1.2.3).

use crate::ledger::cited::{apply, rule};
use std::fmt;
use std::sync::OnceLock;

use serde::Deserialize;

/// The nationality, by the colour of the counter.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Nation {
    /// German.
    German,
    /// American.
    American,
    /// British and Commonwealth; the Free French use their counters.
    British,
    /// Italian.
    Italian,
    /// Allied Minor: Greek and others.
    AlliedMinor,
}

/// The kind of unit.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Kind {
    /// Three silhouettes.
    Squad,
    /// Two silhouettes.
    HalfSquad,
    /// Two kneeling silhouettes.
    Crew,
    /// One silhouette.
    Leader,
}

/// The class of a MMC.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Deserialize)]
pub enum Class {
    /// Elite.
    #[serde(rename = "E")]
    Elite,
    /// 1st Line.
    #[serde(rename = "1")]
    First,
    /// 2nd Line.
    #[serde(rename = "2")]
    Second,
    /// Green: Inexperienced without a leader.
    #[serde(rename = "G")]
    Green,
    /// Conscript: always Inexperienced.
    #[serde(rename = "C")]
    Conscript,
}

/// A counter, as an index into the catalog.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct CounterId(pub u8);

/// Both sides of a counter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counter {
    /// "4-6-7", "9-1".
    pub name: String,
    /// Its nationality.
    pub nation: Nation,
    /// Its kind.
    pub kind: Kind,
    /// Its class.
    pub class: Class,
    /// FP; 0 for leaders.
    pub firepower: u8,
    /// Normal range in hexes.
    pub range: u8,
    /// Morale.
    pub morale: i16,
    /// Morale of the broken side.
    pub broken: i16,
    /// Smoke Exponent; 0 for none.
    pub smoke: u8,
    /// Underlined FP: Assault Fire.
    pub assault: bool,
    /// Underlined morale: not subject to ELR.
    pub steady: bool,
    /// Leadership DRM.
    pub leadership: i16,
    /// Its replacement when it fails by more than its ELR.
    pub next: Option<CounterId>,
    /// The HS that a squad is reduced to.
    pub half: Option<CounterId>,
}

impl Counter {
    /// Whether its broken morale is boxed, which allows Self-Rally (1.2.3).
    #[apply(rule, "1.2.3")]
    pub fn self_rally(&self) -> bool {
        matches!(self.kind, Kind::Leader | Kind::Crew)
    }
}

impl CounterId {
    /// The counter.
    #[inline]
    pub fn get(self) -> &'static Counter {
        &counters()[usize::from(self.0)]
    }
}

impl fmt::Display for Counter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.name)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Raw {
    squad: Vec<RawNation>,
    leader: Vec<RawLeader>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawNation {
    nation: Nation,
    counters: Vec<RawSquad>,
    crew: RawCrew,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct RawSquad {
    class: Class,
    squad: String,
    #[serde(default)]
    smoke: u8,
    broken: i16,
    half: String,
    half_broken: i16,
    next: Option<String>,
    #[serde(default)]
    steady: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawCrew {
    crew: String,
    broken: i16,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawLeader {
    name: String,
    broken: i16,
}

const NATIONS: [Nation; 5] =
    [Nation::German, Nation::American, Nation::British, Nation::Italian, Nation::AlliedMinor];

fn counters() -> &'static [Counter] {
    static ALL: OnceLock<Vec<Counter>> = OnceLock::new();
    ALL.get_or_init(|| {
        let raw: Raw = crate::reading::from_toml(include_str!("../../../../config/aslsk/units.toml"))
            .expect("the embedded counters are well-formed");
        let mut all: Vec<Counter> = Vec::new();
        for RawNation { nation, counters, crew } in raw.squad {
            let first = all.len();
            // A squad and its HS are adjacent; far fewer than 256 counters in all.
            let id = |at: usize| CounterId((first + at) as u8);
            let place = |name: &str| counters.iter().position(|other| other.squad == name);
            for (at, raw) in counters.iter().enumerate() {
                let next = raw.next.as_deref().map(|name| place(name).expect("a squad of the same nation"));
                let squad = Counter {
                    smoke: raw.smoke,
                    next: next.map(|at| id(2 * at)),
                    half: Some(id(2 * at + 1)),
                    ..strength(&raw.squad, nation, Kind::Squad, raw.class, raw.broken, raw.steady)
                };
                let half = Counter {
                    next: next.map(|at| id(2 * at + 1)),
                    ..strength(&raw.half, nation, Kind::HalfSquad, raw.class, raw.half_broken, raw.steady)
                };
                all.extend([squad, half]);
            }
            all.push(strength(&crew.crew, nation, Kind::Crew, Class::Elite, crew.broken, true));
        }
        for nation in NATIONS {
            for (at, raw) in raw.leader.iter().enumerate() {
                let (morale, modifier) = raw.name.split_at(1);
                let leadership: i16 = modifier.parse().expect("a leadership modifier");
                all.push(Counter {
                    name: raw.name.clone(),
                    nation,
                    kind: Kind::Leader,
                    class: Class::Elite,
                    firepower: 0,
                    range: 0,
                    morale: morale.parse().expect("a morale"),
                    broken: raw.broken,
                    smoke: 0,
                    assault: false,
                    steady: false,
                    leadership,
                    next: at.checked_sub(1).map(|_| CounterId(all.len() as u8 - 1)),
                    half: None,
                });
            }
        }
        all
    })
}

/// A counter from its strength factor: "5u-4-8", with "u" for underlined FP.
fn strength(text: &str, nation: Nation, kind: Kind, class: Class, broken: i16, steady: bool) -> Counter {
    let name = text.replace('u', "");
    let mut parts = name.split('-').map(|part| part.parse::<u8>().expect("a strength factor"));
    let mut part = || parts.next().expect("three numbers");
    let (firepower, range, morale) = (part(), part(), i16::from(part()));
    Counter {
        name,
        nation,
        kind,
        class,
        firepower,
        range,
        morale,
        broken,
        smoke: 0,
        assault: text.contains('u'),
        steady,
        leadership: 0,
        next: None,
        half: None,
    }
}

/// A counter by nationality and name ("4-6-7"; "2-2-8" is a crew where the nationality has one).
#[apply(rule, "1.2.2a", "1.2.2b", "5.2")]
pub fn find(nation: Nation, name: &str) -> Option<CounterId> {
    let wanted = |counter: &Counter| counter.nation == nation && counter.name == name;
    // Crews follow HS in the list, so of two alike the crew is found.
    counters().iter().rposition(wanted).map(|at| CounterId(at as u8))
}
