//! Unit quality, Weapons, and the order of phases (1.2, 3.9, 4, 5).

use standto::rules::aslsk::calculator::Cowering;
use standto::rules::aslsk::fire::aim::Mode;
use standto::rules::aslsk::state::Item;
use standto::rules::aslsk::tables::counters::Nation;
use standto::rules::aslsk::tables::weapons::Weight;
use standto::rules::aslsk::turn::phase::Phase;
use standto::rules::aslsk::turn::rally::Step;
use standto::side::Side;

use super::super::table::Table;
use super::{broken, rally};

// card: 5.1
#[test]
fn failing_by_more_than_the_elr_replaces_the_unit() {
    for (dice, name) in [([5, 4], "6-6-6"), ([6, 4], "5-4-6")] {
        let mut table = Table::new();
        let firer = table.german("4-6-7", "wC3");
        let target = table.american("6-6-6", "wC2");
        // The group has an ELR; a morale of 6 and 1MC.
        let elr = table.position.forces.order.groups[0].elr;
        table.order().groups[0].elr = 4;
        table.open(Phase::PrepFire);
        table.play(&format!("fire u{firer} C2"), &[]);
        table.play("shoot", &[3, 4, dice[0], dice[1]]);
        assert!(table.u(target).broken);
        assert_eq!(table.u(target).data().name, name, "{dice:?}, ELR 4 (was {elr})");
    }
}

// card: 5.3
#[test]
fn an_original_2_may_create_a_leader() {
    let mut table = Table::new();
    let squad = table.german("4-6-7", "wS8");
    broken(&mut table, squad);
    rally(&mut table, Step::SelfRally);
    // German -1: a 3 is a final 2: 8-0.
    table.play("self-rally u0", &[1, 1, 3]);
    assert!(table.told("creates a 8-0"));
    assert_eq!(table.position.forces.units.len(), 2);
}

// card: 5.4
#[test]
fn green_troops_without_a_leader() {
    let mut table = Table::new();
    let green = table.american("5-3-6", "wC3");
    table.german("4-6-7", "wC4");
    assert_eq!(table.position.forces.allowance(green, false, false, false), 6);
    let cowering = |table: &Table| table.attack(Mode::Prep, &[Item::Unit(green)], &[], "wC4").fire.cowering;
    assert_eq!(cowering(&table), Cowering::Inexperienced);
    table.american("8-0", "wC3");
    assert_eq!(table.position.forces.allowance(green, false, false, false), 8);
    assert_eq!(cowering(&table), Cowering::Normal);
}

// card: 4d
#[test]
fn firing_two_weapons_forfeits_the_squads_fp() {
    let mut table = Table::new();
    let squad = table.german("4-6-7", "wC3");
    table.machine_gun(Nation::German, Weight::Light, squad);
    table.machine_gun(Nation::German, Weight::Medium, squad);
    table.american("6-6-6", "wC4");
    table.open(Phase::PrepFire);
    table.play("fire m0 C4", &[]);
    table.play("join m1", &[]);
    assert!(!table.offers("join u0"));
    let mut table = Table::new();
    let half = table.german("2-4-7", "wC3");
    table.machine_gun(Nation::German, Weight::Light, half);
    table.american("6-6-6", "wC4");
    table.open(Phase::PrepFire);
    table.play("fire m0 C4", &[]);
    assert!(!table.offers("join u0"), "a half-squad fires its weapon or itself");
}

// card: 4.1
#[test]
fn a_mg_malfunctions_on_its_b_number_after_the_attack() {
    let mut table = Table::new();
    let squad = table.american("6-6-6", "wC3");
    table.machine_gun(Nation::American, Weight::Light, squad);
    table.german("4-6-7", "wC2");
    table.position.turn.attacker = Side::B;
    table.open(Phase::PrepFire);
    assert_eq!(table.position.forces.breakdown(0, false), 11);
    assert_eq!(table.position.forces.breakdown(0, true), 9, "two lower for subsequent fire");
    table.play("fire m0 C2", &[]);
    table.play("shoot", &[5, 6]);
    assert!(table.w(0).broken && table.told("IFT 4"));
}

// card: 4c
#[test]
fn weapons_may_be_eliminated_with_their_owner() {
    for (die, there, broken) in [(1, false, false), (3, true, true), (4, true, false)] {
        let mut table = Table::new();
        let firer = table.german("4-6-7", "wC3");
        let squad = table.american("6-6-6", "wC2");
        let gun = table.machine_gun(Nation::American, Weight::Light, squad);
        let leader = table.german("9-1", "wC3");
        table.open(Phase::PrepFire);
        table.play(&format!("fire u{firer} C2"), &[]);
        table.play(&format!("direct u{leader}"), &[]);
        // 8 FP, leader -1: 2+1-1 is 1KIA; then a dr on the same column.
        table.play("shoot", &[1, 2, die]);
        assert!(table.gone(squad));
        assert_eq!((table.w(gun).there(), table.w(gun).broken), (there, broken), "{die}");
    }
}

// card: 1.2.3, 1.2.4
#[test]
fn only_the_possessing_unit_fires_a_weapon() {
    let mut table = Table::new();
    let squad = table.german("4-6-7", "wC3");
    let gun = table.machine_gun(Nation::German, Weight::Light, squad);
    table.american("6-6-6", "wC2");
    table.open(Phase::PrepFire);
    assert!(table.offers("fire m0 C2"));
    let place = table.place("wC3");
    table.position.forces.drop_weapon(gun, Some(place));
    assert!(!table.offers("fire m0 C2"));
    assert!(table.u(squad).data().broken == 7 && !table.u(squad).data().self_rally());
}

// card: 3, 3.9
#[test]
fn eight_phases_per_player_turn() {
    let mut table = Table::new();
    table.german("4-6-7", "wC3");
    table.american("6-6-6", "wM10");
    table.position.turn.number = 1;
    table.position.turn.attacker = table.position.battle.moves;
    let first = table.position.turn.attacker;
    table.open(Phase::PrepFire);
    let mut seen = vec![Phase::PrepFire];
    for _ in 0..40 {
        if table.position.turn.attacker != first {
            break;
        }
        if *seen.last().unwrap() != table.position.turn.phase {
            seen.push(table.position.turn.phase);
        }
        table.play("done", &[]);
    }
    assert!(seen.windows(2).all(|pair| pair[0] < pair[1]), "in order");
    assert_eq!(table.position.turn.attacker, first.other());
    assert_eq!(table.position.turn.number, 1, "half a game turn has passed");
}
