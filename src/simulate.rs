//! Plays many games without a screen.
//!
//! Game `i` of a run with seed `s` is played with the seed `mix(s, i)`, and game 0 with `s` itself. A run of
//! one game with the seed printed beside a result plays that very game again, and a match with that seed and
//! the same seats shows it. The number of games played in parallel changes nothing.
//!
//! A run can be split into shards ([`Shard`]) and put together again. [`ladder`] plays levels against each
//! other, and [`strength`] says how much stronger one of them is.

pub mod ladder;
mod shard;
pub mod strength;

use std::collections::BTreeMap;
use std::time::Instant;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::dice::Dice;
use crate::game::thought::{Moment, Opened, TurnPlan, mix, plans, random_choice, seen, thought};
use crate::game::{Chain, Level, Log, Opponent, Side, laws, side_keys};

pub use shard::{MergeError, Shard, merged};

/// The games to play.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// The number of games.
    pub games: u32,
    /// The seed of the first game; the others are derived from it.
    pub seed: u64,
    /// The number of games in parallel; 0 for one per core.
    pub jobs: usize,
    /// The player of each side, in scenario order.
    pub levels: [Level; 2],
    /// Decisions after which a game counts as endless.
    pub limit: u32,
    /// Games at the beginning of the run that are not played.
    pub skip: u32,
    /// The part of the run to play.
    pub shard: Shard,
}

impl Default for Plan {
    fn default() -> Self {
        Self {
            games: 1,
            seed: 1,
            jobs: 0,
            levels: [Level::Random; 2],
            limit: 200_000,
            skip: 0,
            shard: Shard::WHOLE,
        }
    }
}

/// The results of a run, or of a part of it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Report {
    /// Games played.
    pub games: u32,
    /// Games won, by side key, and `draw`.
    pub wins: BTreeMap<String, u32>,
    /// Decisions made in all games.
    pub decisions: u64,
    /// Decisions per second of elapsed time.
    pub decisions_per_second: f64,
    /// How long it took.
    pub seconds: f64,
    /// A hash of all choices of all games: a change that leaves it alone has not changed play.
    pub play: String,
    /// Every game, in order.
    pub results: Vec<GameResult>,
}

/// The result of one game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GameResult {
    /// Its seed.
    pub seed: u64,
    /// The key of the winner, or `draw`.
    pub winner: String,
    /// The turn it ended in.
    pub turns: u32,
    /// Losses by side key.
    pub losses: BTreeMap<String, u32>,
    /// Decisions made.
    pub decisions: u32,
    /// A hash of its seed and every choice: the same number, the same game.
    pub play: String,
}

/// Why a run stopped.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SimulateError {
    /// A game does not end.
    #[error("the game with seed {seed} has not ended after {decisions} decisions")]
    Endless {
        /// Its seed.
        seed: u64,
        /// The limit.
        decisions: u32,
    },
    /// The rules refuse a choice, or the dice cannot be rolled: a bug.
    #[error("the game with seed {seed} broke at decision {decision}, \"{choice}\": {why}")]
    Broken {
        /// Its seed.
        seed: u64,
        /// Which decision, from 1.
        decision: u32,
        /// The choice.
        choice: String,
        /// The answer of the rules.
        why: String,
    },
    /// No threads could be started.
    #[error("the games cannot be spread over the cores: {0}")]
    Threads(String),
}

/// Plays many games from one position. `progress` is called with every game as it ends, in any order.
///
/// # Errors
/// A game does not end or breaks; the first such game of the run is reported, with its seed.
pub fn run<R: Opponent>(
    initial: &R,
    plan: &Plan,
    progress: impl Fn(&GameResult) + Sync,
) -> Result<Report, SimulateError> {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(plan.jobs)
        .build()
        .map_err(|error| SimulateError::Threads(error.to_string()))?;
    let keys = side_keys(initial);
    let began = Instant::now();
    let one = |index: u32| {
        let result = play_one(initial, &keys, mix(plan.seed, u64::from(index)), plan)?;
        progress(&result);
        Ok(result)
    };
    let games: Vec<u32> = plan.shard.games(plan.skip..plan.games).collect();
    let played: Vec<Result<GameResult, SimulateError>> =
        pool.install(|| games.into_par_iter().map(one).collect());
    let results = played.into_iter().collect::<Result<Vec<_>, _>>()?;
    Ok(Report::of(&keys, plan.seed, results, began.elapsed().as_secs_f64()))
}

impl Report {
    /// The report of these games, which took so many seconds.
    pub fn of(keys: &[String; 2], seed: u64, results: Vec<GameResult>, seconds: f64) -> Self {
        let decisions = results.iter().map(|result| u64::from(result.decisions)).sum();
        let mut wins: BTreeMap<String, u32> =
            keys.iter().cloned().chain(["draw".into()]).map(|key| (key, 0)).collect();
        for result in &results {
            *wins.entry(result.winner.clone()).or_default() += 1;
        }
        let decisions_per_second = if seconds > 0.0 { decisions as f64 / seconds } else { 0.0 };
        let play = results.iter().fold(Chain::new(seed), |play, result| play.with(&result.play));
        let games = results.len() as u32;
        Self { games, wins, decisions, decisions_per_second, seconds, play: in_hex(play), results }
    }
}

