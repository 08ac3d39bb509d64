//! `standto ladder`, and runs that are split into parts.

use serde_json::Value;

use crate::desk::{Desk, desk};

/// A battle in which random play ends soon.
const BATTLE: &str = "introductory";

/// The output of a command for each part of a run, written to files.
fn parts(desk: &Desk, words: &[&str], of: u32) -> Vec<String> {
    let part = |number: u32| {
        let shard = format!("{number}/{of}");
        let text = desk.good(&[words, &["--shard", &shard, "--json"]].concat());
        desk.write(&format!("part-{number}.json"), text).display().to_string()
    };
    (1..=of).map(part).collect()
}

/// A text without the line that tells how long the run took.
fn untimed(text: &str) -> String {
    text.lines().filter(|line| !line.contains(" a second")).map(|line| format!("{line}\n")).collect()
}

fn untimed_json(mut value: Value) -> Value {
    value.as_object_mut().unwrap().retain(|key, _| !key.contains("second"));
    value
}

#[test]
fn the_parts_of_a_simulation_add_up_to_the_whole_run() {
    let desk = desk();
    let words = ["sim", BATTLE, "--random", "--games", "7", "--seed", "3"];
    let files = parts(&desk, &words, 3);
    let mut merge = vec!["sim", "merge", &files[2], &files[0], &files[1]];
    assert_eq!(untimed(&desk.good(&merge)), untimed(&desk.good(&words)));
    merge.push("--json");
    let whole = desk.json(&[&words[..], &["--json"]].concat());
    assert_eq!(untimed_json(desk.json(&merge)), untimed_json(whole));
    let missing = desk.refused(1, &["sim", "merge", &files[2]]);
    assert!(missing.contains("the run has 3 parts, and these are missing: 1, 2"), "{missing}");
    let twice = desk.refused(1, &["sim", "merge", &files[2], &files[2]]);
    assert!(twice.contains("part 3/3 is given twice"), "{twice}");
}

#[test]
fn parts_of_different_runs_are_not_merged() {
    let desk = desk();
    let one = parts(&desk, &["sim", BATTLE, "--random", "--games", "4"], 2).swap_remove(0);
    let one = desk.write("one.json", std::fs::read(one).unwrap()).display().to_string();
    let other = parts(&desk, &["sim", BATTLE, "--random", "--games", "4", "--seed", "9"], 2).swap_remove(1);
    let refused = desk.refused(1, &["sim", "merge", &one, &other]);
    assert!(refused.contains("parts 1/2 and 2/2 are not of the same run"), "{refused}");
    let bad = desk.write("bad.json", "{}").display().to_string();
    let refused = desk.refused(1, &["ladder", "merge", &bad]);
    assert!(refused.contains("bad.json: expected results printed with --json: missing field"), "{refused}");
}

#[test]
fn the_parts_of_a_ladder_add_up_to_the_whole_and_jobs_change_nothing() {
    let desk = desk();
    let words = ["ladder", BATTLE, "--levels", "statue,random", "--games", "10", "--seed", "5"];
    let files = parts(&desk, &words, 3);
    let whole = desk.good(&words);
    assert_eq!(desk.good(&["ladder", "merge", &files[1], &files[2], &files[0]]), whole);
    assert_eq!(desk.good(&[&words[..], &["--jobs", "1"]].concat()), whole);
    let json = desk.json(&["ladder", "merge", &files[0], &files[1], &files[2], "--json"]);
    assert_eq!(json, desk.json(&[&words[..], &["--json"]].concat()));
    let strength = &json["matches"][0]["strength"];
    let games: u64 = ["won", "drawn", "lost"].iter().map(|key| strength[key].as_u64().unwrap()).sum();
    assert_eq!((games, json["matches"][0]["pairs"].as_array().unwrap().len()), (10, 5));
    // Both games of a pair have one seed, which repeats them.
    let pair = &json["matches"][0]["pairs"][3];
    let seed = pair["seed"].to_string();
    for (game, levels) in ["statue,random", "random,statue"].into_iter().enumerate() {
        let alone =
            desk.json(&["sim", BATTLE, "--games", "1", "--seed", &seed, "--levels", levels, "--json"]);
        assert_eq!(alone["results"][0]["winner"], pair["winners"][game]);
        assert_eq!(alone["results"][0]["play"], pair["play"][game]);
    }
}

#[test]
fn every_two_levels_play_each_other_unless_some_are_named() {
    // The second part of one pair of games is empty, so nothing is played.
    let json = desk().json(&["ladder", BATTLE, "--games", "2", "--shard", "2/2", "--json"]);
    let matches = json["matches"].as_array().unwrap();
    assert_eq!(matches.len(), 15);
    assert_eq!(matches[0]["levels"], serde_json::json!(["expert", "hard"]));
}

#[test]
fn a_ladder_stops_when_the_sequential_test_knows() {
    let desk = desk();
    let words =
        ["ladder", BATTLE, "--levels", "statue,random", "--games", "400", "--sprt", "-100,300", "--json"];
    let json = desk.json(&words);
    let pairs = json["matches"][0]["pairs"].as_array().unwrap().len();
    assert!((10..200).contains(&pairs), "{pairs}");
    let answer = &json["matches"][0]["strength"]["sprt"];
    assert!(answer == "lower" || answer == "higher", "{answer}");
    assert_eq!(
        json,
        desk.json(&[&words[..], &["--jobs", "1"]].concat()),
        "where it stops does not depend on the jobs"
    );
    let table = desk.good(&words[..words.len() - 1]);
    assert!(table.contains("Sequential test, Elo -100 or +300"), "{table}");
}

#[test]
fn a_ladder_needs_levels_games_and_shards_that_make_sense() {
    let desk = desk();
    let refused = |words: &[&str]| desk.refused(2, &[&["ladder", BATTLE], words].concat());
    assert!(refused(&[]).contains("--games"), "{}", refused(&[]));
    assert!(refused(&["--games", "3"]).contains("expected an even number from 2 to 1000000"));
    assert!(refused(&["--games", "4", "--levels", "easy"]).contains("two or more different levels"));
    assert!(refused(&["--games", "4", "--levels", "easy,easy"]).contains("two or more different levels"));
    assert!(refused(&["--games", "4", "--shard", "5/4"]).contains("such as 3/8"));
    assert!(refused(&["--games", "4", "--sprt", "50,0"]).contains("the lower first, such as 0,50"));
    // The measuring levels are not offered to players.
    assert!(desk.refused(2, &["play", BATTLE, "--level", "statue"]).contains("invalid value 'statue'"));
}

#[test]
fn a_ladder_plays_battles_with_their_handicaps_if_wanted() {
    let desk = desk();
    let fingerprint = |scenario: &str, more: &[&str]| {
        let words = ["ladder", scenario, "--levels", "easy,random", "--games", "2", "--json"];
        desk.json(&[&words[..], more].concat())["matches"][0]["fingerprint"].clone()
    };
    assert_ne!(fingerprint("hedgerow-guns", &["--balanced"]), fingerprint("hedgerow-guns", &[]));
    assert_eq!(fingerprint("hunters", &["--balanced"]), fingerprint("hunters", &[]), "it has no handicap");
}
