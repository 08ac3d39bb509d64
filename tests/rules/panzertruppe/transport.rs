//! Cards of chapter 18: riders, mounting and dismounting.

use standto::game::Rules;
use standto::rules::panzertruppe::firing::Motion;
use standto::rules::panzertruppe::state::{Flag, Slot};

use super::table::{Setup, duel};

// card 18.1
#[test]
fn riders_on_tanks() {
    let mut t = duel(
        "Infantry MG @ 0507 E\nPz IV H-J @ 0101 E",
        "M4 Sherman 76 @ 1005 W\nInfantry @ A1\nInfantry @ A1\nM36 @ 4016 W",
    );
    t.idle_to(1, 5, &[]);
    assert!(t.offered("fire G1 arms A2"), "small arms at the riders");
    t.play("fire G1 arms A2", &[]);
    let face = t.need("G1", Slot::Arms, "A2") as u8;
    t.play("resolve", &[face]);
    assert_eq!(t.condition("A2"), "stunned");
    assert!(t.position.forces.spot(t.id("A2")).is_some(), "they are on the ground");
    t.idle_to(1, 7, &[]);
    assert!(t.position.forces.carrier(t.id("A3")).is_some());
}

// card 18.2
#[test]
fn crouching_in_carriers_after_a_stun() {
    let mut t = duel(
        "Infantry MG @ 0507 E\nPz IV H-J @ 0101 E",
        "M3 halftrack @ 1005 W\nInfantry @ A1\nM36 @ 4016 W",
    );
    t.idle_to(1, 5, &[]);
    t.play("fire G1 arms A2", &[]);
    let face = t.need("G1", Slot::Arms, "A2") as u8;
    t.play("resolve", &[face]);
    assert!(t.position.forces.state(t.id("A2")).is(Flag::Crouching));
    t.idle_to(1, 9, &[]);
    assert!(!t.offered("fire G1 arms A2"));
}

// card 18.3
#[test]
fn a_jeep_needs_its_driver_and_trucks_take_the_fire() {
    let mut t = duel(
        "Jeep @ 0505 E\nInfantry @ G1\nJeep @ 0508 E\nTruck @ 0510 E\nInfantry @ G4",
        "Infantry MG @ 0710 W\nM36 @ 4016 W",
    );
    t.idle_to(1, 3, &[]);
    assert!(t.offered("move G1") && !t.offered("move G3"));
    t.idle_to(1, 4, &[]);
    assert!(t.offered("fire A1 arms G4") && !t.offered("fire A1 arms G5"));
}

// card 18.5
#[test]
fn riders_share_the_fate_of_their_vehicle() {
    let mut t = duel("Pz IV H-J @ 0505 E", "M3 halftrack @ 1505 W\nInfantry @ A1\nM36 @ 4016 W");
    t.play("fire G1 gun A1", &[]);
    t.play("resolve", &[10, 10]);
    assert_eq!((t.condition("A1"), t.condition("A2")), ("destroyed", "destroyed"));
}

// card 18.7, 18.8
#[test]
fn getting_off() {
    let mut t = duel(
        "SdKfz 251/1 @ 0505 E\nInfantry @ G1\nSdKfz 251/1 @ 0510 E moving\nInfantry @ G3",
        "M36 @ 4016 W",
    );
    t.idle_to(1, 3, &[]);
    t.play("dismount G2 W", &[]);
    assert!(t.offered("step W"), "from a vehicle at rest it goes on");
    t.play("stop", &[]);
    assert!(!t.offered("dismount G4 W"), "not from a moving vehicle");
    t.go("move G3; stop; faced; dismount G4 W");
    assert_eq!(t.position.decision().unwrap().kind, "move", "only an inch");
    assert_eq!(t.at("G4"), "0410");
}

// card 18.9
#[test]
fn cavalry_rides_twelve_inches() {
    let mut t = duel("Cavalry @ 0505 E", "M36 @ 4016 W");
    t.idle_to(1, 3, &[]);
    t.play("move G1", &[]);
    let steps = t.as_far_as_it_goes("step E");
    assert_eq!(steps, 12);
}

