//! Riders and what happens to their vehicle (17, 18).

use standto::rules::panzertruppe::firing::Motion;
use standto::rules::panzertruppe::state::{Flag, Slot};

use super::super::table::{Setup, Table, duel};

fn on_foot(t: &Table, tag: &str) -> bool {
    t.position.forces.spot(t.id(tag)).is_some()
}

/// A Pz IV against an M36 or another vehicle with two infantry units aboard; faces for one hit.
fn hit(target: &str, faces: &[u8]) -> Table {
    let allies = format!("= b independent\n{target}\nInfantry @ A1\nInfantry MG @ A1\nM36 @ 4016 W");
    let mut t = duel("= a independent\nPz IV H-J @ 0505 E\nTruck @ 0101 E", &allies);
    t.play("fire G1 gun A1", &[]);
    t.play("resolve", faces);
    t
}

// card 18.1, 18.5, 5.2
#[test]
fn any_hit_makes_riders_dismount() {
    // 75L at ten inches on the front of a Sherman: +1 0 +1 -2: no effect up to 4, 5 stuns, 6 immobilises, 7
    // destroys.
    let sherman = "M4 Sherman 76 @ 1505 W";
    let riders = |faces: &[u8]| {
        let t = hit(sherman, faces);
        (t.condition("A1"), t.condition("A2"), t.condition("A3"), on_foot(&t, "A2") && on_foot(&t, "A3"))
    };
    assert_eq!(riders(&[10, 4]), ("none", "none", "none", true), "a hit without effect");
    assert_eq!(riders(&[10, 5]), ("stunned", "stunned", "stunned", true));
    assert_eq!(riders(&[10, 6]), ("immobilised", "none", "none", true));
    assert_eq!(riders(&[10, 7]).1, "destroyed");
    let missed = hit(sherman, &[1]);
    assert!(!on_foot(&missed, "A2"), "a miss leaves them where they are");
    // With the tank between them and the enemy.
    let t = hit(sherman, &[10, 4]);
    assert!(t.at("A2").starts_with("16") && t.at("A3").starts_with("16"), "{} {}", t.at("A2"), t.at("A3"));
    // A halftrack that is hit keeps its riders.
    let t = hit("M3 halftrack @ 1505 W", &[10, 1]);
    assert_eq!((t.condition("A1"), t.condition("A2"), on_foot(&t, "A2")), ("immobilised", "none", false));
}

// card 18.1
#[test]
fn firing_the_main_gun_makes_riders_dismount() {
    let mut t = duel(
        "= a independent\nPz IV H-J @ 0505 E\nInfantry @ G1\nTruck @ 0101 E",
        "= b independent\nM36 @ 1505 W\nInfantry @ 1005 W",
    );
    let mut later = t.clone();
    t.play("fire G1 gun A1", &[]);
    assert!(!on_foot(&t, "G2"));
    t.play("resolve", &[1]);
    assert!(on_foot(&t, "G2"));
    later.idle_to(1, 5, &[]);
    later.go("fire G1 coax A2; fire G1 bow A2");
    later.play("resolve", &[1, 1]);
    assert!(!on_foot(&later, "G2"));
}

// card 18.3, 18.5, 15.4, 6.4
#[test]
fn a_truck_under_machine_guns() {
    let fire = |truck: &str, face: u8, more: &[u8]| {
        let allies = format!("= b independent\n{truck}\nInfantry @ A1\nM36 @ 4016 W");
        let mut t = duel("= a independent\nInfantry MG @ 0505 E\nTruck @ 0101 E", &allies);
        t.idle_to(1, 5, &[]);
        assert!(!t.offered("fire G1 arms A2"));
        let need = t.need("G1", Slot::Arms, "A1");
        t.play("fire G1 arms A1", &[]);
        let mut faces = vec![(need + i16::from(face)) as u8];
        faces.extend(more);
        t.play("resolve", &faces);
        (t.condition("A1"), t.condition("A2"), t.at("A1"), need)
    };
    // 7 at eight inches, +1 unarmoured.
    assert_eq!(fire("Truck @ 1305 W", 0, &[]), ("stunned", "stunned", "1305".into(), 6));
    assert_eq!(fire("Truck @ 1305 W", 3, &[]), ("destroyed", "destroyed", "-".into(), 6));
    assert_eq!(fire("Truck @ 1305 W moving", 0, &[5]), ("stunned", "stunned", "1205".into(), 7));
}

