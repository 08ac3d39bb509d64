//! Repeated First Fire at moving units (3.3.1).

use standto::rules::aslsk::state::{Item, Marker};
use standto::rules::aslsk::tables::counters::Nation;
use standto::rules::aslsk::tables::weapons::Weight;
use standto::rules::aslsk::turn::Frame;
use standto::rules::aslsk::turn::phase::Phase;

use super::super::meetings::first_fire::on_the_road;
use super::super::table::Table;

/// The Residual FP in a hex.
fn left(table: &Table, hex: &str) -> u8 {
    let place = table.place(hex);
    table.position.ground.residual.iter().find(|(there, _)| *there == place).map_or(0, |(_, left)| *left)
}

/// Marks a unit and all its Weapons as fired.
fn marked(table: &mut Table, id: u8, marker: Marker) {
    table.set(id).marker = marker;
    table.set(id).fired = true;
    let weapons: Vec<u8> = table.position.forces.weapons_of(id).collect();
    for weapon in weapons {
        let weapon = &mut table.position.forces.weapons[usize::from(weapon)];
        (weapon.marker, weapon.fired) = (marker, true);
    }
}

// card: 3.3.1g, 3.3.1b, 3.3.1c
#[test]
fn pinned_units_that_break_are_subject_to_ffmo_again() {
    let mut table = on_the_road(&[("6-6-6", "wN7"), ("6-6-6", "wN8"), ("6-6-6", "wN9")]);
    table.play("go N4", &[]);
    table.play("fire u1 N4", &[]);
    // 8-2 on the 6 column is 1MC: 6+1 is the highest passing roll.
    table.play("shoot", &[3, 5, 3, 3]);
    assert!(table.u(0).pinned);
    table.play("fire u2 N4", &[]);
    // Pinned: no FFMO or FFNAM; 6 on the 6 column is 1MC, and 7+1 fails.
    table.play("shoot", &[2, 4, 3, 4]);
    assert!(table.told(": 1MC; IFT 6, DRM +0, ") && table.u(0).broken && !table.u(0).pinned);
    table.play("fire u3 N4", &[]);
    table.play("shoot", &[6, 5]);
    assert!(table.told(": no effect; IFT 6, DRM -2, "), "broken it is: {:?}", table.events);
}

// card: 3.3e
#[test]
fn a_unit_that_breaks_is_no_longer_using_assault_movement() {
    let mut table = on_the_road(&[("6-6-6", "wN7"), ("6-6-6", "wN8")]);
    table.play("assault", &[]);
    table.play("go N4", &[]);
    table.play("fire u1 N4", &[]);
    // FFMO alone: 7-1 on the 6 column is 1MC, and 7+1 fails.
    table.play("shoot", &[3, 4, 3, 4]);
    assert!(table.told(": 1MC; IFT 6, DRM -1, ") && table.u(0).broken);
    table.play("fire u2 N4", &[]);
    table.play("shoot", &[6, 5]);
    assert!(table.told(": no effect; IFT 6, DRM -2, "));
}

// card: 3.3.1h
#[test]
fn residual_fp_does_not_attack_twice_at_the_same_drm() {
    let mut table = on_the_road(&[]);
    let place = table.place("wN4");
    table.position.ground.residual.push((place, 4));
    // 11-2 on the 4 column has no effect.
    table.play("go N4", &[5, 6]);
    // Smoke grenades in the next hex: 2 MF more in this one, at the same DRM.
    table.play("smoke u0 N5", &[5]);
    assert_eq!(table.events.iter().filter(|event| event.text.contains("Residual FP")).count(), 1);
}

// card: 3.3.1h
#[test]
fn residual_fp_attacks_each_entering_unit_once() {
    let mut table = Table::new();
    table.german("4-6-7", "wN3");
    table.german("4-4-7", "wM4");
    table.german("4-4-7", "wA1");
    let place = table.place("wN4");
    table.position.ground.residual.push((place, 4));
    table.open(Phase::Movement);
    for id in 0..2 {
        table.play(&format!("move u{id}"), &[]);
        table.play("go N4", &[5, 6]);
        table.play("done", &[]);
    }
    assert_eq!(table.events.iter().filter(|event| event.text.contains("Residual FP")).count(), 2);
    assert_eq!(left(&table, "wN4"), 4, "Residual FP stays for the phase");
}

#[test]
fn residual_fp_does_not_attack_units_leaving_its_hex() {
    let mut table = on_the_road(&[]);
    let place = table.place("wN3");
    table.position.ground.residual.push((place, 12));
    table.play("go N4", &[]);
    assert!(!table.told("Residual FP"));
}

// card: 3.3.1d
#[test]
fn beyond_normal_range_only_the_mg_fires_again() {
    // wN10 to wN3 is 7 hexes: more than the squad's 6, less than the MG's 10.
    let mut table = Table::new();
    table.german("4-6-7", "wN2");
    let squad = table.american("6-6-6", "wN10");
    let gun = table.machine_gun(Nation::American, Weight::Medium, squad);
    marked(&mut table, squad, Marker::First);
    table.open(Phase::Movement);
    table.play("move u0", &[]);
    table.play("go N3", &[]);
    assert!(!table.offers(&format!("fire u{squad} N3")), "outside its normal range");
    table.play(&format!("fire m{gun} N3"), &[]);
    let Some(Frame::Attack(attack)) = table.position.turn.frames.last() else { panic!() };
    assert_eq!(attack.work_out(&table.position).firepower.to_string(), "2", "4 halved");
    // 10 malfunctions a MG in subsequent fire.
    table.play("shoot", &[4, 6]);
    assert!(table.w(gun).broken);
    assert_eq!(table.u(squad).marker, Marker::Final, "the unit is marked whether it fired or not");
    assert_eq!(left(&table, "wN3"), 0, "and a Weapon that malfunctions leaves none");
}

