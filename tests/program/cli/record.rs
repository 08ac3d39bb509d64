//! `standto statistics`: its contents, and damaged statistics files.

use std::fs;
use std::path::Path;
use std::process::Stdio;

use crate::desk::{Desk, desk};

/// Recorded games that were played to the end, one for each ruleset that has one.
fn ended(desk: &Desk) -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/saves/v2");
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        if text.lines().any(|line| line.starts_with("winner = ")) {
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            desk.write(&format!("saves/{name}"), &text);
            names.push(name.trim_end_matches(".toml").to_owned());
        }
    }
    assert!(names.len() >= 3, "{names:?}");
    names
}

#[test]
fn finished_battles_stay_in_the_statistics() {
    let desk = desk();
    assert!(desk.good(&["record"]).starts_with("No battle has been played to its end yet"));
    let names = ended(&desk);
    let record = desk.json(&["record", "--json"]);
    let battles = record["battles"].as_array().unwrap();
    assert_eq!(battles.len(), names.len());
    let rulesets: std::collections::BTreeSet<&str> =
        battles.iter().map(|battle| battle["ruleset"].as_str().unwrap()).collect();
    assert!(rulesets.len() >= 2, "{rulesets:?}");
    // Written once, and kept after the saves are deleted.
    let file = desk.path("record.jsonl");
    let written = fs::read_to_string(&file).unwrap();
    assert_eq!(written.lines().count(), names.len());
    for name in &names {
        fs::remove_file(desk.path(&format!("saves/{name}.toml"))).unwrap();
    }
    assert_eq!(desk.json(&["record", "--json"]), record);
    assert_eq!(fs::read_to_string(&file).unwrap(), written);
    let only = desk.json(&["record", "matg", "--json"]);
    assert!(only["battles"].as_array().unwrap().iter().all(|battle| battle["ruleset"] == "matg"));
}

#[test]
fn a_torn_statistics_file_is_reported_and_continued() {
    let desk = desk();
    let names = ended(&desk);
    desk.good(&["record"]);
    let file = desk.path("record.jsonl");
    let written = fs::read_to_string(&file).unwrap();
    // The last line is torn, and foreign text is in between.
    let torn = &written[..written.len() - 20];
    fs::write(&file, format!("what is this?\n{torn}")).unwrap();
    let run = desk.run(&["record", "--json"]);
    assert_eq!(run.code, Some(0), "{run:?}");
    let place = file.display().to_string();
    assert!(
        run.err.contains(&format!("warning: {place}:1:1: this line is not a battle and is skipped")),
        "{}",
        run.err
    );
    assert_eq!(run.err.lines().count(), 2, "{}", run.err);
    let record: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(record["battles"].as_array().unwrap().len(), names.len(), "the torn line is written again");
    let now = fs::read_to_string(&file).unwrap();
    assert!(now.starts_with(&format!("what is this?\n{torn}\n")), "the file only grows");
}

#[test]
fn unfinished_battles_are_not_in_the_statistics() {
    let desk = desk();
    assert_eq!(
        desk.refused(1, &["record", "chess"]),
        "error: unknown ruleset \"chess\"; expected one of matg, panzertruppe, \
         aslsk, fireandmove\n"
    );
    fs::create_dir_all(desk.path("record.jsonl")).unwrap();
    let refused = desk.refused(1, &["record"]);
    assert!(refused.starts_with("error: ") && refused.contains("record.jsonl"), "{refused}");
}

#[test]
fn a_position_of_a_save_becomes_a_scenario() {
    let desk = desk();
    let (path, session) = desk.played(150);
    drop(session);
    let save = path.to_str().unwrap();
    for play in [&["export", save][..], &["export", save, "--play", "40"]] {
        let text = desk.good(play);
        desk.write("from-here.toml", &text);
        let checked = desk.good(&["check", "from-here.toml"]);
        assert!(checked.starts_with("from-here.toml: ok\n"), "{checked}");
    }
    assert_eq!(
        desk.refused(1, &["export", save, "--play", "4000"]),
        "error: no action 4000: the game has 150\n"
    );
    // Games of other rulesets refuse.
    let other = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/saves/v2/panzertruppe-crossroads-5.toml");
    let refused = desk.refused(1, &["export", other.to_str().unwrap()]);
    assert!(refused.ends_with("positions of this game cannot be written as scenarios\n"), "{refused}");
}

#[test]
fn six_at_once_write_every_battle_once() {
    let desk = desk();
    let names = ended(&desk);
    for _ in 0..3 {
        let _ = fs::remove_file(desk.path("record.jsonl"));
        let all: Vec<_> =
            (0..6).map(|_| desk.command(&["statistics"]).stdout(Stdio::null()).spawn().unwrap()).collect();
        for mut one in all {
            assert!(one.wait().unwrap().success());
        }
        assert_eq!(fs::read_to_string(desk.path("record.jsonl")).unwrap().lines().count(), names.len());
    }
}
