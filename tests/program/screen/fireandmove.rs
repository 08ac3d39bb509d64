//! A battle of Fire & Move on the screen: regions and borders, groups, the hand, odds before a card is played.

use std::path::Path;

use insta::assert_snapshot;
use standto::cli::Desk;
use standto::front::{NewGame, Scenario};
use standto::game::Seat;
use standto::game::journal::DiceKind;
use standto::tui::{App, Options};

use crate::desk::desk;
use crate::fake::{drawn, keys, options, text};

fn shot(file: &str, typed: &str, width: u16, height: u16) -> String {
    let home = desk();
    let front = home.front();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    let scenario = Scenario::from_file(&path).unwrap();
    let game = NewGame { seats: [Seat::Human; 2], seed: 5, dice: DiceKind::Seeded, undo: None };
    let session = front.start(&scenario, &game).unwrap();
    let mut desk = Desk::new(front);
    let start = Options { start: Some(session), ..options("mono", None) };
    let mut app = App::new(&mut desk, start).unwrap();
    keys(&mut app, typed);
    text(&drawn(&mut app, width, height))
}

const CROSSROADS: &str = "scenarios/fireandmove/crossroads.toml";
const TANKS: &str = "scenarios/fireandmove/tanks-in-the-lane.toml";

macro_rules! screens {
    ($($name:ident: $file:expr, $keys:expr;)*) => { $(
        #[test]
        fn $name() {
            assert_snapshot!(concat!(stringify!($name), "_80x24"), shot($file, $keys, 80, 24));
            assert_snapshot!(concat!(stringify!($name), "_200x60"), shot($file, $keys, 200, 60));
        }
    )* };
}

screens! {
    fireandmove_turn: CROSSROADS, "Enter Enter";
    fireandmove_orders: CROSSROADS, "Enter Enter Enter";
    fireandmove_card: CROSSROADS, "Enter Enter Enter 1";
    fireandmove_tanks: TANKS, "Enter Enter Enter";
    fireandmove_catalog: CROSSROADS, "Enter C l o r r y";
}
