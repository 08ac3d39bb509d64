//! Cards of the jungle, of swamps and of house rules (94, 96).
//!
//! "shows:" names the paragraphs a card fails without; the ledger's test reads it.

use standto::dice::Dice;
use standto::game::{Log, Rules, Side};
use standto::rules::fireandmove::Choice;
use standto::rules::fireandmove::battlefield::terrain::Ground;
use standto::rules::fireandmove::cards::Card;
use standto::rules::fireandmove::scenario;

use super::nations::faults;
use super::table::{Played, RIFLES, Table, table};

/// Open ground, a part of the jungle worth 3, one worth 2, open ground.
fn jungle() -> Table {
    table("eeeejjjjjjggggggffffffff")
        .feature('j', "value = 3")
        .feature('g', "value = 2")
        .ours("0405", "e", RIFLES)
        .theirs("2305", "w", RIFLES)
}

/// A movement card on our group in the jungle, which the enemy lets go.
fn on(game: &mut Played, card: &str) {
    game.position.forces.groups[0].acted = false;
    game.give(Side::A, card);
    game.play("group 1", &[]).play(card, &[]);
    if game.kind() == "astray" {
        game.play("pass", &[]);
    }
}

// shows: 94.2 94.3 94.4
#[test]
fn a_group_goes_through_the_jungle_by_its_record() {
    let mut game = jungle().begin();
    on(&mut game, "move 1");
    game.play("into 1", &[]);
    assert!(
        game.group(1).deep && game.group(1).mar == 1 && game.kind() == "turn",
        "the first move action counts"
    );
    // 3 are needed: one and one is not enough, and nobody asks.
    on(&mut game, "move 1");
    assert_eq!((game.group(1).mar, game.kind()), (2, "turn"));
    on(&mut game, "move 2/-1");
    assert_eq!((game.group(1).mar, game.kind()), (4, "thicket"));
    assert!(game.offers("into 2") && game.offers("point 1") && game.offers("done"));
    // On into the next part: 3 are spent, and 1 is short of the 2 of the next.
    game.play("into 2", &[]);
    assert_eq!((game.group(1).mar, game.kind()), (1, "turn"));
    on(&mut game, "move 1");
    // Out at its edge, before the enemy's eyes; the record is 1.
    let out = game.offered().into_iter().find(|choice| choice.starts_with("point")).unwrap();
    game.play(&out, &[]);
    assert_eq!((game.kind(), game.group(1).deep, game.group(1).mar), ("react", false, 1));
    assert_eq!(&game.at(1)[..2], "16");
    // Whoever waits keeps what he has.
    let mut game = jungle().begin();
    on(&mut game, "move 3/-2");
    game.play("into 1", &[]).play("done", &[]);
    assert_eq!(game.group(1).mar, 3);
}

// shows: 94.3
#[test]
fn nobody_sees_a_group_in_the_jungle_and_it_sees_nobody() {
    let mut game = jungle().begin();
    on(&mut game, "move 1");
    game.play("into 1", &[]);
    game.position.forces.groups[1].at = "0405".parse().unwrap();
    game.position.forces.groups[0].acted = false;
    game.give(Side::A, "fire 5/4, move 1, rally 1");
    game.play("group 1", &[]);
    assert_eq!(game.offered(), ["move 1", "leave"]);
    game.play("leave", &[]);
    game.end_turn();
    game.give(Side::B, "fire 5/4, fear, sniper");
    game.play("group 2", &[]);
    assert!(!game.offers("fire 5/4"));
    game.play("leave", &[]).play("end", &[]);
    assert!(!game.offers("frighten 1") && !game.offers("snipe 1"));
    // On the periphery one walks, and is seen; inside nobody walks square by square.
    let mut game = jungle().begin();
    on(&mut game, "move 2/-1");
    game.play("step e", &[]);
    assert_eq!(game.at(1), "0505");
    assert!(game.offers("step n") && !game.offers("step e"));
    game.play("halt", &[]).play("pass", &[]);
    assert!(game.offers("into 1"), "from its edge too");
}

