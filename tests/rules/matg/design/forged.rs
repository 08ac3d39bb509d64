//! Battles made to order, over seeds and all types: accepted, paid for, as dense as rolled, passable, and played.
//!
//! `FORGED=100 cargo test --test rules battles_to_order_are_as_ordered` makes a hundred of each type; with
//! `FORGED_INTO=FOLDER` they are written there.

use standto::board::{Cell, Compass};
use standto::game::{Rules, Side};
use standto::rules::matg::Position;
use standto::rules::matg::catalog::Mode;
use standto::rules::matg::catalog::Nation;
use standto::rules::matg::design::air::AirStrikes;
use standto::rules::matg::design::arithmetic::{self, Density};
use standto::rules::matg::design::{Order, Resolve, generate};
use standto::rules::matg::ground::terrain::Terrain;
use standto::rules::matg::scenario;
use standto::rules::matg::state::battle::Battle;
use standto::rules::matg::state::battle::ScenarioKind;
use standto::simulate;

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

/// An order of a type and a seed; fights, boards, densities and points come in turn.
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

/// How many of each type: a few, or as many as `FORGED` says; one where only the rules that are applied are listened to.
fn many() -> u64 {
    let listened = std::env::var_os(crate::cited::FOLDER).is_some();
    std::env::var("FORGED").ok().and_then(|many| many.parse().ok()).unwrap_or(if listened { 1 } else { 6 })
}

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
    let line = battle.briefing.iter().find(|line| line.contains(before)).expect("the briefing tells it");
    let (_, rest) = line.split_once(before).expect("it does");
    rest.trim().split(' ').next().and_then(|number| number.parse().ok()).expect("a number follows")
}

// card: design: 1A, design: 1B, design: 1C, design: 1D, design: 1E, design: 2, design: 3, design: 6.1, design: 6.2, design: 6.3, design: 7
#[test]
fn battles_to_order_are_as_ordered() {
    crate::cited::watch();
    for kind in ScenarioKind::ALL {
        for seed in 0..many() {
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
            everybody_comes_to_the_goal(&battle, &order);
            formations_are_whole(&battle, &order);
            works_are_lawful(&battle, &order);
            if seed == 0 {
                assert_eq!(generate(&order).as_ref(), Ok(&text), "the same order makes the same battle");
            }
        }
    }
}

/// Never more than the points, and no more left than the price of a cheap stand or one in a hundred.
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

/// The break points that the briefing tells are those that count (12.1.2).
fn breaks_as_told(battle: &Battle, order: &Order) {
    for side in Side::BOTH {
        let spends = format!("The {} may spend", battle.army(side).name);
        let line = battle.briefing.iter().find(|line| line.contains(&spends)).expect("the briefing tells it");
        let point: Option<u16> =
            line.split_once("break point is ").and_then(|(_, rest)| rest.split('.').next()?.parse().ok());
        match order.resolve {
            Resolve::Off => {
                assert!(point.is_none() && battle.break_points[side.index()].is_empty(), "{order:?}")
            }
            _ => assert_eq!(battle.break_points[side.index()], [point.expect("it is told")], "{order:?}"),
        }
    }
}

/// So much of the board is something as the dice allow: the factor of the density times two dice.
fn dense(battle: &Battle, order: &Order) {
    let bare = |cell: Cell| {
        let index = battle.grid.index(cell);
        let ground =
            Terrain::WORKS.into_iter().fold(battle.ground[index], |ground, work| ground.without(work));
        ground == standto::rules::matg::ground::terrain::Ground::CLEAR && battle.levels[index] == 0
    };
    let covered = battle.grid.cells().filter(|&cell| !bare(cell)).count();
    let rolls: Vec<usize> =
        (2..=12).map(|roll| arithmetic::covered(battle.grid.area(), order.density.percent(roll))).collect();
    assert!(rolls.contains(&covered), "{order:?}: {covered} of {}", battle.grid.area());
}

