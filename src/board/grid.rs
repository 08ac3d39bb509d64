//! Squares or hexes: the shape of a map.
//!
//! Everything outside a ruleset steps, measures and names cells through [`Grid`], never by arithmetic on
//! coordinates, so the same code works on squares and hexes.

use thiserror::Error;

use super::hex::{self, BadHex, Hex, HexBoard, Side, Spine};
use super::square::{self, Square};
use super::{BadCell, Cell, Compass, Edge, Heading};

/// The shape of a map.
///
/// A hex is a [`Cell`] too: `x` is its hexrow from the west, and `y` grows northwards from the southernmost
/// number. Row-major tables, screen rows and keys therefore mean the same on both grids.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Grid {
    /// Square inches: eight neighbours, four edges.
    Square(Square),
    /// Hexes: six neighbours, six edges.
    Hex(HexBoard),
}

/// Text that does not name a cell of this map. The message is shown to the player.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum BadName {
    /// Not the name of a square.
    #[error(transparent)]
    Square(#[from] BadCell),
    /// Not the name of a hex.
    #[error(transparent)]
    Hex(#[from] BadHex),
    /// Not the name of a place, on a map whose places have names of their own.
    #[error("\"{name}\" is not a place on this map; expected a name such as {like}.")]
    Unknown {
        /// The name as written.
        name: String,
        /// The name of a place that exists.
        like: String,
    },
    /// A good name, but off the map.
    #[error("{name} is off the board, which runs from {first} to {last}.")]
    Off {
        /// The name as read.
        name: String,
        /// The first cell of the map.
        first: String,
        /// The last cell of the map.
        last: String,
    },
}

impl Default for Grid {
    /// A map of a single square.
    fn default() -> Self {
        Self::square(1, 1)
    }
}

impl Grid {
    /// A map of squares: cells across and cells up.
    pub const fn square(width: u8, height: u8) -> Self {
        Self::Square(Square { width, height })
    }

    /// A map of hexes: the number of hexrows, and the number of the southernmost hex of each.
    pub const fn hex(columns: u8, rows: u8) -> Self {
        Self::Hex(HexBoard { columns, rows })
    }

    /// Whether this is a map of hexes.
    pub const fn is_hex(self) -> bool {
        matches!(self, Self::Hex(_))
    }

    /// Cells from left to right.
    pub fn width(self) -> u8 {
        match self {
            Self::Square(map) => map.width,
            Self::Hex(map) => map.columns,
        }
    }

    /// Cells from bottom to top; on hexes this includes the half hexes of the northern edge.
    pub fn height(self) -> u8 {
        match self {
            Self::Square(map) => map.height,
            Self::Hex(map) => map.rows + 1,
        }
    }

    /// The length of a table with one entry per cell. On hexes a few entries belong to no cell.
    pub fn area(self) -> usize {
        usize::from(self.width()) * usize::from(self.height())
    }

    /// The hex of a cell; `None` on squares.
    pub fn hex_of(self, cell: Cell) -> Option<Hex> {
        match self {
            Self::Square(_) => None,
            Self::Hex(map) => Some(Hex::new(cell.x, i16::from(map.rows) - cell.y)),
        }
    }

    /// The cell of a hex, which may be off the map; on squares, its two numbers unchanged.
    pub fn cell_of(self, hex: Hex) -> Cell {
        match self {
            Self::Square(_) => Cell::new(hex.col, hex.row),
            Self::Hex(map) => Cell::new(hex.col, i16::from(map.rows) - hex.row),
        }
    }

    /// Whether a cell is on the map.
    pub fn contains(self, cell: Cell) -> bool {
        match self {
            Self::Square(map) => map.contains(cell),
            Self::Hex(map) => self.hex_of(cell).is_some_and(|hex| map.contains(hex)),
        }
    }

    /// Whether a cell is a half hex on the northern or southern edge of the map.
    pub fn is_half(self, cell: Cell) -> bool {
        match self {
            Self::Square(_) => false,
            Self::Hex(map) => self.hex_of(cell).is_some_and(|hex| map.is_half(hex)),
        }
    }

    /// The row-major index of a cell, from the bottom left: `y * width + x`.
    pub fn index(self, cell: Cell) -> usize {
        debug_assert!(self.contains(cell), "{cell:?} is not on {self:?}");
        cell.y as usize * usize::from(self.width()) + cell.x as usize
    }

    /// The cell at an index; the inverse of [`Grid::index`]. On hexes it may not be a cell of the map.
    pub fn cell(self, index: usize) -> Cell {
        let width = usize::from(self.width());
        Cell::new((index % width) as i16, (index / width) as i16)
    }

    /// Every cell of the map in the order of [`Grid::index`].
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        (0..self.area()).map(move |n| self.cell(n)).filter(move |&cell| self.contains(cell))
    }

    /// The directions of a single step, clockwise from north.
    pub fn headings(self) -> impl Iterator<Item = Heading> {
        let by = if self.is_hex() { 4 } else { 3 };
        (0..Heading::CIRCLE).step_by(by).map(Heading::new)
    }

    /// The neighbouring cell in a direction, on or off the map; `None` where the grid has no such step.
    pub fn beyond(self, cell: Cell, toward: Heading) -> Option<Cell> {
        match self {
            Self::Square(_) => toward.wind().map(|wind| cell.step(wind)),
            Self::Hex(_) => {
                let (hex, side) = (self.hex_of(cell)?, toward.side()?);
                Some(self.cell_of(hex.step(side)))
            }
        }
    }

    /// The neighbouring cell in a direction, if it is on the map.
    pub fn step(self, cell: Cell, toward: Heading) -> Option<Cell> {
        self.beyond(cell, toward).filter(|&next| self.contains(next))
    }

    /// The neighbours of a cell that are on the map, clockwise from north, each with its direction.
    pub fn neighbours(self, cell: Cell) -> impl Iterator<Item = (Heading, Cell)> {
        self.headings().filter_map(move |toward| Some((toward, self.step(cell, toward)?)))
    }

    /// The range as players measure it: inches between centres, rounded up, or hexes.
    pub fn range(self, a: Cell, b: Cell) -> u16 {
        match (self.hex_of(a), self.hex_of(b)) {
            (Some(a), Some(b)) => hex::range(a, b),
            _ => square::inches(a, b),
        }
    }

    /// The fewest single steps between two cells.
    pub fn steps(self, a: Cell, b: Cell) -> u16 {
        match self {
            Self::Square(_) => a.x.abs_diff(b.x).max(a.y.abs_diff(b.y)),
            Self::Hex(_) => self.range(a, b),
        }
    }

    /// An exact number that grows with the distance between two centres, for finding the nearest cell.
    pub fn apart(self, a: Cell, b: Cell) -> u32 {
        match (self.hex_of(a), self.hex_of(b)) {
            (Some(a), Some(b)) => {
                let way = b.cube().minus(a.cube());
                way.twice_dot(way).unsigned_abs()
            }
            _ => square::distance_squared(a, b).unsigned_abs(),
        }
    }

    /// The heading for a compass key at a cell. On squares it is the compass point itself. On hexes north,
    /// south and the four diagonals are hexsides; east and west alternate between two hexsides to stay in the
    /// row.
    pub fn toward(self, cell: Cell, wind: Compass) -> Heading {
        if !self.is_hex() {
            return wind.into();
        }
        let lower = cell.x % 2 != 0;
        let side = match wind {
            Compass::N => Side::N,
            Compass::NE => Side::NE,
            Compass::E if lower => Side::NE,
            Compass::E | Compass::SE => Side::SE,
            Compass::S => Side::S,
            Compass::SW => Side::SW,
            Compass::W if lower => Side::NW,
            Compass::W => Side::SW,
            Compass::NW => Side::NW,
        };
        side.into()
    }

    /// The next cell in a direction. East and west stay in a row of hexes, above or below where the row ends at the edge
    /// of the map.
    pub fn neighbour(self, cell: Cell, wind: Compass) -> Option<Cell> {
        let ways = match wind {
            Compass::E if self.is_hex() => [Compass::E, Compass::NE, Compass::SE],
            Compass::W if self.is_hex() => [Compass::W, Compass::NW, Compass::SW],
            _ => [wind; 3],
        };
        ways.into_iter().find_map(|way| self.step(cell, self.toward(cell, way)))
    }

    /// The edge on a side of a cell, the same value from either of its cells; `None` where a cell has no such
    /// side.
    pub fn edge(self, cell: Cell, side: Heading) -> Option<Edge> {
        let exists = if self.is_hex() { side.side().is_some() } else { side.parts().is_multiple_of(6) };
        if !exists {
            return None;
        }
        // North and east edges belong to the cell itself, south and west edges to its neighbour.
        if side < Heading::SOUTH {
            return Some(Edge { cell, side });
        }
        self.beyond(cell, side).map(|next| Edge { cell: next, side: side.opposite() })
    }

    /// The edge between two neighbouring cells.
    pub fn edge_between(self, a: Cell, b: Cell) -> Option<Edge> {
        let side = self.headings().find(|&toward| self.beyond(a, toward) == Some(b))?;
        self.edge(a, side)
    }

    /// The cell on the far side of an edge; it may be off the map.
    pub fn across(self, edge: Edge) -> Cell {
        self.beyond(edge.cell, edge.side).unwrap_or(edge.cell)
    }

    /// The name of a direction: compass points on squares, hexsides and spines on hexes, otherwise degrees.
    pub fn heading_name(self, heading: Heading) -> &'static str {
        const DEGREES: [&str; 24] = [
            "0", "15", "30", "45", "60", "75", "90", "105", "120", "135", "150", "165", "180", "195", "210",
            "225", "240", "255", "270", "285", "300", "315", "330", "345",
        ];
        let named = match self {
            Self::Square(_) => heading.wind().map(Compass::letters),
            Self::Hex(_) => heading.side().map(side_name).or_else(|| heading.spine().map(spine_name)),
        };
        named.unwrap_or(DEGREES[usize::from(heading.parts())])
    }

    /// The direction named by [`Grid::heading_name`], in either case.
    pub fn heading(self, name: &str) -> Option<Heading> {
        (0..Heading::CIRCLE).map(Heading::new).find(|&h| self.heading_name(h).eq_ignore_ascii_case(name))
    }

    /// The name of a cell: "1722" on squares, "C3" on hexes.
    pub fn name(self, cell: Cell) -> String {
        self.hex_of(cell).map_or_else(|| cell.to_string(), |hex| hex.to_string())
    }

    /// The cell with a name.
    ///
    /// # Errors
    /// The text is not the name of a cell, or the cell is off the map.
    pub fn parse(self, name: &str) -> Result<Cell, BadName> {
        let cell = match self {
            Self::Square(_) => name.parse::<Cell>()?,
            Self::Hex(_) => self.cell_of(name.parse::<Hex>()?),
        };
        if self.contains(cell) {
            return Ok(cell);
        }
        let (first, last) = match self {
            Self::Square(map) => {
                (Cell::new(0, 0), Cell::new(i16::from(map.width) - 1, i16::from(map.height) - 1))
            }
            Self::Hex(map) => (
                self.cell_of(Hex::new(0, 1)),
                self.cell_of(Hex::new(i16::from(map.columns) - 1, map.rows.into())),
            ),
        };
        Err(BadName::Off { name: self.name(cell), first: self.name(first), last: self.name(last) })
    }
}

