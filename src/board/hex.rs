//! The hex map: hexrows side by side, every other one shifted by half a hex.
//!
//! Hexrows are lettered from left to right, A to Z and then AA to GG. Odd hexrows (A, C, E …) have hexes 1 to
//! 10 from north to south. Even ones (B, D …) lie half a hex further south and run from 0 to 10; their first
//! and last hexes are half hexes.

use std::fmt;
use std::str::FromStr;
use thiserror::Error;

pub use super::hex_line::{HexCrossing, HexLine, hex_line};

/// A hex, which may be off the board.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Hex {
    /// The hexrow, from 0: 0 is A, 25 is Z, 26 is AA, 32 is GG.
    pub col: i16,
    /// The hex number in the hexrow, as written; it grows southwards.
    pub row: i16,
}

/// Cube coordinates: they always add up to 0, and each hexside changes two of them by one.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Cube {
    /// Hexrows to the east.
    pub q: i32,
    /// Grows to the south and the south-west, constant from north-west to south-east.
    pub r: i32,
    /// Grows to the north and the north-west, constant from south-west to north-east.
    pub s: i32,
}

impl Cube {
    /// The vector from one point to another.
    #[inline]
    pub(super) fn minus(self, from: Cube) -> Cube {
        Cube { q: self.q - from.q, r: self.r - from.r, s: self.s - from.s }
    }

    pub(super) fn plus(self, way: Cube) -> Cube {
        Cube { q: self.q + way.q, r: self.r + way.r, s: self.s + way.s }
    }

    /// Twice the dot product of two vectors, with neighbouring centres 1 apart.
    pub(super) fn twice_dot(self, other: Cube) -> i32 {
        self.q * other.q + self.r * other.r + self.s * other.s
    }

    /// How far the point lies across the three pairs of opposite hexsides: SE, SW and N.
    ///
    /// A hex reaches from -1 to 1 around its centre in all three.
    pub(super) fn across(self) -> [i32; 3] {
        [self.q - self.s, self.r - self.q, self.s - self.r]
    }
}

/// The six hexsides, clockwise from north.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Side {
    /// Towards row 1 of the board, along the hexrow.
    N,
    /// Into the next hexrow east, northwards.
    NE,
    /// Into the next hexrow east, southwards.
    SE,
    /// Along the hexrow, southwards.
    S,
    /// Into the next hexrow west, southwards.
    SW,
    /// Into the next hexrow west, northwards.
    NW,
}

impl Side {
    /// Clockwise from north.
    pub const ALL: [Side; 6] = [Side::N, Side::NE, Side::SE, Side::S, Side::SW, Side::NW];

    /// One step across this hexside.
    pub const fn cube(self) -> Cube {
        let (q, r, s) = match self {
            Side::N => (0, -1, 1),
            Side::NE => (1, -1, 0),
            Side::SE => (1, 0, -1),
            Side::S => (0, 1, -1),
            Side::SW => (-1, 1, 0),
            Side::NW => (-1, 0, 1),
        };
        Cube { q, r, s }
    }

    /// This hexside turned clockwise by sixths of a circle; a negative number turns it anticlockwise.
    pub fn turned(self, sixths: i8) -> Side {
        Side::ALL[(self as i16 + i16::from(sixths)).rem_euclid(6) as usize]
    }

    /// The opposite hexside.
    pub fn opposite(self) -> Side {
        self.turned(3)
    }

    /// The spine at the clockwise end of this hexside.
    pub fn spine(self) -> Spine {
        Spine::ALL[self as usize]
    }
}

/// The six directions through the corners of a hex, clockwise from the one just after north.
///
/// Each runs from the hex's centre through a corner and along the edge between two neighbours.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Spine {
    /// Between the north and north-east sides.
    NNE,
    /// Due east, between the north-east and south-east sides.
    E,
    /// Between the south-east and south sides.
    SSE,
    /// Between the south and south-west sides.
    SSW,
    /// Due west, between the south-west and north-west sides.
    W,
    /// Between the north-west and north sides.
    NNW,
}

impl Spine {
    /// Clockwise from north.
    pub const ALL: [Spine; 6] = [Spine::NNE, Spine::E, Spine::SSE, Spine::SSW, Spine::W, Spine::NNW];

    /// The two hexsides that meet at this corner, the anticlockwise one first.
    pub fn sides(self) -> (Side, Side) {
        let side = Side::ALL[self as usize];
        (side, side.turned(1))
    }

    /// This spine turned clockwise by sixths of a circle; a negative number turns it anticlockwise.
    pub fn turned(self, sixths: i8) -> Spine {
        Spine::ALL[(self as i16 + i16::from(sixths)).rem_euclid(6) as usize]
    }

    /// The opposite spine.
    pub fn opposite(self) -> Spine {
        self.turned(3)
    }