// card 18.2
#[test]
fn riders_in_carriers_crouch_and_stop_crouching_in_their_own_movement() {
    let mut t = duel(
        "SdKfz 251/1 @ 0505 E moving\nInfantry @ G1\nTruck @ 0509 E\nInfantry @ G3\nPz IV H-J @ 0511 E\nInfantry @ G5",
        "Infantry MG @ 0705 W\nM36 @ 4016 W",
    );
    t.idle_to(1, 3, &[]);
    assert!(!t.offered("move G4") && !t.offered("move G6"), "only in carriers");
    t.play("move G2", &[]);
    assert_eq!(t.offers(), ["stop", "crouch"]);
    t.play("crouch", &[]);
    assert!(!t.offered("move G2"), "once a phase");
    t.idle_to(1, 4, &[]);
    assert!(!t.offered("fire A1 arms G2"), "below the line of sight");
    t.idle_to(1, 5, &[]);
    assert!(!t.offered("fire G2 arms A1"), "and it does not fire");
    t.idle_to(2, 3, &[]);
    t.go("move G2; rise");
    t.idle_to(2, 4, &[]);
    assert!(t.offered("fire A1 arms G2"));
    t.idle_to(2, 5, &[]);
    assert!(t.offered("fire G2 arms A1"));
}

// card 18.2
#[test]
fn riders_in_a_kangaroo_always_crouch() {
    let mut t = Setup {
        nations: ["Britain", "Germany"],
        axis: "Ram Kangaroo @ 0505 E\nInfantry @ G1\nInfantry @ 0405 E",
        allies: "Infantry MG @ 0705 W\nTiger I @ 4016 W",
        ..Setup::default()
    }
    .open();
    assert!(t.is("G2", Flag::Crouching), "from the start");
    t.idle_to(1, 3, &[]);
    assert!(!t.offered("move G2"));
    t.go("move G3; board G1");
    assert!(t.is("G3", Flag::Crouching));
    t.idle_to(1, 4, &[]);
    assert!(!t.offered("fire A1 arms G2"));
}

// card 18.1
#[test]
fn riders_on_tanks_by_nation_year_and_weight() {
    let board = |year: u16, nation: &'static str, vehicle: &str| {
        let axis = format!("{vehicle} @ 0505 E\nInfantry @ 0404 E\nInfantry @ 0405 E\nInfantry @ 0406 E");
        let mut t = Setup {
            year,
            nations: [nation, if nation == "Germany" { "Russia" } else { "Germany" }],
            axis: &axis,
            allies: "Infantry @ 4016 W",
            ..Setup::default()
        }
        .open();
        t.idle_to(1, 3, &[]);
        let mut on = 0;
        for tag in ["G2", "G3", "G4"] {
            t.play(&format!("move {tag}"), &[]);
            if t.offered("board G1") {
                t.play("board G1", &[]);
                on += 1;
            } else {
                t.play("stop", &[]);
            }
        }
        on
    };
    assert_eq!(board(1944, "Germany", "Pz IV H-J"), 2, "medium");
    assert_eq!(board(1942, "Germany", "Pz II F"), 1, "light");
    assert_eq!(board(1941, "Germany", "Pz IV F1"), 0, "before 1942");
    assert_eq!(board(1941, "Russia", "KV-1"), 2, "but for the Russians");
    assert_eq!(board(1944, "Germany", "Marder II-III"), 0, "open-topped");
    assert_eq!(board(1944, "Germany", "SdKfz 250/1"), 1);
    assert_eq!(board(1944, "Germany", "SdKfz 251/1"), 2);
    assert_eq!(board(1944, "United States", "Truck"), 2);
}

// card 18.8
#[test]
fn towing_vehicles_carry_no_infantry() {
    let mut t = duel(
        "Truck @ 0505 E\n6-pounder @ G1\nInfantry @ 0405 E\nTruck @ 0508 E\nInfantry @ G4\n6-pounder @ 0408 E",
        "M36 @ 4016 W",
    );
    t.idle_to(1, 3, &[]);
    t.play("move G3", &[]);
    assert!(!t.offered("board G1"));
    t.go("stop; move G6");
    assert!(!t.offered("hitch G4"), "nor does a vehicle that carries infantry tow");
}