const fn side_name(side: Side) -> &'static str {
    match side {
        Side::N => "N",
        Side::NE => "NE",
        Side::SE => "SE",
        Side::S => "S",
        Side::SW => "SW",
        Side::NW => "NW",
    }
}

const fn spine_name(spine: Spine) -> &'static str {
    match spine {
        Spine::NNE => "NNE",
        Spine::E => "E",
        Spine::SSE => "SSE",
        Spine::SSW => "SSW",
        Spine::W => "W",
        Spine::NNW => "NNW",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SQUARES: Grid = Grid::square(24, 48);
    const HEXES: Grid = Grid::Hex(HexBoard::STANDARD);

    fn hex(name: &str) -> Cell {
        HEXES.parse(name).unwrap()
    }

    #[test]
    fn cells_and_indices_agree() {
        for grid in [SQUARES, HEXES, Grid::hex(4, 3)] {
            let mut last = None;
            for cell in grid.cells() {
                assert_eq!(grid.cell(grid.index(cell)), cell);
                assert_eq!(grid.parse(&grid.name(cell)), Ok(cell));
                assert!(last < Some(grid.index(cell)) && grid.index(cell) < grid.area());
                last = Some(grid.index(cell));
            }
        }
        assert_eq!(SQUARES.cells().count(), 24 * 48);
        // 17 hexrows of ten hexes, 16 of eleven with a half hex at either end.
        assert_eq!(HEXES.cells().count(), 17 * 10 + 16 * 11);
        assert!(HEXES.is_half(hex("B0")) && HEXES.is_half(hex("B10")) && !HEXES.is_half(hex("B5")));
    }

    #[test]
    fn hexes_have_six_neighbours_and_squares_eight() {
        for (grid, at, count) in [(SQUARES, Cell::new(5, 5), 8), (HEXES, hex("F5"), 6), (HEXES, hex("G5"), 6)]
        {
            let all: Vec<(Heading, Cell)> = grid.neighbours(at).collect();
            assert_eq!(all.len(), count);
            for (toward, next) in all {
                assert_eq!(grid.step(next, toward.opposite()), Some(at));
                assert_eq!((grid.steps(at, next), grid.range(next, next)), (1, 0));
            }
        }
        // F is an even hexrow, half a hex further south than E and G.
        let around: Vec<String> = HEXES.neighbours(hex("F5")).map(|(_, cell)| HEXES.name(cell)).collect();
        assert_eq!(around, ["F4", "G5", "G6", "F6", "E6", "E5"]);
        let corner: Vec<String> = HEXES.neighbours(hex("A1")).map(|(_, cell)| HEXES.name(cell)).collect();
        assert_eq!(corner, ["B0", "B1", "A2"]);
        assert_eq!(HEXES.step(hex("F5"), Heading::EAST), None, "east is not a hexside");
        assert_eq!(HEXES.range(hex("A1"), hex("GG10")), hex::range(Hex::new(0, 1), Hex::new(32, 10)));
    }

    #[test]
    fn east_and_west_stay_in_the_row() {
        let walk = |from: &str, wind: Compass| {
            let mut at = hex(from);
            let mut names = Vec::new();
            for _ in 0..4 {
                at = HEXES.step(at, HEXES.toward(at, wind)).unwrap();
                names.push(HEXES.name(at));
            }
            names
        };
        assert_eq!(walk("C5", Compass::E), ["D5", "E5", "F5", "G5"]);
        assert_eq!(walk("J5", Compass::W), ["I5", "H5", "G5", "F5"]);
        assert_eq!(walk("C5", Compass::NE), ["D4", "E4", "F3", "G3"]);
        assert_eq!(walk("C1", Compass::S), ["C2", "C3", "C4", "C5"]);
        for wind in Compass::ALL {
            assert_eq!(SQUARES.toward(Cell::new(3, 3), wind), wind.into());
        }
    }

    #[test]
    fn an_edge_is_the_same_from_both_sides() {
        for (grid, at) in [(SQUARES, Cell::new(5, 5)), (HEXES, hex("F5")), (HEXES, hex("G5"))] {
            let mut found = Vec::new();
            for (toward, next) in grid.neighbours(at) {
                let edge = grid.edge(at, toward);
                assert_eq!(edge, grid.edge(next, toward.opposite()));
                assert_eq!(edge, grid.edge_between(at, next));
                if let Some(edge) = edge {
                    let mut ends = [edge.cell, grid.across(edge)];
                    ends.sort();
                    let mut both = [at, next];
                    both.sort();
                    assert_eq!(ends, both);
                    found.push(edge);
                }
            }
            assert_eq!(found.len(), if grid.is_hex() { 6 } else { 4 });
        }
        assert_eq!(SQUARES.edge_between(Cell::new(1, 1), Cell::new(2, 2)), None, "only a corner");
    }

    #[test]
    fn bad_names_are_refused_with_a_sentence() {
        assert_eq!(SQUARES.parse("1722"), Ok(Cell::new(16, 21)));
        assert_eq!(HEXES.name(hex("gg10")), "GG10");
        let off = |grid: Grid, name: &str| grid.parse(name).unwrap_err().to_string();
        assert_eq!(off(SQUARES, "2501"), "2501 is off the board, which runs from 0101 to 2448.");
        assert_eq!(off(HEXES, "A0"), "A0 is off the board, which runs from A1 to GG10.");
        assert!(off(HEXES, "1722").contains("is not a hex") && off(SQUARES, "C3").contains("four digits"));
        for grid in [SQUARES, HEXES] {
            for parts in 0..Heading::CIRCLE {
                let heading = Heading::new(parts);
                assert_eq!(grid.heading(grid.heading_name(heading)), Some(heading));
            }
        }
        assert_eq!(SQUARES.heading("ne"), Some(Compass::NE.into()));
        assert_eq!(HEXES.heading("NE"), Some(Side::NE.into()));
    }
}
