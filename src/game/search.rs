//! Plays options out where it matters, for the levels above normal.
//!
//! The best few options that an opponent has weighed are each played on in the same few worlds, all of which
//! agree with what its side knows, with the same dice, and with the weighed choices of both sides. Another option
//! than the first is taken only if it gains more, on average, than twice the error of that average. Everything is
//! bounded by counts, so the same seed plays the same game.

use std::borrow::Cow;
use std::fmt::Display;

use super::mixed::mix;
use super::{Chain, Level, Log, Manner, Opinion, Opponent, Search, Seen, Side, Temper, Term};
use crate::dice::Dice;

/// What winning is worth, in points of worth: more than any position.
const WON: f64 = 1000.0;

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
    let mut rivals: Vec<Rival<R::Choice>> = others.into_iter().map(Rival::new).collect();
    let playout = Playout { side: seen.side(), temper: manner.temper, decisions: search.decisions };
    for world in 0..search.worlds {
        if rivals.is_empty() {
            return opinion;
        }
        let seed = mix(key, u64::from(world) + 1);
        let position = Seen::by(seen.side(), &**seen, &mut Dice::seeded(mix(seed, 1), 0));
        let base = playout.worth(&*position, &first, seed);
        for rival in &mut rivals {
            rival.add(playout.worth(&*position, &rival.choice, seed) - base);
        }
        if world + 1 >= FIRST_LOOK {
            rivals.retain(|rival| rival.is_hopeful());
        }
    }
    let sure = rivals.into_iter().filter(Rival::is_better);
    if let Some(best) = sure.max_by(|a, b| a.mean().total_cmp(&b.mean())) {
        let gain = best.mean();
        let weighed = |choice: &R::Choice| {
            opinion
                .options
                .iter()
                .find(|option| option.choice == *choice)
                .map_or(0.0, |option| option.score())
        };
        let ahead = weighed(&first) - weighed(&best.choice);
        if let Some(option) = opinion.options.iter_mut().find(|option| option.choice == best.choice) {
            option.terms.push(Term { label: Cow::Borrowed("played out"), value: ahead + gain });
        }
        opinion.choice = best.choice;
        opinion.options.sort_by(|a, b| b.score().total_cmp(&a.score()));
    }
    opinion
}

/// An option against the one that was weighed best.
struct Rival<C> {
    choice: C,
    /// The gains over the first option, one for each world.
    gains: Vec<f64>,
}

impl<C> Rival<C> {
    const fn new(choice: C) -> Self {
        Self { choice, gains: Vec::new() }
    }

    fn add(&mut self, gain: f64) {
        self.gains.push(gain);
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
        self.gains.len() > 2 && self.mean() > SURE * self.error() && self.mean() > 0.0
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
}

impl Playout {
    /// The worth of the position to which a choice leads, with both sides playing what they weigh best.
    fn worth<R: Opponent>(&self, from: &R, choice: &R::Choice, seed: u64) -> f64 {
        let mut position = from.clone();
        let turn = position.turn();
        let mut dice = SharedDice { seed, rolled: Vec::new() };
        let mut choice = choice.clone();
        for made in 0..=self.decisions {
            if position.apply(&choice, &mut dice.of(&choice), &mut Log::off()).is_err() {
                return f64::NEG_INFINITY;
            }
            let Some(decision) = position.decision().filter(|_| position.turn() == turn) else { break };
            let mut own = Dice::seeded(mix(seed, 2 + u64::from(made)), 0);
            let seen = Seen::by(decision.side, &position, &mut own);
            let temper = if decision.side == self.side { self.temper } else { Temper::Steady };
            choice = R::think(&seen, Manner { level: Level::Normal, temper }, &mut own);
        }
        match position.outcome() {
            Some(outcome) => outcome.winner.map_or(0.0, |side| if side == self.side { WON } else { -WON }),
            None => position.worth(self.side),
        }
    }
}