// card 18.7
#[test]
fn a_vehicle_moves_on_with_its_remaining_points() {
    let mut t = duel("SdKfz 251/1 @ 0505 E moving\nInfantry @ G1", "M36 @ 4016 W");
    t.idle_to(1, 3, &[]);
    t.go("move G1; step E; step E; stop; faced; dismount G2 S");
    assert_eq!(t.asks(), "move", "an inch from a moving vehicle");
    // Eight points, two gone, two to start: four inches.
    t.play("move G1", &[]);
    for _ in 0..4 {
        t.play("step E", &[]);
    }
    assert!(!t.offered("step E"));
    // The same after infantry mounted.
    let mut t = duel("SdKfz 251/1 @ 0505 E moving\nInfantry @ 0804 E", "M36 @ 4016 W");
    t.idle_to(1, 3, &[]);
    t.go("move G1; step E; step E; stop; faced");
    assert!(!t.offered("move G1"), "a stop is a stop");
    t.go("move G2; board G1; move G1; step E");
}

// card 18.7
#[test]
fn three_inches_with_the_first_off_the_vehicle_and_four_on_a_road() {
    let walk = |roads: &[&str]| {
        let mut t = Setup {
            axis: "Truck @ 0505 E\nInfantry @ G1",
            allies: "M36 @ 4016 W",
            roads,
            ..Setup::default()
        }
        .open();
        t.idle_to(1, 3, &[]);
        t.play("dismount G2 E", &[]);
        1 + t.as_far_as_it_goes("step E")
    };
    assert_eq!(walk(&[]), 3);
    assert_eq!(walk(&["0505 0605 0705 0805 0905 1005"]), 4);
}

// card 18.1, 21.4
#[test]
fn riders_dismount_from_a_tank_hit_by_shells() {
    let mut t = duel(
        "= a independent\nTiger I @ 1006 E\nInfantry @ G1\nTruck @ 0101 E",
        "= howitzers\nM7 Priest @ 3605 W battery=1\nM7 Priest @ 3606 W battery=1\nM7 Priest @ 3607 W battery=1\n\
         M7 Priest @ 3608 W battery=1\n= scouts independent\nM3 scout car @ 2006 W spotter",
    );
    t.idle_to(1, 4, &[]);
    t.play("call A5 1 G1", &[2]);
    t.play("resolve", &[10, 1]);
    assert_eq!(t.condition("G1"), "none");
    assert!(t.position.forces.carrier(t.id("G2")).is_none(), "any hit will do");
}

// card 2.3, 18.7
#[test]
fn riders_arrive_with_reserves() {
    let mut t = duel(
        "Truck @ 0505 E moving turn=2\nInfantry @ G1\n6-pounder @ 0508 E\nTruck @ 0101 E",
        "Infantry MG @ 0705 W\nM36 @ 4016 W",
    );
    t.idle_to(1, 3, &[]);
    assert!(t.position.forces.place_of(t.id("G2")).is_none());
    t.idle_to(2, 3, &[]);
    assert_eq!(t.at("G2"), "0505");
    t.go("move G1; stop; faced");
    assert!(t.offered("dismount G2 W"));
}

// card 18.9
#[test]
fn cavalry_in_the_saddle() {
    let mut t = duel(
        "Cavalry @ 0505 E\nCavalry @ 0507 E moving\nInfantry @ 0509 E",
        "Infantry @ 0705 W\nM36 @ 1505 W\nM3/M5 Stuart @ 1507 W",
    );
    assert_eq!((t.motion("G1"), t.motion("G2")), (Motion::Overwatch, Motion::Moving));
    // No -1 for infantry; overwatch +1, the moving one -1.
    let (horse, moving, foot) =
        (t.need("A2", Slot::Main, "G1"), t.need("A2", Slot::Main, "G2"), t.need("A2", Slot::Main, "G3"));
    assert_eq!((moving, foot), (horse + 2, horse + 2));
    t.idle_to(1, 3, &[]);
    t.go("move G1; step N; drive");
    t.idle_to(1, 5, &[]);
    assert!(!t.offered("fire G1 arms A1"), "not from a moving mount");
    t.idle_to(2, 3, &[]);
    // A moving unit that is given no move has stopped.
    t.idle_to(2, 5, &[]);
    assert_eq!(t.motion("G1"), Motion::Stopped);
    assert!(t.offered("fire G1 arms A1"));
    t.idle_to(3, 3, &[]);
    // Four of twelve points to dismount, and four to mount.
    t.go("move G1");
    for _ in 0..8 {
        t.play(if t.offered("step N") { "step N" } else { "step S" }, &[]);
    }
    assert!(t.offered("unmount"));
    t.play("unmount", &[]);
    t.idle_to(4, 3, &[]);
    t.go("move G1; mount");
    for _ in 0..8 {
        t.play(if t.offered("step N") { "step N" } else { "step S" }, &[]);
    }
    assert!(!t.offered("step N") && !t.offered("step S"));
}

