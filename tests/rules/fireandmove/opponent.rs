//! How the program plays a hand: positions with one good answer.

use standto::dice::Dice;
use standto::game::{Level, Opponent, Rules, Seen, Side};
use standto::rules::fireandmove::Position;

use super::table::{Played, RIFLES, duel, table};

/// What the program at full strength chooses here, whatever the whisker of chance.
pub fn answers(game: &Played) -> Vec<String> {
    let side = game.position.decision().expect("a decision").side;
    let think = |seed: u64| {
        let mut dice = Dice::seeded(seed, 0);
        let seen = Seen::by(side, &game.position, &mut dice);
        <Position as Opponent>::think(&seen, Level::Normal.steady(), &mut dice).to_string()
    };
    let mut found: Vec<String> = (1..=5).map(think).collect();
    found.dedup();
    found
}

#[track_caller]
fn answers_with(game: &Played, wanted: &str) {
    let found = answers(game);
    assert!(
        found.iter().all(|choice| choice.starts_with(wanted)),
        "{found:?} of {:?}, wanted {wanted}",
        game.offered()
    );
}

#[track_caller]
fn answers_without(game: &Played, unwanted: &str) {
    let found = answers(game);
    assert!(found.iter().all(|choice| !choice.starts_with(unwanted)), "{found:?}");
}

#[test]
fn one_pinned_man_is_rallied_by_the_smallest_card() {
    let mut game = duel().begin().hand(Side::A, "rally 1, rally 4 radio, cower");
    game.pin(1);
    game.play("group 1", &[]);
    answers_with(&game, "rally 1");
}

#[test]
fn a_last_fire_card_is_not_thrown_at_men_in_stone_far_off() {
    let far = |hand: &str| {
        let game = table("eeessssssseeeeeeeeeeeeeeee").ours("0405", "e", RIFLES).theirs("2105", "w", RIFLES);
        let mut game = game.begin().hand(Side::A, "move 1").hand(Side::B, hand);
        game.play("group 1", &[]).play("move 1", &[]).play("step e", &[]).play("halt", &[]);
        game
    };
    answers_with(&far("fire 5/4"), "pass");
    // In the open and near it goes at once.
    let mut game = duel().begin().hand(Side::A, "move 1").hand(Side::B, "fire 5/4");
    game.play("group 1", &[]).play("move 1", &[]).play("step e", &[]).play("halt", &[]);
    answers_with(&game, "with 2");
}

#[test]
fn the_strongest_card_is_fired_where_it_hurts_most() {
    let game = table("eeesssssseeeeee")
        .ours("0905", "e", RIFLES)
        .theirs("1305", "w", RIFLES)
        .theirs("0705", "e", RIFLES);
    let mut game = game.begin().hand(Side::A, "fire 1, fire 5/4, fire 3/2");
    game.play("group 1", &[]);
    answers_with(&game, "fire 5/4");
    game.play("fire 5/4", &[]);
    // The second group stands in stone.
    answers_with(&game, "target 2");
}

#[test]
fn cower_cards_go_first_and_what_is_needed_stays() {
    let mut game = table("eeeeeeeeeeeeeeeeee").nations("british", "german");
    game = game.ours("0505", "e", RIFLES).theirs("1005", "w", RIFLES);
    let mut game = game.begin().hand(Side::A, "cower, rally 1, rally 3 radio, fire 5/4, move 1");
    game.pin(1).pin(2);
    game.play("end", &[]);
    answers_with(&game, "discard cower");
    let mut game = duel().nations("british", "german").begin().hand(Side::A, "rally 3 radio, fire 5/4");
    game.pin(1).pin(2).pin(3);
    game.play("end", &[]);
    // Three are down, and the enemy is close: both are needed.
    answers_with(&game, "done");
}

#[test]
fn a_hand_that_is_good_for_nothing_is_changed_rather_than_played() {
    // British discard two cards, and only if they do nothing else; nobody is pinned, and the enemy is out of sight.
    let game = table("eeewwweeeeee")
        .nations("british", "german")
        .ours("0205", "e", RIFLES)
        .theirs("1005", "w", RIFLES);
    let game = game.begin().hand(Side::A, "rally 1, rally 1, rally 2, move 1, rally 3 radio");
    answers_with(&game, "end");
}

#[test]
fn an_attacker_without_a_movement_card_changes_its_hand_for_one() {
    let end = |held: &str| {
        let aims = format!("[[objective]]\nfeature = \"s\"\npoints = 5\nheld = \"{held}\"\n");
        let game = table("eeeeeeeaaaaaassss").nations("british", "german").more(1, &aims);
        let game = game.ours("0505", "e", RIFLES).theirs("1505", "w", RIFLES);
        let mut game = game.begin().hand(Side::A, "fire 3/2, rally 3 radio");
        game.play("end", &[]);
        game
    };
    answers_with(&end("ours"), "done");
    let mut behind = end("theirs");
    answers_with(&behind, "discard rally 3 radio");
    behind.play("discard rally 3 radio", &[]);
    answers_with(&behind, "discard fire 3/2");
}

