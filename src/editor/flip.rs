//! A map of squares mirrored, or turned by a quarter.

use crate::board::{Cell, Compass, Square};

/// How a map of squares is flipped.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Flip {
    /// East becomes west.
    Mirror,
    /// A quarter turn clockwise: north becomes east.
    Rotate,
}

impl Flip {
    /// The flipped map.
    pub const fn grid(self, grid: Square) -> Square {
        match self {
            Self::Mirror => grid,
            Self::Rotate => Square { width: grid.height, height: grid.width },
        }
    }

    /// Where a cell of the map before is now.
    pub const fn cell(self, before: Square, cell: Cell) -> Cell {
        let last = before.width as i16 - 1;
        match self {
            Self::Mirror => Cell::new(last - cell.x, cell.y),
            Self::Rotate => Cell::new(cell.y, last - cell.x),
        }
    }

    /// A direction.
    pub fn wind(self, wind: Compass) -> Compass {
        Compass::ALL[usize::from(self.turned(wind as u8, 8))]
    }

    /// A direction as a part of the circle, clockwise from north.
    pub const fn turned(self, part: u8, circle: u8) -> u8 {
        match self {
            Self::Mirror => (circle - part % circle) % circle,
            Self::Rotate => (part + circle / 4) % circle,
        }
    }

    /// A table with an entry for each cell, rearranged.
    pub fn rearranged<T: Clone>(self, before: Square, all: &[T]) -> Vec<T> {
        let after = self.grid(before);
        let mut to: Vec<T> = all.to_vec();
        for cell in before.cells() {
            if let (Some(there), Some(here)) =
                (to.get_mut(after.index(self.cell(before, cell))), all.get(before.index(cell)))
            {
                *there = here.clone();
            }
        }
        to
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_quarters_and_two_mirrors_change_nothing() {
        let grid = Square { width: 5, height: 3 };
        let all: Vec<usize> = (0..15).collect();
        let (mut now, mut map) = (grid, all.clone());
        for _ in 0..4 {
            map = Flip::Rotate.rearranged(now, &map);
            now = Flip::Rotate.grid(now);
        }
        assert_eq!((now, &map), (grid, &all));
        let once = Flip::Mirror.rearranged(grid, &all);
        assert_eq!((once[0], once[4]), (4, 0));
        assert_eq!(Flip::Mirror.rearranged(grid, &once), all);
        // The north-western corner is the north-eastern one after a quarter turn clockwise.
        assert_eq!(Flip::Rotate.cell(grid, Cell::new(0, 2)), Cell::new(2, 4));
        assert_eq!(Flip::Rotate.wind(Compass::N), Compass::E);
        assert_eq!(Flip::Mirror.wind(Compass::NE), Compass::NW);
        assert_eq!(Flip::Mirror.turned(0, 24), 0);
    }
}
