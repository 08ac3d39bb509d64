//! The ledger against the cards: what is done is shown, and what is shown is in it.

use std::collections::BTreeSet;

use standto::ledger::State;
use standto::registry::Ruleset;

/// Numbers that cards name.
fn claimed() -> BTreeSet<&'static str> {
    let sources = [
        include_str!("air.rs"),
        include_str!("ambush.rs"),
        include_str!("assault.rs"),
        include_str!("basic.rs"),
        include_str!("fires.rs"),
        include_str!("ground.rs"),
        include_str!("guns.rs"),
        include_str!("hidden.rs"),
        include_str!("indirect.rs"),
        include_str!("infantry.rs"),
        include_str!("meetings.rs"),
        include_str!("mines.rs"),
        include_str!("notes.rs"),
        include_str!("transport.rs"),
    ];
    let lines = sources.into_iter().flat_map(str::lines).filter_map(|line| line.strip_prefix("// card "));
    lines.flat_map(|line| line.split(", ")).collect()
}

#[test]
fn every_rule_that_is_done_has_a_card() {
    let ledger = Ruleset::Panzertruppe.ledger();
    let done: BTreeSet<&str> = ledger
        .rules()
        .iter()
        .filter(|rule| rule.state == State::Done)
        .map(|rule| rule.number.as_str())
        .collect();
    let claimed = claimed();
    assert_eq!(done.difference(&claimed).collect::<Vec<_>>(), Vec::<&&str>::new(), "done without a card");
    assert_eq!(
        claimed.difference(&done).collect::<Vec<_>>(),
        Vec::<&&str>::new(),
        "a card of what is not done"
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