#[test]
fn a_sniper_goes_at_the_leader_who_is_alone() {
    let game = table("eeeeeeeeeeeeeeeeee").ours("0505", "e", RIFLES).theirs("1005", "w", RIFLES);
    let mut game = game.theirs("1207", "w", "pl1").begin().hand(Side::A, "sniper, fire 5/4, move 1");
    game.play("end", &[]);
    answers_with(&game, "snipe 3");
}

#[test]
fn a_hero_is_for_a_leader_who_is_down() {
    let game = table("eeeeeeeeeeeeeeeeeeeeeeee").ours("0505", "e", "pl1 rifleman rifleman rifleman");
    let mut game = game.theirs("1905", "w", RIFLES).begin().hand(Side::A, "hero, move 1");
    answers_without(&game, "hero");
    game.pin(1);
    answers_with(&game, "hero 1");
}

#[test]
fn the_many_charge_the_few_who_are_down_and_the_few_stay_out_of_it() {
    let near = |ours: &str, theirs: &str| {
        let game = table("eeeeeeeeeeee").ours("0505", "e", ours).theirs("0605", "w", theirs);
        game.begin().hand(Side::A, "move 1")
    };
    let mut game = near("sl rifleman rifleman rifleman rifleman rifleman", "rifleman rifleman rifleman");
    game.pin(7).pin(8);
    game.play("group 1", &[]).play("move 1", &[]);
    answers_with(&game, "charge 2");
    let mut game =
        near("rifleman rifleman rifleman", "sl rifleman rifleman rifleman rifleman rifleman rifleman");
    game.play("group 1", &[]).play("move 1", &[]);
    answers_without(&game, "charge");
}

#[test]
fn a_rally_card_steadies_only_those_who_would_run() {
    let charged = |theirs: &str| {
        let game =
            table("eeeeeeeeeeee").ours("0505", "e", "rifleman rifleman rifleman").theirs("0605", "w", theirs);
        let mut game = game.begin().hand(Side::A, "move 1").hand(Side::B, "rally 3 radio");
        game.charge(3);
        game
    };
    answers_with(&charged("sl rifleman rifleman rifleman rifleman rifleman"), "stand");
    let mut game = charged("rifleman rifleman rifleman");
    game.pin(4).pin(5);
    answers_with(&game, "steady 3");
}

#[test]
fn light_goes_where_the_enemy_stands_in_the_dark() {
    let game = table("eeeeeeeeeeeeeeeeeeeeeeee")
        .head("night = true\nrules = [\"flares\", \"flashes\"]\n")
        .ours("0105", "e", "pl rifleman rifleman rifleman rifleman rifleman")
        .theirs("1805", "w", RIFLES);
    let mut game = game.begin().hand(Side::A, "smoke, fire 5/4");
    game.play("group 1", &[]);
    answers_with(&game, "flare smoke");
    game.play("flare smoke", &[]);
    let square = answers(&game).remove(0);
    let column: i16 = square["at ".len()..square.len() - 2].parse().unwrap();
    assert!((14..=22).contains(&column), "{square}");
}

#[test]
fn cards_that_were_seen_are_counted() {
    // Before a machine gun, with time on its side: while the enemy may hold fire cards the group goes to ground; when all
    // twelve have been seen it keeps the card.
    let aims = "[[objective]]\nfeature = \"s\"\npoints = 3\nheld = \"theirs\"\n\
                [[objective]]\nfeature = \"k\"\npoints = 5\nheld = \"ours\"\n";
    let mut game = table("eeekkkaaaaaaaaassss")
        .more(1, aims)
        .nations("german", "british")
        .ours("0605", "e", RIFLES)
        .theirs("1605", "w", "mg34 rifleman rifleman rifleman rifleman rifleman")
        .begin()
        .hand(Side::A, "move 1, cower, cower, cower, cower")
        .hand(Side::B, "cower, cower, cower, cower, cower");
    let fires = |game: &Played| {
        let cards = game.position.hands.seat(Side::B).deck.left();
        cards.iter().filter(|card| card.to_string().starts_with("fire")).copied().collect::<Vec<_>>()
    };
    game.play("group 1", &[]);
    assert_eq!(fires(&game).len(), 12);
    answers_with(&game, "ground 1");
    for card in fires(&game) {
        let seat = &mut game.position.hands.seats[1];
        assert!(seat.deck.take(&card));
        seat.played.push(card);
    }
    answers_without(&game, "ground");
}

