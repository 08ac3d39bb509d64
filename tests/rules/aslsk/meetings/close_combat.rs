//! Ambush, CC and Melee (3.8 with 3.2, 5.4).

use standto::rules::aslsk::turn::close_combat::{ambush, striking};
use standto::rules::aslsk::turn::phase::Phase;
use standto::rules::aslsk::turn::{Frame, firing};
use standto::side::Side;

use super::super::shelter::broken;
use super::super::table::Table;

/// A German squad has advanced into the building wS8 with a broken American one, and ambushes it.
fn ambush_of_the_broken() -> Table {
    let mut table = Table::new();
    let squad = table.german("4-6-7", "wS8");
    table.set(squad).acted = true;
    let enemy = table.american("6-6-6", "wS8");
    broken(&mut table, enemy);
    table.open(Phase::CloseCombat);
    table.play("combat S8", &[1, 4]);
    table
}

// card: 3.8c, 3.8d, 3.8f
#[test]
fn broken_units_in_ambush_do_not_attack_back() {
    let mut table = ambush_of_the_broken();
    table.play("use u0", &[]);
    table.play("at u1", &[]);
    let Some(Frame::Melee(melee)) = table.position.turn.frames.last() else { panic!() };
    assert_eq!(
        striking::work_out_strike(&table.position.forces, melee, Side::A, &melee.open).drm(),
        -3,
        "broken -2, ambush -1"
    );
    // 1-2: 7-3 is 4, Casualty Reduction.
    table.play("next", &[3, 4]);
    assert_eq!(table.u(1).data().name, "3-4-6");
    assert!(!table.choices().iter().any(|choice| choice == "use u1"), "broken units do not attack");
    assert!(table.u(0).melee && table.u(1).melee, "one side is unbroken: a melee");
}

// card: 5.4
#[test]
fn ambush_drm() {
    let mut table = Table::new();
    let green = table.american("5-3-6", "wS8");
    let other = table.american("6-6-6", "wS8");
    let sum = |table: &Table| {
        let lines = ambush::ambush_modifiers(&table.position.forces, table.place("wS8"), Side::B);
        lines.iter().map(|line| line.value).sum::<i16>()
    };
    assert_eq!(sum(&table), 1, "inexperienced");
    table.set(other).cx = true;
    table.set(other).pinned = true;
    assert_eq!(sum(&table), 3, "of a part of them is enough");
    let leader = table.american("9-1", "wS8");
    assert_eq!(sum(&table), 1, "with a leader Green units are not Inexperienced, and the leader counts");
    table.set(leader).pinned = true;
    assert_eq!(sum(&table), 2, "a pinned leader does not lead, but is present");
    broken(&mut table, leader);
    assert_eq!(sum(&table), 3, "nor does a broken one");
    let _ = green;
}

// card: 3.8c, 3.8g
#[test]
fn units_reinforcing_a_melee_are_not_ambushed_and_are_held() {
    let mut table = Table::new();
    let (ours, theirs) = (table.german("4-6-7", "wS8"), table.american("6-6-6", "wS8"));
    table.set(ours).melee = true;
    table.set(theirs).melee = true;
    let more = table.german("4-4-7", "wR8");
    table.open(Phase::Advance);
    table.play(&format!("advance u{more} S8"), &[]);
    while table.position.turn.phase == Phase::Advance {
        table.play("done", &[]);
    }
    // No ambush dr; 4 and 4 against 6 is 1-1, and 9 has no effect.
    table.play("combat S8", &[]);
    for choice in ["use u0", "use u2", "at u1"] {
        while !table.offers(choice) {
            table.play("done", &[]);
        }
        table.play(choice, &[]);
    }
    let Some(Frame::Melee(melee)) = table.position.turn.frames.last() else { panic!() };
    assert_eq!(
        striking::work_out_strike(&table.position.forces, melee, Side::A, &melee.open).combat().odds.name(),
        "1-1"
    );
    table.play("next", &[]);
    table.play("done", &[4, 5]);
    assert!(table.u(more).melee, "it is in the melee now");
}

// card: 3.8a
#[test]
fn no_unit_attacks_or_is_attacked_twice() {
    let mut table = Table::new();
    for name in ["4-6-7", "4-4-7"] {
        table.german(name, "wC3");
    }
    table.american("6-6-6", "wC3");
    table.open(Phase::CloseCombat);
    for choice in ["combat C3", "use u0", "at u2"] {
        table.play(choice, &[]);
    }
    assert!(!table.offers("use u0") && !table.offers("at u2"));
    table.play("next", &[]);
    assert!(!table.offers("use u1"), "no enemy is left to attack");
}

/// A German squad fires at a German and an American one in Melee in wN7.
fn into_the_melee(faces: &[u8]) -> Table {
    let mut table = Table::new();
    let firer = table.german("4-6-7", "wN4");
    let (ours, theirs) = (table.german("4-4-7", "wN7"), table.american("6-6-6", "wN7"));
    table.set(ours).melee = true;
    table.set(theirs).melee = true;
    table.open(Phase::PrepFire);
    table.play(&format!("fire u{firer} N7"), &[]);
    table.play("shoot", faces);
    table
}

// card: 3.8g, 3.2.3f
#[test]
fn a_melee_ends_when_no_unbroken_unit_is_left() {
    // 5 on the 4 column is 1MC: 11+1 breaks both.
    let table = into_the_melee(&[2, 3, 5, 6, 5, 6]);
    assert!(table.u(1).broken && table.u(2).broken);
    assert!(!table.u(1).melee && !table.u(2).melee, "they may rout and rally");
    // The German passes, and holds the other in Melee.
    let table = into_the_melee(&[2, 3, 1, 1, 5, 6]);
    assert!(table.u(2).broken && table.u(1).melee && table.u(2).melee);
}

// card: 3.8g, 3.2.3b
#[test]
fn a_melee_ends_when_fire_eliminates_one_side() {
    let mut table = Table::new();
    let firer = table.german("4-6-7", "wN6");
    let (ours, theirs) = (table.german("4-4-7", "wN7"), table.american("3-4-6", "wN7"));
    table.set(ours).melee = true;
    table.set(theirs).melee = true;
    table.open(Phase::PrepFire);
    table.play(&format!("fire u{firer} N7"), &[]);
    // 8 FP at PBF: 3 is K/2. The HS is picked and eliminated; the squad passes its check.
    let americans = firing::under_fire(&table.position.forces, table.place("wN7"), Side::A);
    let picked = americans.iter().position(|&id| id == theirs).unwrap() as u8 + 1;
    table.play("shoot", &[1, 2, picked, 1, 1]);
    assert!(table.gone(theirs) && !table.u(ours).broken);
    assert!(table.u(ours).good_order(), "no enemy is left");
}
