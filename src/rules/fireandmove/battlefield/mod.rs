//! The battlefield (2 to 4): terrain features enclosed by borders, on squares of two inches.
//!
//! A group occupies a square. A feature is a named set of squares. Where two features meet, the side between
//! their squares is a border. Lines of fire run between centres of squares and are computed once for each
//! origin square.

pub(super) mod fighting_positions;
pub(super) mod jungle;

pub mod terrain;

use crate::board::{Cell, Compass, Crossing, Pairs, Square, inches, line};

use crate::rules::fireandmove::fire::strength::Band;
use terrain::{Border, Cover, Ground};

/// A terrain feature.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Feature {
    /// One character: its name on the map of a scenario.
    pub tag: char,
    /// "the orchard".
    pub name: String,
    /// What it is made of.
    pub ground: Ground,
    /// Its height in levels.
    pub level: i8,
    /// Its squares.
    pub cells: Vec<Cell>,
    /// The direction a pillbox faces (92.31); all round if absent.
    pub front: Option<Compass>,
    /// Move actions to enter it (11.5).
    pub cost: u8,
    /// Move actions to get out of this part of the jungle (94.2).
    pub value: u8,
}

impl Feature {
    /// The square nearest to its centre.
    pub fn middle(&self) -> Cell {
        let count = self.cells.len().max(1) as i32;
        let sum = self
            .cells
            .iter()
            .fold((0, 0), |sum, cell| (sum.0 + i32::from(cell.x), sum.1 + i32::from(cell.y)));
        let off = |cell: &&Cell| {
            let (dx, dy) = (i32::from(cell.x) * count - sum.0, i32::from(cell.y) * count - sum.1);
            dx * dx + dy * dy
        };
        self.cells.iter().min_by_key(off).copied().unwrap_or(Cell::new(0, 0))
    }
}

/// The battlefield.
#[derive(Debug)]
pub struct Field {
    /// Squares across and up.
    pub square: Square,
    /// The features.
    pub features: Vec<Feature>,
    /// The index of each square's feature.
    of: Vec<u8>,
    /// Borders between two features, the lower index first, and the move actions to cross them.
    borders: Vec<(u8, u8, Border, u8)>,
    /// Lines of fire between any two squares.
    lines: Pairs,
}

/// A cached line of fire.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Fire {
    /// What blocks it: a feature index, 254 for a border, 255 for nothing.
    blocked: u8,
    /// Concealment of a stationary and a moving target, at close or medium range and beyond, as magnitudes.
    cover: [[i8; 2]; 2],
    /// The number of other features it passes through.
    more: i8,
}

impl Fire {
    /// Whether the target can be seen.
    pub const fn clear(&self) -> bool {
        self.blocked == 255
    }

    /// Concealment by ground and borders, as a magnitude, before going to ground doubles it.
    pub const fn cover(&self, moving: bool, band: Band) -> i16 {
        self.cover[(band as usize > Band::Medium as usize) as usize][moving as usize] as i16
    }

    /// The penalty for other features along the line.
    pub const fn more(&self) -> i16 {
        self.more as i16
    }

    /// Packed into a word that is never 0: a marker bit, three bits for each concealment, four for other
    /// features.
    const fn packed(self) -> u32 {
        let [near, far] = self.cover;
        let covers = near[0] as u32 | (near[1] as u32) << 3 | (far[0] as u32) << 6 | (far[1] as u32) << 9;
        let more = if self.more > 15 { 15 } else { self.more as u32 };
        1 << 31 | (self.blocked as u32) << 16 | more << 12 | covers
    }

    fn unpacked(word: u32) -> Self {
        let cover = |place: u32| (word >> (3 * place) & 7) as i8;
        Self {
            blocked: (word >> 16 & 0xff) as u8,
            cover: [[cover(0), cover(1)], [cover(2), cover(3)]],
            more: (word >> 12 & 15) as i8,
        }
    }
}

const NOTHING: u8 = 255;
const A_BORDER: u8 = 254;

