//! The scenarios as printed: order of battle, set-up, entry, SSR, Victory Conditions.

use std::collections::BTreeMap;

use crate::battles::opening;
use standto::book::Book;
use standto::dice::Dice;
use standto::game::{Log, Rules};
use standto::reading::balance;
use standto::rules::aslsk::Position;
use standto::rules::aslsk::board::Place;
use standto::rules::aslsk::fire::aim::{self, Mode};
use standto::rules::aslsk::fire::attack::Motion;
use standto::rules::aslsk::fire::cover::{self, Manner};
use standto::rules::aslsk::ordnance::ammunition;
use standto::rules::aslsk::state::battle::Victory;
use standto::rules::aslsk::state::{Choice, Group, Item, Whereabouts, Zone};
use standto::rules::aslsk::tables::guns::Ammo;
use standto::rules::aslsk::turn::phase::Phase;
use standto::rules::aslsk::turn::{Frame, ending};
use standto::side::Side;

pub(super) fn battle(name: &str) -> Position {
    crate::cited::watch();
    let (_, text) = Position::SCENARIOS.iter().find(|(known, _)| known.starts_with(name)).unwrap();
    opening(name, text)
}

/// Counters and Weapons of a group, with their numbers.
fn forces(position: &Position, group: &str) -> BTreeMap<String, u32> {
    let at = position.forces.order.groups.iter().position(|known| known.name.contains(group)).unwrap();
    let mut found: BTreeMap<String, u32> = BTreeMap::new();
    for id in position.forces.ids().filter(|&id| usize::from(position.forces.unit(id).group) == at) {
        *found.entry(position.forces.unit(id).data().name.clone()).or_default() += 1;
        for weapon in position.forces.weapons_of(id) {
            *found.entry(position.forces.weapon(weapon).name().to_owned()).or_default() += 1;
        }
    }
    found
}

pub(super) fn are(position: &Position, group: &str, expected: &[(&str, u32)]) {
    let expected: BTreeMap<String, u32> =
        expected.iter().map(|(name, count)| ((*name).to_owned(), *count)).collect();
    assert_eq!(forces(position, group), expected, "{group}");
}

/// Plays the first or the last choice until set-up ends, without HIP.
pub(super) fn set_up(mut position: Position, last: bool) -> Position {
    let mut dice = Dice::taped(&[]);
    while matches!(position.turn.frames.last(), Some(Frame::SetUp(_) | Frame::Facing { .. })) {
        let choices = position.choices();
        let choice = if last { *choices.last().unwrap() } else { choices[0] };
        position.apply(&choice, &mut dice, &mut Log::off()).unwrap();
    }
    position
}

pub(super) fn hex(position: &Position, name: &str) -> Place {
    position.ground.map().named(name).unwrap_or_else(|| panic!("{name}"))
}

// card: 1.3, 6.4
#[test]
fn s12_places_its_guns_apart_and_in_the_open() {
    let position = battle("s12");
    are(&position, "107th", &[("2-2-7", 5), ("M2A1 105mm ART", 3), ("M1 155mm ART", 2)]);
    are(
        &position,
        "915th",
        &[
            ("4-6-7", 5),
            ("4-4-7", 8),
            ("2-3-7", 4),
            ("9-1", 1),
            ("8-1", 1),
            ("8-0", 1),
            ("7-0", 1),
            ("LMG", 3),
        ],
    );
    for last in [false, true] {
        let placed = set_up(position.clone(), last);
        let guns: Vec<Place> = (0..5).map(|gun| placed.forces.gun_place(gun).unwrap()).collect();
        for (at, &one) in guns.iter().enumerate() {
            let name: standto::board::hex::Hex = placed.ground.name(one)[1..].parse().unwrap();
            assert!((6..=22).contains(&name.col) && (3..=7).contains(&name.row), "{name}");
            for &other in &guns[at + 1..] {
                assert!(placed.ground.map().range(one, other) >= 2);
            }
            let far = placed.ground.map().places().filter(|&at| placed.ground.map().terrain(at).building());
            assert!(far.into_iter().all(|building| placed.ground.map().range(building, one) >= 2));
        }
        assert!(placed.forces.units.iter().all(|unit| !unit.hidden));
    }
    let Zone::Enter { by, .. } = &position.forces.order.groups[3].zone else { panic!() };
    let named = |name: &str| by.contains(&hex(&position, name));
    assert!(named("GG6") && named("A10") && named("Q10") && !named("GG5") && !named("A5") && !named("Q1"));
}

