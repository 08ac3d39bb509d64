//! Planning puzzles for the computer player: what a side does over several turns, against an enemy that stands still.

use standto::board::Cell;
use standto::game::{Rules, Side};
use standto::rules::panzertruppe::firing::Motion;
use standto::rules::panzertruppe::sight::geometry::{Aspect, aspect, way};
use standto::rules::panzertruppe::state::Id;

use super::opponent::{FARM, choose, moved, to_farm, turn_of_the_first};
use super::table::{Setup, Table};

/// Woods that hide the farm at 2008 from the east.
const EASTERN_WOOD: (&str, &str) =
    ("w", "2304 2305 2306 2307 2308 2309 2310 2311 2312 2404 2405 2406 2407 2408 2409 2410 2411 2412");

fn play_turns(t: &mut Table, turns: u8) {
    for _ in 0..turns {
        turn_of_the_first(t);
    }
}

/// The units of the first side that are still in the battle.
fn standing(t: &Table) -> usize {
    t.position.battle.ids(Side::A).filter(|&id| t.position.forces.is_in(id)).count()
}

#[test]
fn a_side_that_is_ahead_lets_the_enemy_come() {
    let mut t = Setup {
        axis: "Pz IV H-J @ 1907 E\nPz IV H-J @ 1908 E\nPz IV H-J @ 1909 E",
        allies: "M36 @ 3806 W\nM36 @ 3808 W\nM36 @ 3810 W\nM36 @ 3812 W",
        terrain: &[EASTERN_WOOD],
        map: FARM,
        ..Setup::default()
    }
    .open();
    t.position.forces.held[0] = Some(Side::A);
    play_turns(&mut t, 5);
    assert!(["G1", "G2", "G3"].iter().all(|tag| to_farm(&t, tag) <= 100), "all stay near the farm");
}

#[test]
fn the_farm_is_taken_out_of_sight_of_guns_that_stand_still() {
    let mut t = Setup {
        axis: "Pz IV H-J @ 0407 E moving\nPz IV H-J @ 0408 E moving\nPz IV H-J @ 0409 E moving",
        allies: "M36 @ 3806 W\nM36 @ 3808 W\nM36 @ 3810 W\nM36 @ 3812 W",
        terrain: &[EASTERN_WOOD],
        map: FARM,
        ..Setup::default()
    }
    .open();
    play_turns(&mut t, 6);
    assert_eq!(t.position.forces.held, [Some(Side::A)]);
    assert_eq!(standing(&t), 3, "nobody is lost");
}

#[test]
fn one_tank_does_not_attack_four_guns() {
    let mut t = Setup {
        axis: "Pz IV H-J @ 1008 E moving",
        allies: "M36 @ 3006 W\nM36 @ 3008 W\nM36 @ 3010 W\nM36 @ 3012 W",
        terrain: &[("w", "1305 1306 1307 1308 1309 1310 1311 1405 1406 1407 1408 1409 1410 1411")],
        ..Setup::default()
    }
    .open();
    play_turns(&mut t, 5);
    assert_eq!(standing(&t), 1);
}

#[test]
fn trucks_stay_behind_tanks() {
    let mut t = Setup {
        axis: "Truck @ 0609 E\nPz IV H-J @ 0307 E\nPz IV H-J @ 0308 E",
        allies: "M4 Sherman 75 @ 4016 W",
        map: FARM,
        ..Setup::default()
    }
    .open();
    play_turns(&mut t, 5);
    let tanks = to_farm(&t, "G2").min(to_farm(&t, "G3"));
    assert!(tanks < to_farm(&t, "G1"), "{tanks} and {}", to_farm(&t, "G1"));
}

#[test]
fn a_far_objective_is_reached_in_time() {
    let far = "[[map.objective]]\nname = \"farm\"\nat = \"3608\"\nvalue = 25\n";
    let mut t = Setup {
        axis: "Pz IV H-J @ 0208 E\nPz IV H-J @ 0209 E",
        allies: "Infantry @ 4001 W",
        map: far,
        ..Setup::default()
    }
    .open();
    play_turns(&mut t, 9);
    assert_eq!(t.position.forces.held, [Some(Side::A)]);
}

