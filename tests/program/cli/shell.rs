//! Shell completions and man pages.

use crate::desk::{Desk, Run, desk};

/// The candidates that bash is offered for the last of these words.
fn offered(home: &Desk, words: &[&str]) -> Vec<String> {
    let last = (words.len() - 1).to_string();
    let mut command = home.command(&[]);
    command.arg("--").args(words).env("STANDTO_COMPLETE", "bash").env("_CLAP_COMPLETE_INDEX", last);
    command.env("_CLAP_IFS", "\n");
    let run = Run::of(command.output().unwrap());
    assert_eq!(run.code, Some(0), "{run:?}");
    run.out.lines().map(str::to_owned).collect()
}

#[test]
fn every_shell_gets_completions() {
    let desk = desk();
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let text = desk.good(&["completions", shell]);
        assert!(text.contains("STANDTO_COMPLETE"), "{shell}: {text}");
    }
    assert!(desk.refused(2, &["completions", "cmd"]).contains("[possible values:"));
}

#[test]
fn completions_know_commands_scenarios_and_saves() {
    let home = desk();
    assert_eq!(offered(&home, &["standto", "comp"]), ["completions"]);
    assert_eq!(offered(&home, &["standto", "play", "introd"]), ["introductory"]);
    let (path, _) = home.played(3);
    let save = path.file_stem().unwrap().to_string_lossy().into_owned();
    for command in ["resume", "replay", "watch", "report", "export", "picture"] {
        assert_eq!(
            offered(&home, &["standto", command, &save[..save.len() - 1]]),
            [save.as_str()],
            "{command}"
        );
    }
    assert!(offered(&home, &["standto", "catalog", "matg", "soviet"]).contains(&"soviet-union".to_owned()));
    let firers = offered(&home, &["standto", "odds", "matg", "--target", "T-34"]);
    assert!(firers.contains(&"T-34c".to_owned()), "{firers:?}");
    for (words, known) in [
        (&["catalog", "panzertruppe", "--nation", "unit"][..], "united-states"),
        (&["catalog", "panzertruppe", "--find", "Sherm"], "Sherman Calliope"),
        (&["catalog", "panzertruppe", "--table", "to-hit-r"], "to-hit-range"),
        (&["forge", "panzertruppe", "--allied", "ru"], "russia"),
        (&["odds", "panzertruppe", "--cover", "hull"], "hull-down"),
        (&["cards", "fireandmove", "rus"], "russian"),
        (&["deck", "fireandmove", "new", "duel", "german", "russian:e"], "russian:elite"),
        (&["forge", "fireandmove", "--second", "y-"], "y-force"),
        (&["forge", "fireandmove", "--ground", "j"], "jungle"),
        (&["catalog", "fireandmove", "--find", "Panz"], "Panzerschreck"),
        (&["odds", "aslsk", "--gun", "pak4"], "pak40"),
        (&["forge", "aslsk", "s1"], "s16"),
        (&["forge", "aslsk", "s9", "--favour", "it"], "italians"),
        (&["forge", "matg", "--attacker", "united-s"], "united-states"),
        (&["odds", "matg", "assault", "--defender", "T-34c"], "T-34c"),
        (&["odds", "matg", "strike", "--aircraft", "Junkers Ju87 D-1"], "Junkers Ju87 D-1 (1)"),
        (&["statistics", "asl"], "aslsk"),
        (&["man", "comp"], "completions"),
    ] {
        let all = offered(&home, &[&["standto"], words].concat());
        assert!(all.iter().any(|name| name == known), "{words:?}: {all:?}");
        let begun = words[words.len() - 1];
        assert!(all.iter().all(|name| name.starts_with(begun)), "{words:?}: {all:?}");
    }
    home.good(&["deck", "new", "duel", "german", "russian", "--seed", "5"]);
    assert_eq!(offered(&home, &["standto", "deck", "fireandmove", "show", "d"]), ["duel"]);
    // A file of the player's own.
    home.write("mine.toml", "");
    assert_eq!(offered(&home, &["standto", "play", "mine"]), ["mine.toml"]);
}

/// A name that a terminal would obey is never offered.
#[test]
fn completions_offer_no_control_sequences() {
    let home = desk();
    home.write("scenarios/matg/in\u{1b}[2Jtro.toml", "title = \"x\"");
    assert!(offered(&home, &["standto", "play", "in"]).iter().all(|name| !name.contains('\u{1b}')));
}

#[test]
fn the_manual_has_a_page_for_the_program_and_for_each_command() {
    let desk = desk();
    let page = desk.good(&["man"]);
    assert!(page.contains(".TH standto 1") && page.contains("STANDTO_HOME"), "{page}");
    let page = desk.good(&["man", "replay"]);
    assert!(page.contains(".TH standto-replay 1") && page.contains("verify"), "{page}");
    let refused = desk.refused(2, &["man", "march"]);
    assert!(
        refused.starts_with("error: unknown command \"march\"; available: play, resume, host, join, list")
    );
}

#[test]
fn a_closed_pipe_is_not_an_error() {
    let desk = desk();
    for arguments in [&["completions", "bash"][..], &["man"], &["list"]] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let ended = desk.command(arguments).stdout(writer).output().unwrap();
        let told = String::from_utf8_lossy(&ended.stderr).into_owned();
        assert!(!told.contains("panicked"), "{arguments:?}: {told}");
    }
}
