//! Custom data: in the player's folder, named by a scenario, or named on the command line; kept in the save.

use std::fs;

use serde_json::Value;
use standto::game::journal::DiceKind;
use standto::game::{Level, Seat};
use standto::library::{Library, NewGame};

use crate::desk::{Desk, desk, text};

/// A to-hit table with this added to every shot.
fn base(need: u8) -> String {
    let catalog = desk().json(&["catalog", "panzertruppe", "--table", "to-hit", "--json"]);
    let row = |row: &Value| {
        let cells: Vec<String> = row.as_array().unwrap().iter().map(|cell| format!("{cell}")).collect();
        format!("  [{}],\n", cells.join(", ")).replace("\"base\", \"6\"", &format!("\"base\", \"{need}\""))
    };
    let rows: String = catalog["rows"].as_array().unwrap().iter().map(row).collect();
    format!("[[table]]\nid = \"to-hit\"\nhead = [\"what\", \"adds\"]\nrows = [\n{rows}]\n")
}

fn need(desk: &Desk, more: &[&str]) -> i64 {
    let words = ["odds", "panzertruppe", "--range", "10", "--firer", "gun=85L", "--json"];
    desk.json(&[&words, more].concat())["firers"][0]["need"].as_i64().unwrap()
}

#[test]
fn odds_and_catalog_use_custom_data() {
    let desk = desk();
    assert_eq!(need(&desk, &[]), 6);
    desk.write("mine.toml", base(4));
    assert_eq!(need(&desk, &["--own-tables", "mine.toml"]), 4);
    desk.write("config/panzertruppe/tables.toml", base(5));
    assert_eq!(need(&desk, &[]), 5, "the file in the player's folder");
    assert_eq!(
        need(&desk, &["--own-tables", "mine.toml"]),
        4,
        "the file named by the scenario takes \
         precedence"
    );
    let shown = desk.good(&["catalog", "panzertruppe", "--table", "to-hit"]);
    assert!(shown.contains("base                 5  T"), "{shown}");
}

#[test]
fn bad_tables_are_reported_with_file_line_and_column() {
    let desk = desk();
    desk.write("mine.toml", base(4).replace("\"base\", \"4\"", "\"base\", \"often\""));
    let sentence =
        "mine.toml:5:3: table \"to-hit\", row 1: expected a whole number for \"adds\", found \"often\"\n";
    assert_eq!(desk.refused(1, &["check", "panzertruppe/crossroads", "--own-tables", "mine.toml"]), sentence);
    assert_eq!(
        desk.refused(1, &["catalog", "panzertruppe", "--own-tables", "mine.toml"]),
        format!("error: {sentence}")
    );
    desk.write("mine.toml", "[[table]]\nid = \"to-hit\"\nhead = [\"what\"\n");
    let refused = desk.refused(1, &["check", "panzertruppe/crossroads", "--own-tables", "mine.toml"]);
    assert!(refused.starts_with("mine.toml:4:1: ") || refused.starts_with("mine.toml:3:"), "{refused}");
    assert_eq!(
        desk.refused(1, &["check", "introductory", "--own-tables", "mine.toml"]),
        "Micro Armour: The Game uses the tables of its rulebook and takes no custom data\n"
    );
}

#[test]
fn a_scenario_names_a_file_beside_it() {
    let desk = desk();
    let crossroads = standto::registry::Ruleset::Panzertruppe.scenarios()[0].1;
    desk.write("battle.toml", crossroads.replacen("turns = 10", "turns = 10\ntables = \"mine.toml\"", 1));
    assert_eq!(
        desk.refused(1, &["check", "battle.toml"]),
        "battle.toml:5:10: there is no file \"mine.toml\" beside this scenario or in config/panzertruppe\n"
    );
    desk.write("config/panzertruppe/mine.toml", base(4));
    assert_eq!(desk.good(&["check", "battle.toml"]), "battle.toml: ok\n");
    desk.write("mine.toml", "[[tables]]\n");
    assert!(desk.refused(1, &["check", "battle.toml"]).contains("mine.toml:1:3: unknown field"));
    desk.write("battle.toml", crossroads.replacen("turns = 10", "turns = 10\ntables = \"../mine.toml\"", 1));
    assert_eq!(
        desk.refused(1, &["check", "battle.toml"]),
        "battle.toml:5:10: \"tables\" names a file beside this one, such as \"mine.toml\", not \"../mine.toml\"\n"
    );
}

