//! Outlines of depictions in a hex, drawn around their points: convex, and several where one would include
//! too much else.

use crate::rules::aslsk::board::shape::{Point, Shape};

/// A point by column and row among the points around its hex.
pub type Spot = (i32, i32);

/// The most times a depiction is cut in two.
const MOST_CUTS: u32 = 3;

/// The least per cent of an outline that its depiction covers.
const FILLED: usize = 85;

/// The outlines of a depiction; `corners` gives the four corners of a point in hex units.
pub fn outlines(spots: &[Spot], corners: &dyn Fn(Spot) -> [(f64, f64); 4]) -> Vec<Shape> {
    let mut found = Vec::new();
    for part in connected(spots) {
        // Less is the edge of a depiction in the next hex.
        if part.len() >= 6 {
            outline(&part, corners, MOST_CUTS, &mut found);
        }
    }
    found
}

/// The outline of connected points, or those of their two halves.
fn outline(spots: &[Spot], corners: &dyn Fn(Spot) -> [(f64, f64); 4], cuts: u32, found: &mut Vec<Shape>) {
    let hull = hull(spots.iter().flat_map(|&spot| corners(spot)).map(snapped).collect());
    let Some(shape) = Shape::new(hull.clone()) else { return };
    let whole = area(&hull) / area_of_a_spot(corners, spots[0]);
    if cuts == 0 || spots.len() * 100 >= whole as usize * FILLED {
        found.push(shape);
        return;
    }
    let span = |of: fn(&Spot) -> i32| {
        let least = spots.iter().map(of).min().unwrap_or(0);
        (least, spots.iter().map(of).max().unwrap_or(0))
    };
    let (across, down) = (span(|spot| spot.0), span(|spot| spot.1));
    let by_column = across.1 - across.0 >= down.1 - down.0;
    let middle = if by_column { across.0 + across.1 } else { down.0 + down.1 } / 2;
    let first = |spot: &&Spot| (if by_column { spot.0 } else { spot.1 }) <= middle;
    let (one, other): (Vec<&Spot>, Vec<&Spot>) = spots.iter().partition(first);
    for half in [one, other] {
        let half: Vec<Spot> = half.into_iter().copied().collect();
        for part in connected(&half) {
            outline(&part, corners, cuts - 1, found);
        }
    }
}

/// Points in groups that touch along a side.
fn connected(spots: &[Spot]) -> Vec<Vec<Spot>> {
    let mut left: std::collections::BTreeSet<Spot> = spots.iter().copied().collect();
    let mut groups = Vec::new();
    while let Some(first) = left.pop_first() {
        let mut group = vec![first];
        let mut at = 0;
        while let Some(&(x, y)) = group.get(at) {
            at += 1;
            let beside = [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)];
            group.extend(beside.into_iter().filter(|next| left.remove(next)));
        }
        groups.push(group);
    }
    groups
}

/// The nearest allowed corner: whole units inside the hex, on the hexside if close to it.
fn snapped((x, y): (f64, f64)) -> Point {
    let (east, south) = (x.round() as i32, y.round() as i32);
    if south.abs() >= 23 {
        return Point::new(east.clamp(-8, 8), 24 * south.signum());
    }
    if 3 * east.abs() + south.abs() < 45 {
        return Point::new(east, south);
    }
    // On a slanting hexside a corner is whole every three units.
    let south = 3 * (f64::from(south) / 3.0).round() as i32;
    Point::new((48 - south.abs()) / 3 * east.signum(), south)
}

/// Twice the area of a triangle, positive if its points are clockwise.
fn turn(a: Point, b: Point, c: Point) -> i32 {
    (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
}

/// The convex hull of points, without corners on straight lines.
fn hull(mut points: Vec<Point>) -> Vec<Point> {
    points.sort_by_key(|point| (point.x, point.y));
    points.dedup();
    let half = |points: &mut dyn Iterator<Item = Point>| {
        let mut found: Vec<Point> = Vec::new();
        for point in points {
            while let [.., a, b] = found[..]
                && turn(a, b, point) <= 0
            {
                found.pop();
            }
            found.push(point);
        }
        found.pop();
        found
    };
    let mut found = half(&mut points.iter().copied());
    found.extend(half(&mut points.iter().rev().copied()));
    found
}

/// The area of an outline in square units.
fn area(corners: &[Point]) -> f64 {
    let Some(&first) = corners.first() else { return 0.0 };
    f64::from(corners.windows(2).map(|pair| turn(first, pair[0], pair[1])).sum::<i32>()) / 2.0
}

fn area_of_a_spot(corners: &dyn Fn(Spot) -> [(f64, f64); 4], spot: Spot) -> f64 {
    let [a, _, c, _] = corners(spot);
    (c.0 - a.0) * (c.1 - a.1)
}
