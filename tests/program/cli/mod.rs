//! The subcommands, run as a player runs them.

mod files;
mod games;
mod odds;
mod refusals;
mod tables;