/// The first side's 10 points in its works, the enemy's 5 in stone, and open ground between.
const AHEAD: &str = "[[objective]]\nfeature = \"s\"\npoints = 5\nheld = \"theirs\"\n\
                     [[objective]]\nfeature = \"k\"\npoints = 10\nheld = \"ours\"\n";

#[test]
fn a_side_that_is_ahead_stays_in_cover() {
    // One group holds the works; the other is in the wood beside them, and need not leave it.
    let game = table("kkwwaaaaaaaaaaaaaaaassss").more(1, AHEAD);
    let game = game.ours("0105", "e", RIFLES).ours("0405", "e", RIFLES).theirs("2105", "w", RIFLES);
    let mut game = game.begin().hand(Side::A, "move 3, move 2, move 1");
    game.play("group 2", &[]);
    answers_without(&game, "move");
    answers_without(&game, "cover");
}

#[test]
fn a_last_rifleman_does_not_run_into_fire() {
    let aims = "[[objective]]\nfeature = \"s\"\npoints = 5\n";
    let men = |figures: &str| {
        let game = table("wwaaaaaaaaaassss").more(1, aims);
        let game = game.ours("0205", "e", figures).theirs("1505", "w", RIFLES).theirs("1507", "w", RIFLES);
        let mut game = game.more(0, "").begin().hand(Side::A, "move 3");
        game.play("group 1", &[]);
        game
    };
    let mut last = men(RIFLES);
    // Four of five are gone, and the side breaks at the fifth; neither side holds anything.
    for figure in 1..=4 {
        last.lose(figure);
    }
    answers_without(&last, "move");
    answers_without(&last, "cover");
    answers_with(&men(RIFLES), "move");
}

#[test]
fn it_fires_in_its_own_turn_at_men_in_the_open() {
    let aims = "[[objective]]\nfeature = \"s\"\npoints = 5\nheld = \"theirs\"\n";
    let game = table("wwwwaaaaaaaaaassss").more(1, aims);
    let game = game.ours("0405", "e", RIFLES).theirs("0805", "w", RIFLES);
    let mut game = game.begin().hand(Side::A, "fire 5/4, move 2");
    game.play("group 1", &[]);
    answers_with(&game, "fire 5/4");
}

#[test]
fn a_vehicle_does_not_leave_its_infantry_behind() {
    let aims = "[[objective]]\nfeature = \"s\"\npoints = 5\nheld = \"theirs\"\n";
    let at = |square: &str| {
        let game = table("aaaaaaaaaaaaaaaaaaaassss").more(1, aims);
        let game = game.ours("0205", "e", RIFLES).our_vehicle(square, "e", "assault-gun");
        let mut game = game.theirs("2205", "w", RIFLES).begin().hand(Side::A, "move 3, cower");
        game.play("group 2", &[]);
        game
    };
    answers_without(&at("1607"), "move");
    answers_with(&at("0207"), "move");
}

/// What a group of the first side is to do, by the reasons of its computer.
fn errand(game: &mut Played, group: u8) -> String {
    game.play(&format!("group {group}"), &[]);
    let seen = Seen::by(Side::A, &game.position, &mut Dice::seeded(1, 0));
    let opinion = <Position as Opponent>::weigh(&seen, Level::Normal.steady(), &mut Dice::seeded(2, 0));
    game.play("leave", &[]);
    opinion.task.into_owned()
}

#[test]
fn a_group_that_sees_the_defenders_covers_the_one_that_attacks() {
    let aims = "[[objective]]\nfeature = \"k\"\npoints = 5\nheld = \"theirs\"\n";
    let gun = "sl mg34 rifleman rifleman rifleman rifleman";
    let game = table("wwwwaaaaaaaaaaakkkk").more(1, aims);
    let game = game.ours("0805", "e", RIFLES).ours("0405", "e", gun).theirs("1605", "w", RIFLES);
    let mut game = game.begin().hand(Side::A, "fire 5/4, move 2, move 1");
    assert_eq!(errand(&mut game, 1), "Group a1 takes the field-works k.");
    assert_eq!(errand(&mut game, 2), "Group a2 covers the attack on the field-works k.");
}

#[test]
fn the_last_group_before_its_side_breaks_keeps_out_of_fire() {
    let aims = "[[objective]]\nfeature = \"s\"\npoints = 5\n";
    let game = table("wwaaaaaaaaaassss").more(1, aims);
    let game = game.ours("0205", "e", RIFLES).theirs("1505", "w", RIFLES);
    let mut game = game.begin().hand(Side::A, "move 3");
    for figure in 1..=4 {
        game.lose(figure);
    }
    assert_eq!(errand(&mut game, 1), "Group a1 keeps out of fire: the next loss may break its side.");
}