/// Every road is joined to an edge of the board or to houses.
fn roads_lead_somewhere(battle: &Battle, order: &Order) {
    let road = |cell: Cell| battle.ground[battle.grid.index(cell)].road().is_some();
    let mut left: Vec<Cell> = battle.grid.cells().filter(|&cell| road(cell)).collect();
    while let Some(first) = left.pop() {
        let mut open = vec![first];
        let mut leads = false;
        while let Some(cell) = open.pop() {
            leads |= battle.grid.neighbours(cell).count() < 8
                || battle
                    .grid
                    .neighbours(cell)
                    .any(|(_, next)| battle.ground[battle.grid.index(next)].is_built_up());
            for (_, next) in battle.grid.neighbours(cell) {
                if let Some(place) = left.iter().position(|&other| other == next) {
                    open.push(left.swap_remove(place));
                }
            }
        }
        assert!(leads, "{order:?}: the road at {first} leads nowhere");
    }
}

/// The squares from which a class of movement comes to where the battle is decided: the place to be taken, or the edge to
/// leave by.
fn ways_to_the_goal(battle: &Battle, mode: Mode) -> Vec<bool> {
    let passable = |cell: Cell| {
        let ground = battle.ground[battle.grid.index(cell)];
        !ground.is_water() && (ground.cost(mode).is_some() || ground.road_cost(mode).is_some())
    };
    let exit = if battle.army(Side::A).edge == Compass::N { i16::from(battle.grid.height) - 1 } else { 0 };
    let goal: Vec<Cell> = match battle.victory.places.first() {
        Some(place) => place.cells.clone(),
        None => (0..i16::from(battle.grid.width)).map(|x| Cell::new(x, exit)).collect(),
    };
    let mut open: Vec<Cell> = goal.into_iter().filter(|&cell| passable(cell)).collect();
    let mut reached = vec![false; battle.grid.area()];
    while let Some(cell) = open.pop() {
        if !std::mem::replace(&mut reached[battle.grid.index(cell)], true) {
            open.extend(battle.grid.neighbours(cell).map(|(_, next)| next).filter(|&next| passable(next)));
        }
    }
    reached
}

/// Every stand that moves comes by its class of movement from where it begins to what is to be taken or to the edge to
/// leave by; and of the squares of its zone on which it may begin nine in ten do as well.
fn everybody_comes_to_the_goal(battle: &Battle, order: &Order) {
    let ways = [Mode::Tracked, Mode::Wheeled, Mode::Foot].map(|mode| (mode, ways_to_the_goal(battle, mode)));
    let mut asked = Vec::new();
    for (id, unit) in battle.units.iter().enumerate() {
        let (Some(start), (points, mode)) = (unit.start, unit.pace()) else { continue };
        if points <= 1 {
            continue;
        }
        let (_, reached) = ways.iter().find(|(known, _)| *known == mode).expect("a class of movement");
        assert!(
            reached[battle.grid.index(start)],
            "{order:?}: {} does not come from {start} to the goal",
            unit.tag
        );
        if asked.contains(&(unit.side, mode)) {
            continue;
        }
        asked.push((unit.side, mode));
        let position = Position::new(std::sync::Arc::new(battle.clone()));
        let may = |&cell: &Cell| battle.in_zone(id as u8, cell) && position.may_stand_on(id as u8, cell);
        let zone: Vec<Cell> = battle.grid.cells().filter(may).collect();
        let usable = zone.iter().filter(|&&cell| reached[battle.grid.index(cell)]).count();
        assert!(
            zone.len() >= usize::from(battle.grid.width) && usable * 10 >= zone.len() * 9,
            "{order:?}: {mode:?} of {:?}: {usable} of {} squares",
            unit.side,
            zone.len()
        );
    }
}

