//! Cards of close combat: charging, standing, and figure against figure.
//!
//! "shows:" names the paragraphs a card fails without; the ledger's test reads it.

use standto::game::{Rules, Side};
use standto::rules::fireandmove::state::position::Standing;

use super::table::{RIFLES, Table, table};

/// Five of ours next to three of theirs, in the same field.
fn close() -> Table {
    table("eeeeeeeeeeee").ours("0505", "e", RIFLES).theirs("0705", "w", "rifleman rifleman rifleman")
}

// shows: 46.12 48.1 48.2 48.3 48.5
#[test]
fn chargers_test_their_morale_with_numbers_on_their_side() {
    let mut game = close().begin().hand(Side::A, "move 1");
    game.play("group 1", &[]).play("move 1", &[]).play("step e", &[]);
    assert!(!game.offers("step e"), "the enemy stands there");
    game.play("charge 2", &[]);
    // Five against three: morale 3 and 2 more. 5 passes either sign, 6 does not.
    game.play("done", &[5, -5, 6, -6, 0]);
    use Standing::{Fit, Pinned};
    assert_eq!([1, 2, 3, 4, 5].map(|figure| game.standing(figure)), [Fit, Fit, Pinned, Pinned, Fit]);
    assert_eq!(
        (game.group(3).members.as_slice(), game.kind()),
        (&[0, 1, 4][..], "react"),
        "those that pass go in by themselves"
    );
}

// shows: 48.6 48.7
#[test]
fn a_hero_and_a_cards_concealment_help_to_charge() {
    let mut game = table("eeeeeeeeeeee")
        .ours("0505", "e", "rifleman rifleman rifleman")
        .theirs("0705", "w", "rifleman rifleman rifleman")
        .begin();
    game.give(Side::A, "move 3/-2");
    game.position.figures[0].hero = true;
    game.play("group 1", &[]).play("cover 3/-2", &[]).play("charge 2", &[]).play("done", &[6, 6, 5]);
    assert_eq!(
        [1, 2, 3].map(|figure| game.standing(figure)),
        [Standing::Fit, Standing::Pinned, Standing::Fit]
    );
}

// shows: 48.8
#[test]
fn the_leaders_example_counts_for_and_against() {
    let charge = |own: i8| {
        let mut game = table("eeeeeeeeeeee")
            .ours("0505", "e", "rifleman rifleman pl1")
            .theirs("0705", "w", "rifleman rifleman rifleman")
            .begin();
        game.give(Side::A, "move 1");
        // The leader, named last, tests first with morale 5.
        game.play("group 1", &[]).play("move 1", &[]).play("charge 2", &[]).play("done", &[own, 4, 3]);
        [1, 2].map(|figure| game.standing(figure) == Standing::Fit)
    };
    assert_eq!([charge(5), charge(6)], [[true, true], [false, false]]);
}

// shows: 49.1 49.3 49.7 49.8 52.1
#[test]
fn defenders_below_zero_retire_pinned_ones_first() {
    let mut game = close().begin().hand(Side::A, "move 1").hand(Side::B, "");
    game.pin(6);
    game.charge(5);
    assert_eq!(game.kind(), "stand");
    // Two fit against five: -3, and +2 makes -1: one retires, the pinned one.
    game.play("stand", &[2]);
    let gone = game.position.figure(5).group;
    assert_eq!(game.position.group(gone).members, [5]);
    assert!(
        game.position.group(gone).grounded && game.position.group(gone).at.x > 8,
        "away from the enemy, and to ground"
    );
    // The attackers may fire at whoever retires.
    assert_eq!((game.kind(), game.position.decision().unwrap().side), ("react", Side::A));
    game.play("pass", &[]);
    assert_eq!(game.kind(), "contact");
    // With +3 nobody retires.
    let mut game = close().begin().hand(Side::A, "move 1");
    game.charge(5).play("stand", &[2]);
    assert_eq!(game.kind(), "contact", "three against five: -2 and +2");
}

// shows: 49.4 49.5 49.6
#[test]
fn a_rally_card_buildings_and_works_steady_defenders() {
    let steady = |stripes, card: &str| {
        let game = table(stripes).ours("0405", "e", RIFLES).theirs("0505", "w", "rifleman rifleman rifleman");
        let mut game = game.begin().hand(Side::A, "move 1").hand(Side::B, card);
        game.charge(5);
        if !card.is_empty() {
            game.play("steady 2", &[]);
        }
        game.position.standing_margin().unwrap()
    };
    assert_eq!(
        [
            steady("eeeeffff", ""),
            steady("eeeessss", ""),
            steady("eeeekkkk", ""),
            steady("eeeeffff", "rally 2")
        ],
        [-2, -1, 1, 0]
    );
}

// shows: 50.5 50.6 50.7 50.9 50.12 51.1 51.2 53.1
#[test]
fn close_combat_is_figure_against_figure_with_two_for_each_more() {
    // Three against two: the third doubles up.
    let mut game = table("eeeeeeeeeeee")
        .ours("0605", "e", "rifleman rifleman rifleman")
        .theirs("0705", "w", "rifleman rifleman")
        .begin();
    game.give(Side::A, "move 1");
    game.charge(3).play("stand", &[1]);
    assert_eq!(game.offered(), ["figure 4", "figure 5"], "the first chooses");
    game.play("figure 4", &[]);
    // The second has only figure 5 left, the third may double up on either.
    assert_eq!(game.offered(), ["figure 4", "figure 5"]);
    // Figure 4 meets two: 2 and a check against 2, 2 more and a check. 0 against 1: ours has 5. Then 5 against 2:
    // 2 and -3 make -1, 2 and 0 make 2: ours falls. One fit figure each side more for us: we win.
    game.play("figure 4", &[1, 0, -3, 0]);
    assert_eq!((game.standing(4), game.standing(2)), (Standing::Killed, Standing::Killed));
    // Two of ours, one of theirs: theirs retires, pinned.
    assert_eq!(game.standing(5), Standing::Pinned);
    assert_eq!(game.kind(), "react");
    game.play("pass", &[]);
    assert_eq!(game.at(1), "0705", "the victors take the ground");
}

// shows: 50.7
#[test]
fn defenders_left_over_move_in() {
    let mut game = table("eeeeeeeeeeee")
        .ours("0605", "e", "rifleman rifleman")
        .theirs("0705", "w", "rifleman rifleman rifleman")
        .begin();
    game.give(Side::A, "move 1");
    game.charge(2).play("stand", &[0]);
    game.play("figure 3", &[]).play("figure 4", &[]);
    assert_eq!(
        (game.kind(), game.position.decision().unwrap().side),
        ("contact", Side::B),
        "the third defender chooses whom to meet"
    );
    assert_eq!(game.offered(), ["figure 1", "figure 2"]);
}
