//! Fire at who moves: what it leaves behind, the second and the protective (3.3.1 with 1.2, 3.2, 4.3).

use standto::rules::aslsk::ordnance::smoke::Thickness;
use standto::rules::aslsk::position::Phase;
use standto::rules::aslsk::state::{Item, Marker};
use standto::rules::aslsk::tables::counters::Nation;
use standto::rules::aslsk::tables::weapons::Weight;
use standto::rules::aslsk::turn::Frame;
use standto::side::Side;

use super::super::shelter::broken;
use super::super::table::Table;

/// A German squad in wN3 about to go down the open road; Americans further down it.
pub fn on_the_road(defenders: &[(&str, &str)]) -> Table {
    let mut table = Table::new();
    table.german("4-6-7", "wN3");
    for (name, hex) in defenders {
        table.american(name, hex);
    }
    table.open(Phase::Movement);
    table.play("move u0", &[]);
    table
}

/// Residual firepower in a hex.
fn left(table: &Table, hex: &str) -> u8 {
    let place = table.place(hex);
    table.position.residual.iter().find(|(there, _)| *there == place).map_or(0, |(_, left)| *left)
}

/// Shoots with faces that do nothing on the column of 6 and below at -2.
fn in_vain(table: &mut Table, fire: &str) {
    table.play(fire, &[]);
    table.play("shoot", &[6, 5]);
}

// card: 3.3.1h, 3.3.1f
#[test]
fn a_larger_attack_takes_the_place_of_what_a_smaller_one_left_and_not_the_reverse() {
    for order in [[1, 2], [2, 1]] {
        // 6 factors leave 3, the 3 of a half-squad on the column of 2 leave 1.
        let mut table = on_the_road(&[("6-6-6", "wN7"), ("3-4-6", "wN8")]);
        table.play("go N4", &[]);
        for firer in order {
            in_vain(&mut table, &format!("fire u{firer} N4"));
        }
        assert_eq!(left(&table, "wN4"), 3, "{order:?}");
        assert!(!table.offers("fire u1 N4") && !table.offers("fire u2 N4"), "one MF, one shot of each");
    }
}

/// A squad with a medium machine gun fires as one at who has come to wN4, with these faces.
fn group(faces: &[u8]) -> Table {
    let mut table = on_the_road(&[("6-6-6", "wN7")]);
    table.machine_gun(Nation::American, Weight::Medium, 1);
    table.play("go N4", &[]);
    table.play("fire u1 N4", &[]);
    table.play("join m0", &[]);
    table.play("shoot", faces);
    table
}

// card: 3.3.1h, 1.2.4.1
#[test]
fn a_weapon_that_keeps_its_rate_leaves_nothing_of_its_own_behind() {
    // 10 on the column of 8 leave 4; with the gun firing on, the squad's 6 leave 3.
    let kept = group(&[1, 6, 1, 1]);
    assert_eq!((left(&kept, "wN4"), kept.w(0).marker), (3, Marker::None));
    let spent = group(&[3, 6, 1, 1]);
    assert_eq!((left(&spent, "wN4"), spent.w(0).marker), (4, Marker::First));
}

// card: 3.3.1h, 3.2.2e, 4.1
#[test]
fn who_cowers_and_breaks_his_gun_leaves_half_of_the_column_below_his_own() {
    // 12: the gun breaks, the squad's 6 cower to the column of 4, which leaves 2.
    let table = group(&[6, 6]);
    assert!(table.w(0).broken);
    assert_eq!(left(&table, "wN4"), 2);
    assert_eq!(table.u(1).marker, Marker::Final, "who cowers is marked with final fire");
}

// card: 3.3.1h, 3.3.1b, 3.3e
#[test]
fn residual_firepower_against_assault_movement_and_in_woods() {
    let mut table = on_the_road(&[]);
    let place = table.place("wN4");
    table.position.residual.push((place, 4));
    table.play("assault", &[]);
    table.play("go N4", &[5, 6]);
    assert!(table.told("Residual FP 4 in wN4: DRM -1, DR 11 (5, 6)"), "FFMO alone");
    let mut table = Table::new();
    table.german("4-6-7", "wC3");
    let place = table.place("wC4");
    table.position.residual.push((place, 4));
    table.open(Phase::Movement);
    table.play("move u0", &[]);
    // Woods +1, FFNAM -1.
    table.play("go C4", &[5, 6]);
    assert!(table.told("Residual FP 4 in wC4: DRM +0, DR 11 (5, 6)"));
}