/// Every type on boards of every size and density: roads lead somewhere, villages lie on roads, and everybody comes from
/// everywhere in his zone to the goal.
// card: design: 3, design: 7
#[test]
fn every_road_and_zone_is_usable() {
    crate::cited::watch();
    const BOARDS: [(u8, u8); 5] = [(24, 36), (18, 36), (24, 48), (36, 48), (48, 48)];
    let mut bare = 0;
    for (at, kind) in ScenarioKind::ALL.into_iter().enumerate() {
        for seed in 0..(many() / 2).max(1) * 3 {
            let turn = seed as usize;
            let (attacker, defender, year) = FIGHTS[(turn + at * 5) % FIGHTS.len()];
            let board = BOARDS[(turn / 3 + turn + at) % BOARDS.len()];
            let order = Order {
                nations: [attacker, defender],
                year,
                board,
                density: Density::ALL[turn % 3],
                points: Some(if board.0 < 24 { 500 } else { 800 }),
                ..order(kind, seed)
            };
            let battle = match generate(&order) {
                Ok(text) => read(&text, &order),
                Err(why) => panic!("{order:?}: {why}"),
            };
            dense(&battle, &order);
            roads_lead_somewhere(&battle, &order);
            villages_lie_on_roads(&battle, &order);
            everybody_comes_to_the_goal(&battle, &order);
            bare += u32::from(battle.ground.iter().all(|ground| ground.road().is_none()));
        }
    }
    assert_eq!(bare, 0, "boards without a road");
}

/// Houses lie within four squares of a road.
fn villages_lie_on_roads(battle: &Battle, order: &Order) {
    let ground = |cell: Cell| battle.ground[battle.grid.index(cell)];
    let roads: Vec<Cell> = battle.grid.cells().filter(|&cell| ground(cell).road().is_some()).collect();
    for house in battle.grid.cells().filter(|&cell| ground(cell).is_built_up()) {
        let near = |road: &Cell| (road.x - house.x).abs().max((road.y - house.y).abs()) <= 4;
        assert!(roads.iter().any(near), "{order:?}: no road at the houses of {house}");
    }
}

