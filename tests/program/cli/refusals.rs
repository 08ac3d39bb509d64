//! Impossible requests are refused with one sentence, and nothing is changed.

use std::fs;

use crate::desk::{desk, text};

#[test]
fn unknown_names_say_where_they_were_looked_for() {
    let desk = desk();
    let home = desk.path("").to_string_lossy().trim_end_matches('/').to_owned();
    let near = format!(
        "error: there is no scenario \"introductry\", built in or in {home}/scenarios; perhaps \"introductory\"?\n"
    );
    let none = format!(
        "error: there is no scenario \"kursk\", built in or in {home}/scenarios; see \"standto list\"\n"
    );
    for (name, sentence) in [("introductry", near), ("kursk", none)] {
        assert_eq!(desk.refused(1, &["play", name]), sentence);
        assert_eq!(desk.refused(1, &["sim", name, "--games", "1"]), sentence);
        assert_eq!(desk.refused(1, &["host", name]), sentence);
        assert_eq!(desk.refused(1, &["edit", name]), sentence);
    }
    assert_eq!(
        desk.refused(1, &["los", "kursk", "--from", "0101"]),
        format!(
            "error: there is no scenario or saved game \"kursk\", built in or in {home}; see \"standto list\"\n"
        )
    );
    let no_save = format!("error: there is no saved game \"kursk\" in {home}/saves; see \"standto list\"\n");
    for command in ["resume", "replay", "watch", "export"] {
        assert_eq!(desk.refused(1, &[command, "kursk"]), no_save, "{command}");
    }
    assert_eq!(desk.refused(1, &["report", "kursk", "--text"]), no_save);
    assert_eq!(
        desk.refused(1, &["join", "kursk"]),
        format!("error: there is no battle \"kursk\" in {home}/battles; see \"standto list\"\n")
    );
    assert_eq!(
        desk.refused(1, &["resume"]),
        format!("error: there is no saved game in {home}/saves; start one with \"standto play SCENARIO\"\n")
    );
}

#[test]
fn a_ruleset_in_front_of_a_name_is_looked_at_too() {
    let desk = desk();
    assert!(desk.refused(1, &["play", "matg/introductry"]).ends_with("perhaps \"matg/introductory\"?\n"));
    assert!(desk.refused(1, &["play", "mtag/introductory"]).ends_with("perhaps \"introductory\"?\n"));
}

/// "matg-intro" is enough for "matg-introductory-1", unless there is a second one.
#[test]
fn the_beginning_of_a_save_is_enough_where_only_one_begins_so() {
    let desk = desk();
    drop(desk.played(2));
    let log = desk.good(&["replay", "matg-intro"]);
    assert!(log.contains("Introductory Scenario"), "{log}");
    drop(desk.played(1));
    let refused = desk.refused(1, &["replay", "matg-intro"]);
    assert!(refused.starts_with("error: there is no saved game \"matg-intro\" in "), "{refused}");
    assert!(desk.refused(1, &["replay", "intro"]).starts_with("error: there is no saved game \"intro\""));
}

#[test]
fn only_a_side_with_a_balance_provision_is_favoured() {
    let desk = desk();
    let none = "error: there is no balance for \"germans\" in this scenario, expected americans\n";
    for command in [&["play", "--plain"][..], &["host"], &["sim", "--games", "1"]] {
        let words = [command, &["panzertruppe/crossroads", "--favour", "germans"]].concat();
        assert_eq!(desk.refused(1, &words), none, "{words:?}");
    }
    let told =
        desk.good(&["sim", "panzertruppe/crossroads", "--favour", "americans", "--games", "1", "--random"]);
    assert!(told.contains("germans"), "{told}");
    let wrong = text(&desk.write("own.toml", standto::registry::Ruleset::ALL[0].scenarios()[0].1)).replace(
        "[victory]",
        "[[balance]]\nside = \"germans\"\ntext = \"more time.\"\nset = { turnings = 12 }\n\n[victory]",
    );
    desk.write("own.toml", wrong);
    let refused = desk.refused(1, &["check", "own.toml"]);
    assert!(refused.contains("own.toml:26:20: there is no \"turnings\" in this scenario"), "{refused}");
}

