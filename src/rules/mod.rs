//! The four rulesets.

pub mod aslsk;
pub mod fireandmove;
pub mod matg;
pub mod panzertruppe;
