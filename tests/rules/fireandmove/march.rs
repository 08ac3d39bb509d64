//! Marches with a movement card: borders, the smallest card, several cards, danger.

use standto::board::Cell;
use standto::game::{March, PieceId, Rules, Side};

use super::table::{Played, RIFLES, table};

/// The march of the first group to a square.
fn march(game: &Played, goal: &str) -> March {
    let cell: Cell = goal.parse().unwrap();
    game.position.aids().routes(&[PieceId(0)]).map_or_else(March::default, |routes| routes.plan(cell))
}

/// Plays the only leg; the enemy passes.
fn walk(game: &mut Played, march: &March) {
    for play in std::iter::once(&march.legs[0].begin).chain(&march.legs[0].plays) {
        if !play.is_empty() {
            game.play(play, &[]);
        }
        while game.offers("pass") {
            game.play("pass", &[]);
        }
    }
}

fn lane() -> Played {
    table("eeeeeaaaaaccccc").ours("0405", "e", RIFLES).theirs("1501", "w", "rifleman rifleman").begin()
}

#[test]
fn a_march_takes_the_smallest_card_that_is_enough() {
    let mut game = lane();
    game.give(Side::A, "move 1, move 2/-1, move 3");
    let near = march(&game, "0205");
    assert_eq!(near.legs[0].plays[0], "move 1", "one move action within the feature");
    let far = march(&game, "0705");
    assert_eq!((far.legs[0].begin.as_str(), far.legs[0].plays[0].as_str()), ("group 1", "move 2/-1"));
    assert!(far.legs[0].cost.contains("2 of 2 actions"), "{far:?}");
    walk(&mut game, &far);
    assert_eq!(game.at(1), "0705");
    assert_eq!(game.kind(), "after-move", "going to ground is the player's decision");
}

#[test]
fn a_goal_beyond_the_cards_says_how_many_move_actions_it_takes() {
    let mut game = lane();
    game.give(Side::A, "move 1");
    let far = march(&game, "1205");
    assert!(far.legs[0].turns > 0 && far.legs[0].stop + 1 < far.legs[0].way.len());
    assert!(far.remarks.iter().any(|remark| remark == "3 actions in all"), "{far:?}");
    walk(&mut game, &far);
    assert_eq!(game.at(1)[..2], *"05", "it ends at the border");
}

#[test]
fn without_a_movement_card_there_is_no_march() {
    let mut game = lane();
    game.give(Side::A, "fire 5/4");
    assert!(march(&game, "0205").legs.is_empty());
}

#[test]
fn the_first_square_under_fire_is_named() {
    let mut game = table("eeeeewwwwweeeee").ours("0305", "e", RIFLES).theirs("1305", "w", RIFLES).begin();
    game.give(Side::A, "move 3");
    let plan = march(&game, "1105");
    let (place, who) = plan.legs[0].danger.clone().expect("a danger");
    assert!(place > 0 && who == "b2", "{plan:?}");
}
