//! Cards of chapter 12: fire at units that come into sight and leave it again.

use standto::rules::panzertruppe::state::Flag;

use super::table::{Setup, Table, edges};

/// Buildings leave a gap of an inch north of 1210 and 1209, so that units on row 12 are seen in 1212 only. A1
/// is to the south, G1 comes from the west. Returns what A1 is offered.
fn in_the_gap(setup: &Setup<'_>, prepare: impl Fn(&mut Table)) -> Vec<String> {
    let mut t = setup.open();
    prepare(&mut t);
    t.idle_to(1, 3, &[]);
    t.go("move G1; step E; step E");
    assert_eq!(t.asks(), "step");
    t.play("step E", &[]);
    if t.asks() == "ambush" { t.offers() } else { Vec::new() }
}

const GAP: (&str, &str) = ("b", "1011 1111 1311 1411");

// card 12.1
#[test]
fn only_a_shot_that_could_be_fired_is_offered() {
    let gap = [GAP];
    let with = |firer: &str, terrain: &[(&str, &str)], map: &str, mover: &str, nation: &'static str| {
        let (allies, axis) = (format!("{firer}\nTruck @ 4016 W"), format!("{mover}\nTruck @ 0101 E"));
        let terrain: Vec<(&str, &str)> = gap.iter().chain(terrain).copied().collect();
        in_the_gap(
            &Setup {
                nations: ["Germany", nation],
                axis: &axis,
                allies: &allies,
                terrain: &terrain,
                map,
                ..Setup::default()
            },
            |_| {},
        )
    };
    let tank = "Pz IV H-J @ 1012 E moving";
    assert!(!with("M36 @ 1210 N", &[], "", tank, "United States").is_empty());
    // Only infantry and overwatch units see through a hedgerow.
    let hedge = edges("hedgerow", "N", "1210");
    assert!(!with("M36 @ 1210 N", &[], &hedge, tank, "United States").is_empty());
    assert!(with("M36 @ 1210 N moving", &[], &hedge, tank, "United States").is_empty(), "a hedgerow");
    // Infantry in more than two inches of grain.
    let grain = "grain = [\"1209\", \"1210\", \"1211\", \"1212\"]\n";
    let foot = "Infantry @ 1012 E";
    assert!(!with("M36 @ 1209 N", &[], "", foot, "United States").is_empty());
    assert!(with("M36 @ 1209 N", &[], grain, foot, "United States").is_empty(), "grain");
    // Hull down behind a wall a gun in the bow may not fire; one in the turret may.
    let wall = edges("wall", "N", "1210");
    let lee = with("M3 Lee/Grant @ 1210 N", &[], &wall, tank, "United States");
    assert_eq!(lee, ["hold", "ambush second 1212"]);
}

// card 12.1, 8.4, 24.3
#[test]
fn no_ambush_from_behind_the_edge_or_while_crouching() {
    let back = |firer: &'static str, nation: &'static str, flag: Option<Flag>| {
        let allies = format!("{firer}\nTruck @ 4016 W");
        let setup = Setup {
            nations: ["Germany", nation],
            axis: "Pz IV H-J @ 1012 E moving\nTruck @ 0101 E",
            allies: &allies,
            terrain: &[GAP],
            levels: if firer.contains("bazooka") { &[] } else { &[("1", "1210")] },
            ..Setup::default()
        };
        in_the_gap(&setup, |t| {
            if let Some(flag) = flag {
                t.set("A1", flag);
            }
        })
        .len()
    };
    assert_eq!(back("T-34-85 @ 1210 N", "Russia", None), 2);
    assert_eq!(back("T-34-85 @ 1210 N", "Russia", Some(Flag::Back)), 0);
    assert_eq!(back("M36 @ 1210 N", "United States", Some(Flag::Back)), 2, "other turrets fire downhill");
    assert_eq!(back("Infantry bazooka @ 1210 N dug-in=all", "United States", None), 2);
    assert_eq!(back("Infantry bazooka @ 1210 N dug-in=all", "United States", Some(Flag::Crouching)), 0);
}

/// The Gun sees row 7 only in 0912 and 1712, through two gaps in a row of buildings.
fn two_gaps(gun: &str) -> Table {
    let axis = format!("{gun} @ 1306 N\nTruck @ 0101 E");
    let houses: String = (3..=25).filter(|x| ![11, 15].contains(x)).map(|x| format!("{x:02}09 ")).collect();
    Setup {
        axis: &axis,
        allies: "= scouts independent\nM18 @ 0712 E moving\nM36 @ 1303 N",
        terrain: &[("b", &houses)],
        ..Setup::default()
    }
    .open()
}

// card 12.1
#[test]
fn a_repeated_ambush_chance_is_offered_again() {
    let mut t = two_gaps("37 mm AA");
    t.idle_to(1, 8, &[]);
    t.go("move A1; step E; step E; step E");
    assert_eq!(t.asks(), "ambush", "it leaves the first gap");
    t.play("hold", &[]);
    for _ in 0..7 {
        assert_eq!(t.asks(), "step");
        t.play("step E", &[]);
    }
    assert_eq!(t.at("A1"), "1712");
    t.play("step E", &[]);
    assert_eq!(t.asks(), "ambush", "and it leaves the second");
}

