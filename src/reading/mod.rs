//! Files that people write: what is wrong with them, where, and what was probably meant.
//!
//! Scenarios, saved games, keys and themes are read through here, so that every fault has a line, a column
//! and a sentence, and misspelt names get the same help everywhere.

pub mod balance;
mod custom;
mod drawing;
mod fit;
mod header;
mod near;
mod report;
mod spanned;

pub use custom::{CustomData, ScenarioText, Source, in_order};
pub use drawing::{Drawing, mark};
pub use fit::{Misfit, built_in, from_toml};
pub use header::{FORMAT, Heading, heading, parsed, ruleset, tables};
pub use near::{has_words, is_near, nearest, suggestion, with_part, with_words};
pub use report::{Fault, Faulty, Read, Report, Row, Words, plain};
pub use spanned::Spanned;
