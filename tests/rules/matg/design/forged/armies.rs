//! The armies of generated battles: weapons by month and theatre, companies true to their names, battalions with HQs.

use std::collections::BTreeMap;

use standto::game::Side;
use standto::rules::matg::authoring::design::air::AirStrikes;
use standto::rules::matg::authoring::design::arithmetic::Density;
use standto::rules::matg::authoring::design::history::Theatre;
use standto::rules::matg::authoring::design::{Order, Resolve, generate};
use standto::rules::matg::catalog::{Class, Nation, Trait};
use standto::rules::matg::state::battle::{Battle, Role, ScenarioKind, Unit};

use super::{many, read};

/// Campaigns of every theatre, and the points of each side.
const CAMPAIGNS: [(Nation, Nation, u16, Theatre, u32); 24] = [
    (Nation::Germany, Nation::Poland, 1939, Theatre::East, 1000),
    (Nation::SovietUnion, Nation::Japan, 1939, Theatre::Manchuria, 1000),
    (Nation::SovietUnion, Nation::Finland, 1939, Theatre::Winter, 800),
    (Nation::SovietUnion, Nation::FinlandWinterWar, 1940, Theatre::Winter, 800),
    (Nation::Germany, Nation::France, 1940, Theatre::West, 1800),
    (Nation::France, Nation::Germany, 1940, Theatre::West, 1800),
    (Nation::Germany, Nation::UnitedKingdom, 1941, Theatre::Desert, 1500),
    (Nation::Germany, Nation::SovietUnion, 1941, Theatre::East, 1500),
    (Nation::Germany, Nation::UnitedKingdom, 1942, Theatre::Desert, 1800),
    (Nation::Italy, Nation::UnitedKingdom, 1942, Theatre::Desert, 1500),
    (Nation::UnitedStates, Nation::Japan, 1942, Theatre::Pacific, 1000),
    (Nation::SovietUnion, Nation::Romania, 1942, Theatre::East, 1800),
    (Nation::Germany, Nation::UnitedStates, 1943, Theatre::Desert, 1800),
    (Nation::Germany, Nation::UnitedKingdom, 1943, Theatre::Desert, 1800),
    (Nation::UnitedStates, Nation::Italy, 1943, Theatre::South, 1800),
    (Nation::Germany, Nation::SovietUnion, 1943, Theatre::East, 1800),
    (Nation::SovietUnion, Nation::Germany, 1943, Theatre::East, 1800),
    (Nation::UnitedStates, Nation::Japan, 1944, Theatre::Pacific, 1500),
    (Nation::UnitedStates, Nation::Germany, 1944, Theatre::West, 1800),
    (Nation::UnitedKingdom, Nation::Germany, 1944, Theatre::South, 1800),
    (Nation::SovietUnion, Nation::Hungary, 1944, Theatre::East, 1800),
    (Nation::SovietUnion, Nation::Finland, 1944, Theatre::East, 1500),
    (Nation::UnitedStates, Nation::Japan, 1945, Theatre::Pacific, 1800),
    (Nation::SovietUnion, Nation::Germany, 1945, Theatre::East, 1800),
];

/// A weapon, and the year and month in which it first saw action in each theatre.
type Debut = (Nation, &'static str, &'static [(Theatre, (u16, u8))]);

