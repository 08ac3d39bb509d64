//! Exact lines between the centres of hexes.
//!
//! Library versions interpolate with floats and round, so a line along a hexside or through a corner leans to
//! one side and differs from the two ends. Line of sight disputes are about exactly those cases.

use super::hex::{Cube, Hex, Side};
use std::iter::FusedIterator;

/// A hex that a line meets on its way.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct HexCrossing {
    /// The hex.
    pub hex: Hex,
    /// How far along the line the point nearest the hex's centre lies, in units of 1 / [`HexLine::whole`].
    pub along: i32,
    /// The line runs exactly along a hexside of this hex; the hex across that side is listed too.
    pub along_side: bool,
    /// The line only touches a corner of this hex.
    pub corner: bool,
}

/// The hexes between two others, from [`hex_line`].
#[derive(Clone, Debug)]
pub struct HexLine {
    start: Cube,
    end: Cube,
    here: Cube,
    /// The vector from start to end.
    way: Cube,
    /// How far it goes across each of the three pairs of hexsides, and which hexside it leaves by.
    speed: [i32; 3],
    exits: [Side; 3],
    /// Hexes already met but not yet returned, in order.
    waiting: [Option<HexCrossing>; 2],
}

/// Every hex that the open segment between two centres meets, in order from `a` to `b`, without the
/// two end hexes.
///
/// Along a hexside both hexes of the side come, marked [`HexCrossing::along_side`]. Where the line
/// passes exactly through a point of the grid from one hex to another, the third hex there comes
/// between them, marked [`HexCrossing::corner`]. The line from `b` to `a` is exactly the reverse of
/// the line from `a` to `b`, with each `along` counted from the other end.
pub fn hex_line(a: Hex, b: Hex) -> HexLine {
    let (start, end) = (a.cube(), b.cube());
    let way = end.minus(start);
    let speed = way.across();
    let mut exits = [Side::SE, Side::SW, Side::N];
    for (exit, speed) in exits.iter_mut().zip(speed) {
        if speed < 0 {
            *exit = exit.opposite();
        }
    }
    HexLine { start, end, here: start, way, speed, exits, waiting: [None; 2] }
}

impl HexLine {
    /// Twice the square of the line's length in hexes; each [`HexCrossing::along`] is a part of this.
    pub fn whole(&self) -> i32 {
        self.way.twice_dot(self.way)
    }

    fn crossing(&self, at: Cube, along_side: bool, corner: bool) -> HexCrossing {
        let along = at.minus(self.start).twice_dot(self.way);
        HexCrossing { hex: Hex::from_cube(at), along, along_side, corner }
    }

    /// The pair of hexsides, of the three, through which the line leaves this hex first, and a second one if
    /// it leaves through the corner between them.
    fn exit(&self) -> (usize, Option<usize>) {
        let done = self.here.minus(self.start).across();
        // The line reaches the hexside at this part of its length: `reach` over the absolute speed.
        let reach = |k: usize| self.speed[k].signum() * done[k] + 1;
        let mut first: Option<(usize, Option<usize>)> = None;
        for k in (0..3).filter(|&k| self.speed[k] != 0) {
            first = match first {
                None => Some((k, None)),
                Some((best, tied)) => {
                    let (mine, its) = (reach(k) * self.speed[best].abs(), reach(best) * self.speed[k].abs());
                    match mine.cmp(&its) {
                        std::cmp::Ordering::Less => Some((k, None)),
                        std::cmp::Ordering::Equal => Some((best, Some(k))),
                        std::cmp::Ordering::Greater => Some((best, tied)),
                    }
                }
            };
        }
        first.unwrap_or((0, None))
    }
}

impl Iterator for HexLine {
    type Item = HexCrossing;

    fn next(&mut self) -> Option<HexCrossing> {
        if let [Some(told), later] = self.waiting {
            self.waiting = [later, None];
            return Some(told);
        }
        if self.here == self.end {
            return None;
        }
        let beyond = |k: usize| self.here.plus(self.exits[k].cube());
        let (next, beside) = match self.exit() {
            (k, None) => (beyond(k), [None; 2]),
            (i, Some(j)) => {
                let (fast, slow) = (self.speed[i].abs(), self.speed[j].abs());
                if fast == slow {
                    // Straight out of the corner, along the hexside between the next two hexes.
                    let pair = [beyond(i), beyond(j)].map(|hex| Some(self.crossing(hex, true, false)));
                    (beyond(i).plus(self.exits[j].cube()), pair)
                } else {
                    let (into, touched) = if fast > slow { (i, j) } else { (j, i) };
                    (beyond(into), [Some(self.crossing(beyond(touched), false, true)), None])
                }
            }
        };
        self.here = next;
        let arrived = (next != self.end).then(|| self.crossing(next, false, false));
        match beside {
            [Some(first), Some(second)] => {
                self.waiting = [Some(second), arrived];
                Some(first)
            }
            [Some(first), None] => {
                self.waiting = [arrived, None];
                Some(first)
            }
            _ => arrived,
        }
    }
}

impl FusedIterator for HexLine {}
