//! Forged orders of battle read as a historian reads them: each test looks for one kind of absurdity in every campaign.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use standto::game::Side;
use standto::rules::matg::authoring::design::Order;
use standto::rules::matg::catalog::{Class, Nation, Trait};
use standto::rules::matg::state::battle::{Battle, Role, ScenarioKind, Unit};

use super::armies::{base, campaigns, companies};

/// A company as it stands in the list of a force.
struct Listed<'a> {
    name: &'a str,
    stands: Vec<&'a Unit>,
}

impl Listed<'_> {
    fn is_headquarters(&self) -> bool {
        self.stands.iter().any(|unit| unit.role != Role::None)
    }

    /// Whether its men are infantry of the line.
    fn is_infantry(&self) -> bool {
        let line = |unit: &&&Unit| {
            unit.kind.class == Class::Personnel && !unit.engineer && !unit.kind.is(Trait::Support)
        };
        !self.is_headquarters() && self.stands.iter().filter(line).count() >= 2
    }

    /// Its armed weapons other than infantry.
    fn weapons(&self) -> BTreeSet<&str> {
        let armed = self.stands.iter().filter(|unit| !unit.kind.guns.is_empty() && unit.kind.cargo.is_none());
        armed.filter(|unit| unit.kind.class != Class::Personnel).map(|unit| &*unit.kind.name).collect()
    }
}

/// The battles that all the tests read.
static BATTLES: LazyLock<Vec<(Order, Battle)>> = LazyLock::new(|| campaigns().collect());

