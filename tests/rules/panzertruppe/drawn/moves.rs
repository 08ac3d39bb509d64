//! Movement, errant turns, mines, bridges and foxholes (2, 5, 26, 28, 33).

use standto::rules::panzertruppe::firing::Motion;
use standto::rules::panzertruppe::state::{Flag, Slot};

use super::super::table::{Setup, Table, duel, edges};

fn east(t: &mut Table, tag: &str) -> usize {
    t.play(&format!("move {tag}"), &[]);
    t.as_far_as_it_goes("step E")
}

const ROAD: &str = "0505 0605 0705 0805 0905 1005 1105 1205 1305 1405 1505 1605 1705";

// card 2.1, 2.5, 2.2
#[test]
fn movement_points_are_spent_inch_by_inch() {
    let steps = |unit: &str, roads: &[&str], levels: &[(&str, &str)]| {
        let axis = format!("{unit}\nTruck @ 0101 E");
        let mut t = Setup { axis: &axis, roads, levels, ..Setup::default() }.open();
        t.idle_to(1, 3, &[]);
        east(&mut t, "G1")
    };
    assert_eq!(steps("Pz IV H-J @ 0505 E", &[ROAD], &[]), 6, "four points on a road after starting");
    assert_eq!(steps("Pz IV H-J @ 0505 E", &[], &[("1", "0705 0805 0905 1005 1105")]), 3, "a level up");
    assert_eq!(
        steps("Pz IV H-J @ 0505 E moving", &[], &[("1", "0705"), ("2", "0805 0905 1005 1105")]),
        4,
        "two levels up"
    );
    assert_eq!(steps("Truck @ 0505 E moving", &[], &[]), 8, "twelve points at one and a half");
    assert_eq!(steps("SdKfz 231 8w @ 0505 E moving", &[], &[]), 12, "eight wheels as a halftrack");
    assert_eq!(
        steps("Infantry @ 0505 E", &["0505 0605 0705 0805"], &[]),
        3,
        "the fourth inch leaves the road"
    );
}

// card 2.3, 3.10
#[test]
fn stopped_moving_or_overwatch_after_a_phase() {
    let mut t = duel("Pz IV H-J @ 0505 E\nPz IV H-J @ 0507 E\nPz IV H-J @ 0509 E", "M36 @ 4016 W");
    t.idle_to(1, 3, &[]);
    t.go("move G1; step E; stop; faced; faced");
    t.go("move G2; step E; drive; faced");
    t.go("end");
    assert_eq!(
        [t.motion("G1"), t.motion("G2"), t.motion("G3")],
        [Motion::Stopped, Motion::Moving, Motion::Overwatch]
    );
    // At rest for a whole phase: on overwatch after the next.
    t.idle_to(2, 3, &[]);
    t.go("move G2; step E; stop; faced; faced; end");
    assert_eq!(t.motion("G1"), Motion::Overwatch);
}

/// A moving M18 at `cell`, heading west, that is stunned by the first shot; the errant die follows.
fn errant(cell: &str, more: &str, terrain: &[(&str, &str)], map: &str, die: u8) -> Table {
    let allies = format!("= b independent\nM18 @ {cell} W moving\nM36 @ 4016 W\n{more}");
    let mut t = Setup {
        axis: "= a independent\nPz IV H-J @ 0505 E\nTruck @ 0101 E",
        allies: &allies,
        terrain,
        map,
        ..Setup::default()
    }
    .open();
    t.play("fire G1 gun A1", &[]);
    t.play("resolve", &[10, 1, die]);
    t
}

