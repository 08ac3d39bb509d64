//! Chapters 3 and 4: whether a shot hits, and what a hit does. Worked out here, rolled by the game; the
//! odds, the preview and the opponent read the same functions.

pub mod ambush;
pub mod cover;
pub mod effect;
pub mod lines;
pub mod phase;
pub mod results;
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

/// Relative muzzle velocity (3).
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub enum GunType {
    /// Short: low velocity.
    S,
    /// Medium.
    #[default]
    M,
    /// Long barrel: high velocity.
    L,
    /// Very long: very high velocity.
    VL,
}

/// What is fired with: the size in millimetres and the type.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Bore {
    /// Millimetres.
    pub calibre: u16,
    /// Muzzle velocity.
    pub kind: GunType,
}

/// How a unit moves, which is also how it aims (3).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub enum Motion {
    /// It moved and stopped, or neither marker applies.
    #[default]
    Stopped,
    /// It is in motion.
    Moving,
    /// It has stood and watched for a whole movement phase.
    Overwatch,
}

/// What kind of thing is fired at.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub enum Class {
    /// An armoured vehicle.
    #[default]
    Vehicle,
    /// An unarmoured vehicle.
    Unarmoured,
    /// An anti-tank or artillery piece.
    Gun,
    /// Infantry, mortars and cavalry.
    Infantry,
}

/// Who fires.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Firer {
    /// The weapon.
    pub bore: Bore,
    /// How it moves.
    pub motion: Motion,
    /// Out of turn, at a target that comes and goes (12).
    pub ambush: bool,
    /// Russian crew, or lend-lease in their hands (36, note 16).
    pub russian: bool,
}

/// Who is fired at.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Target {
    /// What kind of thing it is.
    pub class: Class,
    /// How it moves.
    pub motion: Motion,
    /// Its size modifier; infantry have their own.
    pub size: i16,
    /// The armour modifier of the facing hit.
    pub armour: i16,
    /// The facing hit, for Guns.
    pub aspect: Aspect,
    /// What has befallen it so far.
    pub condition: Condition,
    /// What hides it.
    pub cover: Cover,
    /// Cavalry in the saddle.
    pub mounted: bool,
}

/// What fire has done to a unit.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Condition {
    /// The crew is stunned (6).
    pub stunned: bool,
    /// It will not move again (5).
    pub immobilised: bool,
    /// Out of action.
    pub destroyed: bool,
}

/// What an effect does.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Harm {
    /// Nothing.
    None,
    /// Stuns the crew.
    Stun,
    /// Stops it for good.
    Immobilise,
    /// Destroys it.
    Destroy,
}

impl Condition {
    /// Struck: a second stun destroys, a second immobilisation does nothing more (6, P-25).
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

    /// Stunned or immobilised: at a halt, whatever it did before (5, 6).
    pub const fn is_halted(self) -> bool {
        self.stunned || self.immobilised
    }

    /// The word for it, one of five.
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
    /// How it counts as moving: what is stunned or immobilised has come to a stop (5, 6).
    pub fn motion(&self) -> Motion {
        match self.motion {
            Motion::Moving if self.condition.is_halted() => Motion::Stopped,
            motion => motion,
        }
    }
}

#[cfg(test)]
mod brute;
