//! The hex map checked against examples and against slow, obvious geometry.

use super::*;
use proptest::prelude::*;

fn at(name: &str) -> Hex {
    name.parse().unwrap()
}

#[test]
fn names_read_back() {
    for (name, hex) in [
        ("A1", Hex::new(0, 1)),
        ("C3", Hex::new(2, 3)),
        ("Z0", Hex::new(25, 0)),
        ("GG10", Hex::new(32, 10)),
        ("AAA3", Hex::new(52, 3)),
        ("BBBB3", Hex::new(79, 3)),
    ] {
        assert_eq!(hex.to_string(), name);
        assert_eq!(at(name), hex);
        assert_eq!(at(&name.to_lowercase()), hex);
    }
    for hex in HexBoard::STANDARD.hexes() {
        assert_eq!(at(&hex.to_string()), hex);
    }
    for bad in ["", "A", "3", "AB3", "AAB3", "AAAAA3", "A-1", "A100", "3A", "É3", "A 3"] {
        assert_eq!(bad.parse::<Hex>(), Err(BadHex(bad.to_owned())));
    }
    let sentence = "AB3".parse::<Hex>().unwrap_err().to_string();
    assert!(sentence.starts_with("\"AB3\" is not a hex: expected the letter"), "{sentence}");
    assert_eq!(Hex::new(-1, 3).to_string(), "(-1, 3)");
}

#[test]
fn the_standard_board() {
    let board = HexBoard::STANDARD;
    assert_eq!(board.hexes().count(), 17 * 10 + 16 * 11);
    assert!(board.hexes().all(|hex| board.contains(hex)));
    assert!(board.contains(at("B0")) && !board.contains(at("A0")) && !board.contains(at("HH1")));
    assert!(!board.contains(at("C11")) && !board.contains(Hex::new(-1, 1)));
    assert!(board.is_half(at("B0")) && board.is_half(at("FF10")));
    assert!(!board.is_half(at("A10")) && !board.is_half(at("B1")));
    assert_eq!(board.hexes().filter(|&hex| board.is_half(hex)).count(), 32);
    let around: Vec<_> = board.neighbours(at("A1")).map(|(_, hex)| hex.to_string()).collect();
    assert_eq!(around, ["B0", "B1", "A2"]);
}

#[test]
fn neighbours_and_range() {
    let around = |name| at(name).neighbours().map(|(_, hex)| hex.to_string()).join(" ");
    assert_eq!(around("C3"), "C2 D2 D3 C4 B3 B2");
    assert_eq!(around("D3"), "D2 E3 E4 D4 C4 C3");
    assert_eq!(range(at("A1"), at("A1")), 0);
    assert_eq!(range(at("A1"), at("A10")), 9);
    assert_eq!(range(at("A1"), at("C1")), 2);
    assert_eq!(range(at("A1"), at("GG1")), 32);
    assert_eq!(range(at("A1"), at("GG10")), 32);
    assert_eq!(range(at("A1"), at("E10")), 11);
    let board = HexBoard { columns: 8, rows: 6 };
    for a in board.hexes() {
        assert_eq!(Hex::from_cube(a.cube()), a);
        for b in board.hexes() {
            let nearer = b.neighbours().into_iter().filter(|&(_, n)| range(a, n) < range(a, b)).count();
            assert_eq!(range(a, b), range(b, a));
            assert_eq!(nearer > 0, a != b, "{a} {b}");
            assert!(b.neighbours().into_iter().all(|(_, n)| range(a, n).abs_diff(range(a, b)) <= 1));
            assert_eq!(range(a, b) == 1, a.neighbours().iter().any(|&(_, n)| n == b));
        }
    }
}

#[test]
fn sides_and_spines_wrap_around() {
    for (n, side) in Side::ALL.into_iter().enumerate() {
        assert_eq!(Side::N.turned(n as i8), side);
        assert_eq!(side.turned(-1).turned(1), side);
        let (there, back) = (side.cube(), side.opposite().cube());
        assert_eq!(there.plus(back), Cube { q: 0, r: 0, s: 0 });
        assert_eq!(side.spine().sides(), (side, side.turned(1)));
        assert_eq!(there.twice_dot(side.turned(1).cube()), 1);
    }
    for spine in Spine::ALL {
        assert_eq!(spine.turned(3), spine.opposite());
        assert_eq!(spine.cube().plus(spine.opposite().cube()), Cube { q: 0, r: 0, s: 0 });
    }
    let east = Hex::from_cube(at("C3").cube().plus(Spine::E.cube()));
    assert_eq!(east, at("E3"));
}

