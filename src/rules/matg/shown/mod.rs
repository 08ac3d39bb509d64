//! What players are shown and told.

mod describe;
pub mod preview;
mod refusal;
pub mod view;
mod works_view;
pub mod written;