// card: 1.3, 5.5
#[test]
fn s12_ends_when_the_last_gun_is_captured_or_destroyed() {
    let mut position = set_up(battle("s12"), false);
    let germans = position.battle.victory.side();
    for gun in 0..4 {
        position.forces.drop_weapon(gun, None);
    }
    position.decide();
    assert!(position.score.over.is_none(), "one is left");
    let german = position.forces.ids().find(|&id| position.forces.unit(id).side == germans).unwrap();
    position.forces.unit_mut(german).at = Whereabouts::On(hex(&position, "P5"));
    position.forces.weapon_mut(4).holder = Some(german);
    position.decide();
    assert_eq!(position.score.over.as_ref().unwrap().0, germans);
}

// card: 1.3
#[test]
fn s13_set_up_distances() {
    let position = battle("s13");
    are(&position, "anti-aircraft", &[("2-2-8", 3), ("OQF 40mm Bofors AA", 3)]);
    for last in [false, true] {
        let placed = set_up(position.clone(), last);
        let guns: Vec<Place> = (0..3).map(|gun| placed.forces.gun_place(gun).unwrap()).collect();
        for &one in &guns {
            let others = guns.iter().filter(|&&other| other != one);
            let ranges: Vec<u16> = others.map(|&other| placed.ground.map().range(one, other)).collect();
            assert!(
                ranges.iter().all(|&range| range >= 2) && ranges.iter().any(|&range| range <= 5),
                "{ranges:?}"
            );
        }
        for id in placed.forces.ids().filter(|&id| placed.forces.unit(id).group == 2) {
            let at = placed.forces.unit(id).place().unwrap();
            assert!(placed.forces.ids().all(|other| placed.forces.unit(other).group == 2 || !placed.forces.unit(other).is_at(at)));
        }
    }
}

// card: 1.3
#[test]
fn s13_is_won_by_sole_occupation_of_the_guns() {
    let mut position = set_up(battle("s13"), false);
    let germans = position.battle.victory.side();
    let guns: Vec<Place> = (0..3).map(|gun| position.forces.gun_place(gun).unwrap()).collect();
    let german: Vec<u8> =
        position.forces.ids().filter(|&id| position.forces.unit(id).side == germans).collect();
    for (at, &gun) in guns.iter().enumerate() {
        position.forces.unit_mut(german[at]).at = Whereabouts::On(gun);
    }
    position.decide();
    assert!(position.score.over.is_none(), "their crews are there too");
    for id in position.forces.ids() {
        if position.forces.unit(id).side != germans
            && guns.iter().any(|&gun| position.forces.unit(id).is_at(gun))
        {
            let place = position.forces.unit(id).place();
            let weapons: Vec<u8> = position.forces.weapons_of(id).collect();
            weapons.into_iter().for_each(|weapon| position.forces.drop_weapon(weapon, place));
            position.forces.unit_mut(id).at = Whereabouts::Gone;
        }
    }
    position.decide();
    assert_eq!(position.score.over.as_ref().unwrap().0, germans);
}

// card: 3.2.2e
#[test]
fn s13_british_crews_and_first_line_do_not_cower() {
    let mut position = battle("s13");
    let steady = |position: &mut Position, name: &str| {
        let id = position.forces.ids().find(|&id| position.forces.unit(id).data().name == name).unwrap();
        position.forces.unit_mut(id).at = Whereabouts::On(hex(position, "D1"));
        let attack = standto::rules::aslsk::fire::attack::Attack {
            mode: Mode::Prep,
            side: position.forces.unit(id).side,
            target: hex(position, "D2"),
            targets: Vec::new(),
            items: vec![Item::Unit(id)],
            leaders: Vec::new(),
            helpers: Vec::new(),
            moving: Motion::default(),
        };
        attack.work_out(position).fire.cowering.columns()
    };
    assert_eq!(["2-2-8", "4-5-7", "4-3-7", "5-4-8"].map(|name| steady(&mut position, name)), [0, 0, 2, 1]);
}

