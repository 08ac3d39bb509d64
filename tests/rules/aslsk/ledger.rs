//! The ledger is complete, in order, and cited only by its own numbers.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::OnceLock;

use standto::ledger::{Ledger, State};

/// The sections printed in the rulebook, without the added letters.
const PRINTED: &str = "
    1.1 1.1.1 1.2 1.2.1 1.2.2 1.2.3 1.2.4 1.2.4.1 1.2.5 1.2.6 1.3 1.4 2 3 3.1 3.2 3.2.1 3.2.2 3.2.3 3.2.4 3.2.5
    3.3 3.3.1 3.4 3.5 3.6 3.7 3.8 3.9 4 4.1 4.2 4.3 4.4 4.4.1 4.4.2 4.5 5.1 5.2 5.3 5.4 5.5
    6.0 6.1 6.2 6.3 6.4 6.5 6.6 6.7 6.8 6.9 6.10 6.11 6.12
";

fn aslsk() -> &'static Ledger {
    static LEDGER: OnceLock<Ledger> = OnceLock::new();
    LEDGER.get_or_init(|| Ledger::read(include_str!("../../../config/aslsk/ledger.toml")))
}

/// "3.2.3c" without its letter.
fn section(number: &str) -> &str {
    number.trim_end_matches(|c: char| c.is_ascii_lowercase())
}

#[test]
fn every_printed_section_is_there_in_order() {
    let mut ours: Vec<&str> = aslsk().rules().iter().map(|rule| section(&rule.number)).collect();
    ours.dedup();
    assert_eq!(ours, PRINTED.split_whitespace().collect::<Vec<_>>());
    let letters: Vec<&str> = aslsk().rules().iter().map(|rule| rule.number.as_str()).collect();
    assert_eq!(letters.iter().collect::<BTreeSet<_>>().len(), letters.len(), "every number once");
}

#[test]
fn rules_not_done_have_a_reason_and_rulings_exist() {
    let ids: BTreeSet<&str> = aslsk().rulings().iter().map(|ruling| ruling.id.as_str()).collect();
    for rule in aslsk().rules() {
        assert_eq!(rule.reason.is_empty(), rule.state == State::Done, "{}", rule.number);
        assert!(!rule.title.is_empty() && !rule.summary.is_empty(), "{}", rule.number);
        for ruling in &rule.rulings {
            assert!(ids.contains(ruling.as_str()), "{} cites {ruling}", rule.number);
        }
    }
}

/// Numbers in brackets in doc comments and data: "(3.2.3c)", "(3.3.1c, A-1)", rule = "6.5d".
#[test]
fn citations_in_the_code_are_in_the_ledger() {
    fn files(folder: &Path, found: &mut Vec<String>) {
        for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
            match entry.path() {
                path if path.is_dir() => files(&path, found),
                path => found.push(fs::read_to_string(path).unwrap()),
            }
        }
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut texts = Vec::new();
    files(&root.join("src/rules/aslsk"), &mut texts);
    texts.push(fs::read_to_string(root.join("config/aslsk/modifiers.toml")).unwrap());
    texts.push(fs::read_to_string(root.join("config/aslsk/terrain.toml")).unwrap());
    let sections: BTreeSet<&str> = PRINTED.split_whitespace().collect();
    let known =
        |number: &str| aslsk().rules().iter().any(|rule| rule.number == number) || sections.contains(number);
    let mut cited = 0;
    for text in &texts {
        let inside = text.split('(').skip(1).filter_map(|part| part.split(')').next());
        let quoted = text.split("rule = \"").skip(1).filter_map(|part| part.split('"').next());
        for word in inside.chain(quoted).flat_map(|part| part.split([',', ' '])) {
            let number = word.starts_with(|c: char| ('1'..='6').contains(&c)) && word.contains('.');
            let plain = word.chars().all(|c| c.is_ascii_digit() || c == '.' || c.is_ascii_lowercase());
            if number
                && plain
                && !word.ends_with('.')
                && section(word).chars().all(|c| c == '.' || c.is_ascii_digit())
            {
                let decimal = word.parse::<f64>().is_ok() && !sections.contains(word);
                assert!(decimal || known(word), "{word} is cited and not in the ledger");
                cited += 1;
            }
        }
    }
    assert!(cited > 50, "{cited}");
}
