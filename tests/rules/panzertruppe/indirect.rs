//! Cards of chapters 21, 22 and 30: batteries, mortars and smoke.

use standto::game::{Rules, Side};
use standto::rules::panzertruppe::firing::Motion;
use standto::rules::panzertruppe::state::{Flag, Slot};

use super::table::{Setup, Table, duel};

/// A battery of four guns in the east, with its spotter half way, against these units.
fn battery(axis: &str, guns: [&str; 4], scout: &str) -> Table {
    let lines: Vec<String> =
        guns.iter().zip(5..).map(|(gun, y)| format!("{gun} @ 36{y:02} W battery=1")).collect();
    let allies = format!("= howitzers\n{}\n= scouts independent\n{scout}", lines.join("\n"));
    let axis = format!("= a independent\n{axis}");
    Setup { axis: &axis, allies: &allies, ..Setup::default() }.open()
}

const PRIESTS: [&str; 4] = ["M7 Priest"; 4];
const SCOUT: &str = "M3 scout car @ 2006 W spotter";

fn reaches(t: &Table, target: &str) -> bool {
    t.position.batteries().battery_reaches(Side::B, 1, t.position.forces.spot(t.id(target)).unwrap())
}

// card 21.1, 21.2, 21.3, 21.4, 21.5
#[test]
fn a_battery_is_called() {
    let mut t = battery("Infantry @ 1006 E\nTruck @ 1007 E\nTiger I @ 0101 E", PRIESTS, SCOUT);
    t.idle_to(1, 4, &[]);
    let spotter = t.id("A5");
    assert_eq!(t.position.batteries().radio_need(spotter), 2);
    // Two units within an inch, a roll each; infantry needs 6, a truck too.
    let mut silent = t.clone();
    silent.play("call A5 1 G1", &[1]);
    assert!(!silent.offered("call A5 1 G1"), "no contact");
    t.play("call A5 1 G1", &[2]);
    t.play("resolve", &[6, 5]);
    assert_eq!((t.condition("G1"), t.condition("G2")), ("destroyed", "none"));
    let near = battery("Infantry @ 2106 E\nTiger I @ 0101 E", PRIESTS, SCOUT);
    assert!(
        !near.position.batteries().battery_reaches(
            standto::game::Side::B,
            1,
            near.position.forces.spot(near.id("G1")).unwrap()
        ),
        "15 inches"
    );
}

// card 22
#[test]
fn mortars_fire_on_overwatch_by_the_indirect_table() {
    let mut t = duel("Mortar 81 mm @ 0505 E\nPz IV H-J @ 0101 E", "Infantry @ 1505 W\nM36 @ 1507 W");
    assert!(t.offered("fire G1 mortar A1"));
    // 81 mm: nothing; infantry in the open: nothing. The M36 is armoured: -1.
    assert_eq!((t.need("G1", Slot::Mortar, "A1"), t.need("G1", Slot::Mortar, "A2")), (6, 7));
    t.idle_to(1, 3, &[]);
    t.go("move G1; step E; stop");
    t.idle_to(1, 5, &[]);
    assert!(!t.offered("fire G1 mortar A1"), "it has moved");
}

// card 30
#[test]
fn each_puff_counts_the_fire_phases_of_its_side() {
    let mut t = battery("Infantry @ 0806 E\nTiger I @ 0808 E", PRIESTS, SCOUT);
    t.idle_to(1, 4, &[]);
    let smoke = t.offers().into_iter().find(|offer| offer.starts_with("smoke A5 1")).expect("smoke");
    t.play(&smoke, &[10]);
    t.play("resolve", &[]);
    assert_eq!(t.position.ground.smoke.len(), 3);
    assert!(t.position.ground.smoke.iter().all(|puff| puff.left == 5));
    t.idle_to(1, 8, &[]);
    assert!(t.position.ground.smoke.iter().all(|puff| puff.left == 4), "phase 7 counts");
    t.idle_to(2, 5, &[]);
    assert!(t.position.ground.smoke.iter().all(|puff| puff.left == 2), "10 and 4 count");
}

