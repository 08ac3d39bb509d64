//! Chapters 7 to 10 and 23 to 25: the effect of terrain on a line of sight, exact and in whole numbers.
//!
//! A line runs from centre to centre. Its stretch in each cell is a part of the whole line, so "1 inch of
//! woods" is a comparison of whole numbers. Only smoke and opened hedgerows change a line, so each pair of
//! cells is worked out once and kept.

use std::ops::{BitOr, BitOrAssign};

use crate::board::{Cell, Compass};
use crate::ledger::cited::{applies, apply, rule};
use crate::rules::panzertruppe::sight::geometry::{way, within};
use crate::rules::panzertruppe::state::{Battle, Edge, Kind, Spot, Switch};

/// The effect of terrain on the line between two cells.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Line(u32);

impl Line {
    /// No effect.
    const NONE: Self = Self(0);
    /// The line has been worked out.
    const KNOWN: Self = Self(1);
    /// LOS is blocked.
    pub const BLOCKED: Self = Self(1 << 1);
    /// More than 2 inches of grain (25).
    pub const GRAIN: Self = Self(1 << 2);
    /// A wall next to the firer (10).
    pub const WALL_FROM: Self = Self(1 << 3);
    /// A wall next to the target.
    pub const WALL_TO: Self = Self(1 << 4);
    /// A wall between.
    pub const WALL_MID: Self = Self(1 << 5);
    /// A hedge next to the firer.
    pub const HEDGE_FROM: Self = Self(1 << 6);
    /// A hedge next to the target.
    pub const HEDGE_TO: Self = Self(1 << 7);
    /// A hedge between.
    pub const HEDGE_MID: Self = Self(1 << 8);
    /// A hedgerow next to the firer (23).
    pub const HEDGEROW_FROM: Self = Self(1 << 9);
    /// A hedgerow next to the target.
    pub const HEDGEROW_TO: Self = Self(1 << 10);
    /// One hedgerow between neighbours, next to both.
    pub const HEDGEROW_BOTH: Self = Self(1 << 11);
    /// Through woods, those in the firer's own cell excepted.
    pub const WOODS: Self = Self(1 << 12);
    /// The firer is higher.
    pub const DOWN: Self = Self(1 << 13);
    /// The target is higher.
    pub const UP: Self = Self(1 << 14);
    /// The target is partly hidden beside a building (24).
    pub const BESIDE: Self = Self(1 << 15);

    /// Whether it has any of these effects.
    pub const fn any(self, of: Self) -> bool {
        self.0 & of.0 != 0
    }
}

impl BitOr for Line {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitOrAssign for Line {
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

/// Why and where a line is blocked.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Block {
    /// The cell.
    pub cell: Spot,
    /// The rule.
    pub rule: &'static str,
    /// The reason.
    pub why: &'static str,
}

/// The stretch of a line within a cell, in parts of the whole line.
struct Stretch {
    cell: Cell,
    enters: i64,
    leaves: i64,
}

/// An edge that a line crosses.
struct Crossing {
    /// Where on the line.
    at: i64,
    edge: Edge,
    /// The height of its top, in levels above the lowest ground.
    top: i8,
}

/// The cells and edges that a line meets, in order.
struct Trace {
    stretches: Vec<Stretch>,
    /// Edges crossed.
    crossings: Vec<Crossing>,
    whole: i64,
    squared: i64,
    corner: Option<Spot>,
}

impl Battle {
    /// The effect of terrain on the line from one cell to another.
    pub fn line(&self, from: Spot, to: Spot) -> Line {
        Line(self.sights.get_or(usize::from(from), usize::from(to), || self.look(from, to).0.0))
    }

    /// The cells of a line, in order.
    pub fn cells_along(&self, from: Cell, to: Cell) -> Vec<Cell> {
        self.trace(from, to).stretches.into_iter().map(|stretch| stretch.cell).collect()
    }

