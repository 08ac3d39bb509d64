//! Plays turns and options out, for the levels above normal.
//!
//! In Micro Armour a side asks once a turn how to play it: each stance is kept for this turn and the next, and the battle
//! played to its end, or for a few turns if it is large. In its skirmishes and in the other games the best few options that
//! the side has weighed are played on, at decisions that matter. All worlds agree with what the side knows, all options meet
//! the same dice, and both sides play what they weigh best. Where a playout stops short of the end, the figures fitted to
//! past games give the chance to win.
//!
//! An option replaces the one weighed best as soon as it is likely to be better, not only once that is certain:
//! `docs/reliability.md` has the games with which this was measured.
//!
//! Everything is bounded by counts, so the same seed plays the same game. Nothing is remembered but the answer for
//! the present turn, which follows from the position at its start.

use std::fmt::Display;
use std::iter;

use rayon::prelude::*;

use super::mixed::mix;
use super::{Chain, Level, Log, Manner, Opinion, Opponent, Planning, Search, Seen, Side, Term};
use crate::dice::Dice;

/// What a certain win counts for in a score.
const CERTAIN: f64 = 10.0;

/// How many standard errors the gain of another option must exceed. Options that are weighed nearly alike are equally
/// likely to be the best: asking for more would forgo most of what playing them out finds.
const LIKELY: f64 = 0.7;

/// The same for another stance. All stances are sensible, so the best mean is taken.
const BEST: f64 = 0.0;

/// After this many worlds, options that are clearly worse are played out no more. After twice as many only the better half
/// of the others is, after four times as many a quarter: so the worlds go to the options that may be the best.
const FIRST_LOOK: u32 = 4;

/// They are looked at again after each of so many more. The games in between are played side by side.
const NEXT_LOOK: u32 = 2;