// card: 3.3.1h, 3.3.1c, 3.2.1d
#[test]
fn through_an_orchard_ffmo_goes_and_the_rest_is_a_column_thinner() {
    let mut table = Table::new();
    let map = table.position.map();
    let target = table.place("wJ5");
    let start = map.around(target).map(|(_, at)| at).find(|&at| {
        map.terrain(at).row().mf == 2 && map.level(at) == 0 && map.range(at, table.place("wI2")) > 2
    });
    let start = table.position.name(start.expect("open ground beside wJ5")).to_owned();
    table.german("4-6-7", &start);
    table.american("6-6-6", "wI2");
    table.open(Phase::Movement);
    table.play("move u0", &[]);
    table.play("go J5", &[]);
    table.play("fire u1 J5", &[]);
    // One hindrance and FFNAM; 11 on the column of 6 is nothing.
    table.play("shoot", &[6, 5]);
    assert!(table.told("IFT 6, DRM +0, … no effect"), "{:?}", table.events);
    // 3 on the column of 2, one column less for the hindrance.
    assert_eq!(left(&table, "wJ5"), 1);
}

// card: 3.3.1h
#[test]
fn nothing_is_left_of_it_for_those_who_rout() {
    let mut table = on_the_road(&[("6-6-6", "wN7")]);
    table.play("go N4", &[]);
    in_vain(&mut table, "fire u1 N4");
    assert_eq!(left(&table, "wN4"), 3, "while others may come");
    while table.position.phase == Phase::Movement {
        table.play("done", &[]);
    }
    assert!(table.position.residual.is_empty());
}

// card: 3.3.1d, 3.3.1f, 4.1
#[test]
fn a_second_fire_uses_the_machine_gun_too_and_breaks_it_sooner() {
    let mut table = on_the_road(&[("6-6-6", "wN8")]);
    let gun = table.machine_gun(Nation::American, Weight::Medium, 1);
    table.set(1).marker = Marker::First;
    table.set(1).fired = true;
    table.play("go N4", &[]);
    assert_eq!((table.position.breakdown(gun, false), table.position.breakdown(gun, true)), (12, 10));
    table.play("fire u1 N4", &[]);
    // The gun has not fired: it takes part with all it has, the squad with half; 10 breaks nothing that fires its
    // first fire. 10-2 on the column of 6 is a pin task check.
    table.play("join m0", &[]);
    table.play("shoot", &[4, 6, 1, 1]);
    assert!(table.told("7 FP"), "{:?}", table.events);
    assert!(
        !table.w(gun).broken && table.w(gun).marker == Marker::Final && table.u(1).marker == Marker::Final
    );
}

// card: 3.3.1d
#[test]
fn who_has_a_closer_enemy_in_sight_fires_no_second_time_at_one_beyond() {
    let mut table = on_the_road(&[("6-6-6", "wN8")]);
    table.set(1).marker = Marker::First;
    let near = table.german("4-4-7", "wN6");
    table.play("go N4", &[]);
    assert!(!table.offers("fire u1 N4"), "wN6 is nearer");
    broken(&mut table, near);
    assert!(!table.offers("fire u1 N4"), "broken, it is an enemy still");
}

/// A squad and its machine gun, all of their fire used up, as a German comes beside them.
fn protective() -> Table {
    let mut table = Table::new();
    table.german("4-6-7", "wN5");
    let defender = table.american("6-6-6", "wN7");
    table.machine_gun(Nation::American, Weight::Medium, defender);
    table.set(defender).marker = Marker::Final;
    table.set(defender).fired = true;
    table.position.weapons[0].marker = Marker::Final;
    table.open(Phase::Movement);
    table.play("move u0", &[]);
    table
}

// card: 3.3.1e
#[test]
fn protective_fire_is_of_all_they_have_and_of_the_pinned_too() {
    for (pinned, firepower) in [(false, 10), (true, 5)] {
        let mut table = protective();
        table.set(1).pinned = pinned;
        table.play("go N6", &[]);
        table.play("fire u1 N6", &[]);
        let Some(Frame::Attack(attack)) = table.position.frames.last() else { panic!() };
        assert_eq!(attack.items, [Item::Unit(1), Item::Weapon(0)], "the gun fires along");
        // Halved for the second fire, once more if pinned, doubled beside the target.
        assert_eq!(attack.work_out(&table.position).firepower.to_string(), firepower.to_string());
    }
}

// card: 3.3.1e, 5.1
#[test]
fn the_roll_that_kills_breaks_and_replaces_who_fired_it() {
    let mut table = protective();
    table.battle().groups[0].elr = 2;
    table.play("go N6", &[]);
    table.play("fire u1 N6", &[]);
    // 9-2 on the column of 8 is 1MC, which the mover passes; 9 against 6 fails by 3, more than the ELR.
    table.play("shoot", &[4, 5, 1, 1]);
    assert!(table.u(1).broken && table.u(1).data().name == "5-4-6");
    assert_eq!(left(&table, "wN6"), 4, "and yet it leaves its half");
}

