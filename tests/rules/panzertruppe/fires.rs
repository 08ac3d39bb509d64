//! Cards of chapter 17: depletion and back blast.

use standto::rules::panzertruppe::firing::shot::Shot;
use standto::rules::panzertruppe::state::Flag;
use standto::rules::panzertruppe::state::Slot;

use super::table::{Setup, Table, duel};

// card 17.1, 17.2
#[test]
fn a_panzerschreck_on_a_sherman() {
    let t = duel(
        "Infantry panzershreck @ 0505 E\nInfantry panzerfaust 44 @ 0507 E",
        "M4 Sherman 76 @ 0805 W\nInfantry @ 0807 W",
    );
    // 3 inches: 0; the target on overwatch +1. Effect +4 and -2.
    let Shot::Aimed(to_hit, hit, _) = t.shot("G1", Slot::Hand, "A1").expect("a shot") else {
        panic!("aimed")
    };
    assert_eq!((to_hit.need, hit.sum()), (Some(5), Some(2)));
    assert!(!t.offered("fire G2 hand A2"), "panzerfausts do nothing to infantry");
    assert!(t.offered("fire G1 hand A2"));
}

// card 17.3
#[test]
fn depletion() {
    let mut t = duel(
        "Infantry panzershreck @ 0505 E\nInfantry panzerfaust 44 @ 0506 E",
        "M4 Sherman 76 @ 0705 W\nM36 @ 4016 W",
    );
    t.go("fire G1 hand A1; fire G2 hand A1");
    t.play("resolve", &[1, 3, 1, 4]);
    let gone = |tag: &str| t.position.forces.state(t.id(tag)).is(Flag::Depleted);
    assert!(!gone("G1") && gone("G2"));
}

// card 17.4
#[test]
fn back_blast_sets_the_building_on_fire() {
    let mut t = Setup {
        axis: "Infantry panzershreck @ 0505 E\nPz IV H-J @ 0101 E",
        allies: "M4 Sherman 76 @ 0705 W\nM36 @ 4016 W",
        terrain: &[("b", "0505")],
        ..Setup::default()
    }
    .open();
    t.play("fire G1 hand A1", &[]);
    t.play("resolve", &[1, 3]);
    t.idle_to(1, 3, &[]);
    assert!(!t.offered("end"), "the building must be abandoned");
    t.play("move G1", &[]);
    assert!(!t.offered("stop"));
    t.play("step W", &[]);
    assert!(t.offered("stop"));
}

// card 17.6, 18.6
#[test]
fn only_small_arms_from_a_moving_vehicle() {
    let mut t =
        duel("SdKfz 251/1 @ 0505 E moving\nInfantry panzershreck @ G1", "Infantry @ 0605 W\nM36 @ 0706 W");
    t.idle_to(1, 3, &[]);
    t.go("move G1; step W; drive");
    t.idle_to(1, 5, &[]);
    assert!(!t.offered("fire G2 hand A2") && t.offered("fire G2 arms A1"));
}

// card 17.3, 3.6
#[test]
fn a_weapon_fired_at_a_lost_target_may_be_depleted() {
    let mut t = duel(
        "Tiger I @ 0505 E\nInfantry panzerfaust 44 @ 0506 E\nTruck @ 0101 E",
        "= a independent\nM36 @ 0705 W\nM36 @ 4016 W",
    );
    t.go("fire G1 gun A1; fire G2 hand A1");
    t.play("resolve", &[10, 10, 4]);
    assert!(t.is("G2", Flag::Depleted));
}

/// A halftrack with a panzerschreck has fired, and an odd depletion roll has set it on fire.
fn burning() -> Table {
    let mut t = duel(
        "= riflemen\nSdKfz 251/1 @ 0505 E\nInfantry panzershreck @ G1\nInfantry @ 0510 E\n= others independent\nTruck @ 0101 E",
        "M4 Sherman 76 @ 0705 W",
    );
    t.play("fire G2 hand A1", &[]);
    t.play("resolve", &[1, 3]);
    assert!(t.is("G1", Flag::Burning));
    t
}

// card 17.4, 11.2
#[test]
fn burning_vehicles_count_as_lost_at_once_and_only_once() {
    let t = burning();
    let group = usize::from(t.position.battle.unit(t.id("G1")).group);
    assert_eq!((t.position.forces.groups[group].lost, t.position.forces.groups[group].puffs), (1, true));
    let mut t = t.clone();
    t.idle_to(1, 3, &[]);
    assert_eq!(t.asks(), "abandon");
    t.play("bail", &[]);
    assert_eq!(t.condition("G1"), "destroyed");
    assert_eq!(t.position.forces.groups[group].lost, 1);
    assert!(t.position.forces.spot(t.id("G2")).is_some(), "its riders are out");
}

// card 17.5
#[test]
fn a_burning_vehicle_may_make_an_errant_turn() {
    let mut t = burning();
    t.idle_to(1, 3, &[]);
    // 2: 45 degrees to the left, an inch to the north-east.
    t.play("errant", &[2]);
    assert_eq!(t.condition("G1"), "destroyed");
    let place = t.position.forces.state(t.id("G1")).place();
    let there = t.position.battle.index("0606".parse().unwrap()).unwrap();
    assert_eq!(place, standto::rules::panzertruppe::state::Place::Lost(there));
}

// card 17.4
#[test]
fn piats_and_atrs_have_no_back_blast() {
    let mut t = Setup {
        nations: ["Britain", "Germany"],
        axis: "Infantry PIAT @ 0505 E\nInfantry ATR @ 0506 E\nTruck @ 0101 E",
        allies: "Pz IV H-J @ 0705 W",
        terrain: &[("b", "0505 0506")],
        ..Setup::default()
    }
    .open();
    t.go("fire G1 hand A1; fire G2 hand A1");
    t.play("resolve", &[1, 3, 1]);
    assert!(!t.is("G1", Flag::Burning) && !t.is("G2", Flag::Burning));
    assert!(!t.is("G2", Flag::Depleted), "ATRs are not depleted");
    t.idle_to(1, 5, &[]);
    assert!(!t.offered("fire G1 hand A1") && t.offered("fire G2 hand A1"), "ATRs have a double rate of fire");
}

// card 17.4
#[test]
fn infantry_that_cannot_leave_a_burning_building_is_lost() {
    let mut t = Setup {
        axis: "= a independent\nInfantry panzershreck @ 0505 E\nTruck @ 0101 E",
        allies: "M4 Sherman 76 @ 0705 W",
        terrain: &[("b", "0505")],
        ..Setup::default()
    }
    .open();
    t.play("fire G1 hand A1", &[]);
    t.stun("G1");
    t.play("resolve", &[1, 3]);
    assert_eq!(t.condition("G1"), "destroyed");
}
