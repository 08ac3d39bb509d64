//! Indirect fire, smoke, fire into sections, hidden units and aircraft (21, 22, 24, 29 to 32).

use standto::game::Side;
use standto::rules::panzertruppe::state::{Flag, Slot};

use super::super::table::{Setup, Table, duel};

/// Four 105 mm howitzers with a spotter against these Allies; radio contact needs a 3.
fn battery(allies: &str) -> Table {
    duel(
        "= guns independent\n105 mm howitzer @ 0105 E battery=1\n105 mm howitzer @ 0106 E battery=1\n\
         105 mm howitzer @ 0107 E battery=1\n105 mm howitzer @ 0108 E battery=1\nSdKfz 222 @ 0512 E spotter",
        &format!("= b independent\n{allies}"),
    )
}

// card 21.2, 21.4, 3.2
#[test]
fn a_failed_radio_call_keeps_the_battery_loaded() {
    let mut t = battery("M36 @ 2007 W\nM36 @ 4016 W");
    t.play("call G5 1 A1", &[2]);
    t.play("pass", &[]);
    assert_eq!(t.position.forces.state(t.id("G1")).shots, 0);
    t.idle_to(1, 5, &[]);
    assert!(t.offered("call G5 1 A1"), "it may try again in its next fire phase");
    // 3 makes radio contact, the to-hit roll misses.
    t.play("call G5 1 A1", &[3]);
    t.play("resolve", &[1]);
    assert!(t.position.forces.state(t.id("G1")).shots > 0);
    t.idle_to(1, 9, &[]);
    assert!(!t.offered("call G5 1 A1"), "one shot between loads");
}

// card 21.4, 21.5
#[test]
fn shells_attack_friend_and_foe() {
    let mut t = battery("M36 @ 2007 W\nM4 Sherman 75 @ 2008 W\nInfantry @ 1907 W\nInfantry @ 2208 W");
    let id = t.id("G5");
    let cell = t.position.battle.index("2107".parse().unwrap()).unwrap();
    t.position.forces.put(id, cell);
    t.play("call G5 1 A1", &[10]);
    // Then A1, A2, A3 and the spotter itself, in some order: all hit, all effect dice 10. The M36 is
    // open-topped: side +2; the Sherman is closed: front -2.
    t.play("resolve", &[10; 7]);
    assert_eq!(
        [t.condition("A1"), t.condition("A2"), t.condition("A3"), t.condition("G5")],
        ["destroyed"; 4]
    );
    assert_eq!(t.condition("A4"), "none", "more than an inch off");
}

// card 22, 21.4
#[test]
fn a_mortar_in_sight_needs_overwatch_and_no_radio() {
    let mut t = duel(
        "= a independent\nMortar 60 mm @ 0505 E\nTruck @ 0101 E",
        "= b independent\nInfantry @ 2305 W\nM36 @ 4016 W",
    );
    assert!(t.offered("fire G1 mortar A1"), "{:?}", t.offers());
    t.idle_to(1, 3, &[]);
    t.go("move G1; step W; stop");
    t.idle_to(1, 5, &[]);
    assert!(!t.offered("fire G1 mortar A1"));
    t.idle_to(2, 3, &[]);
    t.play("end", &[]);
    t.idle_to(2, 5, &[]);
    assert!(t.offered("fire G1 mortar A1"));
}

// card 29.2, 12.1, 11.3
#[test]
fn a_hidden_gun_is_not_aimed_at() {
    let mut t = duel(
        "= a independent\n75 mm PaK 40 @ 0505 E hidden dug-in=front\nTruck @ 0101 E",
        "= b independent\nM36 @ 2505 W\nM36 @ 4016 W",
    );
    t.idle_to(1, 4, &[]);
    assert!(!t.offers().iter().any(|offer| offer.ends_with("G1")));
    t.idle_to(2, 2, &[]);
    t.play("fire G1 gun A1", &[]);
    t.play("resolve", &[1]);
    assert!(!t.is("G1", Flag::Hidden));
    t.idle_to(2, 4, &[]);
    assert!(t.offered("fire A1 gun G1"));
}

