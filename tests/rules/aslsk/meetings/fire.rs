//! Leaders, FG, losses and replacement under fire (3.2, 3.4, 3.5, 5.1).

use standto::dice::Dice;
use standto::game::Log;
use standto::rules::aslsk::fire::aim::Mode;
use standto::rules::aslsk::fire::attack::{Motion, directors};
use standto::rules::aslsk::ordnance::smoke::{Cloud, Thickness};
use standto::rules::aslsk::state::{Item, Marker};
use standto::rules::aslsk::tables::counters::Nation;
use standto::rules::aslsk::tables::weapons::Weight;
use standto::rules::aslsk::turn::phase::Phase;
use standto::side::Side;

use super::super::shelter::broken;
use super::super::table::{Table, column};
use super::first_fire::on_the_road;

// card: 3.2.2h, 3.4
#[test]
fn a_leader_keeps_directing_the_same_firers_only() {
    let mut table = on_the_road(&[("6-6-6", "wN7"), ("6-6-6", "wN7"), ("8-1", "wN7")]);
    table.play("go N4", &[]);
    table.play("fire u1 N4", &[]);
    table.play("direct u3", &[]);
    // 11-3 on the 6 column is a PTC.
    table.play("shoot", &[6, 5, 1, 1]);
    let may = |table: &Table, units: &[u8]| {
        let items: Vec<Item> = units.iter().copied().map(Item::Unit).collect();
        directors(&table.position.forces, Side::B, &items, table.place("wN7")) == [3]
    };
    assert!(may(&table, &[1]));
    assert!(!may(&table, &[2]) && !may(&table, &[1, 2]), "no others, and none added");
    table.set(3).pinned = true;
    assert!(!may(&table, &[1]));
}

// card: 3.2.2h
#[test]
fn a_group_of_two_hexes_needs_two_leaders_and_has_the_worse_of_them() {
    let mut table = Table::new();
    table.american("6-6-6", "wN4");
    let squads = [table.german("4-6-7", "wN7"), table.german("4-6-7", "wN8")];
    let (good, poor) = (table.german("9-1", "wN7"), table.german("8-0", "wN8"));
    let items = squads.map(Item::Unit);
    assert_eq!(column(&table.attack(Mode::Prep, &items, &[good, poor], "wN4")), (8, 0));
    table.open(Phase::PrepFire);
    table.play("fire u1 N4", &[]);
    table.play("join u2", &[]);
    table.play(&format!("direct u{good}"), &[]);
    assert!(!table.offers("shoot"), "every hex has its leader or none has");
    table.play(&format!("direct u{poor}"), &[]);
    assert!(table.offers("shoot"));
}

// card: 3.4
#[test]
fn a_mg_with_rof_fires_at_range_in_the_dfph_without_its_squad() {
    let mut table = Table::new();
    table.german("4-6-7", "wN4");
    let squad = table.american("6-6-6", "wN7");
    let gun = table.machine_gun(Nation::American, Weight::Medium, squad);
    table.set(squad).marker = Marker::First;
    table.set(squad).fired = true;
    table.position.forces.weapons[0].fired = true;
    table.open(Phase::DefensiveFire);
    assert!(table.offers(&format!("fire m{gun} N4")) && !table.offers(&format!("fire u{squad} N4")));
    table.position.forces.weapons[0].marker = Marker::First;
    assert!(!table.offers(&format!("fire m{gun} N4")), "marked, only at the next hex");
}

// card: 3.2.3i, 1.2.4.1
#[test]
fn pinned_units_lose_rof() {
    for (pinned, marker) in [(false, Marker::None), (true, Marker::Prep)] {
        let mut table = Table::new();
        let squad = table.german("4-6-7", "wN4");
        let gun = table.machine_gun(Nation::German, Weight::Heavy, squad);
        table.american("6-6-6", "wN7");
        table.set(squad).pinned = pinned;
        table.open(Phase::PrepFire);
        table.play(&format!("fire m{gun} N7"), &[]);
        table.play("shoot", if pinned { &[1, 6] } else { &[1, 6, 1, 1] });
        assert_eq!(table.w(gun).marker, marker, "{pinned}");
    }
}

