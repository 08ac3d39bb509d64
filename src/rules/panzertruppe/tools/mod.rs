//! Panzertruppe's commands: odds, catalog and generated battles.

pub mod calculator;
pub mod forge;
pub mod lookup;
