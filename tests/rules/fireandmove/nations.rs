//! Cards of the nations' own rules: Germans to Japanese.
//!
//! "shows:" names the paragraphs a card fails without; the ledger's test reads it.

use standto::game::Side;
use standto::rules::fireandmove::scenario;
use standto::rules::fireandmove::state::Standing;

use super::table::{Played, RIFLES, Table, table};

pub const FIELD: &str = "eeeeeeeeeeeeeeeeeeeeeeee";

/// Our five rifles fire at theirs, eight inches off, with strength 5.
fn fire(game: &mut Played, results: &[i8]) {
    game.give(Side::A, "fire 5/4");
    game.play("group 1", &[]).play("fire 5/4", &[]).play("target 2", results);
}

/// What is wrong with a battle.
pub fn faults(table: Table) -> String {
    scenario::read("card", &table.text()).err().map_or_else(String::new, |faulty| faulty.to_string())
}

// shows: 91.2
#[test]
fn late_germans_with_automatic_rifles_halve_by_majority() {
    let strength = |figures: &str| {
        let mut game = table(FIELD).ours("0405", "e", figures).theirs("0805", "w", RIFLES).begin();
        game.give(Side::A, "move 1, fire 5/4");
        game.play("group 1", &[]).play("move 1", &[]).play("step e", &[]).play("fire 5/4", &[]);
        game.harmless(2);
        game.strength()
    };
    // An StG adds 1: three of five are automatic, so half of 5 and 1; one of five, so half of 1.
    assert_eq!(strength("stg-44 gewehr-43 mp rifleman rifleman"), 3);
    assert_eq!(strength("stg-44 rifleman rifleman rifleman rifleman"), 0);
    // Without an automatic rifle only all of them count: MPs in most hands do not.
    assert_eq!(strength("mp mp mp rifleman rifleman"), 0);
}

// shows: 91.4
#[test]
fn a_russian_who_would_rout_may_go_berserk_and_runs_at_the_enemy() {
    let set = || {
        let mut game = table(FIELD)
            .nations("german", "russian")
            .ours("0505", "e", RIFLES)
            .theirs("0805", "w", "rifleman rifleman rifleman")
            .begin();
        game.pin(6);
        game
    };
    // Panic 4: strength 5 and -1 rout him, and a 4 makes him berserk; 0 or 5 does not.
    for (result, standing) in [(4, Standing::Fit), (0, Standing::Routed), (5, Standing::Routed)] {
        let mut game = set();
        fire(&mut game, &[-1, result, -7, -7]);
        assert_eq!(
            (game.standing(6), game.position.forces.figure(5).berserk),
            (standing, standing == Standing::Fit)
        );
    }
    let mut game = set();
    fire(&mut game, &[-1, 4, -7, -7]);
    game.end_turn();
    game.give(Side::B, "move 1, hero");
    assert_eq!(game.offered(), ["group 3"], "he goes first, without a card");
    game.play("group 3", &[]);
    assert_eq!((game.at(3), game.kind()), ("0605".into(), "react"));
    game.play("pass", &[]);
    assert_eq!(game.kind(), "stand", "without a test of his own");
    // They all stand and close in on him: he beats one after another, and is himself again.
    game.play("stand", &[-4]).play("figure 5", &[]);
    for _ in 0..3 {
        game.play("figure 6", &[]);
    }
    game.play("figure 6", &[7, -7, 7, -7, 7, -7, 7, -7, 7, -7]);
    assert_eq!((game.position.forces.lost(Side::A), game.position.forces.figure(5).berserk), (5, false));
    // Pinned on his way he dies.
    let mut game = set();
    fire(&mut game, &[-1, 4, -7, -7]);
    game.end_turn();
    game.give(Side::A, "fire 5/4");
    game.play("group 3", &[]).play("with 1", &[]).play("fire 5/4", &[]).play("point 2", &[-2]);
    assert_eq!(game.standing(6), Standing::Killed);
}

