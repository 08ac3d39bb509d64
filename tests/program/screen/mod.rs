//! The screen without a terminal.

mod asked;
mod aslsk;
mod colours;
mod editor;
mod every;
mod fireandmove;
mod frame;
mod gestures;
mod given;
mod keys;
mod lessons;
mod marches;
mod mouse;
mod odds;
mod panzertruppe;
mod pictures;
mod plans;
mod proposed;
mod reported;
mod risks;
mod settings;
mod tables;
mod told;
mod undo;
mod washes;
mod wire;
mod worlds;

use std::path::Path;

use standto::cli::LibraryServices;
use standto::game::Seat;
use standto::game::journal::DiceKind;
use standto::library::{NewGame, Scenario};
use standto::tui::{App, Options};

use crate::desk::desk;
use crate::fake::{drawn, keys, options, text};

/// The screen of a battle between two people after some keys, in ASCII and without colour.
fn shot(file: &str, seed: u64, typed: &str, width: u16, height: u16) -> String {
    let home = desk();
    let front = home.front();
    let scenario = Scenario::from_file(&Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).unwrap();
    let game = NewGame { seats: [Seat::Human; 2], seed, dice: DiceKind::Seeded, undo: None };
    let session = front.start(&scenario, &game).unwrap();
    let mut desk = LibraryServices::new(front);
    let mut app = App::new(&mut desk, Options { start: Some(session), ..options("mono", None) }).unwrap();
    keys(&mut app, typed);
    text(&drawn(&mut app, width, height))
}