    /// The height of what stands on a cell, in levels above the lowest ground.
    fn top(&self, index: Spot) -> i8 {
        let level = self.level(index);
        match self.terrain_at(index).kind {
            Kind::Building => level + 1,
            Kind::Woods => level + 2,
            _ => level,
        }
    }

    fn trace(&self, from: Cell, to: Cell) -> Trace {
        let (dx, dy) = way(from, to);
        let (nx, ny) = (dx.abs(), dy.abs());
        let whole = 2 * nx.max(1) * ny.max(1);
        let (per_x, per_y) = (whole / (2 * nx.max(1)), whole / (2 * ny.max(1)));
        let across = if dx > 0 { Compass::E } else { Compass::W };
        let up = if dy > 0 { Compass::N } else { Compass::S };
        let mut trace = Trace {
            stretches: Vec::with_capacity((nx + ny + 1) as usize),
            crossings: Vec::new(),
            whole,
            squared: dx * dx + dy * dy,
            corner: None,
        };
        let (mut cell, mut at) = (from, 0);
        let (mut i, mut j) = (0, 0);
        while i < nx || j < ny {
            let x = if i < nx { (2 * i + 1) * per_x } else { i64::MAX };
            let y = if j < ny { (2 * j + 1) * per_y } else { i64::MAX };
            let next = x.min(y);
            trace.stretches.push(Stretch { cell, enters: at, leaves: next });
            let index = |cell| self.index(cell).unwrap_or_default();
            let here = index(cell);
            match x.cmp(&y) {
                std::cmp::Ordering::Less => {
                    self.cross(&mut trace, next, here, across, None);
                    cell = cell.step(across);
                    i += 1;
                }
                std::cmp::Ordering::Greater => {
                    self.cross(&mut trace, next, here, up, None);
                    cell = cell.step(up);
                    j += 1;
                }
                std::cmp::Ordering::Equal => {
                    // At a corner an edge counts if it bars the way around both sides (P-26).
                    self.cross(&mut trace, next, here, across, Some(up));
                    let (a, b) = (index(cell.step(across)), index(cell.step(up)));
                    let building = |i: Spot| self.terrain_at(i).kind == Kind::Building;
                    if building(a) && building(b) {
                        trace.corner = Some(a);
                    }
                    cell = cell.step(across).step(up);
                    i += 1;
                    j += 1;
                }
            }
            at = next;
        }
        trace.stretches.push(Stretch { cell, enters: at, leaves: whole });
        trace
    }

    /// Records the edge that a line crosses in one direction or at a corner.
    fn cross(&self, trace: &mut Trace, at: i64, here: Spot, first: Compass, second: Option<Compass>) {
        let height = |a: Spot, side: Compass| {
            let beyond = self.next(a, side).unwrap_or(a);
            self.level(a).max(self.level(beyond)) + 1
        };
        match second {
            None => {
                let edge = self.edge(here, first);
                if edge != Edge::Open {
                    trace.crossings.push(Crossing { at, edge, top: height(here, first) });
                }
            }
            Some(second) => {
                let path = |one: Compass, two: Compass| {
                    let mid = self.next(here, one).unwrap_or(here);
                    self.edge(here, one).max(self.edge(mid, two))
                };
                let edge = path(first, second).min(path(second, first));
                if edge != Edge::Open {
                    trace.crossings.push(Crossing { at, edge, top: height(here, first) });
                }
            }
        }
    }

