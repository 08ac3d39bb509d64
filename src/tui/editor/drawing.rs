//! The map page: the cursor, the pen, and the shapes to paint.

use std::collections::BTreeSet;

use super::EditorScreen;
use crate::board::{Cell, Compass};
use crate::editor::{Edit, Subject};

/// Cells that the cursor leaps.
const LEAP: usize = 5;

impl EditorScreen {
    /// Moves the cursor; with the pen down it paints on the way.
    pub fn go(&mut self, to: Compass, leap: bool) {
        let times = self.times() * if leap { LEAP } else { 1 };
        let grid = self.open_battle.draft().grid();
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

    /// Paints cells with the current brush.
    pub fn paint(&mut self, cells: Vec<Cell>, over: bool) {
        self.edit(&Edit::Paint { cells, brush: self.brush, over, side: self.side });
    }

    /// The cells that a command applies to: the rectangle from the corner to the cursor, or the cell under
    /// the cursor.
    pub fn meant(&self) -> Vec<Cell> {
        self.corner.map_or_else(|| vec![self.cursor], |corner| block(corner, self.cursor))
    }

    /// Puts the pen down and paints the cell under it, or lifts it.
    pub fn toggle_pen(&mut self) {
        self.pen = !self.pen;
        if self.pen {
            self.paint(vec![self.cursor], false);
            self.message = Some("The pen is down: moving paints. Press the same key to lift it.".to_owned());
        } else {
            self.message = Some("The pen is up.".to_owned());
        }
    }

    /// Sets a corner for a line, a rectangle or heights; on the same cell again, clears it.
    pub fn set_corner(&mut self) {
        self.corner = (self.corner != Some(self.cursor)).then_some(self.cursor);
        self.message = self.corner.map(|_| "Corner set. Move, then draw a line or a rectangle.".to_owned());
    }

    /// Paints a straight line from the corner and moves the corner to its end, so that lines connect.
    pub fn straight(&mut self) {
        match self.corner {
            Some(corner) => {
                self.paint(line(corner, self.cursor), false);
                self.corner = Some(self.cursor);
            }
            None => self.message = Some("Mark the start of the line first.".to_owned()),
        }
    }

    /// Paints the rectangle from the corner.
    pub fn block(&mut self) {
        match self.corner.take() {
            Some(corner) => self.paint(block(corner, self.cursor), false),
            None => self.message = Some("Mark the first corner of the rectangle first.".to_owned()),
        }
    }

    /// Paints the connected area that looks the same as the cell under the cursor.
    pub fn flood(&mut self) {
        let draft = self.open_battle.draft();
        let grid = draft.grid();
        let same = |cell: Cell| {
            let look = draft.look(cell);
            (look.glyph, look.way)
        };
        let topic = same(self.cursor);
        let (mut seen, mut open) = (BTreeSet::from([self.cursor]), vec![self.cursor]);
        while let Some(cell) = open.pop() {
            for wind in [Compass::N, Compass::E, Compass::S, Compass::W] {
                let next = grid.step(cell, grid.toward(cell, wind));
                if let Some(next) = next.filter(|&next| !seen.contains(&next) && same(next) == topic) {
                    seen.insert(next);
                    open.push(next);
                }
            }
        }
        let count = seen.len();
        self.paint(seen.into_iter().collect(), false);
        self.message = Some(format!("{count} cells filled; u undoes it."));
    }

    /// Picks up the unit under the cursor, or places the one being carried.
    pub fn carry(&mut self) {
        if let Some(of) = self.carried.take() {
            self.edit(&Edit::Put(of, self.cursor));
            return;
        }
        self.carried = self.open_battle.draft().look(self.cursor).piece;
        self.message = Some(match self.carried {
            Some(_) => "Picked up. Move, then press the same key to place it.".to_owned(),
            None => "No unit starts here. Place units from the Forces page.".to_owned(),
        });
    }

    /// The unit being carried, in words.
    pub fn carried_in_words(&mut self) -> Option<String> {
        let of = self.carried?;
        let (Subject::Piece(side, _, _) | Subject::Formation(side, _)) = of else { return None };
        let row = self.known().forces[side.index()].rows.iter().find(|row| row.of == of)?;
        Some(format!("{} {}", row.tag, row.name).trim_start().to_owned())
    }
}

/// All cells of the rectangle between two corners.
fn block(a: Cell, b: Cell) -> Vec<Cell> {
    let (xs, ys) = (a.x.min(b.x)..=a.x.max(b.x), a.y.min(b.y)..=a.y.max(b.y));
    ys.flat_map(|y| xs.clone().map(move |x| Cell::new(x, y))).collect()
}

/// The cells of a line that goes through edges and never through a corner, so that what is drawn is
/// connected.
fn line(a: Cell, b: Cell) -> Vec<Cell> {
    let (across, up) = (i32::from(b.x - a.x), i32::from(b.y - a.y));
    let mut cells = vec![a];
    let (mut dx, mut dy) = (0, 0);
    while dx < across.abs() || dy < up.abs() {
        // Takes the step that stays closer to the line.
        if (2 * dx + 1) * up.abs() < (2 * dy + 1) * across.abs() {
            dx += 1;
        } else {
            dy += 1;
        }
        // Within the map, so the numbers fit.
        cells.push(Cell::new(a.x + (dx * across.signum()) as i16, a.y + (dy * up.signum()) as i16));
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drawn_lines_are_connected_and_shortest() {
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
