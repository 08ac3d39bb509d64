//! Cards: situations drawn from the text of the rulebook, played out with dice laid down beforehand.
//!
//! "shows:" names the paragraphs a card fails without; the ledger's test reads it.

use standto::game::{Rules, Side};
use standto::rules::fireandmove::position::Standing;

use super::table::{Table, cell, table};

const RIFLES: &str = "rifleman rifleman rifleman rifleman rifleman";

/// Five rifles in the open face five rifles in the open, 8 inches apart.
fn duel() -> Table {
    table("eeeeeeeeeeeeeeeeeeeeeeee").ours("0505", "e", RIFLES).theirs("0905", "w", RIFLES)
}

// shows: 15.1 15.6 16.1 21.3 21.4
#[test]
fn a_fire_card_is_a_check_for_each_figure() {
    let mut game = duel().begin().hand(Side::A, "fire 5/4");
    game.play("group 1", &[]).play("fire 5/4", &[]);
    // Five men at close range: 5. Morale 3, KIA 8: -3 is nothing, -2 pins, 2 pins, 3 kills.
    game.play("target 2", &[-3, -2, 2, 3, 7]);
    use Standing::{Fit, Killed, Pinned};
    assert_eq!([6, 7, 8, 9, 10].map(|figure| game.standing(figure)), [Fit, Pinned, Pinned, Killed, Killed]);
    assert_eq!(game.strength(), 5);
}

// shows: 21.5 21.6
#[test]
fn a_pinned_figure_routs_at_its_panic_and_dies_at_nine() {
    let mut game = duel().begin().hand(Side::A, "fire 5/4");
    for figure in 6..=10 {
        game.pin(figure);
    }
    game.play("group 1", &[]).play("fire 5/4", &[]).play("target 2", &[-3, -2, 3, 4, -7]);
    use Standing::{Killed, Pinned, Routed};
    assert_eq!(
        [6, 7, 8, 9, 10].map(|figure| game.standing(figure)),
        [Pinned, Routed, Routed, Killed, Pinned]
    );
}

// shows: 16.1 15.1
#[test]
fn a_card_needs_its_number_of_fit_figures() {
    let mut game = duel().begin().hand(Side::A, "fire 1, fire 3/2, fire 5/4");
    game.pin(1).pin(2);
    game.play("group 1", &[]);
    assert!(game.offers("fire 1") && game.offers("fire 3/2") && !game.offers("fire 5/4"));
    game.pin(3).pin(4);
    assert!(game.offers("fire 1") && !game.offers("fire 3/2"));
}

// shows: 16.2
#[test]
fn values_fall_with_the_range_and_rifles_stop_at_forty_inches() {
    let far = |at: &'static str| {
        let mut game =
            table("eeeeeeeeeeeeeeeeeeeeeeee").ours("0105", "e", RIFLES).theirs(at, "w", RIFLES).begin();
        game.give(Side::A, "fire 5/4");
        game.play("group 1", &[]);
        if !game.offers("fire 5/4") {
            return None;
        }
        game.play("fire 5/4", &[]).harmless(2);
        Some(game.strength())
    };
    // 8, 10, 24, 26, 40 and 42 inches.
    assert_eq!(
        ["0505", "0605", "1305", "1405", "2105", "2205"].map(far),
        [Some(5), Some(4), Some(4), Some(3), Some(3), None]
    );
}

// shows: 15.7 15.8 15.10 17.2
#[test]
fn a_machine_gun_adds_its_bonus_and_less_without_its_assistant() {
    let squad = || {
        table("eeeeeeeeeeeeeeee")
            .ours("0505", "e", "mg34 rifleman rifleman rifleman rifleman")
            .theirs("0905", "w", RIFLES)
    };
    let fire = |pin: Option<u8>, card: &str| {
        let mut game = squad().begin().hand(Side::A, card);
        if let Some(figure) = pin {
            game.pin(figure);
        }
        game.play("group 1", &[]).play(card, &[]).harmless(2);
        (game.lines().get("weapons").copied().unwrap_or(0), game.strength())
    };
    assert_eq!(fire(None, "fire 5/4"), (3, 8));
    // The assistant is pinned: the value in brackets, and four men.
    assert_eq!(fire(Some(2), "fire 5/4"), (1, 5));
    // The gunner is pinned: no weapon.
    assert_eq!(fire(Some(1), "fire 5/4"), (0, 4));
    // A Fire 1 card of a crewed gun: one man and the full bonus.
    assert_eq!(fire(None, "fire 1"), (3, 4));
}

// shows: 15.9
#[test]
fn a_negative_base_does_not_spoil_a_machine_gun() {
    let fire = |figures: &str| {
        let mut game = table("eeeeeeeeeeeeeeeeeeeeeeee")
            .nations("russian", "german")
            .ours("0105", "e", figures)
            .theirs("1805", "w", RIFLES)
            .begin();
        game.give(Side::A, "fire 5/4");
        game.play("group 1", &[]).play("fire 5/4", &[]).harmless(2);
        game.strength()
    };
    // 34 inches, long: Russian rifles are negative; the crewed machine gun has +1.
    assert_eq!(fire(RIFLES), -1);
    assert_eq!(fire("lmg rifleman rifleman rifleman rifleman"), 1);
}