// card 5.2, 5.3, 5.4
#[test]
fn errant_turn_destinations() {
    let house = errant("1505", "", &[("b", "1506")], "", 10);
    assert_eq!(house.condition("A1"), "destroyed", "against a house");
    let tank = errant("1505", "M4 Sherman 75 @ 1405 W", &[], "", 5);
    let immobilised = |t: &Table, tag: &str| t.position.forces.state(t.id(tag)).condition.immobilised;
    assert!(immobilised(&tank, "A1") && immobilised(&tank, "A3"));
    assert!(tank.position.forces.state(tank.id("A1")).condition.stunned, "and it was already stunned");
    let foot = errant("1505", "Infantry @ 1405 W", &[], "", 5);
    assert_eq!((foot.condition("A1"), foot.condition("A3")), ("stunned", "destroyed"));
    let truck = errant("1505", "Truck @ 1406 W", &[], "", 10);
    assert_eq!(truck.condition("A3"), "none", "a right angle to the north passes it by");
    assert_eq!(truck.at("A1"), "1506");
    let slant = errant("1505", "Truck @ 1406 W", &[], "", 8);
    assert_eq!((slant.condition("A1"), slant.condition("A3")), ("stunned", "destroyed"));
}

// card 5.4, 15.3
#[test]
fn a_friendly_errant_turn_spares_stunned_infantry() {
    let mut t = errant("1505", "Infantry @ 1306 W", &[], "", 5);
    assert_eq!(t.condition("A3"), "none");
    t.stun("A3");
    t.idle_to(1, 5, &[]);
    assert_eq!(t.condition("A3"), "stunned", "only an enemy does");
}

// card 33.1, 18.5, 14.1
#[test]
fn mine_damage_by_type_of_unit() {
    let run = |unit: &str, faces: &[u8]| {
        let axis = format!("{unit}\nTruck @ 0101 E");
        let mut t = Setup { axis: &axis, map: "mines = [\"0605\"]\n", ..Setup::default() }.open();
        t.idle_to(1, 3, &[]);
        t.play("move G1", &[]);
        t.play("step E", faces);
        t
    };
    // +1 for a halftrack and +1 for its light weight: a 1 has no effect, a 2 immobilises, a 7 destroys it.
    let halftrack = "SdKfz 251/1 @ 0505 E moving\nInfantry @ G1";
    assert_eq!(run(halftrack, &[1, 1]).condition("G1"), "none");
    let stopped = run(halftrack, &[1, 2, 5]);
    assert_eq!((stopped.condition("G1"), stopped.condition("G2")), ("immobilised", "stunned"));
    let gone = run(halftrack, &[1, 7]);
    assert_eq!((gone.condition("G1"), gone.condition("G2")), ("destroyed", "destroyed"));
    assert_eq!(run("Truck @ 0505 E moving", &[1]).condition("G1"), "destroyed", "soft, without a roll");
    // Light +1, wheels +2.
    assert_eq!(run("SdKfz 222 @ 0505 E moving", &[1, 6]).condition("G1"), "destroyed");
    assert_eq!(run("SdKfz 222 @ 0505 E moving", &[1, 5, 5]).condition("G1"), "immobilised");
    // Heavy -1.
    assert_eq!(run("Panther @ 0505 E moving", &[1, 4]).condition("G1"), "none");
    assert_eq!(run("Panther @ 0505 E moving", &[1, 9, 5]).condition("G1"), "immobilised");
    assert_eq!(run("Panther @ 0505 E moving", &[2]).condition("G1"), "none");
}

// card 33.1
#[test]
fn three_inches_of_mines_are_two_rolls() {
    let mut t = Setup {
        axis: "Pz IV H-J @ 0505 E moving\nTruck @ 0101 E",
        map: "mines = [\"0605\", \"0705\", \"0805\"]\n",
        ..Setup::default()
    }
    .open();
    t.idle_to(1, 3, &[]);
    t.play("move G1", &[]);
    t.play("step E", &[2]);
    t.play("step E", &[]);
    t.play("step E", &[2]);
    t.play("step E", &[]);
}

