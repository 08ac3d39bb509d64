//! Simulated games, replays, and checks of files.

use crate::desk::{Desk, desk, text};
use serde_json::Value;

/// A simulation without its timing.
fn sim(words: &[&str]) -> Value {
    let mut report = desk().json(&[&["sim", "introductory", "--json"], words].concat());
    let report_of = report.as_object_mut().unwrap();
    let keys: Vec<&str> = report_of.keys().map(String::as_str).collect();
    assert_eq!(
        keys,
        ["decisions", "decisions_per_second", "games", "play", "results", "run", "seconds", "wins"]
    );
    report_of.remove("seconds");
    report_of.remove("decisions_per_second");
    report
}

#[test]
fn a_seed_plays_the_same_games_again() {
    let words = ["--random", "--games", "5", "--seed", "7"];
    let five = sim(&words);
    assert_eq!(five, sim(&[&words[..], &["--jobs", "1"]].concat()));
    let wins: u64 = five["wins"].as_object().unwrap().values().map(|n| n.as_u64().unwrap()).sum();
    assert_eq!((five["games"].as_u64(), wins), (Some(5), 5));
    assert_eq!(five["wins"].as_object().unwrap().len(), 3);
    for game in five["results"].as_array().unwrap() {
        let seed = game["seed"].to_string();
        let alone = sim(&["--level", "random", "--games", "1", "--seed", &seed]);
        assert_eq!(&alone["results"][0], game);
        assert!(game["losses"]["germans"].is_u64() && game["turns"].as_u64().unwrap() <= 10);
    }
    assert_eq!(five["results"][0]["seed"], 7);
}

#[test]
fn sides_may_play_at_different_levels() {
    let desk = desk();
    let shown = desk.good(&["sim", "introductory", "--games", "1", "--levels", "random,random"]);
    assert!(shown.starts_with("side     level   wins   share  mean losses\ngermans  random"), "{shown}");
    let both = ["sim", "introductory", "--games", "1", "--random", "--level", "easy"];
    assert!(desk.refused(2, &both).contains("cannot be used with"));
    let one = desk.refused(2, &["sim", "introductory", "--games", "1", "--levels", "easy"]);
    assert!(one.contains("--levels needs two levels, one for each side, not 1"), "{one}");
    assert!(desk.refused(2, &["sim", "introductory", "--games", "0"]).contains("0 is not in 1..=1000000"));
}

#[test]
fn the_beginning_of_only_one_name_names_a_scenario() {
    let desk = desk();
    let shown = desk.good(&["sim", "intro", "--games", "1", "--random"]);
    assert_eq!(
        shown.lines().next(),
        desk.good(&["sim", "introductory", "--games", "1", "--random"]).lines().next()
    );
    let several = desk.refused(1, &["sim", "first-step", "--games", "1"]);
    assert!(several.contains("there is no scenario \"first-step\""), "{several}");
}

#[test]
fn a_saved_game_is_replayed_and_verified() {
    let desk = desk();
    let (path, session) = desk.played(600);
    drop(session);
    let told = desk.good(&["replay", "matg-introductory-1", "--verify"]);
    assert!(told.starts_with("Introductory Scenario\n\nTurn 1\n"), "{told}");
    assert!(told.contains("STAYS: rolled ") && told.contains(" (8.2.8)\n"), "{told}");
    assert!(told.contains("\nverified: 600 actions, 24 digests, all as recorded\n"), "{told}");
    assert!(!desk.good(&["replay", path.to_str().unwrap()]).contains("verified"));
    assert_eq!(desk.good(&["check", path.to_str().unwrap()]), format!("{}: ok\n", path.display()));
}

/// A save with one change, checked and verified: both messages.
fn tampered(desk: &Desk, save: &str, from: &str, to: &str) -> (String, String) {
    assert!(save.contains(from), "{from:?} is not in the save");
    let path = desk.write("bad.toml", save.replacen(from, to, 1));
    let path = path.to_str().unwrap();
    let verify = desk.run(&["replay", path, "--verify"]);
    assert_eq!(verify.code, Some(1), "{verify:?}");
    (verify.err, desk.refused(1, &["check", path]))
}