/// Runs a check on the forces of every campaign.
fn each_force(check: impl Fn(&Order, Nation, &[Listed<'_>])) {
    let nation = |battle: &Battle, side| {
        let mut own = battle.units.iter().filter(|unit| unit.side == side).map(|unit| unit.kind.nation);
        own.find(|nation| *nation != Nation::AllNations).expect("a force has stands of its nation")
    };
    for (order, battle) in BATTLES.iter() {
        for side in Side::BOTH {
            let force: Vec<Listed<'_>> =
                companies(battle, side).into_iter().map(|(name, stands)| Listed { name, stands }).collect();
            check(order, nation(battle, side), &force);
        }
    }
}

#[test]
fn every_force_has_infantry() {
    each_force(|order, nation, force| {
        assert!(force.iter().any(Listed::is_infantry), "{nation} without infantry: {order:?}");
    });
}

#[test]
fn a_battalion_has_battalion_guns_and_all_battalions_the_same_ones() {
    const TOO_HEAVY: [&str; 6] =
        ["57mm ATG", "76mm ATG", "100mm ATG", "76mm (3\") ATG", "17 lbr ATG", "47mm ATG Type 1"];
    each_force(|order, nation, force| {
        let infantry = force.iter().filter(|company| {
            company.is_infantry()
                || base(company.name).contains("Weapons")
                || base(company.name).contains("Support")
        });
        let guns: BTreeSet<&str> = infantry
            .flat_map(|company| &company.stands)
            .filter(|unit| unit.kind.class == Class::AntiTank)
            .map(|unit| &*unit.kind.name)
            .collect();
        assert!(guns.len() <= 1, "{nation}: {guns:?}: {order:?}");
        let heavy =
            |gun: &&str| TOO_HEAVY.contains(gun) && !(nation == Nation::UnitedStates && **gun == *"57mm ATG");
        assert!(!guns.iter().any(heavy), "{nation}: {guns:?}: {order:?}");
    });
}

#[test]
fn heavy_tanks_and_assault_guns_of_a_force_are_of_one_type() {
    each_force(|order, nation, force| {
        for kind in ["Heavy", "Infantry Tank Squadron", "Light Tank", "Light Panzer", "Assault Gun Battery"] {
            let alike = force.iter().filter(|company| {
                base(company.name).starts_with(kind)
                    && company.stands.iter().all(|unit| unit.kind.load.is_none())
            });
            let types: BTreeSet<&str> = alike.flat_map(Listed::weapons).collect();
            assert!(types.len() <= 1, "{nation} {kind}: {types:?}: {order:?}");
        }
    });
}

#[test]
fn light_tanks_go_with_battle_tanks_where_there_are_any() {
    each_force(|order, nation, force| {
        let has = |name: &str| force.iter().any(|company| base(company.name) == name);
        let light = has("Light Panzer Company") || has("Light Tank Squadron");
        let battle = has("Panzer Company") || has("Tank Squadron");
        assert!(!light || battle, "{nation}: light tanks alone: {order:?}");
        let heavy = has("Heavy Panzer Company") || has("Infantry Tank Squadron");
        assert!(!(light && heavy), "{nation}: a battalion of light and heavy tanks: {order:?}");
    });
}

#[test]
fn support_companies_are_not_repeated_without_need() {
    const SUPPORT: [&str; 9] = [
        "Assault Gun Battery",
        "Close Support Troop",
        "Pioneer Company",
        "Sapper Company",
        "Engineer Company",
        "Armoured Car Company",
        "Reconnaissance Company",
        "Mortar Company",
        "Panzerjäger Company",
    ];
    each_force(|order, nation, force| {
        for kind in SUPPORT {
            let count = force.iter().filter(|company| base(company.name) == kind).count();
            assert!(count <= 2, "{nation}: {count} of {kind}: {order:?}");
        }
        let guns = force.iter().filter(|company| base(company.name).starts_with("Anti-Tank")).count();
        assert!(guns <= 3, "{nation}: {guns} companies of anti-tank guns: {order:?}");
    });
}

#[test]
fn companies_are_named_after_what_they_have() {
    each_force(|order, nation, force| {
        for company in force.iter().filter(|company| !company.is_headquarters()) {
            let (name, weapons) = (base(company.name), company.weapons());
            let any = |word: &str| weapons.iter().any(|weapon| weapon.contains(word));
            assert!(!any("Kat. BM") || name.starts_with("Guards Mortar"), "{name}: {weapons:?}");
            assert!(!any("Nebelwerfer") || name.starts_with("Nebelwerfer"), "{name}: {weapons:?}");
            assert!(!any("WZ-34") || !name.contains("Tankette"), "{name}: {weapons:?}");
            if name == "Heavy Mortar Company" {
                assert!(any("120mm"), "{nation} {name}: {weapons:?}: {order:?}");
            }
            if name.contains("Medium Tank") || name == "Heavy Panzer Company" {
                let light = ["Stuart", "L6/40", "L3/35", "Panzer II C", "75L24"];
                assert!(!light.iter().any(|word| any(word)), "{name}: {weapons:?}: {order:?}");
            }
        }
        let tanks = |company: &Listed<'_>| company.stands.iter().any(|unit| unit.kind.class == Class::Tank);
        for chief in force.iter().filter(|company| company.stands.iter().any(|unit| unit.role == Role::Hq)) {
            assert_eq!(
                base(chief.name).starts_with("Tank Battalion"),
                tanks(chief),
                "{}: {order:?}",
                chief.name
            );
        }
    });
}

#[test]
fn infantry_rides_no_tractors_and_foot_units_draw_their_guns_with_horses() {
    const HORSES: [Nation; 4] = [Nation::Japan, Nation::FinlandWinterWar, Nation::Romania, Nation::Hungary];
    each_force(|order, nation, force| {
        for company in force {
            let vehicle = |word: &str| company.stands.iter().any(|unit| unit.kind.name.contains(word));
            let men = company.stands.iter().filter(|unit| unit.kind.cargo.is_none());
            let all_men = men.clone().all(|unit| unit.kind.class == Class::Personnel);
            assert!(!all_men || !vehicle("Tractor"), "{nation} {}: {order:?}", company.name);
        }
        // The defender of a prepared position is on foot.
        let defends = order.kind == ScenarioKind::PreparedPosition && order.nations[1] == nation;
        if defends && HORSES.contains(&nation) {
            let motorized = |unit: &&&Unit| unit.kind.class == Class::Transport;
            let cars = force.iter().flat_map(|company| &company.stands).filter(motorized).count();
            assert_eq!(cars, 0, "{nation} on foot with cars: {order:?}");
        }
    });
}

#[test]
fn at_most_one_german_battalion_rides_halftracks() {
    each_force(|order, nation, force| {
        if nation != Nation::Germany {
            return;
        }
        let (mut battalion, mut carried) = (0, BTreeSet::new());
        for company in force {
            battalion += usize::from(company.is_headquarters());
            if company.stands.iter().any(|unit| &*unit.kind.name == "SdKfz 251/1") {
                carried.insert(battalion);
            }
        }
        assert!(carried.len() <= 1, "{} battalions in halftracks: {order:?}", carried.len());
    });
}
