//! Cards of close combat: charging, standing, and figure against figure.
//!
//! "shows:" names the paragraphs a card fails without; the ledger's test reads it.

use standto::game::{Rules, Side};
use standto::rules::fireandmove::state::Standing;
use standto::rules::fireandmove::turn::sequence;

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
    game.position.forces.figures[0].hero = true;
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
    let gone = game.position.forces.figure(5).group;
    assert_eq!(game.position.forces.group(gone).members, [5]);
    assert!(
        game.position.forces.group(gone).grounded && game.position.forces.group(gone).at.x > 8,
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
        sequence::standing_margin(game.position.field(), &game.position.forces, &game.position.open).unwrap()
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
    assert_eq!(game.offered(), ["figure 1", "figure 2", "done"], "or stays out of it");
    // Left out: two fights of one against one, and nobody helps.
    game.play("done", &[0, 1, 0, 1]);
    assert_eq!([1, 2].map(|figure| game.standing(figure)), [Standing::Killed; 2]);
}

// shows: 50.2 50.7
#[test]
fn each_player_chooses_which_of_his_figures_moves_next() {
    let mut game = table("eeeeeeeeeeee")
        .ours("0605", "e", "rifleman sl")
        .theirs("0705", "w", "rifleman smg sl rifleman")
        .begin();
    game.give(Side::A, "move 1");
    game.charge(2).play("stand", &[2]);
    assert_eq!(game.offered(), ["figure 1", "figure 2"], "the order is the attacker's choice");
    game.play("figure 2", &[]);
    assert_eq!(game.offered(), ["figure 3", "figure 4", "figure 5", "figure 6"]);
    game.play("figure 4", &[]);
    assert_eq!(game.offered(), ["figure 3", "figure 5", "figure 6"], "only one is left to move");
    game.play("figure 3", &[]);
    assert_eq!((game.position.decision().unwrap().side, game.offered().len()), (Side::B, 3));
    // Of two uncontacted defenders one comes in, and the other stays out.
    game.play("figure 5", &[]);
    assert_eq!(game.offered(), ["figure 1", "figure 2"]);
    game.play("figure 1", &[]);
    assert_eq!(game.offered(), ["figure 2", "done"]);
}

// shows: 50.14
#[test]
fn a_platoon_leader_fights_first_within_a_combat_of_several() {
    let fight = |results: &[i8]| {
        let game = table("eeeeeeeeeeee").ours("0605", "e", "rifleman pl1 rifleman");
        let mut game = game.theirs("0705", "w", "rifleman rifleman").begin();
        game.give(Side::A, "move 1");
        game.pin(5);
        game.play("group 1", &[]).play("move 1", &[]).play("charge 2", &[]);
        game.play("figure 1", &[]).play("figure 2", &[]).play("done", &[0, 0]).play("pass", &[]);
        // One fit man against two: -1, and the pinned one retires.
        game.play("stand", &[0]).play("pass", &[]);
        // The rifleman meets the defender first, and yet the leader fights first.
        game.play("figure 1", results);
        [1, 2, 4].map(|figure| game.standing(figure))
    };
    use Standing::{Fit, Killed};
    // His 4, and 2 for the other man: 6 and 4 against 2 and 7.
    assert_eq!(fight(&[4, 7]), [Fit, Fit, Killed], "10 against 9");
    // He falls, and the rifleman has 2 less 1: with a 1 he has 2, the other as much, and they fight on.
    assert_eq!(fight(&[0, 7, 1, 0, 1, -1]), [Fit, Killed, Killed]);
}

// shows: 51.1
#[test]
fn after_a_tie_the_players_move_figures_by_turns() {
    let men = "rifleman rifleman rifleman sl";
    let mut game = table("eeeeeeeeeeee").ours("0605", "e", men).theirs("0705", "w", men).begin();
    game.give(Side::A, "move 1");
    game.charge(4).play("stand", &[0]);
    for (mover, met) in [("figure 1", "figure 5"), ("figure 2", "figure 6")] {
        game.play(mover, &[]).play(met, &[]);
    }
    game.play("figure 3", &[]);
    // Two fall on each side: a rifleman and the squad leader of ours, two riflemen of theirs.
    game.play("figure 7", &[1, 0, 1, 0, 0, 1, 0, 1]);
    assert_eq!([3, 4, 5, 6].map(|figure| game.standing(figure)), [Standing::Killed; 4]);
    assert_eq!(
        (game.offered(), game.position.decision().unwrap().side),
        (vec!["figure 7".into(), "figure 8".into()], Side::A)
    );
    game.play("figure 8", &[]);
    assert_eq!(
        (game.offered(), game.position.decision().unwrap().side),
        (vec!["figure 2".into(), "done".into()], Side::B),
        "the defender moves before the attacker's second figure"
    );
}
