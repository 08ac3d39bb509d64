//! Tables as rows of text, with the source of their figures.
//!
//! The rules read their figures from here once (see [`crate::rules::panzertruppe::tables`]); the catalog
//! shows the rows as they are.

use serde::Deserialize;

/// The sheets of a file: tables of the rules, and vehicles by nation.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sheets {
    /// Tables of the rules.
    #[serde(rename = "table", default)]
    pub tables: Vec<Sheet>,
    /// Vehicles, one sheet for each nation.
    #[serde(rename = "nation", default)]
    pub nations: Vec<Sheet>,
}

impl Sheets {
    /// Reads the sheets of a file.
    ///
    /// # Errors
    /// A message, with line and column for faults of TOML.
    pub fn read(text: &str) -> Result<Self, String> {
        crate::reading::from_toml(text).map_err(|error| error.to_string())
    }
}

/// A table of a file.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sheet {
    /// Its id in files and messages.
    #[serde(alias = "name")]
    pub id: String,
    /// Its title in the catalog.
    #[serde(default)]
    pub title: String,
    /// The rule it belongs to.
    #[serde(default)]
    pub rule: String,
    /// The column headings, without the one of the marks.
    pub head: Vec<String>,
    /// The rows; the last entry of each holds its marks.
    pub rows: Vec<Vec<String>>,
}

/// The source of a figure.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Mark {
    /// Stated in the text.
    Stated,
    /// Found elsewhere.
    Found,
    /// Derived from what the text states.
    Derived,
    /// Derived, where the text allows more than one answer.
    Likely,
    /// Our own choice.
    Free,
}

impl Mark {
    /// The mark of a symbol: T, S, D, D? or F.
    pub fn of(symbol: &str) -> Option<Self> {
        match symbol {
            "T" => Some(Self::Stated),
            "S" => Some(Self::Found),
            "D" => Some(Self::Derived),
            "D?" => Some(Self::Likely),
            "F" => Some(Self::Free),
            _ => None,
        }
    }

    /// The mark in words.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Stated => "stated",
            Self::Found => "found",
            Self::Derived => "derived",
            Self::Likely => "derived, likely",
            Self::Free => "our own choice",
        }
    }
}

/// A fault of a table, without its place in the file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("table \"{table}\"{}: {why}", .row.map_or_else(String::new, |row| format!(", row {row}")))]
pub struct SheetFault {
    /// The table.
    pub table: String,
    /// The row, counted from 1.
    pub row: Option<usize>,
    /// The first entry of that row.
    pub name: Option<String>,
    /// The expected value.
    pub why: String,
}

impl SheetFault {
    /// A missing table.
    pub fn missing(table: &str) -> Self {
        Self { table: table.to_owned(), row: None, name: None, why: "the table is missing".into() }
    }
}

impl Sheet {
    /// A fault in this table.
    pub fn fault(&self, row: impl Into<Option<usize>>, why: impl Into<String>) -> SheetFault {
        let row = row.into();
        let name = row.and_then(|row| self.rows.get(row)?.first().cloned());
        SheetFault { table: self.id.clone(), row: row.map(|row| row + 1), name, why: why.into() }
    }

    /// Checks the length of every row, and the marks.
    ///
    /// # Errors
    /// The first row with a fault.
    pub fn check(&self) -> Result<(), SheetFault> {
        if self.rows.is_empty() {
            return Err(self.fault(None, "expected at least one row"));
        }
        for (index, row) in self.rows.iter().enumerate() {
            let wanted = self.head.len() + 1;
            if row.len() != wanted {
                let why = format!("expected {wanted} entries, the last one the marks, found {}", row.len());
                return Err(self.fault(index, why));
            }
        }
        Ok(())
    }

    /// The entry in a row and column.
    pub fn text(&self, row: usize, column: usize) -> &str {
        &self.rows[row][column]
    }

    /// A whole number, with or without a sign.
    ///
    /// # Errors
    /// If it is not one.
    pub fn number(&self, row: usize, column: usize) -> Result<i16, SheetFault> {
        let text = self.text(row, column);
        text.parse().map_err(|_| {
            self.fault(
                row,
                format!("expected a whole number for \"{}\", found \"{text}\"", self.head[column]),
            )
        })
    }

    /// A whole number, or `None` for "-".
    ///
    /// # Errors
    /// If it is neither.
    pub fn figure(&self, row: usize, column: usize) -> Result<Option<i16>, SheetFault> {
        if self.text(row, column) == "-" { Ok(None) } else { self.number(row, column).map(Some) }
    }

    /// Inches with at most one decimal, as tenths; "over" has no limit.
    ///
    /// # Errors
    /// If it is neither.
    pub fn tenths(&self, row: usize, column: usize) -> Result<u16, SheetFault> {
        let text = self.text(row, column);
        if text == "over" {
            return Ok(u16::MAX);
        }
        crate::rules::panzertruppe::sight::geometry::tenths_of(text)
            .ok_or_else(|| self.fault(row, format!("expected inches such as 5.9, found \"{text}\"")))
    }

    /// The number of the row that begins with a word.
    ///
    /// # Errors
    /// If the row is missing, or has no number.
    pub fn named(&self, word: &str) -> Result<i16, SheetFault> {
        let row = self.rows.iter().position(|row| row[0] == word);
        self.number(row.ok_or_else(|| self.fault(None, format!("expected a row \"{word}\"")))?, 1)
    }

    /// The numbers of the rows that begin with some words.
    ///
    /// # Errors
    /// If a row is missing, or has no number.
    pub fn all_named<const N: usize>(&self, words: [&str; N]) -> Result<[i16; N], SheetFault> {
        let mut numbers = [0; N];
        for (number, word) in numbers.iter_mut().zip(words) {
            *number = self.named(word)?;
        }
        Ok(numbers)
    }

    /// The mark of a figure: a row has one for all its figures, or one for each column from the second.
    pub fn mark(&self, row: usize, column: usize) -> Option<Mark> {
        let marks: Vec<&str> = self.rows[row].last()?.split_whitespace().collect();
        let at = if marks.len() > 1 { column.checked_sub(1)? } else { 0 };
        Mark::of(marks.get(at)?)
    }
}
