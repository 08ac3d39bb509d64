//! The prices of a force: every price that the rules name.

use std::sync::Arc;

use standto::book::Book;
use standto::game::{Rules, Side};
use standto::rules::matg::state::battle::Battle;
use standto::rules::matg::state::prices::ghq_tenths;
use standto::rules::matg::{Position, scenario};

/// A German side with these lines and stands, in a battle of 15 turns.
fn text(side: &str, stands: &[(&str, &str)]) -> String {
    crate::cited::watch();
    let rows = vec![".".repeat(20); 20].join("\n");
    let mut text = format!(
        "format = 1\nruleset = \"matg\"\ntitle = \"Prices\"\nturns = 15\ndate = \"1944-06\"\n\
         kind = \"meeting-engagement\"\nsurface = \"mixed\"\nbriefing = \"Two forces meet.\"\n[victory]\n\
         destroy-percent = 50\n[map]\nwidth = 20\nheight = 20\nterrain = \'\'\'\n{rows}\n\'\'\'\n"
    );
    for (key, letter, nation, edge, at) in
        [("us", "A", "germany", "S", "0101"), ("them", "B", "soviet-union", "N", "2020")]
    {
        let own = if key == "us" { side } else { "" };
        text += &format!(
            "[[side]]\nkey = \"{key}\"\nname = \"{key}\"\nletter = \"{letter}\"\nnation = \"{nation}\"\ncohesion = 12\n\
             edge = \"{edge}\"\ndepth = 20\n{own}\n[[side.formation]]\nname = \"All\"\n[[side.formation.stand]]\n\
             type = \"Infantry HQ\"\nrole = \"GHQ-2\"\nat = \"{at}\"\n"
        );
        for (kind, keys) in stands.iter().filter(|_| key == "us") {
            text += &format!("[[side.formation.stand]]\ntype = {kind:?}\n{keys}\n");
        }
    }
    text
}

fn battle(side: &str, stands: &[(&str, &str)]) -> Battle {
    let text = text(side, stands);
    scenario::read("prices.toml", &text).unwrap_or_else(|error| panic!("{error}")).0
}

/// The price of one stand, besides a GHQ of quality -2 whose HQ costs 20 times 1.2.
fn price(kind: &str, keys: &str) -> u32 {
    let cost = battle("", &[(kind, keys)]).costs[0];
    assert_eq!((cost.works, cost.observers), (0, 0));
    cost.stands - 24
}

// card: 10.1.1
#[test]
fn an_hq_costs_its_price_or_half_as_much_again() {
    assert_eq!(price("Infantry HQ", "role = \"HQ\"\nat = \"0505\""), 20, "an infantry HQ as printed");
    assert_eq!(price("Panzer II L (20L55)", "at = \"0505\""), 29);
    assert_eq!(price("Panzer II L (20L55)", "role = \"HQ\"\nat = \"0505\""), 44, "29 times 1.5 is 43.5");
    // Only GHQs have a quality.
    let bad = text("", &[("Infantry HQ", "role = \"HQ+1\"\nat = \"0505\"")]);
    assert!(scenario::read("x", &bad).unwrap_err().to_string().contains("\"HQ+1\" is not a role"));
}

// card: 10.1.4
#[test]
fn a_ghq_costs_by_its_quality_and_every_side_has_one() {
    assert_eq!([-2, -1, 0, 1, 2, 3].map(ghq_tenths), [12, 16, 20, 24, 28, 32]);
    for (role, points) in
        [("GHQ-2", 24), ("GHQ-1", 32), ("GHQ", 40), ("GHQ+1", 48), ("GHQ+2", 56), ("GHQ+3", 64)]
    {
        assert_eq!(price("Infantry HQ", &format!("role = \"{role}\"\nat = \"0505\"")), points, "{role}");
    }
    assert_eq!(price("Panzer II L (20L55)", "role = \"GHQ+1\"\nat = \"0505\""), 70, "29 times 2.4 is 69.6");
    let none = text("", &[]).replacen("role = \"GHQ-2\"", "role = \"HQ\"", 1);
    let faults = scenario::read("x", &none).unwrap_err().to_string();
    assert!(faults.contains("the us have no GHQ, expected at least one (10.1.4)"), "{faults}");
    let five = "count = 4\nrole = \"GHQ\"\nat = [\"0505\", \"0605\", \"0705\", \"0805\"]";
    let faults = scenario::read("x", &text("", &[("Infantry HQ", five)])).unwrap_err().to_string();
    assert!(faults.contains("have 5 GHQs"), "{faults}");
}

// card: 10.6, 11.5.2, 11.5.4
#[test]
fn marks_and_equipment_cost_more() {
    let infantry = price("Infantry '43", "at = \"0505\"");
    assert_eq!(price("Infantry '43", "recon = true\nat = \"0505\""), infantry + 10);
    assert_eq!(price("Infantry '43", "engineer = true\nat = \"0505\""), infantry + 10);
    assert_eq!(
        price("Panzer II L (20L55)", "equipment = [\"mine-roller\"]\nat = \"0505\""),
        38,
        "29 times 1.3"
    );
    assert_eq!(
        price("Panzer II L (20L55)", "equipment = [\"dozer\", \"culin\"]\nat = \"0505\""),
        38,
        "once, whatever the equipment"
    );
    assert_eq!(
        price("Panzer II L (20L55)", "equipment = [\"bridge\"]\nrecon = true\nat = \"0505\""),
        48,
        "37.7 and 10"
    );
    // Engineers with an entry of their own cost what it says.
    let british =
        text("", &[("Engineers \u{27}43", "at = \"0505\"")]).replacen("germany", "united-kingdom", 1);
    let (battle, _) = scenario::read("x", &british).unwrap_or_else(|error| panic!("{error}"));
    assert!(battle.units[1].engineer);
    assert_eq!(battle.units[1].price(15), u32::from(battle.units[1].kind.points));
}

