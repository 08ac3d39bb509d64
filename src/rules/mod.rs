//! The four rulesets.

pub mod aslsk;
pub mod matg;
pub mod panzertruppe;