/// A game continues with the tables it was begun with, whatever happens to the file.
#[test]
fn a_save_keeps_the_tables_it_was_begun_with() {
    let desk = desk();
    let own = desk.write("config/panzertruppe/tables.toml", base(3));
    let front: Library = desk.front();
    let scenario = front.scenario("panzertruppe/crossroads").unwrap();
    let seats = [Seat::program(Level::Random); 2];
    let mut session =
        front.start(&scenario, &NewGame { seats, seed: 5, dice: DiceKind::Seeded, undo: None }).unwrap();
    assert!(session.view(standto::game::Side::A).briefing.concat().contains("custom tables: to-hit."));
    while session.view(standto::game::Side::A).turn < 4
        && let Some(thinking) = session.think()
    {
        session.play(&thinking()).unwrap();
    }
    let path = session.save_path().unwrap().to_path_buf();
    drop(session);
    assert!(text(&path).contains("[tables]\n\"folder\" = "));
    for now in [None, Some(base(9))] {
        match now {
            None => fs::remove_file(&own).unwrap(),
            Some(other) => fs::write(&own, other).unwrap(),
        }
        let told = desk.good(&["replay", path.to_str().unwrap(), "--verify"]);
        assert!(told.contains("main gun declared at"), "{told}");
        assert!(desk.front().resume(&path).unwrap().1.is_empty());
    }
}

#[test]
fn a_balanced_battle_is_generated_and_checked() {
    let desk = desk();
    let words =
        ["forge", "panzertruppe", "--year", "1943", "--allied", "russia", "--points", "300", "--seed", "7"];
    let made = desk.good(&words);
    assert_eq!(made, desk.good(&words), "the same settings make the same battle");
    desk.write("made.toml", &made);
    assert_eq!(desk.good(&["check", "made.toml"]), "made.toml: ok\n");
    let played = desk.json(&["sim", "made.toml", "--games", "2", "--random", "--json"]);
    assert_eq!(played["games"], 2);
    assert_eq!(
        desk.refused(1, &["forge", "panzertruppe", "--year", "39", "--allied", "us"]),
        "error: United States has no tanks in the catalog for 1939\n"
    );
    assert!(
        desk.refused(2, &["forge", "panzertruppe", "--year", "46", "--allied", "us"])
            .contains("expected a year from 39 to 45, not \"46\"")
    );
}

#[test]
fn aircraft_are_in_the_catalog_with_their_marks() {
    let desk = desk();
    let found = desk.json(&["catalog", "panzertruppe", "--find", "stuka", "--json"]);
    let names: Vec<&str> = found.as_array().unwrap().iter().map(|it| it["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["Stuka with machine guns", "Stuka with 20 mm", "Stuka with 37 mm"]);
    let marks = found[0]["figures"].as_array().unwrap();
    assert!(marks.iter().all(|figure| figure["mark"] == "stated"), "{found}");
    let shown = desk.good(&["catalog", "panzertruppe", "--find", "typhoon"]);
    assert!(shown.contains("rockets / 20 mm cannon T"), "{shown}");
    let table = desk.good(&["catalog", "panzertruppe", "--table", "air-weapons"]);
    assert!(table.contains("P-47 machine guns"), "{table}");
}

/// Beside a real table: the player's own dice are explained one by one.
#[test]
fn typed_dice_are_explained() {
    let desk = desk();
    let words = ["odds", "panzertruppe", "--range", "10", "--firer", "gun=85L", "--armour", "-2"];
    let told = |more: &[&str]| desk.good(&[&words, more].concat());
    // The rulebook's example: a 6 for effect on the side of a Tiger becomes a 7.
    assert_eq!(
        told(&["--facing", "side", "--dice", "6,6"]),
        "shot 1 hits: 6, needs 6\nshot 1, out of action: hit effect 6 +1 = 7\nthe target: destroyed\n"
    );
    assert_eq!(told(&["--dice", "9"]), "shot 1 hits: 9, needs 6\nnext die: shot 1, hit effect: D10 +1\n");
    assert_eq!(
        told(&["--dice", "9,4", "--lost", "2"]),
        "shot 1 hits: 9, needs 6\nshot 1, stunned: hit effect 4 +1 = 5\n\
         next die: morale: fails on 2 or less\n"
    );
    let answer = desk.json(&[&words[..], &["--dice", "9,4,2", "--lost", "2", "--json"]].concat());
    assert_eq!((&answer["thrown"]["state"], &answer["thrown"]["breaks"]), (&"stunned".into(), &true.into()));
    let refused = desk.refused(2, &[&words[..], &["--dice", "1,5"]].concat());
    assert!(refused.contains("2 faces are given, but the shots need only 1"), "{refused}");
    assert!(desk.refused(2, &[&words[..], &["--dice", "11"]].concat()).contains("11"));
    let table = told(&["--lost", "2", "--elite"]);
    assert!(table.contains("Morale after 2 lost, elite: fails on 1 or less, 10.0% (11)"), "{table}");
}
