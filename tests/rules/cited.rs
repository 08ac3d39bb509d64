//! Which rules were applied while a test ran.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fs::OpenOptions;
use std::io::Write;
use std::path::PathBuf;

use standto::game::cited;

/// Where the tests that are run once more write what they hear.
pub const FOLDER: &str = "STANDTO_CITED";

thread_local! {
    static HEARD: RefCell<BTreeSet<&'static str>> = const { RefCell::new(BTreeSet::new()) };
}

/// From now on this test is told which rules are applied in it.
pub fn watch() {
    cited::listen(heard);
}

/// A rule was applied.
pub fn heard(rule: &'static str) {
    let new = HEARD.with_borrow_mut(|heard| heard.insert(rule));
    if let (true, Some(folder)) = (new, std::env::var_os(FOLDER)) {
        let thread = std::thread::current();
        let path = PathBuf::from(folder).join(thread.name().unwrap_or("main").replace("::", "."));
        let mut file = OpenOptions::new().create(true).append(true).open(path).unwrap();
        writeln!(file, "{rule}").unwrap();
    }
}

/// Forgets what was heard so far.
pub fn anew() {
    watch();
    HEARD.with_borrow_mut(BTreeSet::clear);
}
