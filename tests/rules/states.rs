//! The state of every ledger rule, and the number of cards that show it: `tests/rules/states/<id>.txt`, one
//! line per rule.
//!
//! A rule that changes its state, or gains or loses a card, changes a line that is reviewed with the change.
//! `STATES=write cargo test --test rules states` writes the files.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use standto::ledger::{Ledger, State};
use standto::registry::Ruleset;

use crate::cited;

/// The marker by which a Rust test names the rules it shows.
const MARKS: [&str; 5] = ["// card:", "// card ", "// cards:", "// rules:", "// shows:"];

/// All files below a folder, in order; none if the folder does not exist.
fn files(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths.into_iter().flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

/// The numbers in a list separated by commas or spaces; a number may contain spaces.
fn numbers(ledger: &Ledger, list: &str) -> Vec<String> {
    let known = |number: &str| ledger.rules().iter().any(|rule| rule.number == number);
    let parts = list.split(',').map(str::trim).filter(|part| !part.is_empty());
    parts
        .flat_map(|part| if known(part) { vec![part] } else { part.split_whitespace().collect() })
        .map(str::to_owned)
        .collect()
}

/// A card: its place, the rules it shows, and the tests that show them if it is written in Rust.
struct Card {
    place: String,
    rules: Vec<String>,
    tests: Vec<String>,
}

/// The test whose head begins after a line: only comments and attributes come before it.
fn headed(lines: &[&str]) -> Option<String> {
    let head = lines
        .iter()
        .map(|line| line.trim())
        .find(|line| !line.starts_with("//") && !line.starts_with("#["))?;
    let name = head.strip_prefix("fn ")?;
    Some(name[..name.find('(')?].to_owned())
}

/// The rules that each card of a ruleset names: a table in `tests/cards/<id>/`, or a marked line in a test
/// file, above a test or at the head of the file for all of it.
fn cards(ruleset: Ruleset) -> Vec<Card> {
    let (root, id) = (Path::new(env!("CARGO_MANIFEST_DIR")).join("tests"), ruleset.id());
    let ledger = ruleset.ledger();
    let mut cards = Vec::new();
    for path in files(&root.join("cards").join(id)) {
        let text = fs::read_to_string(&path).unwrap();
        for card in crate::card::read(&text).unwrap_or_else(|why| panic!("{}: {why}", path.display())) {
            let place = format!("{}: {}", path.display(), card.name);
            cards.push(Card { place, rules: card.rules, tests: Vec::new() });
        }
    }
    let own = files(&root.join("rules").join(id)).into_iter();
    let beside = files(&root.join("program")).into_iter().filter(|path| {
        path.file_stem().is_some_and(|stem| stem.to_string_lossy().ends_with(&format!("_{id}")))
    });
    for path in own.chain(beside).filter(|path| path.extension().is_some_and(|ending| ending == "rs")) {
        let text = fs::read_to_string(&path).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        let module = path.strip_prefix(root.join("rules")).ok().map(|path| {
            let words: Vec<String> =
                path.with_extension("").iter().map(|w| w.to_string_lossy().into_owned()).collect();
            words.join("::").trim_end_matches("::mod").to_owned()
        });
        let all: Vec<String> = (0..lines.len())
            .filter(|&at| lines[at] == "#[test]")
            .filter_map(|at| headed(&lines[at..]))
            .collect();
        for (at, line) in (1..).zip(&lines) {
            let line = line.trim_start();
            let Some(list) = MARKS.iter().find_map(|mark| line.strip_prefix(mark)) else { continue };
            let list = list.trim().trim_start_matches("rules:");
            let shown = headed(&lines[at..]).map_or_else(|| all.clone(), |name| vec![name]);
            cards.push(Card {
                place: format!("{}:{at}", path.display()),
                rules: numbers(ledger, list),
                tests: module
                    .iter()
                    .flat_map(|m| shown.iter().map(move |name| format!("{m}::{name}")))
                    .collect(),
            });
        }
    }
    cards
}

/// A card that lists a rule must exercise it. Cards in files are checked where they are played; the marked
/// tests are run again by themselves, each recording the rules applied in it. `silent.txt` lists those that
/// do not show it yet, and may only get shorter.
#[test]
fn marked_tests_apply_the_rules_they_list() {
    if !cfg!(debug_assertions) {
        return; // nothing can be recorded
    }
    let folder = tempfile::tempdir().unwrap();
    let cards: Vec<Card> =
        Ruleset::ALL.into_iter().flat_map(cards).filter(|card| !card.tests.is_empty()).collect();
    let tests: BTreeSet<&String> = cards.iter().flat_map(|card| &card.tests).collect();
    let run = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "--test-threads", "2"])
        .args(&tests)
        .env(cited::FOLDER, folder.path())
        .output()
        .unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stdout));
    let heard: BTreeMap<&String, BTreeSet<String>> =
        tests.iter().map(|&test| (test, cited::told(folder.path(), test))).collect();
    let mut silent = BTreeSet::new();
    for card in &cards {
        for rule in &card.rules {
            if !card.tests.iter().any(|test| cited::shows(&heard[test], rule)) {
                silent.insert(format!("{}\t{rule}", card.tests[0]));
            }
        }
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rules/states/silent.txt");
    if std::env::var("STATES").is_ok_and(|what| what == "write") {
        fs::write(&path, silent.iter().map(|line| format!("{line}\n")).collect::<String>()).unwrap();
    }
    let written = fs::read_to_string(&path).unwrap_or_default();
    let known: BTreeSet<String> = written.lines().map(str::to_owned).collect();
    let new: Vec<&String> = silent.difference(&known).collect();
    assert!(new.is_empty(), "these tests list rules that are not applied in them: {new:#?}");
    let mended: Vec<&String> = known.difference(&silent).collect();
    assert!(
        mended.is_empty(),
        "these tests now apply the rules, or are gone; remove them from silent.txt: {mended:#?}"
    );
}

#[test]
fn states_and_cards_match_the_files() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rules/states");
    let mut wrong = String::new();
    for ruleset in Ruleset::ALL {
        let ledger = ruleset.ledger();
        let mut count: BTreeMap<&str, u32> =
            ledger.rules().iter().map(|rule| (rule.number.as_str(), 0)).collect();
        for Card { place: card, rules, .. } in cards(ruleset) {
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
    assert!(wrong.is_empty(), "not as in tests/rules/states:\n{wrong}");
}

/// `#[apply(rule, "7.1.5")]` sends a reader to the ledger, so each number must be there.
#[test]
fn attributes_name_rules_of_the_ledger() {
    let rules = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/rules");
    for ruleset in Ruleset::ALL {
        let ledger = ruleset.ledger();
        let mut named = 0;
        for path in files(&rules.join(ruleset.id())) {
            let text = fs::read_to_string(&path).unwrap();
            for after in text.split("#[apply(rule,").skip(1) {
                let list = after.split(")]").next().unwrap();
                for number in list.split('"').skip(1).step_by(2) {
                    assert!(ledger.exact(number).is_some(), "{}: {number}", path.display());
                    named += 1;
                }
            }
        }
        assert!(named > 25, "{ruleset} names only {named}");
    }
}
