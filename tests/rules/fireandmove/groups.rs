//! Cards of groups, leaders and turns: what a group is, who may act, and what a card lets it do.
//!
//! "shows:" names the paragraphs a card fails without; the ledger's test reads it.

use standto::game::{Rules, Side};
use standto::rules::fireandmove::state::Standing;

use super::table::{RIFLES, cell, duel, table};

pub const FIELD: &str = "eeeeeeeeeeeeeeeeeeeeeeee";

// shows: 2
#[test]
fn features_meet_at_borders_of_their_own_kind_or_at_plain_ones() {
    use standto::rules::fireandmove::battlefield::terrain::Border;
    let game = table("eeeeaaaacccc").border('e', 'a', "hedge").ours("0105", "e", RIFLES);
    let game = game.theirs("1205", "w", RIFLES).begin();
    let field = game.position.field();
    let between = |a: &str, b: &str| field.border(cell(a), cell(b));
    assert_eq!(
        [between("0405", "0505"), between("0805", "0905"), between("0105", "0205")],
        [Some(Border::Hedge), Some(Border::Plain), None]
    );
}

// shows: 5.3
#[test]
fn a_side_that_has_lost_too_many_is_broken() {
    let mut game = table(FIELD).ours("0505", "e", RIFLES).theirs("0605", "w", "rifleman rifleman").begin();
    game.give(Side::A, "fire 5/4");
    game.play("group 1", &[]).play("fire 5/4", &[]).play("target 2", &[7, 7]);
    assert_eq!(game.position.outcome().unwrap().winner, Some(Side::A));
    // After the last turn it is over too; here nobody holds anything.
    let mut game = duel().begin();
    game.position.clock.turn = 9;
    game.end_turn();
    game.end_turn();
    assert_eq!(game.position.outcome().map(|outcome| outcome.winner), Some(None));
}

// shows: 6.3 6.4
#[test]
fn the_pinned_are_left_behind_as_a_group_of_their_own() {
    let mut game = duel().begin().hand(Side::A, "move 1").hand(Side::B, "fire 5/4");
    game.play("group 1", &[]).play("move 1", &[]).play("step n", &[]).play("step n", &[]).play("halt", &[]);
    game.play("with 2", &[]).play("fire 5/4", &[]).play("point 2", &[-1, -7, -7, -7, 7]);
    game.play("go-on", &[]);
    assert_eq!(game.group(1).members.len(), 3, "the dead man has left his group");
    assert_eq!((game.at(1), game.at(3)), ("0507".into(), "0506".into()));
    assert_eq!(game.group(3).members, [0]);
}

// shows: 6.5 33.1 33.2
#[test]
fn groups_next_to_each_other_become_one_under_a_leader() {
    let set = |first: &'static str, at: &'static str| {
        let mut game = table(FIELD)
            .ours("0505", "e", first)
            .ours(at, "e", "rifleman rifleman rifleman rifleman rifleman rifleman")
            .theirs("2012", "w", "rifleman rifleman")
            .begin();
        game.give(Side::A, "rally 1");
        game.play("group 1", &[]);
        game
    };
    let mut game = set("sl rifleman", "0605");
    game.play("reorganise 1", &[]).play("join 2", &[]).play("pass", &[]);
    assert_eq!((game.group(1).members.len(), game.group(2).members.len()), (8, 0));
    assert!(!set("rifleman rifleman", "0605").offers("reorganise 1"), "nobody leads");
    assert!(!set("sl rifleman", "0705").offers("reorganise 1"), "too far");
    let mut game = set("sl rifleman", "0605");
    game.play("leave", &[]).pin(1);
    game.play("group 1", &[]);
    assert!(game.offers("reorganise 1"), "a pinned leader is present too");
    assert!(!set("sl rifleman rifleman", "0605").offers("reorganise 1"), "nine would be too many");
}

