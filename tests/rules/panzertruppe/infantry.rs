//! Cards of chapters 15 and 16: infantry, machine guns and small arms.

use super::table::Setup;
use super::table::duel;
use standto::rules::panzertruppe::firing::Hit;
use standto::rules::panzertruppe::firing::shot::Shot;
use standto::rules::panzertruppe::state::Slot;

// card 15.1
#[test]
fn three_inches_on_foot_and_four_on_a_road() {
    let walk = |roads: &[&str], terrain: &[(&str, &str)]| {
        let mut t = Setup { axis: "Infantry @ 0505 E", roads, terrain, ..Setup::default() }.open();
        t.idle_to(1, 3, &[]);
        t.play("move G1", &[]);
        t.as_far_as_it_goes("step E")
    };
    assert_eq!(walk(&[], &[]), 3);
    assert_eq!(walk(&["0505 0605 0705 0805 0905 1005"], &[]), 4);
    assert_eq!(walk(&["0505 0605 0705 0805"], &[]), 3, "off the road at the end");
    assert_eq!(walk(&[], &[("m", "0605 0705 0805")]), 1, "half in swamp");
    assert_eq!(walk(&[], &[("s", "0605")]), 1, "a stream takes it all");
    assert_eq!(walk(&[], &[("w", "0605 0705 0805")]), 3, "woods do not matter");
}

// card 15.2
#[test]
fn infantry_under_gun_fire() {
    let t = duel("Pz IV H-J @ 0505 E\nPz III J-L @ 0506 E", "Infantry @ 1505 W\nM36 @ 1506 W");
    assert!(matches!(t.shot("G1", Slot::Main, "A1").expect("a shot"), Shot::Aimed(_, Hit::Destroys, _)));
    assert!(matches!(t.shot("G2", Slot::Main, "A1").expect("a shot"), Shot::Aimed(_, Hit::Stuns, _)));
    // -1 for infantry; the M36 is on overwatch, +1.
    assert_eq!(t.need("G1", Slot::Main, "A1"), t.need("G1", Slot::Main, "A2") + 2);
}

// card 15.3
#[test]
fn stunned_infantry_is_lost_when_the_enemy_comes_near() {
    let mut t = duel("Pz IV H-J @ 0505 E moving\nPz III J-L @ 0109 E", "Infantry @ 0905 W\nM36 @ 4016 W");
    t.play("fire G2 gun A1", &[]);
    t.play("resolve", &[10]);
    assert_eq!(t.condition("A1"), "stunned");
    t.idle_to(1, 3, &[]);
    t.play("move G1", &[]);
    for _ in 0..3 {
        t.play("step E", &[]);
    }
    assert_eq!(t.condition("A1"), "destroyed");
}

// card 15.4
#[test]
fn small_arms_in_their_phases() {
    let mut t = duel(
        "Infantry @ 0505 E\nInfantry panzerschreck @ 0510 E".replace("schreck", "shreck").as_str(),
        "Infantry @ 0705 W\nM36 @ 0710 W",
    );
    assert!(!t.offered("fire G1 arms A1"), "not in phase 2");
    assert!(t.offered("fire G2 hand A2"));
    t.idle_to(1, 5, &[]);
    assert!(t.offered("fire G1 arms A1") && !t.offered("fire G2 arms A2"), "nothing against armour");
    // 2 inches: 6; stunned at 6, eliminated at 9.
    assert_eq!(t.need("G1", Slot::Arms, "A1"), 6);
    t.play("fire G1 arms A1", &[]);
    let mut dead = t.clone();
    t.play("resolve", &[8]);
    assert_eq!(t.condition("A1"), "stunned");
    dead.play("resolve", &[9, 10]);
    assert_eq!(dead.condition("A1"), "destroyed");
    t.idle_to(1, 9, &[]);
    assert!(t.offered("fire G1 arms A1"), "again in the other phase");
    t.play("fire G2 hand A2", &[]);
    assert!(!t.offered("fire G2 arms A1"), "not beside the anti-tank weapon");
}

// card 16.1
#[test]
fn the_mounts_of_machine_guns() {
    let mut t = duel(
        "Pz IV H-J @ 0505 E\nSdKfz 251/1 @ 0510 W",
        "Infantry @ 1005 W\nInfantry @ 1007 W\nInfantry @ 1010 W\nM36 @ 4016 W",
    );
    t.idle_to(1, 5, &[]);
    assert!(t.offered("fire G1 bow A1") && t.offered("fire G1 coax A1"));
    // 5 east and 2 north: 22 degrees, within 30 but not 20.
    assert!(!t.offered("fire G1 bow A2") && t.offered("fire G1 coax A2"));
    assert!(t.offered("fire G2 open A3"), "all round, even behind");
}

// card 16.2
#[test]
fn coaxial_guns_and_the_turret() {
    let mut t = duel("Pz IV H-J @ 0505 E", "Infantry @ 1005 W\nM36 @ 2005 W");
    t.idle_to(1, 5, &[]);
    let mut main = t.clone();
    t.play("fire G1 coax A1", &[]);
    assert!(!t.offered("fire G1 gun A2") && t.offered("fire G1 bow A1"));
    t.play("resolve", &[1]);
    t.idle_to(1, 9, &[]);
    assert!(!t.offered("fire G1 coax A1") && !t.offered("fire G1 gun A2"), "its marker stays");
    main.play("fire G1 gun A2", &[]);
    assert!(!main.offered("fire G1 coax A1") && main.offered("fire G1 bow A1"));
}