#[test]
fn a_missing_file_is_told_with_its_folder() {
    let desk = desk();
    desk.write("nine.toml", "");
    let home = desk.path("").canonicalize().unwrap();
    let missing = format!("there is no file \"none.toml\" in {}; perhaps \"nine.toml\"?\n", home.display());
    for words in [
        &["play", "none.toml"][..],
        &["sim", "none.toml", "--games", "1"],
        &["los", "none.toml", "--from", "0101"],
        &["play", "hunters", "--custom-data", "none.toml"],
        &["import", "vasl", "none.toml"],
    ] {
        assert_eq!(desk.refused(1, words), format!("error: {missing}"), "{words:?}");
    }
    assert_eq!(desk.refused(1, &["check", "none.toml"]), missing);
    assert_eq!(desk.refused(1, &["resume", "no/such.toml"]), "error: no/such.toml: there is no folder no\n");
}

#[test]
fn an_unknown_command_is_told_with_those_there_are() {
    let desk = desk();
    for (words, known) in [
        (&["march"][..], "available: play, resume, host, join, list"),
        (&["odds", "chess"], "available: matg, panzertruppe, aslsk, fireandmove"),
        (&["import", "chess"], "available: vasl"),
        (&["deck", "burn"], "available: new, show, hand, play, discard, aside, settle, fill, back"),
        (&["server", "guests"], "available: status, accounts, reset-password"),
    ] {
        let told = desk.refused(2, words);
        assert!(told.contains(known), "{words:?}: {told}");
    }
}

#[test]
fn sides_and_seeds_must_make_sense() {
    let desk = desk();
    assert_eq!(
        desk.refused(1, &["play", "introductory", "--side", "russians"]),
        "error: unknown side \"russians\": expected germans, soviets, both or none\n"
    );
    let seed = desk.refused(2, &["play", "introductory", "--seed", "18446744073709551615"]);
    assert!(seed.starts_with("error: a seed is at most 9223372036854775807"), "{seed}");
    for name in ["--opponent", "--level"] {
        assert!(desk.refused(2, &["play", "introductory", name, "genius"]).contains("[possible values:"));
    }
    assert!(desk.refused(2, &["paly"]).contains("unrecognized subcommand 'paly'"));
    assert!(!desk.path("saves").exists());
    let seed = desk.refused(2, &["play", "introductory", "--seed", "many"]);
    assert!(seed.contains("'many' for '--seed <N>': expected a whole number\n"), "{seed}");
    let (_, session) = desk.played(3);
    drop(session);
    assert_eq!(
        desk.refused(1, &["resume", "matg-introductory-1", "--before", "9", "--plain"]),
        "error: there is no action 9: the last one in the save is 3\n"
    );
}

#[test]
fn the_screen_needs_a_terminal() {
    let desk = desk();
    let sentence = "error: Stand To needs a terminal, but standard input is not one.\n";
    assert_eq!(desk.refused(1, &[]), sentence);
    assert_eq!(desk.refused(1, &["play", "introductory"]), sentence);
    assert!(!desk.path("saves").exists(), "a game was begun without a player");
    let (path, session) = desk.played(3);
    drop(session);
    let before = text(&path);
    assert_eq!(desk.refused(1, &["resume"]), sentence);
    assert_eq!(desk.refused(1, &["resume", "matg-introductory-1"]), sentence);
    assert_eq!(text(&path), before);
}

#[test]
fn a_game_is_open_in_one_program_only() {
    let desk = desk();
    let (path, _session) = desk.played(3);
    assert_eq!(
        desk.refused(1, &["resume", "matg-introductory-1"]),
        format!(
            "end it there and go on here: standto resume matg-introductory-1 --take-over\n\
             error: {}: this game is open in another window; quit it there first\n",
            path.display()
        )
    );
}

