//! The computer opponents, one per ruleset: each implements [`crate::game::Opponent`].

pub mod aslsk;
mod fireandmove;
pub mod matg;
mod panzertruppe;
