//! Whole games of random legal choices, with every law of the seam at every step.

use std::sync::Arc;

use standto::rules::matg::{Position, scenario};
use standto::simulate::check_random_game;

fn introductory() -> Position {
    let (battle, _) = scenario::read("introductory.toml", scenario::INTRODUCTORY).expect("reads");
    Position::new(Arc::new(battle))
}

#[test]
fn random_games_of_the_introductory_scenario_keep_every_law() {
    let start = introductory();
    for seed in 0..4 {
        check_random_game(&start, seed, 100_000).unwrap_or_else(|why| panic!("seed {seed}: {why}"));
    }
}