// card: 3.5b, 3.2.2a, 3.5a
#[test]
fn assault_fire_adds_one_and_rounds_up_within_normal_range_only() {
    for (name, hex, firepower) in
        [("6-6-6", "wN7", "4"), ("5-3-6", "wN7", "4"), ("5-3-6", "wN8", "1.25"), ("6-6-6", "wN5", "7")]
    {
        let mut table = Table::new();
        let squad = table.american(name, "wN4");
        table.german("4-6-7", hex);
        table.position.turn.attacker = Side::B;
        let worked = table.attack(Mode::Advancing, &[Item::Unit(squad)], &[], hex);
        assert_eq!(worked.firepower.to_string(), firepower, "{name} at {hex}");
    }
}

// card: 3.2.3g, 3.2.3e, 3.2.3d
#[test]
fn the_loss_of_a_leader_in_a_stack_of_all_kinds() {
    let mut table = Table::new();
    let captain = table.german("9-2", "wC3");
    let (first, pinned, hurt) =
        (table.german("8-1", "wC3"), table.german("8-0", "wC3"), table.german("7-0", "wC3"));
    let (routed, steady) = (table.german("4-6-7", "wC3"), table.german("4-4-7", "wC3"));
    table.set(pinned).pinned = true;
    broken(&mut table, hurt);
    broken(&mut table, routed);
    // 8-1: 5+2; 8-0: 2; the broken 7-0: 8 fails 7, wound dr 2; the broken squad: 7+1 fails 7; the other: 6+1
    // is 7.
    let faces = [2, 3, 1, 1, 4, 4, 2, 3, 4, 3, 3];
    let (mut dice, mut log) = (Dice::taped(&faces), Log::on());
    let mut losses = Vec::new();
    table.position.effects().eliminate(captain, None, &mut dice, &mut log, &mut losses).unwrap();
    table.position.effects().after_losses(losses, &mut dice, &mut log).unwrap();
    assert_eq!(dice.unread(), 0);
    assert!(!table.u(first).broken && !table.u(pinned).broken);
    assert!(table.u(hurt).wounded && !table.gone(hurt));
    assert_eq!(table.u(routed).data().name, "2-4-7", "broken already, it is reduced");
    assert!(table.u(steady).pinned && !table.u(steady).broken);
}

// card: 3.2.3g, 3.2.3j
#[test]
fn a_broken_leader_causes_lltc_for_good_order_units_only() {
    let mut table = Table::new();
    let leader = table.german("9-1", "wC3");
    let (equal, below, routed) =
        (table.german("9-2", "wC3"), table.german("4-6-7", "wC3"), table.german("4-6-7", "wC3"));
    broken(&mut table, routed);
    // 7+1 against 7: pinned. The equal leader and the broken squad do not check.
    let (mut dice, mut log) = (Dice::taped(&[3, 4]), Log::on());
    let mut losses = Vec::new();
    table.position.effects().break_unit(leader, &mut log, &mut losses);
    table.position.effects().after_losses(losses, &mut dice, &mut log).unwrap();
    assert_eq!(dice.unread(), 0);
    assert!(table.u(below).pinned && !table.u(equal).pinned && !table.u(routed).pinned);
}

// card: 5.1, 5.4, 3.2.3f
#[test]
fn elr_replacement_goes_down_one_step() {
    for (name, after) in [
        ("6-6-7", "6-6-6"),
        ("6-6-6", "5-4-6"),
        ("5-4-6", "5-3-6"),
        ("5-3-6", "5-3-6"),
        ("7-4-7", "7-4-7"),
        ("3-4-6", "2-3-6"),
    ] {
        let mut table = Table::new();
        table.order().groups[0].elr = 0;
        let firer = table.german("4-6-7", "wC3");
        let target = table.american(name, "wC2");
        table.open(Phase::PrepFire);
        table.play(&format!("fire u{firer} C2"), &[]);
        // 8 FP, 7: 1MC, and 11 fails by five and more.
        table.play("shoot", &[3, 4, 5, 6]);
        assert!(table.u(target).broken);
        assert_eq!(table.u(target).data().name, after, "{name}");
    }
}

