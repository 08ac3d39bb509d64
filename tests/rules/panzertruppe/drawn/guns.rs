//! Guns and the vehicles that tow them (13, 14, 27).

use standto::rules::panzertruppe::firing::Motion;
use standto::rules::panzertruppe::state::Slot;

use super::super::table::{Setup, duel};

// card 13.2
#[test]
fn hits_on_guns_by_calibre_and_facing() {
    let fire = |firer: &str, facing: &str, faces: &[u8]| {
        let mut t = duel(
            &format!("= a independent\n{firer} @ 0505 E\nTruck @ 0101 W"),
            &format!("= b independent\n6-pounder @ 1505 {facing}\nM36 @ 4016 W"),
        );
        t.play("fire G1 gun A1", &[]);
        t.play("resolve", faces);
        t.condition("A1")
    };
    assert_eq!(fire("Pz IV H-J", "W", &[10]), "destroyed", "75 mm from the front, no roll");
    assert_eq!(fire("Pz III J-L", "N", &[10]), "destroyed", "50 mm from the side");
    assert_eq!(fire("Pz III J-L", "E", &[10]), "destroyed", "or the rear");
    // 50L at ten inches: +1 -2 +1 +4: a 1 stuns, a 2 has no effect, a 3 destroys.
    assert_eq!(fire("Pz III J-L", "W", &[10, 1]), "stunned");
    assert_eq!(fire("Pz III J-L", "W", &[10, 2]), "none");
    assert_eq!(fire("Pz III J-L", "W", &[10, 3]), "destroyed");
}

// card 14.1, 6.2
#[test]
fn a_gun_in_tow_shares_the_stun() {
    let mut t = duel(
        "= a independent\nPz IV H-J @ 0505 E\nTruck @ 0101 E",
        "= b independent\nM3 halftrack @ 1505 W\n6-pounder @ A1\nM36 @ 4016 W",
    );
    assert!(!t.offered("fire G1 gun A2"), "all fire is at the vehicle");
    let effect = t.effect("G1", Slot::Main, "A1").unwrap();
    t.play("fire G1 gun A1", &[]);
    let mut gone = t.clone();
    gone.play("resolve", &[10, 10]);
    assert_eq!((gone.condition("A1"), gone.condition("A2")), ("destroyed", "destroyed"));
    // +1 0 +1 +3: no roll stuns; a 1 immobilises.
    assert_eq!(effect, 5);
    t.play("resolve", &[10, 1]);
    assert_eq!((t.condition("A1"), t.condition("A2")), ("immobilised", "none"));
    t.idle_to(1, 8, &[]);
    assert!(t.offers().iter().any(|offer| offer.starts_with("unhitch")), "{:?}", t.offers());
}

// card 14.2, 14.3, 14.4, 3.3
#[test]
fn set_up_time_by_calibre() {
    let run = |gun: &str| {
        let mut t = duel(
            &format!("= a independent\nUnarmoured halftrack @ 0505 W\n{gun} @ G1\nTruck @ 0101 E"),
            "= b independent\nM36 @ 1505 W\nM36 @ 4016 W",
        );
        t.idle_to(1, 3, &[]);
        let unhitch = t.first("unhitch G2 E");
        t.play(&unhitch, &[]);
        while t.position.turn.phase.number() == 3 {
            let choice = ["faced", "stop", "end"].into_iter().find(|c| t.offered(c)).unwrap();
            t.play(choice, &[]);
        }
        let marker = t.motion("G2");
        t.idle_to(1, 5, &[]);
        (marker, t.offered("fire G2 gun A1"))
    };
    assert_eq!(run("75 mm PaK 40"), (Motion::Stopped, true));
    // The wheels of the Flak 88 let it fire limbered.
    assert_eq!(run("Flak 88").0, Motion::Stopped);
    assert!(!run("105 mm howitzer").1, "not before it is unlimbered");
}

// card 14.6, 18.8, 2.8
#[test]
fn a_towing_vehicle_neither_reverses_nor_takes_riders() {
    let mut t = duel(
        "= a independent\nTruck @ 0505 E moving\n75 mm PaK 40 @ G1\nInfantry @ 0506 E\nTruck @ 0101 E",
        "= b independent\nM36 @ 4016 W",
    );
    t.idle_to(1, 3, &[]);
    t.play("move G1", &[]);
    assert!(!t.offers().iter().any(|offer| offer.starts_with("reverse")));
    t.go("stop; faced");
    t.play("move G3", &[]);
    assert!(!t.offered("board G1"));
}

// card 27, 15.1
#[test]
fn a_stun_between_cliff_levels_destroys() {
    let mut t = Setup {
        axis: "= a independent\nInfantry @ 0505 E\nTruck @ 0101 E",
        allies: "= b independent\nM36 @ 0409 W\nInfantry MG @ 0405 W",
        levels: &[("2", "0605")],
        ..Setup::default()
    }
    .open();
    t.idle_to(1, 3, &[]);
    t.play("move G1", &[]);
    t.play("step E", &[]);
    if t.offered("stop") {
        t.play("stop", &[]);
    }
    t.idle_to(1, 4, &[]);
    t.play("fire A2 arms G1", &[]);
    let need = t.need("A2", Slot::Arms, "G1");
    t.play("resolve", &[need as u8]);
    assert_eq!(t.condition("G1"), "destroyed");
}

// card 3.5, 13.3
#[test]
fn arcs_of_large_and_small_guns() {
    let t = duel(
        "= a independent\n75 mm PaK 40 @ 0505 E\nFlak 88 @ 0508 E\nTruck @ 0101 E",
        "= b independent\nM36 @ 1509 W\nM36 @ 1512 W\nM36 @ 1511 W",
    );
    // 0505 to 1509 is 21.8 degrees, 0508 to 1512 too, 0508 to 1511 is 16.7.
    assert!(t.offered("fire G1 gun A1") && !t.offered("fire G2 gun A2") && t.offered("fire G2 gun A3"));
}
