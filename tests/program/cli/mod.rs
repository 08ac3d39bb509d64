//! The subcommands, run as a player runs them.

mod files;
mod games;
mod odds;
mod odds_fireandmove;
mod refusals;
mod tables;