// card 29.2
#[test]
fn spotting_distances() {
    let found = |steps: usize, scout: &str, hidden: &str| {
        let mut t = duel(
            &format!("= a independent\n{hidden}\nTruck @ 0101 N"),
            &format!("= b independent\n{scout}\nM36 @ 4016 W"),
        );
        t.idle_to(1, 8, &[]);
        t.play("move A1", &[]);
        for _ in 0..steps {
            t.play("step W", &[]);
        }
        !t.is("G1", Flag::Hidden)
    };
    // A small Gun in the open: 24 inches for reconnaissance, 16 for others; dug in 6 and 4.
    let gun = "75 mm PaK 40 @ 0505 E hidden";
    assert!(!found(1, "M18 @ 3105 W moving recon", gun) && found(2, "M18 @ 3105 W moving recon", gun));
    assert!(!found(1, "M18 @ 2305 W moving", gun) && found(2, "M18 @ 2305 W moving", gun));
    let dug = "75 mm PaK 40 @ 0505 E hidden dug-in=front";
    assert!(!found(1, "M18 @ 1105 W moving", dug) && found(2, "M18 @ 1105 W moving", dug));
    // Cavalry is spotted like a vehicle.
    assert!(found(1, "M18 @ 3005 W moving", "Cavalry @ 0505 E hidden"));
}

// card 30, 8.1
#[test]
fn smoke_stays_through_five_phases_of_its_side() {
    let mut t = battery("M36 @ 2007 W\nM36 @ 4016 W");
    let smoke = t.first("smoke G5 1");
    t.play(&smoke, &[10]);
    t.play("resolve", &[]);
    assert_eq!(t.position.ground.smoke.len(), 3);
    for (turn, phase) in [(1, 9), (2, 2), (2, 5)] {
        t.idle_to(turn, phase, &[]);
        assert_eq!(t.position.ground.smoke.len(), 3, "{turn} {phase}");
    }
    t.idle_to(2, 9, &[]);
    t.idle_to(2, 10, &[]);
    assert_eq!(t.position.ground.smoke.len(), 0, "gone after phase 9 of the next turn");
}

// card 31.1, 31.3, 31.4, 31.6, 32.1
#[test]
fn the_phases_of_an_aircraft() {
    let open = || {
        let mut t = Setup {
            axis: "= a independent\nPz IV H-J @ 0101 E",
            allies: "= b independent\nTruck @ 2008 W\nTruck @ 2408 W\n40 mm AA @ 2010 W\nM36 @ 4016 W",
            axis_side: "air = true\n",
            year: 1944,
            ..Setup::default()
        }
        .open();
        t.idle_to(1, 3, &[]);
        // It arrives on a 10, with 20 mm cannon and bombs on a 5.
        t.play("end", &[10, 5]);
        t.play("target A1", &[6]);
        let approach = if t.offered("approach 6") { "approach 6".into() } else { t.first("approach") };
        t.play(&approach, &[]);
        t
    };
    let mut t = open();
    assert_eq!((t.position.turn.phase.number(), t.asks()), (4, "fire"));
    assert!(t.offered("flak A3"), "{:?}", t.offers());
    let mut away = t.clone();
    away.play("flak A3", &[]);
    away.play("resolve", &[10, 1]);
    away.idle_to(1, 6, &[]);
    assert_eq!(away.condition("A1"), "none", "driven off before its first attack");
    // Not diverted: the first attack at the beginning of phase 5. 6, +5 soft, -2 for 20 mm: 3.
    t.idle_to(1, 5, &[3]);
    assert_eq!(t.condition("A1"), "destroyed");
    assert_eq!(t.position.turn.phase.number(), 5);
    let mut miss = open();
    miss.idle_to(1, 5, &[2]);
    assert_eq!(miss.condition("A1"), "none");
    // Phase 7 is the enemy's next fire phase; the second attack is at its end.
    miss.idle_to(1, 7, &[]);
    assert!(miss.offered("flak A3"));
    miss.play("pass", &[]);
    assert_eq!(miss.asks(), "air-target");
    assert_eq!(miss.position.decision_side(), Side::A);
}

trait Decides {
    fn decision_side(&self) -> Side;
}

impl Decides for standto::rules::panzertruppe::Position {
    fn decision_side(&self) -> Side {
        use standto::game::Rules;
        self.decision().expect("a decision").side
    }
}