// card 17.4, 17.3, 18.6
#[test]
fn back_blast_by_place_and_die() {
    let fire = |carrier: &str, die: u8| {
        let mut t = duel(
            &format!("= a independent\n{carrier} @ 0505 E\nInfantry panzershreck @ G1\nTruck @ 0101 E"),
            "= b independent\nM4 Sherman 76 @ 0705 W\nM36 @ 4016 W",
        );
        t.play("fire G2 hand A1", &[]);
        t.play("resolve", &[1, die]);
        (t.is("G1", Flag::Burning), t.is("G2", Flag::Depleted))
    };
    assert_eq!(fire("Truck", 1), (true, true), "a 1 does both");
    assert_eq!(fire("Truck", 2), (false, true));
    assert_eq!(fire("SdKfz 251/1", 9), (true, false));
    assert_eq!(fire("SdKfz 251/1", 10), (false, false));
    assert_eq!(fire("Pz IV H-J", 9), (false, false), "on a tank, not within it");
}

// card 18.7, 2.5
#[test]
fn infantry_mounts_a_vehicle_that_has_stopped() {
    let mut t = duel("SdKfz 251/1 @ 0505 E moving\nInfantry @ 0806 E\nTruck @ 0101 E", "M36 @ 4016 W");
    t.idle_to(1, 3, &[]);
    let mut in_motion = t.clone();
    in_motion.go("move G1; step E; step E; drive; move G2");
    assert!(!in_motion.offers().iter().any(|offer| offer.starts_with("board")));
    t.go("move G1; step E; step E; stop; faced; move G2; board G1");
    assert!(t.position.forces.carrier(t.id("G2")).is_some());
    assert_eq!(t.motion("G1"), Motion::Stopped);
}

// card 18.1, 15.3
#[test]
fn stunned_dismounted_riders_are_eliminated_by_adjacent_enemies() {
    let mut t = hit("M4 Sherman 76 @ 0805 W", &[10, 4]);
    assert_eq!((t.condition("A2"), t.condition("A3")), ("stunned", "stunned"));
    t.idle_to(1, 3, &[]);
    t.go("move G1; step E; step N");
    assert_eq!(t.condition("A2"), "stunned", "two inches off");
}

// card 12.1, 18.1
#[test]
fn riders_are_fired_at_from_ambush() {
    let mut t = Setup {
        axis: "= a independent\nPz IV H-J @ 1012 E moving\nInfantry @ G1\nTruck @ 0101 E",
        allies: "= b independent\nInfantry MG @ 1210 N\nTruck @ 4016 W",
        terrain: &[("b", "1011 1111 1311 1411")],
        ..Setup::default()
    }
    .open();
    t.idle_to(1, 3, &[]);
    t.go("move G1; step E; step E; step E");
    assert_eq!(t.offers(), ["hold", "ambush arms 1212"]);
    let mut stuns = t.clone();
    // Two inches: 5, moving target -1: 6 stuns, 9 destroys.
    stuns.play("ambush arms 1212", &[6]);
    assert_eq!((stuns.condition("G2"), on_foot(&stuns, "G2")), ("stunned", true));
    assert_eq!(stuns.asks(), "step", "the tank goes on");
    t.play("ambush arms 1212", &[9]);
    assert_eq!((t.condition("G2"), t.condition("G1")), ("destroyed", "none"));
}
