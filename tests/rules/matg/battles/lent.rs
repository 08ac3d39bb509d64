//! Equipment that an option adds to a battle without it.

use super::*;
use standto::rules::matg::scenario::{BLACK_MONDAY, COSTLY_SETBACK, INTRODUCTORY, STATE_FARM};
use standto::rules::matg::state::battle::Optional;
use standto::rules::matg::state::options::switched;

fn with(option: Optional, text: &str) -> Battle {
    crate::cited::watch();
    let mut picks = vec![0; Optional::ALL.len()];
    picks[Optional::ALL.iter().position(|&other| other == option).unwrap()] = 1;
    battle("battle.toml", &switched(text, &picks))
}

// card: 12.3.1, 12.3.3.3
#[test]
fn air_strikes_bring_an_aircraft_to_either_side() {
    for text in [INTRODUCTORY, STATE_FARM, BLACK_MONDAY] {
        assert!(battle("battle.toml", text).aircraft.is_empty());
        let battle = with(Optional::AirStrikes, text);
        let year = (battle.date.0 % 100) as u8;
        for side in Side::BOTH {
            let own: Vec<_> = battle.aircraft.iter().filter(|plane| plane.side == side).collect();
            assert_eq!(own.len(), 1, "{}", battle.title);
            let kind = own[0].kind;
            assert_eq!(kind.nation, battle.army(side).nation);
            assert!(
                own[0].loads().next().is_some() && own[0].turn.is_none(),
                "it bombs where its player chooses"
            );
            assert!(kind.years.is_none_or(|(from, to)| (from..=to).contains(&year)), "{}", kind.name);
        }
    }
    // A German regiment rolls for its team; the Soviets do not, nor does either side in a meeting engagement.
    let farm = with(Optional::AirStrikes, STATE_FARM);
    assert_eq!(
        (farm.air_roll, farm.units.iter().filter(|unit| unit.air_support).count()),
        ([true, false], 1)
    );
    assert_eq!(with(Optional::AirStrikes, INTRODUCTORY).air_roll, [false, false]);
    // The first decision is when the aircraft arrive and where they bomb.
    let position = Position::new(Arc::new(farm));
    assert_eq!(position.decision().unwrap().kind, "air-plan");
}

// card: 12.9
#[test]
fn improved_ammunition_goes_to_every_third_eligible_gun() {
    let battle = with(Optional::BetterShells, COSTLY_SETBACK);
    let guns: Vec<bool> = battle
        .units
        .iter()
        .filter(|unit| unit.kind.name.starts_with("6 lbr"))
        .map(|unit| unit.better_shells)
        .collect();
    assert_eq!(guns, [true, false, false, true]);
    assert!(battle.units.iter().all(|unit| !unit.better_shells || unit.kind.name.starts_with("6 lbr")));
    // 15 per cent more: 32 instead of 28.
    let plain = crate::matg::battles::battle("battle.toml", COSTLY_SETBACK);
    let cost = |battle: &Battle| battle.costs[Side::B.index()].points();
    assert_eq!(cost(&battle), cost(&plain) + 2 * 4);
    // A year earlier it was not available.
    assert!(with(Optional::BetterShells, BLACK_MONDAY).units.iter().all(|unit| !unit.better_shells));
}
