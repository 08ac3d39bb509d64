//! 7.7 and 7.8: fire from beyond the map and national artillery efficiency.

use standto::game::Side;

use super::table::{Setup, Table, formation};

/// A2 is a battery off the map, A3 the observer.
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

/// Turns from plot to arrival, nation by nation.
// card: rules: 7.8, 7.8.1, 7.8.1.1, 7.8.1.2, 7.8.1.3
#[test]
fn delay_by_nation_and_date() {
    for (nation, date, battery, turns) in [
        ("united-states", "1942-11", "105mm M2A1 How. [2]", 1),
        ("united-states", "1945-04", "105mm M2A1 How. [2]", 1),
        ("united-kingdom", "1940-05", "25 lbr Gun/Howitzer [2]", 2),
        ("united-kingdom", "1943-12", "25 lbr Gun/Howitzer [2]", 2),
        ("united-kingdom", "1944-01", "25 lbr Gun/Howitzer [2]", 1),
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

/// Range from beyond the map.
// card: rules: 7.7, 7.7.1, 7.7.3
#[test]
fn reach_from_beyond_the_map() {
    let mut t = with("germany", "1943-08", "120mm Mortar [2]");
    let id = t.id("A2");
    let cell = |text: &str| text.parse().unwrap();
    assert!(
        t.p.reaches(id, 0, cell("1533")) && t.p.reaches(id, 0, cell("0133")),
        "48 inches less 30 per cent"
    );
    assert!(!t.p.reaches(id, 0, cell("1534")));
    assert!(t.p.reaches(id, 0, cell("0101")), "no minimum range off the map");
    t.to(1, "plot", Side::A);
    assert!(!t.offers("lay A2 0"), "always indirect");
    t.play(&["plot A3", "battery A2 0"], &[]);
    assert!(t.offers("at 1533"));
    assert_eq!(t.refusal("at 1534"), "A2 120mm Mortar [2] does not reach 1534 (7.7.3)");
    t.play(&["cancel"], &[]);
}

/// Forward observers by nation.
// card: rules: 7.8.2, 7.8.2.1, 7.8.2.2, 7.8.2.3
#[test]
fn observers_by_nation_and_date() {
    let force =
        |nation: &str, date: &str, battery: &str, infantry: &str, car: &str, given: usize, bought: u8| {
            let mut stands = String::new();
            for _ in 0..4 {
                stands += &formation("Artillery", &[(battery, "off-map = true")]);
            }
            for n in 0..7 {
                let observer = if n < given { "\nobserver = true" } else { "" };
                let keys = format!("at = \"{:02}10\"{observer}", n + 3);
                stands += &formation("Infantry", &[(infantry, &keys)]);
            }
            for n in 0..4 {
                let keys = format!("at = \"{:02}12\"\nrecon = true", n + 3);
                stands += &formation("Recon", &[(car, &keys)]);
            }
            let side = format!("bought-observers = {bought}");
            Setup { nation, date, stands: &stands, side: &side, ..Setup::default() }.warnings()
        };
    // The GHQ, of the same table as the HQ, counts as infantry: eight stands give two observers.
    for (nation, date, battery, infantry, car, most) in [
        ("united-states", "1944-08", "105mm M2A1 How. [2]", "Infantry '44", "M8 Greyhound", 2 + 4),
        ("united-kingdom", "1944-08", "25 lbr Gun/Howitzer [2]", "Infantry '43", "Daimler A/C", 2 + 4),
        ("united-kingdom", "1943-08", "25 lbr Gun/Howitzer [2]", "Infantry '43", "Daimler A/C", 2 + 2),
        ("germany", "1944-08", "150mm sFH 18 [2]", "Infantry '43", "SdKfz 231 8w", 2 + 2),
        ("soviet-union", "1944-08", "122mm How (M-30) [2]", "Infantry '43-'45", "BA-64", 1 + 1),
    ] {
        let warned =
            |given, bought| force(nation, date, battery, infantry, car, given, bought).contains("7.8.2");
        assert!(!warned(most, 0), "{nation} {date}: {most} allowed");
        assert!(warned(most + 1, 0), "{nation} {date}: {} too many", most + 1);
        assert!(!warned(most + 1, 1), "{nation} {date}: one bought");
    }
}

/// Free American batteries join a mission of this turn.
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
    // The mission itself at 15, the added battery at 13 to arrive and 15 on target.
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