// shows: 18.1 18.3 18.4
#[test]
fn a_flamethrower_burns_through_cover_and_frightens() {
    let mut game = table("eeeeeessssss")
        .ours("0605", "e", "flamethrower rifleman")
        .theirs("0805", "w", "rifleman rifleman")
        .begin();
    game.give(Side::A, "fire 1");
    game.play("group 1", &[]).play("fire 1", &[]).play("target 2", &[-7, -7]);
    assert_eq!(game.lines().get("flamethrower"), Some(&6));
    assert_eq!(game.lines().get("concealment"), None, "stone is nothing to it");
    assert_eq!(game.strength(), 6, "alone only its bonus counts");
    assert!(game.group(2).fear);
    // Its bearer dies at 7: rifles at close range 2, +5.
    let mut game = table("eeeeeeeeeeeeeeee")
        .ours("0505", "e", "rifleman rifleman")
        .theirs("0905", "w", "flamethrower rifleman")
        .begin();
    game.give(Side::A, "fire 3/2");
    game.play("group 1", &[]).play("fire 3/2", &[]).play("target 2", &[5, 5]);
    assert_eq!([game.standing(3), game.standing(4)], [Standing::Killed, Standing::Pinned]);
}

// shows: 20.2 20.4
#[test]
fn a_weapon_fails_in_the_middle_of_an_attack() {
    let mut game = table("eeeeeeeeeeeeeeee")
        .ours("0505", "e", "mg34 rifleman rifleman rifleman rifleman")
        .theirs("0905", "w", RIFLES)
        .begin();
    game.give(Side::A, "fire 5/4");
    // Strength 8 to begin with; the first check is -6: the gun fails, and 5 is left. -2 then pins at 3.
    game.play("group 1", &[]).play("fire 5/4", &[]).play("target 2", &[-6, -2, -3, -3, -3]);
    assert!(game.position.figure(0).failed);
    use Standing::{Fit, Pinned};
    assert_eq!([6, 7, 8].map(|figure| game.standing(figure)), [Fit, Pinned, Fit]);
    assert_eq!(
        (game.position.nerve(0).morale, game.position.nerve(0).panic),
        (2, 2),
        "one less while it is broken"
    );
}

// shows: 37.1 37.2
#[test]
fn a_failed_weapon_is_repaired_by_a_check_but_not_in_a_marsh() {
    let gun = |stripes| {
        let mut game = table(stripes)
            .ours("0505", "e", "mg34 rifleman rifleman rifleman")
            .theirs("0905", "w", RIFLES)
            .begin();
        game.position.figures[0].failed = true;
        game.give(Side::A, "fire 1, move 1");
        game.play("group 1", &[]);
        game
    };
    let mut game = gun("eeeeeeeeeeeeeeee");
    game.play("repair 1", &[0]);
    assert!(game.position.figure(0).failed, "the repair number is +1");
    // The team is taken up by it; the others may fire, but the group may not move.
    assert!(game.offers("fire 1") && !game.offers("move 1") && !game.offers("repair 1"));
    let mut game = gun("eeeeeeeeeeeeeeee");
    game.play("repair 1", &[1]);
    assert!(!game.position.figure(0).failed);
    assert!(!gun("mmmmmmmmmmmmmmmm").offers("repair 1"));
}

// shows: 21.7 38.1
#[test]
fn an_assistant_takes_over_a_dead_gunners_weapon_and_others_by_an_action() {
    let mut game = table("eeeeeeeeeeeeeeee")
        .ours("0505", "e", RIFLES)
        .theirs("0905", "w", "lmg rifleman rifleman rifleman")
        .begin();
    game.give(Side::A, "fire 5/4");
    game.play("group 1", &[]).play("fire 5/4", &[]).play("target 2", &[7, -7, -7, -7]);
    assert_eq!(game.position.weapon(6).key, "lmg", "the assistant has it");
    // Both gone: it lies there until somebody takes it up.
    let mut game = table("eeeeeeeeeeeeeeee")
        .ours("0505", "e", RIFLES)
        .theirs("0905", "w", "lmg rifleman rifleman rifleman")
        .begin();
    game.give(Side::A, "fire 5/4");
    game.pin(7);
    game.play("group 1", &[]).play("fire 5/4", &[]).play("target 2", &[7, 7, -7, -7]);
    assert_eq!(game.position.dropped.len(), 1);
    game.end_turn();
    game.give(Side::B, "");
    game.play("group 2", &[]).play("acquire 8", &[]);
    assert_eq!(game.position.weapon(7).key, "lmg");
    assert!(game.position.dropped.is_empty());
}

// shows: 21.8
#[test]
fn a_routed_gunner_takes_a_light_weapon_with_him_but_no_medium_one() {
    let rout = |figures: &'static str| {
        let mut game =
            table("eeeeeeeeeeeeeeee").ours("0505", "e", RIFLES).theirs("0905", "w", figures).begin();
        game.give(Side::A, "fire 5/4");
        game.pin(6).pin(7).pin(8);
        game.play("group 1", &[]).play("fire 5/4", &[]).play("target 2", &[0, -7, -7]);
        assert_eq!(game.standing(6), Standing::Routed);
        game.position.dropped.len()
    };
    assert_eq!([rout("lmg rifleman rifleman"), rout("mmg rifleman rifleman")], [0, 1]);
}

// shows: 7.3 7.4
#[test]
fn a_platoon_leader_lends_his_modifier_unless_he_fires_himself() {
    let fire = |card: &str| {
        let mut game = table("eeeeeeeeeeeeeeee")
            .ours("0505", "e", "pl1 rifleman rifleman rifleman rifleman")
            .theirs("0905", "w", RIFLES)
            .begin();
        game.give(Side::A, card);
        game.pin(4);
        game.play("group 1", &[]).play(card, &[]).harmless(2);
        (game.lines().get("leader").copied(), game.strength())
    };
    // Three riflemen are fit besides him: a 3/2 card has the modifier, a 5/4 card needs him as the fourth man.
    assert_eq!(fire("fire 3/2"), (Some(1), 4));
    assert_eq!(fire("fire 5/4"), (None, 5), "his SMG's bonus counts, his modifier does not");
}