#[test]
fn lines_by_hand() {
    let told = |a, b| hex_line(at(a), at(b)).map(|c| c.hex.to_string()).collect::<Vec<_>>().join(" ");
    assert_eq!(told("C3", "C3"), "");
    assert_eq!(told("C3", "D3"), "");
    assert_eq!(told("C3", "C6"), "C4 C5");
    assert_eq!(told("A1", "D2"), "B1 C2");
    let along: Vec<HexCrossing> = hex_line(at("C3"), at("G3")).collect();
    let flags: Vec<(String, bool)> = along.iter().map(|c| (c.hex.to_string(), c.along_side)).collect();
    let expected = [("D3", true), ("D2", true), ("E3", false), ("F3", true), ("F2", true)];
    assert_eq!(flags, expected.map(|(name, flag)| (name.to_owned(), flag)));
}

/// How a segment between two centres meets a hex: its interior, along a hexside, or in a corner.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Contact {
    Inside,
    AlongSide,
    Corner,
}

/// Worked out from the hex's six corners, in thirds of a hex. Only the hexsides and the line itself can
/// separate the two.
fn brute(a: Hex, b: Hex, hex: Hex) -> Option<Contact> {
    let thirds = |c: Cube| Cube { q: 3 * c.q, r: 3 * c.r, s: 3 * c.s };
    let (start, end, centre) = (thirds(a.cube()), thirds(b.cube()), thirds(hex.cube()));
    let way = end.minus(start);
    let points = Spine::ALL.map(|spine| centre.plus(spine.cube()));
    let side = |p: &Cube| {
        let p = p.minus(start);
        (way.q * p.r - way.r * p.q).signum()
    };
    let one_side = points.iter().all(|p| side(p) <= 0) || points.iter().all(|p| side(p) >= 0);
    let apart = (0..3).any(|k| {
        let (p, q, c) = (start.across()[k], end.across()[k], centre.across()[k]);
        p.max(q) <= c - 3 || p.min(q) >= c + 3
    });
    if !one_side && !apart {
        return Some(Contact::Inside);
    }
    let on_segment = |p: &Cube| {
        let done = p.minus(start).twice_dot(way);
        side(p) == 0 && 0 <= done && done <= way.twice_dot(way)
    };
    match points.iter().filter(|p| on_segment(p)).count() {
        0 => None,
        1 => Some(Contact::Corner),
        _ => Some(Contact::AlongSide),
    }
}

/// Everything that must hold for a line between two hexes.
fn check_line(a: Hex, b: Hex) {
    let there: Vec<HexCrossing> = hex_line(a, b).collect();
    let whole = hex_line(a, b).whole();
    let mut back: Vec<HexCrossing> = hex_line(b, a).collect();
    back.reverse();
    back.iter_mut().for_each(|c| c.along = whole - c.along);
    assert_eq!(there, back, "{a} {b} from both ends");
    let way = b.cube().minus(a.cube());
    for c in &there {
        assert_eq!(c.along, c.hex.cube().minus(a.cube()).twice_dot(way), "{a} {b} {c:?}");
    }
    let through: Vec<i32> = there.iter().filter(|c| !c.corner).map(|c| c.along).collect();
    assert!(through.is_sorted(), "{a} {b} in order");
    let contact = |c: &HexCrossing| match (c.along_side, c.corner) {
        (false, false) => Contact::Inside,
        (true, false) => Contact::AlongSide,
        (false, true) => Contact::Corner,
        (true, true) => panic!("{a} {b} {c:?} cannot be both"),
    };
    let mut found: Vec<(Hex, Contact)> = there.iter().map(|c| (c.hex, contact(c))).collect();
    found.sort();
    let expected: Vec<(Hex, Contact)> = (a.col.min(b.col) - 2..=a.col.max(b.col) + 2)
        .flat_map(|col| (a.row.min(b.row) - 2..=a.row.max(b.row) + 2).map(move |row| Hex::new(col, row)))
        .filter(|&hex| hex != a && hex != b)
        .filter_map(|hex| brute(a, b, hex).map(|contact| (hex, contact)))
        .collect();
    assert_eq!(found, expected, "{a} {b}");
}

#[test]
fn lines_match_brute_force_on_a_whole_small_board() {
    let board = HexBoard { columns: 9, rows: 7 };
    let mut corners = 0;
    for a in board.hexes() {
        for b in board.hexes().filter(|&b| b != a) {
            check_line(a, b);
            corners += hex_line(a, b).filter(|c| c.corner).count();
        }
    }
    assert!(corners > 0, "some lines pass through a point");
}

proptest! {
    #[test]
    fn lines_match_brute_force_anywhere(a in (0i16..33, 0i16..11), b in (0i16..33, 0i16..11)) {
        prop_assume!(a != b);
        check_line(Hex::new(a.0, a.1), Hex::new(b.0, b.1));
    }
}
