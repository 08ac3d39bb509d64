//! Maps drawn in text, one character to the cell.

use super::{Cell, Square};
use thiserror::Error;

/// A map read from text: the top line is the highest row, and each cell is one character.
///
/// What the characters mean is the caller's affair.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextGrid {
    size: Square,
    /// In the order of [`Square::index`].
    cells: Box<[char]>,
    /// The 1-based line of the text that holds the top row.
    top_line: usize,
}

/// What is wrong with a drawn map, and where; the message is a sentence to show to its author.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum MapError {
    /// A row is too short or too long.
    #[error("Line {line}, column {column}: row {row} has {found} characters, expected {expected}.")]
    Width {
        /// The 1-based line within the text.
        line: usize,
        /// The 1-based column of the first missing or extra character.
        column: usize,
        /// The 1-based row, counted from the top of the map.
        row: usize,
        /// How many characters the row has.
        found: usize,
        /// How many it should have: the map's width.
        expected: usize,
    },
    /// There are too few or too many rows.
    #[error("Line {line}, column {column}: the map has {found} rows, expected {expected}.")]
    Height {
        /// The 1-based line within the text of the first missing or extra row.
        line: usize,
        /// The 1-based column, always the first.
        column: usize,
        /// How many rows the text has.
        found: usize,
        /// How many it should have: the map's height.
        expected: usize,
    },
}

impl TextGrid {
    /// Reads a map of a known size, from the top row down.
    ///
    /// One blank line before the map and one after it are allowed, as quoting a map on several
    /// lines leaves them. The first row of the wrong width is reported before a wrong number of rows.
    pub fn parse(text: &str, width: u8, height: u8) -> Result<TextGrid, MapError> {
        let size = Square { width, height };
        let (width, height) = (usize::from(width), usize::from(height));
        let lines: Vec<&str> = text.lines().collect();
        // A row of open ground drawn with spaces is a row, not a blank line.
        let blank = |line: &&&str| line.trim().is_empty() && line.chars().count() != width;
        let before = usize::from(lines.first().filter(blank).is_some());
        let rows = &lines[before..];
        let rows = &rows[..rows.len() - usize::from(rows.last().filter(blank).is_some())];
        for (above, row) in rows.iter().take(height).enumerate() {
            let found = row.chars().count();
            if found != width {
                let column = found.min(width) + 1;
                let (line, row) = (before + above + 1, above + 1);
                return Err(MapError::Width { line, column, row, found, expected: width });
            }
        }
        if rows.len() != height {
            let line = before + rows.len().min(height) + 1;
            return Err(MapError::Height { line, column: 1, found: rows.len(), expected: height });
        }
        let cells = rows.iter().rev().flat_map(|row| row.chars()).collect();
        Ok(TextGrid { size, cells, top_line: before + 1 })
    }

    /// The map's width and height.
    pub fn size(&self) -> Square {
        self.size
    }

    /// The character drawn in a cell.
    ///
    /// # Panics
    ///
    /// When the cell is not on the map.
    pub fn get(&self, cell: Cell) -> char {
        assert!(self.size.contains(cell), "{cell:?} is not on the drawn map");
        self.cells[self.size.index(cell)]
    }

    /// Every cell with its character, in the order of [`Square::index`]: bottom row first.
    pub fn cells(&self) -> impl Iterator<Item = (Cell, char)> {
        self.size.cells().zip(self.cells.iter().copied())
    }

    /// The 1-based line and column where a cell was drawn, for telling an author about its character.
    pub fn place(&self, cell: Cell) -> (usize, usize) {
        debug_assert!(self.size.contains(cell), "{cell:?} is not on the drawn map");
        let above = usize::from(self.size.height) - 1 - cell.y as usize;
        (self.top_line + above, cell.x as usize + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_top_line_is_the_highest_row() {
        for text in ["ab~\n.é \n", "ab~\n.é ", "\nab~\n.é \n\n", "\r\nab~\r\n.é \r\n", "\nab~\n.é \n    "]
        {
            let map = TextGrid::parse(text, 3, 2).unwrap();
            assert_eq!(map.size(), Square { width: 3, height: 2 });
            assert_eq!(map.get(Cell::new(0, 1)), 'a');
            assert_eq!(map.get(Cell::new(2, 1)), '~');
            assert_eq!(map.get(Cell::new(1, 0)), 'é');
            let drawn: String = map.cells().map(|(_, mark)| mark).collect();
            assert_eq!(drawn, ".é ab~");
            assert!(map.cells().all(|(cell, mark)| map.get(cell) == mark));
        }
    }

    #[test]
    fn a_row_of_spaces_is_a_row() {
        let map = TextGrid::parse("  \nab\n  ", 2, 3).unwrap();
        assert_eq!(map.get(Cell::new(0, 2)), ' ');
        assert_eq!(map.get(Cell::new(1, 1)), 'b');
    }

    #[test]
    fn places_are_lines_and_columns_of_the_text() {
        let map = TextGrid::parse("\nabc\ndef\n", 3, 2).unwrap();
        assert_eq!(map.place(Cell::new(0, 1)), (2, 1));
        assert_eq!(map.place(Cell::new(2, 0)), (3, 3));
        let map = TextGrid::parse("abc\ndef\n", 3, 2).unwrap();
        assert_eq!(map.place(Cell::new(0, 1)), (1, 1));
    }

    fn sentence(text: &str, width: u8, height: u8) -> String {
        TextGrid::parse(text, width, height).unwrap_err().to_string()
    }

    #[test]
    fn errors_say_where_and_what_was_expected() {
        let text = "\nabcd\nabcd\nabc\n";
        assert_eq!(
            TextGrid::parse(text, 4, 3),
            Err(MapError::Width { line: 4, column: 4, row: 3, found: 3, expected: 4 })
        );
        assert_eq!(sentence(text, 4, 3), "Line 4, column 4: row 3 has 3 characters, expected 4.");
        assert_eq!(sentence("abc\nabcde\n", 3, 2), "Line 2, column 4: row 2 has 5 characters, expected 3.");
        assert_eq!(sentence("abc\nabc\n", 3, 4), "Line 3, column 1: the map has 2 rows, expected 4.");
        assert_eq!(sentence("\nabc\nabc\nabc\n", 3, 2), "Line 4, column 1: the map has 3 rows, expected 2.");
        assert_eq!(sentence("", 3, 2), "Line 1, column 1: the map has 0 rows, expected 2.");
        assert_eq!(sentence("\n\n", 3, 2), "Line 2, column 1: the map has 0 rows, expected 2.");
        assert_eq!(sentence("\n\nabc\nabc\n", 3, 2), "Line 2, column 1: row 1 has 0 characters, expected 3.");
    }
}