// shows: 91.4
#[test]
fn no_card_is_played_on_a_berserk_and_pinned_in_the_enemys_turn_he_runs_all_the_same() {
    let mut game = table(FIELD)
        .nations("german", "russian")
        .ours("0505", "e", RIFLES)
        .theirs("0805", "w", "rifleman rifleman rifleman")
        .begin();
    game.pin(6);
    fire(&mut game, &[-1, 4, -7, -7]);
    game.give(Side::A, "sniper, fear");
    // Sniper and fear go at the others, not at him.
    game.play("end", &[]);
    assert!(game.offers("snipe 2") && !game.offers("snipe 3") && !game.offers("frighten 3"));
    // In the enemy's turn he is pinned like anybody; he still runs when it is his.
    game.pin(6);
    let done: standto::rules::fireandmove::Choice = "done".parse().unwrap();
    use standto::dice::Dice;
    use standto::game::{Log, Rules};
    game.position.apply(&done, &mut Dice::seeded(1, 0), &mut Log::off()).unwrap();
    game.give(Side::B, "hero");
    assert_eq!(game.offered(), ["group 3"]);
    game.play("group 3", &[]);
    assert_eq!((game.at(3), game.standing(6)), ("0605".into(), Standing::Fit));
    game.play("pass", &[]).play("retire", &[]).play("pass", &[]);
    // He reached nobody and is berserk still: no hero is made of him.
    assert!(game.position.forces.figure(5).berserk && !game.offers("hero 6") && game.offers("hero 7"));
}

// shows: 91.4
#[test]
fn a_commissar_steadies_his_group_shoots_the_pinned_and_is_wounded_where_others_run() {
    let mut game = table(FIELD)
        .nations("german", "russian")
        .ours("0505", "e", RIFLES)
        .theirs("0905", "w", "commissar rifleman rifleman")
        .begin();
    let nerve = game.position.forces.nerve(6);
    assert_eq!((nerve.morale, nerve.panic), (4, 5), "3 and 4, and one more");
    game.pin(6).pin(7);
    // His panic is 4, 1 for the Russians and 1 by his own example: 6 would rout him.
    fire(&mut game, &[1, -7, -7]);
    assert!(game.standing(6) == Standing::Pinned && game.position.forces.figure(5).wounded);
    assert_eq!(game.position.forces.nerve(5).kia, 6);
    game.end_turn();
    // The second of three is looked at, and he is pinned.
    game.roll("end", &[2]);
    assert_eq!(game.standing(7), Standing::Killed);
    // Wounded he dies from 6, and pinned as he is from 7.
    let mut game = table(FIELD)
        .nations("german", "russian")
        .ours("0505", "e", RIFLES)
        .theirs("0905", "w", "commissar rifleman rifleman")
        .begin();
    game.pin(6);
    fire(&mut game, &[1, -7, -7]);
    game.end_turn();
    // He does not shoot himself, and a man who is up is passed over.
    game.roll("end", &[1]);
    assert_eq!(game.standing(6), Standing::Pinned);
}

// shows: 91.4
#[test]
fn a_commissar_begins_in_the_largest_group() {
    let set = |with: &'static str, others: &'static str| {
        table(FIELD)
            .nations("german", "russian")
            .ours("0505", "e", RIFLES)
            .theirs("0905", "w", with)
            .theirs("0908", "w", others)
    };
    assert!(faults(set("commissar rifleman rifleman", RIFLES)).contains("largest group, of 5"));
    let mut game = set("commissar rifleman rifleman", "rifleman rifleman rifleman").begin();
    game.pin(7);
    game.end_turn();
    game.roll("end", &[2]);
    assert_eq!(game.standing(7), Standing::Killed);
}

// shows: 91.5
#[test]
fn british_light_mortarmen_fire_as_riflemen_and_move_at_once() {
    let fires = |nation: &'static str, mortar: &str| {
        let mut game = table(FIELD)
            .nations(nation, "italian")
            .ours("0305", "e", &format!("{mortar} rifleman"))
            .theirs("1105", "w", "rifleman rifleman")
            .begin();
        game.give(Side::A, "fire 3/2, move 1");
        game.play("group 1", &[]);
        [game.offers("fire 3/2"), game.offers("move 1")]
    };
    // At 16 inches: the mortarman of others is no rifleman, and his mortar is broken down first.
    assert_eq!(fires("british", "light-mortar"), [true, true]);
    assert_eq!(fires("german", "light-mortar"), [false, false]);
    assert!(!fires("british", "mortar-81")[0], "the large mortar is no such weapon");
}

