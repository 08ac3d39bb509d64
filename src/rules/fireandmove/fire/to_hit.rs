//! To Hit numbers (58 and 59): the printed row, the steps along it, and how a check is read.

use std::fmt;
use std::str::FromStr;

use crate::rules::fireandmove::dice::checks;

/// The printed row, harder to the left (59.1).
const ROW: [&str; 12] = ["6", "5", "4", "3", "2", "1", "0-1", "0-2", "0-3", "0-4", "0-5", "0-6"];

/// The index of the first number that contains a 0.
const FIRST_RANGE: i16 = 6;

/// A To Hit number: its index on the printed row.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ToHit(u8);

impl ToHit {
    /// The number this many steps to the right; negative steps go left, to harder numbers. It stops at 0-6;
    /// left of 6 nothing hits (59.1).
    pub fn step(self, steps: i16) -> Option<Self> {
        let place = (i16::from(self.0) + steps).min(ROW.len() as i16 - 1);
        u8::try_from(place).ok().map(Self)
    }

    /// Whether the number contains a 0, so that the magnitude of the result adds to a hit (58.7).
    pub const fn has_zero(self) -> bool {
        self.0 as i16 >= FIRST_RANGE
    }

    /// Whether a result is a hit: within 0-n, or exactly n, whatever its sign (58.2, ruling FM-3).
    pub const fn hits(self, result: i16) -> bool {
        let (place, size) = (self.0 as i16, result.abs());
        if self.has_zero() { size <= place - FIRST_RANGE + 1 } else { size == FIRST_RANGE - place }
    }
}

impl fmt::Display for ToHit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(ROW[usize::from(self.0)])
    }
}

impl FromStr for ToHit {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let place = ROW.iter().position(|number| *number == text.trim());
        // The row is far shorter than 256 entries.
        place
            .map(|place| Self(place as u8))
            .ok_or_else(|| format!("a To Hit number is one of {}, not \"{text}\"", ROW.join(", ")))
    }
}

/// One shot of an ordnance weapon.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Shot {
    /// The printed number at this range.
    pub number: ToHit,
    /// Steps to the right for leader, hero and acquired target, to the left for a short crew and so on.
    pub steps: i16,
    /// The target is moving.
    pub target_moving: bool,
    /// The target is hull down.
    pub hull_down: bool,
    /// The weapon is moving.
    pub firer_moving: bool,
    /// The result at which the weapon fails.
    pub failure: Option<i16>,
}

/// The outcome of a To Hit check.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Check {
    /// The weapon fails, and there is no shot (20.3).
    Fails,
    /// No hit.
    Miss,
    /// A hit, with its result.
    Hit(i16),
}

impl Shot {
    /// A shot without modifiers.
    pub const fn plain(number: ToHit) -> Self {
        Self { number, steps: 0, target_moving: false, hull_down: false, firer_moving: false, failure: None }
    }

    /// The final number. A moving weapon loses one more step against a target that is moving or hull down
    /// (58.6, ruling FM-33); `None` is off the left end of the row.
    pub fn final_number(&self) -> Option<ToHit> {
        let both = self.firer_moving && (self.target_moving || self.hull_down);
        self.number.step(self.steps - i16::from(both))
    }

    /// Whether only a result of 1 or more can hit (58.4 to 58.6).
    pub const fn positive_only(&self) -> bool {
        self.target_moving || self.hull_down || self.firer_moving
    }

    /// The outcome of a dice result.
    pub fn check(&self, result: i16) -> Check {
        if self.failure == Some(result) {
            return Check::Fails;
        }
        let hit = self.final_number().is_some_and(|number| number.hits(result));
        if hit && (result > 0 || !self.positive_only()) { Check::Hit(result) } else { Check::Miss }
    }

    /// The chance of a hit.
    pub fn chance(&self) -> f64 {
        checks::chance(|result| matches!(self.check(result), Check::Hit(_)))
    }

    /// The chance that the weapon fails.
    pub fn fails(&self) -> f64 {
        checks::chance(|result| self.check(result) == Check::Fails)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str) -> ToHit {
        text.parse().unwrap()
    }

    /// The second line of the table, with the printed percentages.
    const PRINTED: [(&str, f64); 12] = [
        ("6", 6.25),
        ("5", 9.4),
        ("4", 12.5),
        ("3", 15.6),
        ("2", 18.75),
        ("1", 21.9),
        ("0-1", 34.4),
        ("0-2", 53.0),
        ("0-3", 68.75),
        ("0-4", 81.25),
        ("0-5", 90.6),
        ("0-6", 96.9),
    ];

    #[test]
    fn the_row_has_its_printed_chances() {
        for (text, percent) in PRINTED {
            let chance = 100.0 * Shot::plain(number(text)).chance();
            // Printed to one or two decimals; 0-2 is rounded down to a whole number.
            assert!((chance - percent).abs() < 0.15, "{text}: {chance}");
            assert_eq!(number(text).to_string(), text);
        }
        for (pair, place) in PRINTED.windows(2).zip(0..) {
            assert_eq!(number(pair[0].0).step(1), Some(number(pair[1].0)));
            assert_eq!(number(pair[1].0).step(-1), Some(number(pair[0].0)));
            assert_eq!(number(pair[0].0).step(-place), Some(number("6")));
            assert_eq!(number(pair[0].0).step(-place - 1), None);
        }
        assert_eq!(number("0-5").step(4), Some(number("0-6")));
    }

    #[test]
    fn numbers_off_the_row_are_refused() {
        for bad in ["", "0", "7", "0-0", "0-7", "-1", "1-3", "0-", "x"] {
            assert!(bad.parse::<ToHit>().is_err(), "{bad}");
        }
    }

    #[test]
    fn a_moving_weapon_at_a_moving_target_loses_a_step_once() {
        let shot = Shot { firer_moving: true, ..Shot::plain(number("0-2")) };
        assert_eq!(shot.final_number(), Some(number("0-2")));
        for (target_moving, hull_down) in [(true, false), (false, true), (true, true)] {
            let shot = Shot { target_moving, hull_down, ..shot };
            assert_eq!(shot.final_number(), Some(number("0-1")));
            assert_eq!(shot.chance(), 7.0 / 64.0);
        }
    }

    #[test]
    fn a_failing_weapon_does_not_hit() {
        let shot = Shot { failure: Some(-6), ..Shot::plain(number("0-6")) };
        assert_eq!((shot.check(-6), shot.check(6)), (Check::Fails, Check::Hit(6)));
        assert_eq!((shot.chance(), shot.fails()), (60.0 / 64.0, 2.0 / 64.0));
    }
}
