//! The view of a battle: stands, map, labels, previews and refusals.

pub mod describe;
pub mod pieces;
pub mod preview;
pub mod prompt;
pub mod refusal;
pub mod situation;
pub mod view;
pub mod words;
pub mod works_view;
pub mod written;
