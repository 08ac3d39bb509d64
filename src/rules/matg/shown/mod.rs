//! What players are shown and told.

mod describe;
mod pieces;
pub mod preview;
mod prompt;
mod refusal;
pub mod view;
pub mod words;
mod works_view;
pub mod written;
