//! Cards of weapons and their teams: who crews them, how far they reach, when they fail, when they are carried.

use standto::game::Side;

use super::groups::FIELD;
use super::table::{RIFLES, duel, table};

// shows: 9.3 36.1 27.1 27.3
#[test]
fn a_weapon_is_crewed_without_a_card_and_its_team_does_nothing_else() {
    let mut game =
        table(FIELD).ours("0505", "e", "lmg rifleman rifleman rifleman").theirs("0905", "w", RIFLES).begin();
    assert!(game.position.forces.is_crewed(0));
    game.position.forces.figures[1].assists = None;
    assert!(!game.position.forces.is_crewed(0));
    game.give(Side::A, "fire 3/2, fire 5/4, move 1");
    game.play("group 1", &[]).play("crew 2", &[]);
    assert!(game.position.forces.is_crewed(0) && !game.offers("move 1"));
    assert!(game.offers("fire 3/2") && !game.offers("fire 5/4"), "two of four have their hands full");
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
    assert!(game.position.forces.figure(0).failed);
    game.end_turn();
    game.end_turn();
    game.play("group 1", &[]).play("repair 1", &[1]);
    assert!(!game.position.forces.figure(0).failed);
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
        (game.position.forces.weapon(6).key.clone(), game.position.forces.dropped.len())
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

// shows: 92.29
#[test]
fn fire_from_a_marsh_is_weaker_its_guns_are_un_crewed_and_nothing_is_mended() {
    let mut game =
        table("mmmmmmeeeeee").ours("0505", "e", "lmg rifleman rifleman").theirs("0905", "w", RIFLES).begin();
    game.give(Side::A, "fire 3/2");
    game.position.forces.figures[0].failed = true;
    game.play("group 1", &[]);
    assert!(!game.offered().iter().any(|choice| choice.starts_with("repair")));
    game.play("leave", &[]);
    game.position.forces.figures[0].failed = false;
    game.play("group 1", &[]).play("fire 3/2", &[]).harmless(2);
    // Three men 3, the gun 1 instead of 2, and 1 off.
    assert_eq!((game.lines()["weapons"], game.lines()["in water"], game.strength()), (1, -1, 3));
}
