//! Cards of the nations' own rules: Italians, Romanians and Finns.
//!
//! "shows:" names the paragraphs a card fails without; the ledger's test reads it.

use super::nations::{FIELD, faults};
use super::table::{RIFLES, table};
use standto::game::Side;

// shows: 91.7
#[test]
fn pinned_italians_surrender_but_not_to_russians() {
    for (enemy, panic, surrender) in [("german", 2, true), ("russian", 3, false)] {
        let mut game = table(FIELD)
            .nations(enemy, "italian")
            .ours("0605", "e", RIFLES)
            .theirs("0705", "w", "rifleman rifleman")
            .begin();
        assert_eq!(game.position.forces.nerve(5).panic, panic);
        game.pin(6).pin(7);
        game.give(Side::A, "move 1");
        game.charge(5);
        assert_eq!(game.kind(), "stand", "they may still run");
        if surrender {
            // 5 more attackers than unpinned defenders: 4 and -5 is one who runs; the other gives up.
            game.play("stand", &[4]);
            assert_eq!(game.position.forces.lost(Side::B), 1);
        } else {
            game.play("stand", &[5]);
            assert_ne!(game.kind(), "turn", "they fight");
        }
    }
}

// shows: 91.7
#[test]
fn italians_show_their_cowers_and_against_russians_always_throw_them_away() {
    for (enemy, after_action) in [("british", false), ("russian", true)] {
        let mut game = table(FIELD)
            .nations("italian", enemy)
            .ours("0405", "e", RIFLES)
            .theirs("0805", "w", RIFLES)
            .begin();
        game.give(Side::A, "move 1, cower, cower, rally 1, fire 1");
        game.play("end", &[]);
        assert!(game.offers("discard cower") && game.offers("discard rally 1"));
        game.play("discard cower", &[]).play("discard cower", &[]).play("discard rally 1", &[]);
        assert!(!game.offers("discard fire 1"), "one other besides the cowers");
        let seat = game.position.hands.seat(Side::A);
        assert_eq!((seat.played.len(), seat.buried.len()), (2, 1), "the cowers are seen, the other is not");
        let mut game = table(FIELD)
            .nations("italian", enemy)
            .ours("0405", "e", RIFLES)
            .theirs("0805", "w", RIFLES)
            .begin();
        game.give(Side::A, "move 1, cower");
        game.play("group 1", &[]).play("ground 1", &[]).play("end", &[]);
        assert_eq!(game.offers("discard cower"), after_action, "{enemy}");
    }
}

// shows: 91.11
#[test]
fn second_line_romanians_neither_frighten_nor_mine() {
    for (quality, fear) in [("line", true), ("second-line", false)] {
        let set = || {
            table(FIELD)
                .nations("romanian", "russian")
                .more(0, &format!("quality = \"{quality}\""))
                .ours("0505", "e", RIFLES)
                .theirs("0905", "w", RIFLES)
                .begin()
        };
        let mut game = set();
        game.give(Side::A, "fear");
        game.play("end", &[]);
        assert_eq!((game.offers("frighten 2"), game.offers("discard fear")), (fear, true), "{quality}");
        let mut game = set();
        game.end_turn();
        game.give(Side::A, "minefield");
        game.give(Side::B, "move 1");
        game.play("group 2", &[]).play("move 1", &[]).play("step e", &[]).play("halt", &[]);
        assert_eq!(game.offers("mine minefield"), fear, "{quality}");
    }
}

// shows: 91.11
#[test]
fn romanians_panic_by_the_year_and_less_before_hungarians() {
    let panic = |more: &str, enemy: &'static str| {
        let game = table(FIELD)
            .nations("romanian", enemy)
            .more(0, more)
            .ours("0505", "e", "sl rifleman rifleman")
            .theirs("0905", "w", RIFLES)
            .begin();
        [0, 1].map(|figure| game.position.forces.nerve(figure).panic)
    };
    assert_eq!(panic("", "russian"), [4, 3]);
    assert_eq!(panic("kind = \"romanians-1943\"", "russian"), [3, 2]);
    assert_eq!(panic("kind = \"romanians-1944\"", "german"), [4, 3]);
    assert_eq!(panic("kind = \"romanians-1944\"", "hungarian"), [4, 4], "but not leaders");
    // Quality counts in every year; elite troops panic like others.
    assert_eq!(panic("kind = \"romanians-1944\"\nquality = \"elite\"", "german"), [4, 3]);
    assert_eq!(panic("kind = \"romanians-1943\"\nquality = \"second-line\"", "german"), [2, 1]);
}

// shows: 91.12
#[test]
fn finns_rally_single_men_besides_before_anything_else() {
    let mut game = table(FIELD)
        .nations("finnish", "russian")
        .ours("0505", "e", RIFLES)
        .theirs("1505", "w", RIFLES)
        .begin();
    game.pin(1).pin(2).pin(3);
    game.give(Side::A, "rally 1, rally 1, rally 2, move 1");
    for figure in ["figure 1", "figure 2"] {
        game.play("group 1", &[]).play("sankari 1", &[]).play(figure, &[]);
        assert!(!game.group(1).acted && game.position.hands.seat(Side::A).actions == 0);
    }
    // A rally card as an action is one.
    game.play("group 1", &[]).play("rally 2", &[]).play("figure 3", &[]);
    assert!(game.group(1).acted && game.position.hands.seat(Side::A).actions == 1);
    // A sniper check is no action either, but comes before.
    let mut game = table(FIELD)
        .nations("finnish", "russian")
        .ours("0505", "e", RIFLES)
        .theirs("1505", "w", RIFLES)
        .begin();
    game.position.forces.groups[0].sniped = Some(1);
    game.play("group 1", &[]).play("sniper-check", &[2]);
    assert!(!game.group(1).acted && game.position.hands.seat(Side::B).snipers_dead);
}

// shows: 91.12
#[test]
fn skis_carry_finns_farther_under_the_same_concealment() {
    let set = |card: &str| {
        let mut game = table(FIELD)
            .nations("finnish", "russian")
            .more(0, "ski = true")
            .ours("0505", "e", RIFLES)
            .theirs("0905", "w", RIFLES)
            .begin();
        game.give(Side::A, card);
        game.give(Side::B, "fire 5/4, fire 5/4");
        game.play("group 1", &[]);
        game
    };
    // 1/-1: two move actions, both under its concealment.
    let mut game = set("move 1/-1");
    game.play("move 1/-1", &[]).play("step n", &[]).play("halt", &[]).play("pass", &[]);
    assert_eq!(game.kind(), "march", "one action more");
    game.play("step n", &[]).play("halt", &[]).play("with 2", &[]).play("fire 5/4", &[]);
    game.play("point 2", &[-7, -7, -7, -7, -7]);
    assert_eq!(game.lines()["concealment"], -1);
    // 2/-1: three, or one under its concealment.
    let mut game = set("move 2/-1");
    game.play("move 2/-1", &[]);
    for _ in 0..3 {
        assert_eq!(game.kind(), "march");
        game.play("step n", &[]).play("halt", &[]).play("pass", &[]);
    }
    assert_eq!(game.kind(), "after-move");
    let mut game = set("move 2/-1");
    game.play("cover 2/-1", &[]).play("step n", &[]).play("halt", &[]).play("pass", &[]);
    assert_eq!(game.kind(), "after-move");
    let swiss = table(FIELD).more(0, "ski = true").ours("0505", "e", RIFLES).theirs("0905", "w", RIFLES);
    assert!(faults(swiss).contains("only Finns"));
}
