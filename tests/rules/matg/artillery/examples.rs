//! The rulebook's four worked examples, with rulings G-12 and G-13, and its picture of the deviation.
//!
//! The rulebook turns its compass so that south is to the player's right and east ahead of the player. Here
//! north is up the map, so its "S" is written E and its "E" is written N.

use standto::game::{Rules, Side};
use standto::rules::matg::artillery::missions::Kind;

use super::table::{Setup, formation, texts};
use standto::rules::matg::artillery::shells;

const DEFENDER: &str = "defends = true";

fn howitzers(at: &[&str]) -> String {
    let stands: Vec<(String, String)> =
        at.iter().map(|at| ("105mm M2A1 How. [2]".to_owned(), format!("at = \"{at}\""))).collect();
    let stands: Vec<(&str, &str)> = stands.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
    formation("Artillery", &stands)
}

/// Two off-map batteries, A2 and A3, and A4 with the observer at 1206.
fn german() -> Setup<'static> {
    Setup { nation: "germany", side: DEFENDER, ..Setup::default() }
}

fn german_stands() -> String {
    formation("Artillery", &[("150mm sFH 18 [2]", "off-map = true"), ("150mm sFH 18 [2]", "off-map = true")])
        + &formation("Infantry", &[("Infantry '43", "at = \"1206\"\nobserver = true")])
}

/// Example 1, the support mission.
// card: rules: chart: indirect artillery, 7.6.2.1, 7.6.3, 7.8.1.2, 7.4.2.3, 7.7.2
#[test]
fn example_1_the_support_mission() {
    let stands = german_stands();
    let mut t = Setup { stands: &stands, ..german() }.table();
    t.to(3, "plot", Side::A);
    t.play(&["plot A4", "battery A2 0", "done", "at 0816", "explosive", "open E"], &[]);
    assert!(!t.offers("arrive 4") && t.offers("arrive 6"), "no sooner than two turns after");
    t.play(&["done"], &[]);
    t.play(&["plot A4", "battery A3 0", "done", "at 1016", "explosive", "open E", "done"], &[]);
    let record = t.p.view(Side::A).records;
    assert_eq!(record[1], "1   3     A4    support         A2            5    1    0816 Open 2E");
    assert_eq!(record[2], "2   3     A4    support         A3            5    1    1016 Open 2E");
    t.to(5, "artillery", Side::A);
    assert_eq!(t.needs("mission 1"), [("to arrive".into(), 15), ("to land on target".into(), 15)]);
    t.play(&["mission 1"], &[15, 15]);
    t.to(5, "artillery", Side::A);
    t.play(&["mission 2"], &[3, 9]);
    assert_eq!(t.impacts(), ["0816", "0916", "1016", "1116"], "a solid field four inches long");
}

/// Example 2, the barrage.
// card: rules: 7.6.2.4, 7.4.9, 7.4.9.1, 7.6.1.3, 7.4.4
#[test]
fn example_2_the_barrage() {
    let stands = german_stands();
    let side = "[[side.mission]]\nkind = \"barrage\"\nbatteries = [\"A2\", \"A3\"]\n\
                location = \"1224 Open 4N\"\narrival = 2";
    let enemy = formation(
        "Tanks",
        &[("Panzer V (75L70)", "at = \"1225\""), ("Panzer IV F2-H (7.5cm)", "at = \"1227\"")],
    );
    let mut t = Setup { stands: &stands, side, enemy: &enemy, ..german() }.table();
    t.to(2, "artillery", Side::A);
    let attack = shells::shell_attack(&t.p.field, &t.p.forces, t.id("A2"), 0, t.id("B2"), true);
    assert_eq!(attack.differential(), -1, "armour of 10, as of 9, keeps 5");
    let events = t.play(&["mission 1"], &[7, 12, 3, 2, 6, 6]);
    assert_eq!(t.impacts(), ["1224", "1225", "1226", "1227"]);
    assert_eq!(events.iter().filter(|e| e.rule == "7.6.1.2").count(), 2, "one roll each for the group");
    let attack = events.iter().find(|e| e.modifiers.iter().any(|m| m.label == "barrage"));
    let attack = attack.unwrap_or_else(|| panic!("{:?}", texts(&events)));
    assert!(attack.modifiers.iter().any(|m| m.value == 2 && m.rule == "7.6.2.4"));
}