// card 32.1, 3.2
#[test]
fn anti_aircraft_guns_need_loading_and_open_ground() {
    let open = |terrain: &[(&str, &str)], gun: &str| {
        let mut t = Setup {
            axis: "= a independent\nPz IV H-J @ 0101 E\nInfantry @ 1009 W",
            allies: &format!("= b independent\nTruck @ 2008 W\n{gun}\nM36 @ 4016 W"),
            axis_side: "air = true\n",
            year: 1944,
            terrain,
            ..Setup::default()
        }
        .open();
        t.idle_to(1, 3, &[]);
        t.play("end", &[10, 5]);
        t.play("target A1", &[6]);
        let approach = t.first("approach");
        t.play(&approach, &[]);
        t.offered("flak A2")
    };
    assert!(open(&[], "40 mm AA @ 2010 W"));
    assert!(!open(&[("w", "2010")], "40 mm AA @ 2010 W"));
    assert!(!open(&[("b", "2010")], "40 mm AA @ 2010 W"));
    assert!(open(&[], "Unarmoured HT 40 mm AA @ 2010 W"));
    assert!(!open(&[], "Unarmoured HT 40 mm AA @ 2010 W moving"), "vehicles only at rest");
}

// card 24.4, 24.5, 29.1
#[test]
fn fire_into_a_building_with_75_and_88() {
    let run = |gun: &str, faces: &[u8]| {
        let mut t = Setup {
            axis: &format!("= a independent\n{gun} @ 0505 E\nTruck @ 0101 E"),
            allies: "= b independent\nInfantry @ 2005 W hidden\nInfantry MG @ 2005 W hidden\nM36 @ 4016 W",
            terrain: &[("b", "2005")],
            ..Setup::default()
        }
        .open();
        t.play("search G1 2005", &[]);
        t.play("resolve", faces);
        [t.condition("A1"), t.condition("A2")].iter().filter(|word| **word == "destroyed").count()
    };
    assert_eq!(run("Pz IV H-J", &[10, 1]), 1, "one, at random");
    assert_eq!(run("Tiger I", &[10, 1]), 2, "all");
}

// card 35, 11.6
#[test]
fn value_of_an_elite_platoon() {
    let t = duel("= a elite\nPz IV H-J @ 0505 E\nInfantry MG @ 0507 E", "M36 @ 4016 W");
    assert_eq!(t.position.battle.unit(t.id("G1")).value, 27);
    assert_eq!(t.position.battle.unit(t.id("G2")).value, 5);
    assert_eq!(t.need("G1", Slot::Main, "A1").min(99), t.need("G1", Slot::Main, "A1"));
}

// card 24.3, 22, 28.4
#[test]
fn small_mortars_cannot_hit_crouching_infantry() {
    let offered = |mortar: &str| {
        let mut t = duel(
            &format!("= a independent\n{mortar} @ 0505 E\nTruck @ 0101 E"),
            "= b independent\nInfantry @ 2305 W dug-in=all\nM36 @ 4016 W",
        );
        let up = t.offered("fire G1 mortar A1");
        t.set("A1", Flag::Crouching);
        (up, t.offered("fire G1 mortar A1"))
    };
    assert_eq!(offered("Mortar 81 mm"), (true, true));
    assert_eq!(offered("Mortar 60 mm"), (true, false));
}

// card 24.5, 21.4
#[test]
fn shells_of_105_destroy_infantry_in_a_building() {
    let mut t = Setup {
        axis: "= guns independent\n105 mm howitzer @ 0105 E battery=1\n105 mm howitzer @ 0106 E battery=1\n\
               105 mm howitzer @ 0107 E battery=1\n105 mm howitzer @ 0108 E battery=1\nSdKfz 222 @ 0512 E spotter",
        allies: "= b independent\nM36 @ 2007 W\nInfantry @ 2007 W\nInfantry @ 2007 W\nM36 @ 4016 W",
        terrain: &[("b", "2007")],
        ..Setup::default()
    }
    .open();
    t.play("call G5 1 A1", &[10]);
    // The M36 is destroyed; no other unit is rolled for.
    t.play("resolve", &[10, 10]);
    assert_eq!([t.condition("A1"), t.condition("A2"), t.condition("A3")], ["destroyed"; 3]);
}
