//! Cards of pillboxes (54, 92.31).
//!
//! "shows:" names the paragraphs a card fails without; the ledger's test reads it.

use standto::game::Side;
use standto::rules::fireandmove::state::Standing;

use super::table::{Played, RIFLES, Table, table};

/// A pillbox eight inches before five of our rifles, with a few of theirs in it.
fn pillbox(inside: &str) -> Table {
    table("eeeeeelffffffffff").ours("0605", "e", RIFLES).theirs("0705", "w", inside)
}

/// Our group climbs onto it.
fn climbed(inside: &str) -> Played {
    let mut game = pillbox(inside).ours("0101", "e", "rifleman rifleman").begin();
    game.give(Side::A, "move 1");
    game.play("group 1", &[]).play("move 1", &[]);
    assert!(!game.offers("charge 3"), "nobody charges a pillbox from outside");
    game.play("onto 3", &[]);
    if game.kind() == "after-move" {
        game.play("done", &[]);
    }
    if game.kind() == "react" {
        game.play("pass", &[]);
    }
    if game.kind() == "after-move" {
        game.play("done", &[]);
    }
    game
}

// shows: 54.1
#[test]
fn on_top_of_a_pillbox_neither_side_can_fire_at_the_other() {
    let mut game = climbed("rifleman rifleman");
    assert_eq!((game.at(1), game.group(1).more.atop), ("0705".into(), true));
    game.position.forces.groups[0].acted = false;
    game.give(Side::A, "fire 5/4");
    game.play("group 1", &[]);
    assert!(!game.offers("fire 5/4"), "a blind spot");
    game.play("leave", &[]).end_turn();
    game.give(Side::B, "fire 3/2");
    game.play("group 3", &[]);
    assert!(!game.offers("target 1"));
    game.play("fire 3/2", &[]);
    assert_eq!(game.offered(), ["target 2"], "those outside are in sight as ever");
}

// shows: 54.1
#[test]
fn a_flamethrower_burns_the_pillbox_under_it() {
    let mut game = table("eeeeeelffffffffff")
        .ours("0605", "e", "flamethrower rifleman rifleman")
        .theirs("0705", "w", "rifleman rifleman")
        .begin();
    game.give(Side::A, "move 1");
    game.play("group 1", &[]).play("move 1", &[]).play("onto 2", &[]);
    for answer in ["pass", "done"] {
        if game.offers(answer) {
            game.play(answer, &[]);
        }
    }
    game.position.forces.groups[0].acted = false;
    game.give(Side::A, "fire 1, fire 3/2");
    game.play("group 1", &[]);
    assert!(game.offers("fire 1") && !game.offers("fire 3/2"), "the flamethrower alone");
}

// shows: 54.2
#[test]
fn grenades_count_half_a_point_a_man_once_and_through_all_cover() {
    let mut game = climbed("rifleman rifleman");
    game.position.forces.groups[0].acted = false;
    game.give(Side::A, "fire 1, fire 5/4");
    // Five men: 2. Morale 3: a 1 pins, a 0 does not.
    game.play("group 1", &[]).play("grenade 1", &[1, 0]);
    assert_eq!([8, 9].map(|figure| game.standing(figure)), [Standing::Pinned, Standing::Fit]);
    game.position.forces.groups[0].acted = false;
    game.play("group 1", &[]);
    assert!(!game.offers("grenade 5/4"), "one attack and no more");
}

// shows: 54.3
#[test]
fn whoever_breaks_in_meets_only_small_weapons_and_has_no_cover() {
    let mut game = climbed("lmg rifleman rifleman rifleman");
    game.position.forces.groups[0].acted = false;
    game.give(Side::A, "move 1");
    game.give(Side::B, "fire 5/4, fire 3/2, fire 1");
    game.play("group 1", &[]).play("move 1", &[]);
    assert!(game.offers("charge 3"), "{:?}", game.offered());
    game.play("charge 3", &[]).play("done", &[0, 0, 0, 0, 0]);
    assert_eq!(game.kind(), "react");
    game.play("with 3", &[]);
    // Three riflemen and the assistant's rifle: the LMG itself is silent.
    game.play("fire 3/2", &[]);
    game.play(&game.offered()[0].clone(), &[-7, -7, -7, -7, -7]);
    let lines = game.lines();
    assert_eq!((lines.get("weapons"), lines.get("concealment")), (None, None), "{lines:?}");
}

// shows: 92.31
#[test]
fn a_pillbox_is_blind_and_closed_but_for_its_arc() {
    let fire = |at: &str, slit: &str| {
        let slit = match slit {
            "w" => "front = \"w\"",
            _ => "front = \"e\"",
        };
        let mut game = table("eeeeeelffffffffff")
            .feature('l', slit)
            .ours(at, "e", RIFLES)
            .theirs("0705", "w", RIFLES)
            .begin();
        game.give(Side::A, "fire 5/4");
        game.give(Side::B, "fire 5/4");
        game.play("group 1", &[]);
        let ours = game.offers("fire 5/4");
        game.play("leave", &[]).end_turn();
        game.give(Side::B, "fire 5/4");
        game.play("group 2", &[]);
        (ours, game.offers("fire 5/4"))
    };
    assert_eq!(fire("0305", "w"), (true, true), "straight before it");
    assert_eq!(fire("0305", "e"), (false, false), "behind it");
    // 60 degrees to either side: (2, 3) lies within, (1, 3) does not.
    assert_eq!(fire("0508", "w"), (true, true));
    assert_eq!(fire("0608", "w"), (false, false));
}
