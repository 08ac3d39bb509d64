//! Many games at once.

use std::sync::Mutex;

use standto::game::journal::DiceKind;
use standto::game::{Level, Match, Seat, Session};
use standto::simulate::{self, Plan, SimulateError};

use super::header;
use super::toy::{KEYS, Stones};

#[test]
fn simulated_games_are_the_same_on_any_number_of_threads_and_can_be_played_singly() {
    let plan = Plan { games: 40, seed: 5, jobs: 1, levels: [Level::Random, Level::Easy], ..Plan::default() };
    let start = Stones::new(60);
    let heard = Mutex::new(0);
    let one = simulate::run(&start, &plan, |_| *heard.lock().unwrap() += 1).unwrap();
    let four = simulate::run(&start, &Plan { jobs: 4, ..plan }, |_| {}).unwrap();
    assert_eq!(one.results, four.results);
    assert_eq!(heard.into_inner().unwrap(), 40);
    assert_eq!(one.wins.values().sum::<u32>(), 40);
    assert_eq!(one.wins.keys().collect::<Vec<_>>(), ["draw", "north", "south"]);
    let again = &one.results[17];
    let single = simulate::run(&start, &Plan { games: 1, seed: again.seed, ..plan }, |_| {}).unwrap();
    assert_eq!(&single.results[0], again);
    // The same game as a match with these seats.
    let mut header = header(DiceKind::Seeded, Seat::program(Level::Random), Seat::program(Level::Easy));
    header.seed = again.seed;
    let mut game = Match::new("toy", start, header, None).unwrap();
    while let Some(thinking) = game.think() {
        game.play(&thinking()).unwrap();
    }
    assert_eq!(game.plays(), again.decisions);
    let winner = game.outcome().unwrap().winner.unwrap();
    assert_eq!(KEYS[winner.index()], again.winner);
    let json = serde_json::to_value(&one).unwrap();
    assert!(json["results"][0]["losses"]["south"].is_u64() && json["decisions_per_second"].is_f64());
}

#[test]
fn an_endless_game_is_stopped_and_named() {
    let plan = Plan { seed: 9, limit: 500, ..Plan::default() };
    let error = simulate::run(&Stones::endless(), &plan, |_| {}).unwrap_err();
    assert_eq!(error, SimulateError::Endless { seed: 9, decisions: 500 });
}

#[test]
fn the_toy_ruleset_obeys_the_laws() {
    for seed in 0..20 {
        simulate::check_random_game(&Stones::new(50), seed, 1000).unwrap();
    }
}
