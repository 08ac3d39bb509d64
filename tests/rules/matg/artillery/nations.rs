//! 7.7 and 7.8: off-map artillery and national artillery efficiency.

use standto::game::Side;

use super::table::{Setup, Table, formation};
use standto::rules::matg::artillery::missions;

/// A2 is an off-map battery, A3 the observer.
fn with(nation: &str, date: &str, battery: &str) -> Table {
    let stands = formation("Artillery", &[(battery, "off-map = true")])
        + &formation("Command", &[("Infantry HQ", "at = \"1510\"\nrole = \"HQ\"")]);
    Setup { nation, date, stands: &stands, ..Setup::default() }.table()
}

fn delay(nation: &str, date: &str, battery: &str) -> u8 {
    let mut t = with(nation, date, battery);
    t.to(1, "plot", Side::A);
    t.play(&["plot A3", "battery A2 0", "at 1520"], &[]);
    if t.offers("explosive") {
        t.play(&["explosive"], &[]);
    }
    t.play(&["open E", "done"], &[]);
    t.missions(Side::A)[0].arrival - 1
}

/// Turns from plot to arrival by nation.
// card: rules: 7.8, 7.8.1, 7.8.1.1, 7.8.1.2, 7.8.1.3
#[test]
fn delay_by_nation_and_date() {
    for (nation, date, battery, turns) in [
        ("united-states", "1942-11", "105mm M2A1 How. [2]", 1),
        ("united-states", "1945-04", "105mm M2A1 How. [2]", 1),
        ("united-kingdom", "1940-05", "25 lbr Gun/Howitzer [2]", 2),
        ("united-kingdom", "1943-12", "25 lbr Gun/Howitzer [2]", 2),
        // January 1944 itself counts as before (S-116).
        ("united-kingdom", "1944-01", "25 lbr Gun/Howitzer [2]", 2),
        ("united-kingdom", "1944-02", "25 lbr Gun/Howitzer [2]", 1),
        ("united-kingdom", "1944-06", "25 lbr Gun/Howitzer [2]", 1),
        ("germany", "1941-06", "150mm sFH 18 [2]", 2),
        ("germany", "1944-12", "150mm sFH 18 [2]", 2),
        ("soviet-union", "1941-06", "122mm How (M-30) [2]", 3),
        ("soviet-union", "1945-04", "122mm How (M-30) [2]", 3),
        ("italy", "1942-11", "105/28 M13 Gun [2]", 3),
        ("japan", "1944-06", "105mm How T91 [2]", 3),
        ("france", "1940-05", "105L17 Howitzer [2]", 3),
        ("finland", "1944-06", "120mm Mortar [2]", 3),
        ("poland", "1939-09", "81mm Mortar [2]", 3),
        ("belgium", "1940-05", "105mm GP How [2]", 3),
        ("hungary", "1944-06", "105mm IFH18 [2]", 3),
    ] {
        assert_eq!(delay(nation, date, battery), turns, "{nation} {date}");
    }
}

/// The range of off-map artillery.
// card: rules: 7.7, 7.7.1, 7.7.3
#[test]
fn range_of_off_map_artillery() {
    let mut t = with("germany", "1943-08", "120mm Mortar [2]");
    let id = t.id("A2");
    let cell = |text: &str| text.parse().unwrap();
    assert!(
        missions::reaches(&t.p.forces, id, 0, cell("1533"))
            && missions::reaches(&t.p.forces, id, 0, cell("0133")),
        "48 inches less 30%"
    );
    assert!(!missions::reaches(&t.p.forces, id, 0, cell("1534")));
    assert!(missions::reaches(&t.p.forces, id, 0, cell("0101")), "no minimum range off-map");
    t.to(1, "plot", Side::A);
    assert!(!t.offers("lay A2 0"), "always indirect");
    t.play(&["plot A3", "battery A2 0"], &[]);
    assert!(t.offers("at 1533"));
    assert_eq!(t.refusal("at 1534"), "A2 120mm Mortar [2] can't fire at 1534: out of range (7.7.3)");
    t.play(&["cancel"], &[]);
}

/// The formation is a reconnaissance unit.
fn on_reconnaissance(formation: &str) -> String {
    formation.replacen("[[side.formation]]\n", "[[side.formation]]\nreconnaissance = true\n", 1)
}

