//! PP, Double Time and road bonus: the MF left (1.1.1, 3.3, 4).

use standto::rules::aslsk::tables::counters::Nation;
use standto::rules::aslsk::tables::weapons::Weight;
use standto::rules::aslsk::turn::phase::Phase;
use standto::side::Side;

use super::super::table::Table;

/// A British squad with a HMG of 5 PP about to move, perhaps with a leader.
fn laden(hex: &str, leader: bool) -> Table {
    let mut table = Table::new();
    let squad = table.unit(Side::A, Nation::British, "4-5-7", hex);
    table.machine_gun(Nation::British, Weight::Heavy, squad);
    if leader {
        table.unit(Side::A, Nation::British, "8-0", hex);
    }
    table.open(Phase::Movement);
    table
}

// card: 4b, 3.3e
#[test]
fn five_pp_prevent_assault_movement_into_woods() {
    let mut table = laden("wC3", false);
    assert_eq!(table.position.forces.allowance(0, false, false, false), 4, "2 MF, in halves");
    table.play("move u0", &[]);
    assert!(table.offers("go C4"), "woods take both");
    table.play("assault", &[]);
    assert!(!table.offers("go C4") && table.offers("go C2"), "Assault Movement cannot use all MF");
}

// card: 4b, 3.3g, 3.3f
#[test]
fn double_time_lowers_the_ipc_by_one() {
    let mut table = laden("wA10", false);
    assert_eq!(table.position.forces.allowance(0, false, false, true), 6, "4 and 2 less 5-2");
    table.play("move u0", &[]);
    table.play("double", &[]);
    for hex in ["A9", "A8", "A7"] {
        table.play(&format!("go {hex}"), &[]);
    }
    assert!(!table.choices().iter().any(|choice| choice.starts_with("go")), "at most 3 MF");
}

// card: 4b, 3.3b
#[test]
fn a_leader_adds_its_ipc_to_a_unit_it_starts_with() {
    let table = laden("wA10", true);
    assert_eq!(table.position.forces.allowance(0, true, true, false), 10, "6 less 5-4");
    assert_eq!(
        table.position.forces.allowance(0, true, false, false),
        8,
        "6 less 5-3 if the leader carries a SW"
    );
    let mut full = laden("wA10", true);
    full.machine_gun(Nation::British, Weight::Light, 1);
    full.play("move u0", &[]);
    full.play("with u1", &[]);
    let mut free = laden("wA10", true);
    free.play("move u0", &[]);
    free.play("with u1", &[]);
    for table in [&mut free, &mut full] {
        for hex in ["A9", "A8", "A7", "A6"] {
            table.play(&format!("go {hex}"), &[]);
        }
    }
    let goes = |table: &Table| table.choices().iter().any(|choice| choice.starts_with("go"));
    assert!(goes(&free) && !goes(&full));
}

// card: 4b
#[test]
fn wounded_leaders_have_ipc_0() {
    for (wounded, halves) in [(false, 12), (true, 4)] {
        let mut table = Table::new();
        let leader = table.german("8-0", "wC3");
        table.machine_gun(Nation::German, Weight::Light, leader);
        table.set(leader).wounded = wounded;
        assert_eq!(table.position.forces.allowance(leader, false, false, false), halves, "6; 3 less 1");
    }
}

// card: 4b
#[test]
fn two_lmgs_slow_a_leader() {
    let mut table = Table::new();
    let leader = table.german("8-0", "wC3");
    for _ in 0..2 {
        table.machine_gun(Nation::German, Weight::Light, leader);
    }
    assert_eq!(table.position.forces.allowance(leader, false, false, false), 10, "2 points, 1 of them free");
    table.machine_gun(Nation::German, Weight::Light, leader);
    assert_eq!(table.position.forces.allowance(leader, false, false, false), 0, "never more than two");
}

// card: 3.3i, 3.1b
#[test]
fn a_failed_recovery_may_be_repeated_for_another_mf() {
    let mut table = Table::new();
    let squad = table.german("4-6-7", "wA10");
    let gun = table.machine_gun(Nation::German, Weight::Light, squad);
    let place = table.place("wA10");
    table.position.forces.drop_weapon(gun, Some(place));
    table.open(Phase::Movement);
    table.play("move u0", &[]);
    table.play("recover u0 m0", &[6]);
    assert_eq!(table.w(gun).holder, None);
    table.play("recover u0 m0", &[5]);
    assert_eq!(table.w(gun).holder, Some(squad));
    table.play("go A9", &[]);
    table.play("go A8", &[]);
    assert!(!table.choices().iter().any(|choice| choice.starts_with("go")), "4 MF: two for the gun");
}

// card: 3.3i, 3.3g
#[test]
fn a_cx_unit_fails_recovery_on_a_five() {
    let mut table = Table::new();
    let squad = table.german("4-6-7", "wC3");
    let gun = table.machine_gun(Nation::German, Weight::Light, squad);
    let place = table.place("wC3");
    table.position.forces.drop_weapon(gun, Some(place));
    table.open(Phase::Movement);
    table.play("move u0", &[]);
    table.play("double", &[]);
    table.play("recover u0 m0", &[5]);
    assert_eq!(table.w(gun).holder, None, "5 and 1 for CX");
}

// card: 4a
#[test]
fn a_dropped_weapon_costs_no_mf_and_stays_in_the_hex() {
    let mut table = laden("wA10", false);
    table.play("move u0", &[]);
    table.play("go A9", &[]);
    table.play("drop m0", &[]);
    assert_eq!(table.w(0).lies, Some(table.place("wA9")));
    // Without it the squad has 4 MF, one of them spent.
    for hex in ["A8", "A7", "A6"] {
        table.play(&format!("go {hex}"), &[]);
    }
    assert!(!table.choices().iter().any(|choice| choice.starts_with("go")));
}

// card: 1.1.1c
#[test]
fn leaving_the_road_loses_the_road_bonus() {
    let mut table = Table::new();
    table.german("4-6-7", "wN3");
    table.open(Phase::Movement);
    table.play("move u0", &[]);
    for hex in ["N4", "N5", "N6", "N7"] {
        table.play(&format!("go {hex}"), &[]);
    }
    assert!(table.offers("go N8") && !table.offers("go M8"), "the fifth by road alone");
    let mut table = Table::new();
    table.german("4-6-7", "wN3");
    table.open(Phase::Movement);
    table.play("move u0", &[]);
    for hex in ["N4", "O4", "N4", "N5"] {
        table.play(&format!("go {hex}"), &[]);
    }
    assert!(!table.offers("go N6"), "it left the road during its move");
}
