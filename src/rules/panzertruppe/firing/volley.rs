//! Shots declared at one target and resolved in order (3): the exact odds of its condition afterwards.

use super::effect::{Hit, hit};
use super::to_hit::to_hit;
use super::{Condition, Firer, Target};
use crate::odds::Distribution;
use crate::rules::panzertruppe::sight::geometry::Tenths;
use crate::rules::panzertruppe::tables::Tables;

/// One shot of a volley.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Shot {
    /// The firer.
    pub firer: Firer,
    /// The range in tenths of an inch.
    pub range: Tenths,
}

/// The conditions one shot may leave a target in.
pub fn after_shot(tables: &Tables, shot: &Shot, target: &Target) -> Distribution<Condition> {
    let unhurt = Distribution::certain(target.condition);
    if target.condition.destroyed {
        return unhurt;
    }
    let roll = to_hit(tables, &shot.firer, target, shot.range);
    after_hit(tables, &hit(tables, shot.firer.bore, target, shot.range), target.condition)
        .or(roll.chance(), &unhurt)
}

/// The conditions a hit may leave a target in.
pub fn after_hit(tables: &Tables, hit: &Hit, condition: Condition) -> Distribution<Condition> {
    Distribution::of_cases((1..=10).map(|face| condition.struck(hit.harm(tables, face))))
}

/// The conditions a target may be in after all shots. Each is worked out on the result of those before: a
/// destroyed target takes no more harm, a halted one no longer counts as moving (P-24).
pub fn volley(tables: &Tables, shots: &[Shot], target: &Target) -> Distribution<Condition> {
    shots.iter().fold(Distribution::certain(target.condition), |state, shot| {
        state.then(|&condition| after_shot(tables, shot, &Target { condition, ..*target }))
    })
}