// card 21.1
#[test]
fn a_battery_needs_four_ready_units_with_the_target_in_arc() {
    let mut t = battery("Infantry @ 1006 E\nTiger I @ 0101 E", PRIESTS, SCOUT);
    assert!(reaches(&t, "G1"));
    t.idle_to(1, 4, &[]);
    assert!(t.offered("call A5 1 G1"));
    let but = |change: &dyn Fn(&mut Table)| {
        let mut t = t.clone();
        change(&mut t);
        reaches(&t, "G1")
    };
    assert!(!but(&|t| t.stun("A2")), "one is stunned");
    assert!(
        !but(&|t| {
            let id = t.id("A2");
            t.position.forces.state_mut(id).motion = Motion::Stopped;
        }),
        "one is not on overwatch"
    );
    assert!(
        !but(&|t| {
            let id = t.id("A2");
            t.position.forces.state_mut(id).shots = 1;
        }),
        "one is not loaded"
    );
    assert!(
        !but(&|t| {
            let id = t.id("A2");
            t.position.forces.state_mut(id).hull = 6;
        }),
        "one faces away"
    );
    assert!(
        !but(&|t| {
            let id = t.id("A2");
            t.position.forces.lose(id, &mut standto::game::Log::off());
        }),
        "three are too few"
    );
}

// card 21.1
#[test]
fn guns_that_fire_indirect_have_one_shot_between_loads() {
    let mut t = battery("Infantry @ 1006 E\nTiger I @ 0101 E", ["M3 HT 75S,D"; 4], SCOUT);
    t.idle_to(1, 7, &[]);
    t.play("call A5 1 G1", &[2]);
    t.play("resolve", &[1]);
    t.idle_to(1, 10, &[]);
    assert!(!t.position.gunnery().is_ready(t.id("A1"), Slot::Main), "though its rate is double");
}

// card 21.2
#[test]
fn the_radio_by_nation_year_and_motion() {
    let need = |nation: &'static str, year: u16, moving: &str| {
        let scout = match nation {
            "Germany" => "SdKfz 222",
            "Russia" => "T-26",
            _ => "M3 scout car",
        };
        let allies = format!("{scout} @ 2006 W spotter {moving}");
        let t = Setup {
            year,
            nations: [if nation == "Germany" { "Russia" } else { "Germany" }, nation],
            axis: "Infantry @ 0101 E",
            allies: &allies,
            ..Setup::default()
        }
        .open();
        t.position.batteries().radio_need(t.id("A1"))
    };
    assert_eq!(need("United States", 1944, ""), 2);
    assert_eq!(need("Britain", 1943, ""), 2);
    assert_eq!(need("Germany", 1944, ""), 3);
    assert_eq!(need("Russia", 1944, ""), 4);
    assert_eq!(need("United States", 1942, ""), 3, "a point harder to 1942");
    assert_eq!(need("Germany", 1944, "moving"), 5, "two for a moving spotter");
    assert_eq!(need("Russia", 1941, "moving"), 7);
}

// card 21.2
#[test]
fn a_stunned_spotter_makes_no_calls() {
    let mut t = battery("Infantry @ 1006 E\nTiger I @ 0101 E", PRIESTS, SCOUT);
    t.idle_to(1, 4, &[]);
    t.stun("A5");
    assert!(!t.offered("call A5 1 G1"));
}

// card 21.3
#[test]
fn minimum_ranges_of_batteries_and_rockets() {
    let at = |cell: &str, gun: &'static str| {
        let t = battery(&format!("Infantry @ {cell} E\nTiger I @ 0101 E"), [gun; 4], SCOUT);
        reaches(&t, "G1")
    };
    assert!(at("1806", "M7 Priest") && !at("2106", "M7 Priest"), "sixteen inches");
    assert!(at("1206", "Sherman Calliope") && !at("1306", "Sherman Calliope"), "twenty-four for rockets");
}