// shows: 91.6
#[test]
fn a_banzai_attack_rises_runs_and_charges_without_a_test() {
    let set = || {
        let mut game = table(FIELD)
            .nations("japanese", "british")
            .ours("0405", "e", "sl rifleman rifleman rifleman")
            .theirs("0905", "w", RIFLES)
            .begin();
        game.pin(2);
        game.give(Side::A, "move 2/-1, rally 1");
        game.play("group 1", &[]);
        game
    };
    let mut game = set();
    game.play("banzai 2/-1", &[]);
    assert!(game.group(1).banzai && game.standing(2) == Standing::Fit);
    assert_eq!(game.position.hands.seat(Side::A).actions, 0, "a movement card is no action for the Japanese");
    assert_eq!(game.offered(), ["step ne", "step e", "step se"], "straight at them, and no halt");
    game.play("step e", &[]);
    assert_eq!(game.offered(), ["charge 2"]);
    game.play("charge 2", &[]);
    assert_eq!((game.kind(), game.at(1)), ("react", "0805".into()));
    game.play("pass", &[]);
    assert_eq!(game.kind(), "stand");
    // Everybody runs: the attack has driven them off and is over.
    game.play("retire", &[]).play("pass", &[]);
    assert!(!game.group(1).banzai);
    // Fire at them is one stronger, and whoever is pinned dies. Nothing stops them.
    let mut game = set();
    game.give(Side::B, "fire 5/4");
    game.play("banzai 2/-1", &[]).play("step e", &[]).play("charge 2", &[]).play("with 2", &[]);
    game.play("fire 5/4", &[]).play("point 2", &[-1, -7, -7, -7]);
    assert_eq!(
        (game.lines()["Banzai"], game.standing(1)),
        (1, Standing::Killed),
        "5, 1 and -1 are his morale of 5"
    );
    assert_eq!(game.offered(), ["go-on"]);
    // Mines end the attack when they have struck: the man they pin dies.
    let mut game = set();
    game.give(Side::B, "minefield");
    game.play("banzai 2/-1", &[]).play("step e", &[]).play("charge 2", &[]).play("mine minefield", &[]);
    game.roll("point 2", &[2, 1, 1]);
    assert_eq!((game.standing(2), game.group(1).banzai), (Standing::Killed, false));
}

// shows: 91.6
#[test]
fn those_pinned_between_two_rushes_rise_with_the_next_card() {
    let set = |leader: &'static str| {
        let mut game = table(FIELD)
            .nations("japanese", "british")
            .ours("0405", "e", &format!("{leader} rifleman rifleman rifleman"))
            .theirs("1905", "w", RIFLES)
            .begin();
        game.position.forces.groups[0].banzai = true;
        game.pin(2);
        game.give(Side::A, "move 1, rally 1, fire 3/2");
        game.play("group 1", &[]);
        game
    };
    let mut game = set("sl");
    assert_eq!(game.offered(), ["banzai 1", "leave"], "movement cards and nothing else");
    game.play("banzai 1", &[]);
    assert_eq!(game.standing(2), Standing::Fit);
    // Without a leader they stay behind.
    let mut game = set("rifleman");
    assert_eq!(game.offered(), ["move 1", "leave"]);
    game.play("move 1", &[]);
    assert_eq!((game.group(1).members.len(), game.group(3).members.clone()), (3, vec![1]));
    assert!(!game.group(3).banzai);
    // A pin in the enemy's turn is a pin.
    let mut game = set("sl");
    game.play("leave", &[]).end_turn();
    game.give(Side::B, "sniper");
    game.play("end", &[]).roll("snipe 1", &[1, 4, 1]);
    assert_eq!(game.standing(1), Standing::Pinned);
}

