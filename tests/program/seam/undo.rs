//! Undo: what a strict game refuses, and what is counted.

use super::{HUMAN, PROGRAM, header, load, play_on, table, toy::Stones};
use standto::game::journal::{DiceKind, Undo};
use standto::game::{Match, Session, UndoTotals};

#[test]
fn a_strict_game_takes_back_no_dice_and_says_why() {
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
fn what_goes_past_a_die_is_counted_and_stays_counted() {
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
fn one_player_may_take_back_freely_and_two_play_strictly_if_nothing_is_said() {
    assert_eq!(Undo::usual([HUMAN, PROGRAM]), Undo::Free);
    assert_eq!(Undo::usual([PROGRAM, PROGRAM]), Undo::Free);
    assert_eq!(Undo::usual([HUMAN, HUMAN]), Undo::Strict);
}
