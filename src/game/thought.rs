//! The computer's view and dice for thinking, the same for the same seed and action.

use std::sync::{Arc, OnceLock};

pub use super::mixed::mix;
use super::search::{planned, searched};
use super::{Level, Manner, Opinion, Opponent, Rules, Seen, Side, Stance, any_choice};
use crate::dice::Dice;

/// Keeps the computer's thinking off every stream that games of the same run roll from.
const THOUGHT: u64 = 0x7468_6f75_6768_7473;

/// The position as the computer knows it when it thinks: hidden things are redrawn from dice of its own.
pub(crate) fn seen<R: Rules>(position: &R, side: Side, seed: u64, plays: u64) -> Seen<R> {
    Seen::by(side, position, &mut Dice::seeded(mix(seed ^ THOUGHT, 2 * plays + 1), 0))
}

/// A decision as the computer meets it.
pub(crate) struct Moment<R> {
    /// What its side sees.
    pub seen: Seen<R>,
    /// The number of actions before it.
    pub plays: u64,
    /// The start of the turn, for levels that plan it ([`plans`]).
    pub opened: Option<Opened<R>>,
}

/// The start of a turn as a side meets it.
pub(crate) struct Opened<R> {
    /// What its side saw.
    pub seen: Seen<R>,
    /// The number of actions before it.
    pub plays: u64,
    /// How it plays the turn, once that has been worked out.
    pub answer: TurnPlan,
}

/// Whether a level plans its turns, and so has to know how each began.
pub(crate) const fn plans<R: Opponent>(level: Level) -> bool {
    R::PLANS && level.searches()
}

/// How a side plays a turn: worked out from its start when it is first asked, and then kept.
pub(crate) type TurnPlan = Arc<OnceLock<Manner>>;

/// The computer's choice for a decision of the game with this seed: always the same one, independent of the game's
/// future dice.
pub(crate) fn thought<R: Opponent>(moment: &Moment<R>, manner: Manner, seed: u64) -> R::Choice {
    let Moment { seen, plays, .. } = moment;
    let mut dice = thought_dice(seed, *plays);
    let manner = settled(moment, manner, seed);
    match manner.level {
        Level::Random => any_choice(&**seen, &mut dice),
        level if level.searches() && R::search(seen, level).is_some() => opinion(moment, manner, seed).choice,
        _ => R::think(seen, manner, &mut dice),
    }
}

/// The choice of [`thought`] with its reasons.
pub(crate) fn opinion<R: Opponent>(moment: &Moment<R>, manner: Manner, seed: u64) -> Opinion<R::Choice> {
    let Moment { seen, plays, .. } = moment;
    let mut dice = thought_dice(seed, *plays);
    let manner = settled(moment, manner, seed);
    if manner.level == Level::Random {
        return Opinion::of(any_choice(&**seen, &mut dice));
    }
    let mut opinion = match manner.level.searches().then(|| R::search(seen, manner.level)).flatten() {
        Some(search) => searched(seen, manner, search, playouts(seed, *plays), &mut dice),
        None => R::weigh(seen, manner, &mut dice),
    };
    if manner.stance != Stance::Usual {
        let stance = format!("{} This turn the side {}.", opinion.task, manner.stance.words());
        opinion.task = stance.trim_start().to_owned().into();
    }
    opinion
}

/// The manner in which this turn is played.
fn settled<R: Opponent>(moment: &Moment<R>, manner: Manner, seed: u64) -> Manner {
    let manner = manner.settled(seed);
    let Some(Opened { seen, plays, answer }) = &moment.opened else { return manner };
    match R::plan(seen, manner.level) {
        None => manner,
        Some(planning) => *answer.get_or_init(|| planned(seen, manner, planning, playouts(seed, *plays))),
    }
}

/// The key to the dice with which the computer plays options out.
fn playouts(seed: u64, plays: u64) -> u64 {
    mix(mix(seed ^ THOUGHT, 2 * plays + 2), 1)
}

/// The choice of a player that picks at random; it needs no view, because the choices are the same in what
/// its side sees.
pub(crate) fn random_choice<R: Rules>(position: &R, seed: u64, plays: u64) -> R::Choice {
    any_choice(position, &mut thought_dice(seed, plays))
}

fn thought_dice(seed: u64, plays: u64) -> Dice {
    Dice::seeded(mix(seed ^ THOUGHT, 2 * plays + 2), 0)
}
