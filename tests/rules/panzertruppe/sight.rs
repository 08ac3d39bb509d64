//! Cards of LOS over terrain, hills and walls, drawn from the text (7 to 10).

use standto::board::Cell;
use standto::game::Rules;

use super::basic::need;
use super::table::{Setup, Table, edges};

fn visible(t: &Table, a: &str, b: &str) -> bool {
    let (a, b): (Cell, Cell) = (a.parse().unwrap(), b.parse().unwrap());
    let there = t.position.sight(a, b).visible;
    assert_eq!(there, t.position.sight(b, a).visible, "LOS is mutual");
    there
}

// card 7, 9.2
#[test]
fn obstacles_that_block_and_obstacles_that_do_not() {
    let t = Setup {
        terrain: &[("b", "1005"), ("w", "1007 1107")],
        levels: &[("1", "1009 0511 2011 1011")],
        map: &edges("wall", "E", "1003"),
        ..Setup::default()
    }
    .open();
    assert!(visible(&t, "0503", "2003"), "a wall does not block");
    assert!(!visible(&t, "0505", "2005"), "a building does");
    assert!(!visible(&t, "0507", "2007"), "two inches of woods do");
    assert!(!visible(&t, "0509", "2009"), "a hill between lower ground does");
    assert!(visible(&t, "0511", "2011"), "over a hill of its own height to another");
    assert!(!visible(&t, "0511", "1511"), "not over a hill of its own height to the ground");
}

// card 8.1
#[test]
fn los_through_an_inch_of_woods() {
    let t = Setup { terrain: &[("w", "1005 1007 1107 3005 3105")], ..Setup::default() }.open();
    assert!(visible(&t, "0505", "2005"), "one inch");
    assert!(!visible(&t, "0507", "2007"), "two inches");
    assert!(visible(&t, "3005", "3105"), "half an inch for each of them");
    assert!(visible(&t, "3105", "3505"));
}

// card 8.2
#[test]
fn the_plateau_hides_units_back_from_its_edge() {
    let hill = "1005 1105 1205 1305";
    let t = Setup { levels: &[("1", hill)], ..Setup::default() }.open();
    assert!(visible(&t, "1305", "2005"), "half an inch from the edge");
    assert!(!visible(&t, "1205", "2005"), "an inch and a half");
}

// card 8.3, 8.4, 8.5
#[test]
fn back_from_the_edge_of_a_hill() {
    let table = |axis: &str, nation: &'static str| {
        let axis = format!("{axis} @ 0505 E moving");
        let mut t = Setup {
            axis: &axis,
            allies: "M36 @ 2005 W",
            nations: [nation, "United States"],
            levels: &[("1", "0505")],
            ..Setup::default()
        }
        .open();
        t.idle_to(1, 3, &[]);
        let open = need(&t, "A1", "G1");
        t.play("move G1", &[]);
        t.play(if axis.starts_with("75") { "watch" } else { "stop" }, &[]);
        t.go("back; faced");
        (t, open)
    };
    let (mut t, open) = table("Pz IV H-J", "Germany");
    // It has stopped: no longer -1 for moving; hull down -2.
    assert_eq!(need(&t, "A1", "G1"), open + 2 - 1);
    t.play("faced", &[]);
    t.idle_to(1, 5, &[]);
    assert!(t.offered("fire G1 gun A1"), "a turret fires downhill");
    for (vehicle, nation) in [("StuG III F-G", "Germany"), ("T-34-85", "Russia"), ("Type 95 Ha-Go", "Japan")]
    {
        let (mut t, _) = table(vehicle, nation);
        if t.offered("faced") {
            t.play("faced", &[]);
        }
        t.idle_to(1, 5, &[]);
        assert!(!t.offered("fire G1 gun A1"), "{vehicle}");
    }
}

// card 8.3, 8.4
#[test]
fn up_to_the_edge_of_a_hill_again() {
    let mut t = Setup {
        axis: "StuG III F-G @ 0505 E moving",
        allies: "M36 @ 2005 W",
        levels: &[("1", "0505")],
        ..Setup::default()
    }
    .open();
    t.idle_to(1, 3, &[]);
    let open = need(&t, "A1", "G1");
    t.go("move G1; stop; back");
    assert!(!t.offered("back"), "it is already back from the edge");
    t.play("edge", &[]);
    assert!(!t.offered("edge"), "it is already at the edge");
    t.play("faced", &[]);
    assert_eq!(need(&t, "A1", "G1"), open - 1, "stopped, and in full view");
    t.idle_to(1, 5, &[]);
    assert!(t.offered("fire G1 gun A1"), "from the edge a gun in the hull fires downhill");
}

// card 9.1
#[test]
fn los_over_one_level_from_two() {
    // The far edge of the first-level hill lies 20 inches from the second-level unit, the text's example.
    let hill = "2105 2205";
    let t = Setup { levels: &[("2", "0205"), ("1", hill)], ..Setup::default() }.open();
    // From 0205 to the far edge of 2205 it is 20.5 inches: 41 inches away is far enough, here at most 38.
    assert!(!visible(&t, "0205", "4005"), "38 inches, not twice 20.5");
    let t = Setup { levels: &[("2", "0205"), ("1", "1905 2005")], ..Setup::default() }.open();
    // 18.5 to the far edge of 2005; 3905 is 37 inches away, exactly twice as far.
    assert!(visible(&t, "0205", "3905"), "as far behind as before");
    assert!(!visible(&t, "0205", "3805"), "an inch nearer");
}

// card 9.3
#[test]
fn hills_of_one_level_see_each_other() {
    let t = Setup { levels: &[("1", "0505 0605 0705 1005 2005 2105 2205")], ..Setup::default() }.open();
    assert!(visible(&t, "0505", "2205"));
}

// card 10.1, 10.2, 10.3, 10.5
#[test]
fn walls_and_hedges() {
    let at = |map: &str, level: bool| {
        let t = Setup {
            axis: "Pz IV H-J @ 0505 E",
            allies: "M36 @ 1505 W",
            map,
            levels: if level { &[("1", "0505")] } else { &[] },
            ..Setup::default()
        }
        .open();
        need(&t, "G1", "A1")
    };
    let open = at("", false);
    assert_eq!(at(&edges("wall", "E", "1005"), false), open + 1, "between");
    assert_eq!(at(&edges("hedge", "E", "1005"), false), open + 1, "between");
    assert_eq!(at(&edges("wall", "E", "0505"), false), open, "against the firer");
    assert_eq!(at(&edges("wall", "E", "1405"), false), open + 2, "a vehicle against a wall is hull down");
    assert_eq!(at(&edges("hedge", "E", "1405"), false), open + 1, "against a hedge it is not");
    assert_eq!(at(&edges("wall", "E", "1005"), true), open, "not between different levels");
    assert_eq!(at(&edges("hedge", "E", "1405"), true), open + 1, "unless the target is against it");
}

// card 10.4
#[test]
fn hull_down_vehicles_fire_only_some_weapons() {
    let mut t = Setup {
        axis: "JgPz IV @ 0505 E",
        allies: "Infantry @ 1205 W\nM36 @ 2005 W",
        map: &edges("wall", "E", "0505"),
        ..Setup::default()
    }
    .open();
    assert!(t.offered("fire G1 gun A2"));
    t.idle_to(1, 5, &[]);
    assert!(t.offered("fire G1 gun A1") && !t.offered("fire G1 bow A1"));
}