// shows: 26.1 26.2
#[test]
fn a_led_group_fires_a_second_card_if_it_has_the_men_for_both() {
    let squad = |men: &str| {
        let mut game = table("eeeeeeeeeeeeeeee").ours("0505", "e", men).theirs("0905", "w", RIFLES).begin();
        game.give(Side::A, "fire 3/2, fire 5/4");
        game.play("group 1", &[]).play("fire 5/4", &[]).harmless(2);
        game
    };
    let mut game = squad("sl mg34 rifleman rifleman rifleman rifleman rifleman rifleman");
    assert_eq!(game.kind(), "second-fire");
    let first = game.lines().get("weapons").copied();
    game.play("fire 3/2", &[]).harmless(2);
    assert!(first.is_some() && !game.lines().contains_key("weapons"), "bonuses go to one of the cards");
    // Seven men are not enough for a 5/4 and a 3/2.
    assert!(!squad("sl mg34 rifleman rifleman rifleman rifleman rifleman").offers("fire 3/2"));
    // Without a leader there is no second card.
    assert_eq!(squad("mg34 rifleman rifleman rifleman rifleman rifleman rifleman rifleman").kind(), "turn");
}

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
    assert_eq!((game.at(1), game.position.gaps.len()), ("0605".into(), 1));
}

// shows: 13.1 13.2 13.4 23.5
#[test]
fn going_to_ground_doubles_the_ground_until_the_group_moves_or_fires() {
    let strength = |grounded: bool| {
        let mut game = table("eeeeeecccccc").ours("0505", "e", RIFLES).theirs("0905", "w", RIFLES).begin();
        game.position.groups[1].grounded = grounded;
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

// shows: 23.3 92.1
#[test]
fn woods_are_seen_into_and_not_through() {
    let seen = |stripes, at: &'static str| {
        let mut game = table(stripes).ours("0205", "e", RIFLES).theirs(at, "w", RIFLES).begin();
        game.give(Side::A, "fire 5/4");
        game.play("group 1", &[]);
        if !game.offers("fire 5/4") {
            return None;
        }
        game.play("fire 5/4", &[]).harmless(2);
        game.lines().get("concealment").copied().or(Some(0))
    };
    assert_eq!(seen("eeeewwwwffff", "0605"), Some(-3), "into the wood");
    assert_eq!(seen("eeeewwwwffff", "1005"), None, "not through it");
    assert_eq!(seen("wwwwwwffffff", "0905"), Some(-3), "from inside a wood the wood conceals the target");
    assert_eq!(seen("ewffffffffff", "0905"), Some(0), "from its border it does not");
    assert_eq!(seen("eeeessssffff", "0605"), Some(-4), "a stone building");
    assert_eq!(seen("eeeeaaaaffff", "0605"), Some(-1), "open fields");
}

// shows: 23.5
#[test]
fn each_further_feature_on_the_way_is_one_more() {
    let mut game = table("eeeeccooffff").ours("0205", "e", RIFLES).theirs("0905", "w", RIFLES).begin();
    game.give(Side::A, "fire 5/4");
    game.play("group 1", &[]).play("fire 5/4", &[]).harmless(2);
    // Crops -2 are the best of what it passes; the orchard is one more.
    assert_eq!(game.lines().get("concealment"), Some(&-3));
}

// shows: 92.36
#[test]
fn a_border_conceals_those_behind_it() {
    let behind = |kind: &'static str, at: &'static str| {
        let mut game = table("eeeeeefffffff")
            .border('e', 'f', kind)
            .ours("0505", "e", RIFLES)
            .theirs(at, "w", RIFLES)
            .begin();
        game.give(Side::A, "fire 5/4");
        game.play("group 1", &[]).play("fire 5/4", &[]).harmless(2);
        game.lines().get("concealment").copied().unwrap_or(0)
    };
    assert_eq!(
        ["hedge", "fence", "bank", "wall", "ditch", "trees", "plain"].map(|kind| behind(kind, "0705")),
        [-2, -1, -1, -2, -2, -2, 0]
    );
    assert_eq!(behind("wall", "0905"), 0, "only those next to it");
}

// shows: 23.4
#[test]
fn a_height_takes_one_off_but_not_in_a_wood() {
    let from = |stripes| {
        let mut game = table(stripes).ours("0205", "e", RIFLES).theirs("0605", "w", RIFLES).begin();
        game.give(Side::A, "fire 5/4");
        game.play("group 1", &[]).play("fire 5/4", &[]).harmless(2);
        game.lines().get("concealment").copied().unwrap_or(0)
    };
    assert_eq!([from("eeeecccc"), from("hhhhcccc"), from("hhhhwwww")], [-2, -1, -3]);
}

// shows: 25.1 25.2 25.4
#[test]
fn fire_from_behind_is_stronger() {
    let fire = |front: &'static str, card: &str, at: &'static str| {
        let game = table("eeeeeeeeeeeeeeeeeeeeeeee").ours("0105", "e", RIFLES).theirs(at, front, RIFLES);
        let mut game = game.begin().hand(Side::A, card);
        game.play("group 1", &[]).play(card, &[]).harmless(2);
        game.lines().get("enfilade").copied().unwrap_or(0)
    };
    let bands = ["0505", "1005", "1805"];
    assert_eq!(bands.map(|at| fire("e", "fire 5/4", at)), [3, 2, 1]);
    assert_eq!(bands.map(|at| fire("e", "fire 3/2", at)), [2, 1, 0]);
    assert_eq!(bands.map(|at| fire("e", "fire 1", at)), [1, 0, 0]);
    // On the line of the front it is no enfilade.
    assert_eq!([fire("n", "fire 5/4", "0505"), fire("w", "fire 5/4", "0505")], [0, 0]);
}

// shows: 25.5 17.3
#[test]
fn a_group_turns_to_what_it_fires_at_unless_its_weapon_has_an_arc() {
    let mut game = table("eeeeeeeeeeee").ours("0505", "n", RIFLES).theirs("0905", "w", RIFLES).begin();
    game.give(Side::A, "fire 5/4");
    game.play("group 1", &[]).play("fire 5/4", &[]).harmless(2);
    assert_eq!(game.group(1).front.letters(), "E");
    let gun = |front: &'static str| {
        let game = table("eeeeeeeeeeee").ours("0505", front, "mmg rifleman").theirs("0905", "w", RIFLES);
        let mut game = game.begin().hand(Side::A, "fire 1");
        game.play("group 1", &[]);
        game.offers("fire 1")
    };
    assert!(gun("e") && !gun("n") && !gun("w"));
}