// card 33.3, 33.2
#[test]
fn vehicles_to_follow_through_mines() {
    let rolls = |leader: &str, follower: &str| {
        let axis = format!("{leader} @ 0605 E moving\n{follower} @ 0505 E\nTruck @ 0101 E");
        let mut t = Setup { axis: &axis, map: "mines = [\"0605\"]\n", ..Setup::default() }.open();
        t.idle_to(1, 3, &[]);
        t.go("move G1; step E; drive; faced");
        t.play("move G2", &[]);
        let step: standto::rules::panzertruppe::Choice = "step E".parse().unwrap();
        let mut dice = standto::dice::Dice::taped(&[]);
        use standto::game::Rules;
        t.position.clone().apply(&step, &mut dice, &mut standto::game::Log::off()).is_err()
    };
    assert!(!rolls("Pz IV H-J", "Truck"));
    assert!(!rolls("Pz IV H-J", "Infantry"));
    assert!(rolls("Pz II L Lynx", "Truck"), "a light one clears nothing");
    assert!(rolls("Pz IV H-J", "Tiger I"), "nor does one that is lighter");
    assert!(!rolls("Panther", "Pz IV H-J"));
}

// card 26, 14.6
#[test]
fn a_large_gun_in_tow_is_a_weight_on_a_bridge() {
    let cross = |unit: &str, kind: &str, faces: &[u8]| {
        let axis = format!("{unit}\nTruck @ 0101 E");
        let map = format!("[[map.bridge]]\nat = \"0605\"\ntype = \"{kind}\"\n");
        let stream: String = (1..=16).map(|y| format!("06{y:02} ")).collect();
        let mut t = Setup {
            axis: &axis,
            roads: &["0505 0605 0705"],
            terrain: &[("s", &stream)],
            map: &map,
            ..Setup::default()
        }
        .open();
        t.idle_to(1, 3, &[]);
        t.play("move G1", &[]);
        t.play("step E", faces);
        t.condition("G1")
    };
    assert_eq!(cross("Panther @ 0505 E moving", "C", &[1]), "destroyed");
    assert_eq!(cross("Panther @ 0505 E moving", "C", &[2]), "none");
    assert_eq!(cross("Pz IV H-J @ 0505 E moving", "C", &[]), "none");
    assert_eq!(cross("Pz IV H-J @ 0505 E moving", "D", &[1]), "destroyed");
    assert_eq!(cross("Truck @ 0505 E moving", "D", &[]), "none");
    assert_eq!(
        cross("Truck @ 0505 E moving\nFlak 88 @ G1", "D", &[1]),
        "destroyed",
        "as one of medium weight"
    );
    assert_eq!(cross("Truck @ 0505 E moving\n75 mm PaK 40 @ G1", "D", &[]), "none");
}

// card 28.1, 24.2, 28.2
#[test]
fn dug_in_is_not_cumulative_with_other_cover() {
    let need = |unit: &str, terrain: &[(&str, &str)], map: &str| {
        let allies = format!("= b independent\n{unit}\nM36 @ 4016 W");
        let t = Setup {
            axis: "= a independent\nPz IV H-J @ 0505 E\nTruck @ 0101 E",
            allies: &allies,
            terrain,
            map,
            ..Setup::default()
        }
        .open();
        t.need("G1", Slot::Main, "A1")
    };
    let open = need("Infantry @ 1505 W", &[], "");
    let dug = |terrain: &[(&str, &str)], map: &str| need("Infantry @ 1505 W dug-in=all", terrain, map) - open;
    assert_eq!(dug(&[], ""), 2);
    assert_eq!(dug(&[], &edges("wall", "E", "1405")), 2, "a wall adds nothing");
    assert_eq!(dug(&[("w", "1505")], ""), 3, "woods do, to 3 in all");
    assert_eq!(dug(&[("b", "1505")], ""), 2, "a house does not");
    assert_eq!(dug(&[("r", "1505")], ""), 3);
    let tank = need("M36 @ 1505 W", &[], "");
    assert_eq!(need("M36 @ 1505 W dug-in=front", &[], "") - tank, 2);
    assert_eq!(need("M36 @ 1505 N dug-in=front", &[], "") - tank, 0, "from the side it is open");
    assert_eq!(need("M36 @ 1505 W dug-in=front", &[], &edges("wall", "E", "1405")) - tank, 2);
}

