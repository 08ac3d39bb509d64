//! Armour piercing attacks (67): the K/S/I armour values and the effect of a result on a vehicle.

use std::fmt;
use std::str::FromStr;

/// The three numbers of one side of a vehicle: destroyed, stunned, immobilised.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Armour {
    /// K: destroyed at this result or more.
    pub destroyed: i16,
    /// S: stunned at this result or more.
    pub stunned: i16,
    /// I: immobilised at this result or more.
    pub immobilised: i16,
}

impl fmt::Display for Armour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}/{}", self.destroyed, self.stunned, self.immobilised)
    }
}

impl FromStr for Armour {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || {
            format!(
                "armour is K/S/I, three numbers none greater than the one before, such as 8/7/6, not \"{text}\""
            )
        };
        let numbers: Vec<i16> =
            text.split('/').map(|part| part.trim().parse().map_err(|_| wrong())).collect::<Result<_, _>>()?;
        match numbers[..] {
            [destroyed, stunned, immobilised]
                if destroyed >= stunned
                    && stunned >= immobilised
                    && destroyed <= 99
                    && immobilised >= -99 =>
            {
                Ok(Self { destroyed, stunned, immobilised })
            }
            _ => Err(wrong()),
        }
    }
}

/// The effect of a hit on a vehicle.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Damage {
    /// Nothing.
    None,
    /// It cannot move again.
    Immobilised,
    /// It can neither move nor fire for a while.
    Stunned,
    /// S and I are the same number: a die decides which applies (67.6).
    StunnedOrImmobilised,
    /// Destroyed.
    Destroyed,
}

impl Armour {
    /// The effect of a result: the highest number reached counts (ruling FM-4). A hull-down vehicle is
    /// stunned instead of immobilised (71.1).
    pub const fn damage(self, result: i16, hull_down: bool) -> Damage {
        if result >= self.destroyed {
            Damage::Destroyed
        } else if result < self.immobilised {
            Damage::None
        } else if hull_down {
            Damage::Stunned
        } else if self.stunned == self.immobilised {
            Damage::StunnedOrImmobilised
        } else if result >= self.stunned {
            Damage::Stunned
        } else {
            Damage::Immobilised
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_highest_number_reached_counts() {
        let armour: Armour = "8/7/6".parse().unwrap();
        let damage = |hull_down| [5, 6, 7, 8, 12].map(|result| armour.damage(result, hull_down));
        use Damage::{Destroyed, Immobilised, None, Stunned};
        assert_eq!(damage(false), [None, Immobilised, Stunned, Destroyed, Destroyed]);
        assert_eq!(damage(true), [None, Stunned, Stunned, Destroyed, Destroyed]);
    }

    #[test]
    fn armour_is_read_as_it_is_written() {
        assert_eq!("7/5/5".parse::<Armour>().unwrap().damage(5, false), Damage::StunnedOrImmobilised);
        for bad in ["", "8", "8/7", "8/7/6/5", "6/7/8", "8/x/6", "8/7/", "100/7/6"] {
            assert!(bad.parse::<Armour>().is_err(), "{bad}");
        }
        assert_eq!("10/9/8".parse::<Armour>().unwrap().to_string(), "10/9/8");
    }
}