// shows: 40.1
#[test]
fn an_arc_is_turned_as_an_action() {
    let mut game =
        table("eeeeeeeeeeee").ours("0505", "n", "mmg rifleman").theirs("0905", "w", RIFLES).begin();
    game.play("group 1", &[]).play("turn e", &[]);
    assert!(game.group(1).front.letters() == "E" && game.group(1).acted);
}

// shows: 24.1 11.7 11.9 22.1
#[test]
fn the_enemy_fires_at_a_point_of_the_path_and_the_fit_go_on() {
    let game = table("eeeeeeeeeeeeeeee").ours("0205", "e", RIFLES).theirs("0905", "w", RIFLES);
    let mut game = game.begin().hand(Side::A, "move 1").hand(Side::B, "fire 5/4, move 1");
    game.play("group 1", &[])
        .play("move 1", &[])
        .play("step e", &[])
        .play("step e", &[])
        .play("step n", &[])
        .play("halt", &[]);
    assert_eq!((game.kind(), game.position.decision().unwrap().side), ("react", Side::B));
    game.play("with 2", &[]).play("fire 5/4", &[]);
    // 14, 12, 10 and 10 inches: all medium. At the third point.
    game.play("point 3", &[-1, -7, -7, -7, -7]);
    assert_eq!((game.at(1), game.standing(1)), ("0405".into(), Standing::Pinned));
    game.play("go-on", &[]);
    assert_eq!((game.at(1), game.group(1).members.len()), ("0406".into(), 4), "the fit go on");
    assert_eq!(
        (game.at(3), game.group(3).members.as_slice()),
        ("0405".into(), &[0][..]),
        "the pinned one stays behind"
    );
    // It has reacted: the other card is no fire card, and it could not fire again anyway.
    game.give(Side::B, "fire 5/4");
    assert!(!game.offers("with 2"));
}

// shows: 24.2
#[test]
fn a_group_reacts_once_in_an_enemy_turn() {
    let game = table("eeeeeeeeeeeeeeee")
        .ours("0205", "e", RIFLES)
        .ours("0208", "e", RIFLES)
        .theirs("0905", "w", RIFLES);
    let mut game = game.begin().hand(Side::A, "move 1, move 1").hand(Side::B, "fire 1, fire 3/2");
    game.play("group 1", &[]).play("move 1", &[]).play("step e", &[]).play("halt", &[]).play("with 3", &[]);
    game.play("fire 1", &[]).play("point 2", &[-7; 5]).play("stop", &[]);
    assert!(!game.offers("with 3"));
    game.play("pass", &[]).play("done", &[]);
    game.play("group 2", &[]).play("move 1", &[]).play("step e", &[]).play("halt", &[]);
    assert!(!game.offers("with 3"));
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
    assert_eq!([Side::A, Side::B].map(|side| game.position.seat(side).hand.len()), [5, 0]);
}

// shows: 22.1
#[test]
fn a_pinned_figure_keeps_its_group_from_moving_but_not_from_the_ground() {
    let mut game = duel().begin().hand(Side::A, "move 1, move 2/-1");
    game.pin(1);
    game.play("group 1", &[]);
    assert!(!game.offers("move 1") && !game.offers("move 2/-1") && game.offers("ground 1"));
}

// shows: 28.2 28.3 28.5
#[test]
fn rally_cards_raise_as_many_as_they_say_and_leaders_play_two() {
    let squad =
        |men: &'static str| table("eeeeeeee").ours("0505", "e", men).theirs("0801", "w", "rifleman rifleman");
    let mut game = squad(RIFLES).begin().hand(Side::A, "rally 2, rally 1");
    game.pin(1).pin(2).pin(3);
    game.play("group 1", &[]).play("rally 2", &[]).play("figure 1", &[]).play("figure 3", &[]);
    assert_eq!((game.kind(), game.standing(2)), ("turn", Standing::Pinned), "no leader, no second card");
    // A pinned squad leader rises by the first card and plays the second.
    let mut game = squad("sl rifleman rifleman rifleman").begin().hand(Side::A, "rally 1, rally 2");
    game.pin(1).pin(2).pin(3);
    game.play("group 1", &[]).play("rally 1", &[]).play("figure 1", &[]);
    assert_eq!(game.kind(), "second-rally");
    game.play("rally 2", &[]).play("figure 2", &[]).play("figure 3", &[]);
    assert_eq!(game.kind(), "turn");
}

// shows: 28.4
#[test]
fn a_platoon_leader_adds_his_modifier_to_one_rally_card() {
    let mut game = table("eeeeeeee")
        .ours("0505", "e", "pl1 rifleman rifleman rifleman")
        .theirs("0801", "w", "rifleman rifleman")
        .begin();
    game.give(Side::A, "rally 1");
    game.pin(2).pin(3).pin(4);
    game.play("group 1", &[]).play("rally 1", &[]).play("figure 2", &[]).play("figure 3", &[]);
    assert_eq!(
        [2, 3, 4].map(|figure| game.standing(figure)),
        [Standing::Fit, Standing::Fit, Standing::Pinned]
    );
}