// shows: 91.6
#[test]
fn fire_on_the_move_is_an_action_where_the_move_alone_is_none() {
    let mut game = table(FIELD)
        .nations("japanese", "british")
        .ours("0405", "e", RIFLES)
        .theirs("0805", "w", RIFLES)
        .begin();
    game.give(Side::A, "move 1, fire 5/4");
    game.play("group 1", &[]).play("move 1", &[]).play("step e", &[]).play("fire 5/4", &[]);
    game.harmless(2);
    assert_eq!(game.position.hands.seat(Side::A).actions, 1);
}

// shows: 91.6
#[test]
fn a_japanese_platoon_leader_is_wounded_and_his_group_the_bolder() {
    let mut game = table(FIELD)
        .nations("german", "japanese")
        .ours("0505", "e", RIFLES)
        .theirs("0905", "w", "pl rifleman rifleman")
        .begin();
    game.pin(6);
    assert_eq!(game.position.forces.nerve(6).morale, 4);
    fire(&mut game, &[0, -7, -7]);
    assert!(game.standing(6) == Standing::Pinned && game.position.forces.figure(5).wounded);
    assert_eq!((game.position.forces.nerve(6).morale, game.position.forces.nerve(5).kia), (5, 6));
}

// shows: 91.6
#[test]
fn knee_mortars_of_a_group_fire_together_with_a_larger_card() {
    let set = |card: &str| {
        let mut game = table(FIELD)
            .nations("japanese", "british")
            .ours("0305", "e", "light-mortar rifleman light-mortar rifleman")
            .theirs("0905", "w", "rifleman rifleman")
            .begin();
        game.give(Side::A, card);
        game.play("group 1", &[]);
        game
    };
    let mut game = set("fire 3/2");
    // Two checks to hit 0-1. The target is acquired when both have fired: 2 is a miss for the second.
    game.play("shoot 3/2", &[]).play("load 1 he", &[]).play("target 2", &[0, -7, -7, 2]);
    assert!(game.acquired(1, 2));
    // It stays acquired while one mortarman is up, whoever else is.
    game.pin(1);
    game.position.forces.acquired.push((0, 1));
    let mut game = set("fire 1");
    game.play("shoot 1", &[]).play("load 1 he", &[]).play("target 2", &[7]);
    // They need no setting up.
    let game = set("move 1");
    assert!(game.offers("move 1"));
    // Three of them and no other weapon.
    let group = |nation, figures: &str| {
        faults(table(FIELD).nations(nation, "british").ours("0305", "e", figures).theirs("0905", "w", RIFLES))
    };
    let three = "light-mortar rifleman light-mortar rifleman light-mortar rifleman";
    assert_eq!(group("japanese", three), "");
    assert!(group("japanese", &format!("{three} lmg rifleman")).contains("91.6"));
    assert!(group("german", three).contains("91.6"));
}

// shows: 91.6 91.7
#[test]
fn an_anti_tank_rifle_takes_two_men_and_stays_when_its_bearer_runs() {
    for (nation, moves) in [("italian", false), ("japanese", false), ("british", true)] {
        let mut game = table(FIELD)
            .nations(nation, "german")
            .ours("0405", "e", "at-rifle rifleman")
            .theirs("0805", "w", RIFLES)
            .begin();
        game.position.forces.figures[1].standing = Standing::Killed;
        game.position.forces.groups[0].members = vec![0];
        game.give(Side::A, "move 1");
        game.play("group 1", &[]);
        assert_eq!(game.offers("move 1"), moves, "{nation}");
    }
    for (nation, left) in [("italian", 1), ("british", 0)] {
        let mut game = table(FIELD)
            .nations("german", nation)
            .ours("0405", "e", RIFLES)
            .theirs("0805", "w", "at-rifle rifleman")
            .begin();
        game.pin(6).pin(7);
        // Five rifles at close range: 5 and 0 rout a man of panic 3, and the other is killed: 5 and 4.
        fire(&mut game, &[0, 4]);
        assert_eq!(
            (game.standing(6), game.position.forces.dropped.len()),
            (Standing::Routed, left),
            "{nation}"
        );
    }
}