// shows: 94.5
#[test]
fn a_minefield_card_lets_a_group_in_the_jungle_lose_its_way() {
    let mut game = jungle().begin();
    on(&mut game, "move 3/-2");
    game.play("into 1", &[]).play("done", &[]);
    game.position.forces.groups[0].acted = false;
    game.give(Side::A, "move 2/-1");
    game.give(Side::B, "minefield");
    game.play("group 1", &[]).play("move 2/-1", &[]);
    assert_eq!(game.kind(), "astray");
    // 3 and 2 are 5, halved 2; no mine goes off, and it goes nowhere.
    game.play("mine minefield", &[]);
    assert_eq!((game.group(1).mar, game.group(1).mined, game.kind()), (2, false, "turn"));
    // He is asked whether he holds such a card or not.
    let mut game = jungle().begin();
    on(&mut game, "move 1");
    game.play("into 1", &[]);
    game.position.forces.groups[0].acted = false;
    game.give(Side::A, "move 1");
    game.play("group 1", &[]).play("move 1", &[]);
    assert_eq!((game.kind(), game.offered().len()), ("astray", 2));
}

// shows: 94.7
#[test]
fn swamps_are_forded_straight_from_one_dry_place_to_the_next() {
    let set = |card: &str| {
        let mut game =
            table("eeeeqqqiiiqqqeeeeeeeeeee").ours("0405", "e", RIFLES).theirs("0410", "s", RIFLES).begin();
        game.give(Side::A, card);
        game.play("group 1", &[]).play(card, &[]);
        game
    };
    // With a ford card without a check, else 1 or more.
    let mut game = set("move 1 ford");
    game.play("step e", &[]);
    assert_eq!(game.offered(), ["step e"], "straight on, and no halt in the wet");
    game.play("step e", &[]).play("step e", &[]).play("step e", &[]);
    assert_eq!(game.at(1), "0805");
    assert!(game.offers("step n") && game.offers("halt"), "and on through the dry");
    let mut game = set("move 1");
    game.play("step e", &[0]);
    assert_eq!((game.at(1), game.kind()), ("0405".into(), "after-move"));
    let mut game = set("move 1");
    game.play("step e", &[1]);
    assert_eq!(game.at(1), "0505");
    // Fired at in the wet nobody has cover.
    game.give(Side::B, "fire 5/4");
    game.play("step e", &[]).play("step e", &[]).play("step e", &[]).play("halt", &[]);
    game.play("with 2", &[]).play("fire 5/4", &[]).play("point 2", &[-7; 5]);
    assert_eq!(game.lines().get("concealment"), None);
}

// shows: 94.8 94.9 94.10 94.11 94.12
#[test]
fn the_other_grounds_of_the_jungle_are_as_listed() {
    let printed = [
        (Ground::Jungle, 4, 3, true, None, None),
        (Ground::Swamp, 0, 0, true, None, None),
        (Ground::SwampIsland, 3, 2, true, None, None),
        (Ground::Kunai, 2, 1, false, Some(1), Some(5)),
        (Ground::Bamboo, 2, 1, true, None, Some(4)),
        (Ground::Palms, 2, 1, false, Some(0), Some(7)),
        (Ground::Paddy, 1, 0, false, Some(5), None),
        (Ground::Hut, 1, 0, false, Some(1), Some(3)),
    ];
    for (ground, stationary, moving, blocks, bog, burn) in printed {
        let cover = ground.cover();
        let found = (cover.stationary, cover.moving, cover.blocks, cover.bog.map(i8::abs), cover.burn);
        assert_eq!(found, (stationary, moving, blocks, bog, burn), "{}", ground.name());
    }
    for ground in [Ground::Jungle, Ground::Swamp, Ground::SwampIsland, Ground::Bamboo] {
        assert!(ground.is_closed_to_vehicles(), "{}", ground.name());
    }
    // Guns are not set up in bamboo.
    let mut game = table("zzzzzzzzeeeeeeeeeeee")
        .our_gun("0405", "e", "gun-37", "gunner gunner gunner")
        .theirs("1405", "w", RIFLES)
        .begin();
    game.position.forces.groups[0].down = true;
    game.play("group 1", &[]);
    assert!(!game.offers("set-up"));
    // Concealment in play: kunai, bamboo, palms, a paddy and a hut.
    for (field, value) in [
        ("eeeeeexxxxxx", -2),
        ("eeeeeezzzzzz", -2),
        ("eeeeeepppppp", -2),
        ("eeeeeetttttt", -1),
        ("eeeeeeuuuuuu", -1),
    ] {
        let mut game = table(field).ours("0505", "e", RIFLES).theirs("0705", "w", RIFLES).begin();
        game.give(Side::A, "fire 5/4");
        game.play("group 1", &[]).play("fire 5/4", &[]).harmless(2);
        assert_eq!(game.lines()["concealment"], value, "{field}");
    }
}

