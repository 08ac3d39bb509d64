//! Aircraft of generated battles, anti-aircraft fire, and air support teams.

use super::{SHORT, many, order, read};
use standto::game::Side;
use standto::rules::matg::authoring::design::air::AirStrikes;
use standto::rules::matg::authoring::design::{Order, generate};
use standto::rules::matg::catalog::{Class, Nation};
use standto::rules::matg::state::battle::{Battle, Optional, ScenarioKind};

/// The sides with aircraft in each battle type: neither in a meeting engagement, the attacker alone in a
/// reconnaissance, both otherwise (S-175).
// card: design: 1A, design: 1B, design: 6.3
#[test]
fn aircraft_are_bought_where_the_battle_type_allows() {
    crate::cited::watch();
    for kind in ScenarioKind::ALL {
        // With the last of them, the generator once bought no anti-aircraft guns.
        let once = (kind == ScenarioKind::PreparedPosition && many() <= 92).then_some(92);
        for seed in (0..if many() > SHORT { many() } else { many().min(SHORT / 2 + 1) }).chain(once) {
            let order = Order { air: AirStrikes::Certain, ..order(kind, seed) };
            let made = generate(&order);
            if kind == ScenarioKind::MeetingEngagement {
                let why = made.expect_err("it has none").to_string();
                assert_eq!(why, "a meeting engagement has no air strikes");
                assert!(
                    read(&generate(&Order { air: AirStrikes::Allowed, ..order }).unwrap(), &order)
                        .aircraft
                        .is_empty()
                );
                continue;
            }
            let battle = read(&made.unwrap_or_else(|why| panic!("{order:?}: {why}")), &order);
            assert!((1..=3).contains(&flying(&battle, Side::B)), "{order:?}");
            assert!(battle.plays(Optional::AirStrikes), "{order:?}");
            if kind == ScenarioKind::ReconnaissanceInForce {
                assert_eq!(flying(&battle, Side::A), 0, "{order:?}");
            }
            for plane in &battle.aircraft {
                let (first, last) = plane.kind.years.expect("all of the lists have years");
                assert!(
                    (first..=last).contains(&((order.year % 100) as u8)),
                    "{order:?}: {}",
                    plane.kind.name
                );
            }
            let flak = battle
                .units
                .iter()
                .any(|unit| unit.side == Side::A && unit.kind.class == Class::AntiAircraft);
            // Finns in the Winter War have none; a side with few points may not afford any.
            assert!(
                flak || battle.costs[0].points() < 500 || order.year == 1940,
                "{order:?}: no gun can fire at aircraft"
            );
            teams_are_as_many_as_allowed(&battle, &order);
            if seed == 0 {
                let none = Order { air: AirStrikes::Forbidden, ..order.clone() };
                assert!(read(&generate(&none).expect("it can be generated"), &none).aircraft.is_empty());
            }
        }
    }
}

/// Allowed aircraft appear as often as the attacker's nation had them at the time (S-175).
#[test]
fn allowed_aircraft_appear_at_historical_odds() {
    let some = |seed: u64| {
        let order = order(ScenarioKind::HastyAttack, 12 * seed + 2);
        let order = Order { air: AirStrikes::Allowed, board: (24, 36), points: Some(600), ..order };
        read(&generate(&order).expect("it can be made"), &order).aircraft.len()
    };
    let often = (0..12).filter(|&seed| some(seed) > 0).count();
    assert!(
        (1..12).contains(&often),
        "the German attacks of 1940 had aircraft often, not always: {often} of 12"
    );
}

fn flying(battle: &Battle, side: Side) -> usize {
    battle.aircraft.iter().filter(|plane| plane.side == side).count()
}

/// An air support team for each fifty stands of a force with aircraft: Germans at all times, US Marines from
/// mid-1943, the western Allies from mid-1944 (12.3.3.3).
fn teams_are_as_many_as_allowed(battle: &Battle, order: &Order) -> [usize; 2] {
    Side::BOTH.map(|side| {
        let own = || battle.units.iter().filter(|unit| unit.side == side);
        let teams = own().filter(|unit| unit.air_support).count();
        let marines = own().any(|unit| unit.kind.name.starts_with("Marine"));
        let nation = battle.army(side).nation;
        let had = nation == Nation::Germany
            || marines && battle.date >= (1943, 6)
            || nation.is_western() && battle.date >= (1944, 6);
        let allowed = if had && flying(battle, side) > 0 { own().count() / 50 } else { 0 };
        assert_eq!(teams, allowed, "{order:?}: {} stands", own().count());
        teams
    })
}

/// The Marines have their teams a year before the Army.
#[test]
fn marines_have_air_support_teams_earlier_than_the_army() {
    let marines = |seed: u64| {
        let order = Order {
            nations: [Nation::UnitedStates, Nation::Japan],
            year: 1943,
            board: (36, 48),
            points: Some(2500),
            air: AirStrikes::Certain,
            ..order(ScenarioKind::HastyAttack, seed)
        };
        let battle = read(&generate(&order).unwrap_or_else(|why| panic!("{order:?}: {why}")), &order);
        let teams = teams_are_as_many_as_allowed(&battle, &order)[Side::B.index()];
        let own = || battle.units.iter().filter(|unit| unit.side == Side::B);
        let lands = own().any(|unit| unit.kind.name.starts_with("Marine")) && battle.date >= (1943, 6);
        (lands && own().count() >= 50).then_some(teams)
    };
    let teams = (0..60).find_map(marines).expect("one of sixty forces is a regiment of Marines");
    assert!(teams > 0);
}
