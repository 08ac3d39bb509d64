//! The worth of a position, and how much is played out at the levels above normal.

use crate::game::{Level, Search, Seen, Side};
use crate::rules::matg::state::aims::Share;
use crate::rules::matg::state::position::{Id, Position};
use crate::rules::matg::turn::sequence::Frame;

use super::danger::Judge;
use super::field::Field;
use super::stakes::{Hold, Stake};
use super::weights::Weights;
use super::worth::{self, HitChances};

/// The share of a side's best shots that counts as its threat.
const THREAT: f64 = 0.3;

/// What breaking the enemy is worth; being near it counts by the square of the share.
const BREAKING: f64 = 200.0;

/// The losses that break a side if victory does not set them.
const HALF: f64 = 0.5;

/// Battles with at most so many stands on the map are played out in full; larger ones less, the more there are.
const SMALL: usize = 40;

/// What a position is worth to a side: its stands by state, what both threaten, ground, and nearness to breaking.
pub fn worth(p: &Position, side: Side, weights: &Weights) -> f64 {
    let enemy = side.other();
    let stands = worth::of_all(p, side, weights);
    let material = |side: Side| -> f64 {
        let left = |(id, _): (Id, _)| {
            stands[usize::from(id)] * (1.0 - HitChances::from(p.forces.states(id)).share(weights))
        };
        p.forces.on_board(side).map(left).sum()
    };
    let threat = |side: Side| Judge::new(&Field::new(p, side, weights)).threat;
    material(side) - material(enemy)
        + THREAT * (threat(side) - threat(enemy))
        + BREAKING * (broken(p, enemy).powi(2) - broken(p, side).powi(2))
        + ground(p, side, weights)
        - ground(p, enemy, weights)
}

/// The share of its break point that a side has lost.
fn broken(p: &Position, side: Side) -> f64 {
    let (lost, strength) = p.forces.losses_and_strength(side);
    let strength = f64::from(strength.max(1));
    let aim = match p.battle.victory.breaks(side) {
        Some(Share::Percent(percent)) => f64::from(percent) / 100.0,
        Some(Share::Stands(stands)) => f64::from(stands) / strength,
        None => HALF,
    };
    (f64::from(lost) / strength / aim).min(1.0)
}

/// What its places are worth to a side that has aims on the ground.
fn ground(p: &Position, side: Side, weights: &Weights) -> f64 {
    if p.battle.victory.is_destruction() {
        return 0.0;
    }
    let left = p.battle.turns.saturating_sub(p.now.number);
    let of = |stake: &Stake| match stake.hold {
        Hold::Ours => weights.prize * stake.prize(left),
        Hold::Nobody => 0.0,
        Hold::Theirs => -weights.prize * stake.prize(left),
    };
    Stake::all(p, side).iter().map(of).sum()
}

/// How many worlds a level plays out, fewer in larger battles.
fn worlds(p: &Position, most: u32) -> u32 {
    let stands = Side::BOTH.map(|side| p.forces.on_board(side).count()).into_iter().sum::<usize>().max(1);
    let share = (SMALL as f64 / stands as f64).min(1.0);
    // The cost of a turn grows with the square of the stands.
    ((f64::from(most) * share * share) as u32).max(4)
}

/// The groups of a turn are worth playing out; single steps and shots are weighed exactly.
pub fn search(seen: &Seen<Position>, level: Level) -> Option<Search> {
    let Some(Frame::Posture(phase)) = seen.now.stack.last() else { return None };
    if phase.draft.is_some() || level != Level::Expert {
        return None;
    }
    Some(Search { options: 3, worlds: worlds(seen, 6), decisions: 400 })
}

/// How boldly to play a turn, from its start to the end of the next.
pub fn plan(opened: &Seen<Position>, level: Level) -> Option<Search> {
    opened.now.stack.last()?;
    let most = if level == Level::Expert { 16 } else { 8 };
    Some(Search { options: 3, worlds: worlds(opened, most), decisions: 2000 })
}
