//! The program in a real pseudo-terminal.

mod again;
#[allow(dead_code, reason = "the tests of the program use the rest of it")]
#[path = "../shared/desk.rs"]
mod desk;
mod editor;
mod ends;
#[path = "../shared/fake/mod.rs"]
mod fake;
mod host;
mod keys;
mod lobby;
#[path = "../shared/long.rs"]
mod long;
mod pty;
mod screen;
mod trouble;
mod two;
mod whole;
