//! Cards of cavalry (82, 83).
//!
//! "shows:" names the paragraphs a card fails without; the ledger's test reads it.

use standto::game::Side;
use standto::rules::fireandmove::state::Standing;

use super::table::{Played, RIFLES, Table, table};

fn riders(stripes: &'static str, men: &str) -> Table {
    table(stripes)
        .nations("russian", "german")
        .with(0, "0505", "e", men, "mounted = true")
        .theirs("1405", "w", RIFLES)
}

fn silent(game: &mut Played) {
    while ["react", "after-move"].contains(&game.kind()) {
        let answer = if game.kind() == "react" { "pass" } else { "done" };
        game.play(answer, &[]);
    }
}

const FOUR: &str = "sl rifleman rifleman rifleman";

// shows: 82.1 82.2
#[test]
fn a_card_is_worth_one_more_in_the_saddle_and_never_its_concealment() {
    let mut game = riders("eeeeeeeeeeeeeeee", FOUR).begin();
    game.give(Side::A, "move 2/-1, move 1");
    game.play("group 1", &[]);
    assert!(!game.offers("cover 2/-1") && !game.offers("ground 1"));
    game.play("move 1", &[]);
    for _ in 0..2 {
        game.play("step n", &[]).play("halt", &[]);
        silent(&mut game);
    }
    assert_eq!((game.at(1), game.kind()), ("0507".into(), "turn"));
}

// shows: 82.3
#[test]
fn fire_at_riders_and_horses_is_two_stronger_and_a_horse_falls_from_two() {
    let mut game = riders("eeeeeeeeeeeeeeee", FOUR).begin();
    game.give(Side::A, "move 1");
    game.end_turn();
    game.give(Side::B, "fire 5/4");
    game.play("group 2", &[]).play("fire 5/4", &[]).harmless(1);
    assert_eq!(game.lines().get("horses"), Some(&2));
    // Dismounted: the horses with one holder are a target of their own.
    let mut game = riders("eeeeeeeeeeeeeeee", FOUR).begin();
    game.give(Side::A, "move 1");
    game.play("group 1", &[]).play("move 1", &[]).play("dismount", &[]).play("done", &[]);
    silent(&mut game);
    game.end_turn();
    game.give(Side::B, "fire 1");
    assert_eq!((game.group(3).members.len(), game.group(1).members.len()), (5, 3));
    // Regulars with one man at medium range: 0, and 2 for horses. A 0 is enough for a horse, a -1 is not.
    game.play("group 2", &[]).play("fire 1", &[]).play("target 3", &[-7, 0, -1, -7, -7]);
    assert_eq!(game.group(3).members.len(), 4);
    assert_eq!(game.position.forces.lost(Side::A), 0, "horses are no losses");
}

// shows: 82.4
#[test]
fn a_jump_takes_a_whole_move_action_and_wire_is_not_jumped() {
    let mut game = riders("eeeeeffffffffffff", FOUR).border('e', 'f', "hedge").begin();
    game.give(Side::A, "move 1");
    game.play("group 1", &[]).play("move 1", &[]).play("step e", &[]);
    assert_eq!(
        game.offered().iter().filter(|choice| choice.starts_with("step")).count(),
        0,
        "{:?}",
        game.offered()
    );
    let mut game = riders("eeeeeffffffffffff", FOUR).border('e', 'f', "hedge").begin();
    game.give(Side::A, "move 1");
    game.play("group 1", &[]).play("move 1", &[]).play("step n", &[]);
    assert!(!game.offers("step e"), "not after another step");
    for (kind, open) in [("wire-1", false), ("high-wall", false), ("plain", true)] {
        let mut game = riders("eeeeeffffffffffff", FOUR).border('e', 'f', kind).begin();
        game.give(Side::A, "move 1");
        game.play("group 1", &[]).play("move 1", &[]);
        assert_eq!(game.offers("step e"), open, "{kind}");
    }
}

// shows: 83.1 83.2 83.4
#[test]
fn riders_dismount_within_a_move_action_and_one_in_four_holds_the_horses() {
    let mut game = riders("eeeeeeeeeeeeeeee", "sl rifleman rifleman rifleman rifleman").begin();
    game.give(Side::A, "move 1, fire 1");
    game.play("group 1", &[]).play("move 1", &[]).play("dismount", &[]);
    // One in four, rounded up: two of five. The others walk on in the same move action.
    assert_eq!((game.group(1).members.len(), game.group(3).members.len()), (3, 7));
    game.play("step e", &[]).play("halt", &[]);
    silent(&mut game);
    assert_eq!((game.at(1), game.at(3)), ("0605".into(), "0505".into()));
    game.end_turn().end_turn();
    game.give(Side::A, "move 1, fire 1, fire 3/2");
    game.play("group 3", &[]);
    assert!(game.offers("move 1"), "led as infantry");
    assert!(!game.offers("fire 1") && !game.offers("ground 1"), "they neither fire nor go to ground");
}

