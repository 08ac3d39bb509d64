//! Look-ups: scenarios, saves, lines of sight, weapons.

use std::io::Read;
use std::process::Stdio;

use crate::desk::{Run, desk, text};
use serde_json::json;

#[test]
fn scenarios_and_saves_are_listed() {
    let desk = desk();
    let shown = desk.good(&["list"]);
    let row = "introductory matg Introductory Scenario 10 built in";
    let words = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(shown.lines().any(|line| words(line) == row), "{shown}");
    assert!(
        shown.ends_with("Saved games\nnone yet; start one with \"standto play introductory\"\n"),
        "{shown}"
    );
    let (path, _session) = desk.played(3);
    assert!(desk.good(&["list"]).lines().all(|line| line.chars().count() <= 80), "80 columns are enough");
    desk.write("saves/rubbish.toml", "x");
    desk.write("scenarios/matg/mine.toml", standto::rules::matg::scenario::INTRODUCTORY);
    let lists = desk.json(&["list", "--json"]);
    assert_eq!(lists["scenarios"][0]["sides"][1], json!({ "key": "soviets", "name": "Soviets" }));
    assert!(lists["scenarios"].as_array().unwrap().iter().any(|line| line["name"] == "mine"));
    let saves = lists["saves"].as_array().unwrap();
    let save = saves.iter().find(|save| save["name"] == "matg-introductory-1").unwrap();
    assert_eq!((&save["plays"], &save["turn"], &save["error"]), (&3.into(), &1.into(), &json!(null)));
    assert_eq!(save["file"], path.to_str().unwrap());
    let rubbish = saves.iter().find(|save| save["name"] == "rubbish").unwrap();
    assert!(rubbish["error"].as_str().unwrap().contains("rubbish.toml:1:"), "{rubbish}");
    assert!(desk.good(&["list"]).contains("in progress"));
}

#[test]
fn a_players_scenario_takes_precedence_over_a_built_in_one() {
    let desk = desk();
    let own = standto::rules::matg::scenario::INTRODUCTORY.replacen("Introductory Scenario", "My Own", 1);
    desk.write("scenarios/matg/introductory.toml", own);
    assert!(desk.good(&["list"]).contains("My Own"));
}

#[test]
fn lines_of_sight_are_explained() {
    let desk = desk();
    let los =
        |from: &str, to: &str| desk.json(&["los", "introductory", "--from", from, "--to", to, "--json"]);
    // Across the open ground in the north.
    let clear = los("0148", "0446");
    assert_eq!(
        (&clear["visible"], &clear["range"], clear.get("blocked_at")),
        (&true.into(), &4.into(), None)
    );
    assert_eq!(clear["path"], json!(["0248", "0247", "0347", "0346"]), "{clear}");
    // Through the wood on the left, rows 30 to 36.
    let wood = los("0133", "0833");
    assert_eq!(
        (&wood["visible"], &wood["blocked_at"], &wood["rule"]),
        (&false.into(), &"0233".into(), &"6.3.1".into()),
        "{wood}"
    );
    assert_eq!(wood["why"], "the line is blocked by woods at 0233");
    let far = los("0148", "0118");
    assert_eq!((&far["visible"], &far["range"], &far["rule"]), (&false.into(), &30.into(), &"6.4.1".into()));
    assert_eq!(far.get("blocked_at"), None);
    let shown = desk.good(&["los", "introductory", "--from", "0133", "--to", "0833"]);
    assert_eq!(
        shown,
        "0133 to 0833: not visible\nrange 7\nblocked at 0233\n\
         the line is blocked by woods at 0233 (6.3.1)\n"
    );
}

#[test]
fn visible_squares_agree_with_single_lines_of_sight() {
    let desk = desk();
    let seen = desk.json(&["los", "introductory", "--from", "0133", "--json"]);
    let seen: Vec<&str> = seen["visible"].as_array().unwrap().iter().map(|c| c.as_str().unwrap()).collect();
    assert!(seen.contains(&"0133") && !seen.contains(&"0833") && !seen.contains(&"0101"));
    for to in ["0134", "0233", "0148", "0833", "0113"] {
        let line = desk.json(&["los", "introductory", "--from", "0133", "--to", to, "--json"]);
        assert_eq!(line["visible"].as_bool().unwrap(), seen.contains(&to), "{to}");
    }
    let map = desk.good(&["los", "introductory", "--from", "0133"]);
    let rows: Vec<&str> = map.lines().collect();
    assert_eq!(rows[0], "   000000000111111111122222");
    assert!(rows[2].starts_with("48 ") && rows[49].starts_with("01 "));
    assert!(rows[17].starts_with("33 @&"), "{}", rows[17]);
    assert!(map.contains(&format!("{} of 1152 squares visible", seen.len())), "{map}");
}

#[test]
fn a_saved_game_can_be_looked_at_while_it_is_played() {
    let desk = desk();
    let (path, session) = desk.played(40);
    let before = text(&path);
    for name in ["matg-introductory-1", "matg-introductory-1.toml", path.to_str().unwrap()] {
        desk.good(&["los", name, "--from", "0148", "--to", "0446"]);
    }
    drop(session);
    assert_eq!(text(&path), before);
}

