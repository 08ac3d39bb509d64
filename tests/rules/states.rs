//! What stands in the ledgers, and how many cards show each rule: `tests/rules/states/<id>.txt`, a line a rule.
//!
//! A rule that changes its state, or gains or loses a card, changes a line that is read with the change.
//! `STATES=write cargo test --test rules states` writes the files anew.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use standto::ledger::{Ledger, State};
use standto::registry::Ruleset;

/// How a test written in Rust says which rules it shows.
const MARKS: [&str; 5] = ["// card:", "// card ", "// cards:", "// rules:", "// shows:"];

/// All files below a folder, in order; none if there is no such folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths.into_iter().flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

/// The numbers in a list with commas or blanks between them; a number may have blanks in itself.
fn numbers(ledger: &Ledger, list: &str) -> Vec<String> {
    let known = |number: &str| ledger.rules().iter().any(|rule| rule.number == number);
    let parts = list.split(',').map(str::trim).filter(|part| !part.is_empty());
    parts
        .flat_map(|part| if known(part) { vec![part] } else { part.split_whitespace().collect() })
        .map(str::to_owned)
        .collect()
}

/// The rules that each card of a ruleset names: a table in `tests/cards/<id>/`, or a marked line in a test.
fn cards(ruleset: Ruleset) -> Vec<(String, Vec<String>)> {
    let (root, id) = (Path::new(env!("CARGO_MANIFEST_DIR")).join("tests"), ruleset.id());
    let ledger = ruleset.ledger();
    let mut cards = Vec::new();
    for path in files(&root.join("cards").join(id)) {
        let text = fs::read_to_string(&path).unwrap();
        for card in crate::card::read(&text).unwrap_or_else(|why| panic!("{}: {why}", path.display())) {
            cards.push((format!("{}: {}", path.display(), card.name), card.rules));
        }
    }
    let own = files(&root.join("rules").join(id)).into_iter();
    let beside = files(&root.join("program")).into_iter().filter(|path| {
        path.file_stem().is_some_and(|stem| stem.to_string_lossy().ends_with(&format!("_{id}")))
    });
    for path in own.chain(beside).filter(|path| path.extension().is_some_and(|ending| ending == "rs")) {
        for (at, line) in (1..).zip(fs::read_to_string(&path).unwrap().lines()) {
            let line = line.trim_start();
            let Some(list) = MARKS.iter().find_map(|mark| line.strip_prefix(mark)) else { continue };
            let list = list.trim().trim_start_matches("rules:");
            cards.push((format!("{}:{at}", path.display()), numbers(ledger, list)));
        }
    }
    cards
}

#[test]
fn states_and_cards_are_those_written_down() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rules/states");
    let mut wrong = String::new();
    for ruleset in Ruleset::ALL {
        let ledger = ruleset.ledger();
        let mut count: BTreeMap<&str, u32> =
            ledger.rules().iter().map(|rule| (rule.number.as_str(), 0)).collect();
        for (card, rules) in cards(ruleset) {
            for number in rules {
                match count.get_mut(number.as_str()) {
                    Some(count) => *count += 1,
                    None => wrong += &format!("{card} shows {number}, which {ruleset} does not have\n"),
                }
            }
        }
        let state = |state| match state {
            State::Done => "done",
            State::Option => "option",
            State::Out => "out",
        };
        let now: String = ledger
            .rules()
            .iter()
            .map(|rule| {
                let (number, state) = (rule.number.as_str(), state(rule.state));
                format!("{number}\t{state}\t{}\n", count[number])
            })
            .collect();
        let path = folder.join(format!("{}.txt", ruleset.id()));
        if std::env::var("STATES").is_ok_and(|what| what == "write") {
            fs::create_dir_all(&folder).unwrap();
            fs::write(&path, &now).unwrap();
        }
        let written = fs::read_to_string(&path).unwrap_or_default();
        let (now, before): (Vec<&str>, Vec<&str>) = (now.lines().collect(), written.lines().collect());
        wrong.extend(
            now.iter().filter(|line| !before.contains(line)).map(|line| format!("{ruleset}: now {line}\n")),
        );
        wrong.extend(
            before.iter().filter(|line| !now.contains(line)).map(|line| format!("{ruleset}: was {line}\n")),
        );
    }
    assert!(wrong.is_empty(), "not as written in tests/rules/states:\n{wrong}");
}