impl Field {
    /// A battlefield from features that cover the board without gaps, and the borders between them.
    pub fn new(square: Square, features: Vec<Feature>, borders: &[(u8, u8, Border, u8)]) -> Self {
        let mut of = vec![0; square.area()];
        for (feature, number) in features.iter().zip(0..) {
            for &cell in &feature.cells {
                of[square.index(cell)] = number;
            }
        }
        let borders =
            borders.iter().map(|&(a, b, border, cost)| (a.min(b), a.max(b), border, cost)).collect();
        Self { square, features, of, borders, lines: Pairs::new(square.area()) }
    }

    /// The index of a square's feature.
    pub fn place(&self, cell: Cell) -> u8 {
        self.of[self.square.index(cell)]
    }

    /// The feature of a square.
    pub fn feature(&self, cell: Cell) -> &Feature {
        &self.features[usize::from(self.place(cell))]
    }

    /// The border between two squares that share a side; `None` inside a feature.
    pub fn border(&self, a: Cell, b: Cell) -> Option<Border> {
        let (a, b) = (self.place(a), self.place(b));
        if a == b {
            return None;
        }
        Some(self.between(a, b).map_or(Border::Plain, |(border, _)| border))
    }

    /// The border between two features, and its cost to cross.
    fn between(&self, a: u8, b: u8) -> Option<(Border, u8)> {
        let pair = (a.min(b), a.max(b));
        let found = self.borders.iter().find(|row| (row.0, row.1) == pair);
        found.map(|&(_, _, border, cost)| (border, cost))
    }

    /// Move actions that a step takes: one, or what the scenario sets for the border or the ground behind it
    /// (11.5).
    pub fn cost(&self, from: Cell, to: Cell) -> u8 {
        let (a, b) = (self.place(from), self.place(to));
        if a == b {
            return 1;
        }
        self.between(a, b).map_or(1, |(_, cost)| cost).max(self.features[usize::from(b)].cost)
    }

    /// The step from a square in a direction: the square, and the border it crosses. Borders are crossed
    /// orthogonally, and steps do not cut corners of other features.
    pub fn step(&self, from: Cell, toward: Compass) -> Option<(Cell, Option<Border>)> {
        let to = from.step(toward);
        if !self.square.contains(to) {
            return None;
        }
        if !toward.is_diagonal() {
            return Some((to, self.border(from, to)));
        }
        let place = self.place(from);
        let beside = [toward.turned(1), toward.turned(-1)].map(|way| from.step(way));
        let inside = |cell: Cell| self.square.contains(cell) && self.place(cell) == place;
        (inside(to) && beside.into_iter().all(inside)).then_some((to, None))
    }

    /// Range in inches between two squares, rounded up.
    pub fn range(a: Cell, b: Cell) -> u16 {
        // Measured on a grid twice as fine, since squares are two inches.
        inches(Cell::new(2 * a.x, 2 * a.y), Cell::new(2 * b.x, 2 * b.y))
    }

    /// The range band between two squares.
    pub fn band(a: Cell, b: Cell) -> Band {
        Band::of(Self::range(a, b))
    }

    /// The line of fire from one square to another.
    pub fn fire(&self, from: Cell, to: Cell) -> Fire {
        let [row, column] = [from, to].map(|cell| self.square.index(cell));
        Fire::unpacked(self.lines.get_or(row, column, || self.trace(from, to).packed()))
    }

    /// The border directly in front of the second square on the line from the first.
    pub fn last_border(&self, from: Cell, to: Cell) -> Option<Border> {
        let crossed = line(from, to).filter(|crossing| !crossing.corner && crossing.cell != to);
        let before = crossed.map(|crossing| crossing.cell).last().unwrap_or(from);
        if before.x == to.x || before.y == to.y { self.border(before, to) } else { None }
    }

    /// Whether a vehicle there is hull down to fire from here, behind a crest or a wall (71.1).
    pub fn hull_down(&self, from: Cell, to: Cell) -> bool {
        matches!(self.last_border(from, to), Some(Border::Crest | Border::Wall | Border::HighWall))
    }

