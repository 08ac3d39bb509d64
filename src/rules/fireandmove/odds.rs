//! Chances of Fire & Move, exact: the game's previews and `standto odds fireandmove` both ask here.

use super::checks;
use super::fire::armour::{Armour, Damage};
use super::fire::effect::{Fate, Nerve};
use super::fire::to_hit::{Check, Shot};
use crate::odds::Distribution;

/// What one check of fire does to one figure.
pub fn figure(strength: i16, nerve: Nerve, pinned: bool) -> Distribution<Fate> {
    checks::distribution().then(|&result| Distribution::certain(nerve.fate(result + strength, pinned)))
}

/// What an HE shot does to one figure of the target: it must hit first, and the size of the To Hit result
/// adds to the strength if the final number is 0-n (58.7).
pub fn shelled(shot: &Shot, strength: i16, nerve: Nerve, pinned: bool) -> Distribution<Fate> {
    let sized = shot.final_number().is_some_and(|number| number.has_zero());
    checks::distribution().then(|&result| match shot.check(result) {
        Check::Hit(result) => figure(strength + if sized { result.abs() } else { 0 }, nerve, pinned),
        Check::Fails | Check::Miss => Distribution::certain(Fate::Unhurt),
    })
}

/// How the To Hit result bears on an armour piercing attack.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Adds {
    /// Not at all: guns.
    Nothing,
    /// Its size: Panzerfaust and the like (75.1).
    Size,
    /// With its sign: anti-tank rifles (74.7).
    Signed,
}

impl Adds {
    /// What a To Hit result adds to the strength.
    pub const fn of(self, result: i16) -> i16 {
        match self {
            Self::Nothing => 0,
            Self::Size => result.abs(),
            Self::Signed => result,
        }
    }
}

/// An armour piercing attack.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct ArmourAttack {
    /// The weapon's AP value with everything that adds to it: a stunned vehicle 1, an immobilised one 2.
    pub strength: i16,
    /// The armour of the side that is hit.
    pub armour: Armour,
    /// The target is hull down.
    pub hull_down: bool,
    /// How the To Hit result bears on it.
    pub adds: Adds,
}

impl ArmourAttack {
    /// What a vehicle suffers, after the To Hit check where there is one.
    pub fn on_vehicle(&self, shot: Option<&Shot>) -> Distribution<Damage> {
        let Some(shot) = shot else { return self.resolved(0) };
        checks::distribution().then(|&result| match shot.check(result) {
            Check::Hit(result) => self.resolved(self.adds.of(result)),
            Check::Fails | Check::Miss => Distribution::certain(Damage::None),
        })
    }

    fn resolved(&self, added: i16) -> Distribution<Damage> {
        let stunned = Distribution::certain(Damage::Stunned);
        checks::distribution()
            .then(|&result| {
                Distribution::certain(self.armour.damage(result + self.strength + added, self.hull_down))
            })
            .then(|&damage| match damage {
                Damage::StunnedOrImmobilised => stunned.or(0.5, &Distribution::certain(Damage::Immobilised)),
                other => Distribution::certain(other),
            })
    }
}