// card 21.4
#[test]
fn fire_between_two_targets() {
    let mut t =
        battery("Infantry @ 1005 E\nInfantry @ 1007 E\nTruck @ 1205 E\nTiger I @ 0101 E", PRIESTS, SCOUT);
    t.idle_to(1, 4, &[]);
    assert!(t.offered("shell A5 1 1006"), "an inch from each of them");
    t.play("shell A5 1 1006", &[2]);
    t.play("resolve", &[6, 5]);
    assert_eq!((t.condition("G1"), t.condition("G2")), ("destroyed", "none"));
}

fn mortar(line: &str) -> Table {
    let mut t =
        duel(&format!("{line}\nTruck @ 0606 E\nPz IV H-J @ 0101 E"), "Infantry @ 1505 W\nM36 @ 4016 W");
    t.idle_to(1, 3, &[]);
    t.play("move G1", &[]);
    t
}

// card 22
#[test]
fn large_mortars_are_hand_towed_or_dismantled() {
    let inches = |t: &mut Table| t.as_far_as_it_goes("step E");
    let mut t = mortar("Mortar 81 mm @ 0505 E");
    assert!(!t.offered("board G2"), "it is set up");
    assert_eq!(inches(&mut t), 2, "pushed as a Gun of two points");
    let mut t = mortar("Mortar 81 mm @ 0505 E");
    t.play("limber", &[]);
    assert!(t.is("G1", Flag::Packed));
    t.idle_to(2, 3, &[]);
    t.play("move G1", &[]);
    assert!(t.offered("board G2"));
    assert_eq!(inches(&mut t.clone()), 3, "dismantled, it moves as infantry");
    t.play("unlimber", &[]);
    t.idle_to(2, 5, &[]);
    assert!(!t.offered("fire G1 mortar A1"), "setting up takes the phase, and it is not on overwatch yet");
    t.idle_to(3, 5, &[]);
    assert!(t.offered("fire G1 mortar A1"));
    let mut t = mortar("Mortar 60 mm @ 0505 E");
    assert!(t.offered("board G2"));
    assert_eq!(inches(&mut t), 3, "a small one walks");
}

// card 22, 15.1
#[test]
fn mortars_walk_four_inches_on_roads() {
    let mut t = Setup {
        axis: "Mortar 60 mm @ 0505 E",
        roads: &["0505 0605 0705 0805 0905 1005"],
        allies: "M36 @ 4016 W",
        ..Setup::default()
    }
    .open();
    t.idle_to(1, 3, &[]);
    t.go("move G1; step E; step E; step E; step E");
}

// card 22
#[test]
fn a_mortar_or_its_small_arms() {
    let mut t = duel("Mortar 60 mm @ 0505 E\nPz IV H-J @ 0101 E", "Infantry @ 0705 W\nM36 @ 4016 W");
    t.idle_to(1, 5, &[]);
    assert!(t.offered("fire G1 mortar A1") && t.offered("fire G1 arms A1"));
    t.play("fire G1 arms A1", &[]);
    assert!(!t.offered("fire G1 mortar A1"), "not both in a phase");
    t.play("resolve", &[1]);
    t.idle_to(1, 9, &[]);
    t.play("fire G1 mortar A1", &[]);
    t.play("resolve", &[1]);
    t.idle_to(2, 5, &[]);
    t.play("fire G1 mortar A1", &[]);
    t.play("resolve", &[1]);
    t.idle_to(2, 9, &[]);
    assert!(!t.offered("fire G1 mortar A1") && !t.offered("fire G1 arms A1"), "its marker bars both");
}