fn play_one<R: Opponent>(
    initial: &R,
    keys: &[String; 2],
    seed: u64,
    plan: &Plan,
) -> Result<GameResult, SimulateError> {
    let mut position = initial.clone();
    let mut chain = Chain::new(seed);
    let mut decisions = 0;
    let mut opened = TurnStart::of(initial, 0);
    while let Some(decision) = position.decision() {
        if decisions == plan.limit {
            return Err(SimulateError::Endless { seed, decisions });
        }
        if position.turn() != opened.position.turn() {
            opened = TurnStart::of(&position, decisions);
        }
        let choice = decide(&position, &opened, decision.side, plan.levels, seed, decisions);
        decisions += 1;
        let broken = |why: String| SimulateError::Broken {
            seed,
            decision: decisions,
            choice: choice.to_string(),
            why,
        };
        if plan.levels[decision.side.index()] != Level::Random {
            position.check(&choice).map_err(|error| broken(error.to_string()))?; // a random choice was on the list
        }
        chain = chain.with(&choice);
        let played = position.apply(&choice, &mut chain.dice(), &mut Log::off());
        played.map_err(|error| broken(error.to_string()))?;
    }
    let winner = position.outcome().and_then(|outcome| outcome.winner);
    let losses = keys.iter().cloned().zip(position.losses()).collect();
    Ok(GameResult {
        seed,
        winner: winner.map_or("draw".into(), |side| keys[side.index()].clone()),
        turns: position.turn(),
        losses,
        decisions,
        play: in_hex(chain),
    })
}

fn in_hex(chain: Chain) -> String {
    format!("{:016x}", chain.number())
}

/// The start of a turn.
struct TurnStart<R> {
    position: R,
    /// The number of actions before it.
    plays: u64,
    /// The plans of the sides.
    plans: [TurnPlan; 2],
}

impl<R: Opponent> TurnStart<R> {
    fn of(position: &R, plays: u32) -> Self {
        Self { position: position.clone(), plays: u64::from(plays), plans: Default::default() }
    }

    fn as_seen(&self, side: Side, seed: u64) -> Opened<R> {
        let seen = seen(&self.position, side, seed, self.plays);
        Opened { seen, plays: self.plays, answer: self.plans[side.index()].clone() }
    }
}

/// The choice of a side.
fn decide<R: Opponent>(
    position: &R,
    opened: &TurnStart<R>,
    side: Side,
    levels: [Level; 2],
    seed: u64,
    plays: u32,
) -> R::Choice {
    let plays = u64::from(plays);
    match levels[side.index()] {
        // The side's own view has the same choices, so a random choice needs no copy.
        Level::Random => random_choice(position, seed, plays),
        level => {
            let opened = plans::<R>(level).then(|| opened.as_seen(side, seed));
            thought(&Moment { seen: seen(position, side, seed, plays), plays, opened }, level.steady(), seed)
        }
    }
}

/// Plays one game of random choices, checking every law of the rules at every position.
///
/// # Errors
/// The law that was broken, with the seed and the decision.
pub fn check_random_game<R: Opponent>(initial: &R, seed: u64, limit: u32) -> Result<R, String> {
    let mut position = initial.clone();
    let mut dice = Dice::seeded(seed, 0);
    let mut earlier = Vec::new();
    for plays in 0..limit {
        let fault = |what: String| format!("seed {seed}, decision {}: {what}", plays + 1);
        let key = mix(seed, u64::from(plays) + 1);
        laws::check_laws(&position, key).map_err(fault)?;
        if plays % 8 == 0 {
            laws::check_refused(&position, &earlier, key).map_err(fault)?;
            earlier = position.choices();
        }
        if position.decision().is_none() {
            return Ok(position);
        }
        let choice = random_choice(&position, seed, u64::from(plays));
        let mut again = position.clone();
        let (mut log, mut second) = (Log::on(), Log::on());
        position.apply(&choice, &mut dice, &mut log).map_err(|error| fault(error.to_string()))?;
        let mut tape = Dice::taped(dice.faces());
        again.apply(&choice, &mut tape, &mut second).map_err(|error| fault(error.to_string()))?;
        if again != position || tape.unread() > 0 || log.events() != second.events() {
            return Err(fault(format!("\"{choice}\" with the same faces does not give the same position")));
        }
        // Digests and hashes used to take half of a game's time; one action in thirty-two is enough to find a
        // field that one of them leaves out.
        if plays % 32 == 0 {
            laws::check_same(&again, &position).map_err(fault)?;
        }
        dice.forget();
    }
    Err(format!("seed {seed}: not ended after {limit} decisions"))
}
