//! The subcommands, run as a player runs them.

mod games;
mod odds;
mod refusals;
mod tables;
