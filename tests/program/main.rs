//! The program without a terminal: its subcommands, saves, the running game, screens and bad files.

mod bad_files;
#[path = "../shared/battles.rs"]
mod battles;
mod cli;
#[path = "../shared/desk.rs"]
mod desk;
mod dice;
#[path = "../shared/fake.rs"]
mod fake;
mod fuzz;
mod kills;
#[path = "../shared/long.rs"]
mod long;
mod saves;
mod screen;
mod seam;
#[path = "../shared/table.rs"]
mod table;
mod toy;
