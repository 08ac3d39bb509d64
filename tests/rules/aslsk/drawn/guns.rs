//! Guns captured, turned, manhandled and fired at (3.2.4, 6).

use standto::rules::aslsk::fire::aim::Mode;
use standto::rules::aslsk::ordnance::acquisition;
use standto::rules::aslsk::state::{Item, Marker};
use standto::rules::aslsk::tables::counters::Nation;
use standto::rules::aslsk::tables::guns::{Ammo, TargetType};
use standto::rules::aslsk::turn::phase::Phase;
use standto::side::Side;

use super::super::shelter::broken;
use super::super::table::Table;

/// A German PaK 40 in xD1 facing down the hexrow at Americans in xD4.
fn pak(holder: &str) -> (Table, u8) {
    let mut table = Table::farmland();
    table.order().date = (1944, 9);
    let crew = table.german(holder, "xD1");
    let gun = table.ordnance("pak40", crew, "ssw");
    table.american("6-6-6", "xD4");
    table.open(Phase::PrepFire);
    (table, gun)
}

// card: 3.2.4d, 5.5
#[test]
fn th_drm_are_cumulative() {
    let (table, gun) = pak("2-2-8");
    assert_eq!(table.to_hit(gun, "xD4", None), (8, 0));
    let (mut table, gun) = pak("4-6-7");
    assert_eq!(table.to_hit(gun, "xD4", None), (8, 2), "no crew");
    table.position.forces.weapons[0].nation = Nation::American;
    assert_eq!(table.to_hit(gun, "xD4", None), (8, 4), "and captured");
    table.set(0).pinned = true;
    assert_eq!(table.to_hit(gun, "xD4", None), (8, 6), "and pinned");
    table.set(0).cx = true;
    assert_eq!(table.to_hit(gun, "xD4", None), (8, 7), "and exhausted");
    assert_eq!(table.position.forces.rate(gun), 0, "2, one less for each of two");
}

// card: 4c, 4d
#[test]
fn a_crew_has_either_emplacement_or_the_gunshield() {
    let (mut table, gun) = pak("2-2-8");
    table.american("6-6-6", "xD2");
    assert!(table.offers("fire u0 D2") && table.offers(&format!("fire m{gun} D4")));
    table.play("fire u0 D2", &[]);
    table.play("shoot", &[6, 5]);
    assert!(!table.offers(&format!("fire m{gun} D4")), "a crew that fired its FP fires no Gun");
    let (mut table, gun) = pak("4-6-7");
    table.american("6-6-6", "xD2");
    table.play("fire u0 D2", &[]);
    table.play("shoot", &[6, 5]);
    assert!(table.offers(&format!("fire m{gun} D4")), "a squad fires one weapon beside its own fire");
}

// card: 3.2.4c, 3.2.4i
#[test]
fn no_fire_after_the_area_target_type() {
    let (mut table, gun) = pak("2-2-8");
    table.play(&format!("fire m{gun} D4"), &[]);
    table.play("area-target", &[]);
    table.play("shoot", &[1, 6, 6, 6]);
    assert!(!table.offers(&format!("fire m{gun} D4")), "neither ROF nor Intensive Fire");
}

// card: 6.10
#[test]
fn acquisition_follows_only_the_acquired_units() {
    let (mut table, gun) = pak("2-2-8");
    table.position.forces.acquire(gun, table.place("xD4"), &[1], false);
    let to = table.place("xC4");
    table.set(1).at = standto::rules::aslsk::state::Whereabouts::On(to);
    acquisition::track(&table.position.ground, &mut table.position.forces, 1);
    let late = table.american("6-6-7", "xD4");
    assert_eq!(table.position.forces.acquisition(gun, table.place("xC4")), 1, "it is followed");
    assert_eq!(table.position.forces.acquisition(gun, table.place("xD4")), 0);
    let _ = late;
}

// card: 6.11, 6.10
#[test]
fn area_acquisition_counts_on_the_infantry_target_type() {
    let (mut table, gun) = pak("2-2-8");
    table.position.forces.acquire(gun, table.place("xD4"), &[], true);
    assert_eq!(table.to_hit(gun, "xD4", None), (8, -1));
    assert_eq!(table.to_hit(gun, "xD4", Some(TargetType::Area)), (7, -1));
}

// card: 6.10
#[test]
fn breaking_or_changing_hands_ends_acquisition() {
    let (mut table, gun) = pak("2-2-8");
    table.position.forces.acquire(gun, table.place("xD4"), &[1], false);
    let place = table.place("xD1");
    table.position.forces.drop_weapon(gun, Some(place));
    assert_eq!(table.position.forces.acquisition(gun, table.place("xD4")), 0);
}

