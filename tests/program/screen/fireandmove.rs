//! A battle of Fire & Move on the screen: regions and borders, groups, the hand, odds before a card is played.

use std::time::Duration;

use insta::assert_snapshot;
use standto::game::journal::DiceKind;
use standto::game::{Level, Seat, Side};
use standto::library::NewGame;
use standto::tui::Beat;

use super::asked::{said, shown, start};
use crate::desk::desk;
use crate::fake::{keys, kind, typed};

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
    fireandmove_turn: CROSSROADS, "Enter";
    fireandmove_orders: CROSSROADS, "Enter Enter";
    fireandmove_card: CROSSROADS, "Enter 2";
    fireandmove_hand: CROSSROADS, "Enter @";
    fireandmove_tanks: TANKS, "Enter Enter";
    fireandmove_catalog: CROSSROADS, "Enter C l o r r y";
}

#[test]
fn esc_goes_back_from_a_group_that_has_done_nothing() {
    let group = foot("Enter Enter");
    assert!(group.contains("Play a card on a1"), "{group}");
    let back = foot("Enter Enter Esc");
    assert!(back.contains("Choose a group to act"), "{back}");
    assert_eq!(foot("Enter Enter Esc Esc Esc"), back, "with nothing begun Esc does nothing");
}

/// The last lines of a screen: cards and prompt.
fn foot(typed: &str) -> String {
    let screen = shot(CROSSROADS, typed, 80, 24);
    screen.lines().skip(17).collect::<Vec<_>>().join("\n")
}

#[test]
fn a_digit_plays_a_card_on_the_group_under_the_cursor() {
    let first = foot("Enter");
    assert!(first.contains("Choose a group to act") && first.contains("2 Move 1/-1"), "{first}");
    let pointed = foot("Enter 2");
    assert!(pointed.contains("> Move 1/-1: move"), "{pointed}");
    assert!(pointed.contains("Play a card on a1"), "the group was chosen: {pointed}");
    assert!(foot("Enter 2 2").contains("> Move 1/-1: one move action with concealment"));
    assert!(foot("Enter 2 2 2 2").contains("> Move 1/-1: move"), "round and round");
    let moving = foot("Enter 2 Enter");
    assert!(moving.contains("Move a1"), "{moving}");
    assert!(
        moving.contains("Deck 36 (turn 1), discards 1: Move 1/-1; enemy 4, deck 37 (turn 1), 0 out"),
        "{moving}"
    );
    assert!(foot("Enter 2 c").contains("Choose a group to act"), "nothing was played");
}

#[test]
fn a_card_that_cannot_be_played_says_why() {
    let moving = foot("Enter 2 Enter 2");
    assert!(moving.contains("! Rally 1 can't be played now: finish the move first."), "{moving}");
    assert!(foot("Enter 9").contains("You have no card 9."));
    let nobody = shot(CROSSROADS, "Enter 3", 80, 24);
    assert!(nobody.contains("- rally: no figure of a1 is"), "{nobody}");
}

/// Two groups, a tank and a target in range, with fire cards in hand.
#[test]
fn the_effect_of_a_card_is_shown_before_it_is_played() {
    let close =
        |typed: &str, wide, tall| super::shot("tests/scenarios/fireandmove-close.toml", 1, typed, wide, tall);
    for (name, typed) in
        [("card", "Enter 2"), ("target", "Enter 2 Enter"), ("matrix", "Enter 2 #"), ("tank", "Enter Tab 1")]
    {
        assert_snapshot!(format!("fireandmove_before_{name}_80x24"), close(typed, 80, 24));
        assert_snapshot!(format!("fireandmove_before_{name}_200x60"), close(typed, 200, 60));
    }
    let told = close("Enter 2 #", 80, 24);
    assert!(told.contains("minus die down, plus die across") && told.contains("+7k"), "{told}");
}

/// A group moves in view of the computer, which holds a random hand. Neither its prompts nor the delay of its
/// answers may reveal whether it could fire.
#[test]
fn the_computer_answers_a_move_with_the_same_delay_whatever_it_holds() {
    let folder = desk();
    let text = std::fs::read_to_string("tests/scenarios/fireandmove-close.toml").unwrap();
    let mut hands = [0, 0];
    for seed in 1..=30 {
        shown(start(&folder, &text, seed, DiceKind::Seeded), false, |app| {
            typed(app, "Enter");
            let hand = app.session().unwrap().view(Side::A).hand.unwrap();
            let Some(card) = hand.cards.iter().find(|card| card.name.starts_with("Move 1")) else { return };
            let before = app.beat();
            for play in ["group 1", &card.name.to_lowercase()] {
                said(app, play);
            }
            if kind(app) != "march" {
                return;
            }
            typed(app, "Up");
            assert_eq!((before.even, app.beat().even), (false, false), "nobody else is asked anything");
            keys(app, "d");
            let session = app.session().unwrap();
            let decision = session.decision().unwrap();
            assert_eq!((decision.side, decision.kind), (Side::B, "react"), "seed {seed}: it is asked");
            assert_eq!(app.beat(), Beat { least: Duration::from_millis(150), even: true }, "seed {seed}");
            let theirs = session.view(Side::B).hand.unwrap().cards;
            hands[usize::from(theirs.iter().any(|card| card.name.starts_with("Fire")))] += 1;
        });
    }
    assert!(hands[0] > 0 && hands[1] > 0, "with and without fire cards: {hands:?}");
}

#[test]
fn a_turn_closes_without_a_message_where_nothing_can_be_discarded() {
    let folder = desk();
    let text = std::fs::read_to_string("tests/scenarios/fireandmove-close.toml").unwrap();
    // The British discard nothing after an action.
    let text = text.replace("nation = \"german\"", "nation = \"british\"");
    let mut shown_once = false;
    for seed in 1..=20 {
        shown(start(&folder, &text, seed, DiceKind::Seeded), false, |app| {
            typed(app, "Enter");
            let hand = app.session().unwrap().view(Side::A).hand.unwrap();
            let Some(card) = hand.cards.iter().find(|card| card.name == "Move 1") else { return };
            said(app, "group 1");
            said(app, &card.name.to_lowercase().replace("move", "ground"));
            if kind(app) != "turn" {
                return;
            }
            let before = app.session().unwrap().plays();
            keys(app, "p Enter");
            let screen = crate::fake::text(&crate::fake::drawn(app, 80, 24));
            assert!(app.session().unwrap().plays() >= before + 2, "seed {seed}: {screen}");
            assert!(!screen.contains("Nothing to choose"), "{screen}");
            shown_once = true;
        });
    }
    assert!(shown_once);
}

#[test]
fn a_phase_in_which_fire_is_held_asks_no_more_even_without_a_shot() {
    let folder = desk();
    // The player is second; the computer has the first turn.
    let text = std::fs::read_to_string(TANKS).unwrap();
    let mut asked = 0;
    for seed in 3..=6 {
        let path = folder.write("field.toml", &text);
        let front = folder.front();
        let seats = [Seat::program(Level::Normal), Seat::Human];
        let game = NewGame { seats, seed, dice: DiceKind::Seeded, undo: None };
        let game = front.start(&front.scenario(path.to_str().unwrap()).unwrap(), &game).unwrap();
        shown(game, false, |app| {
            typed(app, "Enter");
            if kind(app) != "react" {
                return;
            }
            typed(app, "P");
            asked += 1;
            assert_ne!(kind(app), "react", "seed {seed}");
        });
    }
    assert!(asked > 0);
}
