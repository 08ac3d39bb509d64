//! A Panzertruppe battle on the screen, with every kind of unit and terrain.

use insta::assert_snapshot;
use standto::board::Compass;
use standto::game::{ChoiceView, Seat, Session};

use super::asked::shown;
use super::given::{TANKS, plays, until};
use super::plans::{begin, closed};
use crate::desk::desk;
use crate::fake::{drawn, keys, kind, text, typed};

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

/// A text as keys.
fn spelt(text: &str) -> String {
    let key = |c: char| if c == ' ' { "Space".to_owned() } else { c.to_string() };
    text.chars().map(key).collect::<Vec<_>>().join(" ")
}

#[test]
fn hull_and_turret_are_faced_in_one_prompt() {
    for seed in 1..40 {
        let folder = desk();
        let mut session = begin(&folder, TANKS, seed, [Seat::Human; 2]);
        let faces = |session: &dyn Session| session.decision().is_some_and(|now| now.kind == "hull");
        let turret = |session: &dyn Session| !session.aids().series().is_empty();
        if !until(&mut *session, |session| faces(session) && turret(session)) {
            continue;
        }
        shown(session, false, |app| {
            closed(app);
            let before = plays(app);
            let screen = text(&drawn(app, 80, 24));
            assert!(screen.contains(", turn its turret, or keep both."), "{screen}");
            keys(app, "d");
            assert_eq!(plays(app), before + 2, "both are kept");
            assert_ne!(kind(app), "turret");
            keys(app, "u");
            assert_eq!((plays(app), kind(app)), (before, "hull"), "one undo");
            let turn = app.session().unwrap().aids().series();
            let turn = turn.iter().find(|choice| choice.verb == "turret").unwrap().notation.clone();
            keys(app, &format!(": {} Enter", spelt(&turn)));
            assert_eq!(plays(app), before + 2, "the turret turns alone");
            keys(app, "u u");
            assert_eq!((plays(app), kind(app)), (before, "hull"));
            let hulls = app.session().unwrap().aids().series();
            let hull = hulls.iter().find(|choice| choice.verb == "hull").unwrap();
            assert!(hull.label.contains(", turret "), "{}", hull.label);
            typed(app, &format!(": {} Enter", spelt(&hull.notation)));
            assert_eq!(plays(app), before + 2, "the turret is laid with the pivot");
            assert_ne!(kind(app), "turret");
            keys(app, "u u");
            assert_eq!((plays(app), kind(app)), (before, "hull"));
            let wind = |choice: &ChoiceView| choice.heading.and_then(|heading| heading.wind());
            let straight = [(Compass::N, "k"), (Compass::E, "l"), (Compass::S, "j"), (Compass::W, "h")];
            let pivots = |to: Compass| hulls.iter().any(|c| c.verb == "pivot" && wind(c) == Some(to));
            let key = straight.into_iter().find(|(to, _)| pivots(*to)).unwrap().1;
            typed(app, &format!("A {key}"));
            assert_eq!((plays(app), kind(app)), (before + 1, "turret"), "asked for the turret");
        });
        return;
    }
    panic!("no tank ever moves");
}
