//! The program without a terminal: its subcommands, saves, the running game, screens and bad files.

mod bad_files;
#[path = "../shared/battles.rs"]
mod battles;
mod campaigns;
mod cli;
mod damage;
#[path = "../shared/desk.rs"]
mod desk;
mod dice;
#[path = "../shared/fake/mod.rs"]
mod fake;
mod front;
mod fuzz;
mod house;
mod killed_players;
mod kills;
#[path = "../shared/long.rs"]
mod long;
mod old_saves;
mod saves;
mod screen;
mod seals;
mod seam;
mod shared;
#[path = "../shared/table.rs"]
mod table;
mod toy;
#[path = "../shared/vasl.rs"]
mod vasl;
mod wording;
