//! Distances and angles between the centres of cells, exact and in whole numbers.
//!
//! A cell is an inch. Ranges are rounded down to a tenth of an inch (P-20), as the tables need them. Headings
//! count 24ths of a circle clockwise from north, 15 degrees each (P-21).

use std::sync::atomic::{AtomicU32, Ordering};

use crate::board::Cell;

/// A distance in tenths of an inch, rounded down.
pub type Tenths = u16;

/// A direction in 24ths of a circle, clockwise from north.
pub type Bearing = u8;

/// The facing of a target that is hit (4).
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub enum Aspect {
    /// Within 45 degrees of its heading.
    #[default]
    Front,
    /// Neither front nor rear.
    Side,
    /// Within 45 degrees of its rear.
    Rear,
}

/// A fire arc, to both sides of a weapon's heading (3).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Arc {
    /// 20 degrees to each side: bow weapons, large Guns.
    Forty,
    /// 30 degrees to each side: turrets, small Guns.
    Sixty,
    /// Front and sides: small MG turrets (36, note 7).
    Ahead,
    /// All round.
    All,
}

/// A set of headings.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Headings(u32);

impl Headings {
    /// Whether it has a heading.
    pub const fn has(self, turn: Bearing) -> bool {
        self.0 >> turn & 1 == 1
    }
}

/// The offset from one cell to another, to the right and up.
pub fn way(from: Cell, to: Cell) -> (i64, i64) {
    (i64::from(to.x) - i64::from(from.x), i64::from(to.y) - i64::from(from.y))
}

/// The distance between two cells.
pub fn tenths(from: Cell, to: Cell) -> Tenths {
    let (x, y) = way(from, to);
    let (x, y) = (x.unsigned_abs(), y.unsigned_abs());
    if x < NEAR && y < NEAR {
        return RANGES[(x * NEAR + y) as usize];
    }
    ((x * x + y * y) * 100).isqrt().min(u64::from(u16::MAX)) as u16
}

/// The largest offset of the distances kept in the table.
const NEAR: u64 = 64;

/// Distances by offset.
const RANGES: [Tenths; (NEAR * NEAR) as usize] = {
    let mut ranges = [0; (NEAR * NEAR) as usize];
    let mut at = 0;
    while at < NEAR * NEAR {
        let (x, y) = (at / NEAR, at % NEAR);
        ranges[at as usize] = ((x * x + y * y) * 100).isqrt() as Tenths;
        at += 1;
    }
    ranges
};

/// "5.9" or "25" as tenths of an inch.
pub fn tenths_of(text: &str) -> Option<Tenths> {
    let (whole, part) = text.split_once('.').unwrap_or((text, "0"));
    let digits = |text: &str, most: usize| {
        !text.is_empty() && text.len() <= most && text.bytes().all(|b| b.is_ascii_digit())
    };
    if !digits(whole, 4) || !digits(part, 1) {
        return None;
    }
    whole.parse::<u16>().ok()?.checked_mul(10)?.checked_add(part.parse().ok()?)
}

/// Tenths as players write them: "5.9", "25".
pub fn inches(tenths: Tenths) -> String {
    match tenths % 10 {
        0 => (tenths / 10).to_string(),
        part => format!("{}.{part}", tenths / 10),
    }
}

/// The sign of `a + b * sqrt(3)`.
const fn sign_with_root_three(a: i64, b: i64) -> i64 {
    let (square_a, square_b) = (a * a, 3 * b * b);
    if a >= 0 && b >= 0 {
        if a == 0 && b == 0 { 0 } else { 1 }
    } else if a <= 0 && b <= 0 {
        -1
    } else if square_a == square_b {
        0
    } else if (a > 0) == (square_a > square_b) {
        1
    } else {
        -1
    }
}

/// On which side of a ray along `turn` an offset lies: positive clockwise (right), 0 on the ray.
///
/// The parts of the ray have the form (p + q sqrt 3) / 4 times a common factor, so the sign is exact.
fn side_of(turn: Bearing, (x, y): (i64, i64)) -> i64 {
    let ((a, b), (c, d)) = ray(turn);
    // With ray = (a + b√3, c + d√3), an offset is clockwise of it when x * ray_y - y * ray_x > 0.
    sign_with_root_three(x * c - y * a, x * d - y * b)
}

/// How far along a ray an offset lies: positive ahead, negative behind.
fn ahead_of(turn: Bearing, (x, y): (i64, i64)) -> i64 {
    let ((a, b), (c, d)) = ray(turn);
    sign_with_root_three(x * a + y * c, x * b + y * d)
}