/// Example 3, the pre-registered mission.
// card: rules: 7.6.2.2, 7.6.5.1, 7.6.5.4, 7.8.1
#[test]
fn example_3_the_pre_registered_mission() {
    let stands = howitzers(&["0905", "1305", "1705"])
        + &formation("Infantry", &[("Infantry HQ", "at = \"1210\"\nrole = \"HQ\"")]);
    let line = |name: &str, battery: &str, location: &str| {
        format!(
            "[[side.mission]]\nkind = \"pre-registered\"\nname = \"{name}\"\nbatteries = \"{battery}\"\n\
             location = \"{location}\"\n"
        )
    };
    let mut side = format!("{DEFENDER}\n");
    for (battery, def, road) in [("A2", "1020", "1928"), ("A3", "1022", "2028"), ("A4", "1024", "2128")] {
        side += &line("DEF 1", battery, &format!("{def} Open 2S"));
        side += &line("ROAD 1", battery, &format!("{road} Open 2S"));
    }
    let mut t = Setup { nation: "united-states", stands: &stands, side: &side, ..Setup::default() }.table();
    t.to(4, "plot", Side::A);
    t.play(&["plot A5"], &[]);
    assert!(t.offers("call 1") && t.offers("call 2") && t.offers("support") && t.offers("adjust 1"));
    t.play(&["call 1", "last 3", "done"], &[]);
    t.to(5, "artillery", Side::A);
    assert_eq!(t.needs("mission 7"), [("to arrive".into(), 17), ("to land on target".into(), 17)]);
    for number in 7..=9 {
        t.to(5, "artillery", Side::A);
        t.play(&[&format!("mission {number}")], &[17, 17]);
    }
    let line_of_six = ["1020", "1019", "1022", "1021", "1024", "1023"];
    assert_eq!(t.impacts(), line_of_six);
    for turn in 6..=7 {
        t.to(turn, "artillery", Side::A);
        assert_eq!(t.impacts(), line_of_six, "not removed between turns");
        for number in 7..=9 {
            t.to(turn, "artillery", Side::A);
            t.play(&[&format!("mission {number}")], &[]);
        }
    }
    t.to(8, "posture", Side::A);
    assert!(t.impacts().is_empty(), "from turn 5 through turn 7");
}

/// Example 4, the adjusted mission.
// card: rules: 7.6.2.3, 7.6.3
#[test]
fn example_4_the_adjusted_mission() {
    let stands = howitzers(&["1205", "1305", "1405"])
        + &formation("Infantry", &[("Infantry '44", "at = \"1210\"\nobserver = true")]);
    let side = "defends = true\n[[side.mission]]\nkind = \"pre-registered\"\nname = \"ROAD 1\"\n\
                batteries = [\"A2\", \"A3\", \"A4\"]\nlocation = \"1928 Open 6E\"";
    let mut t = Setup { stands: &stands, side, ..Setup::default() }.table();
    t.to(1, "plot", Side::A);
    t.play(&["plot A5", "adjust 1", "battery A2 0", "add A3", "add A4"], &[]);
    assert!(t.offers("at 1932"), "+4 inches away from the player");
    assert!(!t.offers("at 1933"));
    assert_eq!(
        t.refusal("at 1933"),
        "1933 is more than 4 inches from ROAD 1: choose a square nearer to it (7.6.2.3)"
    );
    t.play(&["at 1932", "explosive", "open E", "done"], &[]);
    assert_eq!(t.missions(Side::A)[1].kind, Kind::Adjusted);
    t.to(2, "artillery", Side::A);
    assert_eq!(t.needs("mission 2")[0].1, 15, "no bonus for an adjusted mission");
    t.play(&["mission 2"], &[15, 15]);
    assert_eq!(t.impacts()[0], "1932");
    t.to(2, "plot", Side::A);
    t.play(&["plot A5", "call 1", "done"], &[]);
    t.to(3, "artillery", Side::A);
    t.play(&["mission 3"], &[17, 17]);
    assert_eq!(t.impacts()[0], "1928");
    t.to(3, "plot", Side::A);
    t.play(&["plot A5", "adjust 1", "battery A2 0", "add A3", "add A4"], &[]);
    t.play(&["at 1824", "explosive", "open E", "done"], &[]);
}

/// The picture of the deviation: 8 on the D8 for direction, 4 inches on the 1D8/2.
// card: rules: 7.6.1.2
#[test]
fn the_picture_of_the_deviation() {
    let stands = formation("Mortars", &[("120mm Mortar [2]", "off-map = true")])
        + &formation("Infantry", &[("Infantry '43", "at = \"1206\"\nobserver = true")]);
    for (face, length, inches) in [(8, 4, 2), (8, 7, 4), (8, 8, 4), (8, 1, 1)] {
        let mut t = Setup { nation: "germany", stands: &stands, ..Setup::default() }.table();
        t.to(1, "plot", Side::A);
        t.play(&["plot A3", "battery A2 0", "at 1520", "explosive", "open E", "done"], &[]);
        t.to(3, "artillery", Side::A);
        t.play(&["mission 1"], &[10, 16, face, length]);
        let (x, y) = (15 - inches, 20 + inches);
        assert_eq!(
            t.impacts(),
            [format!("{x}{y}"), format!("{}{y}", x + 1)],
            "8 is north-west, {inches} inches"
        );
    }
}
