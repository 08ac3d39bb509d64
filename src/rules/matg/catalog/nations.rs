//! Facts about each nation that are not in its weapons data: command (10.1.7), artillery doctrine (7.4.9,
//! 7.8) and dual-purpose guns (10.7.2), read from `config/matg/nations.toml`.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use serde::Deserialize;

use super::Nation;

/// Facts about a nation at a date.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Facts {
    /// The adjective for its stands in messages: "German".
    pub adjective: String,
    /// Modifier of the roll for a change in command (10.1.7).
    pub succession: i16,
    /// The entry whose weapons gun crews use at close range (7.3.6, 7.4.8).
    pub small_arms: String,
    /// Its artillery.
    pub doctrine: Doctrine,
}

/// An artillery doctrine (7.8).
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Doctrine {
    /// The least number of turns from plot to arrival of indirect fire (7.8.1).
    pub delay: u8,
    /// Forward observers that may be designated (7.8.2).
    pub observers: Observers,
    /// Off-map batteries that may fire as one (7.4.9).
    pub grouping: Grouping,
    /// Batteries without a mission may join missions due this turn, at +2 to arrive (7.8.3).
    #[serde(default)]
    pub agile: bool,
}

/// How many forward observers may be designated, apart from battalion headquarters (7.8.2).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Observers {
    /// One for every so many artillery stands capable of indirect fire, or part thereof.
    pub artillery: Option<u8>,
    /// One for every so many infantry stands and weapons with a P.
    pub personnel: Option<u8>,
    /// For reconnaissance.
    pub recon: ReconObservers,
    /// Points for each additional observer.
    pub cost: u16,
}

impl Observers {
    /// The rule on its observers, by the way it counts reconnaissance units.
    pub const fn rule(&self) -> &'static str {
        match self.recon {
            ReconObservers::Each => "7.8.2.1",
            ReconObservers::Stands(_) => "7.8.2.2",
            ReconObservers::Units(_) => "7.8.2.3",
        }
    }
}

/// Forward observers of reconnaissance units (7.8.2).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ReconObservers {
    /// One for every so many non-transport stands, or part thereof.
    Stands(u8),
    /// One for every so many battalions, or part thereof.
    Units(u8),
    /// Each non-transport stand may act as one.
    Each,
}

/// Off-map batteries that may fire as one (7.4.9).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Grouping {
    /// Batteries of the same battalion or regiment.
    Battalion,
    /// All batteries.
    Any,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    doctrine: BTreeMap<String, Doctrine>,
    nation: BTreeMap<Nation, Entry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Entry {
    adjective: String,
    succession: i16,
    small_arms: String,
    doctrine: Vec<Dated>,
    #[serde(default)]
    dual_purpose: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Dated {
    /// From this month on, "1944-01"; from the start if absent.
    #[serde(default)]
    from: String,
    name: String,
    /// The entry of small arms from then on, if it changes.
    small_arms: Option<String>,
}

/// The facts of a nation, each from the month in which it comes into force.
struct Known {
    since: Vec<((u16, u8), Facts)>,
    dual_purpose: Vec<String>,
}

fn known() -> &'static BTreeMap<Nation, Known> {
    static NATIONS: OnceLock<BTreeMap<Nation, Known>> = OnceLock::new();
    NATIONS.get_or_init(|| {
        let file: File = crate::reading::from_toml(include_str!("../../../../config/matg/nations.toml"))
            .expect("the embedded facts of the nations are well-formed");
        let known = |entry: Entry| {
            let facts = |dated: Dated| {
                let facts = Facts {
                    adjective: entry.adjective.clone(),
                    succession: entry.succession,
                    small_arms: dated.small_arms.clone().unwrap_or_else(|| entry.small_arms.clone()),
                    doctrine: file.doctrine[&dated.name].clone(),
                };
                (month(&dated.from), facts)
            };
            let since = entry.doctrine.into_iter().map(facts).collect();
            Known { since, dual_purpose: entry.dual_purpose }
        };
        file.nation.into_iter().map(|(nation, entry)| (nation, known(entry))).collect()
    })
}

/// "1944-01" as year and month; an empty text is before all months.
fn month(text: &str) -> (u16, u8) {
    let numbers =
        || text.split_once('-').and_then(|(year, month)| Some((year.parse().ok()?, month.parse().ok()?)));
    if text.is_empty() { (0, 0) } else { numbers().expect("an embedded month is a year and a number") }
}

/// The facts of a nation at a date; `None` for the transport of all nations, which fields no force.
pub fn facts(nation: Nation, now: (u16, u8)) -> Option<&'static Facts> {
    let known = known().get(&nation)?;
    known.since.iter().rev().find(|(from, _)| *from <= now).map(|(_, facts)| facts)
}

/// The keys of all nations that field forces: "germany", "soviet-union" and so on.
pub fn keys() -> Vec<&'static str> {
    known().keys().map(|nation| nation.key()).collect()
}

/// Whether a gun is an anti-aircraft gun that fires at ground targets by a range chart of its own (10.7.2).
pub fn is_dual_purpose(nation: Nation, name: &str) -> bool {
    known().get(&nation).is_some_and(|known| known.dual_purpose.iter().any(|gun| gun == name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::matg::catalog;

    #[test]
    fn every_nation_has_its_facts() {
        for nation in Nation::ALL.into_iter().filter(|&nation| nation != Nation::AllNations) {
            let facts = facts(nation, (1939, 9)).unwrap();
            let headquarters = catalog::find(nation, &facts.small_arms).unwrap();
            assert_eq!(headquarters.guns.len(), 1, "{nation}");
            for gun in &known()[&nation].dual_purpose {
                assert!(catalog::find(nation, gun).is_some_and(|kind| kind.name == *gun), "{nation}: {gun}");
            }
        }
        assert_eq!(facts(Nation::AllNations, (1943, 2)), None);
    }

    #[test]
    fn change_in_command_by_nation() {
        let succession = |nation| facts(nation, (1943, 2)).unwrap().succession;
        assert_eq!([Nation::Germany, Nation::UnitedStates].map(succession), [3, 3]);
        assert_eq!(succession(Nation::UnitedKingdom), 4);
        assert_eq!([Nation::SovietUnion, Nation::Italy, Nation::Japan].map(succession), [5, 5, 5]);
    }

    #[test]
    fn british_artillery_groups_from_1944() {
        let british = |date| &facts(Nation::UnitedKingdom, date).unwrap().doctrine;
        let [before, between, after] = [(1943, 12), (1944, 1), (1944, 2)].map(british);
        assert_eq!([before.delay, between.delay, after.delay], [2, 2, 1]);
        assert_eq!([before, between, after].map(|d| d.observers.cost), [25, 25, 15]);
        assert_eq!(before.grouping, Grouping::Battalion);
        assert_eq!([between.grouping, after.grouping], [Grouping::Any; 2]);
        assert!(!after.agile, "only American batteries join a mission late (7.8.3)");
        let delay = |nation| facts(nation, (1943, 2)).unwrap().doctrine.delay;
        assert_eq!([Nation::UnitedStates, Nation::Germany, Nation::SovietUnion].map(delay), [1, 2, 3]);
    }
}
