//! S11: the map edges, exits and their VP.

use super::scenarios::{are, battle, hex};
use standto::board::hex::Side as HexSide;
use standto::dice::Dice;
use standto::game::{Log, Rules};
use standto::rules::aslsk::Position;
use standto::rules::aslsk::state::battle::Victory;
use standto::rules::aslsk::state::{Choice, Whereabouts, Zone};
use standto::rules::aslsk::turn::phase::Phase;
use standto::rules::aslsk::turn::{Frame, ending};

// card: 1.3, 1.1b
#[test]
fn s11_has_north_to_the_left() {
    let position = battle("s11");
    are(
        &position,
        "180th",
        &[
            ("7-4-7", 2),
            ("6-6-6", 3),
            ("3-4-6", 2),
            ("9-1", 1),
            ("8-0", 1),
            ("BAZ 43", 2),
            ("M2 60mm MTR", 1),
        ],
    );
    are(
        &position,
        "Panzergrenadier",
        &[
            ("4-6-7", 7),
            ("4-4-7", 4),
            ("2-4-7", 2),
            ("2-3-7", 2),
            ("9-1", 1),
            ("8-1", 1),
            ("7-0", 1),
            ("MMG", 1),
            ("LMG", 3),
        ],
    );
    let Zone::Enter { by, turn: 1, .. } = &position.forces.order.groups[1].zone else { panic!() };
    assert!(
        by.contains(&hex(&position, "wU5"))
            && by.iter().all(|&at| position.ground.name(at).starts_with("wU"))
    );
    assert!(
        position.ground.map().at(hex(&position, "xE5")).playable
            && !position.ground.map().at(hex(&position, "xF5")).playable
    );
}

// card: 1.3
#[test]
fn s11_counts_exited_and_eliminated_vp() {
    let mut position = battle("s11");
    let worth = |position: &Position, name: &str| {
        let id = position.forces.ids().find(|&id| position.forces.unit(id).data().name == name).unwrap();
        ending::worth(&position.battle.victory, position.forces.unit(id))
    };
    assert_eq!(
        ["4-6-7", "2-4-7", "9-1", "7-0"].map(|name| worth(&position, name)),
        [2, 1, 2, 1],
        "a leader of -1 is worth 2"
    );
    let germans = position.battle.victory.side();
    position.turn.frames.clear();
    position.score.points[germans.index()] = 9;
    position.score.points[germans.other().index()] = 11;
    position.decide();
    assert!(position.score.over.is_none(), "the Americans have their 11");
    position.score.points[germans.other().index()] = 10;
    position.decide();
    assert_eq!(position.score.over.as_ref().unwrap().0, germans);
}

// card: 3.3j
#[test]
fn in_s11_leaving_the_map_costs_the_mf_of_the_hex_beyond() {
    let exits = |position: &Position| match &position.battle.victory {
        Victory::Exit { by, .. } => by.clone(),
        _ => panic!("no exit"),
    };
    let plain = battle("s14");
    assert!(exits(&plain).iter().all(|&at| plain.ground.exit_way(at).cost == 2), "Open Ground elsewhere");
    let mut position = battle("s11");
    for at in exits(&position) {
        let map = position.ground.map();
        let beyond = HexSide::ALL.into_iter().filter_map(|side| map.step(at, side));
        let cheapest =
            beyond.filter(|&to| !map.playable(to)).map(|to| position.ground.way_cost(at, to)).min();
        assert_eq!(Some(position.ground.exit_way(at).cost), cheapest, "{}", position.ground.name(at));
    }
    let dear = exits(&position).into_iter().find(|&at| position.ground.exit_way(at).cost > 2).unwrap();
    let cost = position.ground.exit_way(dear).cost;
    let id = position.forces.ids().find(|&id| position.forces.unit(id).data().name == "4-6-7").unwrap();
    position.forces.unit_mut(id).at = Whereabouts::On(dear);
    position.turn.attacker = position.forces.unit(id).side;
    position.turn.phase = Phase::Movement;
    position.turn.frames = vec![Frame::Move];
    let (mut dice, mut log) = (Dice::taped(&[]), Log::off());
    position.apply(&Choice::Move(id), &mut dice, &mut log).unwrap();
    // A 4-6-7 has 8 half MF.
    for (spent, leaves) in [(8 - cost + 1, false), (8 - cost, true)] {
        let Some(Frame::Mover(mover)) = position.turn.frames.last_mut() else { panic!() };
        mover.spent = spent;
        assert_eq!(position.check(&Choice::Exit).is_ok(), leaves, "{spent} of 8 spent, {cost} to pay");
    }
}

// card: 3.3j, 1.1.1c
#[test]
fn a_road_that_leaves_the_map_keeps_its_bonus() {
    let mut position = battle("s14");
    let [road, field] = ["wF0", "wG1"].map(|hex| position.ground.map().named(hex).unwrap());
    assert_eq!([road, field].map(|at| position.ground.exit_way(at).road), [true, false]);
    let id = position.forces.ids().find(|&id| position.forces.unit(id).data().name == "7-4-7").unwrap();
    position.forces.unit_mut(id).at = Whereabouts::On(road);
    position.turn.attacker = position.forces.unit(id).side;
    position.turn.phase = Phase::Movement;
    position.turn.frames = vec![Frame::Move];
    let (mut dice, mut log) = (Dice::taped(&[]), Log::off());
    position.apply(&Choice::Move(id), &mut dice, &mut log).unwrap();
    // All 8 half MF are spent.
    for by_road in [true, false] {
        let Some(Frame::Mover(mover)) = position.turn.frames.last_mut() else { panic!() };
        (mover.spent, mover.road) = (8, by_road);
        assert_eq!(position.check(&Choice::Exit).is_ok(), by_road);
    }
}
