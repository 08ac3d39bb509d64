//! The square grid checked against examples and against slow, obvious geometry.

use super::*;
use proptest::prelude::*;

fn at(x: i16, y: i16) -> Cell {
    Cell::new(x, y)
}

#[test]
fn index_and_cell_are_inverse() {
    let map = Square { width: 7, height: 5 };
    assert_eq!(map.area(), 35);
    assert_eq!(map.index(at(3, 2)), 17);
    for (index, cell) in map.cells().enumerate() {
        assert_eq!(map.index(cell), index);
        assert_eq!(map.cell(index), cell);
        assert!(map.contains(cell));
    }
    assert_eq!(map.cells().count(), 35);
    for off in [at(-1, 0), at(0, -1), at(7, 0), at(0, 5)] {
        assert!(!map.contains(off));
    }
}

#[test]
fn neighbours_stay_on_the_map() {
    let map = Square { width: 7, height: 5 };
    let corner: Vec<_> = map.neighbours(at(0, 0)).collect();
    assert_eq!(corner, [(Compass::N, at(0, 1)), (Compass::NE, at(1, 1)), (Compass::E, at(1, 0))]);
    assert_eq!(map.neighbours(at(3, 4)).count(), 5);
    for cell in map.cells() {
        let touching: Vec<Cell> = map.cells().filter(|&other| adjacent(cell, other)).collect();
        let mut listed: Vec<Cell> = map.neighbours(cell).map(|(_, next)| next).collect();
        listed.sort_by_key(|&next| map.index(next));
        assert_eq!(listed, touching);
        for (toward, next) in map.neighbours(cell) {
            assert_eq!(shares_edge(cell, next), !toward.is_diagonal());
            assert_eq!(Compass::between(cell, next), Some(toward));
        }
    }
    assert!(!adjacent(at(2, 2), at(2, 2)) && !shares_edge(at(2, 2), at(2, 2)));
    assert!(!adjacent(at(2, 2), at(4, 2)) && !shares_edge(at(2, 2), at(4, 2)));
}

#[test]
fn inches_are_rounded_up() {
    let from = at(10, 10);
    let cases = [(0, 0, 0), (1, 0, 1), (1, 1, 2), (3, 4, 5), (-3, 4, 5), (5, 12, 13), (2, 2, 3)];
    for (x, y, expected) in cases {
        assert_eq!(inches(from, at(10 + x, 10 + y)), expected, "{x},{y}");
    }
    assert_eq!(inches(at(0, 0), at(47, 71)), 86);
    assert!(within(from, at(13, 14), 5) && !within(from, at(14, 14), 5));
    assert!(within(from, from, 0) && !within(from, at(10, 11), 0));
    assert!(within(from, at(200, 200), u16::MAX));
}

#[test]
fn lines_by_hand() {
    let told = |a, b| line(a, b).map(|c| (c.cell.x, c.cell.y, c.along, c.corner)).collect::<Vec<_>>();
    assert_eq!(told(at(3, 3), at(3, 3)), []);
    assert_eq!(told(at(3, 3), at(4, 3)), []);
    assert_eq!(told(at(0, 0), at(3, 0)), [(1, 0, 3, false), (2, 0, 6, false)]);
    assert_eq!(told(at(0, 0), at(1, 1)), [(0, 1, 1, true), (1, 0, 1, true)]);
    assert_eq!(told(at(0, 0), at(2, 1)), [(1, 0, 2, false), (1, 1, 3, false)]);
    // Three to the right and one up: the corner is halfway, at (1.5, 0.5).
    let slanted = [(1, 0, 3, false), (1, 1, 4, true), (2, 0, 6, true), (2, 1, 7, false)];
    assert_eq!(told(at(0, 0), at(3, 1)), slanted);
    assert_eq!(line(at(0, 0), at(3, 1)).whole(), 10);
}