    /// Whether a square is on the border of its feature (92.23).
    pub fn on_border(&self, cell: Cell) -> bool {
        let ways = Compass::ALL.into_iter().filter(|way| !way.is_diagonal());
        ways.map(|way| cell.step(way))
            .any(|next| self.square.contains(next) && self.place(next) != self.place(cell))
    }

    /// Traces a line of fire (23.1 to 23.5): it may leave the firer's feature and enter the target's, but not
    /// pass through a feature that blocks sight.
    fn trace(&self, from: Cell, to: Cell) -> Fire {
        let (own, aim) = (self.place(from), self.place(to));
        let target = self.features[usize::from(aim)].ground.cover();
        let low = self.feature(to).level.max(self.feature(from).level);
        let height = self.feature(from).level > self.feature(to).level;
        let mut blocked = NOTHING;
        let mut through = Best::default();
        through.take(target, height, false);
        let mut passed = Passed::default();
        let mut before = from;
        let mut visit = |cell: Cell, before: Cell, last: bool| {
            let place = self.place(cell);
            if place != own && place != aim && !last {
                let feature = &self.features[usize::from(place)];
                if (feature.ground.cover().blocks && feature.level >= low - 1 || feature.level > low)
                    && blocked == NOTHING
                {
                    blocked = place;
                }
                if feature.ground.hinders() && !passed.contains(place) {
                    passed.add(place);
                    through.take(feature.ground.cover(), height, true);
                }
            }
            // Fire from inside a wood passes through the wood itself; fire from its border does not (92.23).
            if place == own && !passed.contains(own) && self.feature(from).ground.is_wood() && own != aim {
                passed.add(own);
                through.take(self.feature(from).ground.cover(), height, true);
            }
            if let Some(border) =
                self.border(before, cell).filter(|_| before.x == cell.x || before.y == cell.y)
            {
                if border.cover().blocks && before != from && !last && blocked == NOTHING {
                    blocked = A_BORDER;
                }
                // A border conceals groups adjacent behind it (92.38 to 92.45).
                if last {
                    through.take(border.cover(), height, false);
                }
            }
        };
        for Crossing { cell, corner, .. } in line(from, to) {
            // A line that only touches a corner does not enter the square.
            if !corner {
                visit(cell, before, false);
                before = cell;
            }
        }
        if from != to {
            visit(to, before, true);
        }
        // The best concealment counts in full; each other feature along the line adds one (23.5).
        let more = passed.count() - i8::from(through.from_way);
        Fire { blocked, cover: through.cover, more: more.max(0) }
    }
}

/// The best concealment found so far.
#[derive(Copy, Clone, Default)]
struct Best {
    cover: [[i8; 2]; 2],
    /// The best one comes from a feature along the line, not the target's own ground.
    from_way: bool,
}

impl Best {
    fn take(&mut self, cover: &Cover, height: bool, on_way: bool) {
        // Height reduces concealment by one at close and medium range, but not under overhead cover (23.4,
        // 92.10).
        let off = i8::from(height && !cover.overhead);
        let near = [cover.stationary, cover.moving].map(|value| (value - off).max(0));
        let far = [cover.stationary, cover.moving];
        if far[0] > self.cover[1][0] {
            self.from_way = on_way;
        }
        for (place, value) in self.cover[0].iter_mut().zip(near) {
            *place = (*place).max(value);
        }
        for (place, value) in self.cover[1].iter_mut().zip(far) {
            *place = (*place).max(value);
        }
    }
}

/// The set of features passed along the line.
#[derive(Default)]
struct Passed([u64; 4]);

impl Passed {
    const fn contains(&self, place: u8) -> bool {
        self.0[place as usize >> 6] >> (place & 63) & 1 == 1
    }

    const fn add(&mut self, place: u8) {
        self.0[place as usize >> 6] |= 1 << (place & 63);
    }

    fn count(&self) -> i8 {
        // A line passes through a few dozen features at most.
        self.0.iter().map(|word| word.count_ones()).sum::<u32>() as i8
    }
}
