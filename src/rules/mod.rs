//! The four rulesets.

pub mod matg;
