//! Chapters 3 and 4: to hit and hit effect, as pure functions that the game, the preview, the odds and the
//! computer share; and the fire phase that rolls them.

pub mod ambush;
pub mod cover;
pub mod effect;
pub mod lines;
pub mod phase;
pub mod plans;
pub mod results;
mod risk;
pub mod search;
pub mod shot;
pub mod targets;
pub mod thrown;
pub mod to_hit;
pub mod volley;

use crate::rules::panzertruppe::sight::geometry::Aspect;
pub use cover::Cover;
pub use effect::Hit;
pub use lines::{Adds, Lines, Sum};

/// The type of a weapon: its relative muzzle velocity (3).
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub enum GunType {
    /// Short barrel.
    S,
    /// Medium gun.
    #[default]
    M,
    /// Long barrel, high muzzle velocity.
    L,
    /// Very long barrel, very high muzzle velocity.
    VL,
}

/// The size and type of a weapon.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Bore {
    /// Size in millimetres.
    pub calibre: u16,
    /// Type.
    pub kind: GunType,
}

/// Whether a unit is stopped, moving or on overwatch (3).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub enum Motion {
    /// Stopped, or infantry, which has no markers.
    #[default]
    Stopped,
    /// Moving.
    Moving,
    /// On overwatch.
    Overwatch,
}

/// The class of a target.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub enum Class {
    /// An armoured vehicle.
    #[default]
    Vehicle,
    /// An unarmoured vehicle.
    Unarmoured,
    /// A Gun.
    Gun,
    /// Infantry, mortars and cavalry.
    Infantry,
}

/// A firer as the tables need it.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Firer {
    /// Its weapon.
    pub bore: Bore,
    /// Whether it is moving or on overwatch.
    pub motion: Motion,
    /// Ambush fire (12).
    pub ambush: bool,
    /// Russian crew, lend-lease vehicles included (36, note 16).
    pub russian: bool,
}

/// A target as the tables need it.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Target {
    /// Its class.
    pub class: Class,
    /// Whether it is moving or on overwatch.
    pub motion: Motion,
    /// Its size modifier; infantry has its own.
    pub size: i16,
    /// The armour modifier of the facing hit.
    pub armour: i16,
    /// The facing hit, for Guns.
    pub aspect: Aspect,
    /// Its condition so far.
    pub condition: Condition,
    /// Its cover.
    pub cover: Cover,
    /// Mounted cavalry.
    pub mounted: bool,
}

/// The harm a unit has taken.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Condition {
    /// Stunned (6).
    pub stunned: bool,
    /// Immobilised (5).
    pub immobilised: bool,
    /// Destroyed.
    pub destroyed: bool,
}

/// The result of a hit.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Harm {
    /// No effect.
    None,
    /// Stunned.
    Stun,
    /// Immobilised.
    Immobilise,
    /// Destroyed.
    Destroy,
}

impl Condition {
    /// The condition after a result: a second stun destroys, a second immobilisation changes nothing (6,
    /// P-25).
    #[must_use]
    pub const fn struck(mut self, harm: Harm) -> Self {
        match harm {
            Harm::None => {}
            Harm::Stun if self.stunned => self.destroyed = true,
            Harm::Stun => self.stunned = true,
            Harm::Immobilise => self.immobilised = true,
            Harm::Destroy => self.destroyed = true,
        }
        self
    }

    /// Whether the unit is stunned or immobilised, and so has stopped (5, 6).
    pub const fn is_halted(self) -> bool {
        self.stunned || self.immobilised
    }

    /// The words for every condition, the best for the unit first.
    pub const WORDS: [&str; 5] = ["none", "stunned", "immobilised", "stunned-immobilised", "destroyed"];

    /// The condition as one of [`Self::WORDS`].
    pub const fn word(self) -> &'static str {
        match (self.destroyed, self.stunned, self.immobilised) {
            (true, ..) => "destroyed",
            (_, true, true) => "stunned-immobilised",
            (_, true, _) => "stunned",
            (.., true) => "immobilised",
            _ => "none",
        }
    }
}

impl Target {
    /// The motion of a unit in this condition: stunned or immobilised, it no longer moves (5, 6).
    pub fn motion(&self) -> Motion {
        match self.motion {
            Motion::Moving if self.condition.is_halted() => Motion::Stopped,
            motion => motion,
        }
    }
}

#[cfg(test)]
mod brute;
