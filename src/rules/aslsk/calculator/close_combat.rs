//! A CC attack (3.8).

use super::Firepower;
use super::fate::{Fate, Target, reduction, rolls};
use crate::odds::Distribution;
use crate::rules::aslsk::tables::Odds;

/// A CC attack on one unit.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct CloseCombat {
    /// Odds of attack to defence.
    pub odds: Odds,
    /// The total DRM.
    pub modifier: i16,
}

/// The result of a CC DR.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum CloseCombatResult {
    /// No effect.
    None,
    /// Casualty Reduction of one unit.
    Reduction,
    /// All are eliminated.
    Kill,
}

impl CloseCombat {
    /// An attack at these strengths.
    pub fn new(attack: Firepower, defence: Firepower, modifier: i16) -> CloseCombat {
        CloseCombat { odds: Odds::of(attack, defence), modifier }
    }

    /// The result of a DR: below the kill number eliminates, equal to it reduces (3.8e).
    pub fn blow(self, original: i16) -> CloseCombatResult {
        match (original + self.modifier).cmp(&self.odds.kill()) {
            std::cmp::Ordering::Less => CloseCombatResult::Kill,
            std::cmp::Ordering::Equal => CloseCombatResult::Reduction,
            std::cmp::Ordering::Greater => CloseCombatResult::None,
        }
    }

    /// The chances of each fate of one unit.
    pub fn on(self, target: Target) -> Distribution<Fate> {
        let blows =
            Distribution::of_cases(rolls().map(|(coloured, white)| self.blow(i16::from(coloured + white))));
        blows.then(|blow| match blow {
            CloseCombatResult::None => Distribution::certain(Fate::Unharmed),
            CloseCombatResult::Reduction => reduction(target),
            CloseCombatResult::Kill => Distribution::certain(Fate::Eliminated),
        })
    }
}
