//! The square grid: distances, rings and lines between the centres of one-inch squares.

use super::{Cell, Compass};
use std::iter::FusedIterator;

/// A rectangular map of one-inch squares, with (0, 0) at the bottom left.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Square {
    /// Cells from left to right.
    pub width: u8,
    /// Cells from bottom to top.
    pub height: u8,
}

impl Square {
    /// Whether a cell is on the map.
    pub fn contains(self, cell: Cell) -> bool {
        (0..i16::from(self.width)).contains(&cell.x) && (0..i16::from(self.height)).contains(&cell.y)
    }

    /// The row-major index of a cell, from the bottom left: `y * width + x`.
    pub fn index(self, cell: Cell) -> usize {
        debug_assert!(self.contains(cell), "{cell:?} is not on a {} by {} map", self.width, self.height);
        cell.y as usize * usize::from(self.width) + cell.x as usize
    }

    /// Whether a cell is in a list sorted in board order.
    pub fn is_among(self, cells: &[Cell], cell: Cell) -> bool {
        let place = |cell: Cell| self.index(cell);
        self.contains(cell) && cells.binary_search_by_key(&place(cell), |&cell| place(cell)).is_ok()
    }

    /// The distance of a cell from one of the four edges, in cells: 0 on the edge.
    pub const fn from_edge(self, edge: Compass, cell: Cell) -> i16 {
        match edge {
            Compass::N => self.height as i16 - 1 - cell.y,
            Compass::E => self.width as i16 - 1 - cell.x,
            Compass::W => cell.x,
            _ => cell.y,
        }
    }

    /// The cell at an index; the inverse of [`Square::index`].
    pub fn cell(self, index: usize) -> Cell {
        debug_assert!(index < self.area(), "no cell {index} on a {} by {} map", self.width, self.height);
        let width = usize::from(self.width);
        Cell::new((index % width) as i16, (index / width) as i16)
    }

    /// Every cell in the order of [`Square::index`]: bottom row first, left to right.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        (0..i16::from(self.height))
            .flat_map(move |y| (0..i16::from(self.width)).map(move |x| Cell::new(x, y)))
    }

    /// The cells of the map at exactly this many rows or columns (whichever is more) from a cell, each once.
    /// The distance is at least 1.
    pub fn ring(self, centre: Cell, away: i16) -> impl Iterator<Item = Cell> {
        let corners = (-away..away).flat_map(move |n| [(n, away), (away, -n), (-n, -away), (-away, n)]);
        let cells = corners.map(move |(x, y)| Cell::new(centre.x + x, centre.y + y));
        cells.filter(move |&cell| self.contains(cell))
    }

    /// Calls back with each of the up to eight neighbours of a cell, by index, and whether it is a diagonal
    /// one: the cells of [`Square::neighbours`] in board order, for searches that ask often.
    #[inline]
    pub fn each_beside(self, index: usize, mut tell: impl FnMut(usize, bool)) {
        let (width, height) = (usize::from(self.width), usize::from(self.height));
        let (x, y) = (index % width, index / width);
        for row in y.saturating_sub(1)..(y + 2).min(height) {
            for column in x.saturating_sub(1)..(x + 2).min(width) {
                if row != y || column != x {
                    tell(row * width + column, row != y && column != x);
                }
            }
        }
    }

    /// The number of cells.
    pub fn area(self) -> usize {
        usize::from(self.width) * usize::from(self.height)
    }

    /// The up to eight neighbours of a cell, clockwise from north, each with its direction.
    pub fn neighbours(self, cell: Cell) -> impl Iterator<Item = (Compass, Cell)> {
        Compass::ALL
            .into_iter()
            .map(move |toward| (toward, cell.step(toward)))
            .filter(move |&(_, next)| self.contains(next))
    }
}

/// The vector from one cell to another, in cells right and cells up.
#[inline]
fn offset(from: Cell, to: Cell) -> (i32, i32) {
    (i32::from(to.x) - i32::from(from.x), i32::from(to.y) - i32::from(from.y))
}

/// Whether two cells touch, corners included. A cell is not adjacent to itself.
pub fn adjacent(a: Cell, b: Cell) -> bool {
    let (dx, dy) = offset(a, b);
    dx.abs().max(dy.abs()) == 1
}

/// Whether two cells share an edge: contact along at least half an edge (7.3.4).
pub fn shares_edge(a: Cell, b: Cell) -> bool {
    distance_squared(a, b) == 1
}

/// The distance between the centres of two cells in inches, rounded up; 0 for the same cell.
#[inline]
pub fn inches(a: Cell, b: Cell) -> u16 {
    let (dx, dy) = offset(a, b);
    let near = INCHES.get(dx.unsigned_abs() as usize).and_then(|row| row.get(dy.unsigned_abs() as usize));
    near.map_or_else(|| rounded_up(distance_squared(a, b) as u32), |&inches| inches.into())
}