// card: 7.9.1
#[test]
fn allotted_fire_is_priced_by_turns() {
    // The worked example: three turns of a battery of 308 points in a game of 15 cost 62.
    let turns = |turns: u8| {
        let keys = format!("off-map = true\nfire-turns = {turns}");
        let soviet = text("", &[("122mm How (M-30) [3]", &keys)]).replacen("germany", "finland", 1);
        let soviet = soviet.replacen("soviet-union", "germany", 1).replacen("finland", "soviet-union", 1);
        let (battle, _) = scenario::read("x", &soviet).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(battle.units[1].kind.points, 308);
        battle.units[1].price(15)
    };
    assert_eq!((turns(3), turns(15)), (62, 308));
}

// card: 8.9.4
#[test]
fn boats_are_paid_for_each_deployment() {
    let truck = price("Opel Blitz Md Truck", "at = \"0505\"");
    for (boats, points) in [("fast", 15), ("slow", 5)] {
        assert_eq!(
            price("Opel Blitz Md Truck", &format!("boats = \"{boats}\"\nat = \"0505\"")),
            truck + points
        );
    }
}

// card: 11.1.4, 11.2, 11.3.1, 11.4.1, 11.4.2, 11.4.3
#[test]
fn works_have_their_prices() {
    let field = |kind: &str| format!("[[side.minefield]]\nkind = \"{kind}\"\nat = [\"0505\", \"0605\"]");
    let fort = |kind: &str| format!("[[side.position]]\nkind = \"{kind}\"\nat = [\"0505\", \"0605\"]");
    for (side, each) in [
        (field("hasty"), 2),
        (field("standard"), 4),
        (field("concentrated"), 10),
        ("wire = [\"0505\", \"0605\"]".to_owned(), 2),
        ("ditch = [\"0505\", \"0605\"]".to_owned(), 2),
        (fort("light"), 3),
        (fort("medium"), 6),
        (fort("heavy"), 10),
    ] {
        assert_eq!(battle(&side, &[]).costs[0].works, 2 * each, "{side}");
    }
    let dummies = format!("dummies = [\"0805\"]\n{}", field("hasty"));
    assert_eq!(battle(&dummies, &[]).costs[0].works, 4, "a dummy is free");
}

// card: 7.8.2, 7.8.2.1, 7.8.2.2, 7.8.2.3
#[test]
fn bought_observers_are_priced_by_nation() {
    for (nation, date, each) in [
        ("germany", "1944-06", 25),
        ("united-kingdom", "1943-06", 25),
        ("united-kingdom", "1944-06", 15),
        ("united-states", "1942-11", 15),
        ("italy", "1942-11", 35),
    ] {
        let text = text("bought-observers = 3", &[]).replacen("\"germany\"", &format!("\"{nation}\""), 1);
        let text = text.replacen("1944-06", date, 1);
        let (battle, _) = scenario::read("x", &text).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(battle.costs[0].observers, 3 * each, "{nation} {date}");
    }
}

/// The briefing, and the messages to a scenario's author, give the cost of both forces.
// card: 10.1.4
#[test]
fn the_briefing_shows_the_cost_of_both_forces() {
    crate::cited::watch();
    let side = "bought-observers = 1\nwire = [\"0505\"]";
    let position = Position::new(Arc::new(battle(side, &[("Infantry HQ", "role = \"HQ\"\nat = \"0405\"")])));
    assert_eq!(
        position.facts(),
        ["us: 71 points, 2 of them for works and 25 for observers", "them: 24 points"]
    );
    let briefing = position.view(Side::B).briefing;
    assert_eq!(briefing[0], "Two forces meet.");
    assert!(
        briefing.contains(&"The us cost 71 points, 2 of them for works and 25 for observers.".to_owned())
    );
    assert!(briefing.contains(&"The them cost 24 points.".to_owned()));
}

/// The printed forces of the introductory scenario, whose parts the book adds up itself.
// card: 10.1.1, 10.1.4, 10.6
#[test]
fn the_introductory_forces_cost_the_sum_of_their_parts() {
    crate::cited::watch();
    let (battle, _) = scenario::read("introductory", scenario::INTRODUCTORY).expect("it reads");
    let of = |formation: &str| -> u32 {
        battle.units.iter().filter(|u| u.formation == formation).map(|u| u.price(battle.turns)).sum()
    };
    for (formation, points, why) in [
        ("Medium Tank Company", 320, "four at 80, as printed"),
        ("Rocket Launcher Battery", 133, "as printed"),
        ("Independent Anti-Tank Battery", 196, "as printed"),
        ("Submachine Gun Company (+)", 77, "its items, not their printed sum (G-15)"),
        ("Panzerj\u{e4}ger Company", 222, "three at 74 (G-16)"),
        ("Medium Tank Battalion", 631, "six at 70, an HQ at 105, one [R] at 80, an armoured car [R] at 26"),
    ] {
        assert_eq!(of(formation), points, "{formation}: {why}");
    }
    assert_eq!(battle.costs.map(|cost| cost.points()), [893, 1233]);
}
