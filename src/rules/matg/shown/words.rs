//! Small helpers for texts: lists, inches, squares.

use crate::board::Cell;

pub(in crate::rules::matg) use crate::plain::capital;

/// "1 inch", "3 inches".
pub(in crate::rules::matg) fn inches_in_words(inches: u8) -> String {
    format!("{inches} {}", if inches == 1 { "inch" } else { "inches" })
}

/// "A", "A and B", "A, B and C".
pub(in crate::rules::matg) fn in_a_row(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [only] => (*only).to_owned(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// The most squares that are listed one by one if they form no rectangle.
const FEW: usize = 8;

/// "1223", "between 1015 and 1216", "1015, 1016 and 1116".
pub(in crate::rules::matg) fn squares_in_words(cells: &[Cell]) -> String {
    let bounds = |end: fn(i16, i16) -> i16| {
        let along = |of: fn(&Cell) -> i16| cells.iter().map(of).reduce(end).unwrap_or_default();
        Cell { x: along(|cell| cell.x), y: along(|cell| cell.y) }
    };
    let (low, high) = (bounds(i16::min), bounds(i16::max));
    let area = (i32::from(high.x - low.x) + 1) * (i32::from(high.y - low.y) + 1);
    if low != high && (cells.len() as i32 == area || cells.len() > FEW) {
        return format!("between {low} and {high}");
    }
    let names: Vec<String> = cells.iter().map(Cell::to_string).collect();
    in_a_row(&names.iter().map(String::as_str).collect::<Vec<_>>())
}
