//! Cards of moving: cards, borders and ground.
//!
//! "shows:" names the paragraphs a card fails without; the ledger's test reads it.

use standto::game::Side;

use super::table::{RIFLES, duel, table};

// shows: 12.2 12.4 12.5
#[test]
fn fire_on_the_move_counts_half_the_bonus_and_no_base() {
    let mut game = table("eeeeeeeeeeeeeeee")
        .ours("0405", "e", "pl1 mg34 rifleman rifleman rifleman rifleman")
        .theirs("0905", "w", RIFLES)
        .begin();
    game.give(Side::A, "move 1, fire 3/2");
    game.play("group 1", &[]).play("move 1", &[]);
    assert!(!game.offers("fire 3/2"), "ten inches are too far");
    game.play("step e", &[]).play("fire 3/2", &[]).harmless(2);
    // The gun as if un-crewed: +1, halved to 0. The leader is added after halving.
    assert_eq!(
        (game.lines().get("fire value"), game.lines().get("weapons"), game.strength()),
        (None, None, 1)
    );
}

// shows: 12.3
#[test]
fn a_group_of_automatic_weapons_halves_the_whole() {
    let mut game = table("eeeeeeeeeeeeeeee")
        .nations("american", "german")
        .ours("0505", "e", "m1 m1 m1 bar bar")
        .theirs("0905", "w", RIFLES)
        .begin();
    game.give(Side::A, "move 1, fire 5/4");
    game.play("group 1", &[]).play("move 1", &[]).play("fire 5/4", &[]).harmless(2);
    // Six for five men and one for the BAR: seven, halved to three.
    assert_eq!(game.strength(), 3);
}

// shows: 11.1 11.3 11.4
#[test]
fn a_move_action_ends_at_a_border_and_the_next_may_cross_it() {
    let mut game =
        table("eeeeeaaaaaccccc").ours("0405", "e", RIFLES).theirs("1501", "w", "rifleman rifleman").begin();
    game.give(Side::A, "move 2/-1");
    game.play("group 1", &[]).play("move 2/-1", &[]).play("step e", &[]);
    assert!(!game.offers("step e"), "the border stops it");
    game.play("halt", &[]).play("pass", &[]);
    // The second move action begins next to the border, and crosses it.
    game.play("step e", &[]).play("step e", &[]).play("halt", &[]).play("pass", &[]);
    assert_eq!((game.at(1), game.kind()), ("0705".into(), "after-move"));
    // Under concealment the same card is a single move action.
    let mut game =
        table("eeeeeaaaaaccccc").ours("0405", "e", RIFLES).theirs("1501", "w", "rifleman rifleman").begin();
    game.give(Side::A, "move 2/-1");
    game.play("group 1", &[]).play("cover 2/-1", &[]).play("step e", &[]).play("halt", &[]).play("pass", &[]);
    assert_eq!(game.kind(), "after-move");
}

// shows: 14.1
#[test]
fn a_river_is_crossed_with_a_ford_card_or_a_check() {
    let bank = || {
        let game = table("eeeeefffff").border('e', 'f', "river").ours("0505", "e", RIFLES).theirs(
            "1001",
            "w",
            "rifleman rifleman",
        );
        game.begin().hand(Side::A, "move 1, move 1 ford, move 2/-1")
    };
    let mut game = bank();
    game.play("group 1", &[]).play("move 1 ford", &[]).play("step e", &[]);
    assert_eq!(game.at(1), "0605");
    let mut game = bank();
    game.play("group 1", &[]).play("move 1", &[]).play("step e", &[0]);
    assert_eq!((game.at(1), game.kind()), ("0505".into(), "after-move"), "0 fails, and the action is gone");
    let mut game = bank();
    game.play("group 1", &[]).play("move 2/-1", &[]).play("step e", &[0]).play("step e", &[1]);
    assert_eq!(game.at(1), "0605", "a movement 2 card may try twice");
}

// shows: 13.1 13.2 13.4 23.5
#[test]
fn going_to_ground_doubles_the_ground_until_the_group_moves_or_fires() {
    let strength = |grounded: bool| {
        let mut game = table("eeeeeecccccc").ours("0505", "e", RIFLES).theirs("0905", "w", RIFLES).begin();
        game.position.forces.groups[1].grounded = grounded;
        game.give(Side::A, "fire 5/4");
        game.play("group 1", &[]).play("fire 5/4", &[]).harmless(2);
        game.strength()
    };
    // Five men, crops -2, doubled -4.
    assert_eq!([strength(false), strength(true)], [3, 1]);
    let mut game = duel().begin().hand(Side::A, "move 1, move 1/-1");
    game.play("group 1", &[]).play("move 1", &[]).play("step n", &[]).play("halt", &[]).play("pass", &[]);
    game.play("ground 1/-1", &[]);
    assert!(game.group(1).grounded && game.kind() == "turn");
    game.end_turn();
    game.end_turn();
    game.give(Side::A, "fire 5/4");
    game.play("group 1", &[]).play("fire 5/4", &[]).harmless(2);
    assert!(!game.group(1).grounded, "it fired");
}