// card: 3.3.1d, 3.2.2e, 3.3.1h
#[test]
fn cowering_subsequent_fire_leaves_half_the_next_lower_column() {
    // 6 halved is the 2 column; doubles shift it to the 1 column, which leaves no Residual FP.
    let mut table = on_the_road(&[("6-6-6", "wN7")]);
    marked(&mut table, 1, Marker::First);
    table.play("go N4", &[]);
    table.play("fire u1 N4", &[]);
    table.play("shoot", &[5, 5]);
    assert_eq!((left(&table, "wN4"), table.u(1).marker), (0, Marker::Final));
    let mut table = on_the_road(&[("6-6-6", "wN7")]);
    marked(&mut table, 1, Marker::First);
    table.play("go N4", &[]);
    table.play("fire u1 N4", &[]);
    table.play("shoot", &[4, 6]);
    assert_eq!(left(&table, "wN4"), 1);
}

/// A German moves next to two American squads in wN7, the first of them marked Final Fire.
fn beside_two() -> Table {
    let mut table = Table::new();
    table.german("4-6-7", "wN5");
    for name in ["6-6-6", "6-6-7"] {
        table.american(name, "wN7");
    }
    marked(&mut table, 1, Marker::Final);
    table.open(Phase::Movement);
    table.play("move u0", &[]);
    table.play("go N6", &[]);
    table
}

// card: 3.3.1e
#[test]
fn only_units_using_fpf_check() {
    let mut table = beside_two();
    table.play("fire u1 N6", &[]);
    table.play("join u2", &[]);
    let Some(Frame::Attack(attack)) = table.position.turn.frames.last() else { panic!() };
    // 6 halved and doubled, and 6 doubled.
    assert_eq!(attack.work_out(&table.position).firepower.to_string(), "18");
    // 9-2 on the 16 column is 2MC, passed; 9 fails the first squad's 6 by 3.
    table.play("shoot", &[4, 5, 1, 1]);
    assert!(table.u(1).broken && !table.u(2).broken);
    assert_eq!((table.u(2).marker, left(&table, "wN6")), (Marker::First, 8));
}

// card: 3.3.1e, 3.2.3i
#[test]
fn one_roll_is_the_nmc_of_all_units_using_fpf() {
    let mut table = beside_two();
    marked(&mut table, 2, Marker::Final);
    table.play("fire u1 N6", &[]);
    table.play("join u2", &[]);
    // 12 FP: 7-2 is 2MC, passed. 7 fails a morale of 6 and is the highest that passes one of 7.
    table.play("shoot", &[3, 4, 1, 1]);
    assert!(table.u(1).broken && !table.u(2).broken && table.u(2).pinned);
}

// card: 3.3.1e, 3.3.1f
#[test]
fn fpf_is_limited_by_mf_spent_adjacent() {
    let mut table = beside_two();
    table.play("fire u1 N6", &[]);
    // 5-2 on the 6 column is K/2, which the HS passes; 5 passes a morale of 6.
    table.play("shoot", &[2, 3, 1, 1]);
    assert!(!table.u(1).broken && !table.u(1).pinned);
    assert!(!table.offers("fire u1 N6"), "1 MF was spent there");
    let beside = table.choices().into_iter().find(|choice| {
        let hex = choice.strip_prefix("go ").map(|hex| table.place(&format!("w{hex}")));
        hex.is_some_and(|hex| table.position.ground.map().range(hex, table.place("wN7")) == 1)
    });
    table.play(&beside.expect("a hex beside them"), &[]);
    assert!(table.choices().iter().any(|choice| choice.starts_with("fire u1")), "and now another");
}

// card: 3.4
#[test]
fn no_fpf_in_the_dfph() {
    let mut table = beside_two();
    marked(&mut table, 2, Marker::First);
    table.american("6-6-6", "wN9");
    table.open(Phase::DefensiveFire);
    assert!(!table.offers("fire u1 N6"), "marked with final fire");
    table.play("fire u2 N6", &[]);
    let Some(Frame::Attack(attack)) = table.position.turn.frames.last() else { panic!() };
    let worked = attack.work_out(&table.position);
    assert_eq!(
        (worked.firepower.to_string().as_str(), worked.fire.modifier),
        ("6", 0),
        "halved and doubled, no moving unit"
    );
    table.play("shoot", &[6, 5]);
    assert_eq!(table.u(2).marker, Marker::Final);
    assert!(!table.u(2).broken && left(&table, "wN6") == 0, "no check, and no Residual FP");
}

// card: 3.3.1d, 3.3.1a
#[test]
fn a_leader_directs_the_same_firers_again_in_subsequent_fire() {
    let mut table = on_the_road(&[("6-6-6", "wN7"), ("6-6-6", "wN7"), ("8-1", "wN7")]);
    table.play("go N4", &[]);
    table.play("fire u1 N4", &[]);
    table.play("direct u3", &[]);
    table.play("shoot", &[6, 5, 1, 1]);
    table.play("go N5", &[]);
    table.play("fire u1 N5", &[]);
    assert!(table.offers("direct u3"), "the same firer");
    table.play("join u2", &[]);
    assert!(!table.offers("direct u3"), "not in addition to another firer");
    let Some(Frame::Attack(attack)) = table.position.turn.frames.last() else { panic!() };
    assert_eq!(attack.items, [Item::Unit(1), Item::Unit(2)]);
}
