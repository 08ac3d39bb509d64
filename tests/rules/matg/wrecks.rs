//! 9.2.1: a wreck on a square that already has one.

use std::sync::Arc;

use standto::game::{Log, Side};
use standto::rules::matg::command::cohesion;
use standto::rules::matg::ground::terrain::{Ground, Terrain};
use standto::rules::matg::state::battle::Arm;
use standto::rules::matg::{Position, scenario};

// card: 9.2.1
#[test]
fn two_or_more_wrecks_make_rough_terrain_3() {
    crate::cited::watch();
    let (battle, _) = scenario::read("introductory", scenario::INTRODUCTORY).expect("a scenario");
    let mut position = Position::new(Arc::new(battle));
    let open = |cell: &_| {
        position.field.ground_at(*cell) == Ground::CLEAR && position.forces.holder_of(*cell).is_none()
    };
    let cell = position.battle.grid.cells().find(open).expect("clear ground");
    let tanks: Vec<u8> = Side::BOTH
        .into_iter()
        .flat_map(|side| position.battle.ids(side))
        .filter(|&id| position.battle.unit(id).arm == Arm::Armoured && position.forces.cell(id).is_some())
        .take(4)
        .collect();
    let mut found = Vec::new();
    for id in tanks {
        position.forces.put(id, cell);
        cohesion::eliminate(&mut position, id, &mut Log::off());
        found.push(position.field.ground_at(cell));
    }
    let heap = Ground::CLEAR.with(Terrain::Wrecks);
    assert_eq!(found, [Ground::CLEAR.with(Terrain::Wreck), heap, heap, heap]);
    let (row, rough) = (Terrain::Wrecks.row(), Terrain::Rough3.row());
    assert_eq!(
        (row.cost, row.personnel, row.others, row.when, row.blocks, row.concealing),
        (rough.cost, rough.personnel, rough.others, rough.when, rough.blocks, rough.concealing)
    );
}

/// The scenario says that two wrecks block the ford, which is rough terrain 3 itself.
// card: 9.2.1
#[test]
fn two_wrecks_in_the_ford_of_black_monday_make_it_worse() {
    use standto::rules::matg::catalog::Mode;
    crate::cited::watch();
    let (battle, _) = scenario::read("black-monday", scenario::BLACK_MONDAY).expect("a scenario");
    let mut position = Position::new(Arc::new(battle));
    let ford = "0827".parse().expect("a square");
    let costs = |position: &Position| {
        [Mode::Tracked, Mode::Wheeled, Mode::Foot]
            .map(|mode| position.field.ground_at(ford).cost(mode).map(|quarters| quarters / 4))
    };
    assert_eq!(costs(&position), [Some(4), Some(7), Some(3)]);
    let tanks: Vec<u8> = position
        .battle
        .ids(Side::A)
        .filter(|&id| position.battle.unit(id).kind.name.starts_with("Panzer IV"))
        .take(2)
        .collect();
    for id in tanks {
        position.forces.put(id, ford);
        cohesion::eliminate(&mut position, id, &mut Log::off());
    }
    // Each row costs what it costs above clear ground, once for the bottom and once for the wrecks (9.1.3).
    assert_eq!(costs(&position), [Some(4 + 3), Some(7 + 5), Some(3 + 2)]);
}
