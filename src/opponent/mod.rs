//! Judgement, a part a ruleset: each implements [`crate::game::Opponent`].

mod matg;

pub use crate::game::{Opponent, any_choice};
