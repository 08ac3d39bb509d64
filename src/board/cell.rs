//! One cell of a map and its written name.

use super::Compass;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// One cell: a square inch or a hex.
///
/// Zero-based, `x` to the right and `y` up. Names are 1-based, "CCRR", right then up: `Cell { x: 0, y: 0 }`
/// is "0101", and "1722" is column 17, row 22.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Cell {
    /// Cells to the right of the left-hand column, from 0.
    pub x: i16,
    /// Cells above the bottom row, from 0.
    pub y: i16,
}

impl Cell {
    /// The cell `x` to the right of the left-hand column and `y` above the bottom row.
    pub const fn new(x: i16, y: i16) -> Cell {
        Cell { x, y }
    }

    /// The neighbouring cell in a direction; it may be off the map.
    pub fn step(self, toward: Compass) -> Cell {
        self.shifted(toward, 1)
    }

    /// The cell `n` steps away in a direction; it may be off the map. A negative `n` goes backwards.
    ///
    /// A diagonal step counts as one step.
    pub fn shifted(self, toward: Compass, n: i16) -> Cell {
        let (dx, dy) = toward.delta();
        Cell { x: self.x + dx * n, y: self.y + dy * n }
    }
}

impl fmt::Display for Cell {
    /// Writes "CCRR". Both numbers take three digits when either is above 99, so the name can be read back.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (right, up) = (i32::from(self.x) + 1, i32::from(self.y) + 1);
        let text =
            if right > 99 || up > 99 { format!("{right:03}{up:03}") } else { format!("{right:02}{up:02}") };
        f.pad(&text)
    }
}

/// Why a text is not the name of a cell. The message is shown to the player.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum BadCell {
    /// The text is not four digits (or six, on maps wider or taller than 99).
    #[error("\"{0}\" is not a square: expected four digits, column then row, such as 1722.")]
    NotFourDigits(String),
    /// Counting starts at 1: there is no column or row zero.
    #[error("\"{0}\" is not a square: columns and rows are counted from 01.")]
    Zero(String),
}

impl FromStr for Cell {
    type Err = BadCell;

    /// Reads four digits, or the six that [`Display`](fmt::Display) writes on very large maps.
    fn from_str(text: &str) -> Result<Cell, BadCell> {
        let digits = text.len() == 4 || text.len() == 6;
        if !digits || !text.bytes().all(|b| b.is_ascii_digit()) {
            return Err(BadCell::NotFourDigits(text.to_owned()));
        }
        let (right, up) = text.split_at(text.len() / 2);
        let number = |part: &str| part.bytes().fold(0i16, |n, b| n * 10 + i16::from(b - b'0'));
        let (right, up) = (number(right), number(up));
        if right == 0 || up == 0 {
            return Err(BadCell::Zero(text.to_owned()));
        }
        Ok(Cell::new(right - 1, up - 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn names_count_from_one_rightward_then_upward() {
        assert_eq!(Cell::new(0, 0).to_string(), "0101");
        assert_eq!(Cell::new(16, 21).to_string(), "1722");
        assert_eq!(Cell::new(98, 98).to_string(), "9999");
        assert_eq!(Cell::new(99, 4).to_string(), "100005");
        assert_eq!("1722".parse(), Ok(Cell::new(16, 21)));
        assert_eq!(format!("{:>6}|", Cell::new(0, 0)), "  0101|");
    }

    #[test]
    fn bad_cell_names_are_explained() {
        for text in ["", "172", "17 22", "17220", "1a22", "-122", "１７２２"] {
            assert_eq!(text.parse::<Cell>(), Err(BadCell::NotFourDigits(text.to_owned())));
        }
        for text in ["0001", "0100", "000100"] {
            assert_eq!(text.parse::<Cell>(), Err(BadCell::Zero(text.to_owned())));
        }
        let sentence = "12".parse::<Cell>().unwrap_err().to_string();
        assert_eq!(sentence, "\"12\" is not a square: expected four digits, column then row, such as 1722.");
    }

    #[test]
    fn steps_match_compass_directions() {
        let start = Cell::new(5, 5);
        assert_eq!(start.step(Compass::N), Cell::new(5, 6));
        assert_eq!(start.step(Compass::SE), Cell::new(6, 4));
        assert_eq!(start.shifted(Compass::W, 3), Cell::new(2, 5));
        assert_eq!(start.shifted(Compass::NE, -2), Cell::new(3, 3));
    }

    proptest! {
        #[test]
        fn cell_names_round_trip(x in 0i16..300, y in 0i16..300) {
            let cell = Cell::new(x, y);
            prop_assert_eq!(cell.to_string().parse::<Cell>(), Ok(cell));
        }
    }
}
