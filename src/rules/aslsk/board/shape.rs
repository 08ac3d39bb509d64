//! Points, convex outlines and exact lines across them.
//!
//! A hex is 32 units from point to point and 48 from side to side. The unit differs between the two
//! directions, which does not matter to straight lines, so every grid point and every corner of an outline is
//! a whole number.

use crate::board::hex::Hex;

/// A point: units east and south of the centre of hex A0.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Point {
    /// East, in 16ths of the hex radius.
    pub x: i32,
    /// South, in 24ths of half the hex height.
    pub y: i32,
}

impl Point {
    /// A point from its two distances.
    pub const fn new(x: i32, y: i32) -> Point {
        Point { x, y }
    }

    /// The Center Hex Dot.
    pub fn centre(hex: Hex) -> Point {
        let (col, row) = (i32::from(hex.col), i32::from(hex.row));
        Point::new(24 * col, 48 * row + 24 * col.rem_euclid(2))
    }

    /// This point relative to another.
    const fn from(self, origin: Point) -> Point {
        Point::new(self.x - origin.x, self.y - origin.y)
    }

    /// This point moved by another.
    #[must_use]
    pub const fn plus(self, way: Point) -> Point {
        Point::new(self.x + way.x, self.y + way.y)
    }

    /// The cross product of two vectors: positive if the other is clockwise of this one.
    const fn cross(self, other: Point) -> i64 {
        self.x as i64 * other.y as i64 - self.y as i64 * other.x as i64
    }

    const fn dot(self, other: Point) -> i64 {
        self.x as i64 * other.x as i64 + self.y as i64 * other.y as i64
    }
}

/// The six corners of a hex around its centre, clockwise, each at the clockwise end of its side from north.
pub const POINTS: [Point; 6] = [
    Point::new(8, -24),
    Point::new(16, 0),
    Point::new(8, 24),
    Point::new(-8, 24),
    Point::new(-16, 0),
    Point::new(-8, -24),
];

/// A position on a line as an exact fraction of its length.
#[derive(Copy, Clone, Debug)]
pub struct Part {
    over: i64,
    /// Always positive.
    under: i64,
}

impl Part {
    const START: Part = Part { over: 0, under: 1 };
    const END: Part = Part { over: 1, under: 1 };

    fn new(over: i64, under: i64) -> Part {
        if under < 0 { Part { over: -over, under: -under } } else { Part { over, under } }
    }

    /// Whether this lies before another position.
    pub fn before(self, other: Part) -> bool {
        i128::from(self.over) * i128::from(other.under) < i128::from(other.over) * i128::from(self.under)
    }

    fn later(self, other: Part) -> Part {
        if self.before(other) { other } else { self }
    }

    fn earlier(self, other: Part) -> Part {
        if other.before(self) { other } else { self }
    }
}

/// A stretch of a line.
#[derive(Copy, Clone, Debug)]
pub struct Stretch {
    /// Its start.
    pub from: Part,
    /// Its end.
    pub to: Part,
}

impl Stretch {
    /// The overlap of two stretches, if it has a length.
    pub fn common(self, other: Stretch) -> Option<Stretch> {
        let (from, to) = (self.from.later(other.from), self.to.earlier(other.to));
        from.before(to).then_some(Stretch { from, to })
    }
}

/// A straight line between two different points.
#[derive(Copy, Clone, Debug)]
pub struct Thread {
    start: Point,
    way: Point,
}

/// How a line meets an outline.
#[derive(Clone, Debug, Default)]
pub struct Meeting {
    /// The stretch with the outline on both sides of the thread.
    pub inside: Option<Stretch>,
    /// A stretch along an edge, and whether the outline is to its left.
    pub along: Option<(bool, Stretch)>,
}

impl Thread {
    /// The line from one point to another.
    pub fn new(start: Point, end: Point) -> Thread {
        Thread { start, way: end.from(start) }
    }

    /// How it meets an outline moved to a place.
    pub fn meets(&self, shape: &Shape, at: Point) -> Meeting {
        let mut meeting = Meeting::default();
        let (mut from, mut to, mut inside) = (Part::START, Part::END, true);
        for (i, &corner) in shape.0.iter().enumerate() {
            let corner = corner.plus(at);
            let edge = shape.0[(i + 1) % shape.0.len()].plus(at).from(corner);
            // Inside an edge, start + part * way is clockwise of it: constant + part * slope > 0.
            let (constant, slope) = (edge.cross(self.start.from(corner)), edge.cross(self.way));
            match slope.signum() {
                0 if constant == 0 => {
                    inside = false;
                    meeting.along = self.along(corner, edge);
                }
                0 => inside &= constant > 0,
                1 => from = from.later(Part::new(-constant, slope)),
                _ => to = to.earlier(Part::new(-constant, slope)),
            }
        }
        if inside && from.before(to) {
            meeting.inside = Some(Stretch { from, to });
        }
        meeting
    }

