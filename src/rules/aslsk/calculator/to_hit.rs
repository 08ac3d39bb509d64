//! A shot of ordnance (3.2.4, 6.1).

use super::fate::rolls;
use super::fire::HINDRANCE_BLOCKS;
use crate::rules::aslsk::tables::guns::{Ordnance, TargetType, ToHit};

/// A TH roll worked out.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Shot {
    /// The TH number; `None` out of range.
    pub to_hit: Option<ToHit>,
    /// The total DRM.
    pub modifier: i16,
    /// Whether there is LOS.
    pub seen: bool,
}

/// The result of a TH DR.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum ToHitResult {
    /// A miss.
    Miss,
    /// A hit.
    Hit,
    /// A CH (6.1).
    Critical,
}

impl Shot {
    /// A shot at this range and Hindrance.
    pub fn new(
        weapon: &Ordnance,
        target: TargetType,
        range: u16,
        red: bool,
        hindrance: i16,
        modifier: i16,
    ) -> Shot {
        let to_hit = weapon.to_hit(target, range, red);
        Shot { to_hit, modifier, seen: hindrance < HINDRANCE_BLOCKS }
    }

    /// The result of a DR. An original 12 may hit; it only malfunctions the Weapon (K-8).
    pub fn struck(self, original: i16) -> ToHitResult {
        let Some(ToHit { number, critical }) = self.to_hit.filter(|_| self.seen) else {
            return ToHitResult::Miss;
        };
        let roll = original + self.modifier;
        let utmost = match critical {
            Some(number) => roll <= number,
            None => original == 2,
        };
        match roll <= number {
            true if utmost => ToHitResult::Critical,
            true => ToHitResult::Hit,
            false => ToHitResult::Miss,
        }
    }

    /// The chances of a hit (CH included) and of a CH.
    pub fn chances(self) -> (f64, f64) {
        let count = |wanted: fn(ToHitResult) -> bool| {
            let sums = rolls().map(|(coloured, white)| self.struck(i16::from(coloured + white)));
            sums.filter(|&struck| wanted(struck)).count() as f64 / 36.0
        };
        (count(|struck| struck != ToHitResult::Miss), count(|struck| struck == ToHitResult::Critical))
    }
}