/// Weapons whose first action is well known.
const FIRST: [Debut; 16] = [
    (
        Nation::Germany,
        "Panzer V (75L70)",
        &[(Theatre::East, (1943, 7)), (Theatre::South, (1944, 2)), (Theatre::West, (1944, 6))],
    ),
    (
        Nation::Germany,
        "Nashorn",
        &[(Theatre::East, (1943, 7)), (Theatre::South, (1943, 8)), (Theatre::West, (1944, 1))],
    ),
    (
        Nation::Germany,
        "Hetzer",
        &[(Theatre::East, (1944, 7)), (Theatre::West, (1944, 7)), (Theatre::South, (1944, 7))],
    ),
    (
        Nation::Germany,
        "Pz VI A (88L56)",
        &[
            (Theatre::East, (1942, 9)),
            (Theatre::Desert, (1942, 12)),
            (Theatre::South, (1943, 7)),
            (Theatre::West, (1944, 6)),
        ],
    ),
    (Nation::Germany, "Pz VI B (88L70)", &[(Theatre::East, (1944, 8)), (Theatre::West, (1944, 7))]),
    (Nation::Germany, "Panzer 38T (37L48)", &[(Theatre::East, (1939, 9)), (Theatre::West, (1940, 5))]),
    (
        Nation::Germany,
        "SdKfz 251/1",
        &[
            (Theatre::East, (1942, 7)),
            (Theatre::Desert, (1942, 7)),
            (Theatre::South, (1943, 7)),
            (Theatre::West, (1944, 6)),
        ],
    ),
    (Nation::Italy, "M15/42", &[]),
    (Nation::Japan, "Type 97 Chi-Ha", &[(Theatre::Pacific, (1941, 12)), (Theatre::Manchuria, (1945, 8))]),
    (Nation::Japan, "Ho-Ni", &[(Theatre::Pacific, (1945, 1))]),
    (Nation::SovietUnion, "KV-85", &[(Theatre::East, (1943, 9))]),
    (Nation::SovietUnion, "JS-II", &[(Theatre::East, (1944, 2))]),
    (Nation::SovietUnion, "T-34/85", &[(Theatre::East, (1944, 3)), (Theatre::Manchuria, (1945, 8))]),
    (
        Nation::UnitedStates,
        "M4A3E8 \"Easy Eight\"",
        &[(Theatre::West, (1944, 12)), (Theatre::Pacific, (1945, 3))],
    ),
    (Nation::UnitedStates, "M26 Pershing", &[(Theatre::West, (1945, 2)), (Theatre::Pacific, (1945, 8))]),
    (
        Nation::UnitedStates,
        "M4 Sherman",
        &[
            (Theatre::Desert, (1942, 11)),
            (Theatre::South, (1943, 7)),
            (Theatre::West, (1944, 6)),
            (Theatre::Pacific, (1943, 11)),
        ],
    ),
];

/// Tanks that no medium company had.
const LIGHT: [&str; 6] = ["M3 Stuart", "M5 Stuart", "M24 Chaffee", "M3 Honey", "L6/40", "L3/35"];

fn campaign(number: usize, seed: u64) -> (Order, Battle) {
    let (attacker, defender, year, theatre, points) = CAMPAIGNS[number];
    let order = Order {
        kind: ScenarioKind::ALL[(number + seed as usize) % ScenarioKind::ALL.len()],
        nations: [attacker, defender],
        year,
        theatre: Some(theatre),
        cohesion: [None; 2],
        board: if points > 1000 { (48, 48) } else { (36, 48) },
        density: Density::Mixed,
        points: Some(points),
        bids: [0, 0],
        resolve: Resolve::Off,
        air: AirStrikes::Allowed,
        seed: seed * 100 + number as u64,
    };
    let text = generate(&order).unwrap_or_else(|why| panic!("{order:?}: {why}"));
    let battle = read(&text, &order);
    if let Ok(folder) = std::env::var("FORGED_INTO") {
        let name = format!("{folder}/campaign-{number:02}-{seed}.toml");
        std::fs::write(name, &text).expect("the folder can be written to");
    }
    (order, battle)
}

/// A battle of every campaign, or a sixth of what `FORGED` asks for.
pub(super) fn campaigns() -> impl Iterator<Item = (Order, Battle)> {
    let each = (many() / 6).max(1);
    (0..CAMPAIGNS.len()).flat_map(move |number| (0..each).map(move |seed| campaign(number, seed)))
}

/// The stands of one side, company by company in their order. A stand that dismounts is listed in both forms.
pub(super) fn companies(battle: &Battle, side: Side) -> Vec<(&str, Vec<&Unit>)> {
    let mut companies: Vec<(&str, Vec<&Unit>)> = Vec::new();
    for unit in battle.units.iter().filter(|unit| unit.side == side) {
        match companies.iter_mut().find(|(name, _)| *name == unit.formation) {
            Some((_, stands)) => stands.push(unit),
            None => companies.push((&unit.formation, vec![unit])),
        }
    }
    companies
}

/// "2nd Rifle Company (-)" is a "Rifle Company".
pub(super) fn base(name: &str) -> &str {
    let name = name.trim_end_matches(" (-)").trim_end_matches(" (+)");
    match name.split_once(' ') {
        Some((number, rest)) if number.starts_with(|c: char| c.is_ascii_digit()) => rest,
        _ => name,
    }
}

// card: design: 2, design: 6.1
#[test]
fn armies_fit_their_date_and_battalions_have_hqs() {
    crate::cited::watch();
    for (order, battle) in campaigns() {
        of_their_month_and_theatre(&order, &battle);
        true_to_their_names(&order, &battle);
    }
}

