//! First Fire and the fire phases after it (3.3.1, 3.4, 3.5).

use standto::rules::aslsk::fire::aim::{self, Mode};
use standto::rules::aslsk::fire::attack::Motion;
use standto::rules::aslsk::state::{Item, Marker};
use standto::rules::aslsk::tables::counters::Nation;
use standto::rules::aslsk::tables::weapons::Weight;
use standto::rules::aslsk::turn::phase::Phase;

use super::super::table::{Table, column};

/// A defender watches a squad move along the road from wR1 to wR6.
fn watched() -> (Table, u8, u8) {
    let mut table = Table::new();
    let mover = table.german("4-6-7", "wR1");
    let defender = table.american("6-6-6", "wR5");
    table.open(Phase::Movement);
    table.play("move u0", &[]);
    (table, mover, defender)
}

// card: 3.3.1a, 3.3.1b, 3.3.1c
#[test]
fn every_hex_entered_in_los_may_draw_fire() {
    let (mut table, mover, defender) = watched();
    table.play("go R2", &[]);
    assert!(table.offers(&format!("fire u{defender} R2")));
    table.play(&format!("fire u{defender} R2"), &[]);
    // 6 FP, FFMO and FFNAM: 11-2 has no effect.
    table.play("shoot", &[6, 5]);
    assert!(table.told(": no effect; IFT 6, DRM -2, ") && table.u(defender).marker == Marker::First);
    let _ = mover;
}

// card: 3.3.1d, 3.3.1f
#[test]
fn subsequent_first_fire_is_halved_and_marks_final_fire() {
    let (mut table, _, defender) = watched();
    table.set(defender).marker = Marker::First;
    table.set(defender).fired = true;
    table.play("go R2", &[]);
    let aim = aim::aim(
        &table.position.ground,
        &table.position.forces,
        &table.position.turn,
        Item::Unit(defender),
        table.place("wR2"),
        Mode::First,
        &[],
    )
    .unwrap();
    assert!(aim.again && aim.firepower.to_string() == "3");
    table.play(&format!("fire u{defender} R2"), &[]);
    table.play("shoot", &[6, 5]);
    assert_eq!(table.u(defender).marker, Marker::Final);
    // A closer enemy forbids it.
    let (mut table, _, defender) = watched();
    table.set(defender).marker = Marker::First;
    table.german("4-6-7", "wR4");
    table.play("go R2", &[]);
    assert!(
        aim::aim(
            &table.position.ground,
            &table.position.forces,
            &table.position.turn,
            Item::Unit(defender),
            table.place("wR2"),
            Mode::First,
            &[]
        )
        .is_none()
    );
}

// card: 3.3.1e
#[test]
fn fpf_is_a_nmc_for_its_firers() {
    let mut table = Table::new();
    let mover = table.german("4-6-7", "wR3");
    let defender = table.american("6-6-6", "wR5");
    table.set(defender).marker = Marker::Final;
    table.set(defender).fired = true;
    table.open(Phase::Movement);
    table.play(&format!("move u{mover}"), &[]);
    table.play("go R4", &[]);
    table.play(&format!("fire u{defender} R4"), &[]);
    // 6 halved and doubled; 5+6-2 has no effect, and 11 fails its morale of 6 by more than its ELR.
    table.play("shoot", &[5, 6]);
    assert!(table.u(defender).broken);
}

// card: 3.3.1h
#[test]
fn residual_fp_attacks_units_entering_the_hex() {
    let (mut table, _, defender) = watched();
    let second = table.german("4-6-7", "wR1");
    table.play("go R2", &[]);
    table.play(&format!("fire u{defender} R2"), &[]);
    table.play("shoot", &[6, 5]);
    assert_eq!(table.position.ground.residual, [(table.place("wR2"), 3)], "half of the 6 column");
    table.play("done", &[]);
    if table.offers("done") && !table.offers(&format!("move u{second}")) {
        table.play("done", &[]);
    }
    table.play(&format!("move u{second}"), &[]);
    // On the 2 column with -2: 11-2 has no effect.
    table.play("go R2", &[5, 6]);
    assert!(table.told("Residual FP 3 in wR2"));
}

// card: 3.3.1g
#[test]
fn ffmo_and_ffnam_end_for_pinned_movers_but_not_for_broken_ones() {
    let mut table = Table::new();
    let defender = table.american("6-6-6", "wR5");
    let mover = table.german("4-6-7", "wR3");
    let moving = Motion { moves: true, assault: true, ..Motion::default() };
    let fire =
        |table: &Table| column(&table.attack_on(Mode::First, &[Item::Unit(defender)], &[], "wR3", moving)).1;
    assert_eq!(fire(&table), -1, "FFMO; assault movement");
    table.set(mover).broken = true;
    assert_eq!(fire(&table), -2, "once broken it no longer uses Assault Movement");
    table.set(mover).broken = false;
    table.set(mover).pinned = true;
    assert_eq!(fire(&table), 0);
}

// card: 3.4
#[test]
fn first_fire_units_use_final_fire_at_adjacent_hexes_only() {
    let mut table = Table::new();
    table.german("4-6-7", "wR4");
    table.german("4-6-7", "wR3");
    let defender = table.american("6-6-6", "wR5");
    table.open(Phase::DefensiveFire);
    assert!(table.offers(&format!("fire u{defender} R4")) && table.offers(&format!("fire u{defender} R3")));
    table.set(defender).marker = Marker::First;
    table.set(defender).fired = true;
    assert!(table.offers(&format!("fire u{defender} R4")) && !table.offers(&format!("fire u{defender} R3")));
    let aim = aim::aim(
        &table.position.ground,
        &table.position.forces,
        &table.position.turn,
        Item::Unit(defender),
        table.place("wR4"),
        Mode::Final,
        &[],
    )
    .unwrap();
    assert_eq!(aim.firepower.to_string(), "6", "halved, and doubled at point blank");
    table.set(defender).marker = Marker::Final;
    assert!(!table.offers(&format!("fire u{defender} R4")));
}

// card: 3.5a
#[test]
fn moved_mmg_hmg_and_mortars_do_not_fire_in_the_afph() {
    for (weight, may) in [(Weight::Light, true), (Weight::Medium, false), (Weight::Heavy, false)] {
        let mut table = Table::new();
        let squad = table.german("4-6-7", "wR3");
        let gun = table.machine_gun(Nation::German, weight, squad);
        table.american("6-6-6", "wR5");
        table.position.forces.weapons[0].moved = true;
        table.open(Phase::AdvancingFire);
        assert_eq!(table.offers("fire m0 R5"), may, "{weight:?}");
        assert!(table.offers("fire u0 R5"));
        let _ = gun;
    }
}
