//! The extent of one undo: the last action by a key, with everything that followed it automatically.

use crate::desk::desk;
use crate::fake::{kind, settle, typed};
use standto::game::Side;
use standto::game::journal::DiceKind;
use standto::tui::App;

use super::asked::{field, said, shown, stand, start};

/// Tanks on their squares, and an enemy out of range.
fn tanks(at: [&str; 3]) -> String {
    let germans = at.map(|at| stand("Panzer IV F2-H (7.5cm)", at, "")).concat();
    let heads = ["0114", "3014"].map(|at| stand("Infantry HQ", at, "role = \"GHQ+0\""));
    field(100, 3, &(germans + &heads[0]), &heads[1])
}

/// Presses keys, and lets the computer play until it is the player's turn again.
fn press(app: &mut App, keys: &str) -> String {
    typed(app, keys);
    settle(app)
}

fn moving(app: &App) -> Vec<String> {
    let view = app.session().unwrap().view(Side::A);
    let moves = |piece: &&standto::game::view::PieceView| {
        piece.side == Side::A && piece.states.iter().any(|state| state.word == "moving")
    };
    view.pieces.iter().filter(moves).map(|piece| piece.tag.clone()).collect()
}

#[test]
fn automatic_actions_are_undone_with_the_preceding_key() {
    let folder = desk();
    shown(start(&folder, &tanks(["0101", "1001", "2001"]), 5, DiceKind::Seeded), false, |app| {
        press(app, "Esc d");
        press(app, "Esc");
        said(app, "group move G1");
        press(app, "d d");
        press(app, "Esc");
        assert_eq!((kind(app), moving(app)), ("posture", vec!["G1".to_owned()]));
        // After a lone stand nothing can be added to the next group: "done" is played automatically.
        said(app, "group move G2");
        let screen = settle(app);
        assert!(screen.contains("Only one choice"), "{screen}");
        assert_eq!(moving(app), ["G1", "G2"]);
        let screen = press(app, "u");
        assert!(screen.contains("Undone."), "{screen}");
        assert_eq!((kind(app), moving(app)), ("posture", vec!["G1".to_owned()]));
    });
}

#[test]
fn undo_reopens_a_phase_ended_by_one_key() {
    let folder = desk();
    shown(start(&folder, &tanks(["0101", "1001", "2001"]), 5, DiceKind::Seeded), false, |app| {
        press(app, "Esc d");
        press(app, "Esc");
        let plays = app.session().unwrap().plays();
        press(app, "P");
        assert!(app.session().unwrap().plays() > plays);
        press(app, "u");
        assert_eq!((kind(app), app.session().unwrap().plays()), ("posture", plays));
    });
}
