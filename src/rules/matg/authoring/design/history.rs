//! Nations, their campaigns and the make-up of their companies: `config/matg/formations.toml` (S-150).

use std::collections::BTreeMap;

use serde::Deserialize;

pub use super::dates::Theatre;
pub(super) use super::dates::{Month, Span};
use super::formations::peoples;
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
    /// The anti-tank gun of an infantry battalion.
    BattalionGun,
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

/// Something in use for a period, in all theatres or in some.
pub(super) struct InUse<T> {
    pub(super) item: T,
    pub(super) span: Span,
    /// Empty for all.
    pub(super) theatres: Vec<Theatre>,
}

impl<T> InUse<T> {
    fn at(&self, when: When) -> bool {
        self.span.contains(when.month) && (self.theatres.is_empty() || self.theatres.contains(&when.theatre))
    }
}

/// A nation's war in one theatre.
pub(super) struct Campaign {
    pub(super) theatre: Theatre,
    pub(super) span: Span,
    /// The enemies it fought there; empty for all.
    pub(super) against: Vec<Nation>,
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
    pub(super) campaigns: Vec<Campaign>,
    pub(super) cohesion: Vec<(Span, (u8, u8))>,
    pub(super) shape: BTreeMap<CompanyKind, Vec<Part>>,
    pub(super) names: BTreeMap<CompanyKind, Vec<(Span, String)>>,
    pub(super) most: BTreeMap<CompanyKind, usize>,
    /// The most battalions in armed carriers; the others ride trucks.
    pub(super) carried: usize,
    /// Whether its foot units draw their guns with horses.
    pub(super) horses: bool,
    /// The names of companies with some weapons.
    pub(super) called: BTreeMap<String, String>,
    pub(super) arms: BTreeMap<Arm, Vec<InUse<&'static StandType>>>,
    pub(super) flew: Vec<(Span, usize)>,
    pub(super) aircraft: Vec<InUse<&'static Aircraft>>,
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

    /// Its name for a kind of company with a main weapon.
    pub(super) fn company(&self, kind: CompanyKind, weapon: &StandType, month: Month) -> &str {
        if let Some(name) = self.called.get(&*weapon.name) {
            return name;
        }
        let names = self.names.get(&kind).map_or(&[][..], Vec::as_slice);
        names.iter().find(|(span, _)| span.contains(month)).map_or("Company", |(_, name)| name)
    }

    /// The most companies of a kind in one force, if the nation had few.
    pub(super) fn most(&self, kind: CompanyKind) -> usize {
        self.most.get(&kind).copied().unwrap_or(usize::MAX)
    }

    /// The cheapest transport that can carry a stand: one of its own vehicles or a horse team. Infantry rides no
    /// artillery tractors, and in a motorized force no gun has horses if a vehicle can tow it.
    pub(super) fn transport(
        &self,
        stand: &StandType,
        motorized: bool,
        when: When,
    ) -> Option<&'static StandType> {
        let load = stand.load?;
        let carries = |kind: &&'static StandType| kind.cargo.is_some_and(|cargo| cargo >= load);
        let gun = stand.class != Class::Personnel;
        let cheapest = |arms: &[Arm]| {
            let own = arms.iter().flat_map(|arm| self.arm(*arm, when));
            own.filter(carries).min_by_key(|kind| kind.points)
        };
        let team = || {
            let teams = catalog::catalog(Nation::AllNations);
            let teams =
                teams.filter(|kind| kind.class == Class::NonMotorized && kind.name.starts_with("Horse"));
            teams.filter(carries).min_by_key(|kind| kind.points)
        };
        let own = || {
            let riding = (!gun).then(|| cheapest(&[Arm::Car, Arm::Truck])).flatten();
            riding.or_else(|| cheapest(&[Arm::Car, Arm::Truck, Arm::Tractor]))
        };
        if gun && !motorized && self.horses { team().or_else(own) } else { own().or_else(team) }
    }
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
                for gun in people.arm(Arm::AntiTank, when) {
                    assert!(people.transport(gun, true, when).is_some(), "{} {when:?}", people.name);
                }
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

    /// Every name that a weapon gives its company belongs to a weapon of the nation.
    #[test]
    fn every_called_company_has_its_weapon() {
        for people in peoples() {
            let owned = |name: &String| people.arms.values().flatten().any(|line| line.item.name == *name);
            assert!(people.called.keys().all(owned), "{}: {:?}", people.name, people.called);
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