/// The turns for which a manner is kept while it is played out.
const KEPT: u32 = 2;

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
    let Search { worlds, decisions, turns, .. } = search;
    let playout = Playout { manner, kept: turns, decisions, turns };
    let played = |choice: &R::Choice, seed: u64| playout.chance(seen, Some(choice.clone()), seed);
    let Some((better, gain)) = best_of(&first, others, worlds, key, LIKELY, played) else {
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

/// How to play the turn that began with this position. If the enemy then decided about forces that the side cannot see yet,
/// there is nothing to play out from, and it plays as usual.
pub(super) fn planned<R: Opponent>(opened: &Seen<R>, manner: Manner, planning: Planning, key: u64) -> Manner {
    if opened.choices().is_empty() {
        return manner;
    }
    let played = |plan: &Manner, seed: u64| {
        Playout { manner: *plan, kept: KEPT, decisions: Search::WHOLE, turns: planning.turns }
            .chance(opened, None, seed)
    };
    best_of(&manner, planning.others(manner), planning.worlds, key, BEST, played)
        .map_or(manner, |(plan, _)| plan)
}

/// The option that is better than the first by more than `sure` standard errors, with its mean gain. `played` plays an
/// option out in the world with a seed.
fn best_of<T: Clone + Sync>(
    first: &T,
    others: Vec<T>,
    worlds: u32,
    key: u64,
    sure: f64,
    played: impl Fn(&T, u64) -> f64 + Sync,
) -> Option<(T, f64)> {
    let mut rivals: Vec<Rival<T>> = others.into_iter().map(Rival::new).collect();
    let all = rivals.len() as u32;
    let mut world = 0;
    while world < worlds && !rivals.is_empty() {
        let more = if world == 0 { FIRST_LOOK } else { NEXT_LOOK };
        let next = (world + more).min(worlds);
        let options: Vec<&T> = iter::once(first).chain(rivals.iter().map(|rival| &rival.option)).collect();
        let games: Vec<(&T, u64)> = (world..next)
            .flat_map(|world| options.iter().map(move |&option| (option, mix(key, u64::from(world) + 1))))
            .collect();
        let chance = |(option, seed)| played(option, seed);
        // A ladder plays its games side by side already; a game in the middle of another would only deepen the stack.
        let chances: Vec<f64> = match rayon::current_thread_index() {
            Some(_) => games.into_iter().map(chance).collect(),
            None => games.into_par_iter().map(chance).collect(),
        };
        for chances in chances.chunks(options.len()) {
            for (rival, chance) in rivals.iter_mut().zip(&chances[1..]) {
                rival.gains.push(chance - chances[0]);
            }
        }
        rivals.retain(Rival::is_hopeful);
        world = next;
        if (2 * FIRST_LOOK..worlds).contains(&world) {
            rivals.sort_by(|a, b| b.mean().total_cmp(&a.mean()));
            rivals.truncate((all * FIRST_LOOK).div_ceil(world) as usize);
        }
    }
    let sure = rivals.into_iter().filter(|rival| rival.is_better(sure));
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

    fn is_better(&self, sure: f64) -> bool {
        self.gains.len() > 2 && self.mean() > 0.0 && self.mean() > sure * self.error()
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
    /// How the side plays for the first `kept` turns; after them its level as usual. The enemy plays at the normal level.
    manner: Manner,
    kept: u32,
    decisions: u32,
    turns: u32,
}

impl Playout {
    /// The chance to win after a choice, or as the position stands, in the world with a seed that agrees with what a side
    /// sees, with both sides playing what they weigh best.
    fn chance<R: Opponent>(&self, seen: &Seen<R>, first: Option<R::Choice>, seed: u64) -> f64 {
        let side = seen.side();
        let mut position = seen.seen_by(side, &mut Dice::seeded(mix(seed, 1), 0));
        let begin = position.turn();
        let last = begin.saturating_add(self.turns);
        let mut dice = SharedDice { seed, rolled: Vec::new() };
        let mut first = first;
        let mut intents = Side::BOTH.map(|_| R::Intent::default());
        for made in 0..self.decisions {
            let Some(decision) = position.decision().filter(|_| position.turn() < last) else { break };
            let choice = first.take().unwrap_or_else(|| {
                let mut own = Dice::seeded(mix(seed, 2 + u64::from(made)), 0);
                let seen = Seen::by(decision.side, &position, &mut own);
                let manner = if decision.side != side {
                    Level::Normal.steady()
                } else if position.turn() < begin.saturating_add(self.kept) {
                    self.manner
                } else {
                    self.manner.level.steady()
                };
                R::think_on(&seen, manner, &mut intents[decision.side.index()], &mut own)
            });
            if position.apply(&choice, &mut dice.of(&choice), &mut Log::off()).is_err() {
                return f64::NEG_INFINITY;
            }
        }
        match position.outcome() {
            Some(outcome) => outcome.winner.map_or(0.5, |winner| if winner == side { 1.0 } else { 0.0 }),
            None => 1.0 / (1.0 + (-position.worth(side)).exp()),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::sync::Mutex;
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;

    /// The chances of the options 0, 10 and 20: their number more in a hundred, and as much noise as `spread`.
    fn chance(option: u32, seed: u64, spread: f64) -> f64 {
        let noise = (mix(seed, u64::from(option)) % 1000) as f64 / 1000.0 - 0.5;
        0.5 + f64::from(option) / 100.0 + spread * noise
    }

    #[test]
    fn the_best_of_the_better_options_is_taken() {
        let found = best_of(&0, vec![10, 20], 8, 1, 2.0, |&option, seed| chance(option, seed, 0.02));
        let (option, gain) = found.expect("a better option");
        assert_eq!(option, 20);
        assert!((gain - 0.2).abs() < 0.02, "{gain}");
    }

    #[test]
    fn what_is_not_surely_better_is_not_taken() {
        let noisy = |key| best_of(&0, vec![0, 0], 8, key, 2.0, |_, seed| chance(0, seed, 1.0));
        assert!((0..50).all(|key| noisy(key).is_none()), "equal options have equal chances in equal worlds");
        let taken = |sure| {
            let wrong = |&option: &u32, seed: u64| chance(option, seed, 1.0) - 0.2 * f64::from(option) / 10.0;
            (0..100).filter(|&key| best_of(&0, vec![10], 8, key, sure, wrong).is_some()).count()
        };
        // Option 10 is a tenth worse than 0, and the noise three times that.
        assert!(taken(2.0) < taken(0.5) && taken(2.0) < 5, "{} and {}", taken(2.0), taken(0.5));
    }

    #[test]
    fn an_option_need_only_be_likely_to_be_better() {
        let taken = |sure| {
            let better = |&option: &u32, seed: u64| chance(option, seed, 1.0);
            (0..100).filter(|&key| best_of(&0, vec![10], 8, key, sure, better).is_some()).count()
        };
        // Option 10 is a tenth better than 0, and the noise three times that.
        assert!(taken(LIKELY) > 40 && taken(2.0) < 20, "{} and {}", taken(LIKELY), taken(2.0));
    }

    #[test]
    fn a_hopeful_option_is_played_in_every_world_once() {
        let seeds = Mutex::new(Vec::new());
        let note = |&option: &u32, seed: u64| {
            seeds.lock().unwrap().push((option, seed));
            chance(option, seed, 0.02)
        };
        assert!(best_of(&0, vec![10], 7, 1, 2.0, note).is_some());
        let mut seeds = seeds.into_inner().unwrap();
        assert_eq!(seeds.len(), 2 * 7);
        seeds.sort_unstable();
        seeds.dedup();
        assert_eq!(seeds.len(), 2 * 7);
    }

    #[test]
    fn hopeless_options_are_dropped_at_the_first_look() {
        let played = AtomicU32::new(0);
        let count = |&option: &u32, seed: u64| {
            played.fetch_add(1, Ordering::Relaxed);
            1.0 - chance(option, seed, 0.02)
        };
        assert!(best_of(&0, vec![10, 20], 40, 1, 2.0, count).is_none());
        assert_eq!(played.into_inner(), 3 * FIRST_LOOK);
    }

    #[test]
    fn the_worlds_go_to_the_options_that_may_be_the_best() {
        let played = Mutex::new(BTreeMap::new());
        let note = |&option: &u32, seed: u64| {
            *played.lock().unwrap().entry(option).or_insert(0) += 1;
            chance(option, seed, 0.02)
        };
        let others = vec![5, 10, 15, 20, 25, 30, 35, 40];
        let (best, _) = best_of(&0, others, 32, 1, 2.0, note).expect("a better option");
        assert_eq!(best, 40);
        let played: Vec<u32> = played.into_inner().unwrap().into_values().collect();
        // All in eight worlds, the better half in four more, and so on; the first and the best in all of them.
        assert_eq!(played, [32, 8, 8, 8, 8, 12, 16, 32, 32]);
    }
}