    /// Works out a line, with the reason if it is blocked.
    pub fn look(&self, from: Spot, to: Spot) -> (Line, Option<Block>) {
        let (level_from, level_to) = (self.level(from), self.level(to));
        let high_first = level_from >= level_to;
        let (high, low) = if high_first { (from, to) } else { (to, from) };
        let mut line = Line::KNOWN;
        if level_from > level_to {
            line |= Line::DOWN;
        }
        if level_to > level_from {
            line |= Line::UP;
        }
        if from == to {
            return (line, None);
        }
        let trace = self.trace(self.cell(high), self.cell(low));
        let mut block = self.blocked(&trace, high, low);
        // The edges next to either end, and those between.
        let last = trace.stretches.last().map_or(0, |stretch| stretch.enters);
        let first = trace.stretches.first().map_or(0, |stretch| stretch.leaves);
        let (a, b) = (self.level(high), self.level(low));
        for &Crossing { at, edge, top } in &trace.crossings {
            let (by_high, by_low) = (at == first, at == last);
            let (by_from, by_to) = if high_first { (by_high, by_low) } else { (by_low, by_high) };
            let mark = |against_from, against_to, between| {
                if by_from && by_to {
                    // A wall next to the firer does not hinder its own fire (10).
                    applies("10.2");
                    applies("10.3");
                    Line::NONE
                } else if by_to {
                    applies(if edge == Edge::Wall { "10.3" } else { "10.5" });
                    against_to
                } else if by_from {
                    applies("10.2");
                    against_from
                } else {
                    between
                }
            };
            match edge {
                Edge::Wall => line |= mark(Line::WALL_FROM, Line::WALL_TO, Line::WALL_MID),
                Edge::Hedge => line |= mark(Line::HEDGE_FROM, Line::HEDGE_TO, Line::HEDGE_MID),
                Edge::Hedgerow => {
                    applies("23.1");
                    let over = top <= b || (top < a && 2 * at <= trace.whole);
                    if over {
                    } else if !self.plays(Switch::Hedgerows) {
                        // Without the additional rule for hedgerows, one is an obstacle of one level (7,
                        // P-80).
                        block = block.or_else(|| {
                            let why = "a hedgerow is in the way";
                            Some(Block { cell: self.cell_at(&trace, at), rule: "7", why })
                        });
                    } else if by_from && by_to {
                        line |= Line::HEDGEROW_BOTH;
                    } else if by_from || by_to {
                        line |= mark(Line::HEDGEROW_FROM, Line::HEDGEROW_TO, Line::NONE);
                    } else if block.is_none() {
                        block = Some(Block {
                            cell: self.cell_at(&trace, at),
                            rule: "23",
                            why: "a hedgerow is in the way, and neither unit is against it",
                        });
                    }
                }
                Edge::Open | Edge::Cliff => {}
            }
        }
        line |= self.terrain_on(from, to, b, &trace);
        if block.is_some() {
            line |= Line::BLOCKED;
        }
        (line, block)
    }

    /// Grain, woods and buildings on a line; `low` is the level of the lower unit.
    fn terrain_on(&self, from: Spot, to: Spot, low: i8, trace: &Trace) -> Line {
        let mut line = Line::NONE;
        let inches_of = |what: &dyn Fn(Spot) -> bool| -> i64 {
            trace
                .stretches
                .iter()
                .filter(|s| self.index(s.cell).is_some_and(what))
                .map(|s| s.leaves - s.enters)
                .sum()
        };
        let grain = inches_of(&|index| self.terrain_at(index).grain);
        if i128::from(grain).pow(2) * i128::from(trace.squared) > 4 * i128::from(trace.whole).pow(2) {
            line |= Line::GRAIN;
        }
        let woods = |index: Spot| index != from && self.terrain_at(index).kind == Kind::Woods;
        if self.terrain_at(to).kind == Kind::Woods || inches_of(&|i| woods(i) && self.top(i) > low) > 0 {
            line |= Line::WOODS;
        }
        if self.is_beside_building(from, to, trace) {
            line |= Line::BESIDE;
        }
        line
    }

    fn cell_at(&self, trace: &Trace, at: i64) -> Spot {
        let stretch = trace.stretches.iter().find(|s| s.leaves >= at);
        stretch.and_then(|s| self.index(s.cell)).unwrap_or_default()
    }

