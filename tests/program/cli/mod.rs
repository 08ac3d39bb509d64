//! The subcommands, run as a player runs them.

mod cast;
mod custom_data;
mod deck;
mod design;
mod files;
mod fireandmove;
mod foreign;
mod games;
mod import;
mod ladder;
mod limits;
mod lines;
mod odds;
mod odds_fireandmove;
mod odds_matg;
mod odds_panzertruppe;
mod picture;
mod record;
mod refusals;
mod report;
mod server;
mod shell;
mod tables;
mod taken_up;
mod told;