/// Forward observers by nation: the maximum.
// card: rules: 7.8.2, 7.8.2.1, 7.8.2.2, 7.8.2.3
#[test]
fn observers_by_nation_and_date() {
    // Four batteries; six infantry and a GHQ; three cars marked [R] that are no reconnaissance unit; and a
    // reconnaissance unit of three cars and a truck, which is a transport.
    for (nation, date, battery, infantry, car, truck, most) in [
        (
            "united-states",
            "1944-08",
            "105mm M2A1 How. [2]",
            "Infantry '44",
            "M8 Greyhound",
            "Medium Truck, 2-3 Ton",
            2,
        ),
        (
            "united-kingdom",
            "1944-08",
            "25 lbr Gun/Howitzer [2]",
            "Infantry '43",
            "Daimler A/C",
            "Medium Truck, 3-ton",
            2,
        ),
        (
            "united-kingdom",
            "1943-08",
            "25 lbr Gun/Howitzer [2]",
            "Infantry '43",
            "Daimler A/C",
            "Medium Truck, 3-ton",
            2 + 1,
        ),
        (
            "germany",
            "1944-08",
            "150mm sFH 18 [2]",
            "Infantry '43",
            "SdKfz 231 8w",
            "Opel Blitz Md Truck",
            2 + 1,
        ),
        (
            "soviet-union",
            "1944-08",
            "122mm How (M-30) [2]",
            "Infantry '43-'45",
            "BA-64",
            "Light Truck (GAZ AA 1T)",
            1 + 1,
        ),
    ] {
        let faults = |given: usize, bought: u8, cars: usize, named: bool| {
            let mut stands = formation("Artillery", &[(battery, "count = 4\noff-map = true")]);
            for n in 0..6 {
                let observer = if n < given { "\nobserver = true" } else { "" };
                stands +=
                    &formation("Infantry", &[(infantry, &format!("at = \"{:02}10\"{observer}", n + 3))]);
            }
            stands +=
                &formation("Lent", &[(car, "count = 3\nat = [\"0314\", \"0414\", \"0514\"]\nrecon = true")]);
            let mut unit = vec![(truck.to_owned(), "at = \"0712\"".to_owned())];
            for n in 0..cars {
                let observer = if named { "\nobserver = true" } else { "" };
                unit.push((car.to_owned(), format!("at = \"{:02}12\"{observer}", n + 8)));
            }
            let unit: Vec<(&str, &str)> = unit.iter().map(|(kind, keys)| (&**kind, &**keys)).collect();
            stands += &on_reconnaissance(&formation("Recon", &unit));
            let side = format!("bought-observers = {bought}");
            Setup { nation, date, stands: &stands, side: &side, ..Setup::default() }.faults()
        };
        assert_eq!(faults(most, 0, 3, false), "", "{nation} {date}: {most} allowed");
        let text = faults(most + 1, 0, 3, false);
        assert!(text.contains(&format!("their nation allows {most}")), "{nation} {date}: {text}");
        assert_eq!(faults(most + 1, 1, 3, false), "", "{nation} {date}: one bought");
        // If each scout may observe anyway, naming it an observer uses up nothing.
        let each = nation == "united-states" || date == "1944-08" && nation == "united-kingdom";
        assert_eq!(faults(most, 0, 3, true).is_empty(), each, "{nation} {date}");
        // A fourth car starts another three, but not another unit.
        let more = (nation, date) == ("united-kingdom", "1943-08") || nation == "germany";
        assert_eq!(faults(most + 1, 0, 4, false).is_empty(), more, "{nation} {date}");
    }
}

/// Stands of an American reconnaissance unit observe; its trucks and the cars of other units do not.
// card: rules: 7.8.2.1, 7.6.4.1
#[test]
fn american_reconnaissance_stands_observe() {
    let car = ("M8 Greyhound", "at = \"1510\"");
    let recon = [car, ("Medium Truck, 2-3 Ton", "at = \"1610\"")];
    let stands = formation("Artillery", &[("105mm M2A1 How. [2]", "off-map = true")])
        + &on_reconnaissance(&formation("Recon", &recon))
        + &formation("Tanks", &[("M8 Greyhound", "at = \"1710\"\nrecon = true")]);
    let mut t = Setup { stands: &stands, ..Setup::default() }.table();
    t.to(1, "plot", Side::A);
    assert!(t.offers("plot A3"));
    assert!(!t.offers("plot A4") && !t.offers("plot A5"));
    assert!(!t.offers("transfer A3"), "it is not a team that could change host");
    let germans =
        stands.replace("105mm M2A1 How. [2]", "150mm sFH 18 [2]").replace("M8 Greyhound", "SdKfz 231 8w");
    let germans = germans.replace("Medium Truck, 2-3 Ton", "Opel Blitz Md Truck");
    let mut t = Setup { nation: "germany", stands: &germans, ..Setup::default() }.table();
    t.to(1, "plot", Side::A);
    assert!(!t.offers("plot A3"));
}

/// Free American batteries may join a mission of this turn.
// card: rules: 7.8.3
#[test]
fn american_batteries_join_at_the_last_moment() {
    let stands = formation("Artillery", &[("105mm M2A1 How. [2]", "off-map = true")])
        + &formation(
            "Other",
            &[("155mm M1 How [2]", "off-map = true"), ("155mm M1 How [2]", "off-map = true")],
        )
        + &formation("Command", &[("Infantry HQ", "at = \"1510\"\nrole = \"HQ\"")]);
    let mut t = Setup { stands: &stands, ..Setup::default() }.table();
    t.to(1, "plot", Side::A);
    t.play(&["plot A5", "battery A2 0", "done", "at 1520", "explosive", "open E", "done"], &[]);
    t.to(2, "artillery", Side::A);
    t.play(&["mission 1", "add A3"], &[]);
    assert!(!t.offers("add A2") && !t.offers("add A3") && t.offers("add A4"));
    // The mission rolls at 15; the added battery at 13 to arrive and 15 on target.
    let events = t.play(&["fire"], &[15, 15, 13, 15]);
    assert_eq!(t.impacts(), ["1520", "1620", "1520", "1620"]);
    assert!(events.iter().any(|e| e.modifiers.iter().any(|m| m.rule == "7.8.3" && m.value == 2)));
    t.to(3, "posture", Side::A);
    assert!(t.impacts().is_empty());

    let mut t = with("germany", "1944-08", "150mm sFH 18 [2]");
    t.to(1, "plot", Side::A);
    t.play(&["plot A3", "battery A2 0", "at 1520", "explosive", "open E", "done"], &[]);
    t.to(3, "artillery", Side::A);
    t.play(&["mission 1"], &[1, 1]);
}