    /// Whether the LOS of an anti-aircraft gun to an aircraft, which may be off the board, is blocked: by
    /// more than 1 inch of woods at the gun's level or higher, or by a hill two levels higher (8, 32).
    #[apply(rule, "32.2")]
    pub fn hides_aircraft(&self, gun: Spot, aircraft: Cell) -> bool {
        let level = self.level(gun);
        let trace = self.trace(self.cell(gun), aircraft);
        let between = |stretch: &&Stretch| stretch.cell != self.cell(gun);
        let mut woods = 0;
        for stretch in trace.stretches.iter().filter(between) {
            let Some(index) = self.index(stretch.cell) else { continue };
            if self.level(index) >= level + 2 {
                return true;
            }
            if self.terrain_at(index).kind == Kind::Woods && self.level(index) >= level {
                woods += stretch.leaves - stretch.enters;
            }
        }
        i128::from(woods).pow(2) * i128::from(trace.squared) > i128::from(trace.whole).pow(2)
    }

    /// The first obstacle on a line from the higher unit to the lower (8, 9).
    #[apply(rule, "7")]
    fn blocked(&self, trace: &Trace, high: Spot, low: Spot) -> Option<Block> {
        let (a, b) = (self.level(high), self.level(low));
        // Neighbours always see each other (P-27).
        if trace.squared <= 2 {
            return None;
        }
        let (mut woods, mut hill) = (0, 0);
        let mut on_own_hill = true;
        let over_an_inch =
            |part: i64| i128::from(part).pow(2) * i128::from(trace.squared) > i128::from(trace.whole).pow(2);
        let ends = trace.stretches.len() - 1;
        for (n, stretch) in trace.stretches.iter().enumerate() {
            let index = self.index(stretch.cell)?;
            let block = |rule, why| Some(Block { cell: index, rule, why });
            let (level, kind) = (self.level(index), self.terrain_at(index).kind);
            let part = stretch.leaves - stretch.enters;
            // LOS passes over an obstacle if its near edge is no farther from the higher unit than from the
            // lower (9, P-2).
            let over = |top: i8| {
                applies(if top > b && top < a { "9.1" } else { "9.2" });
                top <= b || (top < a && 2 * stretch.leaves <= trace.whole)
            };
            on_own_hill &= level >= a;
            if a > b && level >= a {
                if !on_own_hill {
                    return block("9", "a hill as high as the higher unit is in the way");
                }
                applies("8.2");
                hill += part;
                if over_an_inch(hill) {
                    return block("8", "the higher unit is more than 1 inch from the edge of its hill");
                }
            } else if level > b && n != ends && n != 0 && !over(level) {
                return block("9", "a hill is in the way");
            }
            if kind == Kind::Woods && !over(level + 2) {
                applies("8.1");
                woods += part;
                if over_an_inch(woods) {
                    return block("8", "more than 1 inch of woods is in the way");
                }
            }
            if a == b && level == a && a > 0 {
                applies("9.3");
            }
            if kind == Kind::Building && n != 0 && n != ends && !over(level + 1) {
                return block("9", "a building is in the way");
            }
        }
        let top = |index: Spot| self.level(index) + 1;
        trace.corner.filter(|&index| top(index) > b).map(|cell| Block {
            cell,
            rule: "9",
            why: "two buildings meet at a corner",
        })
    }

    /// Whether the target is beside a building that partly hides it: the building is in a neighbouring cell,
    /// the line passes beside it, and it lies at most 60 degrees off the line (24, P-28).
    fn is_beside_building(&self, from: Spot, to: Spot, trace: &Trace) -> bool {
        if self.terrain_at(to).kind == Kind::Building {
            return false;
        }
        let toward = way(self.cell(to), self.cell(from));
        [Compass::N, Compass::E, Compass::S, Compass::W].into_iter().any(|side| {
            self.next(to, side).is_some_and(|next| {
                next != from
                    && self.terrain_at(next).kind == Kind::Building
                    && !trace.stretches.iter().any(|s| self.index(s.cell) == Some(next))
                    && within(side as u8 * 3, 4, toward)
            })
        })
    }
}