#[test]
fn files_that_are_not_text_are_refused() {
    let desk = desk();
    let save = desk.write("saves/bad.toml", b"format = 1\nx = \"\xff\"\n");
    let sentence = format!("error: {}:2: byte 16 is not UTF-8 text\n", save.display());
    assert_eq!(desk.refused(1, &["resume", "bad"]), sentence);
    assert_eq!(desk.refused(1, &["replay", "bad"]), sentence);
    assert_eq!(desk.refused(1, &["los", "bad", "--from", "0101"]), sentence);
    desk.write("scene.toml", b"\xff");
    assert_eq!(desk.refused(1, &["play", "scene.toml"]), "error: scene.toml:1: byte 0 is not UTF-8 text\n");
}

#[test]
fn a_save_of_another_scenario_or_ruleset_is_refused() {
    let desk = desk();
    let (path, session) = desk.played(3);
    drop(session);
    let save = text(&path);
    let name = path.display();

    // The scenario in the save was changed by hand.
    fs::write(&path, save.replacen("turns = 10", "turns = 11", 1)).unwrap();
    let refused = desk.refused(1, &["resume"]);
    assert!(
        refused.starts_with(&format!("error: {name}: the scenario text in this save has been changed")),
        "{refused}"
    );

    // It contains no scenario, and the one of that name has changed since.
    let start = save.find("[scenario-text]").unwrap();
    let end = save.find("[[play]]").unwrap();
    let bare = format!("{}{}", &save[..start], &save[end..]);
    fs::write(&path, &bare).unwrap();
    let own = standto::rules::matg::scenario::INTRODUCTORY.replacen("turns = 10", "turns = 9", 1);
    let own = desk.write("scenarios/matg/introductory.toml", own);
    let refused = desk.refused(1, &["resume"]);
    assert!(refused.contains("was begun with another version of the scenario \"introductory\""), "{refused}");
    fs::remove_file(own).unwrap();
    // The seals notice what was cut out; a save without seals continues.
    assert!(desk.refused(1, &["resume"]).contains("the seal does not match"));
    let sealed = |line: &&str| line.starts_with("seal = ") || line.starts_with("salt = ");
    let unsealed: String =
        bare.lines().filter(|line| !sealed(line)).map(|line| format!("{line}\n")).collect();
    fs::write(&path, unsealed).unwrap();
    let refused = desk.refused(1, &["resume"]);
    assert!(refused.contains("needs a terminal"), "{refused}");

    // With its own copy it continues, with a remark about the change.
    fs::write(&path, &save).unwrap();
    let own = standto::rules::matg::scenario::INTRODUCTORY.replacen("turns = 10", "turns = 9", 1);
    desk.write("scenarios/matg/introductory.toml", own);
    let told = desk.run(&["replay", "matg-introductory-1", "--verify"]);
    assert_eq!(told.code, Some(0), "{told:?}");
    assert!(told.err.contains("The scenario \"introductory\" has changed since"), "{}", told.err);

    fs::write(&path, save.replacen("ruleset = \"matg\"", "ruleset = \"chess\"", 1)).unwrap();
    let known = standto::registry::Ruleset::ALL.map(|ruleset| ruleset.id()).join(", ");
    let refusal = format!("this game is for an unknown ruleset \"chess\"; expected one of {known}");
    assert_eq!(desk.refused(1, &["resume"]), format!("error: {refusal}\n"));
}

#[test]
fn a_scenario_with_faults_names_them() {
    let desk = desk();
    let bad = standto::rules::matg::scenario::INTRODUCTORY.replacen("turns = 10", "turns = 0", 1);
    desk.write("bad.toml", bad);
    for words in [
        &["play", "bad.toml"][..],
        &["sim", "bad.toml", "--games", "1"],
        &["los", "bad.toml", "--from", "0101"],
    ] {
        assert!(desk.refused(1, words).starts_with("error: bad.toml:5:9: "), "{words:?}");
    }
}

#[test]
fn every_command_has_help() {
    let desk = desk();
    for command in ["play", "resume", "list", "check", "replay", "sim", "los", "odds", "catalog"] {
        let help = desk.good(&[command, "--help"]);
        assert!(help.contains("Usage: standto ") && help.len() > 150, "{command}: {help}");
    }
    assert!(desk.good(&["odds", "matg", "--help"]).contains("--target-fired"));
    assert!(desk.good(&["--version"]).starts_with("standto "));
}
