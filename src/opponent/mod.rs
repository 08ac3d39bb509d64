//! The computer opponents, one per ruleset: each implements [`crate::game::Opponent`].

mod aslsk;
mod fireandmove;
pub mod matg;
mod panzertruppe;
