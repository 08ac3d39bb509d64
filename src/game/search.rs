//! Plays options out where it matters, for the levels above normal.
//!
//! Once a turn a side asks how boldly to play it: each temper plays the turn, and perhaps the next, in the same few
//! worlds. At decisions that matter the best few options that it has weighed are played on in the same way. All
//! worlds agree with what the side knows, all options meet the same dice, and both sides play what they weigh
//! best. Where a playout stops, the figures fitted to past games give the chance to win. An option replaces the usual
//! one only if its mean gain is well above the error of that mean.
//!
//! Everything is bounded by counts, so the same seed plays the same game. Nothing is remembered but the answer for
//! the present turn, which follows from the position at its start.

use std::fmt::Display;

use super::mixed::mix;
use super::{Chain, Level, Log, Manner, Opinion, Opponent, Search, Seen, Side, Temper, Term};
use crate::dice::Dice;

/// What a certain win counts for in a score.
const CERTAIN: f64 = 10.0;

/// After this many worlds, options that are clearly worse are played out no more.
const FIRST_LOOK: u32 = 4;

/// How many standard errors a gain must exceed.
const SURE: f64 = 2.0;

/// The opinion of an opponent that plays out the options it has weighed. `key` is for the dice of the playouts.
pub(super) fn searched<R: Opponent>(
    seen: &Seen<R>,
    manner: Manner,
    search: Search,
    key: u64,
    dice: &mut Dice,
) -> Opinion<R::Choice> {
    let mut opinion = R::weigh(seen, manner, dice);
    let first = opinion.choice.clone();
    let others: Vec<R::Choice> = opinion
        .options
        .iter()
        .map(|option| option.choice.clone())
        .filter(|choice| *choice != first && seen.check(choice).is_ok())
        .take(search.options.saturating_sub(1))
        .collect();
    let played = |choice: &R::Choice, seed: u64| {
        let position = world(seen, seed);
        Playout { side: seen.side(), temper: manner.temper, decisions: search.decisions, turns: search.turns }
            .chance(&*position, Some(choice.clone()), seed)
    };
    let Some((better, gain)) = best_of(&first, others, search.worlds, key, played) else {
        return opinion;
    };
    let weighed = |choice: &R::Choice| {
        opinion.options.iter().find(|option| option.choice == *choice).map_or(0.0, |option| option.score())
    };
    let behind = weighed(&first) - weighed(&better);
    if let Some(option) = opinion.options.iter_mut().find(|option| option.choice == better) {
        option.terms.push(Term::new("played out", behind + CERTAIN * gain));
    }
    opinion.choice = better;
    opinion.options.sort_by(|a, b| b.score().total_cmp(&a.score()));
    opinion
}

/// How boldly to play the turn that began with this position.
pub(super) fn planned<R: Opponent>(opened: &Seen<R>, manner: Manner, search: Search, key: u64) -> Temper {
    let others = Temper::KNOWN.into_iter().filter(|&temper| temper != manner.temper).collect();
    let played = |temper: &Temper, seed: u64| {
        let position = world(opened, seed);
        Playout { side: opened.side(), temper: *temper, decisions: search.decisions, turns: search.turns }
            .chance(&*position, None, seed)
    };
    let better = best_of(&manner.temper, others, search.worlds, key, played);
    better.map_or(manner.temper, |(temper, _)| temper)
}

/// A world that agrees with what a side sees.
fn world<R: Opponent>(seen: &Seen<R>, seed: u64) -> Seen<R> {
    Seen::by(seen.side(), &**seen, &mut Dice::seeded(mix(seed, 1), 0))
}

/// The option that is surely better than the first, with its mean gain. `played` plays an option out in the world
/// with a seed.
fn best_of<T: Clone>(
    first: &T,
    others: Vec<T>,
    worlds: u32,
    key: u64,
    played: impl Fn(&T, u64) -> f64,
) -> Option<(T, f64)> {
    let mut rivals: Vec<Rival<T>> = others.into_iter().map(Rival::new).collect();
    for world in 0..worlds {
        if rivals.is_empty() {
            return None;
        }
        let seed = mix(key, u64::from(world) + 1);
        let base = played(first, seed);
        for rival in &mut rivals {
            let gain = played(&rival.option, seed) - base;
            rival.gains.push(gain);
        }
        if world + 1 >= FIRST_LOOK {
            rivals.retain(Rival::is_hopeful);
        }
    }
    let sure = rivals.into_iter().filter(Rival::is_better);
    sure.map(|rival| (rival.mean(), rival.option))
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(gain, option)| (option, gain))
}

/// An option against the first one.
struct Rival<T> {
    option: T,
    /// The gains over the first option, one for each world.
    gains: Vec<f64>,
}

impl<T> Rival<T> {
    const fn new(option: T) -> Self {
        Self { option, gains: Vec::new() }
    }

    fn mean(&self) -> f64 {
        self.gains.iter().sum::<f64>() / self.gains.len().max(1) as f64
    }

    /// The standard error of the mean.
    fn error(&self) -> f64 {
        let (mean, count) = (self.mean(), self.gains.len() as f64);
        let squares: f64 = self.gains.iter().map(|gain| (gain - mean).powi(2)).sum();
        (squares / (count - 1.0).max(1.0) / count.max(1.0)).sqrt()
    }

    /// Whether it may still turn out better.
    fn is_hopeful(&self) -> bool {
        self.mean() + self.error() > 0.0 && self.gains.iter().any(|&gain| gain != 0.0)
    }

    fn is_better(&self) -> bool {
        self.gains.len() > 2 && self.mean() > 0.0 && self.mean() > SURE * self.error()
    }
}

/// The dice of a world: an action rolls the same in every playout, whatever was done before it, so that options
/// differ by what they change and not by luck.
struct SharedDice {
    seed: u64,
    rolled: Vec<u64>,
}

impl SharedDice {
    fn of(&mut self, choice: &impl Display) -> Dice {
        let number = Chain::new(self.seed).with(choice).number();
        let again = self.rolled.iter().filter(|&&known| known == number).count();
        self.rolled.push(number);
        Dice::seeded(mix(number, again as u64 + 1), 0)
    }
}

/// How an option is played out.
struct Playout {
    side: Side,
    temper: Temper,
    decisions: u32,
    turns: u32,
}

impl Playout {
    /// The chance to win in the position to which a choice leads, or to which the position leads by itself, with both
    /// sides playing what they weigh best.
    fn chance<R: Opponent>(&self, from: &R, first: Option<R::Choice>, seed: u64) -> f64 {
        let mut position = from.clone();
        let last = position.turn() + self.turns;
        let mut dice = SharedDice { seed, rolled: Vec::new() };
        let mut first = first;
        for made in 0..self.decisions {
            let Some(decision) = position.decision().filter(|_| position.turn() < last) else { break };
            let choice = first.take().unwrap_or_else(|| {
                let mut own = Dice::seeded(mix(seed, 2 + u64::from(made)), 0);
                let seen = Seen::by(decision.side, &position, &mut own);
                let temper = if decision.side == self.side { self.temper } else { Temper::Steady };
                R::think(&seen, Manner { level: Level::Normal, temper }, &mut own)
            });
            if position.apply(&choice, &mut dice.of(&choice), &mut Log::off()).is_err() {
                return f64::NEG_INFINITY;
            }
        }
        match position.outcome() {
            Some(outcome) => outcome.winner.map_or(0.5, |side| if side == self.side { 1.0 } else { 0.0 }),
            None => 1.0 / (1.0 + (-position.worth(self.side)).exp()),
        }
    }
}
