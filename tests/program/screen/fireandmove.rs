//! A battle of Fire & Move on the screen: regions and borders, groups, the hand, odds before a card is played.

use insta::assert_snapshot;

fn shot(file: &str, typed: &str, width: u16, height: u16) -> String {
    super::shot(file, 5, typed, width, height)
}

const CROSSROADS: &str = "scenarios/fireandmove/crossroads.toml";
const CLOSE: &str = "tests/scenarios/fireandmove-close.toml";
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
    fireandmove_preview: CLOSE, "Enter : f i r e Space 5 / 4 Enter";
    fireandmove_catalog: CROSSROADS, "Enter C l o r r y";
}

/// The last lines of a screen: the cards and the prompt.
fn foot(typed: &str) -> String {
    let screen = shot(CROSSROADS, typed, 80, 24);
    screen.lines().skip(17).collect::<Vec<_>>().join("\n")
}

#[test]
fn a_digit_plays_a_card_on_the_group_under_the_cursor() {
    let first = foot("Enter");
    assert!(first.contains("Choose a group to act") && first.contains("2 Move 1/-1"), "{first}");
    let pointed = foot("Enter 2");
    assert!(pointed.contains("> Move 1/-1: its move actions"), "{pointed}");
    assert!(pointed.contains("Play a card on the group"), "the group was chosen: {pointed}");
    assert!(foot("Enter 2 2").contains("> Move 1/-1: one move action under its concealment"));
    assert!(foot("Enter 2 2 2 2").contains("> Move 1/-1: its move actions"), "round and round");
    let moving = foot("Enter 2 Enter");
    assert!(moving.contains("Move the group a square"), "{moving}");
    assert!(moving.contains("Hand 4, deck 36 (1st time), discards 1: Move 1/-1; enemy 4"), "{moving}");
    assert!(foot("Enter 2 c").contains("Choose a group to act"), "nothing was played");
}

#[test]
fn a_card_that_cannot_be_played_says_why() {
    let moving = foot("Enter 2 Enter 2");
    assert!(moving.contains("! Rally 1 cannot be played now: a move is under way."), "{moving}");
    assert!(foot("Enter 9").contains("There is no card 9 in your hand."));
    let nobody = shot(CROSSROADS, "Enter 3", 80, 24);
    assert!(nobody.contains("- rally: nobody of a1 is"), "{nobody}");
}
