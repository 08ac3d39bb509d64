//! The exact chances of attacks: IFT, TH and CC.
//!
//! Pure functions from an attack to the chances of its results. The game rolls on the same functions that
//! `standto odds aslsk` adds up.

pub mod close_combat;
pub mod fate;
pub mod fire;
pub mod to_hit;

use std::fmt;
use std::str::FromStr;

pub use close_combat::CloseCombat;
pub use fate::{Fate, Target};
pub use fire::{Cowering, Fire};
pub use to_hit::Shot;

/// An amount of FP, exact even after four halvings.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Firepower(u32);

impl Firepower {
    const PARTS: u32 = 16;

    /// Whole FP.
    pub const fn whole(factors: u16) -> Firepower {
        Firepower(factors as u32 * Self::PARTS)
    }

    /// In sixteenths of a FP.
    pub const fn parts(self) -> u32 {
        self.0
    }

    /// Doubled for PBF.
    #[must_use]
    pub const fn doubled(self) -> Firepower {
        Firepower(self.0 * 2)
    }

    /// Halved, fractions kept.
    #[must_use]
    pub const fn halved(self) -> Firepower {
        Firepower(self.0 / 2)
    }

    /// Plus 1 with fractions rounded up: Assault Fire (3.5b).
    #[must_use]
    pub const fn assault(self) -> Firepower {
        Firepower((self.0 + Self::PARTS).div_ceil(Self::PARTS) * Self::PARTS)
    }

    /// The sum of two.
    #[must_use]
    pub const fn plus(self, other: Firepower) -> Firepower {
        Firepower(self.0 + other.0)
    }
}

impl fmt::Display for Firepower {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&(f64::from(self.0) / f64::from(Self::PARTS)).to_string())
    }
}

impl FromStr for Firepower {
    type Err = String;

    fn from_str(text: &str) -> Result<Firepower, String> {
        let parts = text.parse::<f64>().ok().map(|factors| factors * f64::from(Self::PARTS));
        match parts {
            Some(parts) if parts.fract() == 0.0 && (0.0..=16_000.0).contains(&parts) => {
                // Whole and in range: the conversion is exact.
                Ok(Firepower(parts as u32))
            }
            _ => Err(format!("\"{text}\" is not an FP: write a number such as 7 or 3.5, up to 1000")),
        }
    }
}