#[test]
fn a_changed_save_is_reported_at_the_changed_action() {
    let desk = desk();
    let (path, session) = desk.played(120);
    drop(session);
    let sealed = text(&path);
    let (verify, check) = tampered(&desk, &sealed, "n = 25\n", "n = 25\nturn = 9\n");
    assert!(verify.contains(": play 25: the seal does not match: this entry, or something"), "{verify}");
    assert!(check.contains(":1: play 25: the seal does not match"), "{check}");
    // Like a save older than seals: every die and every digest is still compared.
    let save: String = sealed
        .split_inclusive('\n')
        .filter(|line| !line.starts_with("salt = ") && !line.starts_with("seal = "))
        .collect();
    let digest = save.lines().find(|line| line.starts_with("digest = ")).unwrap().to_owned();
    let (verify, check) = tampered(&desk, &save, &digest, "digest = \"0123456789abcdef\"");
    let path = desk.path("bad.toml");
    let says = "play 25: the save has digest 0123456789abcdef, but replaying gives ";
    assert!(verify.starts_with(&format!("error: {}: {says}", path.display())), "{verify}");
    let line = 1 + save.lines().position(|line| line == "n = 25").unwrap() - 1;
    assert!(check.starts_with(&format!("{}:{line}:1: {says}", path.display())), "{check}");
    // Without --verify the log is printed anyway, with a warning.
    let run = desk.run(&["replay", path.to_str().unwrap()]);
    assert_eq!(run.code, Some(0));
    assert!(run.err.contains("warning: play 25"), "{}", run.err);

    let rolls = save.lines().find(|line| line.starts_with("rolls = ")).unwrap().to_owned();
    let first = rolls.trim_start_matches("rolls = [").chars().next().unwrap();
    let other = rolls.replacen(first, if first == '1' { "2" } else { "1" }, 1);
    let (verify, check) = tampered(&desk, &save, &rolls, &other);
    assert!(verify.contains(": play ") && check.contains("but the seed gives"), "{verify}{check}");

    let choice = save.lines().find(|line| line.starts_with("choice = ")).unwrap().to_owned();
    let (verify, check) = tampered(&desk, &save, &choice, "choice = \"dance\"");
    assert!(verify.contains("play 1: \"dance\" is not a choice"), "{verify}");
    assert!(check.contains(":1: play 1: \"dance\" is not a choice"), "{check}");
}

#[test]
fn a_torn_save_is_read_with_a_warning() {
    let desk = desk();
    let (path, session) = desk.played(30);
    drop(session);
    let whole = text(&path);
    desk.write("torn.toml", &whole[..whole.len() - 9]);
    let run = desk.run(&["check", "torn.toml"]);
    assert_eq!((run.code, run.out.as_str()), (Some(0), "torn.toml: ok\n"), "{run:?}");
    assert!(run.err.contains(":1: warning: The save ends in an incomplete entry"), "{}", run.err);
    let run = desk.run(&["replay", "torn.toml", "--verify"]);
    assert_eq!(run.code, Some(1), "its player has seen action 30");
    assert!(run.err.contains("you have seen action 30, and it now ends at action 29"), "{run:?}");
    let elsewhere = self::desk();
    elsewhere.write("torn.toml", &whole[..whole.len() - 9]);
    let run = elsewhere.run(&["replay", "torn.toml", "--verify"]);
    assert_eq!(run.code, Some(0));
    assert!(run.out.contains("verified: 29 actions") && run.err.contains("incomplete entry"), "{run:?}");
}

#[test]
fn scenarios_are_checked_fault_by_fault() {
    let desk = desk();
    let good = standto::rules::matg::scenario::INTRODUCTORY;
    desk.write("good.toml", good);
    let bad = good
        .replacen("turns = 10", "turns = 0", 1)
        .replacen("kind = \"meeting-engagement\"", "kind = \"meeting-engagement\" ", 1)
        .replacen("destroy-percent = 50", "destroy-percent = 500", 1);
    desk.write("bad.toml", &bad);
    let run = desk.run(&["check", "good.toml", "bad.toml", "none.toml", "."]);
    let costs = "good.toml: ok\n  Germans: 893 points\n  Soviets: 1233 points\n";
    assert_eq!((run.code, run.out.as_str()), (Some(1), costs), "{run:?}");
    let place = |word: &str| 1 + bad.lines().position(|line| line.starts_with(word)).unwrap();
    assert!(run.err.contains(&format!("bad.toml:{}:9: ", place("turns"))), "{}", run.err);
    assert!(run.err.contains(&format!("bad.toml:{}:19: ", place("destroy-percent"))), "{}", run.err);
    assert!(run.err.contains("there is no file \"none.toml\" in "), "{}", run.err);
    desk.write("broken.toml", "format = 1\nruleset = \"matg\"\ntitle = \n");
    assert!(desk.refused(1, &["check", "broken.toml"]).starts_with("broken.toml:3:"));
    desk.write("binary.toml", b"title = \"\xff\"\n");
    assert!(
        desk.refused(1, &["check", "binary.toml"]).starts_with("binary.toml:1: byte 9 is not UTF-8 text")
    );
}
