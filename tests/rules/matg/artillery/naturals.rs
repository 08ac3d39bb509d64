//! 12.2 and 12.1.5 with plotted fire: natural rolls to arrive, and batteries of a broken formation.

use standto::game::laws::check_alike;
use standto::game::{Rules, Side};

use super::table::{Setup, Table, formation, texts};

/// A2 and A3 are off-map howitzers, A4 the observer at 1510, B2 a tank at 1520; a mission of A2 falls there
/// in turn 2.
fn due(options: &str) -> Table {
    let stands = formation("Artillery", &[("105mm M2A1 How. [2]", "off-map = true\ncount = 2")])
        + &formation("Infantry", &[("Infantry '44", "at = \"1510\"\nobserver = true")]);
    let enemy = formation("Tanks", &[("Panzer IV F2-H (7.5cm)", "at = \"1520\"")]);
    let mut t = Setup { options, stands: &stands, enemy: &enemy, ..Setup::default() }.table();
    t.to(1, "plot", Side::A);
    t.play(&["plot A4", "battery A2 0", "done", "at 1520", "explosive", "closed", "last 2", "done"], &[]);
    t.to(2, "artillery", Side::A);
    t
}

/// A natural 1 to arrive raises the attacks of this turn by two columns, not those of the next. AP 2 against
/// half of 7 is -2.
// card: rules: 12.2.1, 7.6.1.2, 7.6.5.1
#[test]
fn a_natural_1_to_arrive_is_a_hot_shot() {
    let mut t = due("\"hot-shot\"");
    let told = t.play(&["mission 1", "fire"], &[1, 10, 6, 6, 6, 6]);
    assert_eq!(texts(&told).iter().filter(|text| text.contains("12 on column +0")).count(), 2, "{told:?}");
    t.to(3, "artillery", Side::A);
    let told = t.play(&["mission 1", "fire"], &[6, 6, 6, 6]);
    assert_eq!(texts(&told).iter().filter(|text| text.contains("12 on column -2")).count(), 2, "{told:?}");
}

/// Without the optional rule it does not.
// card: rules: 7.6.1.2
#[test]
fn without_the_rule_a_natural_1_to_arrive_is_not_a_hot_shot() {
    let mut t = due("");
    let told = t.play(&["mission 1", "fire"], &[1, 10, 6, 6, 6, 6]);
    assert_eq!(texts(&told).iter().filter(|text| text.contains("12 on column -2")).count(), 2, "{told:?}");
}

/// A natural 20 to arrive leaves a battery low on ammunition: it cannot be plotted again, and only its own
/// side knows.
// card: rules: 12.2.2, 7.6.3
#[test]
fn a_natural_20_to_arrive_leaves_a_battery_low_on_ammunition() {
    let mut t = due("\"running-low\"");
    let told = t.play(&["mission 1", "fire"], &[20]);
    let low: Vec<_> = told.iter().filter(|event| event.text.contains("low on ammunition")).collect();
    assert_eq!(low.iter().map(|event| event.only).collect::<Vec<_>>(), [Some(Side::A)], "{told:?}");
    let mut other = due("\"running-low\"");
    other.play(&["mission 1", "fire"], &[19]);
    check_alike(&t.p, &other.p, Side::B).unwrap();
    t.to(2, "plot", Side::A);
    t.play(&["plot A4"], &[]);
    assert!(!t.offers("battery A2 0") && t.offers("battery A3 0"));
}

/// Plotted fire of a broken formation still arrives, but its other batteries may not join (7.8.3).
// card: rules: 12.1.5, 7.8.3
#[test]
fn no_battery_of_a_broken_force_joins_a_mission() {
    let joins = |broken: bool| {
        let mut t = due("\"determination\"");
        let hand = t.p.command.hands.iter_mut().find(|hand| hand.side == Side::A).unwrap();
        hand.broken = broken.then_some(2);
        // With no battery to join, the mission is fired at once.
        t.play(&["mission 1"], if broken { &[9, 9, 6, 6, 6, 6, 3, 3, 3, 3, 3, 3, 3, 4] } else { &[] });
        t.offers("add A3")
    };
    assert!(joins(false) && !joins(true));
}

/// A mission of several turns continues (12.1.5).
// card: rules: 12.1.5
#[test]
fn a_falling_mission_continues_when_its_formation_breaks() {
    let mut t = due("\"determination\"");
    let hand = t.p.command.hands.iter_mut().find(|hand| hand.side == Side::A).unwrap();
    hand.broken = Some(2);
    t.play(&["mission 1"], &[9, 9, 6, 6, 6, 6, 3, 3, 3, 3, 3, 3, 3, 4]);
    t.to(3, "artillery", Side::A);
    assert!(t.offers("mission 1"));
}

/// The forecast of a mission counts a natural 1 to arrive once for all its shells, and as often as successful
/// rolls are a 1: at cohesion 5 one in five. Two shells of AP 2 against half of 7 disorganize in 246 of 1296
/// cases on column -2 and in 666 on column +0: 19% without the rule, 25 with it.
// card: rules: 12.2.1, 7.6.3
#[test]
fn the_forecast_of_a_mission_counts_hot_shots() {
    for (options, told) in [("", "On target: B2 D+ 19%"), ("\"hot-shot\"", "On target: B2 D+ 25%")] {
        let stands = formation("Artillery", &[("105mm M2A1 How. [2]", "off-map = true")])
            + &formation("Infantry", &[("Infantry '44", "at = \"1510\"\nobserver = true")]);
        let enemy = formation("Tanks", &[("Panzer IV F2-H (7.5cm)", "at = \"1520\"")]);
        let setup = Setup { options, cohesion: 5, stands: &stands, enemy: &enemy, ..Setup::default() };
        let mut t = setup.table();
        t.to(1, "plot", Side::A);
        t.play(&["plot A3", "battery A2 0", "at 1520", "explosive", "closed"], &[]);
        let preview = t.p.preview(&"done".parse().unwrap()).expect("a preview");
        assert!(preview.remarks.iter().any(|line| line == told), "{options}: {:?}", preview.remarks);
    }
}

/// The warning of friendly stands near the square gives the longest deviation of a natural 20.
// card: rules: 12.2.3, 7.6.1.2
#[test]
fn the_deviation_warning_counts_communications_breakdown() {
    for (options, far) in
        [("", "4 inches"), ("\"communications-breakdown\"", "4 inches, up to 10 on a natural 20")]
    {
        let stands = formation("Artillery", &[("105mm M2A1 How. [2]", "off-map = true")])
            + &formation("Infantry", &[("Infantry '44", "at = \"1510\"\nobserver = true")]);
        let mut t = Setup { options, stands: &stands, ..Setup::default() }.table();
        t.to(1, "plot", Side::A);
        t.play(&["plot A3", "battery A2 0", "at 1513", "explosive", "closed"], &[]);
        let preview = t.p.preview(&"done".parse().unwrap()).expect("a preview");
        let told = format!("Deviation up to {far}: A3 of yours in reach");
        assert!(preview.remarks.contains(&told), "{options}: {:?}", preview.remarks);
    }
}
