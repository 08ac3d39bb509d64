//! The battlefield (2 to 4): terrain features enclosed by borders, on squares of two inches.
//!
//! A group occupies a square. A feature is a named set of squares. Where two features meet, the side between
//! their squares is a border. Lines of fire run between centres of squares and are computed once for each
//! origin square.

pub(in crate::rules::fireandmove) mod fighting_positions;
pub(in crate::rules::fireandmove) mod jungle;

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
    /// Its terrain.
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
    /// Its obstacle: a feature index, 254 for a border, 255 for nothing.
    blocked: u8,
    /// Concealment by the ground the target is in or the border it is behind, of a stationary and a moving
    /// target, at close or medium range and beyond, as magnitudes.
    own: [[i8; 2]; 2],
    /// The same by the ground alone.
    ground: [[i8; 2]; 2],
    /// The best concealment of the features it passes through.
    way: [[i8; 2]; 2],
    /// The number of features it passes through.
    passed: i8,
}

/// The concealment of a target on a line of fire, as magnitudes.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Screen {
    /// The best concealment of the terrain it is in, is behind, or is fired at through.
    pub best: i16,
    /// The addition for going to ground (13.1).
    pub grounded: i16,
    /// One for each other feature on the line.
    pub more: i16,
}

/// The benefit of the terrain a target is in or behind.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Shelter {
    /// Nothing: it is on top of a pillbox or in a river (54.3, 92.47).
    Nothing,
    /// That of its ground: it is climbing over the wall (92.44).
    Ground,
    /// Its concealment.
    Terrain,
    /// Twice its concealment: the target has gone to ground (13.1).
    Grounded,
}

impl Fire {
    /// Whether the target can be seen.
    pub const fn clear(&self) -> bool {
        self.blocked == 255
    }

    /// The concealment of a target: the terrain it is in or behind, or the best that the fire passes through,
    /// whichever helps it more, and one for each other feature passed (23.5). Going to ground doubles only the
    /// terrain the target is in or behind (13.1).
    pub fn screen(&self, moving: bool, band: Band, shelter: Shelter) -> Screen {
        let [own, ground, way] = [self.own, self.ground, self.way]
            .map(|cover| i16::from(cover[usize::from(band > Band::Medium)][usize::from(moving)]));
        let (own, grounded) = match shelter {
            Shelter::Nothing => (0, 0),
            Shelter::Ground => (ground, 0),
            Shelter::Terrain => (own, 0),
            Shelter::Grounded => (own, own),
        };
        let passed = i16::from(self.passed);
        if own + grounded + 1 >= way {
            Screen { best: own, grounded, more: passed }
        } else {
            Screen { best: way, grounded: 0, more: passed - 1 }
        }
    }
}

/// A line of fire as it is cached: everything but the target's own ground.
struct Traced {
    blocked: u8,
    way: [[i8; 2]; 2],
    passed: i8,
    behind: Border,
}

impl Traced {
    /// Packed into a word that is never 0: a marker bit, four bits for the last border, eight for what blocks,
    /// four for features passed and three for each concealment.
    fn packed(&self) -> u32 {
        let [near, far] = self.way;
        let covers = near[0] as u32 | (near[1] as u32) << 3 | (far[0] as u32) << 6 | (far[1] as u32) << 9;
        let passed = self.passed.min(15) as u32;
        1 << 31 | self.behind.index() << 24 | u32::from(self.blocked) << 16 | passed << 12 | covers
    }

    fn unpacked(word: u32) -> Self {
        let cover = |place: u32| (word >> (3 * place) & 7) as i8;
        Self {
            blocked: (word >> 16 & 0xff) as u8,
            way: [[cover(0), cover(1)], [cover(2), cover(3)]],
            passed: (word >> 12 & 15) as i8,
            behind: Border::at_index(word >> 24 & 15),
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

    /// Move actions that the first step of a move action takes: one, two into or along a stream or trench
    /// (92.49, 92.51), or what the scenario sets for the border or the ground behind it (11.5).
    pub fn cost(&self, from: Cell, to: Cell) -> u8 {
        let (a, b) = (self.place(from), self.place(to));
        let ground = &self.features[usize::from(b)];
        let least = if ground.ground.is_slow() { 2 } else { 1 };
        if a == b {
            return least;
        }
        self.between(a, b).map_or(1, |(_, cost)| cost).max(ground.cost).max(least)
    }

    /// The borders on the four sides of a square.
    pub fn borders_around(&self, cell: Cell) -> impl Iterator<Item = Border> + '_ {
        let ways = Compass::ALL.into_iter().filter(|way| !way.is_diagonal());
        ways.map(move |way| cell.step(way))
            .filter(|&next| self.square.contains(next))
            .filter_map(move |next| self.border(cell, next))
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
        let traced = Traced::unpacked(self.lines.get_or(row, column, || self.trace(from, to).packed()));
        let target = self.feature(to);
        let height = self.feature(from).level > target.level;
        let mut own = Best::default();
        own.take(target.ground.cover(), height);
        let ground = own.0;
        // A border conceals groups adjacent behind it (92.38 to 92.45).
        own.take(traced.behind.cover(), height);
        Fire { blocked: traced.blocked, own: own.0, ground, way: traced.way, passed: traced.passed }
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

    /// Traces a line of fire (23.1 to 23.5): it may leave the firer's feature and enter the target's, but not
    /// pass through a feature that blocks sight.
    fn trace(&self, from: Cell, to: Cell) -> Traced {
        let (own, aim) = (self.place(from), self.place(to));
        let low = self.feature(to).level.max(self.feature(from).level);
        let height = self.feature(from).level > self.feature(to).level;
        let mut blocked = NOTHING;
        let mut through = Best::default();
        let mut behind = Border::Plain;
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
                    through.take(feature.ground.cover(), height);
                }
            }
            // Fire from inside a wood passes through the wood itself; fire from its border does not (92.23).
            if place == own && !passed.contains(own) && self.feature(from).ground.is_wood() && own != aim {
                passed.add(own);
                through.take(self.feature(from).ground.cover(), height);
            }
            if let Some(border) =
                self.border(before, cell).filter(|_| before.x == cell.x || before.y == cell.y)
            {
                if border.cover().blocks && before != from && !last && blocked == NOTHING {
                    blocked = A_BORDER;
                }
                if last {
                    behind = border;
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
        Traced { blocked, way: through.0, passed: passed.count(), behind }
    }
}

/// The best concealment found so far: at close or medium range and beyond, stationary and moving.
#[derive(Copy, Clone, Default)]
struct Best([[i8; 2]; 2]);

impl Best {
    fn take(&mut self, cover: &Cover, height: bool) {
        // Height reduces concealment by one at close and medium range, but not under overhead cover (23.4,
        // 92.10).
        let off = i8::from(height && !cover.overhead);
        let near = [cover.stationary, cover.moving].map(|value| (value - off).max(0));
        let far = [cover.stationary, cover.moving];
        for (best, found) in self.0.iter_mut().zip([near, far]) {
            for (place, value) in best.iter_mut().zip(found) {
                *place = (*place).max(value);
            }
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