// card: 1.3
#[test]
fn s14_is_entered_and_left_by_its_hexes() {
    let position = battle("s14");
    are(
        &position,
        "Flak",
        &[
            ("4-6-7", 2),
            ("4-4-7", 4),
            ("2-3-7", 2),
            ("2-2-8", 2),
            ("8-1", 2),
            ("7-0", 2),
            ("LMG", 2),
            ("8.8cm FlaK 18 o. 36 AA", 2),
        ],
    );
    are(&position, "1st Battalion", &[("7-4-7", 4), ("8-1", 1), ("BAZ 44", 1)]);
    are(&position, "2nd Battalion", &[("7-4-7", 7), ("9-2", 1), ("9-1", 1), ("MMG", 1), ("BAZ 44", 2)]);
    for (group, turn, names) in [(1, 1, ["E10", "F10", "G10", "H10"]), (2, 2, ["M10", "N10", "O10", "P10"])] {
        let Zone::Enter { by, turn: from, after, .. } = &position.forces.order.groups[group].zone else {
            panic!()
        };
        assert_eq!((*from, *after), (turn, true));
        assert_eq!(by.len(), 4);
        assert!(names.iter().all(|name| by.contains(&hex(&position, name))));
    }
    // The board is turned: hexes numbered 10 are in the north.
    let at = |name: &str| position.ground.hex(hex(&position, name));
    assert!(at("E10").row < at("E1").row && at("A5").col > at("P5").col);
    let leader = position.forces.ids().find(|&id| position.forces.unit(id).data().name == "9-2").unwrap();
    assert_eq!(ending::worth(&position.battle.victory, position.forces.unit(leader)), 3);
}

// card: 1.3
#[test]
fn s15_set_up_with_one_mmc_per_hex() {
    let position = set_up(battle("s15"), false);
    for id in position.forces.ids().filter(|&id| position.forces.unit(id).place().is_some()) {
        let at = position.forces.unit(id).place().unwrap();
        let name: standto::board::hex::Hex = position.ground.name(at)[1..].parse().unwrap();
        match position.forces.unit(id).group {
            0 => {
                assert!(name.col >= 11, "on or beyond hexrow L");
                let mmc = position
                    .forces
                    .units_at(at, position.forces.unit(id).side)
                    .filter(|&other| position.forces.mmc(other));
                assert!(mmc.count() <= 1 || !position.forces.mmc(id));
            }
            _ => assert!(name.col <= 10 && position.ground.map().level(at) == 1, "{name}"),
        }
    }
}

// card: 1.3
#[test]
fn s15_victory_needs_good_order_mmc_in_buildings() {
    let mut position = battle("s15");
    let american = position.forces.ids().find(|&id| position.forces.unit(id).data().name == "5-4-6").unwrap();
    let germans = position.battle.victory.side();
    let end = |position: &Position| {
        let mut position = position.clone();
        position.turn.number = position.battle.turns;
        position.turn.attacker = position.battle.moves.other();
        position.turn.phase = standto::rules::aslsk::turn::phase::Phase::CloseCombat;
        position.turn.frames = vec![Frame::Combat(Vec::new())];
        position.settle(&mut Dice::taped(&[]), &mut Log::off()).unwrap();
        position.score.over.unwrap().0
    };
    for id in position.forces.ids() {
        position.forces.unit_mut(id).at = Whereabouts::Gone;
    }
    assert_eq!(end(&position), germans);
    position.forces.unit_mut(american).at = Whereabouts::On(hex(&position, "T6"));
    assert_eq!(end(&position), germans.other(), "a building hex beside S6");
    position.forces.unit_mut(american).broken = true;
    assert_eq!(end(&position), germans, "not in Good Order");
    position.forces.unit_mut(american).broken = false;
    position.forces.unit_mut(american).at = Whereabouts::On(hex(&position, "S7"));
    assert_eq!(end(&position), germans, "not in a building");
}

// card: 1.3
#[test]
fn s16_is_set_up_in_three_steps() {
    let mut position = battle("s16");
    let mut dice = Dice::taped(&[]);
    let names = |position: &Position| -> Vec<String> {
        let places = position.choices().into_iter().filter_map(|choice| match choice {
            Choice::Place(_, hex) => Some(hex.to_string()),
            _ => None,
        });
        let mut names: Vec<String> = places.collect();
        names.sort();
        names
    };
    assert_eq!(names(&position), ["O6", "O7", "P9", "Q9"]);
    position.apply(&"place u0 P9".parse().unwrap(), &mut dice, &mut Log::off()).unwrap();
    assert_eq!(names(&position), ["P9", "Q9"], "one building for all of them");
    position.apply(&"place u1 Q9".parse().unwrap(), &mut dice, &mut Log::off()).unwrap();
    let german = position.decision().unwrap().side;
    assert_eq!(german, position.battle.moves.other());
    let germans = names(&position);
    assert!(!germans.contains(&"P9".to_owned()) && germans.contains(&"O6".to_owned()));
    let placed = set_up(position, false);
    let squad = placed.forces.unit(0).place().unwrap();
    let tem = cover::cover(
        &placed.ground,
        &placed.forces,
        squad,
        Some(0),
        &[hex(&placed, "P7")],
        Motion::default(),
        Manner::SmallArms,
    )
    .tem();
    assert_eq!(tem, 4, "fortified");
    assert!(placed.forces.captured(0), "the French have a German machine gun");
    assert_eq!(placed.score.control.iter().filter(|&&by| by == Some(german.other())).count(), 1);
}

