//! 9.2.1: wrecks upon wrecks.

use std::sync::Arc;

use standto::game::{Log, Side};
use standto::rules::matg::ground::terrain::{Ground, Terrain};
use standto::rules::matg::state::battle::Arm;
use standto::rules::matg::{Position, scenario};

// card: 9.2.1
#[test]
fn two_wrecks_make_rough_terrain_3_and_more_make_no_more_of_it() {
    crate::cited::watch();
    let (battle, _) = scenario::read("introductory", scenario::INTRODUCTORY).expect("a scenario");
    let mut position = Position::new(Arc::new(battle));
    let open = |cell: &_| position.ground_at(*cell) == Ground::CLEAR && position.holder_of(*cell).is_none();
    let cell = position.battle.grid.cells().find(open).expect("clear ground");
    let tanks: Vec<u8> = Side::BOTH
        .into_iter()
        .flat_map(|side| position.ids(side))
        .filter(|&id| position.unit(id).arm == Arm::Armoured && position.cell(id).is_some())
        .take(4)
        .collect();
    let mut found = Vec::new();
    for id in tanks {
        position.lift(id);
        position.put(id, cell);
        position.eliminate(id, &mut Log::off());
        found.push(position.ground_at(cell));
    }
    let rough = Ground::CLEAR.with(Terrain::Rough3);
    assert_eq!(found, [Ground::CLEAR.with(Terrain::Wreck), rough, rough, rough]);
}