// card 18.4
#[test]
fn the_enemy_can_take_an_abandoned_jeep() {
    let mut t = duel(
        "Infantry @ 0505 E\nPz IV H-J @ 0101 N",
        "= a independent\nJeep @ 0605 W\nJeep @ 0607 W\nInfantry @ A2\nM36 @ 1505 W",
    );
    t.idle_to(1, 3, &[]);
    t.go("move G1; board A1");
    assert!(t.position.forces.carrier(t.id("G1")) == Some(t.id("A1")));
    t.go("move A1; step W");
    assert_eq!(t.at("G1"), t.at("A1"), "it drives off with it");
    t.go("stop; faced");
    t.idle_to(1, 4, &[]);
    assert!(t.offered("fire A4 gun A1"), "its old side fires at it");
    t.idle_to(1, 8, &[]);
    assert!(!t.offered("move A1"), "and does not drive it");
    t.idle_to(2, 3, &[]);
    assert!(t.offered("move A1"));
    let mut manned = duel("Infantry @ 0507 E", "Jeep @ 0607 W\nInfantry @ A1\nM36 @ 4016 W");
    manned.idle_to(1, 3, &[]);
    manned.play("move G1", &[]);
    assert!(!manned.offered("board A1"), "nor one with its driver");
}

/// The Pz IV G1 hits a Sherman at 1505 with infantry on it. Returns the cell where the rider dismounts.
fn dismounts(axis: &str) -> String {
    let axis = format!("= a independent\n{axis}\nTruck @ 0101 E");
    let mut t = duel(&axis, "= b independent\nM4 Sherman 76 @ 1505 W\nInfantry @ A1\nM36 @ 4016 W");
    t.play("fire G1 gun A1", &[]);
    t.play("resolve", &[10, 1]);
    assert_eq!(t.condition("A1"), "none");
    t.at("A2")
}

// card 18.1
#[test]
fn riders_dismount_with_the_vehicle_between_them_and_the_firer() {
    assert_eq!(dismounts("Pz IV H-J @ 0505 E"), "1605", "straight behind it, not at its corner");
    assert_eq!(dismounts("Pz IV H-J @ 0515 SE"), "1604", "on the diagonal");
    assert_eq!(
        dismounts("Pz IV H-J @ 1516 S\nInfantry @ 1205 E"),
        "1504",
        "an enemy nearer by has not fired"
    );
}

// card 18.1, 15.4
#[test]
fn riders_stunned_by_small_arms_dismount_away_from_that_firer() {
    let mut t = duel(
        "= a independent\nInfantry MG @ 1510 S\nInfantry @ 1205 E\nTruck @ 0101 E",
        "= b independent\nM4 Sherman 76 @ 1505 W\nInfantry @ A1\nM36 @ 4016 W",
    );
    t.idle_to(1, 5, &[]);
    let face = t.need("G1", Slot::Arms, "A2") as u8;
    t.play("fire G1 arms A2", &[]);
    t.play("resolve", &[face]);
    assert_eq!(
        (t.condition("A2"), t.at("A2").as_str()),
        ("stunned", "1504"),
        "an enemy nearer by has not fired"
    );
}

// card 18.1
#[test]
fn riders_of_a_tank_that_fires_dismount_away_from_its_target() {
    let mut t = duel(
        "= a independent\nPz IV H-J @ 1515 S\nInfantry @ 1205 E\nTruck @ 0101 E",
        "= b independent\nM4 Sherman 76 @ 1505 N\nInfantry @ A1\nM36 @ 4016 W",
    );
    t.idle_to(1, 4, &[]);
    t.play("fire A1 gun G1", &[]);
    t.play("resolve", &[1]);
    assert_eq!(t.at("A2"), "1504");
}