    /// The stretch of an edge that lies on the thread. Corners run clockwise, so an outline is to the right
    /// of its edge and to the left of a thread that runs against it.
    fn along(&self, corner: Point, edge: Point) -> Option<(bool, Stretch)> {
        let whole = self.way.dot(self.way);
        let at = |point: Point| Part::new(point.from(self.start).dot(self.way), whole);
        let (a, b) = (at(corner), at(corner.plus(edge)));
        let (first, last) = if a.before(b) { (a, b) } else { (b, a) };
        let stretch = Stretch { from: first.later(Part::START), to: last.earlier(Part::END) };
        let left = b.before(a);
        stretch.from.before(stretch.to).then_some((left, stretch))
    }

    /// Whether outlines, moved to a place, cover the thread over a stretch.
    pub fn covered(&self, shapes: &[Shape], at: Point, over: Stretch) -> bool {
        let mut reached = over.from;
        let spans: Vec<Stretch> = shapes.iter().filter_map(|shape| self.meets(shape, at).inside).collect();
        while reached.before(over.to) {
            let next = spans.iter().filter(|span| !reached.before(span.from) && reached.before(span.to));
            match next.map(|span| span.to).reduce(Part::later) {
                Some(further) => reached = further,
                None => return false,
            }
        }
        true
    }
}

/// A convex outline around the centre of a hex, corners clockwise.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Shape(Vec<Point>);

impl Shape {
    /// An outline from its corners, in either direction.
    ///
    /// `None` if there are fewer than three, or they are not convex or leave the hex.
    pub fn new(mut corners: Vec<Point>) -> Option<Shape> {
        let turn = |c: &[Point], i: usize| {
            let n = c.len();
            c[(i + 1) % n].from(c[i]).cross(c[(i + 2) % n].from(c[(i + 1) % n]))
        };
        if corners.len() < 3 {
            return None;
        }
        if turn(&corners, 0) < 0 {
            corners.reverse();
        }
        let convex = (0..corners.len()).all(|i| turn(&corners, i) > 0);
        let edges = || POINTS.iter().zip(POINTS.iter().cycle().skip(1)).take(6);
        let within = |p: &Point| edges().all(|(a, b)| b.from(*a).cross(p.from(*a)) >= 0);
        (convex && corners.iter().all(within)).then_some(Shape(corners))
    }

    /// The whole hex.
    pub fn whole() -> Shape {
        Shape(POINTS.to_vec())
    }

    /// The same, turned by 180°.
    #[must_use]
    pub fn turned(&self) -> Shape {
        Shape(self.0.iter().map(|p| Point::new(-p.x, -p.y)).collect())
    }

    /// Its corners.
    pub fn corners(&self) -> &[Point] {
        &self.0
    }
}

/// The middle of a hexside, counted clockwise from north.
fn middle(side: usize) -> Point {
    let (a, b) = (POINTS[(side + 5) % 6], POINTS[side]);
    Point::new((a.x + b.x) / 2, (a.y + b.y) / 2)
}

/// Half the width of a road at the hexside: an eighth of the side.
fn opening(side: usize) -> Point {
    let (a, b) = (POINTS[(side + 5) % 6], POINTS[side]);
    Point::new((b.x - a.x) / 8, (b.y - a.y) / 8)
}

fn quarter(point: Point) -> Point {
    Point::new(point.x / 4, point.y / 4)
}

/// The road in a hex: a strip to each of its hexsides (bits clockwise from north) and a joint in the middle.
pub fn road(sides: u8) -> Vec<Shape> {
    let joint = Shape(POINTS.map(quarter).to_vec());
    let strip = |side: usize| {
        let (m, o) = (middle(side), opening(side));
        let back = Point::new(-o.x, -o.y);
        Shape::new(vec![m.plus(back), m.plus(o), o, back])
    };
    let strips = (0..6).filter(|side| sides & (1 << side) != 0).filter_map(strip);
    strips.chain((sides != 0).then_some(joint)).collect()
}

/// The woods beside a road: the hex less [`road`].
pub fn beside_road(sides: u8) -> Vec<Shape> {
    if sides == 0 {
        return vec![Shape::whole()];
    }
    let sector = |side: usize| {
        let (a, b) = (POINTS[(side + 5) % 6], POINTS[side]);
        if sides & (1 << side) == 0 {
            return vec![Shape::new(vec![a, b, quarter(b), quarter(a)])];
        }
        let (m, o) = (middle(side), opening(side));
        let before = Point::new(m.x - o.x, m.y - o.y);
        vec![Shape::new(vec![a, before, quarter(a)]), Shape::new(vec![m.plus(o), b, quarter(b)])]
    };
    (0..6).flat_map(sector).flatten().collect()
}