#[test]
fn some_watch_while_others_go() {
    let mut t = Setup {
        axis: "= first\nPanther @ 0206 E\nPanther @ 0207 E\nPanther @ 0208 E\n\
               = second\nPz IV H-J @ 0209 E\nPz IV H-J @ 0210 E\nPz IV H-J @ 0211 E",
        allies: "M4 Sherman 75 @ 3806 W\nM4 Sherman 75 @ 3808 W\nM4 Sherman 75 @ 3810 W",
        map: FARM,
        ..Setup::default()
    }
    .open();
    play_turns(&mut t, 3);
    let motions: Vec<Motion> =
        t.position.battle.ids(Side::A).map(|id| t.position.forces.state(id).motion).collect();
    assert!(motions.contains(&Motion::Overwatch), "{motions:?}");
    let ranges: Vec<u16> = ["G1", "G2", "G3", "G4", "G5", "G6"].map(|tag| to_farm(&t, tag)).to_vec();
    assert!(ranges.iter().any(|&range| range <= 100), "{ranges:?}");
}

/// The move of a tank from behind one wood to a farm behind another, past the gap between them.
fn past_the_gap(guns: &str) -> Cell {
    let mut t = Setup {
        axis: "Pz IV H-J @ 1206 S moving",
        allies: guns,
        terrain: &[
            ("w", "1401 1402 1403 1404 1405 1406 1407 1408 1501 1502 1503 1504 1505 1506 1507 1508"),
            ("w", "1412 1413 1414 1415 1416 1512 1513 1514 1515 1516"),
        ],
        map: "[[map.objective]]\nname = \"farm\"\nat = \"1215\"\nvalue = 25\n",
        ..Setup::default()
    }
    .open();
    t.idle_to(1, 3, &[]);
    moved(&mut t, "G1");
    t.position.forces.cell_of(t.id("G1")).expect("it is on the map")
}

#[test]
fn a_gap_under_the_eyes_of_four_guns_is_not_crossed() {
    let behind = past_the_gap("M36 @ 3009 W\nM36 @ 3010 W\nM36 @ 3011 W\nM36 @ 3012 W");
    assert!(behind.y < 8, "they would fire from ambush: {behind}");
    let across = past_the_gap("Truck @ 3009 W\nTruck @ 3010 W\nTruck @ 3011 W\nTruck @ 3012 W");
    assert!(across.y > 9, "trucks do not shoot: {across}");
}

/// Whether any enemy of a unit sees its side or rear.
fn is_seen_side_on(t: &Table, id: Id) -> bool {
    let Some(at) = t.position.forces.cell_of(id) else { return false };
    let hull = t.position.forces.state(id).hull;
    let watchers =
        t.position.battle.ids(Side::B).filter(|&enemy| t.position.sighting().sees(enemy, id).is_some());
    let mut cells = watchers.filter_map(|enemy| t.position.forces.cell_of(enemy));
    cells.any(|cell| aspect(hull, way(at, cell)) != Aspect::Front)
}

/// Plays four turns in which tank destroyers with a Sherman head for a farm, past a gap that enemies on overwatch look
/// through: whether those ever see the side of a tank destroyer.
fn drive_side_on_past(enemies: &str) -> bool {
    let mut t = Setup {
        nations: ["United States", "Germany"],
        axis: "M36 @ 1402 N\nM36 @ 1403 N\nM4 Sherman 76 @ 1302 N",
        allies: enemies,
        terrain: &[
            ("w", "1701 1702 1703 1704 1705 1706 1801 1802 1803 1804 1805 1806"),
            ("w", "1712 1713 1714 1715 1716 1812 1813 1814 1815 1816"),
        ],
        map: "[[map.objective]]\nname = \"farm\"\nat = \"1415\"\nvalue = 25\n",
        ..Setup::default()
    }
    .open();
    let mut seen = false;
    while t.position.turn.number <= 4
        && let Some(decision) = t.position.decision()
    {
        choose(&mut t, decision.side);
        seen |= ["G1", "G2"].iter().any(|tag| is_seen_side_on(&t, t.id(tag)));
    }
    seen
}

#[test]
fn open_tank_destroyers_do_not_drive_side_on_past_panthers_on_overwatch() {
    assert!(!drive_side_on_past("Panther @ 3207 W\nPanther @ 3209 W\nPanther @ 3211 W"));
    assert!(drive_side_on_past("Truck @ 3207 W\nTruck @ 3209 W\nTruck @ 3211 W"), "trucks do not shoot");
}