/// How a segment between two centres meets a cell: it misses it, touches a corner, or passes through.
///
/// All in half inches. The open cell is missed when the segment lies to one side of it horizontally or
/// vertically, or when all four corners lie on one side of the line.
fn brute(a: Cell, b: Cell, cell: Cell) -> Option<bool> {
    let double = |c: Cell| (2 * i32::from(c.x), 2 * i32::from(c.y));
    let ((ax, ay), (bx, by), (cx, cy)) = (double(a), double(b), double(cell));
    let side = |(x, y): (i32, i32)| ((bx - ax) * (y - ay) - (by - ay) * (x - ax)).signum();
    let corners = [(cx - 1, cy - 1), (cx - 1, cy + 1), (cx + 1, cy - 1), (cx + 1, cy + 1)];
    let apart = |p: i32, q: i32, c: i32| p.max(q) < c || c < p.min(q);
    let one_side = corners.iter().all(|&c| side(c) <= 0) || corners.iter().all(|&c| side(c) >= 0);
    if !apart(ax, bx, cx) && !apart(ay, by, cy) && !one_side {
        return Some(false);
    }
    let between = |p: i32, q: i32, c: i32| p.min(q) <= c && c <= p.max(q);
    let on_segment = |c: (i32, i32)| side(c) == 0 && between(ax, bx, c.0) && between(ay, by, c.1);
    corners.into_iter().any(on_segment).then_some(true)
}

/// Everything that must hold for a line between two cells, on a map that holds both with a margin.
fn check_line(a: Cell, b: Cell) {
    let there: Vec<Crossing> = line(a, b).collect();
    let whole = line(a, b).whole();
    assert_eq!(whole, distance_squared(a, b));
    let mut back: Vec<Crossing> = line(b, a).collect();
    back.reverse();
    back.iter_mut().for_each(|c| c.along = whole - c.along);
    assert_eq!(there, back, "{a:?} {b:?} from both ends");
    for c in &there {
        let dot = offset(a, c.cell).0 * offset(a, b).0 + offset(a, c.cell).1 * offset(a, b).1;
        assert_eq!(c.along, dot, "{a:?} {b:?} {c:?}");
    }
    assert!(there.windows(2).all(|pair| pair[0].along <= pair[1].along), "{a:?} {b:?} in order");
    let mut found: Vec<(Cell, bool)> = there.iter().map(|c| (c.cell, c.corner)).collect();
    found.sort();
    let expected: Vec<(Cell, bool)> = (a.x.min(b.x) - 1..=a.x.max(b.x) + 1)
        .flat_map(|x| (a.y.min(b.y) - 1..=a.y.max(b.y) + 1).map(move |y| at(x, y)))
        .filter(|&cell| cell != a && cell != b)
        .filter_map(|cell| brute(a, b, cell).map(|corner| (cell, corner)))
        .collect();
    assert_eq!(found, expected, "{a:?} {b:?}");
}

#[test]
fn rings_contain_each_other_cell_once() {
    let map = Square { width: 5, height: 8 };
    for centre in map.cells() {
        let away = |cell: Cell| (cell.x - centre.x).abs().max((cell.y - centre.y).abs());
        for distance in 1..9 {
            let mut ring: Vec<Cell> = map.ring(centre, distance).collect();
            ring.sort_unstable_by_key(|&cell| map.index(cell));
            let expected: Vec<Cell> = map.cells().filter(|&cell| away(cell) == distance).collect();
            assert_eq!(ring, expected, "{distance} from {centre:?}");
        }
    }
}

#[test]
fn lines_match_brute_force_on_a_whole_small_map() {
    let map = Square { width: 13, height: 13 };
    for a in map.cells() {
        for b in map.cells().filter(|&b| b != a) {
            check_line(a, b);
        }
    }
}

proptest! {
    #[test]
    fn lines_match_brute_force_anywhere(
        a in (0i16..96, 0i16..96), b in (0i16..96, 0i16..96),
    ) {
        prop_assume!(a != b);
        check_line(at(a.0, a.1), at(b.0, b.1));
    }

    #[test]
    fn inches_are_the_smallest_range_that_reaches(a in (0i16..255, 0i16..255), b in (0i16..255, 0i16..255)) {
        let (a, b) = (at(a.0, a.1), at(b.0, b.1));
        let reach = inches(a, b);
        prop_assert_eq!(reach, inches(b, a));
        prop_assert!(within(a, b, reach));
        prop_assert!(reach == 0 || !within(a, b, reach - 1));
    }
}