// shows: 30.1 30.2 30.6
#[test]
fn smoke_hides_and_thins_at_the_end_of_its_owners_later_turns() {
    let game =
        table("eeeeeeeeeeee").ours("0505", "e", "sl rifleman rifleman rifleman").theirs("0905", "w", RIFLES);
    let mut game = game.begin().hand(Side::A, "smoke").hand(Side::B, "fire 5/4");
    game.play("group 1", &[]).roll("lay smoke", &[4]);
    assert_eq!(game.position.smoke(cell("0905"), cell("0505")), 4);
    game.end_turn();
    assert_eq!(game.position.smokes[0].thick, 4, "not in the turn it was laid");
    game.give(Side::B, "fire 5/4");
    game.play("group 2", &[]).play("fire 5/4", &[]).harmless(1);
    assert_eq!(game.lines().get("concealment"), Some(&-4));
    // Nobody without a leader lays smoke.
    let mut game = duel().begin().hand(Side::A, "smoke");
    game.play("group 1", &[]);
    assert!(!game.offers("lay smoke"));
    let mut game =
        table("eeeeeeeeeeee").ours("0505", "e", "sl rifleman rifleman").theirs("0905", "w", RIFLES).begin();
    game.give(Side::A, "smoke");
    game.play("group 1", &[]).roll("lay smoke", &[4]);
    game.end_turn().end_turn();
    game.give(Side::A, "move 1, move 1, move 1, move 1, move 1");
    game.play("end", &[]).roll("done", &[3]);
    assert_eq!(game.position.smokes[0].thick, 1);
}

// shows: 31.1 31.3
#[test]
fn a_minefield_halts_a_group_and_takes_two_move_actions_to_leave() {
    let game = table("eeeeeeeeeeee").ours("0205", "e", RIFLES).theirs("0905", "w", RIFLES);
    let mut game = game.begin().hand(Side::A, "move 2/-1").hand(Side::B, "minefield");
    game.play("group 1", &[])
        .play("move 2/-1", &[])
        .play("step e", &[])
        .play("step e", &[])
        .play("halt", &[]);
    game.play("mine minefield", &[]);
    // The third figure by lot; strength 4, -1 makes 3: pinned.
    game.roll("point 2", &[3, 1, 2]);
    assert_eq!((game.at(1), game.group(1).mined, game.standing(3)), ("0305".into(), true, Standing::Pinned));
    assert_eq!(game.kind(), "after-move", "nothing is left of the card");
    game.play("done", &[]);
    game.position.figures[2].standing = Standing::Fit;
    game.position.groups[0].acted = false;
    let before = game.position.clone();
    // One move action: a second attack. Two: out safely, with one move action left.
    game.give(Side::A, "move 1, move 2/-1");
    game.play("group 1", &[]).roll("move 1", &[1, 1, 8]);
    assert!(!game.group(1).mined && game.offers("step e"));
    game.position = before;
    game.give(Side::A, "move 2/-1");
    game.play("group 1", &[]).play("move 2/-1", &[]).play("step e", &[]).play("halt", &[]).play("pass", &[]);
    assert_eq!((game.group(1).mined, game.kind()), (false, "after-move"));
}

// shows: 32.2
#[test]
fn a_hero_rallies_adds_one_and_takes_command() {
    let mut game = duel().begin().hand(Side::A, "hero, fire 5/4");
    game.pin(1);
    game.play("hero 1", &[]);
    assert_eq!(game.standing(1), Standing::Fit);
    game.play("group 1", &[]).play("fire 5/4", &[]).harmless(2);
    assert_eq!((game.lines().get("hero"), game.strength()), (Some(&1), 6));
    let mut game = table("eeeeeeee")
        .ours("0505", "e", "sl rifleman rifleman")
        .theirs("0801", "w", "rifleman rifleman")
        .begin();
    game.give(Side::A, "hero");
    game.play("hero 1", &[]);
    assert_eq!(game.position.rank(0), standto::rules::fireandmove::tables::Rank::Platoon);
}

// shows: 42.1 42.2 41.2
#[test]
fn a_sniper_strikes_a_figure_by_lot_and_may_be_hunted() {
    let strike = |result: i8| {
        let mut game = duel().begin().hand(Side::A, "sniper");
        game.play("end", &[]);
        let faces: Vec<u8> = [2].into_iter().chain(super::table::d(result)).collect();
        game.roll("snipe 2", &faces);
        game.standing(7)
    };
    use Standing::{Fit, Killed, Pinned};
    assert_eq!(
        [-7, -6, -5, -3, -2, 2, 3, 5, 6].map(strike),
        [Killed, Killed, Pinned, Pinned, Fit, Fit, Pinned, Pinned, Killed]
    );
    let mut game = duel().begin().hand(Side::A, "sniper");
    game.play("group 1", &[]);
    assert!(!game.offered().iter().any(|choice| choice.starts_with("snipe")), "only as a discard");
    game.play("leave", &[]).play("end", &[]).roll("snipe 2", &[1, 3, 1]);
    game.position
        .apply(
            &"done".parse().unwrap(),
            &mut standto::dice::Dice::seeded(1, 0),
            &mut standto::game::Log::off(),
        )
        .unwrap();
    game.give(Side::B, "");
    // Its result was 2: 2 is not enough, 3 is.
    let before = game.position.clone();
    game.play("group 2", &[]).play("sniper-check", &[2]);
    assert!(!game.position.seat(Side::A).snipers_dead);
    game.position = before;
    game.play("group 2", &[]).play("sniper-check", &[3]);
    assert!(game.position.seat(Side::A).snipers_dead);
    game.end_turn();
    game.give(Side::A, "sniper");
    game.play("end", &[]);
    assert!(!game.offers("snipe 2") && game.offers("discard sniper"), "a sniper card is a cower card now");
}