// card: 6.5d, 6.5
#[test]
fn hazardous_movement_applies_in_the_dfph_too() {
    let mut table = Table::farmland();
    table.order().date = (1944, 9);
    let crew = table.german("2-2-8", "xD2");
    table.ordnance("pak40", crew, "ssw");
    table.american("6-6-6", "xD5");
    table.set(crew).pushing = true;
    table.open(Phase::DefensiveFire);
    let worked = table.attack(Mode::Final, &[Item::Unit(1)], &[], "xD2");
    assert!(worked.modifiers.iter().any(|line| line.value == -2), "{:?}", worked.modifiers);
    table.set(crew).pinned = true;
    let worked = table.attack(Mode::Final, &[Item::Unit(1)], &[], "xD2");
    assert!(!worked.modifiers.iter().any(|line| line.value == -2), "not any more");
}

#[test]
fn smoke_is_easier_below_thirteen_hexes() {
    for (hex, expected) in [("xD9", -2), ("xO6", 0)] {
        let mut table = Table::farmland();
        table.order().date = (1944, 12);
        let crew = table.german("2-2-8", if expected == 0 { "xA6" } else { "xD7" });
        let gun = table.ordnance("pak40", crew, "e");
        table.unit(Side::B, Nation::American, "6-6-6", hex);
        let mut shot = table.shot(gun, Mode::Prep, hex);
        shot.ammo = Some(Ammo::Smoke);
        let worked = shot.work_out(&table.position);
        let sum: i16 =
            worked.modifiers.iter().filter(|line| line.label.contains("Smoke")).map(|line| line.value).sum();
        assert_eq!(sum, expected, "{hex}: {:?}", worked.modifiers);
    }
}

// card: 6.8, 3.4
#[test]
fn a_marked_gun_fires_ife_at_adjacent_hexes_at_half() {
    let mut table = Table::farmland();
    let crew = table.unit(Side::B, Nation::German, "2-2-8", "xD3");
    let gun = table.ordnance("flak38", crew, "nne");
    table.position.forces.weapons[0].marker = Marker::First;
    table.position.forces.weapons[0].fired = true;
    for hex in ["xD2", "xD1"] {
        table.unit(Side::A, Nation::American, "6-6-6", hex);
    }
    table.open(Phase::DefensiveFire);
    assert!(table.offers(&format!("fire i{gun} D2")) && !table.offers(&format!("fire i{gun} D1")));
    let worked = table.attack(Mode::Final, &[Item::Equivalent(gun)], &[], "xD2");
    assert_eq!(worked.firepower.to_string(), "4", "halved and doubled");
    assert_eq!(table.position.forces.breakdown(gun, true), 9, "11 less 2");
}

// card: 6.12, 6.8
#[test]
fn subsequent_ife_eliminates_the_gun_on_twelve() {
    for (faces, there) in [([4, 5], true), ([6, 6], false)] {
        let mut table = Table::farmland();
        let crew = table.unit(Side::B, Nation::German, "2-2-8", "xD3");
        let gun = table.ordnance("flak38", crew, "nne");
        table.position.forces.weapons[0].marker = Marker::First;
        table.position.forces.weapons[0].fired = true;
        table.unit(Side::A, Nation::American, "6-6-6", "xD2");
        table.open(Phase::DefensiveFire);
        table.play(&format!("fire i{gun} D2"), &[]);
        // 9 on the 4 column has no effect.
        table.play("shoot", &faces);
        assert_eq!(table.w(gun).there(), there, "{faces:?}");
        assert!(!there || table.w(gun).broken);
    }
}

// card: 6.6
#[test]
fn the_gunshield_protects_only_the_good_order_manning_crew() {
    let mut table = Table::farmland();
    table.order().date = (1944, 9);
    let crew = table.american("2-2-7", "xD4");
    table.ordnance("us-57", crew, "nne");
    table.german("4-6-7", "xD1");
    let sum = |table: &Table| table.attack(Mode::Prep, &[Item::Unit(1)], &[], "xD4").fire.modifier;
    assert_eq!(sum(&table), 2, "through its arc");
    broken(&mut table, crew);
    assert_eq!(sum(&table), 0);
}

// card: 6.5, 3.3j
#[test]
fn a_gun_enters_by_manhandling() {
    // A British crew with an OML 3-in. MTR enters on the north edge on turn 1, as the paratroopers do in S9.
    for (faces, stands) in [([3, 3], true), ([6, 5], false)] {
        let mut table = Table::new();
        let crew = table.unit(Side::B, Nation::British, "2-2-8", "wC3");
        let gun = table.ordnance("oml3", crew, "ssw");
        let group =
            table.position.forces.order.groups.iter().position(|group| group.side == Side::B).unwrap();
        table.set(crew).group = group as u8;
        table.set(crew).at = standto::rules::aslsk::state::Whereabouts::Off;
        table.position.turn.awaited.fill(false);
        table.position.turn.attacker = Side::B;
        table.open(Phase::Movement);
        table.play(&format!("move u{crew}"), &[]);
        assert!(table.offers("go M1"), "moving on its own it would leave the mortar behind");
        // M# 11, 2 MF for Open Ground: 6+2 moves, 11+2 does not.
        table.play(&format!("push m{gun} M1"), &faces);
        assert_eq!(table.at(crew), if stands { "wM1" } else { "off" });
        assert!(table.w(gun).there());
    }
}
