//! Judgement, a part a ruleset: each implements [`crate::game::Opponent`].

mod aslsk;
mod fireandmove;
mod matg;
mod panzertruppe;
