//! Cards of reorganising, splitting, leaders on their own, difficult ground and smoke in buildings.
//!
//! "shows:" names the paragraphs a card fails without; the ledger's test reads it.

use standto::game::Side;
use standto::rules::fireandmove::state::Standing;

use super::table::{Played, RIFLES, table};

const FIELD: &str = "eeeeeeeeeeeeeeeeeeeeeeee";

/// A led group of five, three men next to it, and an enemy eight inches off.
fn two(hand: &str) -> Played {
    let mut game = table(FIELD)
        .ours("0505", "e", "sl rifleman rifleman rifleman rifleman")
        .ours("0506", "e", "rifleman rifleman rifleman")
        .theirs("0905", "w", RIFLES)
        .begin();
    game.give(Side::A, hand);
    game.play("group 1", &[]);
    game
}

// shows: 7.5 34.3
#[test]
fn a_leader_leaves_his_group_and_joins_another_with_a_movement_card() {
    let mut game = two("move 1, move 2/-1, fire 3/2");
    game.position.forces.groups[1].at = "0508".parse().unwrap();
    game.play("detach 1", &[]);
    assert_eq!(game.offered(), ["move 1", "move 2/-1", "cover 2/-1", "leave"]);
    game.play("move 1", &[]).play("step n", &[]).play("step n", &[]).play("halt", &[]).play("pass", &[]);
    assert!(game.offers("join 2"));
    game.play("join 2", &[]);
    assert_eq!(game.group(2).members, [0, 5, 6, 7]);
    // The group he left acts still, the one he joined does not.
    assert!(!game.group(1).acted && game.group(2).acted);
    assert_eq!(game.kind(), "turn");
    // A squad leader does not leave a single man behind.
    let mut game = table(FIELD)
        .ours("0505", "e", "sl rifleman")
        .ours("0506", "e", "pl rifleman rifleman")
        .theirs("0905", "w", RIFLES)
        .begin();
    game.give(Side::A, "move 1");
    game.play("group 1", &[]);
    assert!(!game.offers("detach 1"));
    game.play("leave", &[]).play("group 2", &[]);
    assert!(game.offers("detach 3"));
}

// shows: 33.1 33.2 33.3
#[test]
fn figures_that_move_to_another_group_may_be_fired_at() {
    let mut game = two("rally 1");
    game.give(Side::B, "fire 5/4");
    game.play("reorganise 1", &[]).play("figure 4", &[]).play("figure 5", &[]);
    game.play("join 2", &[]);
    assert_eq!(game.kind(), "react");
    assert!(!game.offered().iter().any(|choice| choice.starts_with("mine")));
    // One is pinned on his way and stays with his old group.
    game.play("with 3", &[]).play("fire 5/4", &[]).play("point 1", &[-1, -7]);
    game.play("pass", &[]);
    assert_eq!(
        (game.group(1).members.clone(), game.group(2).members.clone()),
        (vec![0, 1, 2, 3], vec![4, 5, 6, 7])
    );
    assert_eq!((game.standing(4), game.kind()), (Standing::Pinned, "reorganise"));
    // A group that joins comes over under the same eyes; a mine is no answer.
    let mut game = two("rally 1");
    game.give(Side::B, "minefield");
    game.play("reorganise 1", &[]).play("join 2", &[]);
    assert_eq!((game.kind(), game.offers("mine minefield")), ("react", false));
    game.play("pass", &[]);
    assert_eq!(game.group(1).members.len(), 8);
    // Nobody moves within a group: a new one stands where the old one does, of two at least.
    let mut game = two("rally 1");
    game.play("reorganise 1", &[]).play("figure 4", &[]);
    assert!(!game.offers("done"));
    game.play("figure 5", &[]).play("done", &[]);
    assert_eq!((game.group(4).members.clone(), game.at(4)), (vec![3, 4], "0505".into()));
}

// shows: 33.3
#[test]
fn a_group_whose_men_are_all_pinned_does_not_come_over() {
    let pinned = |men: std::ops::Range<usize>| {
        let mut game = two("rally 1");
        for man in men {
            game.position.forces.figures[man].standing = Standing::Pinned;
        }
        game
    };
    let mut game = pinned(5..8);
    game.play("reorganise 1", &[]);
    assert!(!game.offers("join 2"), "they would stay where they are, and could be called for without end");
    // One who is not pinned comes over alone.
    let mut game = pinned(5..7);
    game.play("reorganise 1", &[]).play("join 2", &[]).play("pass", &[]);
    assert_eq!(
        (game.group(1).members.clone(), game.group(2).members.clone()),
        (vec![0, 1, 2, 3, 4, 7], vec![5, 6])
    );
    assert!(!game.offers("join 2"));
    // In the same square nobody has to move.
    let mut game = pinned(5..8);
    game.position.forces.groups[1].at = "0505".parse().unwrap();
    game.play("reorganise 1", &[]).play("join 2", &[]);
    assert_eq!(game.group(1).members.len(), 8);
}