// shows: 9.7
#[test]
fn a_reaction_asks_whether_or_not_a_card_is_held() {
    for cards in ["", "fire 5/4", "cower"] {
        let mut game = duel().begin().hand(Side::A, "move 1").hand(Side::B, cards);
        game.play("group 1", &[]).play("move 1", &[]).play("step n", &[]).play("halt", &[]);
        assert_eq!(game.kind(), "react", "{cards}");
        assert!(game.offers("pass") && game.offers("hold"));
    }
    // A player fills his hand after his own turn, not after the enemy's.
    let mut game = duel().begin();
    game.end_turn();
    assert_eq!([Side::A, Side::B].map(|side| game.position.hands.seat(side).hand.len()), [5, 0]);
}

// shows: 92.57
#[test]
fn wire_is_crossed_by_a_check_that_a_cards_concealment_eases() {
    let wire = |kind: &'static str| {
        let game = table("eeeeefffff").border('e', 'f', kind).ours("0505", "e", RIFLES).theirs(
            "1001",
            "w",
            "rifleman rifleman",
        );
        game.begin().hand(Side::A, "move 1, move 3/-2")
    };
    let mut game = wire("wire-3");
    game.play("group 1", &[]).play("move 1", &[]).play("step e", &[2]);
    assert_eq!(game.at(1), "0505");
    let mut game = wire("wire-3");
    game.play("group 1", &[]).play("cover 3/-2", &[]).play("step e", &[1]);
    assert_eq!((game.at(1), game.position.terrain.gaps.len()), ("0605".into(), 1));
}

// shows: 92.58 92.59
#[test]
fn wire_may_be_tried_several_times_and_a_gap_stays_open() {
    let mut game = table("eeeeefffff")
        .border('e', 'f', "wire-3")
        .ours("0505", "e", "pl1 rifleman rifleman")
        .ours("0405", "e", "rifleman rifleman")
        .theirs("1001", "w", "rifleman rifleman")
        .begin()
        .hand(Side::A, "move 2/-1, move 2/-1");
    // The leader takes one off the level, the card's concealment does not count.
    game.play("group 1", &[]).play("move 2/-1", &[]).play("step e", &[1]).play("step e", &[2]);
    game.play("halt", &[]).play("pass", &[]).play("done", &[]);
    assert_eq!(game.at(1), "0605");
    // Through the gap the others need a -3.
    game.play("group 2", &[]).play("move 2/-1", &[]).play("step e", &[]).play("halt", &[]).play("pass", &[]);
    game.play("step e", &[-3]);
    assert_eq!(game.at(2), "0605");
}

// shows: 34.2
#[test]
fn a_part_of_the_group_that_is_met_on_the_way_goes_on_with_it() {
    let set = |cards: &str| {
        let mut game = table("eeeeeeeeeeeeeeee")
            .ours("0505", "e", RIFLES)
            .ours("0706", "e", "rifleman rifleman")
            .theirs("1505", "w", RIFLES)
            .begin();
        game.position.forces.groups[1].root = Some(0);
        game.give(Side::A, "move 1");
        game.give(Side::B, cards);
        game.play("group 1", &[]).play("move 1", &[]).play("step e", &[]);
        game.play("join 2", &[]);
        game
    };
    let mut game = set("");
    assert_eq!(game.kind(), "react", "to the way so far");
    assert_eq!(game.group(2).members.len(), 2);
    game.play("pass", &[]);
    assert_eq!((game.group(1).members.len(), game.group(2).members.len()), (7, 0));
    game.play("step e", &[]).play("step e", &[]).play("halt", &[]);
    assert_eq!(game.position.open.reacting().unwrap().1.len(), 3, "the enemy fires at the rest of the way");
    game.play("pass", &[]);
    assert_eq!((game.at(1), game.kind()), ("0805".into(), "after-move"));
    // Halted by fire on the way, the group does not get there, and its move action is over.
    let mut game = set("fire 5/4");
    game.play("with 3", &[])
        .play("fire 5/4", &[])
        .play("point 1", &[-7; 5])
        .play("stop", &[])
        .play("pass", &[]);
    assert_eq!((game.at(1), game.group(2).members.len(), game.kind()), ("0505".into(), 2, "after-move"));
}