// card: 5.1, 3.2.3f
#[test]
fn a_12_reduces_breaks_and_replaces_unless_already_broken() {
    let fire = |routed: bool, faces: &[u8]| {
        let mut table = Table::new();
        table.order().groups[0].elr = 0;
        let firer = table.german("4-6-7", "wC3");
        let target = table.american("6-6-6", "wC2");
        if routed {
            broken(&mut table, target);
        }
        table.open(Phase::PrepFire);
        table.play(&format!("fire u{firer} C2"), &[]);
        table.play("shoot", faces);
        (table.u(target).data().name.clone(), table.gone(target))
    };
    assert_eq!(fire(false, &[3, 4, 6, 6]), ("2-3-6".into(), false));
    // Broken, morale 8: 11+1 fails, Casualty Reduction without replacement; 12 eliminates.
    assert_eq!(fire(true, &[3, 4, 5, 6]), ("3-4-6".into(), false));
    assert!(fire(true, &[3, 4, 6, 6]).1);
}

// card: 1.2.5c, 3.2.1d
#[test]
fn smoke_and_grain_block_los_at_six() {
    let mut table = Table::new();
    table.american("6-6-6", "wN7");
    let squad = table.german("4-6-7", "wN3");
    let cloud =
        |table: &Table, hex: &str, thickness| Cloud { place: table.place(hex), thickness, side: Side::A };
    let between = |table: &Table| table.position.ground.hindrance(table.place("wN3"), table.place("wN7"));
    table.position.ground.smoke.push(cloud(&table, "wN5", Thickness::Full));
    table.position.ground.smoke.push(cloud(&table, "wN7", Thickness::Grenades));
    assert_eq!(between(&table), Some(5), "through 3, into 2");
    table.position.ground.smoke.push(cloud(&table, "wN5", Thickness::Dispersed));
    assert_eq!(between(&table), Some(5), "of two Smoke counters in a hex the larger DRM counts");
    table.position.ground.smoke.push(cloud(&table, "wN6", Thickness::ThinPhosphorus));
    assert_eq!(between(&table), None, "six and more block");
    table.position.ground.smoke = vec![cloud(&table, "wN3", Thickness::Dispersed)];
    assert_eq!(between(&table), Some(3), "fire out of Smoke one more");
    table.open(Phase::PrepFire);
    assert!(table.offers(&format!("fire u{squad} N7")));
}

// card: 6.10
#[test]
fn a_broken_crew_loses_acquisition() {
    let mut table = Table::new();
    let crew = table.german("2-2-8", "wN4");
    let gun = table.ordnance("pak40", crew, "sse");
    table.american("6-6-6", "wN8");
    table.open(Phase::PrepFire);
    table.play(&format!("fire m{gun} N8"), &[]);
    // A 12 would malfunction the Gun; 11 misses.
    table.play("shoot", &[5, 6]);
    assert!(table.w(gun).carriage.acquired.is_some());
    let (mut log, mut losses) = (Log::off(), Vec::new());
    table.position.effects().break_unit(crew, &mut log, &mut losses);
    assert!(table.w(gun).carriage.acquired.is_none());
}

// card: 3.2.2c, 3.2.2b
#[test]
fn fractions_of_fp_are_kept_and_added() {
    let mut table = Table::new();
    table.american("6-6-6", "wN3");
    // 4 at Long Range is 2, pinned 1; a HS's 2 beyond 4 hexes is 1: 2 in all.
    let squad = table.german("4-4-7", "wN8");
    let half = table.german("2-3-7", "wN8");
    table.set(squad).pinned = true;
    let worked = table.attack(Mode::Prep, &[Item::Unit(squad), Item::Unit(half)], &[], "wN3");
    assert_eq!(worked.firepower.to_string(), "2");
    let motion = Motion::default();
    let fire = table.attack_on(Mode::Prep, &[Item::Unit(squad)], &[], "wN3", motion);
    assert_eq!(column(&fire).0, 1, "1 on the first column");
}
