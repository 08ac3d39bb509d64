//! Cards of partisans (91.16).
//!
//! "shows:" names the paragraphs a card fails without; the ledger's test reads it.

use standto::game::Side;
use standto::rules::fireandmove::state::Standing;

use super::nations::{FIELD, faults};
use super::table::{RIFLES, Table, table};

fn partisans() -> Table {
    table("eeeeeeeeccccccc")
        .nations("german", "russian")
        .more(1, "partisans = true")
        .ours("0505", "e", RIFLES)
        .theirs("0905", "w", "sl rifleman rifleman rifleman rifleman rifleman rifleman rifleman")
}

// shows: 91.16
#[test]
fn partisans_panic_sooner_set_booby_traps_and_ambush_once() {
    let mut game = partisans().begin();
    let nerve = game.position.forces.nerve(6);
    assert_eq!((nerve.morale, nerve.panic), (3, 3), "panic 4 of Russians less 1");
    // Their minefield card is a minefield, or a trap that strikes with 5 and leaves the group free.
    game.give(Side::A, "move 1");
    game.give(Side::B, "minefield");
    game.play("group 1", &[]).play("move 1", &[]).play("step n", &[]).play("halt", &[]);
    assert!(game.offers("mine minefield"));
    game.play("trap minefield", &[]).roll("point 2", &[1, 1, 3]);
    assert!(!game.group(1).mined && game.standing(1) == Standing::Pinned, "5 and -2");
    game.play("go-on", &[]).play("pass", &[]).play("done", &[]);
    game.end_turn();
    // From crops, for the first time: one more; and no second card.
    game.give(Side::B, "fire 3/2, fire 3/2, fire 1");
    game.play("group 2", &[]).play("fire 3/2", &[]).harmless(1);
    assert_eq!(game.lines().get("ambush"), Some(&1));
    assert_eq!(game.kind(), "turn");
    game.position.forces.groups[1].acted = false;
    game.play("group 2", &[]).play("fire 3/2", &[]).harmless(1);
    assert_eq!(game.lines().get("ambush"), None);
}

// shows: 91.16
#[test]
fn partisans_hide_move_unenfiladed_and_ford_with_every_small_card() {
    let set = || {
        table("eeeeeeeeeeeeeecccc")
            .nations("german", "russian")
            .more(1, "partisans = true")
            .ours("0505", "e", RIFLES)
            .theirs("1505", "e", "rifleman rifleman rifleman")
            .begin()
    };
    let mut game = set();
    game.end_turn();
    game.give(Side::B, "move 3/-2, fire 1, move 1");
    game.play("group 2", &[]).play("hide 3/-2", &[]);
    assert!(game.group(2).hidden && game.at(2) == "1505");
    game.end_turn();
    game.give(Side::A, "fire 5/4, fear, sniper");
    game.play("group 1", &[]);
    assert!(!game.offers("fire 5/4"), "nobody to be seen");
    game.play("leave", &[]).play("end", &[]);
    assert!(!game.offers("frighten 2"));
    // Its fire gives it away.
    let mut game = set();
    game.position.forces.groups[1].hidden = true;
    game.end_turn();
    game.give(Side::B, "fire 1");
    game.play("group 2", &[]).play("fire 1", &[]).harmless(1);
    assert!(!game.group(2).hidden);
    // A card whose concealment is not used still guards its flanks: they face away, and no enfilade counts.
    for (card, enfilade) in [("move 1", true), ("move 2/-1", false)] {
        let mut game = set();
        game.end_turn();
        game.give(Side::B, card);
        game.give(Side::A, "fire 5/4");
        game.play("group 2", &[]).play(card, &[]).play("step e", &[]).play("halt", &[]);
        game.play("with 1", &[]).play("fire 5/4", &[]).play("point 2", &[-7, -7, -7]);
        assert_eq!(game.lines().contains_key("enfilade"), enfilade, "{card}");
    }
    // 2/-1 conceals 2.
    let mut game = set();
    game.end_turn();
    game.give(Side::B, "move 2/-1");
    game.give(Side::A, "fire 5/4");
    game.play("group 2", &[]).play("cover 2/-1", &[]).play("step w", &[]).play("halt", &[]);
    game.play("with 1", &[]).play("fire 5/4", &[]).play("point 2", &[-7, -7, -7]);
    assert_eq!(game.lines()["concealment"], -2);
}

// shows: 91.16
#[test]
fn partisans_are_few_and_lightly_armed_and_their_snipers_are_not_found() {
    let set = |more: &str, figures: &'static str| {
        faults(
            table(FIELD)
                .nations("german", "russian")
                .more(1, &format!("partisans = true\n{more}"))
                .ours("0505", "e", RIFLES)
                .theirs("0905", "w", figures),
        )
    };
    assert_eq!(set("artillery = 5", "pl sl rifleman rifleman"), "");
    assert!(set("", "pl1 rifleman rifleman").contains("a +0"));
    assert!(set("", "sl sl rifleman rifleman").contains("squad leaders"));
    assert!(set("artillery = 6", "sl rifleman rifleman").contains("at most strength 5"));
    let tank = table(FIELD)
        .nations("german", "russian")
        .more(1, "partisans = true\n")
        .ours("0505", "e", RIFLES)
        .their_vehicle("0905", "w", "light-tank")
        .theirs("0908", "w", RIFLES);
    assert!(faults(tank).contains("no guns and no vehicles"));
    let mut game = partisans().begin();
    game.position.forces.groups[0].sniped = Some(0);
    game.play("group 1", &[]).play("sniper-check", &[7]);
    assert!(!game.position.hands.seat(Side::B).snipers_dead);
}
