//! Cards of the battle as a whole: hands, command, artillery and how it ends.
//!
//! "shows:" names the paragraphs a card fails without; the ledger's test reads it.

use standto::game::Side;
use standto::rules::fireandmove::state::Standing;

use super::table::{RIFLES, duel, table};

// shows: 55.1 55.3
#[test]
fn a_pinned_or_lost_platoon_leader_costs_a_card() {
    let mut game = table("eeeeeeee")
        .ours("0505", "e", "pl1 sl rifleman rifleman")
        .theirs("0801", "w", "rifleman rifleman")
        .begin();
    assert_eq!(game.hand_limit(Side::A), 5);
    game.pin(1);
    assert_eq!(game.hand_limit(Side::A), 4);
    game.position.forces.figures[0].standing = Standing::Killed;
    game.position.forces.groups[0].members.remove(0);
    assert_eq!(game.hand_limit(Side::A), 4);
    game.give(Side::A, "hero");
    game.play("hero 2", &[]);
    assert_eq!(game.hand_limit(Side::A), 5, "the squad leader has taken command");
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
    assert!(game.group(2).called.is_some(), "0 is not enough, but it is marked");
    game.position.forces.figures.iter_mut().for_each(|figure| figure.busy = false);
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
            .hands
            .seats
            .iter()
            .all(|seat| seat.deck.left().contains(&standto::rules::fireandmove::cards::Card::TimeCheck))
    );
    game.give(Side::A, "move 1, move 1, move 1, move 1");
    let seat = &mut game.position.hands.seats[0];
    let all: Vec<_> = seat.deck.left().to_vec();
    let time = standto::rules::fireandmove::cards::Card::TimeCheck;
    for card in all.iter().filter(|card| **card != time) {
        seat.deck.take(card);
    }
    seat.played = all.into_iter().filter(|card| *card != time).collect();
    // The only card left is the time check: the deck is empty then, so it is shuffled and one more is drawn.
    game.play("end", &[]).roll("done", &[1, 5]);
    assert_eq!((game.position.clock.passages, game.kind()), (1, "over"));
    assert_eq!(game.position.hands.seats[0].hand.len(), 5);
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
            .contains("two to eight figures, plus any platoon leader, not 9 (6.1)")
    );
    assert!(read("lmg rifleman mmg rifleman").unwrap_err().contains("at most one machine gun (6.1)"));
    let game = table("eeeeeeee")
        .ours("0505", "e", "lmg rifleman rifleman")
        .theirs("0801", "w", "rifleman rifleman")
        .begin();
    assert!(game.position.forces.is_crewed(0));
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
        let nerve = game.position.forces.nerve(0);
        (nerve.morale, nerve.panic, game.position.forces.soldier(0).ccv)
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
