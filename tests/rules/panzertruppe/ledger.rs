//! The ledger against the cards: every rule that is done has a card, and every card belongs to a done rule.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use standto::ledger::State;
use standto::registry::Ruleset;

/// The text of every card below a folder.
fn texts(folder: &Path) -> Vec<String> {
    let paths = fs::read_dir(folder).expect("the cards").map(|entry| entry.expect("a file").path());
    let text = |path: PathBuf| vec![fs::read_to_string(path).expect("text")];
    paths.flat_map(|path| if path.is_dir() { texts(&path) } else { text(path) }).collect()
}

/// The numbers that cards name.
fn claimed() -> BTreeSet<String> {
    let sources = texts(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/rules/panzertruppe")));
    let lines = sources.iter().flat_map(|text| text.lines()).filter_map(|line| line.strip_prefix("// card "));
    lines.flat_map(|line| line.split(", ")).map(str::to_owned).collect()
}

#[test]
fn every_rule_that_is_done_has_a_card() {
    let ledger = Ruleset::Panzertruppe.ledger();
    let done: BTreeSet<String> = ledger
        .rules()
        .iter()
        .filter(|rule| rule.state == State::Done)
        .map(|rule| rule.number.clone())
        .collect();
    let claimed = claimed();
    assert_eq!(done.difference(&claimed).collect::<Vec<_>>(), Vec::<&String>::new(), "done without a card");
    assert_eq!(
        claimed.difference(&done).collect::<Vec<_>>(),
        Vec::<&String>::new(),
        "a card for a rule that is not done"
    );
}

#[test]
fn numbers_run_in_order_and_reasons_are_given() {
    let ledger = Ruleset::Panzertruppe.ledger();
    let parts = |number: &str| -> Vec<u16> { number.split('.').map(|part| part.parse().unwrap()).collect() };
    let numbers: Vec<Vec<u16>> = ledger.rules().iter().map(|rule| parts(&rule.number)).collect();
    assert!(numbers.is_sorted());
    assert_eq!(numbers.iter().map(|number| number[0]).max(), Some(36));
    for rule in ledger.rules() {
        assert_eq!(rule.reason.is_empty(), rule.state == State::Done, "{}", rule.number);
        for ruling in &rule.rulings {
            assert!(ledger.ruling(ruling).is_some(), "{} names the ruling {ruling}", rule.number);
        }
    }
}
