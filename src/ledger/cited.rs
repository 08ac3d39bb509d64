//! Reports which rules are applied, so that tests can hold a rule card to the rules it names.
//!
//! Refusals, tests with their modifiers, faults of a file and log lines name their rules. A function that
//! carries out a rule without a message of its own names it in an attribute, `#[apply(rule, "7.1.5")]`, which
//! is checked against the ledger. In a release build there is no listener and all of this costs nothing.

use std::cell::{Cell, RefCell};

type Listener = Box<dyn Fn(&str)>;

thread_local! {
    static HEARD: Cell<bool> = const { Cell::new(false) };
    static LISTENER: RefCell<Option<Listener>> = const { RefCell::new(None) };
}

/// Reports that a rule is applied here: one that no modifier, message or attribute names.
#[inline]
pub fn applies(rule: &'static str) {
    if is_heard() {
        tell(rule);
    }
}

/// Whether a test is listening.
#[inline]
pub fn is_heard() -> bool {
    cfg!(debug_assertions) && HEARD.get()
}

pub(crate) use macro_rules_attr::apply;

/// Names the rules that a function carries out, by their numbers in the ledger: `#[apply(rule, "7.1.5", "7.2")]`;
/// `"10.5" if stand.is_towed()` names one that only matters under a condition on the parameters. A debug build
/// reports them when the function is called.
macro_rules! rule {
    (
        $(#[$about:meta])* $visible:vis $function:ident $name:ident $(<$($lifetime:lifetime),+>)? ($($parameters:tt)*)
        $(-> $result:ty)? { $($body:tt)* } $(, $rule:literal $(if $condition:expr)?)+
    ) => {
        $(#[$about])* $visible $function $name $(<$($lifetime),+>)? ($($parameters)*) $(-> $result)? {
            $(if cfg!(debug_assertions) && $crate::ledger::cited::is_heard() $(&& $condition)? {
                $crate::ledger::cited::applies($rule);
            })+
            $($body)*
        }
    };
}
pub(crate) use rule;

/// Reports the rules that a sentence about a file names in brackets: "expected at most 3 (7.6.2.2)".
pub fn named(sentence: &str) {
    if !is_heard() {
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
