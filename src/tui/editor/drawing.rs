//! The map editor: the cursor, the pen, and the shapes that are painted.

use std::collections::BTreeSet;

use super::EditorScreen;
use crate::board::{Cell, Compass};
use crate::editor::{Edit, Subject};

/// Cells that a leap of the cursor goes over.
const LEAP: usize = 5;

impl EditorScreen {
    /// The cursor goes so many cells; with the pen down it paints on its way.
    pub fn go(&mut self, to: Compass, leap: bool) {
        let times = self.times() * if leap { LEAP } else { 1 };
        let grid = self.bench.draft().grid();
        let mut way = Vec::new();
        for _ in 0..times {
            let Some(next) = grid.step(self.cursor, grid.toward(self.cursor, to)) else { break };
            self.cursor = next;
            way.push(next);
        }
        if self.pen && !way.is_empty() {
            self.paint(way, false);
        }
    }

    /// Paints some cells with the brush in hand.
    pub fn paint(&mut self, cells: Vec<Cell>, over: bool) {
        self.edit(&Edit::Paint { cells, brush: self.brush, over, side: self.side });
    }

    /// The cells that are meant: the rectangle from the corner to the cursor, or the cell under the cursor.
    pub fn meant(&self) -> Vec<Cell> {
        self.corner.map_or_else(|| vec![self.cursor], |corner| block(corner, self.cursor))
    }

    /// The pen goes down, and paints where it is; or up.
    pub fn take_pen(&mut self) {
        self.pen = !self.pen;
        if self.pen {
            self.paint(vec![self.cursor], false);
            self.message = Some("The pen is down: moving paints. Press the same key to lift it.".to_owned());
        } else {
            self.message = Some("The pen is up.".to_owned());
        }
    }

    /// A corner for a line, a rectangle or heights; on the same cell again it is given up.
    pub fn set_corner(&mut self) {
        self.corner = (self.corner != Some(self.cursor)).then_some(self.cursor);
        self.message = self.corner.map(|_| "Corner set. Move, then draw a line or a rectangle.".to_owned());
    }

    /// A straight line from the corner, which then comes along so that lines can be joined.
    pub fn straight(&mut self) {
        match self.corner {
            Some(corner) => {
                self.paint(line(corner, self.cursor), false);
                self.corner = Some(self.cursor);
            }
            None => self.message = Some("Mark the start of the line first.".to_owned()),
        }
    }

    /// The rectangle from the corner.
    pub fn block(&mut self) {
        match self.corner.take() {
            Some(corner) => self.paint(block(corner, self.cursor), false),
            None => self.message = Some("Mark the first corner of the rectangle first.".to_owned()),
        }
    }

    /// Everything that hangs together with the cell under the cursor and looks the same.
    pub fn flood(&mut self) {
        let draft = self.bench.draft();
        let grid = draft.grid();
        let same = |cell: Cell| {
            let look = draft.look(cell);
            (look.glyph, look.way)
        };
        let wanted = same(self.cursor);
        let (mut seen, mut open) = (BTreeSet::from([self.cursor]), vec![self.cursor]);
        while let Some(cell) = open.pop() {
            for wind in [Compass::N, Compass::E, Compass::S, Compass::W] {
                let next = grid.step(cell, grid.toward(cell, wind));
                if let Some(next) = next.filter(|&next| !seen.contains(&next) && same(next) == wanted) {
                    seen.insert(next);
                    open.push(next);
                }
            }
        }
        let count = seen.len();
        self.paint(seen.into_iter().collect(), false);
        self.message = Some(format!("{count} cells filled; u undoes it."));
    }

    /// Takes up the piece under the cursor, or puts down the one that is carried.
    pub fn carry(&mut self) {
        if let Some(of) = self.carried.take() {
            self.edit(&Edit::Put(of, self.cursor));
            return;
        }
        self.carried = self.bench.draft().look(self.cursor).piece;
        self.message = Some(match self.carried {
            Some(_) => "Picked up. Move, then press the same key to place it.".to_owned(),
            None => "No unit starts here. Place units from the Forces page.".to_owned(),
        });
    }

    /// The piece that is carried, in words.
    pub fn carried_in_words(&mut self) -> Option<String> {
        let of = self.carried?;
        let Subject::Piece(side, _, _) = of else { return None };
        let row = self.known().forces[side.index()].rows.iter().find(|row| row.of == of)?;
        Some(format!("{} {}", row.tag, row.name))
    }
}

/// Every cell of the rectangle between two corners.
fn block(a: Cell, b: Cell) -> Vec<Cell> {
    let (xs, ys) = (a.x.min(b.x)..=a.x.max(b.x), a.y.min(b.y)..=a.y.max(b.y));
    ys.flat_map(|y| xs.clone().map(move |x| Cell::new(x, y))).collect()
}

/// The cells of a line that goes from side to side of its cells and never over a corner, so that what is drawn hangs
/// together.
fn line(a: Cell, b: Cell) -> Vec<Cell> {
    let (across, up) = (i32::from(b.x - a.x), i32::from(b.y - a.y));
    let mut cells = vec![a];
    let (mut dx, mut dy) = (0, 0);
    while dx < across.abs() || dy < up.abs() {
        // Whichever step leaves less between the cell and the line.
        if (2 * dx + 1) * up.abs() < (2 * dy + 1) * across.abs() {
            dx += 1;
        } else {
            dy += 1;
        }
        // Within the board, so they fit.
        cells.push(Cell::new(a.x + (dx * across.signum()) as i16, a.y + (dy * up.signum()) as i16));
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_hangs_together_and_is_as_short_as_can_be() {
        for (x, y) in [(0, 0), (5, 0), (0, -7), (4, 4), (-3, 9), (8, -2)] {
            let (a, b) = (Cell::new(20, 20), Cell::new(20 + x, 20 + y));
            let cells = line(a, b);
            assert_eq!((cells[0], cells[cells.len() - 1]), (a, b));
            assert_eq!(cells.len(), usize::from(x.unsigned_abs() + y.unsigned_abs()) + 1);
            let step = |pair: &[Cell]| (pair[0].x - pair[1].x).abs() + (pair[0].y - pair[1].y).abs();
            assert!(cells.windows(2).all(|pair| step(pair) == 1), "{cells:?}");
        }
        assert_eq!(block(Cell::new(3, 3), Cell::new(1, 2)).len(), 6);
    }
}
