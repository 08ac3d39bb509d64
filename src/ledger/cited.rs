//! Reports which rules are applied, so that tests can hold a rule card to the rules it names.
//!
//! Refusals, tests with their modifiers, faults of a file and log lines name their rules; [`applies`] reports
//! a rule that produces no message. In a release build there is no listener and all of this costs nothing.

use std::cell::{Cell, RefCell};

type Listener = Box<dyn Fn(&str)>;

thread_local! {
    static HEARD: Cell<bool> = const { Cell::new(false) };
    static LISTENER: RefCell<Option<Listener>> = const { RefCell::new(None) };
}

/// Reports that a rule is applied here.
#[inline]
pub fn applies(rule: &'static str) {
    if cfg!(debug_assertions) && HEARD.get() {
        tell(rule);
    }
}

/// Reports the rules that a sentence about a file names in brackets: "expected at most 3 (7.6.2.2)".
pub fn named(sentence: &str) {
    if !cfg!(debug_assertions) || !HEARD.get() {
        return;
    }
    let brackets = sentence.split('(').skip(1).filter_map(|rest| rest.split(')').next());
    for number in brackets.flat_map(|list| list.split(", ")) {
        if number.starts_with(|c: char| c.is_ascii_digit()) {
            tell(number);
        }
    }
}

#[cold]
fn tell(rule: &str) {
    LISTENER.with_borrow(|listener| {
        if let Some(listener) = listener {
            listener(rule);
        }
    });
}

/// Calls `listener` for every rule this thread applies from now on, replacing any earlier listener.
pub fn listen(listener: impl Fn(&str) + 'static) {
    LISTENER.set(Some(Box::new(listener)));
    HEARD.set(true);
}
