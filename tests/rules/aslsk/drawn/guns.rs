//! Guns in other hands, turned, pushed and fired at (3.2.4, 6).

use standto::rules::aslsk::fire::aim::Mode;
use standto::rules::aslsk::position::Phase;
use standto::rules::aslsk::state::{Item, Marker};
use standto::rules::aslsk::tables::counters::Nation;
use standto::rules::aslsk::tables::guns::{Ammo, TargetType};
use standto::side::Side;

use super::super::shelter::broken;
use super::super::table::Table;

/// A German PaK 40 in xD1 pointing down the hexrow at Americans in xD4.
fn pak(holder: &str) -> (Table, u8) {
    let mut table = Table::farmland();
    table.battle().date = (1944, 9);
    let crew = table.german(holder, "xD1");
    let gun = table.ordnance("pak40", crew, "ssw");
    table.american("6-6-6", "xD4");
    table.open(Phase::PrepFire);
    (table, gun)
}

// card: 3.2.4d, 5.5
#[test]
fn everything_that_makes_a_shot_worse_adds_up() {
    let (table, gun) = pak("2-2-8");
    assert_eq!(table.to_hit(gun, "xD4", None), (8, 0));
    let (mut table, gun) = pak("4-6-7");
    assert_eq!(table.to_hit(gun, "xD4", None), (8, 2), "no crew");
    table.position.weapons[0].nation = Nation::American;
    assert_eq!(table.to_hit(gun, "xD4", None), (8, 4), "and captured");
    table.set(0).pinned = true;
    assert_eq!(table.to_hit(gun, "xD4", None), (8, 6), "and pinned");
    table.set(0).cx = true;
    assert_eq!(table.to_hit(gun, "xD4", None), (8, 7), "and exhausted");
    assert_eq!(table.position.rate(gun), 0, "2, one less for each of two");
}

// card: 4c, 4d
#[test]
fn a_crew_at_its_gun_has_one_of_the_two() {
    let (mut table, gun) = pak("2-2-8");
    table.american("6-6-6", "xD2");
    assert!(table.offers("fire u0 D2") && table.offers(&format!("fire m{gun} D4")));
    table.play("fire u0 D2", &[]);
    table.play("shoot", &[6, 5]);
    assert!(!table.offers(&format!("fire m{gun} D4")), "who fires himself serves no Gun");
    let (mut table, gun) = pak("4-6-7");
    table.american("6-6-6", "xD2");
    table.play("fire u0 D2", &[]);
    table.play("shoot", &[6, 5]);
    assert!(table.offers(&format!("fire m{gun} D4")), "a squad fires one weapon beside its own fire");
}

// card: 3.2.4c, 3.2.4i
#[test]
fn fire_at_an_area_is_the_last_of_the_turn() {
    let (mut table, gun) = pak("2-2-8");
    table.play(&format!("fire m{gun} D4"), &[]);
    table.play("area-target", &[]);
    table.play("shoot", &[1, 6, 6, 6]);
    assert!(!table.offers(&format!("fire m{gun} D4")), "no rate, and nothing intensive either");
}

// card: 6.10
#[test]
fn a_unit_that_comes_into_the_acquired_hex_unseen_is_not_acquired_while_the_first_is_followed() {
    let (mut table, gun) = pak("2-2-8");
    table.position.acquire(gun, table.place("xD4"), &[1], false);
    let to = table.place("xC4");
    table.set(1).at = standto::rules::aslsk::state::Whereabouts::On(to);
    table.position.track(1);
    let late = table.american("6-6-7", "xD4");
    assert_eq!(table.position.acquisition(gun, table.place("xC4")), 1, "it is followed");
    assert_eq!(table.position.acquisition(gun, table.place("xD4")), 0);
    let _ = late;
}

// card: 6.11, 6.10
#[test]
fn an_acquired_area_may_be_shot_at_as_infantry() {
    let (mut table, gun) = pak("2-2-8");
    table.position.acquire(gun, table.place("xD4"), &[], true);
    assert_eq!(table.to_hit(gun, "xD4", None), (8, -1));
    assert_eq!(table.to_hit(gun, "xD4", Some(TargetType::Area)), (7, -1));
}

