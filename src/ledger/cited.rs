//! Which rules are applied, told to whoever listens: tests hold a card to the rules it names by it.
//!
//! Refusals, tests with their modifiers, faults of a file and lines of the log name their rules, and so does
//! [`applies`] where a rule acts without a word. In a release build nobody can listen, and all of it costs nothing.

use std::cell::{Cell, RefCell};

type Listener = Box<dyn Fn(&str)>;

thread_local! {
    static HEARD: Cell<bool> = const { Cell::new(false) };
    static LISTENER: RefCell<Option<Listener>> = const { RefCell::new(None) };
}

/// Says that a rule is applied here.
#[inline]
pub fn applies(rule: &'static str) {
    if cfg!(debug_assertions) && HEARD.get() {
        tell(rule);
    }
}

/// Says that the rules are applied which a sentence about a file names in brackets: "expected at most 3 (7.6.2.2)".
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

/// Hears of every rule that this thread applies from now on, in place of who heard of it before.
pub fn listen(listener: impl Fn(&str) + 'static) {
    LISTENER.set(Some(Box::new(listener)));
    HEARD.set(true);
}