    /// The step from a hex's centre to the next centre along this spine, two hexes away.
    pub fn cube(self) -> Cube {
        let (left, right) = self.sides();
        left.cube().plus(right.cube())
    }
}

impl Hex {
    /// The hex in a hexrow counted from 0, with its number as written.
    pub const fn new(col: i16, row: i16) -> Hex {
        Hex { col, row }
    }

    /// The hex in cube coordinates; A0 is the origin.
    #[inline]
    pub fn cube(self) -> Cube {
        let q = i32::from(self.col);
        let r = i32::from(self.row) - q.div_euclid(2);
        Cube { q, r, s: -q - r }
    }

    /// The hex at cube coordinates; the inverse of [`Hex::cube`].
    pub fn from_cube(cube: Cube) -> Hex {
        Hex::new(cube.q as i16, (cube.r + cube.q.div_euclid(2)) as i16)
    }

    /// The neighbour across a hexside, which may be off the board.
    pub fn step(self, side: Side) -> Hex {
        Hex::from_cube(self.cube().plus(side.cube()))
    }

    /// The six neighbours, clockwise from north; some may be off the board.
    pub fn neighbours(self) -> [(Side, Hex); 6] {
        Side::ALL.map(|side| (side, self.step(side)))
    }
}

/// The range between two hexes.
#[inline]
pub fn range(a: Hex, b: Hex) -> u16 {
    let way = b.cube().minus(a.cube());
    way.q.abs().max(way.r.abs()).max(way.s.abs()) as u16
}

impl fmt::Display for Hex {
    /// The letter of the hexrow, doubled from the 27th on, and the number: "C3", "GG10".
    ///
    /// A hex west of hexrow A has no name; its two numbers are written.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Ok(col) = u16::try_from(self.col) else {
            return f.pad(&format!("({}, {})", self.col, self.row));
        };
        let letter = char::from(b'A' + (col % 26) as u8).to_string();
        f.pad(&format!("{}{}", letter.repeat(usize::from(col / 26) + 1), self.row))
    }
}

/// Text that is not the name of a hex. The message is shown to the player.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("\"{0}\" is not a hex: expected the letter of a hexrow (doubled after Z) and a number, such as C3.")]
pub struct BadHex(
    /// The text as written.
    pub String,
);

impl FromStr for Hex {
    type Err = BadHex;

    /// Reads a letter, repeated up to four times, in either case, and one or two digits.
    fn from_str(text: &str) -> Result<Hex, BadHex> {
        let bad = || BadHex(text.to_owned());
        let upper = text.to_ascii_uppercase();
        let digits = upper.trim_start_matches(|c: char| c.is_ascii_uppercase());
        let letters = &upper.as_bytes()[..upper.len() - digits.len()];
        let col = match letters {
            [letter, more @ ..] if more.len() < 4 && more.iter().all(|again| again == letter) => {
                i16::from(letter - b'A') + 26 * more.len() as i16
            }
            _ => return Err(bad()),
        };
        if !(1..=2).contains(&digits.len()) || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return Err(bad());
        }
        let row = digits.parse().map_err(|_| bad())?;
        Ok(Hex::new(col, row))
    }
}

/// A board of hexes.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct HexBoard {
    /// Hexrows from west to east.
    pub columns: u8,
    /// The number of the southernmost hex in every hexrow.
    pub rows: u8,
}

impl HexBoard {
    /// The standard geomorphic board: hexrows A to GG, numbered to 10.
    pub const STANDARD: HexBoard = HexBoard { columns: 33, rows: 10 };

    /// The first number in a hexrow: 1 in A, C, E …, 0 in the others.
    fn first(col: i16) -> i16 {
        1 - col.rem_euclid(2)
    }

    /// Whether a hex is on the board, half hexes included.
    pub fn contains(self, hex: Hex) -> bool {
        (0..i16::from(self.columns)).contains(&hex.col)
            && (HexBoard::first(hex.col)..=i16::from(self.rows)).contains(&hex.row)
    }

    /// Whether a hex is a half hex on the northern or southern edge of the board.
    pub fn is_half(self, hex: Hex) -> bool {
        self.contains(hex) && hex.col % 2 == 1 && (hex.row == 0 || hex.row == i16::from(self.rows))
    }

    /// Every hex: hexrows from west to east, each from north to south.
    pub fn hexes(self) -> impl Iterator<Item = Hex> {
        (0..i16::from(self.columns)).flat_map(move |col| {
            (HexBoard::first(col)..=i16::from(self.rows)).map(move |row| Hex::new(col, row))
        })
    }

    /// The neighbours of a hex that are on the board, clockwise from north.
    pub fn neighbours(self, hex: Hex) -> impl Iterator<Item = (Side, Hex)> {
        hex.neighbours().into_iter().filter(move |&(_, next)| self.contains(next))
    }
}

#[cfg(test)]
#[path = "hex_tests.rs"]
mod tests;
