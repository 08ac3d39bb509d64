//! The four rulesets.

pub mod fireandmove;
pub mod matg;
pub mod panzertruppe;
