//! Whole games on every scenario.

use standto::rules::aslsk::{Position, scenario};
use standto::simulate::check_random_game;

const SCENARIOS: [(&str, &str); 2] = [
    ("s09", include_str!("../../../scenarios/aslsk/s09-ambitious-assault.toml")),
    ("s10", include_str!("../../../scenarios/aslsk/s10-paper-army.toml")),
];

pub fn opening(text: &str) -> Position {
    let (position, warnings) = scenario::read("scenario", text).unwrap_or_else(|faulty| panic!("{faulty}"));
    assert!(warnings.is_empty(), "{warnings:?}");
    position
}

#[test]
fn random_games_keep_every_law() {
    for (name, text) in SCENARIOS {
        let position = opening(text);
        for seed in 0..2 {
            let end = check_random_game(&position, seed, 40_000);
            assert!(end.is_ok(), "{name}, seed {seed}: {}", end.unwrap_err());
        }
    }
}
