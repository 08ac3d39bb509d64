//! A card that lists a rule must exercise it: while it is played, the rules must report that they apply it.
//!
//! The marked tests are run again by themselves, each recording the rules applied in it
//! (`standto::ledger::cited`); cards in files are checked where they are played. A rule is exercised if it,
//! or one of its paragraphs, was named by a refusal, a decision, a test or its modifiers, a log line, or by
//! the rule's own code: 8.8.5 shows 8.8.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use standto::ledger::cited;

/// Where tests that are run again write what they record.
pub const FOLDER: &str = "STANDTO_CITED";

thread_local! {
    static HEARD: RefCell<BTreeSet<String>> = const { RefCell::new(BTreeSet::new()) };
}

/// Records the rules applied in this test from now on.
pub fn watch() {
    cited::listen(heard);
}

/// Records a rule.
pub fn heard(rule: &str) {
    let new = HEARD.with_borrow_mut(|heard| heard.insert(rule.to_owned()));
    if let (true, Some(folder)) = (new, std::env::var_os(FOLDER)) {
        let thread = std::thread::current();
        let path = PathBuf::from(folder).join(thread.name().unwrap_or("main").replace("::", "."));
        let mut file = OpenOptions::new().create(true).append(true).open(path).unwrap();
        writeln!(file, "{rule}").unwrap();
    }
}

/// Forgets what was recorded so far.
pub fn anew() {
    watch();
    HEARD.with_borrow_mut(BTreeSet::clear);
}

/// The rules recorded since.
pub fn all() -> BTreeSet<String> {
    HEARD.with_borrow(BTreeSet::clone)
}

/// Whether a rule is among those recorded, or one of its paragraphs, or its chapter where a ruleset's code
/// names whole chapters.
pub fn shows(heard: &BTreeSet<String>, rule: &str) -> bool {
    // "7.0" is the head of chapter 7.
    let above = rule.strip_suffix(".0").unwrap_or(rule);
    let chapter = rule.split('.').next();
    heard.iter().any(|other| {
        other == rule
            || Some(other.as_str()) == chapter
            || other.strip_prefix(above).is_some_and(|rest| rest.starts_with('.'))
    })
}

/// Checks that a card applies the rules it lists.
///
/// # Errors
/// Those that were not applied.
pub fn held_to(heard: &BTreeSet<String>, listed: &[String]) -> Result<(), String> {
    let silent: Vec<&str> = listed.iter().map(String::as_str).filter(|rule| !shows(heard, rule)).collect();
    // Without debug assertions nothing is recorded.
    if silent.is_empty() || !cfg!(debug_assertions) {
        return Ok(());
    }
    let heard: Vec<&str> = heard.iter().map(String::as_str).collect();
    Err(format!("it lists {} but does not apply it; it applies {}", silent.join(", "), heard.join(", ")))
}

/// What a test that was run again recorded.
pub fn told(folder: &Path, test: &str) -> BTreeSet<String> {
    let text = fs::read_to_string(folder.join(test.replace("::", "."))).unwrap_or_default();
    text.lines().map(str::to_owned).collect()
}
