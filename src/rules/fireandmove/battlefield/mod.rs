//! The battlefield (2 to 4): terrain features enclosed by borders, on squares of two inches.
//!
//! A group stands in a square. A feature is a set of squares with a name; where two features meet, the side
//! between their squares is a border. Lines of fire run between centres of squares and are worked out once
//! for each square they start from.

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
    /// Where a pillbox looks (92.31); all round without.
    pub front: Option<Compass>,
    /// Move actions to enter it (11.5).
    pub cost: u8,
    /// Move actions to get out of this part of the jungle (94.2).
    pub value: u8,
}

impl Feature {
    /// The square nearest to its middle.
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
    /// The feature of each square.
    of: Vec<u8>,
    /// What lies between two features, the smaller first, and the move actions to cross it.
    borders: Vec<(u8, u8, Border, u8)>,
    /// Lines of fire between any two squares.
    lines: Pairs,
}

/// A line of fire, summed up.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Fire {
    /// What blocks it: a place in the list of features, 254 a border, 255 nothing.
    blocked: u8,
    /// Concealment of a stationary and a moving target, at close or medium range and farther off, as sizes.
    cover: [[i8; 2]; 2],
    /// Further features it passes through.
    more: i8,
}

impl Fire {
    /// Whether the target can be seen.
    pub const fn clear(&self) -> bool {
        self.blocked == 255
    }

    /// Concealment by ground and borders, as a size, before going to ground doubles it.
    pub const fn cover(&self, moving: bool, band: Band) -> i16 {
        self.cover[(band as usize > Band::Medium as usize) as usize][moving as usize] as i16
    }

    /// What further features on the way take off.
    pub const fn more(&self) -> i16 {
        self.more as i16
    }

    /// Everything in a word that is never 0: a mark, three bits for each concealment, four for what is more.
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
    /// A battlefield from features that cover a board without a gap, and what lies between them.
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

    /// The place of a square's feature.
    pub fn place(&self, cell: Cell) -> u8 {
        self.of[self.square.index(cell)]
    }

    /// The feature of a square.
    pub fn feature(&self, cell: Cell) -> &Feature {
        &self.features[usize::from(self.place(cell))]
    }

    /// What lies between two squares that share a side; nothing inside a feature.
    pub fn border(&self, a: Cell, b: Cell) -> Option<Border> {
        let (a, b) = (self.place(a), self.place(b));
        if a == b {
            return None;
        }
        Some(self.between(a, b).map_or(Border::Plain, |(border, _)| border))
    }

    /// What lies between two features, and what it costs to cross.
    fn between(&self, a: u8, b: u8) -> Option<(Border, u8)> {
        let pair = (a.min(b), a.max(b));
        let found = self.borders.iter().find(|row| (row.0, row.1) == pair);
        found.map(|&(_, _, border, cost)| (border, cost))
    }

    /// Move actions that a step takes: one, or what the battle says of a border or of the ground behind it (11.5).
    pub fn cost(&self, from: Cell, to: Cell) -> u8 {
        let (a, b) = (self.place(from), self.place(to));
        if a == b {
            return 1;
        }
        self.between(a, b).map_or(1, |(_, cost)| cost).max(self.features[usize::from(b)].cost)
    }

    /// The step from a square in a direction: the square, and the border it crosses. Borders are crossed
    /// straight; corners of other features are not cut.
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
        // Squares are two inches: measured on a grid twice as fine.
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

    /// What lies right in front of the second square on the way from the first.
    pub fn last_border(&self, from: Cell, to: Cell) -> Option<Border> {
        let crossed = line(from, to).filter(|crossing| !crossing.corner && crossing.cell != to);
        let before = crossed.map(|crossing| crossing.cell).last().unwrap_or(from);
        if before.x == to.x || before.y == to.y { self.border(before, to) } else { None }
    }

    /// Whether a vehicle there is hull down to fire from here: behind a crest or a wall (71.1).
    pub fn hull_down(&self, from: Cell, to: Cell) -> bool {
        matches!(self.last_border(from, to), Some(Border::Crest | Border::Wall | Border::HighWall))
    }

    /// Whether a square is at the edge of its feature, on its border (92.23).
    pub fn on_border(&self, cell: Cell) -> bool {
        let ways = Compass::ALL.into_iter().filter(|way| !way.is_diagonal());
        ways.map(|way| cell.step(way))
            .any(|next| self.square.contains(next) && self.place(next) != self.place(cell))
    }

    /// Follows a line of fire (23.1 to 23.5): it leaves the firer's own feature and goes into the target's, but
    /// through no feature that blocks sight.
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
            // From inside a wood the fire passes through the wood itself; from its border it does not (92.23).
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
                // A border conceals those adjacent behind it (92.38 to 92.45).
                if last {
                    through.take(border.cover(), height, false);
                }
            }
        };
        for Crossing { cell, corner, .. } in line(from, to) {
            // A line that only touches a corner passes beside it.
            if !corner {
                visit(cell, before, false);
                before = cell;
            }
        }
        if from != to {
            visit(to, before, true);
        }
        // The best of all counts in full; each other feature on the way one more (23.5).
        let more = passed.count() - i8::from(through.from_way);
        Fire { blocked, cover: through.cover, more: more.max(0) }
    }
}

/// The best concealment met so far.
#[derive(Copy, Clone, Default)]
struct Best {
    cover: [[i8; 2]; 2],
    /// The best one is a feature on the way, not the target's own ground.
    from_way: bool,
}

impl Best {
    fn take(&mut self, cover: &Cover, height: bool, on_way: bool) {
        // A height takes one off at close and medium range, but not under cover (23.4, 92.10).
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

/// Features passed on the way, as a set.
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
        // A line passes a few dozen features at most.
        self.0.iter().map(|word| word.count_ones()).sum::<u32>() as i8
    }
}