// shows: 34.1
#[test]
fn a_rally_and_a_movement_card_split_a_group_that_moves_at_once() {
    let mut game = two("rally 1, move 2/-1");
    game.play("reorganise 1", &[]).play("figure 4", &[]).play("figure 5", &[]).play("move 2/-1", &[]);
    game.play("step s", &[]).play("halt", &[]);
    assert_eq!((game.kind(), game.at(4), game.at(1)), ("react", "0504".into(), "0505".into()));
    game.play("pass", &[]);
    assert_eq!(game.kind(), "march", "both its move actions");
    assert!(game.group(1).acted);
}

// shows: 34.2
#[test]
fn parts_of_a_group_meet_again_on_the_move() {
    let mut game = two("rally 1, move 1");
    game.play("reorganise 1", &[]).play("figure 4", &[]).play("figure 5", &[]).play("move 1", &[]);
    game.play("step s", &[]).play("step s", &[]).play("halt", &[]).play("pass", &[]).play("done", &[]);
    game.position.forces.groups[0].acted = false;
    game.position.forces.groups[3].acted = false;
    game.give(Side::A, "move 1, move 1");
    game.play("group 4", &[]).play("move 1", &[]).play("step n", &[]).play("halt", &[]).play("pass", &[]);
    // Two squares off nobody is in reach but its own, and the other group was never one with it.
    assert!(game.offers("join 1") && !game.offers("join 2"));
    game.play("join 1", &[]);
    assert_eq!((game.group(1).members.len(), game.group(1).acted), (5, true));
    // At the start they go on together.
    let mut game = two("rally 1, move 1");
    game.play("reorganise 1", &[])
        .play("figure 4", &[])
        .play("figure 5", &[])
        .play("done", &[])
        .play("done", &[]);
    game.position.forces.groups[0].acted = false;
    game.position.forces.groups[3].acted = false;
    game.play("group 1", &[]).play("move 1", &[]).play("join 4", &[]).play("step s", &[]);
    assert_eq!((game.at(1), game.group(1).members.len()), ("0504".into(), 5));
}

// shows: 11.5
#[test]
fn difficult_ground_takes_more_move_actions_and_cards_may_be_saved_up() {
    let set = |hand: &str| {
        let mut game = table("aaaabbbbbbbb")
            .feature('b', "cost = 3")
            .ours("0405", "e", RIFLES)
            .theirs("1205", "w", RIFLES)
            .begin();
        game.give(Side::A, hand);
        game.play("group 1", &[]);
        game
    };
    let mut game = set("move 1, move 2/-1");
    game.play("move 2/-1", &[]);
    assert!(!game.offers("step e") && game.offers("step n"));
    let mut game = set("move 3/-2");
    game.play("move 3/-2", &[]).play("step e", &[]).play("halt", &[]).play("pass", &[]);
    assert_eq!(game.kind(), "after-move", "all three are spent");
    // One is set aside, and the group counts as moving; the next two do it.
    let mut game = set("move 1, move 2/-1");
    game.play("aside 1", &[]);
    assert_eq!((game.group(1).aside, game.kind()), (1, "react"));
    game.play("pass", &[]);
    game.end_turn().end_turn();
    game.give(Side::A, "move 2/-1");
    game.play("group 1", &[]).play("move 2/-1", &[]);
    assert!(game.offers("step e"));
    // A border may be as hard.
    let mut game = table("aaaabbbbbbbb")
        .border('a', 'b', "bank\"\ncost = 2 # \"")
        .ours("0405", "e", RIFLES)
        .theirs("1205", "w", RIFLES)
        .begin();
    game.give(Side::A, "move 1, move 2/-1");
    game.play("group 1", &[]).play("move 1", &[]);
    assert!(!game.offers("step e"));
}

// shows: 30.9
#[test]
fn smoke_fills_a_building() {
    let set = |field: &'static str| {
        let mut game = table(field)
            .ours("0505", "e", "sl rifleman rifleman")
            .ours("0510", "e", RIFLES)
            .theirs("1010", "w", RIFLES)
            .begin();
        game.give(Side::A, "smoke");
        game.play("group 1", &[]).roll("lay smoke", &[4]);
        game.end_turn();
        game.give(Side::B, "fire 5/4");
        game.play("group 3", &[]).play("fire 5/4", &[]).play("target 2", &[-7; 5]);
        game.lines()["concealment"]
    };
    // Ten inches off in the same house: 4 of the walls and 4 of the smoke. In a wood it is too far.
    assert_eq!(set("sssssseeeeee"), -8);
    assert_eq!(set("wwwwwweeeeee"), -3);
}

// shows: 33.2
#[test]
fn a_group_crews_and_takes_up_weapons_as_it_reorganises() {
    let mut game = table("eeeeeeeeeeee")
        .ours("0505", "e", "sl mg34 rifleman rifleman")
        .theirs("1212", "w", "rifleman rifleman")
        .begin();
    game.position.forces.figures[2].assists = None;
    game.give(Side::A, "rally 1");
    game.play("group 1", &[]).play("reorganise 1", &[]).play("crew 4", &[]);
    assert_eq!((game.position.forces.figure(3).assists, game.kind()), (Some(1), "reorganise"));
    let weapon = game.position.forces.figure(1).weapon;
    let at = game.group(1).at;
    game.position.forces.dropped.push((at, weapon));
    game.play("acquire 3", &[]).play("done", &[]);
    assert_eq!(game.position.forces.figure(2).weapon, weapon);
    assert!(game.group(1).acted);
}