// shows: 43.1 43.2
#[test]
fn fear_keeps_a_group_from_moving_and_firing_until_a_card_takes_it_off() {
    let mut game = duel().begin().hand(Side::A, "fear");
    game.play("end", &[]).play("frighten 2", &[]);
    game.position
        .apply(
            &"done".parse().unwrap(),
            &mut standto::dice::Dice::seeded(1, 0),
            &mut standto::game::Log::off(),
        )
        .unwrap();
    game.give(Side::B, "move 1, fire 5/4");
    game.play("group 2", &[]);
    assert!(!game.offers("fire 5/4") && !game.offers("move 1") && game.offers("ground 1"));
    game.play("calm 1", &[]);
    assert!(!game.group(2).fear && game.group(2).acted);
    let mut game = duel().begin().hand(Side::A, "fire 5/4");
    game.position.groups[1].fear = true;
    game.play("group 1", &[]).play("fire 5/4", &[]).harmless(2);
    assert_eq!((game.lines().get("fear"), game.strength()), (Some(&1), 6));
}

// shows: 44.1 41.1
#[test]
fn cower_cards_are_only_discarded() {
    let mut game = duel().begin().hand(Side::A, "cower, move 1");
    game.play("group 1", &[]);
    assert!(!game.offered().iter().any(|choice| choice.contains("cower")));
    game.play("leave", &[]).play("end", &[]).play("discard cower", &[]);
    // Germans discard one card and no more.
    assert_eq!(game.offered(), ["done"]);
}

/// Five of ours next to three of theirs, in the same field.
fn close() -> Table {
    table("eeeeeeeeeeee").ours("0505", "e", RIFLES).theirs("0705", "w", "rifleman rifleman rifleman")
}

// shows: 46.12 48.1 48.2 48.3 48.5
#[test]
fn chargers_test_their_morale_with_numbers_on_their_side() {
    let mut game = close().begin().hand(Side::A, "move 1");
    game.play("group 1", &[]).play("move 1", &[]).play("step e", &[]);
    assert!(!game.offers("step e"), "the enemy stands there");
    game.play("charge 2", &[]);
    // Five against three: morale 3 and 2 more. 5 passes either sign, 6 does not.
    game.play("done", &[5, -5, 6, -6, 0]);
    use Standing::{Fit, Pinned};
    assert_eq!([1, 2, 3, 4, 5].map(|figure| game.standing(figure)), [Fit, Fit, Pinned, Pinned, Fit]);
    assert_eq!(
        (game.group(3).members.as_slice(), game.kind()),
        (&[0, 1, 4][..], "react"),
        "those that pass go in by themselves"
    );
}

// shows: 48.6 48.7
#[test]
fn a_hero_and_a_cards_concealment_help_to_charge() {
    let mut game = table("eeeeeeeeeeee")
        .ours("0505", "e", "rifleman rifleman rifleman")
        .theirs("0705", "w", "rifleman rifleman rifleman")
        .begin();
    game.give(Side::A, "move 3/-2");
    game.position.figures[0].hero = true;
    game.play("group 1", &[]).play("cover 3/-2", &[]).play("charge 2", &[]).play("done", &[6, 6, 5]);
    assert_eq!(
        [1, 2, 3].map(|figure| game.standing(figure)),
        [Standing::Fit, Standing::Pinned, Standing::Fit]
    );
}

// shows: 48.8
#[test]
fn the_leaders_example_counts_for_and_against() {
    let charge = |own: i8| {
        let mut game = table("eeeeeeeeeeee")
            .ours("0505", "e", "rifleman rifleman pl1")
            .theirs("0705", "w", "rifleman rifleman rifleman")
            .begin();
        game.give(Side::A, "move 1");
        // The leader, named last, tests first with morale 5.
        game.play("group 1", &[]).play("move 1", &[]).play("charge 2", &[]).play("done", &[own, 4, 3]);
        [1, 2].map(|figure| game.standing(figure) == Standing::Fit)
    };
    assert_eq!([charge(5), charge(6)], [[true, true], [false, false]]);
}

// shows: 49.1 49.3 49.7 49.8 52.1
#[test]
fn defenders_below_zero_retire_pinned_ones_first() {
    let mut game = close().begin().hand(Side::A, "move 1").hand(Side::B, "");
    game.pin(6);
    game.play("group 1", &[])
        .play("move 1", &[])
        .play("charge 2", &[])
        .play("done", &[0; 5])
        .play("pass", &[]);
    assert_eq!(game.kind(), "stand");
    // Two fit against five: -3, and +2 makes -1: one retires, the pinned one.
    game.play("stand", &[2]);
    let gone = game.position.figure(5).group;
    assert_eq!(game.position.group(gone).members, [5]);
    assert!(
        game.position.group(gone).grounded && game.position.group(gone).at.x > 8,
        "away from the enemy, and to ground"
    );
    // The attackers may fire at whoever retires.
    assert_eq!((game.kind(), game.position.decision().unwrap().side), ("react", Side::A));
    game.play("pass", &[]);
    assert_eq!(game.kind(), "contact");
    // With +3 nobody retires.
    let mut game = close().begin().hand(Side::A, "move 1");
    game.play("group 1", &[])
        .play("move 1", &[])
        .play("charge 2", &[])
        .play("done", &[0; 5])
        .play("pass", &[])
        .play("stand", &[2]);
    assert_eq!(game.kind(), "contact", "three against five: -2 and +2");
}

