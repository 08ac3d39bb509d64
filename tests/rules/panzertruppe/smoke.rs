//! Cards of chapter 30: eligible units, location, duration and effects of smoke.

use standto::game::Rules;
use standto::rules::panzertruppe::Choice;
use standto::rules::panzertruppe::state::Slot;

use super::table::{Setup, Table};

/// Four mortars in the east with a spotter in front of them, against a tank far away and a nearer one.
fn mortars(terrain: &[(&str, &str)]) -> Table {
    Setup {
        axis: "= a independent\nTiger I @ 0306 E\nTiger I @ 0316 E",
        allies: "= mortars\nMortar 81 mm @ 3605 W battery=1\nMortar 81 mm @ 3606 W battery=1\n\
                 Mortar 81 mm @ 3607 W battery=1\nMortar 81 mm @ 3608 W battery=1\n\
                 = scouts independent\nM3 scout car @ 2406 W spotter",
        terrain,
        ..Setup::default()
    }
    .open()
}

fn places(t: &Table, start: &str) -> Vec<String> {
    t.offers().iter().filter_map(|offer| offer.strip_prefix(start)).map(str::to_owned).collect()
}

// card 30
#[test]
fn a_battery_lays_smoke_at_any_place_its_spotter_sees_and_it_reaches() {
    let wall: String = (1..=16).map(|y| format!("15{y:02} ")).collect();
    for (houses, seen_to) in [("", 1), (wall.as_str(), 15)] {
        let mut t = mortars(&[("b", houses)]);
        t.idle_to(1, 4, &[]);
        let offered = places(&t, "smoke A5 1 ");
        // No enemy needs to be near; from sixteen inches: 36 - 16 = 20, straight ahead of the second mortar.
        for x in 1..=40i16 {
            let far = |y: i16| (36 - x) * (36 - x) + (6 - y) * (6 - y) >= 16 * 16;
            let reached = (5..=8).all(far);
            let name = format!("{x:02}06");
            assert_eq!(offered.contains(&name), reached && x >= seen_to, "{name}");
        }
    }
}

// card 30
#[test]
fn smoke_is_laid_where_it_is_aimed_and_blocks_sight() {
    let mut t = mortars(&[]);
    t.idle_to(1, 4, &[]);
    let (a, g) = (t.id("A5"), t.id("G1"));
    assert!(t.position.sighting().sees(a, g).is_some());
    t.play("smoke A5 1 1006", &[10]);
    assert!(t.position.sighting().sees(a, g).is_some(), "at the end of the phase");
    t.play("resolve", &[]);
    let cells: Vec<String> =
        t.position.ground.smoke.iter().map(|p| t.position.battle.cell(p.cell).to_string()).collect();
    assert_eq!(cells, ["1006", "1106", "1007"]);
    assert!(t.position.sighting().sees(a, g).is_none() && t.position.sighting().sees(g, a).is_none());
    assert!(t.position.sighting().sees(a, t.id("G2")).is_some(), "past it");
}

// card 30
#[test]
fn new_smoke_replaces_old_smoke() {
    let mut t = mortars(&[]);
    t.idle_to(1, 4, &[]);
    t.play("smoke A5 1 1006", &[10]);
    t.play("resolve", &[]);
    t.idle_to(2, 4, &[]);
    let left = |t: &Table| t.position.ground.smoke.iter().map(|puff| puff.left).collect::<Vec<_>>();
    assert_eq!(left(&t), [3, 3, 3], "7 and 10 of the first turn counted");
    assert!(!t.offered("smoke A5 1 1006"), "the spotter does not see the place through the smoke");
    t.play("smoke A5 1 1105", &[10]);
    t.play("resolve", &[]);
    // 1105, 1205 and 1106, of which the last already had smoke; then the rest of the first smoke.
    assert_eq!(left(&t), [5, 5, 2, 5, 2]);
}

// card 30
#[test]
fn three_vehicles_of_a_platoon_lay_it_where_they_can_fire() {
    let stugs = |first: &str| {
        let axis = format!(
            "= screen smoke\n{first} @ 0505 E\nStuG III F-G @ 0506 E\nStuG III F-G @ 0507 E\n\
             = others\nStuG III F-G @ 0510 E\nStuG III F-G @ 0511 E\nStuG III F-G @ 0512 E"
        );
        let mut t = Setup { axis: &axis, allies: "M36 @ 3006 W", ..Setup::default() }.open();
        t.idle_to(1, 2, &[]);
        t
    };
    let mut t = stugs("StuG III F-G");
    let offered = places(&t, "screen 0 ");
    assert!(offered.contains(&"2006".to_owned()) && offered.contains(&"1506".to_owned()));
    assert!(!offered.contains(&"0506".to_owned()) && !offered.contains(&"0306".to_owned()), "behind them");
    assert!(!offered.contains(&"0616".to_owned()), "beside them");
    assert!(places(&t, "screen 1 ").is_empty(), "not every platoon may");
    t.play("screen 0 2006", &[]);
    assert!(
        ["G1", "G2", "G3"].iter().all(|tag| !t.position.gunnery().is_ready(t.id(tag), Slot::Main)),
        "it uses their shot"
    );
    t.play("resolve", &[]);
    assert_eq!(t.position.ground.smoke.len(), 3);
    // Over 70 mm only, and three of them.
    assert!(places(&stugs("Pz III J-L"), "screen 0 ").is_empty());
}

// card 30
#[test]
fn unneeded_vehicles_save_their_shots() {
    let mut t = Setup {
        axis: "= screen smoke\nStuG III F-G @ 0505 W\nStuG III F-G @ 0506 E\nStuG III F-G @ 0507 E\n\
               StuG III F-G @ 0508 E\nStuG III F-G @ 0509 E",
        allies: "M36 @ 3006 W",
        ..Setup::default()
    }
    .open();
    t.idle_to(1, 2, &[]);
    t.play("screen 0 2007", &[]);
    let ready: Vec<&str> = ["G1", "G2", "G3", "G4", "G5"]
        .into_iter()
        .filter(|tag| t.position.gunnery().is_ready(t.id(tag), Slot::Main))
        .collect();
    assert_eq!(ready, ["G1", "G5"], "the first faces away, the fifth is not needed");
}

/// Fire into empty cells is never highlighted, and is listed last.
#[test]
fn fire_into_sections_and_smoke_are_listed_last() {
    let mut t = mortars(&[("w", "1206 1207 2010")]);
    t.idle_to(1, 4, &[]);
    let blind = |choice: &Choice| {
        matches!(choice, Choice::Section(..) | Choice::Shell(..) | Choice::Smoke(..) | Choice::Screen(..))
    };
    let choices = t.position.choices();
    let first = choices.iter().position(blind).expect("smoke");
    assert!(choices[first..].iter().all(blind));
    for choice in &choices {
        assert_eq!(t.position.describe(choice).quiet, blind(choice), "{choice}");
    }
    let mut t = Setup { axis: "Pz IV H-J @ 0806 E", terrain: &[("w", "1206")], ..Setup::default() }.open();
    t.idle_to(1, 2, &[]);
    let search: Choice = "search G1 1206".parse().unwrap();
    let rolls = t.position.preview(&search).expect("odds").rolls;
    // Four inches +1, overwatch +2; infantry -1, woods -2, crouching -1: 7 or more.
    assert_eq!(rolls[0].chance(), 0.4);
    assert_eq!(t.position.describe(&search).effect, "40% hit");
}