/// A vector along a heading; each part is a whole number and a multiple of root 3.
const fn ray(turn: Bearing) -> ((i64, i64), (i64, i64)) {
    // From north by 15 degrees: tan 15 = 2 - √3, tan 30 = √3 / 3, tan 45 = 1.
    let (x, y) = match turn % 6 {
        0 => ((0, 0), (1, 0)),
        1 => ((2, -1), (1, 0)),
        2 => ((0, 1), (3, 0)),
        3 => ((1, 0), (1, 0)),
        4 => ((3, 0), (0, 1)),
        _ => ((1, 0), (2, -1)),
    };
    // Quarter turns clockwise: (x, y) to (y, -x).
    match (turn % 24) / 6 {
        0 => (x, y),
        1 => (y, (-x.0, -x.1)),
        2 => ((-x.0, -x.1), (-y.0, -y.1)),
        _ => ((-y.0, -y.1), x),
    }
}

/// Whether an offset lies within so many 24ths, at most 6, to either side of a heading, limits included.
pub fn within(turn: Bearing, spread: u8, way: (i64, i64)) -> bool {
    if way == (0, 0) {
        return true;
    }
    let left = (turn + 24 - spread) % 24;
    let right = (turn + spread) % 24;
    // Not anticlockwise of the left limit, not clockwise of the right one, and ahead.
    side_of(left, way) >= 0 && side_of(right, way) <= 0 && ahead_of(turn, way) >= 0
}

/// Whether an offset lies within 20 degrees of a heading.
///
/// Three times the angle must be within 60 degrees. With the offset as a complex number, its cube turned back
/// by three times the heading must have a real part of at least half its length; both are whole numbers once
/// squared.
fn within_twenty(turn: Bearing, (x, y): (i64, i64)) -> bool {
    if (x, y) == (0, 0) {
        return true;
    }
    if !within(turn, 2, (x, y)) {
        return false;
    }
    // Clockwise from north: north is the real axis, east the imaginary one.
    let (re, im) = (y, x);
    let cube = (re * re * re - 3 * re * im * im, 3 * re * re * im - im * im * im);
    let length = i128::from(x * x + y * y);
    let (real, scale) = match (turn % 8, turn % 8 % 2) {
        (0, _) => (cube.0, 4),
        (2, _) => (cube.1, 4),
        (4, _) => (-cube.0, 4),
        (6, _) => (-cube.1, 4),
        (1, _) => (cube.0 + cube.1, 2),
        (3, _) => (cube.1 - cube.0, 2),
        (5, _) => (-cube.0 - cube.1, 2),
        _ => (cube.0 - cube.1, 2),
    };
    real > 0 && i128::from(real) * i128::from(real) * scale >= length * length * length
}

/// The headings at which an arc covers each offset, as bits, worked out on demand and kept.
struct Bearings([AtomicU32; (4 * NEAR * NEAR) as usize]);

impl Bearings {
    const fn new() -> Self {
        Self([const { AtomicU32::new(0) }; (4 * NEAR * NEAR) as usize])
    }
}

static FORTY: Bearings = Bearings::new();
static SIXTY: Bearings = Bearings::new();
static FRONT: Bearings = Bearings::new();
static REAR: Bearings = Bearings::new();
static RIGHT: Bearings = Bearings::new();

impl Bearings {
    /// The bit of an offset that has been worked out.
    const KNOWN: u32 = 1 << 31;

    fn covers(&self, turn: Bearing, way: (i64, i64), exact: fn(Bearing, (i64, i64)) -> bool) -> bool {
        let near = NEAR as i64;
        let (x, y) = (way.0 + near, way.1 + near);
        if !(0..2 * near).contains(&x) || !(0..2 * near).contains(&y) {
            return exact(turn, way);
        }
        let slot = &self.0[(x * 2 * near + y) as usize];
        let mut known = slot.load(Ordering::Relaxed);
        if known == 0 {
            known = (0..24).filter(|&turn| exact(turn, way)).fold(Self::KNOWN, |bits, turn| bits | 1 << turn);
            slot.store(known, Ordering::Relaxed);
        }
        known & (1 << turn) != 0
    }
}

impl Arc {
    /// The headings at which the arc covers an offset.
    #[inline]
    pub fn headings(self, way: (i64, i64)) -> Headings {
        Headings((0..24).filter(|&turn| self.covers(turn, way)).fold(0, |bits, turn| bits | 1 << turn))
    }

    /// Whether a weapon with this arc and heading `turn` covers an offset.
    pub fn covers(self, turn: Bearing, way: (i64, i64)) -> bool {
        match self {
            Self::Forty => FORTY.covers(turn, way, within_twenty),
            Self::Sixty => SIXTY.covers(turn, way, |turn, way| within(turn, 2, way)),
            Self::Ahead => way == (0, 0) || aspect(turn, way) != Aspect::Rear,
            Self::All => true,
        }
    }
}