// card: 1.3, 3.5b, 6.2d
#[test]
fn s16_rain_and_german_assault_fire() {
    let mut position = set_up(battle("s16"), false);
    let id = position.forces.ids().find(|&id| position.forces.unit(id).data().name == "4-4-7").unwrap();
    position.forces.unit_mut(id).at = Whereabouts::On(hex(&position, "C1"));
    let aim = aim::aim(
        &position.ground,
        &position.forces,
        &position.turn,
        Item::Unit(id),
        hex(&position, "C2"),
        Mode::Advancing,
        &[],
    )
    .unwrap();
    assert_eq!(aim.firepower.to_string(), "5", "8 halved and one more");
    // 1 MF more per level change, after doubling uphill.
    let way = |from: &str, to: &str| position.ground.way_cost(hex(&position, from), hex(&position, to));
    assert_eq!((way("H9", "I10"), way("H5", "H6")), (2 * 2, 2 * 3), "down 1+1, up 2+1");
    assert!(
        !ammunition::loads(
            &position.ground,
            &position.forces,
            &position.turn,
            0,
            hex(&position, "C2"),
            Mode::Prep
        )
        .contains(&Ammo::Smoke)
    );
    assert_eq!(position.battle.victory.side(), Side::A);
}

// card: 1.3
#[test]
fn s16_is_won_with_four_buildings() {
    let mut position = set_up(battle("s16"), false);
    let french = position.battle.victory.side();
    for id in position.forces.ids() {
        position.forces.unit_mut(id).at = Whereabouts::Gone;
    }
    for (id, name) in [(12, "L8"), (13, "L5"), (14, "L2")] {
        let id = position
            .forces
            .ids()
            .filter(|&id| position.forces.unit(id).side == french && position.forces.mmc(id))
            .nth(id - 8)
            .unwrap();
        position.forces.unit_mut(id).at = Whereabouts::On(hex(&position, name));
    }
    let german = position.forces.ids().find(|&id| position.forces.unit(id).side != french).unwrap();
    position.forces.unit_mut(german).at = Whereabouts::On(hex(&position, "M2"));
    position.decide();
    let held = |position: &Position| position.score.control.iter().filter(|&&by| by == Some(french)).count();
    assert_eq!(held(&position), 3, "the first, L8 and L5; in L2 and M2 there is an enemy");
    position.forces.unit_mut(german).at = Whereabouts::Gone;
    position.decide();
    assert_eq!(held(&position), 4);
}

// card: 3.3j
#[test]
fn units_that_may_enter_later_are_not_lost() {
    // The APh of units that are due ends, and none has entered.
    for (name, lost) in [("s14", false), ("s11", true)] {
        let mut position = battle(name);
        let enters = |group: &Group| matches!(group.zone, Zone::Enter { after, .. } if after != lost);
        let due = position.forces.order.groups.iter().position(enters).unwrap();
        position.turn.attacker = position.forces.order.groups[due].side;
        position.turn.awaited[due] = false;
        position.turn.phase = Phase::Advance;
        position.turn.frames.clear();
        position.next_phase(&mut Dice::taped(&[]), &mut Log::off()).unwrap();
        let units: Vec<Whereabouts> = position
            .forces
            .units
            .iter()
            .filter(|unit| usize::from(unit.group) == due)
            .map(|unit| unit.at)
            .collect();
        let at = if lost { Whereabouts::Gone } else { Whereabouts::Off };
        assert!(!units.is_empty() && units.iter().all(|there| *there == at), "{name}: {units:?}");
    }
}

#[test]
fn every_battle_has_a_briefing() {
    for (name, text) in Position::SCENARIOS {
        let position: Position = opening(name, text);
        let view = position.view(Side::A);
        assert!(!view.objective.is_empty() && !view.briefing.is_empty(), "{name}");
        assert_eq!(view.teaches, name.starts_with("steps-"), "{name}");
    }
}

/// A scenario with the balance of a side.
fn favouring(name: &str, side: &str) -> Position {
    crate::cited::watch();
    let (_, text) = Position::SCENARIOS.iter().find(|(known, _)| known.starts_with(name)).unwrap();
    let line = format!("ruleset = \"aslsk\"\nfavour = [\"{side}\"]");
    opening(name, &text.replacen("ruleset = \"aslsk\"", &line, 1))
}

