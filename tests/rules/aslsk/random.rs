//! Whole random games with every law at every step.

use rayon::prelude::*;
use standto::book::Book;
use standto::rules::aslsk::Position;
use standto::simulate::check_random_game;

use crate::battles::{battles, opening};
use crate::long::long;

/// Games of each battle; ten times as many where time does not matter.
const GAMES: usize = 4;

#[test]
fn random_games_of_every_battle_keep_the_laws() {
    let games: Vec<(Position, String, u64)> = battles::<Position>()
        .into_iter()
        .flat_map(|(name, text)| {
            let first: Position = opening(&name, &text);
            (0..long(GAMES) as u64).map(move |seed| (first.clone(), name.clone(), 1000 + seed))
        })
        .collect();
    games.par_iter().for_each(|(first, name, seed)| {
        check_random_game(first, *seed, 200_000).unwrap_or_else(|why| panic!("{name}: {why}"));
    });
    assert!(games.len() >= Position::SCENARIOS.len() * GAMES);
}
