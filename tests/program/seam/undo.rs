//! Undo: what a strict game refuses, and what is counted.

use super::{HUMAN, PROGRAM, header, load, play_on, table, toy::Stones};
use standto::game::journal::{DiceKind, Undo};
use standto::game::{Match, Session, UndoTotals};

#[test]
fn a_strict_game_refuses_to_undo_rolls() {
    let mut header = header(DiceKind::Seeded, HUMAN, HUMAN);
    header.undo = Undo::Strict;
    let mut game = Match::new("toy", Stones::new(200), header, None).unwrap();
    game.play("throw").unwrap();
    let thrown = game.position().clone();
    let refused = |game: &mut Match<Stones>| game.undo().unwrap_err().to_string();
    assert_eq!(
        refused(&mut game),
        "This game is strict: dice were rolled for \"throw\", so it can't be undone."
    );
    // Actions after the roll that rolled nothing themselves can be undone.
    game.play("take 1").unwrap();
    game.undo().unwrap();
    assert_eq!(game.position(), &thrown);
    assert!(refused(&mut game).contains("\"throw\""), "and no further");
    assert_eq!(game.undo_totals(), UndoTotals { plays: 1, past_dice: 0 });
}

#[test]
fn undoing_rolls_is_counted() {
    let mut at = table(DiceKind::Seeded, HUMAN, HUMAN);
    assert_eq!(at.game.undo_totals(), UndoTotals::default());
    play_on(&mut at.game, 2);
    at.game.undo().unwrap();
    assert_eq!(
        at.game.undo_totals(),
        UndoTotals { plays: 1, past_dice: 0 },
        "stones were taken, no dice were rolled"
    );
    at.game.undo().unwrap();
    at.game.play("throw").unwrap();
    at.game.undo().unwrap();
    let counted = UndoTotals { plays: 3, past_dice: 2 };
    assert_eq!(at.game.undo_totals(), counted);
    drop(at.game);
    assert_eq!(load(&at.path).undo_totals(), counted);
}

#[test]
fn undo_is_free_for_one_player_and_strict_for_two_by_default() {
    assert_eq!(Undo::usual([HUMAN, PROGRAM]), Undo::Free);
    assert_eq!(Undo::usual([PROGRAM, PROGRAM]), Undo::Free);
    assert_eq!(Undo::usual([HUMAN, HUMAN]), Undo::Strict);
}