/// The square root of a number, rounded up.
const fn rounded_up(squared: u32) -> u16 {
    let root = squared.isqrt();
    (root + (root * root < squared) as u32) as u16
}

/// Distances on maps of the usual size, which are asked for more often than anything else.
static INCHES: [[u8; 64]; 64] = {
    let mut table = [[0; 64]; 64];
    let mut n = 0;
    while n < 64 * 64 {
        let (x, y) = (n / 64, n % 64);
        table[x][y] = rounded_up((x * x + y * y) as u32) as u8;
        n += 1;
    }
    table
};

/// The square of the distance between the centres of two cells, in square inches.
///
/// Exact for cells less than 32768 apart each way, far more than any map.
#[inline]
pub fn distance_squared(a: Cell, b: Cell) -> i32 {
    let (dx, dy) = offset(a, b);
    dx * dx + dy * dy
}

/// Whether the centres of two cells are at most this many inches apart, exact and without rounding.
pub fn within(a: Cell, b: Cell, inches: u16) -> bool {
    i64::from(distance_squared(a, b)) <= i64::from(inches) * i64::from(inches)
}

/// A cell that a line meets on its way.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Crossing {
    /// The cell.
    pub cell: Cell,
    /// How far along the line the point nearest the cell's centre lies, in units of 1 / [`Line::whole`].
    pub along: i32,
    /// The line only touches a corner of this cell; the cell on the other side of that corner is listed too.
    pub corner: bool,
}

/// The cells between two others, from [`line()`].
#[derive(Clone, Debug)]
pub struct Line {
    /// The cell reached so far, and its `along`.
    cell: Cell,
    along: i32,
    whole: i32,
    /// The step towards the end in each direction: -1, 0 or 1.
    step_x: i16,
    step_y: i16,
    /// The whole distance in each direction, unsigned.
    way_x: i32,
    way_y: i32,
    /// Which edge of the cell comes next: negative for the vertical one, positive for the horizontal one,
    /// zero for the corner between them.
    lead: i32,
    /// How many of the two cells beside the next corner have been returned.
    told: u8,
}

/// Every cell that the open segment between two centres passes through, in order from `a` to `b`, without the
/// two end cells.
///
/// Where the line passes exactly through a corner, the two cells beside that corner are listed too, marked
/// [`Crossing::corner`]. The line from `b` to `a` is exactly the reverse of the line from `a` to `b`, with
/// each `along` counted from the other end.
#[inline]
pub fn line(a: Cell, b: Cell) -> Line {
    let (dx, dy) = offset(a, b);
    let (way_x, way_y) = (dx.abs(), dy.abs());
    Line {
        cell: a,
        along: 0,
        whole: dx * dx + dy * dy,
        step_x: dx.signum() as i16,
        step_y: dy.signum() as i16,
        way_x,
        way_y,
        // The line leaves column i at (2i + 1) / (2 way_x) of its length and row j at (2j + 1) / (2 way_y).
        // `lead` is (2i + 1) way_y - (2j + 1) way_x, updated step by step.
        lead: way_y - way_x,
        told: 0,
    }
}

impl Line {
    /// The square of the line's length, |b - a|²; each [`Crossing::along`] is a part of this.
    pub fn whole(&self) -> i32 {
        self.whole
    }

    #[inline]
    fn advance_x(&mut self) {
        self.cell.x += self.step_x;
        self.along += self.way_x;
        self.lead += 2 * self.way_y;
    }

    #[inline]
    fn advance_y(&mut self) {
        self.cell.y += self.step_y;
        self.along += self.way_y;
        self.lead -= 2 * self.way_x;
    }

    /// The next of the two cells beside the corner ahead, the nearer along the line first.
    fn beside(&mut self) -> Crossing {
        let level = (self.way_x < self.way_y) == (self.told == 0);
        self.told += 1;
        let Cell { x, y } = self.cell;
        if level {
            Crossing { cell: Cell::new(x + self.step_x, y), along: self.along + self.way_x, corner: true }
        } else {
            Crossing { cell: Cell::new(x, y + self.step_y), along: self.along + self.way_y, corner: true }
        }
    }
}

impl Iterator for Line {
    type Item = Crossing;

    #[inline]
    fn next(&mut self) -> Option<Crossing> {
        if self.along == self.whole {
            return None;
        }
        if self.lead < 0 {
            self.advance_x();
        } else if self.lead > 0 {
            self.advance_y();
        } else if self.told < 2 {
            return Some(self.beside());
        } else {
            self.told = 0;
            self.advance_x();
            self.advance_y();
        }
        if self.along == self.whole {
            return None;
        }
        Some(Crossing { cell: self.cell, along: self.along, corner: false })
    }
}

impl FusedIterator for Line {}

#[cfg(test)]
#[path = "square_tests.rs"]
mod tests;