/// The facing hit from an offset of the firer, by lines at 45 degrees (4). On a line the facing better for
/// the target counts: front before side, side before rear (P-22).
pub fn aspect(turn: Bearing, way: (i64, i64)) -> Aspect {
    if FRONT.covers(turn, way, |turn, way| within(turn, 3, way)) {
        Aspect::Front
    } else if REAR.covers(turn, way, is_behind) {
        Aspect::Rear
    } else {
        Aspect::Side
    }
}

/// Whether an offset lies less than 45 degrees off the rear.
fn is_behind(turn: Bearing, way: (i64, i64)) -> bool {
    let behind = (turn + 12) % 24;
    let (left, right) = ((behind + 21) % 24, (behind + 3) % 24);
    side_of(left, way) > 0 && side_of(right, way) < 0 && ahead_of(behind, way) > 0
}

/// Whether an offset is to the right of a heading; straight ahead or behind is not.
pub fn is_right(turn: Bearing, way: (i64, i64)) -> bool {
    RIGHT.covers(turn, way, |turn, way| side_of(turn, way) > 0)
}

/// The heading nearest to an offset; of two as near, the first clockwise from north.
pub fn toward(way: (i64, i64)) -> Bearing {
    // Nearest means within half a step. To compare with the bisectors, double the angle by squaring the
    // complex number and look at 12ths.
    let (re, im) = (way.1, way.0);
    let doubled = (2 * re * im, re * re - im * im);
    // The half-step limits become odd 24ths of the doubled angle: 15 degrees either side of multiples of 30.
    (0..24u8)
        .find(|&turn| {
            ahead_of(turn, way) > 0 && {
                let twice = (turn * 2) % 24;
                within(twice, 1, doubled)
            }
        })
        .unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn degrees((x, y): (i64, i64)) -> f64 {
        (x as f64).atan2(y as f64).to_degrees().rem_euclid(360.0)
    }

    fn apart(a: f64, b: f64) -> f64 {
        let d = (a - b).rem_euclid(360.0);
        d.min(360.0 - d)
    }

    fn ways() -> impl Iterator<Item = (i64, i64)> {
        (-40i64..=40).flat_map(|x| (-40i64..=40).map(move |y| (x, y))).filter(|&way| way != (0, 0))
    }

    #[test]
    fn ranges_are_rounded_down_to_tenths() {
        let from = Cell::new(0, 0);
        assert_eq!(tenths(from, Cell::new(3, 4)), 50);
        assert_eq!(tenths(from, Cell::new(1, 1)), 14);
        // The root of 35 is 5.916, of 193 13.89, of 626 25.02.
        assert_eq!(tenths(Cell::new(1, 0), Cell::new(6, 3)), 58);
        assert_eq!(tenths(from, Cell::new(7, 12)), 138);
        assert_eq!(tenths(from, Cell::new(25, 1)), 250);
        assert_eq!(tenths(from, Cell::new(25, 3)), 251);
        assert_eq!(tenths_of("5.9"), Some(59));
        assert_eq!(tenths_of("25"), Some(250));
        for bad in ["", ".", "5.", ".5", "5.95", "-1", "x", "1e3", "99999"] {
            assert_eq!(tenths_of(bad), None, "{bad}");
        }
        assert_eq!((inches(59), inches(250)), ("5.9".into(), "25".into()));
    }

    #[test]
    fn arcs_match_a_protractor() {
        for turn in 0..24u8 {
            let heading = f64::from(turn) * 15.0;
            for way in ways() {
                let off = apart(degrees(way), heading);
                // Only multiples of 45 degrees lie exactly on a limit; all other offsets are well off it.
                assert_eq!(Arc::Sixty.covers(turn, way), off <= 30.0 + 1e-9, "60 {turn} {way:?}");
                assert_eq!(Arc::Forty.covers(turn, way), off <= 20.0 + 1e-9, "40 {turn} {way:?}");
                let facing = match off {
                    off if off <= 45.0 + 1e-9 => Aspect::Front,
                    off if off < 135.0 + 1e-9 && (off - 135.0).abs() > 1e-9 => Aspect::Side,
                    off if (off - 135.0).abs() <= 1e-9 => Aspect::Side,
                    _ => Aspect::Rear,
                };
                assert_eq!(aspect(turn, way), facing, "{turn} {way:?} {off}");
            }
        }
    }

    #[test]
    fn the_chosen_heading_is_the_nearest() {
        for way in ways() {
            let found = apart(degrees(way), f64::from(toward(way)) * 15.0);
            assert!(found <= 7.5 + 1e-9, "{way:?} {found}");
        }
        assert_eq!(toward((1, 0)), 6);
        assert_eq!(toward((0, -3)), 12);
        assert_eq!(toward((-2, 2)), 21);
    }

    #[test]
    fn right_and_left() {
        assert!(is_right(0, (1, 5)) && !is_right(0, (-1, 5)) && !is_right(0, (0, 5)));
        assert!(is_right(6, (5, -1)) && !is_right(6, (5, 1)));
    }
}