// shows: 7.1 7.2
#[test]
fn squad_and_platoon_leaders_let_a_group_fire_twice() {
    let second = |leader: &'static str| {
        let mut game = table(FIELD)
            .ours("0505", "e", leader)
            .theirs("0905", "w", "rifleman rifleman")
            .begin()
            .hand(Side::A, "fire 1, fire 3/2");
        game.play("group 1", &[]).play("fire 3/2", &[]).play("target 2", &[-7, -7]);
        game.offers("fire 1")
    };
    assert_eq!(
        ["sl", "pl", "rifleman"].map(|leader| {
            let men: &'static str = match leader {
                "sl" => "sl rifleman rifleman rifleman rifleman",
                "pl" => "pl rifleman rifleman rifleman rifleman",
                _ => RIFLES,
            };
            second(men)
        }),
        [true, true, false]
    );
}

// shows: 8
#[test]
fn leaders_are_key_figures_and_another_stands_in_while_they_are_pinned() {
    let mut game = table(FIELD)
        .ours("0505", "e", "rifleman lmg rifleman sl pl")
        .theirs("2012", "w", "rifleman rifleman")
        .begin();
    assert_eq!(game.position.forces.key_figure(0), Some(4));
    game.pin(5);
    assert_eq!(game.position.forces.key_figure(0), Some(3));
    game.pin(4);
    assert_eq!(game.position.forces.key_figure(0), Some(1), "the gunner");
}

// shows: 9.1 9.2
#[test]
fn a_group_acts_once_a_turn_and_one_after_the_other() {
    let mut game =
        table(FIELD).ours("0505", "e", RIFLES).ours("0512", "e", RIFLES).theirs("0905", "w", RIFLES).begin();
    game.give(Side::A, "fire 5/4, fire 5/4");
    assert_eq!(game.offered(), ["group 1", "group 2", "end"]);
    game.play("group 1", &[]).play("fire 5/4", &[]);
    assert_eq!(game.kind(), "target", "the action is finished first");
    game.harmless(3);
    assert_eq!(game.offered(), ["group 2", "end"]);
}

// shows: 9.4 12.1 12.6
#[test]
fn move_and_fire_takes_two_cards_without_concealment_and_no_third() {
    let mut game = table(FIELD)
        .ours("0505", "e", "sl rifleman rifleman rifleman rifleman rifleman")
        .theirs("0905", "w", RIFLES)
        .begin()
        .hand(Side::A, "move 2/-1, fire 3/2, fire 1");
    game.play("group 1", &[]).play("cover 2/-1", &[]);
    assert!(!game.offers("fire 1"), "not under concealment");
    let mut game = table(FIELD)
        .ours("0505", "e", "sl rifleman rifleman rifleman rifleman rifleman")
        .theirs("0905", "w", RIFLES)
        .begin()
        .hand(Side::A, "move 1, fire 3/2, fire 1");
    game.play("group 1", &[]).play("move 1", &[]).play("fire 3/2", &[]).harmless(2);
    assert_eq!(game.kind(), "march");
    assert!(!game.offers("fire 1"), "no second card");
}

// shows: 9.5 31.5 31.4
#[test]
fn movement_cards_are_set_aside_on_a_minefield() {
    let mut game = duel().begin().hand(Side::A, "move 1, move 1/-1");
    game.position.forces.groups[0].mined = true;
    game.play("group 1", &[]);
    assert!(game.offers("ground 1"));
    game.play("aside 1", &[]);
    assert_eq!((game.kind(), game.group(1).aside), ("react", 1), "it counts as moving");
    game.play("pass", &[]);
    assert_eq!(game.position.hands.seat(Side::A).aside.len(), 1);
    game.end_turn();
    game.end_turn();
    // Two in all: out without an attack, and one move action.
    game.give(Side::A, "move 1/-1");
    game.play("group 1", &[]).play("move 1/-1", &[]);
    assert!(!game.group(1).mined && game.kind() == "march");
    game.play("step n", &[]).play("halt", &[]).play("pass", &[]);
    assert_eq!(game.kind(), "after-move");
    // To ground on the minefield: nothing goes off.
    let mut game = duel().begin().hand(Side::A, "move 1");
    game.position.forces.groups[0].mined = true;
    game.play("group 1", &[]).play("ground 1", &[]);
    assert!(game.group(1).grounded && game.group(1).mined);
}

