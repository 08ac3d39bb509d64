//! A battle of Fire & Move on the screen: regions and borders, groups, the hand, odds before a card is played.

use insta::assert_snapshot;

fn shot(file: &str, typed: &str, width: u16, height: u16) -> String {
    super::shot(file, 5, typed, width, height)
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
