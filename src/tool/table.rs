//! Plain-text tables: columns as wide as their contents.

use std::io::{self, Write};

use crate::plain::plain;

/// Rows under headings. Text columns are left-aligned, columns of figures right-aligned.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Table {
    rows: Vec<Vec<String>>,
}

impl Table {
    /// A table with headings.
    pub fn new<S: Into<String>>(headings: impl IntoIterator<Item = S>) -> Self {
        Self { rows: vec![headings.into_iter().map(Into::into).collect()] }
    }

    /// Adds a row.
    pub fn row<S: Into<String>>(&mut self, cells: impl IntoIterator<Item = S>) {
        let cells = cells.into_iter().map(Into::into);
        self.rows.push(cells.map(|cell: String| plain(&cell).into_owned()).collect());
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.rows.len() < 2
    }

    /// Writes the table. A column that holds only figures is right-aligned.
    ///
    /// # Errors
    /// Whatever the writer reports.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let cell = |row: &Vec<String>, column: usize| row.get(column).cloned().unwrap_or_default();
        let width = |column| self.rows.iter().map(|row| cell(row, column).chars().count()).max().unwrap_or(0);
        let figures = |column| {
            let mut entries = self.rows.iter().skip(1).map(|row| cell(row, column)).filter(|c| !c.is_empty());
            entries.clone().next().is_some() && entries.all(|entry| is_figure(&entry))
        };
        let shape: Vec<(usize, bool)> = (0..columns).map(|column| (width(column), figures(column))).collect();
        for row in &self.rows {
            let mut line = String::new();
            for (column, &(width, right)) in shape.iter().enumerate() {
                let entry = cell(row, column);
                let gap = if column == 0 { "" } else { "  " };
                line +=
                    &if right { format!("{gap}{entry:>width$}") } else { format!("{gap}{entry:<width$}") };
            }
            writeln!(out, "{}", line.trim_end())?;
        }
        Ok(())
    }
}

fn is_figure(entry: &str) -> bool {
    let entry = entry.trim_end_matches('%');
    entry == "-" || entry.trim_matches(['[', ']']).parse::<f64>().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_right_aligned() {
        let mut table = Table::new(["name", "points"]);
        table.row(["Tiger", "70"]);
        table.row(["T-34/76 C", "9"]);
        let mut out = Vec::new();
        table.write(&mut out).unwrap();
        assert_eq!(
            String::from_utf8(out).unwrap(),
            "name       points\nTiger          70\nT-34/76 C       9\n"
        );
    }
}
