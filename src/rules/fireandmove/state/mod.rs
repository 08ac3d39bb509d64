//! The state of a battle: the figures and groups on the table, the hands of cards, and the choices that
//! change them.

pub mod battle;
pub mod choice;
pub(super) mod digest;
pub(super) mod groups;
pub mod position;
