//! Scenario design: the arithmetic, and generated battles.

mod forged;
mod laid;
mod sums;
mod unfinished;
mod written;