// card 24.3, 28.4
#[test]
fn weapons_that_fire_at_crouching_infantry() {
    let mut t = duel(
        "= a independent\nPz IV H-J @ 0505 E\n50 mm ATG @ 0506 E\nInfantry MG @ 1405 E\nInfantry panzershreck @ 1305 E\nPz III J-L @ 0507 E\nPz IV F2-G @ 0508 E",
        "= b independent\nInfantry @ 1505 W dug-in=all\nM36 @ 4016 W",
    );
    let up = t.need("G1", Slot::Main, "A1");
    t.set("A1", Flag::Crouching);
    assert_eq!(t.need("G1", Slot::Main, "A1"), up + 1, "75 mm at -1 more");
    assert!(t.offered("fire G1 gun A1"));
    assert!(!t.offered("fire G2 gun A1"), "never with 50 mm");
    t.idle_to(1, 5, &[]);
    assert!(t.offered("fire G3 arms A1"), "from an inch");
    assert!(!t.offered("fire G1 bow A1"));
}

// card 5.3, 27
#[test]
fn out_of_control_down_a_cliff_and_against_one() {
    let run = |levels: &[(&str, &str)], map: &str| {
        let mut t = Setup {
            axis: "= a independent\nPz IV H-J @ 0505 E\nTruck @ 0101 E",
            allies: "= b independent\nM18 @ 1505 W moving\nM36 @ 4016 W",
            levels,
            map,
            ..Setup::default()
        }
        .open();
        t.play("fire G1 gun A1", &[]);
        // A right angle to the north.
        t.play("resolve", &[10, 1, 10]);
        (t.condition("A1"), t.at("A1"))
    };
    assert_eq!(run(&[("2", "1505 0505")], "").0, "destroyed", "two levels down");
    assert_eq!(run(&[("1", "1505")], &edges("cliff", "N", "1505")).0, "destroyed", "a level of cliff down");
    assert_eq!(run(&[("1", "1505")], ""), ("stunned", "1506".into()), "a slope is none");
    assert_eq!(run(&[("2", "1506")], ""), ("stunned", "1505".into()), "at the foot of one it stops");
    assert_eq!(run(&[("1", "1506")], &edges("cliff", "N", "1505")), ("stunned", "1505".into()));
}

// card 33.3
#[test]
fn a_column_through_a_minefield() {
    let mines = "mines = [\"0605\", \"0705\", \"0805\", \"0905\"]\n";
    let open = |leader: &str, follower: &str| {
        let axis = format!("{leader} @ 0505 E moving\n{follower} E moving\nTruck @ 0101 E");
        let mut t = Setup { axis: &axis, map: mines, ..Setup::default() }.open();
        t.idle_to(1, 3, &[]);
        t.play("move G1", &[]);
        // Two inches a roll: the leader rolls three times in five inches.
        t.play("step E", &[2]);
        t.play("step E", &[]);
        t.play("step E", &[2]);
        t.go("step E; step E; drive; faced; move G2");
        t
    };
    let mut t = open("Pz IV H-J", "Truck @ 0405");
    t.go("step E; step E; step E; step E; step E");
    assert_eq!(t.at("G2"), "0905", "in its tracks from the first inch to the last");
    let mut t = open("Pz IV H-J", "Truck @ 0205");
    t.go("step E; step E; step E");
    t.play("step E", &[2]);
    let mut t = open("Pz IV H-J", "Pz IV H-J @ 0406");
    t.go("step E");
    t.play("step E", &[]);
    assert_eq!(t.at("G2"), "0606", "no roll beside the field");
    t.play("step SE", &[]);
    assert_eq!(t.at("G2"), "0705", "nor in the tracks, from the side");
}