// card: 6.10
#[test]
fn who_breaks_or_changes_hands_has_acquired_nothing() {
    let (mut table, gun) = pak("2-2-8");
    table.position.acquire(gun, table.place("xD4"), &[1], false);
    let place = table.place("xD1");
    table.position.drop_weapon(gun, Some(place));
    assert_eq!(table.position.acquisition(gun, table.place("xD4")), 0);
}

// card: 6.5d, 6.5
#[test]
fn who_pushed_is_caught_in_the_defensive_fire_phase_too() {
    let mut table = Table::farmland();
    table.battle().date = (1944, 9);
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
        table.battle().date = (1944, 12);
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
fn a_marked_gun_fires_its_equivalent_next_door_at_half() {
    let mut table = Table::farmland();
    let crew = table.unit(Side::B, Nation::German, "2-2-8", "xD3");
    let gun = table.ordnance("flak38", crew, "nne");
    table.position.weapons[0].marker = Marker::First;
    table.position.weapons[0].fired = true;
    for hex in ["xD2", "xD1"] {
        table.unit(Side::A, Nation::American, "6-6-6", hex);
    }
    table.open(Phase::DefensiveFire);
    assert!(table.offers(&format!("fire i{gun} D2")) && !table.offers(&format!("fire i{gun} D1")));
    let worked = table.attack(Mode::Final, &[Item::Equivalent(gun)], &[], "xD2");
    assert_eq!(worked.firepower.to_string(), "4", "halved and doubled");
    assert_eq!(table.position.breakdown(gun, true), 9, "11 less 2");
}

// card: 6.12, 6.8
#[test]
fn an_equivalent_fired_again_ruins_the_gun_on_twelve() {
    for (faces, there) in [([4, 5], true), ([6, 6], false)] {
        let mut table = Table::farmland();
        let crew = table.unit(Side::B, Nation::German, "2-2-8", "xD3");
        let gun = table.ordnance("flak38", crew, "nne");
        table.position.weapons[0].marker = Marker::First;
        table.position.weapons[0].fired = true;
        table.unit(Side::A, Nation::American, "6-6-6", "xD2");
        table.open(Phase::DefensiveFire);
        table.play(&format!("fire i{gun} D2"), &[]);
        // 9 on the column of 4 is nothing.
        table.play("shoot", &faces);
        assert_eq!(table.w(gun).there(), there, "{faces:?}");
        assert!(!there || table.w(gun).broken);
    }
}

// card: 6.6
#[test]
fn the_shield_is_for_the_crew_that_serves_and_for_nobody_broken() {
    let mut table = Table::farmland();
    table.battle().date = (1944, 9);
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
fn a_gun_comes_in_by_being_pushed_in() {
    // A British crew with a three-inch mortar comes in on the north edge in turn 1, as paratroopers do in S9.
    for (faces, stands) in [([3, 3], true), ([6, 5], false)] {
        let mut table = Table::new();
        let crew = table.unit(Side::B, Nation::British, "2-2-8", "wC3");
        let gun = table.ordnance("oml3", crew, "ssw");
        let group = table.position.battle.groups.iter().position(|group| group.side == Side::B).unwrap();
        table.set(crew).group = group as u8;
        table.set(crew).at = standto::rules::aslsk::state::Whereabouts::Off;
        table.position.awaited.fill(false);
        table.position.attacker = Side::B;
        table.open(Phase::Movement);
        table.play(&format!("move u{crew}"), &[]);
        assert!(table.offers("go M1"), "by itself it would leave the mortar behind");
        // M# 11, 2 MF for open ground: 6 and 2 roll on, 11 and 2 do not.
        table.play(&format!("push m{gun} M1"), &faces);
        assert_eq!(table.at(crew), if stands { "wM1" } else { "off" });
        assert!(table.w(gun).there());
    }
}