// shows: 9.6 11.8
#[test]
fn a_move_shown_is_made_and_may_be_fired_at_before_it_goes_on() {
    let mut game = duel().begin().hand(Side::A, "move 1").hand(Side::B, "fire 5/4");
    game.play("group 1", &[]).play("move 1", &[]).play("step n", &[]);
    assert!(!game.offers("done") && !game.offers("step s"), "no way back");
    game.play("halt", &[]).play("with 2", &[]).play("fire 5/4", &[]).play("point 2", &[-7; 5]);
    assert_eq!(game.kind(), "onward");
    assert_eq!(game.position.hands.seat(Side::B).hand.len(), 0, "his hand is filled after his own turn");
}

// shows: 11.6
#[test]
fn a_group_goes_where_its_path_leads() {
    let mut game = duel().begin().hand(Side::A, "move 1");
    game.play("group 1", &[]).play("move 1", &[]).play("step ne", &[]).play("step e", &[]).play("halt", &[]);
    assert_eq!((game.at(1), game.group(1).front.letters()), ("0706".into(), "E"));
}

// shows: 13.3
#[test]
fn going_to_ground_draws_nothing() {
    let mut game = duel().begin().hand(Side::A, "move 1").hand(Side::B, "fire 5/4, minefield");
    game.play("group 1", &[]).play("ground 1", &[]);
    assert_eq!(game.kind(), "turn");
}

// shows: 21.1 21.2 23.2
#[test]
fn every_figure_of_the_target_has_a_check_with_the_same_strength() {
    let mut game = table(FIELD)
        .ours("0505", "e", "pl1 rifleman rifleman rifleman rifleman rifleman")
        .theirs("0905", "w", RIFLES)
        .begin();
    game.give(Side::A, "hero, fire 5/4");
    game.play("hero 2", &[]).play("group 1", &[]).play("fire 5/4", &[]);
    game.play("target 2", &[-7, -5, -4, 0, 1]);
    assert_eq!((game.strength(), game.lines()["leader"], game.lines()["hero"]), (7, 1, 1));
    use Standing::{Fit, Killed, Pinned};
    // Strength 7 against morale 3 and a KIA of 8.
    assert_eq!([7, 8, 9, 10, 11].map(|figure| game.standing(figure)), [Fit, Fit, Pinned, Pinned, Killed]);
}

// shows: 28.1 28.6
#[test]
fn a_rally_card_is_the_action_of_its_group_and_serves_one_purpose() {
    let mut game = table(FIELD)
        .more(0, "artillery = 5")
        .radio("0505", "e", "sl rifleman rifleman rifleman")
        .theirs("0905", "w", RIFLES)
        .begin()
        .hand(Side::A, "rally 3 radio, move 1");
    game.pin(2);
    game.play("group 1", &[]);
    assert!(game.offers("rally 3 radio") && game.offers("call 3 radio"));
    game.play("rally 3 radio", &[]).play("figure 2", &[]);
    assert!(game.group(1).acted && game.kind() == "turn");
    assert!(game.position.hands.seat(Side::A).hand.len() == 1);
}

// shows: 32.1
#[test]
fn a_hero_comes_at_any_time_and_is_no_action() {
    let mut game = duel().begin().hand(Side::A, "move 1").hand(Side::B, "hero");
    game.pin(6);
    game.play("group 1", &[]).play("move 1", &[]).play("step n", &[]).play("halt", &[]);
    game.play("hero 6", &[]);
    assert_eq!((game.standing(6), game.kind()), (Standing::Fit, "react"), "in the enemy's turn");
    assert_eq!(game.position.hands.seat(Side::B).actions, 0);
}

// shows: 55.2
#[test]
fn a_platoon_leader_lost_this_turn_costs_a_card_even_if_there_is_another() {
    let mut game = table(FIELD)
        .ours("0505", "e", "pl rifleman rifleman")
        .ours("0510", "e", "pl rifleman rifleman")
        .theirs("0705", "w", RIFLES)
        .begin();
    assert_eq!(game.hand_limit(Side::A), 5);
    game.end_turn();
    game.give(Side::B, "fire 5/4");
    game.play("group 3", &[]).play("fire 5/4", &[]).play("target 1", &[7, -7, -7]);
    assert_eq!(game.hand_limit(Side::A), 4);
    game.end_turn();
    game.end_turn();
    assert_eq!(game.hand_limit(Side::A), 5, "the other has taken over");
}
