//! Splitting stacks, Assault Movement, CX, limits per hex (3.3, 3.3.1), and fire by units that moved (3.2.2,
//! 6.5).

use standto::rules::aslsk::state::Marker;
use standto::rules::aslsk::tables::counters::Nation;
use standto::rules::aslsk::tables::weapons::Weight;
use standto::rules::aslsk::turn::Frame;
use standto::rules::aslsk::turn::phase::Phase;
use standto::side::Side;

use super::table::Table;

// card: 3.3d
#[test]
fn a_split_stack_ends_its_move_before_others_move() {
    let mut table = Table::new();
    for name in ["8-1", "4-6-7", "4-6-7"] {
        table.german(name, "wN9");
    }
    let other = table.german("4-6-7", "wP7");
    table.open(Phase::Movement);
    for choice in ["move u0", "with u1", "with u2", "go N8", "part u2", "go N7", "done"] {
        table.play(choice, &[]);
    }
    assert_eq!((table.at(1), table.at(2)), ("wN7".into(), "wN8".into()));
    assert!(!table.offers(&format!("move u{other}")), "a unit that left the stack ends its move first");
    table.play("go O8", &[]);
    table.play("done", &[]);
    assert_eq!(table.at(2), "wO8");
    assert!(table.offers(&format!("move u{other}")) && !table.offers("move u2"));
}

// card: 3.3d, 3.3b
#[test]
fn a_unit_that_used_leader_bonus_mf_cannot_leave_the_stack() {
    let mut table = Table::new();
    for name in ["8-0", "4-6-7", "4-6-7"] {
        table.german(name, "wR1");
    }
    table.open(Phase::Movement);
    for choice in ["move u0", "with u1", "with u2", "go S2", "go S1", "go T1"] {
        table.play(choice, &[]);
    }
    // Grain: 1, 1 and 1.5 are spent; a squad alone has 4.
    assert!(table.offers("part u1") && table.offers("part u0"));
    table.play("go T2", &[]);
    assert!(!table.offers("part u1"), "5.5 and more are spent: only with the leader");
    assert!(!table.offers("part u0"), "nor does it leave both of them");
}

// card: 3.3e
#[test]
fn assault_movement_cannot_use_all_mf() {
    let mut table = Table::new();
    let squad = table.german("4-6-7", "wC2");
    table.open(Phase::Movement);
    for choice in [format!("move u{squad}"), "assault".into(), "go C3".into()] {
        table.play(&choice, &[]);
    }
    assert!(!table.choices().iter().any(|choice| choice.starts_with("go")), "one hex");
    assert!(table.offers("smoke u0 C3"), "smoke in its own hex is not another hex");
    // 1 is spent; 2 more for an adjacent hex leave one, and then one more would use all.
    table.play("smoke u0 C2", &[5]);
    assert!(
        !table.choices().iter().any(|choice| choice.starts_with("recover") || choice.starts_with("smoke"))
    );
}

// card: 3.3g
#[test]
fn cx_ends_with_the_next_mph() {
    let mut table = Table::new();
    let squad = table.german("4-6-7", "wC3");
    table.set(squad).cx = true;
    table.position.turn.phase = Phase::PrepFire;
    table.position.turn.frames = vec![Frame::Turning(Side::A)];
    let mut dice = standto::dice::Dice::taped(&[]);
    table.position.next_phase(&mut dice, &mut standto::game::Log::off()).unwrap();
    assert_eq!(table.position.turn.phase, Phase::Movement);
    assert!(!table.u(squad).cx, "gone, although it has not moved");
    table.play("move u0", &[]);
    assert!(!table.offers("double"), "but no Double Time again");
}

// card: 3.3.1f
#[test]
fn attacks_on_a_hex_are_limited_by_all_mf_spent_there() {
    let mut table = Table::new();
    let mover = table.german("4-6-7", "wC2");
    let firer = table.american("6-6-6", "wE3");
    let gun = table.machine_gun(Nation::American, Weight::Heavy, firer);
    table.open(Phase::Movement);
    table.play(&format!("move u{mover}"), &[]);
    table.play("go C3", &[]);
    // The MG keeps ROF, but only one MF was spent here.
    table.play(&format!("fire m{gun} C3"), &[]);
    table.play("shoot", &[1, 6, 1, 1]);
    assert!(!table.offers(&format!("fire m{gun} C3")));
    table.hold_fire();
    table.play("smoke u0 C3", &[4]);
    assert!(table.offers(&format!("fire m{gun} C3")), "a second MF, a second shot");
    table.play(&format!("fire m{gun} C3"), &[]);
    table.play("shoot", &[1, 6, 1, 1]);
    assert!(!table.offers(&format!("fire m{gun} C3")), "two MF in all, two shots in all");
}

// card: 3.3.1h, 4.2
#[test]
fn residual_fp_counts_a_flamethrower_and_attacks_again_after_its_recovery() {
    let mut table = Table::new();
    let squad = table.german("4-6-7", "wC2");
    let weapon = table.flamethrower(squad);
    let place = table.place("wC3");
    table.position.forces.drop_weapon(weapon, Some(place));
    table.position.ground.residual.push((place, 2));
    table.open(Phase::Movement);
    table.play("move u0", &[]);
    // -2 for FFMO and FFNAM: 12 has no effect.
    table.play("go C3", &[6, 6]);
    assert!(table.told("DRM -2, DR 12 (6, 6)"));
    // The MF is spent while possessing the FT: the DRM is one worse than before.
    table.play("recover u0 m0", &[3, 6, 6]);
    assert_eq!(table.w(weapon).holder, Some(squad));
    assert!(table.told("DRM -3, DR 12 (6, 6)"));
    table.play("smoke u0 C3", &[5]);
}

// card: 3.7
#[test]
fn cx_units_cannot_advance_using_all_mf() {
    // The example: a CX squad with 4 PP has 2 MF and does not enter a building.
    let mut table = Table::new();
    let squad = table.german("4-6-7", "wC6");
    table.machine_gun(Nation::German, Weight::Heavy, squad);
    table.set(squad).cx = true;
    table.open(Phase::Advance);
    assert!(!table.offers(&format!("advance u{squad} C7")));
    let leader = table.german("8-0", "wC6");
    assert!(table.offers(&format!("escort u{squad} u{leader} C7")), "unless a leader goes along");
}

// card: 3.2.2e
#[test]
fn a_unit_that_cowers_with_its_weapon_alone_is_marked() {
    let mut table = Table::new();
    let squad = table.german("4-6-7", "wN4");
    let gun = table.machine_gun(Nation::German, Weight::Light, squad);
    table.american("6-6-6", "wN7");
    table.american("6-6-6", "wN1");
    table.open(Phase::PrepFire);
    table.play(&format!("fire m{gun} N7"), &[]);
    table.play("shoot", &[5, 5]);
    assert_eq!(table.u(squad).marker, Marker::Prep);
    assert!(!table.offers(&format!("fire u{squad} N1")));
}

// card: 6.5, 3.5a
#[test]
fn a_manhandling_unit_does_not_fire_in_the_afph() {
    let mut table = Table::new();
    let squad = table.german("4-6-7", "wN4");
    table.american("6-6-6", "wN7");
    table.open(Phase::AdvancingFire);
    assert!(table.offers(&format!("fire u{squad} N7")));
    table.set(squad).pushing = true;
    assert!(!table.offers(&format!("fire u{squad} N7")));
}
