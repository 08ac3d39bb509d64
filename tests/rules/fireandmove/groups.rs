//! Cards of groups, leaders and turns: what a group is, who may act, and what a card lets it do.
//!
//! "shows:" names the paragraphs a card fails without; the ledger's test reads it.

use standto::game::{Rules, Side};
use standto::rules::fireandmove::position::Standing;

use super::table::{RIFLES, cell, duel, table};

const FIELD: &str = "eeeeeeeeeeeeeeeeeeeeeeee";

// shows: 2
#[test]
fn features_meet_at_borders_of_their_own_kind_or_at_plain_ones() {
    use standto::rules::fireandmove::field::terrain::Border;
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
    game.position.turn = 9;
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
    assert_eq!(game.position.key_figure(0), Some(4));
    game.pin(5);
    assert_eq!(game.position.key_figure(0), Some(3));
    game.pin(4);
    assert_eq!(game.position.key_figure(0), Some(1), "the gunner");
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

// shows: 9.3 36.1 27.1 27.3
#[test]
fn a_weapon_is_crewed_without_a_card_and_its_team_does_nothing_else() {
    let mut game =
        table(FIELD).ours("0505", "e", "lmg rifleman rifleman rifleman").theirs("0905", "w", RIFLES).begin();
    assert!(game.position.is_crewed(0));
    game.position.figures[1].assists = None;
    assert!(!game.position.is_crewed(0));
    game.give(Side::A, "fire 3/2, fire 5/4, move 1");
    game.play("group 1", &[]).play("crew 2", &[]);
    assert!(game.position.is_crewed(0) && !game.offers("move 1"));
    assert!(game.offers("fire 3/2") && !game.offers("fire 5/4"), "two of four have their hands full");
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
    game.position.groups[0].mined = true;
    game.play("group 1", &[]);
    assert!(game.offers("ground 1"));
    game.play("aside 1", &[]);
    assert_eq!((game.kind(), game.group(1).aside), ("react", 1), "it counts as moving");
    game.play("pass", &[]);
    assert_eq!(game.position.seat(Side::A).aside.len(), 1);
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
    game.position.groups[0].mined = true;
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
    assert_eq!(game.position.seat(Side::B).hand.len(), 0, "his hand is filled after his own turn");
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

// shows: 15.2 15.5
#[test]
fn without_sight_no_card_is_offered() {
    let mut game =
        table("eeeeeewwwwee").ours("0505", "e", RIFLES).theirs("1205", "w", "rifleman rifleman").begin();
    game.give(Side::A, "fire 5/4");
    game.play("group 1", &[]);
    assert!(!game.offers("fire 5/4"));
}

// shows: 15.3
#[test]
fn a_card_needs_its_men_unpinned_and_in_range() {
    let mut game = duel().begin().hand(Side::A, "fire 5/4, fire 3/2, fire 1");
    game.pin(1).pin(2);
    game.play("group 1", &[]);
    assert!(!game.offers("fire 5/4") && game.offers("fire 3/2"));
    game.play("leave", &[]).pin(3).pin(4);
    game.play("group 1", &[]);
    assert!(!game.offers("fire 3/2") && game.offers("fire 1"));
}

// shows: 15.4 17.5
#[test]
fn rifles_end_at_long_range_and_a_heavy_machine_gun_goes_on() {
    let far = |men: &'static str| {
        let mut game = table("eeeeeeeeeeeeeeeeeeeeeeeeeeeeee")
            .ours("0105", "e", men)
            .theirs("2305", "w", RIFLES)
            .begin();
        game.give(Side::A, "fire 3/2");
        game.play("group 1", &[]);
        game.offers("fire 3/2")
    };
    assert_eq!([far(RIFLES), far("hmg rifleman rifleman")], [false, true]);
}

// shows: 17.1
#[test]
fn gunner_and_assistant_count_among_those_who_fire() {
    let mut game = table(FIELD).ours("0505", "e", "mmg rifleman").theirs("0905", "w", RIFLES).begin();
    game.give(Side::A, "fire 3/2");
    game.play("group 1", &[]).play("fire 3/2", &[]).harmless(2);
    // Two men 2, and the gun 3.
    assert_eq!((game.lines()["fire value"], game.lines()["weapons"]), (2, 3));
}

// shows: 18.2
#[test]
fn a_flamethrower_counts_within_four_inches_only() {
    for (at, three) in [("0705", true), ("0805", false)] {
        let mut game = table(FIELD)
            .ours("0505", "e", "flamethrower rifleman rifleman rifleman")
            .theirs(at, "w", RIFLES)
            .begin();
        game.give(Side::A, "fire 5/4");
        game.play("group 1", &[]);
        assert_eq!(game.offers("fire 5/4"), three, "{at}");
    }
}

// shows: 19.1
#[test]
fn an_anti_tank_rifle_is_a_rifle_for_those_who_stand() {
    let mut game = table(FIELD)
        .ours("0505", "e", "at-rifle rifleman rifleman rifleman")
        .theirs("0905", "w", RIFLES)
        .begin();
    game.give(Side::A, "fire 5/4, move 1");
    game.play("group 1", &[]);
    assert!(game.offers("fire 5/4"));
    game.play("move 1", &[]);
    assert!(!game.offers("fire 5/4"), "three rifles are too few on the move");
}

// shows: 20.1 20.6
#[test]
fn a_weapon_fails_at_its_number_and_is_mended_without_a_card() {
    let mut game = table(FIELD)
        .ours("0505", "e", "lmg rifleman rifleman")
        .theirs("0905", "w", "rifleman rifleman")
        .begin();
    game.give(Side::A, "fire 3/2");
    game.play("group 1", &[]).play("fire 3/2", &[]).play("target 2", &[-6, -7]);
    assert!(game.position.figure(0).failed);
    game.end_turn();
    game.end_turn();
    game.play("group 1", &[]).play("repair 1", &[1]);
    assert!(!game.position.figure(0).failed);
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

// shows: 23.1
#[test]
fn own_groups_on_the_way_do_not_hinder() {
    let mut game =
        table(FIELD).ours("0505", "e", RIFLES).ours("0705", "e", RIFLES).theirs("0905", "w", RIFLES).begin();
    game.give(Side::A, "fire 5/4");
    game.play("group 1", &[]);
    assert!(game.offers("fire 5/4"));
}

// shows: 27.2
#[test]
fn an_assistant_takes_over_and_a_heavy_weapon_stays_when_its_gunner_runs() {
    let lose = |men: &'static str, pinned: bool| {
        let mut game = table(FIELD).ours("0505", "e", RIFLES).theirs("0905", "w", men).begin();
        if pinned {
            game.pin(6);
        }
        game.give(Side::A, "fire 5/4");
        // Strength 5: 7 kills, 0 routs a pinned man.
        let first = if pinned { 0 } else { 7 };
        game.play("group 1", &[]).play("fire 5/4", &[]).play("target 2", &[first, -7, -7]);
        (game.position.weapon(6).key.clone(), game.position.dropped.len())
    };
    assert_eq!(lose("lmg rifleman rifleman", false), ("lmg".into(), 0));
    assert_eq!(lose("lmg rifleman rifleman", true), ("rifle".into(), 0), "he takes it with him");
    assert_eq!(lose("mmg rifleman rifleman", true), ("mmg".into(), 0));
}

// shows: 27.4 27.5 39.1
#[test]
fn a_heavy_weapon_is_broken_down_to_move_and_does_not_fire_so() {
    let mut game = table(FIELD).ours("0505", "e", "mmg rifleman").theirs("0905", "w", RIFLES).begin();
    game.give(Side::A, "move 1, fire 3/2");
    game.play("group 1", &[]);
    assert!(!game.offers("move 1"));
    game.play("set-up", &[]);
    assert!(game.group(1).down && game.group(1).acted);
    game.end_turn();
    game.end_turn();
    game.give(Side::A, "move 1, fire 3/2");
    game.play("group 1", &[]);
    assert!(game.offers("move 1") && !game.offers("fire 3/2"));
}

// shows: 39.2
#[test]
fn a_movement_3_card_breaks_down_moves_and_sets_up() {
    let mut game = table(FIELD).ours("0505", "e", "mmg rifleman").theirs("2012", "w", RIFLES).begin();
    game.give(Side::A, "move 3/-2");
    game.play("group 1", &[]).play("move 3/-2", &[]).play("step e", &[]).play("halt", &[]).play("pass", &[]);
    game.play("set-up", &[]);
    assert_eq!((game.at(1), game.group(1).down, game.kind()), ("0605".into(), false, "after-move"));
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
    assert!(game.position.seat(Side::A).hand.len() == 1);
}

// shows: 30.5 30.8
#[test]
fn smoke_is_laid_before_one_of_several_move_actions_and_shared_by_neighbours() {
    let mut game = table(FIELD)
        .ours("0505", "e", "sl rifleman rifleman")
        .ours("0507", "e", RIFLES)
        .theirs("1205", "w", RIFLES)
        .begin();
    game.give(Side::A, "move 2/-1, smoke");
    game.play("group 1", &[]).play("move 2/-1", &[]).play("step e", &[]);
    assert!(!game.offers("lay smoke"), "not in the middle of one");
    game.play("halt", &[]).play("pass", &[]).roll("lay smoke", &[3]);
    game.play("step n", &[]);
    assert_eq!(game.at(1), "0606");
    assert_eq!(game.position.smoke(cell("1205"), cell("0507")), 3, "two inches away in the same field");
    assert_eq!(game.position.smoke(cell("1205"), cell("0509")), 0);
}

// shows: 32.1
#[test]
fn a_hero_comes_at_any_time_and_is_no_action() {
    let mut game = duel().begin().hand(Side::A, "move 1").hand(Side::B, "hero");
    game.pin(6);
    game.play("group 1", &[]).play("move 1", &[]).play("step n", &[]).play("halt", &[]);
    game.play("hero 6", &[]);
    assert_eq!((game.standing(6), game.kind()), (Standing::Fit, "react"), "in the enemy's turn");
    assert_eq!(game.position.seat(Side::B).actions, 0);
}

// shows: 55.2
#[test]
fn a_platoon_leader_lost_this_turn_costs_a_card_even_if_there_is_another() {
    let mut game = table(FIELD)
        .ours("0505", "e", "pl rifleman rifleman")
        .ours("0510", "e", "pl rifleman rifleman")
        .theirs("0705", "w", RIFLES)
        .begin();
    assert_eq!(game.position.hand_limit(Side::A), 5);
    game.end_turn();
    game.give(Side::B, "fire 5/4");
    game.play("group 3", &[]).play("fire 5/4", &[]).play("target 1", &[7, -7, -7]);
    assert_eq!(game.position.hand_limit(Side::A), 4);
    game.end_turn();
    game.end_turn();
    assert_eq!(game.position.hand_limit(Side::A), 5, "the other has taken over");
}

// shows: 56.1 56.2 56.3
#[test]
fn artillery_needs_radio_operator_and_leader_and_no_move_besides() {
    let offers = |pin: Option<u8>, radio: bool| {
        let game = table(FIELD).more(0, "artillery = 5");
        let men = "sl rifleman rifleman rifleman";
        let game = if radio { game.radio("0505", "e", men) } else { game.ours("0505", "e", men) };
        let mut game = game.theirs("0905", "w", RIFLES).begin().hand(Side::A, "rally 3 radio");
        if let Some(figure) = pin {
            game.pin(figure);
        }
        game.play("group 1", &[]);
        game.offers("call 3 radio")
    };
    assert!(offers(None, true));
    assert!(!offers(None, false) && !offers(Some(1), true) && !offers(Some(4), true));
    let mut game = table(FIELD)
        .more(0, "artillery = 5")
        .radio("0505", "e", "sl rifleman rifleman rifleman rifleman")
        .theirs("0905", "w", "rifleman rifleman")
        .begin()
        .hand(Side::A, "rally 3 radio, move 1, fire 3/2, rally 1");
    game.pin(2);
    game.play("group 1", &[]).play("call 3 radio", &[]).play("target 2", &[0]);
    assert!(!game.offers("move 1") && !game.offers("rally 1") && !game.offers("call 1"));
    // Of five one is pinned, leader and operator are taken up: two are left.
    assert!(game.offers("fire 3/2"));
}

// shows: 56.5
#[test]
fn smoke_is_taken_off_the_call() {
    let call = |result: i8| {
        let mut game = table(FIELD)
            .more(0, "artillery = 5")
            .radio("0505", "e", "sl rifleman rifleman rifleman")
            .theirs("0905", "w", "rifleman rifleman")
            .begin()
            .hand(Side::A, "smoke, rally 3 radio");
        game.play("group 1", &[]).roll("lay smoke", &[2]);
        game.position.groups[0].acted = false;
        game.play("group 1", &[]).play("call 3 radio", &[]);
        let results: Vec<i8> = if result > 2 { vec![result, 7, 7] } else { vec![result] };
        game.play("target 2", &results);
        game.position.lost(Side::B)
    };
    assert_eq!([call(2), call(3)], [0, 2]);
}

// shows: 79.4
#[test]
fn smoke_does_nothing_at_night() {
    let mut game = table(FIELD)
        .head("night = true\n")
        .ours("0505", "e", "sl rifleman rifleman")
        .theirs("0905", "w", RIFLES)
        .begin()
        .hand(Side::A, "smoke");
    game.play("group 1", &[]).roll("lay smoke", &[6]);
    assert_eq!(game.position.smoke(cell("0905"), cell("0505")), 0);
}

// shows: 79.3
#[test]
fn at_night_ordnance_loses_a_step() {
    let mut game = table(FIELD)
        .head("night = true\n")
        .our_gun("0505", "e", "gun-75", "gunner gunner gunner")
        .theirs("0905", "w", RIFLES)
        .begin()
        .hand(Side::A, "fire 1");
    game.play("group 1", &[]).play("shoot 1", &[]).play("load 1 he", &[]).play("target 2", &[7]);
    assert!(game.hit_line().contains("to hit 0-3:"));
}

// shows: 30.7
#[test]
fn smoke_makes_it_harder_to_hit_and_takes_nothing_off_a_hit() {
    let mut game = table(FIELD)
        .our_gun("0505", "e", "gun-75", "gunner gunner gunner")
        .theirs("0905", "w", "sl rifleman")
        .begin()
        .hand(Side::B, "smoke");
    game.end_turn();
    game.give(Side::B, "smoke");
    game.play("group 2", &[]);
    if game.offers("lay smoke") {
        game.roll("lay smoke", &[2]);
    }
    game.end_turn();
    game.give(Side::A, "fire 1");
    game.play("group 1", &[]).play("shoot 1", &[]).play("load 1 he", &[]);
    // 0-4 less two is 0-2. A hit of 1 and HE 4: 5 in all, smoke or not.
    game.play("target 2", &[1, 3, -3]);
    assert!(game.hit_line().contains("to hit 0-2:"), "{}", game.hit_line());
    assert_eq!([4, 5].map(|figure| game.standing(figure)), [Standing::Killed, Standing::Fit]);
}

// shows: 92.29
#[test]
fn fire_from_a_marsh_is_weaker_its_guns_are_un_crewed_and_nothing_is_mended() {
    let mut game =
        table("mmmmmmeeeeee").ours("0505", "e", "lmg rifleman rifleman").theirs("0905", "w", RIFLES).begin();
    game.give(Side::A, "fire 3/2");
    game.position.figures[0].failed = true;
    game.play("group 1", &[]);
    assert!(!game.offered().iter().any(|choice| choice.starts_with("repair")));
    game.play("leave", &[]);
    game.position.figures[0].failed = false;
    game.play("group 1", &[]).play("fire 3/2", &[]).harmless(2);
    // Three men 3, the gun 1 instead of 2, and 1 off.
    assert_eq!((game.lines()["weapons"], game.lines()["in water"], game.strength()), (1, -1, 3));
}

// shows: 47.1 48.4
#[test]
fn some_of_a_group_may_charge_and_the_rest_stays() {
    let mut game = table(FIELD).ours("0505", "e", RIFLES).theirs("0705", "w", "rifleman rifleman").begin();
    game.give(Side::A, "move 1");
    game.play("group 1", &[]).play("move 1", &[]).play("charge 2", &[]);
    // Two against two: morale 3 as it is, 4 fails.
    game.play("figure 1", &[]).play("figure 2", &[]).play("done", &[3, 4]);
    assert_eq!([1, 2, 3].map(|f| game.standing(f)), [Standing::Fit, Standing::Pinned, Standing::Fit]);
    assert_eq!((game.group(1).members.len(), game.at(1)), (4, "0505".into()));
}

// shows: 47.2
#[test]
fn a_group_may_fire_on_the_move_and_charge() {
    let mut game = table(FIELD).ours("0505", "e", RIFLES).theirs("0705", "w", "rifleman rifleman").begin();
    game.give(Side::A, "move 1, fire 5/4");
    game.play("group 1", &[]).play("move 1", &[]).play("fire 5/4", &[]).harmless(2);
    assert!(game.offers("charge 2"));
}

// shows: 50.1 50.2 50.10
#[test]
fn attackers_come_over_borders_one_by_one_and_ground_counts_for_nobody() {
    let mut game = table("eeeessssssss")
        .border('e', 's', "wall")
        .ours("0405", "e", "rifleman rifleman")
        .theirs("0505", "w", "rifleman rifleman")
        .begin()
        .hand(Side::A, "move 1");
    game.charge(2).play("stand", &[0]);
    assert_eq!(game.position.decision().unwrap().side, Side::A);
    // In a stone building: values of 2 each all the same, and the higher check wins.
    game.play("figure 3", &[1, 0, 1, 0]);
    assert_eq!([3, 4].map(|figure| game.standing(figure)), [Standing::Killed, Standing::Killed]);
}

// shows: 50.13 50.14 50.15
#[test]
fn heroes_leaders_and_fear_count_in_close_combat() {
    let fight = |hero: bool, fear: bool, results: &[i8]| {
        let mut game = table(FIELD)
            .ours("0605", "e", "rifleman rifleman")
            .theirs("0705", "w", "rifleman rifleman")
            .begin();
        game.give(Side::A, "move 1");
        game.charge(2).play("stand", &[0]);
        game.position.figures[0].hero = hero;
        game.position.groups[1].fear = fear;
        game.play("figure 3", results);
        [3, 4].map(|figure| game.standing(figure) == Standing::Killed)
    };
    // Equal checks are a tie and are thrown again: the hero needs none.
    assert_eq!(fight(true, false, &[0, 0, 1, 0]), [true, true]);
    // One more for those who charge an afraid group, and one less for it.
    assert_eq!(fight(false, true, &[0, 1, -1, 0]), [true, true]);
    // A platoon leader fights first; he wins, and his +1 decides the other fight.
    let mut game = table(FIELD)
        .ours("0605", "e", "rifleman rifleman pl1")
        .theirs("0705", "w", "rifleman rifleman rifleman")
        .begin();
    game.give(Side::A, "move 1");
    game.charge(3).play("stand", &[0]).play("figure 4", &[]).play("figure 5", &[0; 6]);
    assert!([4, 5, 6].into_iter().all(|figure| game.standing(figure) == Standing::Killed));
}

// shows: 62.1
#[test]
fn a_charge_is_carried_besides_a_weapon() {
    let game = table(FIELD)
        .ours("0505", "e", "smg+charge rifleman")
        .theirs("0905", "w", "rifleman rifleman")
        .begin();
    assert!(game.position.figure(0).kit.charge && !game.position.figure(1).kit.charge);
    assert_eq!(game.position.weapon(0).key, "mp", "a German carries an MP");
}
