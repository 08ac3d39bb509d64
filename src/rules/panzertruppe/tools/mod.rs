//! What the command line asks of Panzertruppe: odds, the catalog and generated battles.

pub mod calculator;
pub mod forge;
pub mod lookup;
