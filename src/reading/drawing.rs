//! Maps drawn in text: one character per cell, the top line is the far edge.

use super::spanned::Spanned;

use super::report::Report;

/// The character for plain ground.
const NOTHING: char = '.';

/// Beyond this many surplus rows, the rest are not examined.
const TOO_MANY: usize = 100;

/// A map drawing, row by row.
pub struct Drawing<'a> {
    /// Its name in messages: "terrain".
    pub what: &'a str,
    /// The drawing as written in the file.
    pub text: &'a Spanned<String>,
    /// The columns and rows it must have.
    pub size: (u8, u8),
    /// Where its characters are explained, for messages: "in [map.legend]".
    pub legend: &'a str,
}

impl Drawing<'_> {
    /// The contents of every cell, bottom row first, left to right; a dot gives `nothing`.
    ///
    /// Every row that is too long or too short, every unknown character and a wrong number of rows is a fault
    /// at its place; the result is then `None`.
    pub fn read<T: Copy>(
        &self,
        report: &mut Report,
        nothing: T,
        meaning: impl Fn(char) -> Option<T>,
    ) -> Option<Vec<T>> {
        let (what, legend) = (self.what, self.legend);
        let (width, height) = (usize::from(self.size.0), usize::from(self.size.1));
        let there = self.text.get_ref().lines().count();
        if there > height + TOO_MANY {
            let at = self.text.span().start;
            report.fault(at..at, format!("the {what} map has {there} rows, expected {height}"));
            return None;
        }
        let meaning = |mark| if mark == NOTHING { Some(nothing) } else { meaning(mark) };
        let rows = report.rows(self.text);
        let before = report.faults();
        let mut strangers = Vec::new();
        for (above, row) in rows.iter().take(height).enumerate() {
            let found = row.marks.len();
            if found != width {
                let at = row.marks.get(width).map_or(row.end, |&(_, at)| at);
                let number = height - above;
                let fault =
                    format!("row {number:02} of the {what} map has {found} characters, expected {width}");
                report.fault(at..at, fault);
            }
            for &(mark, at) in &row.marks {
                if report.is_full() {
                    return None;
                }
                if meaning(mark).is_none() && !strangers.contains(&mark) {
                    strangers.push(mark);
                    report.fault(at..at, format!("{mark:?} in the {what} map is not {legend}"));
                }
            }
        }
        if rows.len() != height {
            let at = rows.get(height).and_then(|row| row.marks.first()).map(|&(_, at)| at);
            let at = at.or_else(|| rows.last().map(|row| row.end)).unwrap_or(self.text.span().start);
            report.fault(at..at, format!("the {what} map has {} rows, expected {height}", rows.len()));
        }
        if report.faults() > before {
            return None;
        }
        let cells = rows.iter().rev().flat_map(|row| row.marks.iter());
        Some(cells.filter_map(|&(mark, _)| meaning(mark)).collect())
    }
}

/// The character of a legend key, or a fault.
pub fn mark(report: &mut Report, key: &Spanned<String>) -> Option<char> {
    let mut marks = key.get_ref().chars();
    match (marks.next(), marks.next()) {
        (Some(NOTHING), None) => {
            report.fault(key.span(), "a dot already means clear ground, expected another character");
            None
        }
        (Some(mark), None) if !mark.is_whitespace() && !mark.is_control() => Some(mark),
        _ => {
            let fault = format!("{:?} is not a map character, expected a single character", key.get_ref());
            report.fault(key.span(), fault);
            None
        }
    }
}
