//! Generated battles, over seeds and all types: accepted, paid for, of the density rolled, passable, and played.
//!
//! `FORGED=100 cargo test --test rules forged` makes a hundred of each type; with `FORGED_INTO=FOLDER` they are written
//! there. Terrain is tested in `ground`, aircraft in `air`, armies in `armies`, victory in `won`.

use standto::game::{Rules, Side};
use standto::rules::matg::authoring::design::air::AirStrikes;
use standto::rules::matg::authoring::design::arithmetic::{self, Density};
use standto::rules::matg::authoring::design::{CannotMake, Order, Resolve, generate};
use standto::rules::matg::catalog::Nation;
use standto::rules::matg::ground::terrain::Terrain;
use standto::rules::matg::state::battle::{Battle, ScenarioKind};
use standto::rules::matg::{Position, scenario};
use standto::simulate;

mod air;
mod armies;
mod ground;
mod historian;
mod won;

use ground::{dense, every_stand_can_reach_the_objective, roads_lead_somewhere};

const FIGHTS: [(Nation, Nation, u16); 12] = [
    (Nation::Germany, Nation::Poland, 1939),
    (Nation::SovietUnion, Nation::FinlandWinterWar, 1940),
    (Nation::Germany, Nation::France, 1940),
    (Nation::Germany, Nation::Belgium, 1940),
    (Nation::UnitedKingdom, Nation::Italy, 1941),
    (Nation::Germany, Nation::SovietUnion, 1941),
    (Nation::SovietUnion, Nation::Romania, 1942),
    (Nation::SovietUnion, Nation::Hungary, 1943),
    (Nation::UnitedStates, Nation::Germany, 1943),
    (Nation::UnitedKingdom, Nation::Germany, 1944),
    (Nation::SovietUnion, Nation::Finland, 1944),
    (Nation::UnitedStates, Nation::Japan, 1945),
];

/// An order of a type and a seed, with campaigns, boards, densities and points in turn.
pub fn order(kind: ScenarioKind, seed: u64) -> Order {
    let turn = seed as usize;
    let (attacker, defender, year) = FIGHTS[turn % FIGHTS.len()];
    let (board, points) = [((24, 48), 1500), ((24, 36), 800), ((36, 48), 2000), ((48, 48), 1200)][turn % 4];
    Order {
        kind,
        nations: [attacker, defender],
        year,
        theatre: None,
        cohesion: [None; 2],
        board,
        density: Density::ALL[turn / 2 % 3],
        points: Some(points),
        bids: [0, 0],
        resolve: if turn.is_multiple_of(5) { Resolve::Book } else { Resolve::Off },
        air: if kind == ScenarioKind::MeetingEngagement {
            AirStrikes::Allowed
        } else {
            AirStrikes::ALL[turn * 2 % 3]
        },
        seed,
    }
}

/// Battles of a type in every run of the tests.
const SHORT: u64 = 6;

/// Battles of each type: a few, or as many as `FORGED` says; one when only the rules applied are recorded.
fn many() -> u64 {
    let listened = std::env::var_os(crate::cited::FOLDER).is_some();
    std::env::var("FORGED").ok().and_then(|many| many.parse().ok()).unwrap_or(if listened {
        1
    } else {
        SHORT
    })
}

/// Seeds at which the generator once failed, always included: a corner from which no stand could reach the objective.
const ONCE_WRONG: [(ScenarioKind, u64); 1] = [(ScenarioKind::MeetingEngagement, 59)];

pub fn read(text: &str, order: &Order) -> Battle {
    match scenario::read("forged.toml", text) {
        Ok((battle, warnings)) => {
            assert!(warnings.is_empty(), "{order:?}: {}", warnings[0]);
            battle
        }
        Err(faults) => panic!("{order:?}: {faults}\n{text}"),
    }
}

/// The number after a word of the briefing.
fn told(battle: &Battle, before: &str) -> u32 {
    let line = battle.briefing.iter().find(|line| line.contains(before)).expect("the briefing states it");
    let (_, rest) = line.split_once(before).expect("it does");
    rest.trim().split(' ').next().and_then(|number| number.parse().ok()).expect("a number follows")
}

