//! Judgement, a part a ruleset: each implements [`crate::game::Opponent`].

mod aslsk;
mod fireandmove;
pub mod matg;
mod panzertruppe;