fn deal(table: &Table) -> standto::rules::fireandmove::Position {
    let (mut position, _) = scenario::read("card", &table.text()).unwrap();
    position.apply(&Choice::Done, &mut Dice::seeded(3, 0), &mut Log::off()).unwrap();
    position
}

// shows: 96.2
#[test]
fn the_attacker_may_begin_with_movement_cards() {
    let battle = || table("eeeeeeeeeeee").ours("0405", "e", RIFLES).theirs("1105", "w", RIFLES);
    let game = battle().head("attacker = \"ours\"\nhead-start = 3\n").begin();
    let told = game.log.iter().any(|event| event.text.contains("begins with"));
    let position = deal(&battle().head("attacker = \"ours\"\nhead-start = 3\n"));
    let moves = position.hands.seat(Side::A).hand.iter().filter(|card| matches!(card, Card::Move(_))).count();
    assert!(moves >= 3 && position.hands.seat(Side::A).hand.len() == 5 && !told);
    let missing = battle().head("head-start = 3\n");
    assert!(faults(missing).contains("needs an attacker"));
}

// shows: 96.3
#[test]
fn the_attackers_minefield_may_be_another_card() {
    let battle = |card: &str| {
        table("eeeeeeeeeeee")
            .more(0, &format!("instead-of-mines = \"{card}\""))
            .ours("0405", "e", RIFLES)
            .theirs("1105", "w", RIFLES)
    };
    battle("sniper").begin();
    let position = deal(&battle("sniper"));
    let seat = position.hands.seat(Side::A);
    let all: Vec<Card> = seat.deck.left().iter().chain(&seat.hand).copied().collect();
    let count = |wanted: Card| all.iter().filter(|card| **card == wanted).count();
    assert_eq!((all.len(), count(Card::Sniper), count(Card::Minefield)), (41, 2, 0));
    assert_eq!(faults(battle("move 1")) + &faults(battle("rally 3 radio")), "");
    assert!(faults(battle("hero")).contains("96.3"));
}

// shows: 96.4
#[test]
fn two_radio_cards_together_call_in_a_strike() {
    let mut game = table("eeeeeeeeeeee")
        .more(0, "strikes = [9, 1]")
        .radio("0405", "e", "sl rifleman rifleman")
        .theirs("1105", "w", "rifleman rifleman")
        .begin();
    game.give(Side::A, "rally 3 radio, rally 4 radio, rally 5 radio");
    game.play("group 1", &[]);
    assert!(!game.offers("call 3 radio"), "there is no artillery");
    game.play("strike 3 radio", &[]);
    assert_eq!(game.offered(), ["call 4 radio", "call 5 radio"]);
    // 9 and -1 is 8: dead; 9 and -6 pins a man of morale 3.
    game.play("call 4 radio", &[]).play("target 2", &[1, -1, -6]);
    use standto::rules::fireandmove::state::Standing::{Killed, Pinned};
    assert_eq!([game.standing(4), game.standing(5)], [Killed, Pinned]);
    assert_eq!(game.position.hands.seat(Side::A).strikes, 1);
    let few = table("eeeeeeeeeeee")
        .more(0, "strikes = [7, 1]")
        .ours("0405", "e", RIFLES)
        .theirs("1105", "w", RIFLES);
    assert!(faults(few).contains("8 to 12"));
}
