//! The four rulesets.

pub mod matg;
pub mod panzertruppe;
