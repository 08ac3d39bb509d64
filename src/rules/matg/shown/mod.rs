//! What players are shown and told.

mod describe;
mod pieces;
pub mod preview;
mod refusal;
pub mod view;
mod works_view;
pub mod written;
