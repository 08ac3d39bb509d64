//! 7.6.5: missions of several turns, their correction and termination.

use standto::game::{Rules, Side};

use super::table::{Setup, Table, formation};

fn lasting(turns: &str) -> Table {
    let stands = formation("Artillery", &[("105mm M2A1 How. [2]", "off-map = true")])
        + &formation("Infantry", &[("Infantry '44", "at = \"1510\"\nobserver = true")]);
    let enemy = formation("Tanks", &[("Panzer IV F2-H (7.5cm)", "at = \"1920\"")]);
    let mut t = Setup { stands: &stands, enemy: &enemy, ..Setup::default() }.table();
    t.to(1, "plot", Side::A);
    t.play(&["plot A3", "battery A2 0", "at 1520", "explosive", "closed", turns, "done"], &[]);
    t.to(2, "artillery", Side::A);
    t
}

/// One roll to arrive and one against deviation, whatever the duration.
// card: rules: 7.6.5, 7.6.5.1, 7.6.5.2, 7.6.5.4, 7.4.2.2
#[test]
fn deviation_is_fixed_for_the_mission() {
    let mut t = lasting("last 3");
    t.play(&["mission 1"], &[15, 16, 3, 8, 6, 6, 6, 6]);
    assert_eq!(t.impacts(), ["1920", "1920"], "four inches east, on the tank");
    assert!(t.p.preview(&"pass".parse().unwrap()).is_none());
}

/// The fire stays where it landed and attacks again.
// card: rules: 7.6.5.2, 7.6.5.4
#[test]
fn deviated_fire_stays_where_it_landed() {
    let mut t = lasting("last 3");
    t.play(&["mission 1"], &[15, 16, 3, 8, 6, 6, 6, 6]);
    t.to(3, "artillery", Side::A);
    assert_eq!(t.impacts().len(), 2);
    assert!(!t.offers("pass"));
    t.play(&["mission 1"], &[6, 6, 6, 6]);
    t.to(4, "artillery", Side::A);
    t.play(&["mission 1"], &[6, 6, 6, 6]);
    t.to(5, "posture", Side::A);
    assert!(t.impacts().is_empty() && t.missions(Side::A).is_empty());
}

/// An observer that sees a marker corrects a mission that deviated.
// card: rules: 7.6.5.2
#[test]
fn deviated_fire_can_be_corrected() {
    let mut t = lasting("last 4");
    t.play(&["mission 1"], &[15, 16, 7, 8]);
    assert_eq!(t.impacts(), ["1120", "1120"]);
    t.to(2, "plot", Side::A);
    assert!(!t.offers("correct 1"), "only after the turn of arrival");
    t.to(3, "artillery", Side::A);
    t.play(&["mission 1"], &[]);
    t.to(3, "plot", Side::A);
    t.play(&["correct 1"], &[16]);
    assert!(!t.offers("correct 1"), "once a turn");
    t.to(4, "artillery", Side::A);
    t.play(&["mission 1"], &[]);
    assert_eq!(t.impacts(), ["1120", "1120"]);
    t.to(4, "plot", Side::A);
    t.play(&["correct 1"], &[15]);
    t.to(5, "artillery", Side::A);
    assert_eq!(t.impacts(), ["1120", "1120"], "until the following turn");
    t.play(&["mission 1"], &[]);
    assert_eq!(t.impacts(), ["1520", "1520"]);
}

/// A mission is terminated early.
// card: rules: 7.6.5.3
#[test]
fn missions_end_early() {
    let mut t = lasting("last 3");
    t.play(&["mission 1"], &[15, 15]);
    t.to(2, "plot", Side::A);
    assert_eq!(t.needs("terminate 1"), [("to terminate the mission".into(), 15)]);
    t.play(&["terminate 1"], &[15]);
    assert_eq!(t.impacts().len(), 2, "it falls for the rest of the turn");
    t.to(3, "posture", Side::A);
    assert!(t.impacts().is_empty() && t.missions(Side::A).is_empty());

    t.to(3, "plot", Side::A);
    t.play(&["plot A3", "battery A2 0", "at 1520", "explosive", "closed", "arrive 6", "done"], &[]);
    t.play(&["terminate 1"], &[16]);
    assert_eq!(t.missions(Side::A).len(), 1);
    t.to(4, "plot", Side::A);
    t.play(&["terminate 1"], &[15]);
    assert!(t.missions(Side::A).is_empty(), "a mission not begun is cancelled");
}

/// A battery has one mission at a time.
// card: rules: 7.6.5.1, 7.6.3
#[test]
fn a_battery_has_one_mission_at_a_time() {
    let mut t = lasting("last 3");
    t.play(&["mission 1"], &[15, 15]);
    t.to(2, "plot", Side::A);
    t.play(&["plot A3", "battery A2 0", "at 1620", "explosive", "closed", "done"], &[]);
    assert_eq!(t.missions(Side::A)[1].arrival, 5, "the earliest turn in which it is free");
    t.to(3, "plot", Side::A);
    t.play(&["plot A3", "battery A2 0", "at 1720", "explosive", "closed", "done"], &[]);
    assert_eq!(t.missions(Side::A)[2].arrival, 6);
}

/// Fire support limited to a number of turns.
// card: rules: 7.9, 7.9.1, 7.9.2, 7.9.3
#[test]
fn allotted_fire_is_used_up() {
    let stands = formation("Artillery", &[("105mm M2A1 How. [2]", "off-map = true\nfire-turns = 3")])
        + &formation("Infantry", &[("Infantry '44", "at = \"1510\"\nobserver = true")]);
    let mut t = Setup { stands: &stands, ..Setup::default() }.table();
    t.to(1, "plot", Side::A);
    t.play(&["plot A3", "battery A2 0", "at 1520", "explosive", "closed"], &[]);
    assert!(t.offers("last 3") && !t.offers("last 4"));
    t.play(&["done"], &[]);
    t.to(2, "artillery", Side::A);
    t.play(&["mission 1"], &[16]);
    assert_eq!(t.p.forces.stand(t.id("A2")).rounds, Some(2), "fire that fails to arrive is lost");
    t.to(4, "plot", Side::A);
    t.play(&["plot A3", "battery A2 0", "at 1520", "explosive", "closed", "last 2", "done"], &[]);
    assert!(!t.offers("plot A3"), "the rest is plotted");
    for turn in 5..=6 {
        t.to(turn, "artillery", Side::A);
        t.play(&["mission 1"], if turn == 5 { &[1, 1] } else { &[] });
    }
    assert_eq!(t.p.forces.stand(t.id("A2")).rounds, Some(0));
    let on_map = stands.replace("off-map = true", "at = \"0505\"");
    let faults = Setup { stands: &on_map, ..Setup::default() }.faults();
    assert!(faults.contains("only off-board batteries can have fire turns (7.9)"), "{faults}");
}
