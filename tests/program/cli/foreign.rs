//! Control characters in files, names and arguments never reach a terminal.

use std::fs;
use std::path::{Path, PathBuf};

use crate::desk::{Desk, Run, desk, text};

/// Control sequences, and a line that imitates our own messages.
const NASTY: &str = "A\x1b[2J\u{9b}31m\u{7f}B\u{202e}C\nerror: forged\r\u{2066}\u{200b}\x07";

/// The same as a TOML string.
fn nasty_toml() -> String {
    let escaped = NASTY.chars().map(|c| format!("\\U{:08X}", u32::from(c)));
    format!("\"{}\"", escaped.collect::<String>())
}

fn odd(c: char) -> bool {
    c != '\n' && standto::plain::is_odd(c)
}

fn assert_plain(words: &[&str], run: &Run) {
    for said in [&run.out, &run.err] {
        let found: Vec<char> = said.chars().filter(|c| odd(*c)).collect();
        assert!(found.is_empty(), "{words:?} lets out {found:?}: {said:?}");
        assert!(
            !said.lines().any(|line| line.starts_with("error: forged")),
            "{words:?} is deceived: {said:?}"
        );
    }
}

fn every_command(desk: &Desk, file: &str) {
    let name = file.trim_end_matches(".toml");
    // A player's own words on the command line were visible already.
    let word = &file.replace('\n', " ");
    let all: &[&[&str]] = &[
        &["list"],
        &["list", "--json"],
        &["check", file],
        &["replay", file],
        &["replay", file, "--verify"],
        &["replay", name],
        &["resume", file],
        &["resume"],
        &["play", file],
        &["play", name, "--side", word],
        &["sim", file, "--games", "1", "--random"],
        &["sim", file, "--games", "1", "--random", "--json"],
        &["los", file, "--from", "0101"],
        &["los", file, "--from", word],
        &["catalog", word],
        &["odds", "matg", word],
    ];
    for words in all {
        assert_plain(words, &desk.run(words));
    }
}

#[test]
fn control_sequences_are_shown_escaped() {
    let desk = desk();
    let (path, session) = desk.played(3);
    drop(session);
    let save = text(&path);
    let title = |text: &str| {
        let line = text.lines().find(|line| line.starts_with("title = ")).unwrap().to_owned();
        text.replacen(&line, &format!("title = {}", nasty_toml()), 2)
    };
    let scenario = standto::rules::matg::scenario::INTRODUCTORY;
    let sided = |text: &str| {
        let line = text.lines().find(|line| line.starts_with("name = ")).unwrap().to_owned();
        text.replacen(&line, &format!("name = {}", nasty_toml()), 1)
    };
    let unknown = format!("{} = 1\n", nasty_toml());
    let forged = "A\x1b[2J\u{202e}\u{9b}\nerror: forged.toml";
    let bad_choice = save.replacen("choice = \"", "choice = \"\\u001B\\u202E\\nerror: forged ", 1);
    let bad_seat = save.replacen("= \"program random\"", &format!("= {}", nasty_toml()), 1);
    let files: Vec<(&str, String)> = vec![
        ("mine.toml", title(scenario)),
        ("sided.toml", sided(scenario)),
        ("unknown.toml", format!("{unknown}{scenario}")),
        ("raw.toml", format!("title = \"{NASTY}")),
        (forged, scenario.replacen("turns = 10", "turns = 0", 1)),
        ("saves/titled.toml", title(&save)),
        ("saves/choice.toml", bad_choice),
        ("saves/seat.toml", bad_seat),
        ("saves/unknown.toml", format!("{unknown}{save}")),
        ("saves/A\x1b]0;x\x07\nerror: forged.toml", save.clone()),
        ("saves/format.toml", save.replacen("ruleset = \"matg\"", &format!("ruleset = {}", nasty_toml()), 1)),
    ];
    for (name, text) in &files {
        desk.write(name, text);
        desk.write(&format!("scenarios/matg/{}", name.rsplit('/').next().unwrap()), text);
        every_command(&desk, name);
    }
    every_command(&desk, NASTY);
    assert_plain(&["a nasty command"], &desk.run(&["\x1b[31m\u{202e}"]));
    assert_plain(&["a nasty option"], &desk.run(&["play", "--\x1b[31m\u{202e}"]));
}

/// Every source file with its text.
fn sources(folder: &Path, found: &mut Vec<(PathBuf, String)>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else {
            let text = text(&path);
            found.push((path, text));
        }
    }
}

#[test]
fn all_output_goes_through_the_safe_writer() {
    let mut all = Vec::new();
    sources(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src")), &mut all);
    assert!(all.len() > 100);
    // Exceptions, with reasons: the command line's one way out, the terminal itself, a progress bar of
    // numbers.
    let allowed: &[(&str, &[&str])] = &[
        ("println!", &[]),
        ("print!(", &[]),
        ("dbg!(", &[]),
        (
            "io::stdout()",
            &[
                "src/cli/mod.rs",
                "src/cli/login.rs",
                "src/cli/look.rs",
                "src/tui/mod.rs",
                "src/tui/terminal/tty.rs",
            ],
        ),
        ("io::stderr()", &["src/cli/mod.rs", "src/cli/progress.rs"]),
        (".display()", &["src/store/home.rs"]),
    ];
    for (path, text) in &all {
        let name = path.to_string_lossy().replace('\\', "/");
        for (way, places) in allowed {
            let found = text
                .lines()
                .filter(|line| !line.trim_start().starts_with("//"))
                .any(|line| line.contains(way));
            let may = places.iter().any(|place| name.ends_with(place));
            assert!(!found || may, "{name} uses {way}: let it go through standto::plain");
        }
    }
}
