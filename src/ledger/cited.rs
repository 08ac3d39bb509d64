//! Which rules are applied, told to whoever listens: tests hold a card to the rules it names by it.
//!
//! Refusals, tests with their modifiers and lines of the log name their rules, and so does [`applies`] where a
//! rule acts without a word. In a release build nobody can listen, and all of it costs nothing.

use std::cell::{Cell, RefCell};

type Listener = Box<dyn Fn(&'static str)>;

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

#[cold]
fn tell(rule: &'static str) {
    LISTENER.with_borrow(|listener| {
        if let Some(listener) = listener {
            listener(rule);
        }
    });
}

/// Hears of every rule that this thread applies from now on, in place of who heard of it before.
pub fn listen(listener: impl Fn(&'static str) + 'static) {
    LISTENER.set(Some(Box::new(listener)));
    HEARD.set(true);
}