/// One GHQ; what is towed has somebody to tow it; nothing is younger than the battle; the defender deploys first.
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
                assert!(own.iter().any(|other| tows(&other)), "{order:?}: nobody tows {}", unit.kind.name);
            }
        }
        let scouts = |unit: &&&standto::rules::matg::state::battle::Unit| unit.observer;
        assert!(own.iter().filter(scouts).count() <= 4, "{order:?}");
    }
    if order.kind == ScenarioKind::MeetingEngagement {
        assert!(battle.units.iter().all(|unit| !unit.off_map), "{order:?}: artillery beyond the map");
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

/// Who may fly in which type: nobody where both meet, the attacker of a reconnaissance alone, anybody else (S-175).
// card: design: 1A, design: 1B, design: 6.3
#[test]
fn aircraft_are_bought_where_the_type_has_them() {
    use standto::rules::matg::catalog::Class;
    use standto::rules::matg::state::battle::Optional;
    crate::cited::watch();
    let flying =
        |battle: &Battle, side: Side| battle.aircraft.iter().filter(|plane| plane.side == side).count();
    for kind in ScenarioKind::ALL {
        for seed in 0..many().max(4) {
            let order = Order { air: AirStrikes::Certain, ..order(kind, seed) };
            let made = generate(&order);
            if kind == ScenarioKind::MeetingEngagement {
                let why = made.expect_err("it has none").to_string();
                assert_eq!(why, "there are no air strikes in a meeting engagement");
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
            // Finns of the Winter War have none; whoever has fewer points than others may not afford any.
            assert!(
                flak || battle.costs[0].points() < 500 || order.year == 1940,
                "{order:?}: nothing fires at aircraft"
            );
            for side in Side::BOTH {
                let teams = battle.units.iter().filter(|unit| unit.side == side && unit.air_support).count();
                let stands = battle.units.iter().filter(|unit| unit.side == side).count();
                let nation = battle.army(side).nation;
                let had = nation == Nation::Germany || nation.is_western() && battle.date >= (1944, 6);
                let most = if had && flying(&battle, side) > 0 { stands / 50 } else { 0 };
                let marines = battle.units.iter().any(|unit| unit.kind.name.starts_with("Marine"));
                assert!(teams == most || marines, "{order:?}: {teams} teams, {stands} stands");
            }
            let none = Order { air: AirStrikes::Forbidden, ..order.clone() };
            assert!(read(&generate(&none).expect("it can be made"), &none).aircraft.is_empty());
        }
    }
    let some = |seed: u64| {
        let order = Order { air: AirStrikes::Allowed, ..order(ScenarioKind::HastyAttack, 12 * seed + 2) };
        read(&generate(&order).expect("it can be made"), &order).aircraft.len()
    };
    let often = (0..12).filter(|&seed| some(seed) > 0).count();
    assert!(
        (1..12).contains(&often),
        "the German attacks of 1940 had aircraft often, not always: {often} of 12"
    );
}

/// Random play to the end, with every law of the seam.
#[test]
fn battles_to_order_are_played_to_the_end() {
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
fn what_cannot_be_made_is_told() {
    let good = order(ScenarioKind::HastyAttack, 9);
    let why = |order: Order| generate(&order).expect_err("it cannot be made").to_string();
    assert_eq!(
        why(Order { points: Some(50), ..good.clone() }),
        "a battle has 300 to 4000 base points, not 50"
    );
    assert_eq!(
        why(Order { board: (24, 12), ..good.clone() }),
        "a board of 24 by 12 inches, expected 18 to 72 across and 36 to 72 up"
    );
    assert_eq!(
        why(Order { nations: [Nation::Germany, Nation::Germany], ..good.clone() }),
        "Germany does not fight itself, expected two nations"
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
    assert_eq!(why(Order { cohesion: [Some(30), None], ..good }), "a cohesion level is 5 to 19, not 30");
}

/// The attacker of a reconnaissance has won as soon as any of his stands is in the place, by the end of turn 12.
// card: design: 1B
#[test]
fn a_raid_is_won_by_entering_in_time() {
    crate::cited::watch();
    let order = order(ScenarioKind::ReconnaissanceInForce, 0);
    let text = generate(&order).expect("it can be made");
    let opening = Position::new(std::sync::Arc::new(read(&text, &order)));
    let [goal] = opening.battle.victory.places[0].cells[..] else { panic!("the objective is one marker") };
    let winner = |turn: u8, entered: bool| {
        let mut position = opening.clone();
        position.turn = turn;
        let scout =
            position.ids(Side::B).find(|&id| position.cell(id).is_some()).expect("the attacker is there");
        if entered {
            if let Some(holder) = position.holder_of(goal) {
                position.lift(holder);
            }
            position.lift(scout);
            position.put(scout, goal);
        }
        position.result().winner
    };
    assert_eq!(winner(3, false), Some(Side::A), "until he enters the defender wins");
    assert_eq!(winner(3, true), Some(Side::B));
    assert_eq!(winner(12, true), Some(Side::B));
    assert_eq!(winner(13, true), Some(Side::A), "too late");
    assert!(opening.battle.victory.of(Side::B).all(|aim| aim.is_final()), "entering ends the battle at once");
}

/// The longer a tenth of the attackers needs to get off the map, the less it is worth, and the more to the defender.
// card: design: 1E
#[test]
fn a_delay_is_worth_more_the_longer_it_lasts() {
    use standto::board::Compass;
    use standto::rules::matg::state::aims::Degree;
    use standto::rules::matg::state::position::Place;
    crate::cited::watch();
    let order = order(ScenarioKind::DelayingAction, 1);
    let text = generate(&order).expect("it can be made");
    let opening = Position::new(std::sync::Arc::new(read(&text, &order)));
    let edge = opening.battle.army(Side::A).edge;
    let ended = |turn: u8, gone: u32, edge: Compass| {
        let mut position = opening.clone();
        position.turn = turn;
        let all: Vec<_> = position.ids(Side::B).filter(|&id| !position.unit(id).off_map).collect();
        let tenth = (position.toll(Side::B).1).div_ceil(10);
        for &id in all.iter().take((tenth * gone / 10) as usize) {
            position.stand_mut(id).place = Place::Gone(edge);
        }
        let result = position.result();
        (result.winner, result.degree)
    };
    for (turn, winner, degree) in [
        (1, Side::B, Degree::Decisive),
        (10, Side::B, Degree::Decisive),
        (11, Side::B, Degree::Tactical),
        (15, Side::B, Degree::Tactical),
        (16, Side::A, Degree::Tactical),
        (19, Side::A, Degree::Tactical),
        (20, Side::A, Degree::Decisive),
    ] {
        assert_eq!(ended(turn, 10, edge), (Some(winner), degree), "turn {turn}");
    }
    assert_eq!(ended(20, 0, edge), (Some(Side::A), Degree::Decisive));
    assert_eq!(ended(8, 10, edge.opposite()).0, None, "by the wrong edge");
}