// shows: 49.4 49.5 49.6
#[test]
fn a_rally_card_buildings_and_works_steady_defenders() {
    let steady = |stripes, card: &str| {
        let game = table(stripes).ours("0405", "e", RIFLES).theirs("0505", "w", "rifleman rifleman rifleman");
        let mut game = game.begin().hand(Side::A, "move 1").hand(Side::B, card);
        game.play("group 1", &[])
            .play("move 1", &[])
            .play("charge 2", &[])
            .play("done", &[0; 5])
            .play("pass", &[]);
        if !card.is_empty() {
            game.play("steady 2", &[]);
        }
        game.position.standing_margin().unwrap()
    };
    assert_eq!(
        [
            steady("eeeeffff", ""),
            steady("eeeessss", ""),
            steady("eeeekkkk", ""),
            steady("eeeeffff", "rally 2")
        ],
        [-2, -1, 1, 0]
    );
}

// shows: 50.5 50.6 50.7 50.9 50.12 51.1 51.2 53.1
#[test]
fn close_combat_is_figure_against_figure_with_two_for_each_more() {
    // Three against two: the third doubles up.
    let mut game = table("eeeeeeeeeeee")
        .ours("0605", "e", "rifleman rifleman rifleman")
        .theirs("0705", "w", "rifleman rifleman")
        .begin();
    game.give(Side::A, "move 1");
    game.play("group 1", &[])
        .play("move 1", &[])
        .play("charge 2", &[])
        .play("done", &[0; 3])
        .play("pass", &[])
        .play("stand", &[1]);
    assert_eq!(game.offered(), ["figure 4", "figure 5"], "the first chooses");
    game.play("figure 4", &[]);
    // The second has only figure 5 left, the third may double up on either.
    assert_eq!(game.offered(), ["figure 4", "figure 5"]);
    // Figure 4 meets two: 2 and a check against 2, 2 more and a check. 0 against 1: ours has 5. Then 5 against 2:
    // 2 and -3 make -1, 2 and 0 make 2: ours falls. One fit figure each side more for us: we win.
    game.play("figure 4", &[1, 0, -3, 0]);
    assert_eq!((game.standing(4), game.standing(2)), (Standing::Killed, Standing::Killed));
    // Two of ours, one of theirs: theirs retires, pinned.
    assert_eq!(game.standing(5), Standing::Pinned);
    assert_eq!(game.kind(), "react");
    game.play("pass", &[]);
    assert_eq!(game.at(1), "0705", "the victors take the ground");
}

// shows: 50.7
#[test]
fn defenders_left_over_move_in() {
    let mut game = table("eeeeeeeeeeee")
        .ours("0605", "e", "rifleman rifleman")
        .theirs("0705", "w", "rifleman rifleman rifleman")
        .begin();
    game.give(Side::A, "move 1");
    game.play("group 1", &[])
        .play("move 1", &[])
        .play("charge 2", &[])
        .play("done", &[0; 2])
        .play("pass", &[])
        .play("stand", &[0]);
    game.play("figure 3", &[]).play("figure 4", &[]);
    assert_eq!(
        (game.kind(), game.position.decision().unwrap().side),
        ("contact", Side::B),
        "the third defender chooses whom to meet"
    );
    assert_eq!(game.offered(), ["figure 1", "figure 2"]);
}

// shows: 55.1 55.3
#[test]
fn a_pinned_or_lost_platoon_leader_costs_a_card() {
    let mut game = table("eeeeeeee")
        .ours("0505", "e", "pl1 sl rifleman rifleman")
        .theirs("0801", "w", "rifleman rifleman")
        .begin();
    assert_eq!(game.position.hand_limit(Side::A), 5);
    game.pin(1);
    assert_eq!(game.position.hand_limit(Side::A), 4);
    game.position.figures[0].standing = Standing::Killed;
    game.position.groups[0].members.remove(0);
    assert_eq!(game.position.hand_limit(Side::A), 4);
    game.give(Side::A, "hero");
    game.play("hero 2", &[]);
    assert_eq!(game.position.hand_limit(Side::A), 5, "the squad leader has taken command");
}

// shows: 56.4 56.6
#[test]
fn artillery_is_called_in_and_woods_are_no_cover_from_it() {
    let game = table("eeeeeewwwwww")
        .more(0, "artillery = 5")
        .radio("0505", "e", "sl rifleman rifleman")
        .theirs("0905", "w", "rifleman rifleman");
    let mut game = game.begin().hand(Side::A, "rally 3 radio, rally 4 radio");
    game.play("group 1", &[]).play("call 3 radio", &[]).play("target 2", &[0]);
    assert!(game.group(2).called, "0 is not enough, but it is marked");
    game.position.figures.iter_mut().for_each(|figure| figure.busy = false);
    game.play("leave", &[]).play("group 1", &[]).play("call 4 radio", &[]);
    // Now 0 is enough. Strength 5 without the wood: -2 pins at 3, -3 does not.
    game.play("target 2", &[0, -2, -3]);
    assert_eq!([4, 5].map(|figure| game.standing(figure)), [Standing::Pinned, Standing::Fit]);
}

// shows: 78.1 78.6 78.10
#[test]
fn the_time_check_shuffles_the_deck_and_lets_time_pass() {
    let mut game = duel().head("time = { passages = 1, passes-on = 4 }\n").begin();
    assert!(
        game.position
            .seats
            .iter()
            .all(|seat| seat.deck.left().contains(&standto::rules::fireandmove::cards::Card::TimeCheck))
    );
    game.give(Side::A, "move 1, move 1, move 1, move 1");
    let seat = &mut game.position.seats[0];
    let all: Vec<_> = seat.deck.left().to_vec();
    let time = standto::rules::fireandmove::cards::Card::TimeCheck;
    for card in all.iter().filter(|card| **card != time) {
        seat.deck.take(card);
    }
    seat.played = all.into_iter().filter(|card| *card != time).collect();
    // The only card left is the time check: the deck is empty then, so it is shuffled and one more is drawn.
    game.play("end", &[]).roll("done", &[1, 5]);
    assert_eq!((game.position.passages, game.kind()), (1, "over"));
    assert_eq!(game.position.seats[0].hand.len(), 5);
}

