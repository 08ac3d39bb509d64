//! The balance of a battle, measured in the background: the computer plays it against itself.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use crate::game::Level;
use crate::registry::Opening;
use crate::simulate::Plan;
use crate::simulate::strength::wilson;

/// A measurement that is going on or has ended. It stops when it is dropped.
#[derive(Debug)]
pub struct Measuring {
    sides: [(String, String); 2],
    games: u32,
    shared: Arc<Shared>,
}

/// What the thread reports.
#[derive(Debug, Default)]
struct Shared {
    /// The key of each game's winner, or `draw`.
    winners: Mutex<Vec<String>>,
    /// Why it failed.
    failed: Mutex<Option<String>>,
    stop: AtomicBool,
    over: AtomicBool,
}

impl Drop for Measuring {
    fn drop(&mut self) {
        self.shared.stop.store(true, Ordering::Relaxed);
    }
}

impl Measuring {
    /// Begins to play this many games at full strength, one after another.
    pub fn begin(opening: Box<dyn Opening>, games: u32, seed: u64) -> Self {
        let shared = Arc::new(Shared::default());
        let measuring = Self { sides: opening.sides(), games, shared: shared.clone() };
        thread::spawn(move || shared.play(&*opening, games, seed));
        measuring
    }

    /// The number of games played so far.
    pub fn played(&self) -> u32 {
        self.winners().len() as u32
    }

    /// Whether it has ended.
    pub fn is_over(&self) -> bool {
        self.shared.over.load(Ordering::Acquire)
    }

    fn winners(&self) -> Vec<String> {
        self.shared.winners.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Its state in a line, with a progress bar while it goes on.
    pub fn in_words(&self) -> String {
        let failed = self.shared.failed.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some(why) = failed {
            return format!("The balance can't be measured: {why}");
        }
        let winners = self.winners();
        let played = winners.len();
        let share = |key: &str| {
            let won = winners.iter().filter(|winner| *winner == key).count();
            won as f64 / played.max(1) as f64
        };
        if !self.is_over() {
            let full = played * BAR / self.games.max(1) as usize;
            let bar = format!("{}{}", "#".repeat(full), "-".repeat(BAR - full));
            return format!("Measuring the balance: {bar} {played} of {} games", self.games);
        }
        let percent = |share: f64| (share * 100.0).round();
        let side = |(key, name): &(String, String)| {
            let [low, high] = wilson(share(key), played as f64);
            format!("{name} {}% ({}-{}%)", percent(share(key)), percent(low), percent(high))
        };
        let draws = match percent(share("draw")) {
            0.0 => String::new(),
            draws => format!(", draws {draws}%"),
        };
        let [first, second] = self.sides.each_ref().map(side);
        format!("Balance in {played} games: {first}, {second}{draws}")
    }
}

/// The width of the progress bar.
const BAR: usize = 20;

impl Shared {
    fn play(&self, opening: &dyn Opening, games: u32, seed: u64) {
        for skip in 0..games {
            if self.stop.load(Ordering::Relaxed) {
                return;
            }
            let plan =
                Plan { games: skip + 1, skip, seed, jobs: 1, levels: [Level::Normal; 2], ..Plan::default() };
            match opening.simulate(&plan, &|_| {}) {
                Ok(report) => {
                    let winner = report.results.into_iter().map(|game| game.winner);
                    self.winners.lock().unwrap_or_else(PoisonError::into_inner).extend(winner);
                }
                Err(error) => {
                    *self.failed.lock().unwrap_or_else(PoisonError::into_inner) = Some(error.to_string());
                    break;
                }
            }
        }
        self.over.store(true, Ordering::Release);
    }
}
