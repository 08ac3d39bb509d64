//! The eight compass points.

use super::Cell;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// The eight compass points in the order of the deviation die: 1 = N, clockwise to 8 = NW.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Compass {
    /// Up the map.
    N,
    /// Up and to the right.
    NE,
    /// To the right.
    E,
    /// Down and to the right.
    SE,
    /// Down the map.
    S,
    /// Down and to the left.
    SW,
    /// To the left.
    W,
    /// Up and to the left.
    NW,
}

impl Compass {
    /// All eight, clockwise from north, in the order of the deviation die.
    pub const ALL: [Compass; 8] =
        [Compass::N, Compass::NE, Compass::E, Compass::SE, Compass::S, Compass::SW, Compass::W, Compass::NW];

    /// One step this way as (cells right, cells up): N is (0, 1), SW is (-1, -1).
    pub const fn delta(self) -> (i16, i16) {
        match self {
            Compass::N => (0, 1),
            Compass::NE => (1, 1),
            Compass::E => (1, 0),
            Compass::SE => (1, -1),
            Compass::S => (0, -1),
            Compass::SW => (-1, -1),
            Compass::W => (-1, 0),
            Compass::NW => (-1, 1),
        }
    }

    /// The angle between this direction and the line from one cell to another in whole degrees, rounded up: for
    /// messages, since rules compare integers.
    pub fn degrees_off(self, from: Cell, to: Cell) -> u32 {
        let bearing = f64::from(to.x - from.x).atan2(f64::from(to.y - from.y)).to_degrees();
        let off = (bearing - 45.0 * f64::from(self as u8)).rem_euclid(360.0);
        // At most 180.
        off.min(360.0 - off).ceil() as u32
    }

    /// The compass point for a roll of the eight-sided deviation die, 1 to 8.
    pub fn from_d8(face: u8) -> Compass {
        debug_assert!((1..=8).contains(&face), "an eight-sided die has no face {face}");
        Compass::ALL[usize::from(face.wrapping_sub(1) % 8)]
    }

    /// This direction turned clockwise by eighths of a circle; a negative number turns it anticlockwise.
    pub fn turned(self, eighths: i8) -> Compass {
        Compass::ALL[(self as i16 + i16::from(eighths)).rem_euclid(8) as usize]
    }

    /// The opposite direction.
    pub fn opposite(self) -> Compass {
        self.turned(4)
    }

    /// Whether this is a diagonal: NE, SE, SW or NW.
    pub fn is_diagonal(self) -> bool {
        self as u8 % 2 == 1
    }

    /// The compass point nearest to the direction from one cell's centre to another's; `None` for the same
    /// cell.
    ///
    /// The boundary between two points is at 22.5°, whose tangent is √2 - 1. No two whole numbers have that
    /// ratio, so there is never a tie.
    pub fn between(from: Cell, to: Cell) -> Option<Compass> {
        let dx = i64::from(to.x) - i64::from(from.x);
        let dy = i64::from(to.y) - i64::from(from.y);
        let (long, short) = (dx.abs().max(dy.abs()), dx.abs().min(dy.abs()));
        // short / long > √2 - 1, squared to stay in whole numbers.
        let diagonal = (short + long) * (short + long) > 2 * long * long;
        let towards = if diagonal {
            (dx.signum(), dy.signum())
        } else if dx.abs() > dy.abs() {
            (dx.signum(), 0)
        } else {
            (0, dy.signum())
        };
        Compass::ALL.into_iter().find(|wind| {
            let (x, y) = wind.delta();
            (i64::from(x), i64::from(y)) == towards
        })
    }

    /// Its letters: "N", "NE" and so on.
    pub const fn letters(self) -> &'static str {
        match self {
            Compass::N => "N",
            Compass::NE => "NE",
            Compass::E => "E",
            Compass::SE => "SE",
            Compass::S => "S",
            Compass::SW => "SW",
            Compass::W => "W",
            Compass::NW => "NW",
        }
    }
}

impl fmt::Display for Compass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.letters())
    }
}

/// Text that is not a compass point. The message is shown to the player.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("\"{0}\" is not a direction: write one of N, NE, E, SE, S, SW, W or NW.")]
pub struct BadCompass(
    /// The text as written.
    pub String,
);

impl FromStr for Compass {
    type Err = BadCompass;

    /// Reads the letters in either case.
    fn from_str(text: &str) -> Result<Compass, BadCompass> {
        let wind = Compass::ALL.into_iter().find(|wind| wind.letters().eq_ignore_ascii_case(text));
        wind.ok_or_else(|| BadCompass(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn die_faces_map_clockwise_from_north() {
        let winds: Vec<Compass> = (1..=8).map(Compass::from_d8).collect();
        assert_eq!(winds, Compass::ALL);
        assert_eq!(Compass::from_d8(8), Compass::NW);
        for (eighths, wind) in Compass::ALL.into_iter().enumerate() {
            assert_eq!(Compass::N.turned(eighths as i8), wind);
        }
    }

    #[test]
    fn turning_wraps_around() {
        assert_eq!(Compass::NW.turned(1), Compass::N);
        assert_eq!(Compass::N.turned(-1), Compass::NW);
        assert_eq!(Compass::E.turned(127), Compass::NE);
        assert_eq!(Compass::E.turned(-128), Compass::E);
        for wind in Compass::ALL {
            let ((x, y), (u, v)) = (wind.delta(), wind.opposite().delta());
            assert_eq!((x + u, y + v), (0, 0));
            assert_eq!(wind.is_diagonal(), x != 0 && y != 0);
        }
    }

    #[test]
    fn nearest_wind() {
        let from = Cell::new(20, 20);
        let to = |x: i16, y: i16| Compass::between(from, Cell::new(20 + x, 20 + y));
        assert_eq!(to(0, 0), None);
        for wind in Compass::ALL {
            assert_eq!(Compass::between(from, from.shifted(wind, 7)), Some(wind));
        }
        // 5/12 is just above tan 22.5°, 2/5 just below.
        assert_eq!(to(5, 12), Some(Compass::NE));
        assert_eq!(to(2, 5), Some(Compass::N));
        assert_eq!(to(-2, -5), Some(Compass::S));
        assert_eq!(to(-12, 5), Some(Compass::NW));
        assert_eq!(to(-5, 2), Some(Compass::W));
        assert_eq!(to(5, -3), Some(Compass::SE));
    }

    #[test]
    fn nearest_wind_turns_with_the_map() {
        let centre = Cell::new(0, 0);
        for x in -15i16..=15 {
            for y in -15i16..=15 {
                let wind = Compass::between(centre, Cell::new(x, y));
                let quarter_turn = Compass::between(centre, Cell::new(y, -x));
                assert_eq!(quarter_turn, wind.map(|w| w.turned(2)), "{x},{y}");
                let back = Compass::between(Cell::new(x, y), centre);
                assert_eq!(back, wind.map(Compass::opposite), "{x},{y}");
            }
        }
    }

    #[test]
    fn compass_letters_round_trip() {
        for wind in Compass::ALL {
            assert_eq!(wind.to_string().parse(), Ok(wind));
            assert_eq!(wind.to_string().to_lowercase().parse(), Ok(wind));
            let stored = serde_json::to_string(&wind).unwrap();
            assert_eq!(stored, format!("\"{wind}\""));
            assert_eq!(serde_json::from_str::<Compass>(&stored).unwrap(), wind);
        }
        let sentence = "NNE".parse::<Compass>().unwrap_err().to_string();
        assert_eq!(sentence, "\"NNE\" is not a direction: write one of N, NE, E, SE, S, SW, W or NW.");
    }
}
