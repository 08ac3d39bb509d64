//! Cards of the night: flares, and fire that gives a group away (79 to 81).
//!
//! "shows:" names the paragraphs a card fails without; the ledger's test reads it.

use standto::game::Side;

use super::table::{Played, RIFLES, Table, table};

const DARK: &str = "night = true\nrules = [\"flares\", \"flashes\"]\n";

/// Forty inches of exposed ground by night, a platoon leader of ours at its end.
fn dark(theirs: &'static str) -> Table {
    table("eeeeeeeeeeeeeeeeeeeeeeee")
        .head(DARK)
        .ours("0105", "e", "pl rifleman rifleman rifleman rifleman rifleman")
        .theirs(theirs, "w", RIFLES)
}

/// A flare of our leader's over a square, burning by this face of the die.
fn lit(game: &mut Played, square: &str, face: u8) {
    game.give(Side::A, "smoke");
    game.play("group 1", &[]);
    assert!(!game.offers("lay smoke"), "smoke hides nobody by night");
    game.play("flare smoke", &[]).roll(&format!("at {square}"), &[face]);
}

fn cover(game: &mut Played) -> Option<i16> {
    game.position.forces.groups[0].acted = false;
    game.give(Side::A, "fire 5/4");
    game.play("group 1", &[]);
    if !game.offers("fire 5/4") {
        game.play("leave", &[]);
        return None;
    }
    game.play("fire 5/4", &[]).harmless(2);
    if game.kind() == "second-fire" {
        game.play("done", &[]);
    }
    Some(game.lines().get("concealment").copied().unwrap_or(0))
}

// shows: 80.3 80.6 80.7
#[test]
fn a_flare_shows_those_within_eight_inches_as_by_day_and_those_within_twelve_dimly() {
    // 32 inches away: nobody is seen without light. Flares 8, 12 and 14 inches from the target.
    for (square, seen) in
        [("1701", Some(0)), ("1705", Some(0)), ("1305", Some(0)), ("1105", Some(-1)), ("1005", None)]
    {
        let mut game = dark("1705").begin();
        assert_eq!(cover(&mut game), None, "dark");
        game.position.forces.groups[0].acted = false;
        lit(&mut game, square, 6);
        assert_eq!(cover(&mut game), seen, "{square}");
    }
}

// shows: 80.2 80.4 80.5
#[test]
fn a_flare_burns_by_the_die_one_more_from_artillery_one_less_from_leaders() {
    let mut game = dark("1705").begin();
    lit(&mut game, "1705", 1);
    assert_eq!(game.position.terrain.flares[0].left, 1, "never less than 1");
    game.end_turn().end_turn();
    assert!(game.position.terrain.flares.is_empty(), "it goes out at the start of its owner's turn");
    let mut game = dark("1705").begin();
    lit(&mut game, "1705", 4);
    assert_eq!(game.position.terrain.flares[0].left, 3);
    game.end_turn();
    assert_eq!(game.position.terrain.flares[0].left, 3, "the enemy's turn takes nothing off");
    game.end_turn();
    assert_eq!(game.position.terrain.flares[0].left, 2);
    // A mortar needs a fire card and no To Hit check: the face as it is.
    let mut game = table("eeeeeeeeeeeeeeeeeeeeeeee")
        .head(DARK)
        .ours("0105", "e", "mortar-81 rifleman rifleman")
        .theirs("1705", "w", RIFLES)
        .begin();
    game.give(Side::A, "fire 1");
    game.play("group 1", &[]).play("shoot 1", &[]);
    assert_eq!(game.offered(), ["load 1 flare"], "nobody is seen to be fired at");
    game.play("load 1 flare", &[]).roll("at 1705", &[6]);
    assert_eq!(game.position.terrain.flares[0].left, 6);
}

// shows: 80.1
#[test]
fn artillery_lights_any_square_with_a_radio_card() {
    let call = |results: &[i8]| {
        let mut game = table("eeeeeeeewweeeeeeeeeeeeee")
            .head(DARK)
            .more(0, "artillery = 5")
            .radio("0105", "e", "sl rifleman rifleman")
            .theirs("1705", "w", RIFLES)
            .begin();
        game.give(Side::A, "rally 3 radio");
        game.play("group 1", &[]).play("call 3 radio", &[]).play("round flare", results);
        game
    };
    assert_eq!(call(&[0]).kind(), "orders", "0 is not enough");
    let mut game = call(&[1]);
    // Behind the wood, where nobody of ours sees: anywhere on the table.
    game.roll("at 2012", &[3]);
    assert_eq!(game.position.terrain.flares[0].left, 4);
    let mut game = call(&[1]);
    game.roll("at 2012", &[6]);
    assert_eq!(game.position.terrain.flares[0].left, 6, "never more than 6");
}

// shows: 81
#[test]
fn whoever_fires_by_night_is_seen_until_his_next_turn() {
    let mut game = table("eeeeeeeeeeeeeeeeeeeeeeee")
        .head(DARK)
        .ours("0105", "e", RIFLES)
        .theirs("1705", "w", RIFLES)
        .ours("1404", "e", "rifleman rifleman")
        .begin();
    assert_eq!(cover_of(&mut game), None, "32 inches");
    game.end_turn();
    game.give(Side::B, "fire 1");
    game.play("group 3", &[]).play("fire 1", &[]).harmless(2).end_turn();
    assert_eq!(cover_of(&mut game), Some(-1), "they have fired");
    game.end_turn();
    assert!(!game.group(3).more.flash, "their next turn begins");
}

/// What group 1 finds of group 3.
fn cover_of(game: &mut Played) -> Option<i16> {
    game.position.forces.groups[0].acted = false;
    game.give(Side::A, "fire 5/4");
    game.play("group 1", &[]);
    if !game.offers("fire 5/4") {
        game.play("leave", &[]);
        return None;
    }
    game.play("fire 5/4", &[]).harmless(3);
    game.lines().get("concealment").copied()
}

// shows: 79.3
#[test]
fn a_shot_at_a_lit_target_loses_no_step() {
    let number = |light: bool| {
        let mut game = table("eeeeeeeeeeeeeeeeeeeeeeee")
            .head(DARK)
            .our_vehicle("0505", "e", "medium-tank-late")
            .ours("0112", "e", "pl rifleman rifleman")
            .their_vehicle("1005", "w", "medium-tank-late")
            .theirs("2412", "w", RIFLES)
            .begin();
        if light {
            game.give(Side::A, "smoke");
            game.play("group 2", &[]).play("flare smoke", &[]).roll("at 1005", &[6]);
        }
        game.give(Side::A, "fire 1");
        game.play("group 1", &[]).play("shoot 1", &[]).play("load 1 ap", &[]).play("target 3", &[7]);
        game.hit_line()
    };
    assert!(number(false).contains("To Hit 0-3)"), "{}", number(false));
    assert!(number(true).contains("To Hit 0-4)"), "{}", number(true));
}
