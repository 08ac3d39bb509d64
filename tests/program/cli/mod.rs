//! The subcommands, run as a player runs them.

mod custom_data;
mod deck;
mod design;
mod files;
mod fireandmove;
mod foreign;
mod games;
mod import;
mod limits;
mod odds;
mod odds_fireandmove;
mod odds_matg;
mod odds_panzertruppe;
mod record;
mod refusals;
mod server;
mod shell;
mod tables;
mod taken_up;
mod told;