// card: design: 1A, design: 1B, design: 1C, design: 1D, design: 1E, design: 2, design: 3, design: 6.1, design: 6.2, design: 6.3, design: 7
#[test]
fn generated_battles_follow_their_settings() {
    crate::cited::watch();
    for kind in ScenarioKind::ALL {
        let once = ONCE_WRONG.into_iter().filter(|&(its, seed)| its == kind && seed >= many());
        for seed in (0..many()).chain(once.map(|(_, seed)| seed)) {
            let order = order(kind, seed);
            let text = generate(&order).unwrap_or_else(|why| panic!("{order:?}: {why}"));
            if let Ok(folder) = std::env::var("FORGED_INTO") {
                let name = format!("{folder}/{}-{seed}.toml", arithmetic::letter(kind));
                std::fs::write(name, &text).expect("the folder can be written to");
            }
            let battle = read(&text, &order);
            assert_eq!(battle.kind, kind);
            assert_eq!(battle.turns, arithmetic::turns(kind));
            paid_for(&battle, &order);
            breaks_as_told(&battle, &order);
            dense(&battle, &order);
            roads_lead_somewhere(&battle, &order);
            every_stand_can_reach_the_objective(&battle, &order);
            formations_are_whole(&battle, &order);
            works_are_lawful(&battle, &order);
            if seed == 0 {
                assert_eq!(generate(&order).as_ref(), Ok(&text), "the same order makes the same battle");
            }
        }
    }
}

/// The points are never exceeded, and at most a cheap stand or 1% of them is left.
fn paid_for(battle: &Battle, order: &Order) {
    for side in Side::BOTH {
        let name = &battle.army(side).name;
        let points = told(battle, &format!("The {name} may spend"));
        let spent = battle.costs[side.index()].points();
        assert!(
            spent <= points && spent + (points / 100).max(12) >= points,
            "{order:?}: {name} {spent} of {points}"
        );
    }
}

/// The briefing states the break points that apply (12.1.2).
fn breaks_as_told(battle: &Battle, order: &Order) {
    for side in Side::BOTH {
        let spends = format!("The {} may spend", battle.army(side).name);
        let line =
            battle.briefing.iter().find(|line| line.contains(&spends)).expect("the briefing states it");
        let point: Option<u16> =
            line.split_once("break point is ").and_then(|(_, rest)| rest.split('.').next()?.parse().ok());
        match order.resolve {
            Resolve::Off => {
                assert!(point.is_none() && battle.break_points[side.index()].is_empty(), "{order:?}")
            }
            _ => assert_eq!(battle.break_points[side.index()], [point.expect("it is stated")], "{order:?}"),
        }
    }
}

/// One GHQ; towed guns have a tractor; no weapon is newer than the battle; the defender deploys first.
fn formations_are_whole(battle: &Battle, order: &Order) {
    use standto::rules::matg::catalog::Class;
    use standto::rules::matg::state::battle::Role;
    for side in Side::BOTH {
        let own: Vec<_> = battle.units.iter().filter(|unit| unit.side == side).collect();
        assert_eq!(own.iter().filter(|unit| matches!(unit.role, Role::Ghq(_))).count(), 1, "{order:?}");
        for unit in &own {
            assert!(unit.kind.introduced() <= order.year, "{order:?}: {}", unit.kind.name);
            let still = unit.kind.movement.land.is_none_or(|(points, _)| points <= 1);
            let gun = matches!(unit.kind.class, Class::AntiTank | Class::AntiAircraft | Class::Artillery);
            if gun && still && !unit.off_map {
                let tows = |other: &&&standto::rules::matg::state::battle::Unit| {
                    other.formation == unit.formation && other.kind.cargo >= unit.kind.load
                };
                assert!(own.iter().any(|other| tows(&other)), "{order:?}: no tractor for {}", unit.kind.name);
            }
        }
        let scouts = |unit: &&&standto::rules::matg::state::battle::Unit| unit.observer;
        assert!(own.iter().filter(scouts).count() <= 4, "{order:?}");
    }
    if order.kind == ScenarioKind::MeetingEngagement {
        assert!(battle.units.iter().all(|unit| !unit.off_map), "{order:?}: off-map artillery");
    } else {
        assert_eq!(battle.defender, Some(Side::A), "{order:?}");
    }
}

