//! Whole games of random legal choices with airborne landings, boats and amphibious stands, with every law
//! of the seam at every step.

use std::sync::Arc;

use standto::dice::Dice;
use standto::game::{Log, Rules, Side};
use standto::rules::matg::{Choice, Position, scenario};
use standto::simulate::check_random_game;

const LANDINGS: &str = include_str!("../../../scenarios/landings.toml");

fn landings() -> Position {
    set_up(LANDINGS)
}

fn set_up(text: &str) -> Position {
    let (battle, _) = scenario::read("landings.toml", text).unwrap_or_else(|error| panic!("{error}"));
    Position::new(Arc::new(battle))
}

#[test]
fn random_games_with_landings_obey_every_law() {
    let start = landings();
    for seed in 0..12 {
        check_random_game(&start, seed, 100_000).unwrap_or_else(|why| panic!("seed {seed}: {why}"));
    }
}

#[test]
fn random_games_obey_every_law_when_half_deploy_first() {
    let start = set_up(&LANDINGS.replace("plotted = \"after\"", "plotted = \"half\""));
    for seed in 0..3 {
        check_random_game(&start, seed, 100_000).unwrap_or_else(|why| panic!("seed {seed}: {why}"));
    }
}

/// Plays random choices and counts the verbs played.
fn verbs(start: &Position, seed: u64) -> Vec<&'static str> {
    let (mut dice, mut pick) = (Dice::seeded(seed, 0), Dice::seeded(seed ^ 77, 0));
    let mut position = start.clone();
    let mut seen = Vec::new();
    while position.decision().is_some() {
        let choices = position.choices();
        let choice: Choice = choices[pick.below(choices.len())];
        if !seen.contains(&choice.verb()) {
            seen.push(choice.verb());
        }
        position.apply(&choice, &mut dice, &mut Log::off()).expect("seeded dice do not run out");
    }
    seen
}

#[test]
fn random_games_use_the_water() {
    let start = landings();
    let wanted = ["wade", "embark", "disembark", "unload", "load"];
    let mut seen: Vec<&str> = Vec::new();
    for seed in 0..200 {
        seen.extend(verbs(&start, seed));
        if wanted.iter().all(|verb| seen.contains(verb)) {
            return;
        }
    }
    panic!("of {wanted:?} only {seen:?} occurred");
}

#[test]
fn a_zone_chosen_in_play_is_hidden_until_the_landing() {
    let mut position = landings();
    let mut dice = Dice::seeded(3, 0);
    assert_eq!(position.decision().map(|d| (d.side, d.kind)), Some((Side::A, "zone")));
    let choice = position.choices()[5];
    position.apply(&choice, &mut dice, &mut Log::off()).expect("no die is rolled");
    let zone = position.arrivals.groups[0].zone;
    assert!(zone.is_some());

    // The owner sees the zone; the enemy sees one drawn at random, and none in its view.
    assert_eq!(position.seen_by(Side::A, &mut Dice::seeded(1, 0)).arrivals.groups[0].zone, zone);
    let drawn: Vec<_> = (0..50)
        .map(|seed| position.seen_by(Side::B, &mut Dice::seeded(seed, 0)).arrivals.groups[0].zone)
        .collect();
    assert!(drawn.iter().all(Option::is_some));
    assert!(drawn.iter().any(|other| *other != zone) && drawn.iter().any(|other| *other != drawn[0]));
    let marks = |side| position.view(side).markers.iter().filter(|mark| mark.glyph == '?').count();
    assert_eq!((marks(Side::A), marks(Side::B)), (3, 0));
    // A zone that the scenario gives is no secret.
    assert_eq!(
        position.seen_by(Side::B, &mut Dice::seeded(1, 0)).arrivals.groups[1].zone,
        position.arrivals.groups[1].zone
    );
}
