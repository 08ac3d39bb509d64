//! Judgement, a part a ruleset: each implements [`crate::game::Opponent`].

mod aslsk;
mod fireandmove;
mod matg;
mod panzertruppe;

pub use crate::game::{Opponent, any_choice};
