//! Cards of what is done beside moving and firing: rallying, smoke, mines, heroes and discards.
//!
//! "shows:" names the paragraphs a card fails without; the ledger's test reads it.

use standto::deeds::decisive;
use standto::game::{LogLine, Rules, Side};
use standto::rules::fireandmove::state::Standing;

use super::table::{RIFLES, cell, duel, table};

// shows: 40.1
#[test]
fn an_arc_is_turned_as_an_action() {
    let mut game =
        table("eeeeeeeeeeee").ours("0505", "n", "mmg rifleman").theirs("0905", "w", RIFLES).begin();
    game.play("group 1", &[]).play("turn e", &[]);
    assert!(game.group(1).front.letters() == "E" && game.group(1).acted);
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
    assert_eq!(game.position.terrain.smoke(cell("0905"), cell("0505")), 4);
    game.end_turn();
    assert_eq!(game.position.terrain.smokes[0].thick, 4, "not in the turn it was laid");
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
    assert_eq!(game.position.terrain.smokes[0].thick, 1);
}

#[test]
fn a_mine_that_hurts_nobody_is_no_decisive_action() {
    let game = table("eeeeeeeeeeee").ours("0205", "e", RIFLES).theirs("0905", "w", RIFLES);
    let mut game = game.begin().hand(Side::A, "move 2/-1").hand(Side::B, "minefield");
    game.play("group 1", &[]).play("move 2/-1", &[]);
    game.play("step e", &[]).play("step e", &[]).play("halt", &[]).play("mine minefield", &[]);
    // The third figure by lot; strength 4 and the worst result.
    game.roll("point 2", &[3, 1, 8]);
    assert_eq!(game.standing(3), Standing::Fit);
    let mines = game.log.iter().any(|event| event.text == "a1 runs into a minefield");
    let lines: Vec<LogLine> =
        game.log.iter().map(|event| LogLine { play: 1, turn: 1, event: event.clone() }).collect();
    assert!(mines && decisive(&lines, Side::A, 5).is_empty(), "{lines:?}");
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
    game.position.forces.figures[2].standing = Standing::Fit;
    game.position.forces.groups[0].acted = false;
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
    // With all platoon leaders lost a squad leader is one; a force that never had one has none to replace.
    let rank = |men: &str| {
        let mut game =
            table("eeeeeeee").ours("0505", "e", men).theirs("0801", "w", "rifleman rifleman").begin();
        if men.starts_with("pl") {
            game.position.forces.figures[0].standing = Standing::Killed;
            game.position.forces.groups[0].members.remove(0);
        }
        game.give(Side::A, "hero");
        game.play("hero 2", &[]);
        game.position.forces.rank(1)
    };
    use standto::rules::fireandmove::catalog::tables::Rank;
    assert_eq!(
        [rank("pl1 sl rifleman rifleman"), rank("rifleman sl rifleman")],
        [Rank::Platoon, Rank::Squad]
    );
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
    assert!(!game.position.hands.seat(Side::A).snipers_dead);
    game.position = before;
    game.play("group 2", &[]).play("sniper-check", &[3]);
    assert!(game.position.hands.seat(Side::A).snipers_dead);
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
    game.position.forces.groups[1].fear = true;
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
    assert_eq!(game.position.terrain.smoke(cell("1205"), cell("0405")), 3, "it goes along");
    game.play("halt", &[]).play("pass", &[]);
    assert_eq!(game.position.terrain.smokes.len(), 1);
    game.play("step e", &[]);
    assert!(game.position.terrain.smokes.is_empty(), "the next move action leaves it");
}

// shows: 43.3
#[test]
fn victors_lose_their_fear_and_those_who_did_not_dare_rally() {
    let game = table("eeeeeeeeeeee").ours("0605", "e", RIFLES).theirs("0705", "w", "rifleman rifleman");
    let mut game = game.begin().hand(Side::A, "move 1");
    game.play("group 1", &[]).play("move 1", &[]).play("charge 2", &[]);
    // Morale 3 and 3 more; the fifth fails with 7.
    game.play("done", &[0, 0, 0, 0, 7]).play("pass", &[]);
    game.position.forces.groups[2].fear = true;
    // Two against four: -2 and +3. The first of ours chooses, the third doubles up; the others have no choice.
    // Each pair of ours: 2 for the second man, 1 off for fear, against 2.
    game.play("stand", &[3]).play("figure 6", &[]).play("figure 6", &[0, 0, 0, 0]);
    assert!(game.group(2).members.is_empty());
    assert!(!game.position.forces.groups[2].fear);
    assert_eq!(game.standing(5), Standing::Fit, "he who stayed behind rallies");
}
