//! Marches in the MPh: stacks, MF, roads, danger.

use standto::board::Cell;
use standto::game::{March, PieceId, Rules};
use standto::rules::aslsk::Position;
use standto::rules::aslsk::state::Choice;
use standto::rules::aslsk::turn::movement;
use standto::rules::aslsk::turn::phase::Phase;

use super::table::Table;

fn cell(table: &Table, hex: &str) -> Cell {
    table.position.ground.cell(table.place(hex))
}

/// The march of these units to a hex.
fn march(table: &Table, units: &[u8], goal: &str) -> March {
    let pieces: Vec<PieceId> = units.iter().map(|&unit| piece(&table.position, unit)).collect();
    table.position.aids().routes(&pieces).map_or_else(March::default, |routes| routes.plan(cell(table, goal)))
}

fn piece(position: &Position, unit: u8) -> PieceId {
    position.describe(&Choice::Move(unit)).pieces[0]
}

fn way(table: &Table, march: &March) -> Vec<String> {
    let place = |cell: &Cell| table.position.ground.place_of(*cell).unwrap();
    march.legs[0].way.iter().map(|cell| table.position.ground.name(place(cell)).to_owned()).collect()
}

/// Plays a leg to its end; the enemy holds fire.
fn walk(table: &mut Table, march: &March) {
    for play in std::iter::once(&march.legs[0].begin).chain(&march.legs[0].plays) {
        table.play(play, &[]);
        table.hold_fire();
    }
}

#[test]
fn a_stack_marches_as_one_and_ends_its_move() {
    let mut table = Table::new();
    for name in ["8-1", "4-6-7", "4-6-7"] {
        table.german(name, "wN9");
    }
    table.german("4-6-7", "wP7");
    table.open(Phase::Movement);
    let plan = march(&table, &[0, 1, 2], "wN7");
    assert_eq!(plan.legs.len(), 1, "one leg for the stack");
    assert_eq!(
        (plan.legs[0].begin.as_str(), &plan.legs[0].plays[..2]),
        ("move u0", &["with u1".to_owned(), "with u2".to_owned()][..])
    );
    assert!(
        plan.legs[0].cost.starts_with("stack of 3, ") && plan.legs[0].cost.ends_with(" of 6 MF"),
        "{plan:?}"
    );
    walk(&mut table, &plan);
    assert_eq!(["wN7"; 3].map(String::from), [table.at(0), table.at(1), table.at(2)]);
    assert_eq!(table.position.decision().map(|asked| asked.kind), Some("move"));
}

#[test]
fn the_mf_are_never_exceeded_and_a_far_hex_takes_turns() {
    let mut table = Table::new();
    let squad = table.german("4-6-7", "wN9");
    table.open(Phase::Movement);
    let plan = march(&table, &[squad], "wN2");
    assert!(plan.legs[0].turns > 0, "7 hexes are too far for 4 MF");
    let stop = way(&table, &plan)[plan.legs[0].stop].clone();
    walk(&mut table, &plan);
    assert_eq!(table.at(squad), stop);
}

#[test]
fn double_time_and_assault_movement_count_once_declared() {
    let reach = |declared: &str| {
        let mut table = Table::new();
        let squad = table.german("4-6-7", "wC2");
        table.open(Phase::Movement);
        table.play("move u0", &[]);
        if !declared.is_empty() {
            table.play(declared, &[]);
        }
        let routes = table.position.aids().routes(&[piece(&table.position, squad)]).unwrap();
        routes.reach().iter().filter(|(_, turn)| *turn == 0).count()
    };
    let (plain, double, assault) = (reach(""), reach("double"), reach("assault"));
    assert!(double > plain && plain > assault && (1..=6).contains(&assault), "{plain} {double} {assault}");
}

#[test]
fn the_first_hex_in_reach_of_known_fire_is_named() {
    let mut table = Table::new();
    let squad = table.german("4-6-7", "wN9");
    table.american("6-6-6", "wN5");
    table.open(Phase::Movement);
    let plan = march(&table, &[squad], "wN6");
    let named = plan.remarks.iter().any(|remark| remark.contains("in range of 6-6-6 wN5 from w"));
    let seen = plan.legs[0].danger.is_some();
    assert_eq!(named, seen, "{plan:?}");
    let goal = march(&table, &[squad], "wN5");
    assert!(goal.legs.is_empty(), "no march into a Known Enemy");
}

#[test]
fn units_off_board_enter_by_their_hexes() {
    let text = include_str!("../../../scenarios/aslsk/s11-a-long-way-to-go.toml");
    let (mut position, _) =
        standto::rules::aslsk::scenario::read("s11", text).unwrap_or_else(|e| panic!("{e}"));
    let off = position.forces.ids().find(|&id| !movement::entry_hexes(&position.forces, id).is_empty());
    let Some(id) = off else { return };
    position.turn.frames = vec![standto::rules::aslsk::turn::Frame::Move];
    position.turn.attacker = position.forces.unit(id).side;
    position.turn.awaited.fill(false);
    let routes = position.aids().routes(&[piece(&position, id)]).expect("it may enter");
    let by: Vec<Cell> = movement::entry_hexes(&position.forces, id)
        .iter()
        .map(|&place| position.ground.cell(place))
        .collect();
    let reach = routes.reach();
    assert!(by.iter().all(|cell| reach.contains(&(*cell, 0))), "every entry hex is lit");
    let inner = reach.iter().find(|(cell, turn)| *turn == 0 && !by.contains(cell)).unwrap().0;
    let plan = routes.plan(inner);
    assert!(by.contains(&plan.legs[0].way[0]) && plan.legs[0].plays.len() == plan.legs[0].way.len() + 1);
}
