//! A Panzertruppe battle on the screen, with every kind of unit and ground: the real thing, as a player sees it.

use std::path::Path;

use insta::assert_snapshot;
use standto::cli::Desk;
use standto::front::{NewGame, Scenario};
use standto::game::Seat;
use standto::game::journal::DiceKind;
use standto::tui::{App, Options};

use crate::desk::desk;
use crate::fake::{drawn, keys, options, text};

fn shot(typed: &str, width: u16, height: u16) -> String {
    let home = desk();
    let front = home.front();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scenarios/panzertruppe-everything.toml");
    let scenario = Scenario::from_file(&path).unwrap();
    let game = NewGame { seats: [Seat::Human; 2], seed: 3, dice: DiceKind::Seeded, undo: None };
    let session = front.start(&scenario, &game).unwrap();
    let mut desk = Desk::new(front);
    let start = Options { start: Some(session), ..options("mono", None) };
    let mut app = App::new(&mut desk, start).unwrap();
    keys(&mut app, typed);
    text(&drawn(&mut app, width, height))
}

macro_rules! screens {
    ($($name:ident: $keys:expr;)*) => { $(
        #[test]
        fn $name() {
            assert_snapshot!(concat!(stringify!($name), "_80x24"), shot($keys, 80, 24));
            assert_snapshot!(concat!(stringify!($name), "_200x60"), shot($keys, 200, 60));
        }
    )* };
}

screens! {
    panzertruppe_fire: "Enter";
    panzertruppe_target: "Enter Tab";
    panzertruppe_moving: "Enter : p a s s Enter Tab Enter";
    panzertruppe_inspect: "Enter i";
    panzertruppe_catalog: "Enter C s t u k a";
}
