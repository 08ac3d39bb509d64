//! Many games at once, without a screen.
//!
//! Game `i` of a run with seed `s` is played with the seed `mix(s, i)`, and game 0 with `s` itself: the
//! seed printed with a result, given to a run of one game, plays that very game again, and a match with
//! that seed and the same seats shows it. How many games run beside each other changes nothing.

use std::collections::BTreeMap;
use std::time::Instant;

use rayon::prelude::*;
use serde::Serialize;

use crate::dice::Dice;
use crate::game::thought::{mix, random_choice, seen, thought};
use crate::game::{Chain, Level, Log, Opponent, Side, laws, side_keys};

/// What to play.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// How many games.
    pub games: u32,
    /// The seed of the first; the others grow from it.
    pub seed: u64,
    /// How many games at once; 0 for one a core.
    pub jobs: usize,
    /// Who plays, in the order of the sides.
    pub levels: [Level; 2],
    /// Decisions after which a game counts as endless.
    pub limit: u32,
}

impl Default for Plan {
    fn default() -> Self {
        Self { games: 1, seed: 1, jobs: 0, levels: [Level::Random; 2], limit: 200_000 }
    }
}

/// What came of it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Report {
    /// Games played.
    pub games: u32,
    /// Games won, by the key of the side, and `draw`.
    pub wins: BTreeMap<String, u32>,
    /// Decisions made in all games.
    pub decisions: u64,
    /// Decisions a second of the clock on the wall.
    pub decisions_per_second: f64,
    /// How long it took.
    pub seconds: f64,
    /// All choices of all games as one number: what leaves it as it is has not changed the play.
    pub play: String,
    /// Every game, in order.
    pub results: Vec<GameResult>,
}

/// One game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct GameResult {
    /// Its seed.
    pub seed: u64,
    /// The key of the victor, or `draw`.
    pub winner: String,
    /// The turn in which it ended.
    pub turns: u32,
    /// Losses by the key of the side.
    pub losses: BTreeMap<String, u32>,
    /// Decisions made.
    pub decisions: u32,
    /// Its seed and every choice as one number: the same number, the same game.
    pub play: String,
}

/// Why a run stopped.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SimulateError {
    /// A game that does not end.
    #[error("the game with seed {seed} has not ended after {decisions} decisions")]
    Endless {
        /// Its seed.
        seed: u64,
        /// How long it was given.
        decisions: u32,
    },
    /// A choice the rules refuse, or dice they cannot roll: a fault in the program.
    #[error("the game with seed {seed} broke at decision {decision}, \"{choice}\": {why}")]
    Broken {
        /// Its seed.
        seed: u64,
        /// Which decision, from 1.
        decision: u32,
        /// What was chosen.
        choice: String,
        /// What the rules say.
        why: String,
    },
    /// No threads.
    #[error("the games cannot be spread over the cores: {0}")]
    Threads(String),
}

/// Plays many games from one position. `progress` hears of every game as it ends, in any order.
///
/// # Errors
/// When a game does not end or breaks, with its seed; the first such game of the run counts.
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
    let played: Vec<Result<GameResult, SimulateError>> =
        pool.install(|| (0..plan.games).into_par_iter().map(one).collect());
    let results = played.into_iter().collect::<Result<Vec<_>, _>>()?;

    let seconds = began.elapsed().as_secs_f64();
    let decisions = results.iter().map(|result| u64::from(result.decisions)).sum();
    let mut wins: BTreeMap<String, u32> =
        keys.into_iter().chain(["draw".into()]).map(|key| (key, 0)).collect();
    for result in &results {
        *wins.entry(result.winner.clone()).or_default() += 1;
    }
    let decisions_per_second = if seconds > 0.0 { decisions as f64 / seconds } else { 0.0 };
    let play = results.iter().fold(Chain::new(plan.seed), |play, result| play.with(&result.play));
    let play = in_hex(play);
    Ok(Report { games: plan.games, wins, decisions, decisions_per_second, seconds, play, results })
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
    while let Some(decision) = position.decision() {
        if decisions == plan.limit {
            return Err(SimulateError::Endless { seed, decisions });
        }
        let choice = decide(&position, decision.side, plan.levels, seed, decisions);
        decisions += 1;
        let broken = |why: String| SimulateError::Broken {
            seed,
            decision: decisions,
            choice: choice.to_string(),
            why,
        };
        if plan.levels[decision.side.index()] != Level::Random {
            position.check(&choice).map_err(|error| broken(error.to_string()))?; // a random one was on the list
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

fn decide<R: Opponent>(position: &R, side: Side, levels: [Level; 2], seed: u64, plays: u32) -> R::Choice {
    let plays = u64::from(plays);
    match levels[side.index()] {
        // The choices are the same in what the side sees; a random one needs no copy.
        Level::Random => random_choice(position, seed, plays),
        level => thought(&seen(position, side, seed, plays), level, seed, plays),
    }
}

/// Plays one game of random choices with every law of the rules checked at every position.
///
/// # Errors
/// The law that was broken, the seed and the decision.
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
        let Some(decision) = position.decision() else { return Ok(position) };
        let choice = decide(&position, decision.side, [Level::Random; 2], seed, plays);
        let mut again = position.clone();
        let (mut log, mut second) = (Log::on(), Log::on());
        position.apply(&choice, &mut dice, &mut log).map_err(|error| fault(error.to_string()))?;
        let mut tape = Dice::taped(dice.faces());
        again.apply(&choice, &mut tape, &mut second).map_err(|error| fault(error.to_string()))?;
        if again != position || tape.unread() > 0 || log.events() != second.events() {
            return Err(fault(format!("\"{choice}\" with the same faces does not give the same")));
        }
        // Half the time of a game went into digests and hashes; one play in thirty-two is enough to find a field that
        // one of them leaves out.
        if plays % 32 == 0 {
            laws::check_same(&again, &position).map_err(fault)?;
        }
        dice.forget();
    }
    Err(format!("seed {seed}: not ended after {limit} decisions"))
}
