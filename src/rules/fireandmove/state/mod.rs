//! The state of a battle: the figures and groups on the table, the hands of cards, and the choices that
//! change them.

pub mod battle;
pub mod choice;
pub mod clock;
pub mod decisions;
pub(super) mod digest;
pub mod forces;
pub mod groups;
pub mod hands;
pub mod position;
pub mod terrain;
