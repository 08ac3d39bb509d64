//! Tables as they stand in a file: text in rows, every row with the provenance of its figures.
//!
//! The rules read their figures from here once (see [`crate::rules::panzertruppe::tables`]); the catalog shows the rows as they are.

use serde::Deserialize;

/// Sheets of a file: tables of the rules, and vehicles by nation.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sheets {
    /// Tables of the rules.
    #[serde(rename = "table", default)]
    pub tables: Vec<Sheet>,
    /// Vehicles, a sheet a nation.
    #[serde(rename = "nation", default)]
    pub nations: Vec<Sheet>,
}

impl Sheets {
    /// The sheets of a text.
    ///
    /// # Errors
    /// What is wrong with it, with a line and a column where TOML is.
    pub fn read(text: &str) -> Result<Self, String> {
        crate::reading::from_toml(text).map_err(|error| error.to_string())
    }
}

/// One table of a file.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sheet {
    /// What files and faults call it.
    #[serde(alias = "name")]
    pub id: String,
    /// What the catalog calls it.
    #[serde(default)]
    pub title: String,
    /// The rule it belongs to.
    #[serde(default)]
    pub rule: String,
    /// Headings of the columns, without the one of the marks.
    pub head: Vec<String>,
    /// The rows; the last entry of each is its marks.
    pub rows: Vec<Vec<String>>,
}

/// Where the figures of a table come from.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Mark {
    /// Stated in the text.
    Stated,
    /// Found elsewhere.
    Found,
    /// Derived from what the text states.
    Derived,
    /// Derived, but the text allows more than one answer.
    Likely,
    /// A free choice.
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

    /// A word for players.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Stated => "stated",
            Self::Found => "found",
            Self::Derived => "derived",
            Self::Likely => "derived, likely",
            Self::Free => "free choice",
        }
    }
}

/// What is wrong with a table, in a sentence without a place in the file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("table \"{table}\"{}: {why}", .row.map_or_else(String::new, |row| format!(", row {row}")))]
pub struct SheetFault {
    /// The table.
    pub table: String,
    /// The row, from 1.
    pub row: Option<usize>,
    /// The first entry of that row.
    pub name: Option<String>,
    /// What was expected.
    pub why: String,
}

impl SheetFault {
    /// A table that is not there.
    pub fn missing(table: &str) -> Self {
        Self { table: table.to_owned(), row: None, name: None, why: "the table is missing".into() }
    }
}

impl Sheet {
    /// A fault of this table.
    pub fn fault(&self, row: impl Into<Option<usize>>, why: impl Into<String>) -> SheetFault {
        let row = row.into();
        let name = row.and_then(|row| self.rows.get(row)?.first().cloned());
        SheetFault { table: self.id.clone(), row: row.map(|row| row + 1), name, why: why.into() }
    }

    /// Refuses rows that are too short or too long, and marks that are none.
    ///
    /// # Errors
    /// The first such row.
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

    /// The entry of a row and a column.
    pub fn text(&self, row: usize, column: usize) -> &str {
        &self.rows[row][column]
    }

    /// A whole number, signed or not.
    ///
    /// # Errors
    /// If it is none.
    pub fn number(&self, row: usize, column: usize) -> Result<i16, SheetFault> {
        let text = self.text(row, column);
        text.parse().map_err(|_| {
            self.fault(
                row,
                format!("expected a whole number for \"{}\", found \"{text}\"", self.head[column]),
            )
        })
    }

    /// A whole number, or nothing where "-" stands.
    ///
    /// # Errors
    /// If it is neither.
    pub fn figure(&self, row: usize, column: usize) -> Result<Option<i16>, SheetFault> {
        if self.text(row, column) == "-" { Ok(None) } else { self.number(row, column).map(Some) }
    }

    /// Inches with at most one decimal, as tenths; "over" is without end.
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

    /// The number beside a word in the first column.
    ///
    /// # Errors
    /// If there is no such row, or it holds no number.
    pub fn named(&self, word: &str) -> Result<i16, SheetFault> {
        let row = self.rows.iter().position(|row| row[0] == word);
        self.number(row.ok_or_else(|| self.fault(None, format!("expected a row \"{word}\"")))?, 1)
    }

    /// The mark of a figure: marks stand once for the row, or one a column from the second on.
    pub fn mark(&self, row: usize, column: usize) -> Option<Mark> {
        let marks: Vec<&str> = self.rows[row].last()?.split_whitespace().collect();
        let at = if marks.len() > 1 { column.checked_sub(1)? } else { 0 };
        Mark::of(marks.get(at)?)
    }
}
