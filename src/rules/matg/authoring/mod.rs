//! The authoring half of the ruleset: it makes battles, edits them and answers questions about the rules. It uses
//! the chapters and never changes a running game; no chapter uses it.
//!
//! | subject | module |
//! |---|---|
//! | generated battles, with the rulebook's points system | [`design`] |
//! | battles in a campaign | `campaigns` |
//! | the scenario editor | `editor` |
//! | calculators, the weapons data, the battle generator as commands | `tools` |

mod campaigns;
pub mod design;
pub(super) mod editor;
pub(super) mod tools;

pub(super) use campaigns::CAMPAIGNS;