/// The turn on which a group enters.
fn comes(position: &Position, group: &str) -> u8 {
    let found = position.forces.order.groups.iter().find(|known| known.name.contains(group)).unwrap();
    match found.zone {
        Zone::Enter { turn, .. } => turn,
        Zone::SetUp(_) => 0,
    }
}

/// The 60mm mortar by the name on its counter.
const MORTAR: &str = "M2 60mm MTR";

// card: 1.3
#[test]
fn balance_of_every_scenario() {
    let count = |position: &Position, group: &str, what: &str| {
        forces(position, group).get(what).copied().unwrap_or_default()
    };
    let more = |name: &str, side: &str, group: &str, what: &str| {
        count(&favouring(name, side), group, what) - count(&battle(name), group, what)
    };
    assert_eq!(more("s9", "italians", "146th", "MMG"), 1);
    assert_eq!((comes(&battle("s9"), "50th"), comes(&favouring("s9", "allies"), "50th")), (4, 3));
    assert_eq!(more("s11", "americans", "180th", MORTAR), 1);
    assert_eq!(more("s11", "germans", "Panzergrenadier", "MMG"), 1);
    assert_eq!((comes(&battle("s12"), "Scratch"), comes(&favouring("s12", "americans"), "Scratch")), (4, 3));
    assert_eq!((battle("s12").battle.turns, favouring("s12", "germans").battle.turns), (7, 8));
    assert_eq!(more("s13", "allies", "Greeks", "4-3-7"), 1);
    let germans = favouring("s13", "germans");
    assert_eq!((count(&germans, "5th", "9-1"), count(&germans, "5th", "9-2")), (0, 1));
    assert_eq!(more("s14", "germans", "Flak", "MMG"), 1);
    assert_eq!(more("s14", "americans", "1st", "7-0"), 1);
    let victory = |position: &Position| match position.battle.victory {
        Victory::Clear { within, .. } => within,
        _ => 0,
    };
    assert_eq!((victory(&battle("s15")), victory(&favouring("s15", "americans"))), (2, 3));
    assert_eq!(more("s15", "germans", "293rd", "LMG"), 1);
    assert_eq!(more("s16", "germans", "Panzergrenadier", "MMG"), 1);
    let (before, after) = (battle("s16"), favouring("s16", "french"));
    assert_eq!((before.battle.turns, before.battle.half_turn), (6, false));
    assert_eq!((after.battle.turns, after.battle.half_turn), (7, true), "half a turn more");
}

#[test]
fn measured_balance_of_the_one_sided_scenarios() {
    let measured = |name: &str| {
        let (_, text) = Position::SCENARIOS.iter().find(|(known, _)| known.starts_with(name)).unwrap();
        opening(name, &balance::favouring(text, "measured").unwrap())
    };
    assert_eq!((comes(&battle("s9"), "50th"), comes(&measured("s9"), "50th")), (4, 3));
    let exits = |position: &Position| match position.battle.victory {
        Victory::Exit { points, .. } => points,
        _ => 0,
    };
    assert_eq!((exits(&battle("s10")), exits(&measured("s10"))), (10, 18));
    let squads = |position: &Position| forces(position, "5th")["5-4-8"];
    assert_eq!((squads(&battle("s13")), squads(&measured("s13"))), (9, 11));
    assert_eq!((battle("s15").battle.turns, measured("s15").battle.turns), (7, 9));
    let buildings = |position: &Position| match &position.battle.victory {
        Victory::Control { need, .. } => *need,
        _ => 0,
    };
    assert_eq!((buildings(&battle("s16")), buildings(&measured("s16"))), (4, 5));
}

// card: 1.3
#[test]
fn balance_of_s10_moves_the_edge_and_the_dice() {
    let playable = |position: &Position, name: &str| position.ground.map().at(hex(position, name)).playable;
    let (plain, italians) = (battle("s10"), favouring("s10", "italians"));
    assert!(playable(&plain, "CC5") && playable(&plain, "Z5"));
    assert!(!playable(&italians, "CC5") && !playable(&italians, "Z5") && playable(&italians, "Y5"));
    let dice = |position: &Position| {
        position.forces.order.groups.iter().find_map(|group| match &group.zone {
            Zone::Enter { on, .. } if !on.is_empty() => Some(on[..2].to_vec()),
            _ => None,
        })
    };
    assert_eq!(dice(&favouring("s10", "greeks")), Some(vec![3, 6]));
    assert_eq!(dice(&plain), Some(vec![2, 4]));
}
