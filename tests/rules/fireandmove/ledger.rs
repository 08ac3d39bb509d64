//! The ledger: whole, in order, and honest about what is built.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use standto::ledger::{Ledger, State};
use standto::registry::Ruleset;

fn ledger() -> &'static Ledger {
    Ruleset::Fireandmove.ledger()
}

/// What the cards in files, the tests of this folder and those of the calculator say they show.
fn shown() -> BTreeSet<String> {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let folder = fs::read_dir(tests.join("rules/fireandmove")).unwrap().map(|entry| entry.unwrap().path());
    let sources = folder.chain([tests.join("program/cli/odds_fireandmove.rs")]);
    let mut shown = BTreeSet::new();
    for source in sources.filter(|path| path.extension().is_some_and(|ending| ending == "rs")) {
        let text = fs::read_to_string(source).unwrap();
        let lists = text.lines().filter_map(|line| line.trim().strip_prefix("// shows: "));
        shown.extend(lists.flat_map(str::split_whitespace).map(str::to_owned));
    }
    for file in crate::card::files("fireandmove") {
        let cards = crate::card::read(&fs::read_to_string(file).unwrap()).unwrap();
        shown.extend(cards.into_iter().flat_map(|card| card.rules));
    }
    shown
}

#[test]
fn what_is_done_is_shown_and_what_is_shown_is_done() {
    let done = ledger().rules().iter().filter(|rule| rule.state == State::Done);
    let done: BTreeSet<String> = done.map(|rule| rule.number.clone()).collect();
    assert_eq!(done, shown());
}

#[test]
fn numbers_run_in_the_order_of_the_contents() {
    let parts = |number: &str| number.split('.').map(|part| part.parse().unwrap()).collect::<Vec<u16>>();
    let numbers: Vec<Vec<u16>> = ledger().rules().iter().map(|rule| parts(&rule.number)).collect();
    assert!(numbers.windows(2).all(|pair| pair[0] < pair[1]), "each once, in order");
    let headings: BTreeSet<u16> = numbers.iter().map(|number| number[0]).collect();
    // Headings that stand over others and have no text: 29, 35, 45, 57, 76.
    let missing: Vec<u16> = (1..=96).filter(|heading| !headings.contains(heading)).collect();
    assert_eq!(missing, [29, 35, 45, 57, 76]);
}

#[test]
fn what_is_not_done_says_why_and_rulings_are_used() {
    for rule in ledger().rules() {
        assert_eq!(rule.state == State::Done, rule.reason.is_empty(), "{}", rule.number);
        assert!(
            rule.summary.ends_with('.') && rule.summary.is_ascii() && rule.title.len() <= 48,
            "{}",
            rule.number
        );
    }
    let cited: BTreeSet<&str> =
        ledger().rules().iter().flat_map(|rule| rule.rulings.iter().map(String::as_str)).collect();
    let there: BTreeSet<&str> = ledger().rulings().iter().map(|ruling| ruling.id.as_str()).collect();
    assert_eq!(cited, there);
}