/// Only the defender digs, and only what the type allows (design: 1).
fn works_are_lawful(battle: &Battle, order: &Order) {
    use standto::rules::matg::fire::charts::Concentration::{Concentrated, Hasty, Standard};
    use standto::rules::matg::works::laid::Laid;
    for marker in &battle.markers {
        let lawful = match (order.kind, marker.what) {
            (ScenarioKind::MeetingEngagement, _) => false,
            (ScenarioKind::ReconnaissanceInForce, what) => {
                matches!(what, Laid::Position(Terrain::LightPosition, _))
            }
            (ScenarioKind::HastyAttack, Laid::Mines(kind)) => matches!(kind, None | Some(Hasty | Standard)),
            (ScenarioKind::HastyAttack, what) => {
                matches!(
                    what,
                    Laid::Wire | Laid::Position(Terrain::LightPosition | Terrain::MediumPosition, _)
                )
            }
            (ScenarioKind::DelayingAction, Laid::Position(row, _)) => row == Terrain::LightPosition,
            (_, Laid::Mines(kind)) => matches!(kind, None | Some(Hasty | Standard | Concentrated)),
            _ => true,
        };
        assert!(lawful && marker.owner == Side::A, "{order:?}: {:?}", marker.what);
    }
}

/// Random play to the end, with every law of the seam.
#[test]
fn generated_battles_are_played_to_the_end() {
    for (kind, seed) in ScenarioKind::ALL.into_iter().zip(1..) {
        let order = Order { points: Some(400), board: (24, 36), ..order(kind, seed) };
        let text = generate(&order).unwrap_or_else(|why| panic!("{order:?}: {why}"));
        let battle = read(&text, &order);
        let opening = Position::new(std::sync::Arc::new(battle));
        let played = simulate::check_random_game(&opening, seed, 200_000);
        let played = played.unwrap_or_else(|broken| panic!("{order:?}: {broken}"));
        assert!(played.outcome().is_some(), "{order:?}");
    }
}

#[test]
fn impossible_orders_are_refused() {
    let good = order(ScenarioKind::HastyAttack, 9);
    let why = |order: Order| generate(&order).expect_err("it cannot be made").to_string();
    assert_eq!(
        why(Order { points: Some(50), ..good.clone() }),
        "50 base points are out of range, expected 300 to 4000"
    );
    assert_eq!(
        why(Order { board: (24, 12), ..good.clone() }),
        "a board of 24 by 12 inches is out of range, expected a width of 18 to 72 and a height of 36 to 72"
    );
    assert_eq!(
        why(Order { nations: [Nation::Germany, Nation::Germany], ..good.clone() }),
        "Germany cannot fight itself, expected two nations"
    );
    assert_eq!(
        why(Order { nations: [Nation::Poland, Nation::Germany], ..good.clone() }),
        "Poland did not fight in 1944, only in 1939"
    );
    assert_eq!(
        why(Order { nations: [Nation::Germany, Nation::Japan], ..good.clone() }),
        "Germany and Japan did not fight in the same theatre in 1944"
    );
    assert_eq!(
        why(Order { bids: [0, 1400], points: Some(1500), ..good.clone() }),
        "the bids of 0 and 1400 leave a side with too few of 1500 points"
    );
    assert_eq!(
        why(Order { cohesion: [Some(30), None], ..good }),
        "cohesion level 30 is out of range, expected 5 to 19"
    );
}

// card: design: 4
#[test]
fn points_that_suit_a_board_but_cannot_be_spent_are_reduced() {
    crate::cited::watch();
    let kind = ScenarioKind::MeetingEngagement;
    let nations = [Nation::Italy, Nation::UnitedKingdom];
    let (board, density) = ((48, 48), Density::Mixed);
    let order = Order { nations, year: 1941, board, density, points: None, ..order(kind, 7) };
    let said = Order { points: Some(3000), ..order.clone() };
    assert!(matches!(generate(&said), Err(CannotMake::NoForce { points: 3000, .. })), "said, so not changed");
    let text = generate(&order).expect("it is made with fewer");
    let reduced = |tenths: u32| text.contains(&format!("The Italians may spend {} points", 300 * tenths));
    assert!((5..10).any(reduced), "some tenths fewer than 3000");
}
