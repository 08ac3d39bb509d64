//! Squares in a scenario file: single ones, "1224", or rectangles given by two corners, "1020-1428".

use std::ops::Range;

use crate::reading::{Report, Spanned, Words};

use crate::board::{Cell, Square};

/// The squares of a list in board order, without duplicates. Each word that names no square is a fault.
pub(super) fn cells(report: &mut Report, words: &Spanned<Words>, grid: Square) -> Vec<Cell> {
    let mut cells = Vec::new();
    for (word, at) in Words::each(words) {
        let corners = match word.split_once('-') {
            Some((from, to)) => cell(report, from, &at, grid).zip(cell(report, to, &at, grid)),
            None => cell(report, word, &at, grid).map(|only| (only, only)),
        };
        let Some((a, b)) = corners else { continue };
        for y in a.y.min(b.y)..=a.y.max(b.y) {
            cells.extend((a.x.min(b.x)..=a.x.max(b.x)).map(|x| Cell::new(x, y)));
        }
    }
    cells.sort_unstable_by_key(|&cell| grid.index(cell));
    cells.dedup();
    cells
}

fn cell(report: &mut Report, word: &str, at: &Range<usize>, grid: Square) -> Option<Cell> {
    match word.parse::<Cell>() {
        Ok(cell) if grid.contains(cell) => Some(cell),
        Ok(cell) => {
            let Square { width, height } = grid;
            let size = format!("{width} columns and {height} rows");
            report.fault(at.clone(), format!("{cell} is off the board, which has {size}"));
            None
        }
        Err(_) => {
            let text = format!("\"{word}\" is not a square, expected for example \"1224\" or \"1020-1428\"");
            report.fault(at.clone(), text);
            None
        }
    }
}