// card 3.2, 12.1, 12.3
#[test]
fn a_double_rate_has_a_second_shot_for_an_ambush() {
    let run = |gun: &str, phase: u8| {
        let mut t = two_gaps(gun);
        t.idle_to(1, phase, &[]);
        t.go("fire G1 gun A2");
        t.play("resolve", &[1]);
        t.idle_to(1, 8, &[]);
        t.go("move A1; step E; step E; step E");
        t
    };
    // It fired once in its last phase: one shot is left.
    let mut t = run("37 mm AA", 5);
    assert_eq!(t.asks(), "ambush");
    t.play("ambush gun 0912", &[1]);
    for _ in 0..8 {
        t.play("step E", &[]);
    }
    assert_eq!(t.asks(), "step", "both shots are used");
    t.go("stop; faced; faced");
    t.idle_to(1, 9, &[]);
    assert!(!t.offered("fire G1 gun A2"), "and the next fire phase with them");
    // It held its fire: two shots in one movement phase.
    let mut t = two_gaps("37 mm AA");
    t.idle_to(1, 8, &[]);
    t.go("move A1; step E; step E; step E");
    t.play("ambush gun 0912", &[1]);
    for _ in 0..8 {
        t.play("step E", &[]);
    }
    assert_eq!(t.asks(), "ambush");
}

/// A retreating tank comes out from behind a building at the western edge, in LOS of the M36, and leaves the
/// board.
fn at_the_edge() -> Table {
    let mut t = Setup {
        axis: "Pz IV H-J @ 0212 W moving\nTruck @ 0101 E\nTruck @ 0102 E",
        allies: "M36 @ 0109 N\nTruck @ 4016 W",
        terrain: &[("b", "0211")],
        ..Setup::default()
    }
    .open();
    t.position.forces.groups[0].retreats = true;
    t.idle_to(1, 3, &[]);
    t.go("move G1; step W");
    assert_eq!(t.asks(), "step", "it has come into sight");
    t.play("exit", &[]);
    t
}

// card 12.1, 11.4
#[test]
fn leaving_the_board_allows_ambush_fire() {
    let mut t = at_the_edge();
    assert_eq!(t.asks(), "ambush");
    assert_eq!(t.offers(), ["hold", "ambush gun 0112"]);
    let mut held = t.clone();
    held.play("hold", &[]);
    assert!(!held.position.forces.is_in(held.id("G1")), "it is gone");
    let mut missed = t.clone();
    missed.play("ambush gun 0112", &[1]);
    assert!(!missed.position.forces.is_in(missed.id("G1")), "and so it is after a miss");
    assert_ne!(missed.condition("G1"), "destroyed");
    t.play("ambush gun 0112", &[10, 10]);
    assert_eq!(t.condition("G1"), "destroyed");
}

// card 12.1, 18.7
#[test]
fn riders_are_seen_with_their_vehicle() {
    let mut t = Setup {
        axis: "Truck @ 1212 W\nInfantry @ G1\nTruck @ 0101 E",
        allies: "M36 @ 1210 N\nTruck @ 4016 W",
        terrain: &[GAP],
        ..Setup::default()
    }
    .open();
    t.idle_to(1, 3, &[]);
    t.go("move G1; step W; stop; faced; dismount G2 NW");
    let mover = t.position.turn.mover().expect("it may go on");
    assert_eq!(
        (mover.seen_first.has(0), mover.seen.has(0)),
        (true, false),
        "seen when the phase began, not now"
    );
}

// card 12.2, 18.1
#[test]
fn riders_dismount_from_a_tank_that_is_hit_on_its_way() {
    let mut t = Setup {
        axis: "Pz IV H-J @ 1012 E moving\nInfantry @ G1\nTruck @ 0101 E",
        allies: "M3/M5 Stuart @ 1210 N\nTruck @ 4016 W",
        terrain: &[GAP],
        ..Setup::default()
    }
    .open();
    t.idle_to(1, 3, &[]);
    t.go("move G1; step E; step E; step E");
    // A hit without effect: the tank moves on, its riders have dismounted.
    t.play("ambush gun 1212", &[10, 1]);
    assert!(t.position.forces.carrier(t.id("G2")).is_none() && t.position.forces.spot(t.id("G2")).is_some());
    assert_eq!(t.at("G1"), "1312");
}

// card 12.1, 18.1
#[test]
fn small_arms_choose_between_the_riders_of_a_tank_on_its_way() {
    let mut t = Setup {
        axis: "Pz IV H-J @ 1012 E moving\nInfantry @ G1\nInfantry MG @ G1\nTruck @ 0101 E",
        allies: "Infantry MG @ 1210 N\nTruck @ 4016 W",
        terrain: &[GAP],
        ..Setup::default()
    }
    .open();
    t.idle_to(1, 3, &[]);
    t.go("move G1; step E; step E; step E");
    assert!(t.offered("ambush arms 1212") && !t.offered("ambush-rider arms 1212 G2"));
    t.play("ambush-rider arms 1212 G3", &[10]);
    assert_eq!((t.condition("G2"), t.condition("G3")), ("none", "destroyed"));
}