/// Weapons appear no earlier than they did, and only where they did.
fn of_their_month_and_theatre(order: &Order, battle: &Battle) {
    let theatre = order.theatre.expect("each campaign has its theatre");
    for unit in &battle.units {
        let nation = unit.kind.nation;
        for (its, weapon, first) in FIRST.iter().filter(|(its, ..)| *its == nation) {
            if unit.kind.name != *weapon {
                continue;
            }
            let here = first.iter().find(|(known, _)| *known == theatre);
            let (_, first) = here.unwrap_or_else(|| panic!("{its} had no {weapon} there: {order:?}"));
            assert!(battle.date >= *first, "{weapon} in {:?}: {order:?}", battle.date);
        }
    }
}

/// Companies match their names, battalions have an HQ and one type of tank, and there are at most nine
/// companies of a kind.
fn true_to_their_names(order: &Order, battle: &Battle) {
    for side in Side::BOTH {
        let (mut lines, mut tanks, mut chiefs) = (0, 0, 0);
        let mut counted = Vec::new();
        let mut alike: BTreeMap<&str, usize> = BTreeMap::new();
        // The tanks of the battalion whose HQ was last, and how many companies it has had.
        let mut battalion: (Vec<&str>, usize) = (Vec::new(), 0);
        for (name, stands) in companies(battle, side) {
            if stands.iter().any(|unit| unit.role != Role::None) {
                chiefs += usize::from(stands.iter().any(|unit| unit.role == Role::Hq));
                battalion = (Vec::new(), 0);
                continue;
            }
            *alike.entry(base(name)).or_default() += 1;
            let armour: Vec<&str> = stands
                .iter()
                // Tankettes scout; they are no company of tanks.
                .filter(|unit| unit.kind.class == Class::Tank && base(name) != "Tankette Company")
                .map(|unit| &*unit.kind.name)
                .collect();
            if name.contains("Medium Tank Company") {
                assert!(armour.iter().all(|tank| !LIGHT.contains(tank)), "{name}: {armour:?}: {order:?}");
            }
            if !armour.is_empty() {
                tanks += 1;
            }
            battalion.1 += 1;
            if base(name) == "Tank Company" && battalion.1 <= 3 {
                battalion.0.extend(armour);
                battalion.0.dedup();
                assert!(battalion.0.len() <= 1, "one battalion of {:?}: {order:?}", battalion.0);
            }
            let line = |unit: &&&Unit| {
                unit.kind.class == Class::Personnel && !unit.engineer && !unit.kind.is(Trait::Support)
            };
            if stands.iter().filter(line).count() >= 2 {
                lines += 1;
                counted.push(name);
            }
        }
        assert!(lines < 2 && tanks < 2 || chiefs > 0, "no HQ: {order:?}");
        assert!(
            lines + tanks <= 1 + 4 * chiefs,
            "{lines} companies of infantry ({counted:?}), {tanks} of tanks, {chiefs} HQs: {order:?}"
        );
        for (name, count) in alike {
            assert!(count <= 9, "{count} of {name}: {order:?}");
        }
    }
}

#[test]
fn nations_meet_only_where_they_fought_each_other() {
    let refused = |nations: [Nation; 2], year: u16| {
        let order = Order {
            kind: ScenarioKind::HastyAttack,
            nations,
            year,
            theatre: None,
            cohesion: [None; 2],
            board: (36, 48),
            density: Density::Mixed,
            points: Some(800),
            bids: [0, 0],
            resolve: Resolve::Off,
            air: AirStrikes::Allowed,
            seed: 1,
        };
        generate(&order).err().map(|why| why.to_string())
    };
    assert_eq!(refused([Nation::SovietUnion, Nation::Japan], 1939), None, "Khalkhin Gol");
    assert_eq!(refused([Nation::SovietUnion, Nation::Finland], 1940), None, "the Winter War");
    assert_eq!(refused([Nation::SovietUnion, Nation::Poland], 1939), None);
    assert_eq!(
        refused([Nation::Germany, Nation::SovietUnion], 1939).as_deref(),
        Some("Germany and Soviet Union did not fight in the same theatre in 1939")
    );
    assert_eq!(
        refused([Nation::UnitedStates, Nation::Japan], 1941).as_deref(),
        Some("United States did not fight in 1941, only in 1942, 1943, 1944, 1945")
    );
}