// card 30
#[test]
fn smoke_lasts_five_fire_phases_of_its_side() {
    let mut t = battery("Infantry @ 0806 E\nTiger I @ 0808 E", PRIESTS, SCOUT);
    t.idle_to(1, 4, &[]);
    let smoke = t.first("smoke A5 1");
    t.play(&smoke, &[10]);
    let (a, b) = (t.id("A5"), t.id("G1"));
    assert!(t.position.sighting().sees(a, b).is_some(), "it is placed when the phase ends");
    t.play("resolve", &[]);
    assert_eq!(t.position.ground.smoke.len(), 3);
    let left = |t: &Table| t.position.ground.smoke.iter().map(|puff| puff.left).max();
    assert_eq!(left(&t), Some(5));
    t.idle_to(1, 8, &[]);
    assert_eq!(left(&t), Some(4), "phase 7 counts");
    t.idle_to(2, 5, &[]);
    assert_eq!(left(&t), Some(2), "10 and 4 count");
    t.idle_to(2, 8, &[]);
    assert_eq!(left(&t), Some(1));
    t.idle_to(2, 10, &[]);
    assert_eq!(left(&t), Some(1), "through the fifth");
    t.idle_to(3, 2, &[]);
    assert_eq!(left(&t), None, "which was the last");
}

// card 30
#[test]
fn a_platoon_of_three_large_guns_lays_smoke() {
    let offered = |first: &str, tank: &str| {
        let axis = format!("= tanks smoke\n{first} @ 0505 E\n{tank} @ 0506 E\n{tank} @ 0507 E");
        let t =
            Setup { year: 1943, axis: &axis, allies: "M4 Sherman 75 @ 2505 W", ..Setup::default() }.open();
        t.offers().into_iter().find(|offer| offer.starts_with("screen 0"))
    };
    assert!(offered("Pz IV H-J", "Pz IV H-J").is_some());
    assert!(offered("Pz III J-L", "Pz IV H-J").is_none(), "two are not enough");
    assert!(offered("Pz III J-L", "Pz III J-L").is_none(), "over 70 mm");
    let axis = "= tanks smoke\nPz IV H-J @ 0505 E\nPz IV H-J @ 0506 E\nPz IV H-J @ 0507 E";
    let mut t = duel(axis, "M4 Sherman 75 @ 2505 W");
    let screen = t.first("screen 0");
    t.play(&screen, &[]);
    t.play("resolve", &[]);
    assert_eq!(t.position.ground.smoke.len(), 3);
    t.idle_to(1, 5, &[]);
    assert!(t.offers().iter().all(|offer| !offer.starts_with("fire G1 gun")), "they have fired");
}

// card 21.2, 21.3, 21.4
#[test]
fn fire_at_any_cell_in_the_spotters_los() {
    let mut t = Setup {
        axis: "= a independent\nInfantry @ 1005 E\nInfantry @ 0512 E hidden\nTiger I @ 0101 E",
        allies: "= howitzers\nM7 Priest @ 3605 W battery=1\nM7 Priest @ 3606 W battery=1\n\
                 M7 Priest @ 3607 W battery=1\nM7 Priest @ 3608 W battery=1\n\
                 = scouts independent\nM3 scout car @ 2006 W spotter",
        terrain: &[("b", "1207")],
        ..Setup::default()
    }
    .open();
    t.idle_to(1, 4, &[]);
    assert!(t.offered("call A5 1 G1") && !t.offered("shell A5 1 1005"), "a target is called by its name");
    assert!(t.offered("shell A5 1 0905"), "beside one enemy");
    assert!(t.offered("shell A5 1 1503"), "where none is seen");
    assert!(!t.offered("shell A5 1 0707"), "out of sight behind the house");
    assert!(!t.offered("shell A5 1 2506"), "nearer than sixteen inches to the battery");
    let allowed = ["0905", "0707", "2506"]
        .map(|cell| t.position.check(&format!("shell A5 1 {cell}").parse().unwrap()).is_ok());
    assert_eq!(allowed, [true, false, false], "typed in as well");
    assert!(t.offered("shell A5 1 1506"));
    let cell = t.position.battle.index("1706".parse().unwrap()).unwrap();
    t.position.ground.smoke.push(standto::rules::panzertruppe::state::Puff { cell, side: Side::A, left: 5 });
    assert!(!t.offered("shell A5 1 1506"), "behind smoke");
    t.position.ground.smoke.clear();
    t.play("shell A5 1 0512", &[2]);
    t.play("resolve", &[6]);
    assert_eq!(t.condition("G2"), "destroyed", "a unit hidden there");
}