// card: 3.3.1e, 3.2.2h
#[test]
fn a_leader_who_directs_protective_fire_takes_the_check_as_well() {
    let mut table = protective();
    let leader = table.american("8-1", "wN7");
    table.set(leader).directed = standto::rules::aslsk::fire::attack::bit(Item::Unit(1))
        | standto::rules::aslsk::fire::attack::bit(Item::Weapon(0));
    table.set(leader).marker = Marker::First;
    table.play("go N6", &[]);
    table.play("fire u1 N6", &[]);
    table.play(&format!("direct u{leader}"), &[]);
    // 10-3 on the column of 8: 1MC. 10-1 fails the squad's 6; the leader has nobody's help: 10 fails his 8.
    table.play("shoot", &[4, 6, 1, 1]);
    assert!(table.u(1).broken && table.u(leader).broken);
    assert!(table.w(0).broken, "10 breaks a machine gun that fires again");
}

// card: 3.2.3f
#[test]
fn who_broke_on_the_move_is_fired_at_again_as_it_stands() {
    let mut table = on_the_road(&[("6-6-6", "wN7"), ("6-6-7", "wN8")]);
    table.play("go N4", &[]);
    table.play("fire u1 N4", &[]);
    // 8-2 on the column of 6 is 1MC: 8+1 fails 7 by 2.
    table.play("shoot", &[3, 5, 4, 4]);
    assert!(table.u(0).broken);
    // FFMO and FFNAM go on counting; broken, a failed check reduces it.
    table.play("fire u2 N4", &[]);
    table.play("shoot", &[3, 5, 4, 4]);
    assert!(table.told("IFT 6, DRM -2, … 1MC") && table.u(0).data().name.starts_with("2-"));
}

// card: 3.3.1c, 1.2.5c
#[test]
fn into_smoke_one_moves_dearer_and_not_in_the_open() {
    let mut table = on_the_road(&[("6-6-6", "wN7")]);
    let place = table.place("wN4");
    table.position.lay_smoke(place, Thickness::Grenades, Side::A);
    table.play("go N4", &[]);
    let Some(Frame::Mover(mover)) = table.position.frames.iter().rev().find(|f| matches!(f, Frame::Mover(_)))
    else {
        panic!()
    };
    assert_eq!(mover.spent, 4, "1 MF and 1 for the smoke");
    table.play("fire u1 N4", &[]);
    table.play("shoot", &[6, 5]);
    assert!(table.told("IFT 6, DRM +1,"), "smoke +2, FFNAM -1");
}

// card: 4.3, 3.3.1h, 3.3.1a
#[test]
fn who_places_a_charge_is_swept_by_what_is_left_in_his_hex() {
    let mut table = Table::new();
    let squad = table.german("5-4-8", "wM7");
    let charge = table.charge(squad);
    table.american("6-6-6", "wM8");
    let place = table.place("wM7");
    table.position.residual.push((place, 6));
    table.open(Phase::Movement);
    table.play("move u0", &[]);
    // 8-2 on the column of 6 is 1MC, and 7+1 pins him.
    table.play("charge m0 M8", &[3, 5, 3, 4]);
    assert!(table.told("Residual FP 6 in wM7: DRM -2, DR 8 (3, 5)"));
    assert!(table.u(squad).pinned);
    table.let_pass();
    assert!(table.position.charges.is_empty() && table.w(charge).there(), "pinned, he has placed nothing");
}

// card: 3.3i, 3.3.1a
#[test]
fn who_takes_up_a_weapon_on_the_move_may_be_fired_at() {
    let mut table = Table::new();
    let squad = table.german("4-6-7", "wN4");
    let gun = table.machine_gun(Nation::German, Weight::Light, squad);
    let place = table.place("wN4");
    table.position.drop_weapon(gun, Some(place));
    table.american("6-6-6", "wN7");
    table.open(Phase::Movement);
    table.play("move u0", &[]);
    table.play("recover u0 m0", &[5]);
    assert_eq!(table.w(gun).holder, Some(squad));
    table.play("fire u1 N4", &[]);
    table.play("shoot", &[6, 5]);
    assert!(table.told("IFT 6, DRM -2,"), "he moves, in the open");
}

// card: 3.3.1a, 3.2.4a
#[test]
fn a_shell_at_who_moves_spares_who_stands_there() {
    let mut table = Table::new();
    let mover = table.german("4-6-7", "wN3");
    let stander = table.german("4-4-7", "wN4");
    let crew = table.american("2-2-7", "wN7");
    table.ordnance("us-57", crew, "nnw");
    table.open(Phase::Movement);
    table.play("move u0", &[]);
    table.play("go N4", &[]);
    table.play("fire m0 N4", &[]);
    let Some(Frame::Shot(shot)) = table.position.frames.last() else { panic!("{:?}", table.choices()) };
    assert_eq!(shot.targets, [mover]);
    let _ = stander;
}