// shows: 79.1 79.2
#[test]
fn at_night_nobody_is_seen_beyond_medium_range_and_all_have_cover() {
    let night = |at: &'static str| {
        let mut game = table("eeeeeeeeeeeeeeeeeeee")
            .head("night = true\n")
            .ours("0105", "e", RIFLES)
            .theirs(at, "w", RIFLES)
            .begin();
        game.give(Side::A, "fire 5/4");
        game.play("group 1", &[]);
        if !game.offers("fire 5/4") {
            return None;
        }
        game.play("fire 5/4", &[]).harmless(2);
        game.lines().get("concealment").copied()
    };
    assert_eq!([night("1305"), night("1405")], [Some(-1), None]);
}

// shows: 6.1 6.2 6.6
#[test]
fn groups_have_two_to_eight_figures_and_one_machine_gun() {
    let read = |figures: &str| {
        let text =
            table("eeeeeeee").ours("0505", "e", figures).theirs("0801", "w", "rifleman rifleman").text();
        standto::rules::fireandmove::scenario::read("card", &text)
            .map(|_| ())
            .map_err(|faulty| faulty.to_string())
    };
    let eight = "rifleman rifleman rifleman rifleman rifleman rifleman rifleman rifleman";
    assert!(read(eight).is_ok() && read(&format!("{eight} pl")).is_ok() && read("pl").is_err());
    assert!(
        read(&format!("{eight} rifleman"))
            .unwrap_err()
            .contains("two to eight figures besides a platoon leader, not 9 (6.1)")
    );
    assert!(read("lmg rifleman mmg rifleman").unwrap_err().contains("one machine gun at most (6.1)"));
    let game = table("eeeeeeee")
        .ours("0505", "e", "lmg rifleman rifleman")
        .theirs("0801", "w", "rifleman rifleman")
        .begin();
    assert!(game.position.is_crewed(0));
}

// shows: 91.1
#[test]
fn quality_changes_plain_troops_and_leaves_those_with_cards_of_their_own() {
    let nerve = |more: &str| {
        let game = table("eeeeeeee")
            .ours("0505", "e", "rifleman rifleman")
            .theirs("0801", "w", "rifleman rifleman")
            .more(0, more)
            .begin();
        let nerve = game.position.nerve(0);
        (nerve.morale, nerve.panic, game.position.soldier(0).ccv)
    };
    assert_eq!(
        [nerve(""), nerve("quality = \"elite\""), nerve("quality = \"second-line\"")],
        [(3, 3, 2), (4, 4, 3), (2, 2, 1)]
    );
    assert_eq!(
        nerve("kind = \"volksgrenadier\"\nquality = \"second-line\""),
        nerve("kind = \"volksgrenadier\"")
    );
}

// shows: 91.10
#[test]
fn greeks_charge_more_eagerly() {
    let charge = |nation| {
        let mut game = table("eeeeeeeeeeee")
            .nations(nation, "italian")
            .ours("0505", "e", "rifleman rifleman")
            .theirs("0705", "w", "rifleman rifleman")
            .begin();
        game.give(Side::A, "move 1");
        game.play("group 1", &[]).play("move 1", &[]).play("charge 2", &[]).play("done", &[4, 4]);
        game.standing(1)
    };
    assert_eq!([charge("greek"), charge("german")], [Standing::Fit, Standing::Pinned]);
}

// shows: 30.3 30.4
#[test]
fn smoke_goes_with_the_move_it_was_laid_for_and_is_gone_with_the_next() {
    let game = table("eeeeeeeeeeee").ours("0205", "e", "sl rifleman rifleman").theirs("1205", "w", RIFLES);
    let mut game = game.begin().hand(Side::A, "smoke, move 2/-1");
    game.play("group 1", &[])
        .play("move 2/-1", &[])
        .roll("lay smoke", &[3])
        .play("step e", &[])
        .play("step e", &[]);
    assert_eq!(game.position.smoke(cell("1205"), cell("0405")), 3, "it goes along");
    game.play("halt", &[]).play("pass", &[]);
    assert_eq!(game.position.smokes.len(), 1);
    game.play("step e", &[]);
    assert!(game.position.smokes.is_empty(), "the next move action leaves it");
}

// shows: 43.3
#[test]
fn victors_lose_their_fear_and_those_who_did_not_dare_rally() {
    let game = table("eeeeeeeeeeee").ours("0605", "e", RIFLES).theirs("0705", "w", "rifleman rifleman");
    let mut game = game.begin().hand(Side::A, "move 1");
    game.play("group 1", &[]).play("move 1", &[]).play("charge 2", &[]);
    // Morale 3 and 3 more; the fifth fails with 7.
    game.play("done", &[0, 0, 0, 0, 7]).play("pass", &[]);
    game.position.groups[2].fear = true;
    // Two against four: -2 and +3. The first of ours chooses, the third doubles up; the others have no choice.
    // Each pair of ours: 2 for the second man, 1 off for fear, against 2.
    game.play("stand", &[3]).play("figure 6", &[]).play("figure 6", &[0, 0, 0, 0]);
    assert!(game.group(2).members.is_empty());
    assert!(!game.position.groups[2].fear);
    assert_eq!(game.standing(5), Standing::Fit, "he who stayed behind rallies");
}
