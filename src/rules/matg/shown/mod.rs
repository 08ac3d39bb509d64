//! The view of a battle: stands, map, labels, previews and refusals.

mod describe;
mod pieces;
pub mod preview;
mod prompt;
mod refusal;
mod situation;
pub mod view;
pub mod words;
mod works_view;
pub mod written;
