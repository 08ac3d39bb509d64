//! A Panzertruppe battle on the screen, with every kind of unit and terrain.

use insta::assert_snapshot;

fn shot(typed: &str, width: u16, height: u16) -> String {
    super::shot("tests/scenarios/panzertruppe-everything.toml", 3, typed, width, height)
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
