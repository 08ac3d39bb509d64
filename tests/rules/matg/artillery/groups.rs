//! 7.4.9: grouped fire.

use standto::book::Book;
use standto::game::{Rules, Side};
use standto::rules::matg::Position;
use standto::rules::matg::artillery::missions::{Kind, Mission, Piece};

use super::table::{Setup, formation};

const HOW: &str = "105mm M2A1 How. [2]";

/// Batteries on the board that touch and belong to one formation fire directly as one.
// card: rules: 7.4.9, 7.4.9.1, 7.5
#[test]
fn a_group_on_the_board_fires_as_one() {
    let stands = formation("1st", &[(HOW, "at = \"1505\""), (HOW, "at = \"1605\""), (HOW, "at = \"1805\"")])
        + &formation("2nd", &[(HOW, "at = \"1405\"")]);
    let mut t = Setup { stands: &stands, ..Setup::default() }.table();
    t.to(1, "artillery", Side::A);
    t.play(&["battery A2 0"], &[]);
    assert!(t.offers("add A3") && t.offers("done"));
    assert!(!t.offers("add A4"), "not in contact");
    assert!(!t.offers("add A5"), "of another formation");
    t.play(&["add A3", "at 1520", "explosive", "open E"], &[15]);
    assert_eq!(t.impacts(), ["1520", "1620", "1720", "1820"], "one roll, one sheaf");
    assert!(t.p.forces.stand(t.id("A3")).fired);
}

/// A group rolls with the states of its worst-off battery.
// card: rules: 7.4.9
#[test]
fn a_group_rolls_as_its_worst_off_battery() {
    let stands = formation("1st", &[(HOW, "off-map = true"), (HOW, "off-map = true")])
        + &formation("Infantry", &[("Infantry '44", "at = \"1510\"\nobserver = true")]);
    let mut t = Setup { stands: &stands, ..Setup::default() }.table();
    t.to(1, "plot", Side::A);
    t.play(&["plot A4", "battery A2 0", "add A3", "at 1520", "explosive", "closed", "done"], &[]);
    t.to(2, "artillery", Side::A);
    let id = t.id("A3");
    t.p.forces.stand_mut(id).suppressed = true;
    assert_eq!(t.needs("mission 1"), [("to arrive".into(), 11), ("to land on target".into(), 11)]);
    t.play(&["mission 1"], &[11, 12, 1, 2]);
    assert_eq!(t.impacts(), ["1521"; 4], "the whole sheaf deviates as one");
}

/// Off-map groups.
// card: rules: 7.4.9
#[test]
fn groups_off_the_map_by_nation_and_date() {
    for (nation, date, battery, infantry, any) in [
        ("united-states", "1942-08", HOW, "Infantry '42", true),
        ("united-kingdom", "1943-12", "25 lbr Gun/Howitzer [2]", "Infantry '43", false),
        ("united-kingdom", "1944-01", "25 lbr Gun/Howitzer [2]", "Infantry '43", true),
        ("germany", "1944-08", "150mm sFH 18 [2]", "Infantry '43", false),
        ("soviet-union", "1944-08", "122mm How (M-30) [2]", "Infantry '43-'45", false),
    ] {
        let off = "off-map = true";
        let stands = formation("1st", &[(battery, off), (battery, off)])
            + &formation("2nd", &[(battery, off)])
            + &formation("Infantry", &[(infantry, "at = \"1510\"\nobserver = true")]);
        let mut t = Setup { nation, date, stands: &stands, ..Setup::default() }.table();
        t.to(1, "plot", Side::A);
        t.play(&["plot A5", "battery A2 0"], &[]);
        assert!(t.offers("add A3"), "{nation} {date}");
        assert_eq!(t.offers("add A4"), any, "{nation} {date}");
    }
}

/// An observer must see past the markers of a group's own sheaf.
// card: rules: 7.4.9.1
#[test]
fn the_markers_of_a_group_block_one_another() {
    let stands = formation("1st", &[(HOW, "off-map = true"), (HOW, "off-map = true")])
        + &formation("Infantry", &[("Infantry '44", "at = \"1510\"\nobserver = true")]);
    let mut t = Setup { stands: &stands, ..Setup::default() }.table();
    t.to(1, "plot", Side::A);
    t.play(&["plot A4", "battery A2 0", "done", "at 1520", "explosive"], &[]);
    assert!(t.offers("open N"), "a single battery only needs to see the squares");
    t.play(&["cancel", "plot A4", "battery A2 0", "add A3", "at 1520", "explosive"], &[]);
    assert!(!t.offers("open N") && t.offers("open E") && t.offers("closed"));
}

/// A group's plotted direct fire with guns of two kinds, one of them without indirect fire, survives writing
/// and reading a scenario, whichever battery comes first. A list of guns has one entry per battery.
#[test]
fn the_guns_of_a_group_survive_saving() {
    let stands = formation("Guns", &[("75mm IG [1]", "at = \"1505\""), ("105mm IFH18 [2]", "at = \"1605\"")]);
    let mut written = Vec::new();
    for order in [["A2", "A3"], ["A3", "A2"]] {
        let mut t = Setup { nation: "germany", stands: &stands, ..Setup::default() }.table();
        let piece = |tag: &str| Piece { id: t.id(tag), gun: 0, place: t.p.forces.stand(t.id(tag)).place };
        let batteries = order.map(piece).to_vec();
        let mission = Mission::planned(Side::A, Kind::Direct, batteries, "1520".parse().unwrap());
        t.p.record.missions.push(Mission { number: 1, plotted: 1, arrival: 2, duration: 2, ..mission });
        let text = t.p.aids().as_scenario().expect("it can be written");
        let (again, _) = Position::read("again", &text).unwrap_or_else(|faults| panic!("{faults}\n{text}"));
        let line = again.record.missions.first().expect("it is there");
        let tags: Vec<String> =
            line.batteries.iter().map(|piece| again.battle.tag(piece.id).to_string()).collect();
        assert_eq!((tags, line.kind), (order.map(str::to_owned).to_vec(), Kind::Direct));
        assert!(line.batteries.iter().all(|piece| piece.gun == 0), "{:?}", line.batteries);
        written.push(text);
    }
    // One number stands for all batteries; a list has one per battery.
    assert!(written.iter().all(|text| text.contains("gun = 0\n")), "{written:?}");
    let each = |list: &str| Position::read("each", &written[0].replace("gun = 0", list));
    assert!(each("gun = [0, 0]").is_ok());
    let faults = each("gun = [0]").map(|_| ()).unwrap_err().to_string();
    assert!(faults.contains("1 guns of 2 batteries, expected one for each"), "{faults}");
    let faults = each("gun = [0, 4]").map(|_| ()).unwrap_err().to_string();
    assert!(faults.contains("A3 has no gun 4"), "{faults}");
}