// shows: 83.3
#[test]
fn to_tether_takes_the_move_action_and_tethered_horses_stay() {
    let mut game = riders("eeeeeeeeeeeeeeee", FOUR).begin();
    game.give(Side::A, "move 1");
    game.play("group 1", &[]).play("move 1", &[]).play("tether", &[]);
    silent(&mut game);
    assert_eq!((game.group(1).members.len(), game.group(3).members.len()), (4, 4), "nobody stays");
    assert_eq!(game.kind(), "turn", "the action is over");
    game.end_turn().end_turn();
    assert!(!game.offers("group 3"), "horses by themselves do nothing");
}

// shows: 83.5
#[test]
fn men_mount_next_to_their_horses_and_ride_on_and_tethered_ones_take_an_action() {
    let dismounted = |how: &str| {
        let mut game = riders("eeeeeeeeeeeeeeee", FOUR).begin();
        game.give(Side::A, "move 1");
        game.play("group 1", &[]).play("move 1", &[]).play(how, &[]);
        if game.kind() == "march" {
            game.play("done", &[]);
        }
        silent(&mut game);
        game.end_turn().end_turn();
        game
    };
    let mut game = dismounted("dismount");
    game.give(Side::A, "move 1");
    game.play("group 1", &[]).play("move 1", &[]).play("mount 3", &[]);
    assert!(
        game.group(1).more.mounted && game.group(1).members.len() == 4 && game.group(3).members.is_empty()
    );
    game.play("step e", &[]).play("halt", &[]);
    silent(&mut game);
    assert_eq!((game.at(1), game.kind()), ("0605".into(), "turn"), "the balance of the card, not one more");
    let mut game = dismounted("tether");
    game.give(Side::A, "move 2");
    game.play("group 1", &[]).play("move 2", &[]).play("mount 3", &[]);
    silent(&mut game);
    assert!(game.group(1).more.mounted);
    game.play("step e", &[]).play("halt", &[]);
    silent(&mut game);
    assert_eq!(game.kind(), "turn", "one action made the horses ready");
}

// shows: 82.3
#[test]
fn shells_are_two_stronger_at_riders_and_mines_are_not() {
    // Artillery of 5 at riders in the open: 7, so that a 1 kills. On foot a 1 pins.
    for mounted in [true, false] {
        let mut game = table("eeeeeeeeeeeeeeee")
            .nations("german", "russian")
            .more(0, "artillery = 5")
            .radio("0505", "e", "sl rifleman rifleman")
            .with(1, "1005", "w", "rifleman rifleman", &format!("mounted = {mounted}"))
            .begin();
        game.give(Side::A, "rally 3 radio");
        game.play("group 1", &[]).play("call 3 radio", &[]).play("target 2", &[1, 1, -7]);
        assert_eq!(game.standing(4) == Standing::Killed, mounted);
    }
    // A mine of 4 at one rider: a 3 is 7, and pins.
    let mut game = riders("eeeeeeeeeeeeeeee", FOUR).begin();
    game.give(Side::A, "move 1");
    game.give(Side::B, "minefield");
    game.play("group 1", &[]).play("move 1", &[]).play("step n", &[]).play("halt", &[]);
    game.play("mine minefield", &[]).roll("point 2", &[2, 4, 1]);
    assert_eq!(game.standing(2), Standing::Pinned);
}

// shows: 83.4
#[test]
fn horse_holders_do_not_fire_a_bazooka_either() {
    let mut game = table("eeeeeeeeeeeeeeee")
        .nations("american", "german")
        .with(0, "0505", "e", "sl bazooka bazooka bazooka", "mounted = true")
        .their_vehicle("0905", "w", "medium-tank")
        .theirs("1612", "w", "rifleman rifleman")
        .begin();
    game.give(Side::A, "move 1, fire 1");
    game.play("group 1", &[]).play("move 1", &[]).play("dismount", &[]).play("done", &[]);
    silent(&mut game);
    let herd = game.position.forces.figure(3).group;
    assert!(game.arms(herd).is_empty() && !game.arms(0).is_empty());
}