#[test]
fn squares_off_the_board_are_refused() {
    let desk = desk();
    let refused = desk.refused(1, &["los", "introductory", "--from", "0101", "--to", "2549"]);
    assert_eq!(refused, "error: 2549 is off the board, which runs from 0101 to 2448\n");
    let refused = desk.refused(1, &["los", "introductory", "--from", "172"]);
    assert!(
        refused.contains("is not a square: expected four digits, column then row, such as 1722"),
        "{refused}"
    );
}

#[test]
fn the_weapons_data_can_be_searched() {
    let desk = desk();
    let summary = desk.good(&["catalog"]);
    assert!(summary.lines().count() == 15 && summary.contains("germany "), "{summary}");
    assert_eq!(desk.json(&["catalog", "--json"]).as_array().unwrap().len(), 14);
    let shown = desk.good(&["catalog", "germany", "--class", "tank", "--year", "34"]);
    let expected = "Germany  Panzer I (MG)  tank       18           0   4         1         5      [1]  12T";
    assert!(shown.contains(expected), "{shown}");
    let tanks = |words: &[&str]| {
        let found = desk.json(&[&["catalog", "--json"], words].concat());
        found["stands"].as_array().unwrap().clone()
    };
    let early = tanks(&["Germany", "--class", "tank", "--year", "1941"]);
    let late = tanks(&["germany", "--class", "tank"]);
    assert!(early.len() < late.len() && early.iter().all(|tank| tank["year"].as_u64().unwrap() <= 1941));
    let panthers = tanks(&["--find", "panther"]);
    assert!(!panthers.is_empty());
    assert!(panthers.iter().all(|s| s["name"].as_str().unwrap().to_lowercase().contains("panther")));
    let all = tanks(&["soviet-union"]);
    assert_eq!(all.len(), 109);
    let planes = desk.json(&["catalog", "soviet-union", "--class", "aircraft", "--json"]);
    assert_eq!(
        (planes["stands"].as_array().unwrap().len(), planes["aircraft"].as_array().unwrap().len()),
        (0, 13)
    );
}

/// Every catalog finds a name without its hyphen, a nation and a name, and a name alone.
#[test]
fn words_find_units_in_every_catalog() {
    let desk = desk();
    for (words, found) in [
        (&["catalog", "t34c"][..], "T-34c"),
        (&["catalog", "soviet-union", "t34"], "T-34c"),
        (&["catalog", "--find", "T34c"], "T-34c"),
        (&["catalog", "panzer", "iv"], "Panzer IV F2-H (7.5cm)"),
        (&["catalog", "panzertruppe", "sherman"], "Sherman Calliope"),
        (&["catalog", "fireandmove", "panzer", "schreck"], "Panzerschreck"),
    ] {
        assert!(desk.good(words).contains(found), "{words:?}");
    }
    assert!(!desk.good(&["catalog", "germany", "panzer"]).contains("T-34"));
    desk.refused(2, &["catalog", "panzertruppe", "sherman", "--tables"]);
}

#[test]
fn unknown_nations_and_classes_list_the_known_ones() {
    let desk = desk();
    let refused = desk.refused(1, &["catalog", "germny"]);
    assert!(refused.starts_with(
        "error: there is no nation \"germny\" (perhaps \"germany\"); the nations are: belgium, "
    ));
    let refused = desk.refused(1, &["catalog", "--class", "submarine"]);
    assert!(
        refused.starts_with("error: there is no class \"submarine\"; the classes are: tank, anti-tank, ")
    );
    let refused = desk.refused(1, &["catalog", "germany", "--year", "39", "--find", "qqqqqq"]);
    assert_eq!(refused, "error: nothing in the weapons data fits germany --year 1939 --find \"qqqqqq\"\n");
    let refused = desk.refused(1, &["catalog", "--find", "T35c"]);
    let expected = "error: nothing in the weapons data fits --find \"T35c\"; perhaps \"T-";
    assert!(refused.starts_with(expected), "{refused}");
    assert_eq!(
        desk.refused(1, &["catalog", "panzertruppe", "--year", "44", "--find", "qqqqqq"]),
        "error: nothing in the catalog fits --year 44 --find \"qqqqqq\"\n"
    );
    assert_eq!(
        desk.refused(1, &["catalog", "panzertruppe", "--nation", "sweden"]),
        "error: there is no nation \"sweden\" in the catalog; the nations are germany, united-states, britain, \
         russia, france, japan\n"
    );
}

#[test]
fn a_reader_that_closes_the_pipe_is_not_an_error() {
    let desk = desk();
    desk.played(200);
    for words in [
        &["catalog", "--year", "45"][..],
        &["catalog", "--year", "45", "--json"],
        &["replay", "matg-introductory-1"],
        &["los", "introductory", "--from", "0101"],
        &["--help"],
    ] {
        let mut child = desk.command(words).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut one = [0];
        let mut out = child.stdout.take().unwrap();
        // One byte of a long output is read, and no more.
        if words[0] == "catalog" {
            out.read_exact(&mut one).unwrap();
        }
        drop(out);
        let run = Run::of(child.wait_with_output().unwrap());
        assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{words:?}");
    }
}

#[test]
fn the_tables_of_the_rules_are_told_as_json() {
    let tables = desk().json(&["catalog", "panzertruppe", "--tables", "--json"]);
    let range = tables.as_array().unwrap().iter().find(|table| table["id"] == "to-hit-range").unwrap();
    assert!(!range["title"].as_str().unwrap().is_empty() && !range["rule"].as_str().unwrap().is_empty());
}
