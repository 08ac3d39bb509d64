//! Cards of fire: strength, effect, concealment and reactions.
//!
//! "shows:" names the paragraphs a card fails without; the ledger's test reads it.

use standto::game::{Rules, Side};
use standto::rules::fireandmove::state::Standing;

use super::table::{Played, RIFLES, duel, table};

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
    assert!(game.position.forces.figure(0).failed);
    use Standing::{Fit, Pinned};
    assert_eq!([6, 7, 8].map(|figure| game.standing(figure)), [Fit, Pinned, Fit]);
    assert_eq!(
        (game.position.forces.nerve(0).morale, game.position.forces.nerve(0).panic),
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
        game.position.forces.figures[0].failed = true;
        game.give(Side::A, "fire 1, move 1");
        game.play("group 1", &[]);
        game
    };
    let mut game = gun("eeeeeeeeeeeeeeee");
    game.play("repair 1", &[0]);
    assert!(game.position.forces.figure(0).failed, "the repair number is +1");
    // The team is taken up by it; the others may fire, but the group may not move.
    assert!(game.offers("fire 1") && !game.offers("move 1") && !game.offers("repair 1"));
    let mut game = gun("eeeeeeeeeeeeeeee");
    game.play("repair 1", &[1]);
    assert!(!game.position.forces.figure(0).failed);
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
    assert_eq!(game.position.forces.weapon(6).key, "lmg", "the assistant has it");
    // Both gone: it lies there until somebody takes it up.
    let mut game = table("eeeeeeeeeeeeeeee")
        .ours("0505", "e", RIFLES)
        .theirs("0905", "w", "lmg rifleman rifleman rifleman")
        .begin();
    game.give(Side::A, "fire 5/4");
    game.pin(7);
    game.play("group 1", &[]).play("fire 5/4", &[]).play("target 2", &[7, 7, -7, -7]);
    assert_eq!(game.position.forces.dropped.len(), 1);
    game.end_turn();
    game.give(Side::B, "");
    game.play("group 2", &[]).play("acquire 8", &[]);
    assert_eq!(game.position.forces.weapon(7).key, "lmg");
    assert!(game.position.forces.dropped.is_empty());
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
        game.position.forces.dropped.len()
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

// shows: 23.3
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

// shows: 23.5 92.38
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

// shows: 25.3 25.5
#[test]
fn figures_that_fire_turn_and_the_majority_decides_the_front() {
    let mut game = table("eeeeeeeeeeeeeeeeeeee")
        .ours("0505", "e", "sl rifleman rifleman rifleman rifleman rifleman")
        .theirs("0508", "s", "rifleman rifleman")
        .theirs("0501", "n", "rifleman rifleman")
        .theirs("0105", "w", "rifleman rifleman rifleman rifleman rifleman")
        .begin();
    let fire = |game: &mut Played, card: &str, target| {
        game.position.forces.groups[0].acted = false;
        game.give(Side::A, card);
        game.play("group 1", &[]).play(card, &[]).harmless(target);
        if game.kind() != "turn" {
            game.play("done", &[]);
        }
        game.group(1).front
    };
    use standto::board::Compass::{E, N};
    // One of six turns, and the front stays; five turn, and it is theirs.
    assert_eq!([fire(&mut game, "fire 1", 2), fire(&mut game, "fire 5/4", 2)], [E, N]);
    // A third way is never taken by firing.
    assert_eq!(fire(&mut game, "fire 1", 3), N);
    assert!(!game.position.forces.has_no_front(0));
}

// shows: 25.3
#[test]
fn of_equal_numbers_the_key_figure_decides_the_front() {
    use standto::board::Compass::{E, N};
    let front = |busy: bool| {
        let mut game = table("eeeeeeeeeeee")
            .ours("0505", "e", "sl rifleman rifleman rifleman rifleman rifleman")
            .theirs("0508", "s", "rifleman rifleman")
            .begin();
        game.position.forces.figures[0].busy = busy;
        game.give(Side::A, "fire 3/2");
        // Three of six fire and turn, with or without the squad leader.
        game.play("group 1", &[]).play("fire 3/2", &[]).harmless(2);
        game.group(1).front
    };
    assert_eq!([front(false), front(true)], [N, E]);
}

// shows: 25.3
#[test]
fn a_group_that_faces_three_ways_is_enfiladed_from_anywhere() {
    let strength = |turned: &[(usize, standto::board::Compass)]| {
        let mut game =
            table("eeeeeeeeeeeeeeee").ours("0505", "e", RIFLES).theirs("0905", "w", RIFLES).begin();
        for &(figure, way) in turned {
            game.position.forces.figures[4 + figure].turned = Some(way);
        }
        game.give(Side::A, "fire 5/4");
        game.play("group 1", &[]).play("fire 5/4", &[]).harmless(2);
        game.lines().get("enfilade").copied().unwrap_or(0)
    };
    use standto::board::Compass::{N, S};
    assert_eq!([strength(&[]), strength(&[(1, N)]), strength(&[(1, N), (2, S)])], [0, 0, 3]);
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

// shows: 22.1
#[test]
fn a_pinned_figure_keeps_its_group_from_moving_but_not_from_the_ground() {
    let mut game = duel().begin().hand(Side::A, "move 1, move 2/-1");
    game.pin(1);
    game.play("group 1", &[]);
    assert!(!game.offers("move 1") && !game.offers("move 2/-1") && game.offers("ground 1"));
}
