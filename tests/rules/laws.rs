//! What holds for every ruleset: the laws of the seam over whole random games, and a consistent ledger.

use std::collections::BTreeSet;

use rayon::prelude::*;
use standto::book::Book;
use standto::game::Side;
use standto::ledger::State;
use standto::registry::{Ruleset, Visit};
use standto::simulate::check_random_game;

use crate::battles::{battles, opening};
use crate::long::long;

/// Random games of a ruleset with every law checked at every step, spread over the built-in battles.
const GAMES: usize = 60;

/// If set, this many random games of every built-in battle, whatever its size.
const EVERY: &str = "STANDTO_EVERY";

/// If set, only battles whose name, such as "aslsk/s9-ambitious-assault", contains this.
const ONLY: &str = "STANDTO_ONLY";

/// The number of pieces in a battle of the usual size.
const FEW: usize = 45;

/// [`GAMES`] of the built-in battles, and two of each other.
struct RandomGames;

impl Visit for RandomGames {
    type Output = ();

    fn visit<R: Book>(self) {
        let battles: Vec<(String, R)> = battles::<R>()
            .into_iter()
            .map(|(name, text)| {
                let first = opening(&name, &text);
                (name, first)
            })
            .collect();
        // The laws take time in proportion to the square of the pieces: large battles get fewer games.
        let share = |first: &R| {
            let pieces = first.view(Side::A).pieces.len().max(FEW) as f64;
            1.0 / (pieces * pieces)
        };
        let all: f64 = battles[..R::SCENARIOS.len()].iter().map(|(_, first)| share(first)).sum();
        let every: Option<usize> =
            std::env::var(EVERY).ok().map(|games| games.parse().expect("STANDTO_EVERY is a number"));
        let only = std::env::var(ONLY).unwrap_or_default();
        let games: Vec<(R, String, u64)> = battles
            .into_iter()
            .enumerate()
            .filter(|(_, (name, _))| format!("{}/{name}", R::ID).contains(&only))
            .flat_map(|(at, (name, first))| {
                let seeds = match (at < R::SCENARIOS.len(), every) {
                    (true, Some(games)) => games,
                    (true, None) => long((GAMES as f64 * share(&first) / all).ceil() as usize),
                    (false, _) => long(2),
                };
                (0..seeds as u64).map(move |seed| (first.clone(), name.clone(), seed))
            })
            .collect();
        games.par_iter().for_each(|(first, name, seed)| {
            check_random_game(first, *seed, 200_000).unwrap_or_else(|why| panic!("{name}: {why}"));
        });
    }
}

#[test]
fn random_games_obey_every_law() {
    for ruleset in Ruleset::ALL {
        ruleset.visit(RandomGames);
    }
}

#[test]
fn ledgers_are_complete() {
    for ruleset in Ruleset::ALL {
        let ledger = ruleset.ledger();
        let mut numbers = BTreeSet::new();
        for rule in ledger.rules() {
            assert!(numbers.insert(&rule.number), "{ruleset}: {} stands twice", rule.number);
            assert!(
                !rule.title.is_empty() && !rule.summary.is_empty(),
                "{ruleset}: {} is empty",
                rule.number
            );
            assert_eq!(
                rule.state == State::Done,
                rule.reason.is_empty(),
                "{ruleset}: {} is {:?}, because {:?}",
                rule.number,
                rule.state,
                rule.reason
            );
        }
        let mut rulings = BTreeSet::new();
        for ruling in ledger.rulings() {
            assert!(rulings.insert(ruling.id.as_str()), "{ruleset}: {} stands twice", ruling.id);
            assert!(!ruling.text.is_empty() && !ruling.provenance.is_empty(), "{ruleset}: {}", ruling.id);
        }
        let cited: BTreeSet<&str> =
            ledger.rules().iter().flat_map(|rule| rule.rulings.iter().map(String::as_str)).collect();
        assert_eq!(cited, rulings, "{ruleset}: rulings cited by rules differ from the rulings that exist");
    }
}
