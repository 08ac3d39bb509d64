//! Whole games of random legal choices, with every law of the seam at every step.

use std::collections::BTreeSet;
use std::sync::Arc;

use standto::dice::Dice;
use standto::game::{Log, Rules};
use standto::opponent::any_choice;
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

fn artillery() -> Position {
    let text = include_str!("scenarios/artillery.toml");
    let (battle, _) = scenario::read("artillery.toml", text).unwrap_or_else(|error| panic!("{error}"));
    Position::new(Arc::new(battle))
}

#[test]
fn random_games_with_much_artillery_keep_every_law() {
    for seed in 0..4 {
        check_random_game(&artillery(), seed, 100_000).unwrap_or_else(|why| panic!("seed {seed}: {why}"));
    }
}

#[test]
fn random_games_make_every_choice_of_plotted_fire() {
    let mut missing: BTreeSet<&str> = BTreeSet::from([
        "plot",
        "lay",
        "support",
        "adjust",
        "call",
        "arrive",
        "last",
        "terminate",
        "transfer",
        "host",
        "mission",
        "protect",
        "battery",
        "add",
        "closed",
        "open",
        "smoke",
        "explosive",
    ]);
    for seed in 0..40 {
        let mut position = artillery();
        let (mut dice, mut thoughts) = (Dice::seeded(seed, 0), Dice::seeded(seed + 1000, 0));
        while position.decision().is_some() && !missing.is_empty() {
            let choice = any_choice(&position, &mut thoughts);
            missing.remove(choice.verb());
            position.apply(&choice, &mut dice, &mut Log::off()).unwrap();
            dice.forget();
        }
    }
    assert!(missing.is_empty(), "never chosen: {missing:?}");
}
