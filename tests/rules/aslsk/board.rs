//! The boards and LOS: the hexes that the text names, its examples, and a slow LOS check written
//! independently of the fast one.

use standto::board::hex::{Hex, HexBoard, Side};
use standto::rules::aslsk::board::ground::Bar;
use standto::rules::aslsk::board::join::{Laid, join, turned};
use standto::rules::aslsk::board::map::{Map, Place};
use standto::rules::aslsk::board::reading::{embedded, read};
use standto::rules::aslsk::board::shape::{POINTS, Point};
use standto::rules::aslsk::board::{Reason, Season, Terrain};

fn board(letter: &str, month: u8) -> Map {
    crate::cited::watch();
    let board = embedded(letter).unwrap();
    let laid = Laid { board, turned: false, across: 0, down: 0 };
    join(&[laid], Season::of(month), |_, _| true)
}

fn at(map: &Map, name: &str) -> Place {
    map.named(name).unwrap_or_else(|| panic!("{name} is on the map"))
}

/// What a LOS meets: "clear", "2: F8 G8", "J3 building".
fn told(map: &Map, from: &str, to: &str) -> String {
    let sighting = map.sight(at(map, from), at(map, to));
    let name = |place: Place| map.at(place).name.clone();
    match sighting.block {
        Some(block) => format!("{} {}", name(block.hex), block.reason),
        None if sighting.hindrances.is_empty() => "clear".into(),
        None => sighting.hindrances.iter().map(|&place| name(place)).collect::<Vec<_>>().join(" "),
    }
}

#[test]
fn a_board_has_thirty_three_hexrows_with_half_hexes() {
    for letter in ["w", "x"] {
        let map = board(letter, 7);
        assert_eq!(map.size(), 17 * 10 + 16 * 11);
        let half = |name: &str| map.shape.is_half(map.at(at(&map, name)).hex);
        assert!(half(&format!("{letter}B0")) && half("B10") && !half("C1"));
        assert_eq!(map.named("A0"), None);
        assert_eq!(map.named("HH1"), None);
    }
}

// card: 1.1a
#[test]
fn hexes_named_in_the_text() {
    let w = board("w", 7);
    let ground = |name: &str| &w.at(at(&w, name)).ground;
    assert_eq!((ground("wC3").terrain, ground("wC3").road), (Terrain::Open, 0));
    assert!(ground("wM8").terrain.building());
    assert!(ground("wW8").road != 0 && ground("wW8").paved && ground("wW8").terrain == Terrain::Open);
    assert_eq!(ground("wX9").terrain, Terrain::Orchard);
    assert!(ground("wCC6").terrain == Terrain::Orchard && ground("wCC6").road != 0);
    assert_eq!(ground("wJ6").level, 1);
    let crest = w.around(at(&w, "wH9")).any(|(_, next)| w.level(next) != w.level(at(&w, "wH9")));
    assert!(crest, "two levels meet at wH9");
    for (first, other) in [("wO6", "wO7"), ("wP9", "wQ9")] {
        assert!(ground(first).terrain.building() && ground(other).terrain.building());
    }
    assert!(
        ground("wS6").paved && w.around(at(&w, "wS6")).filter(|&(_, n)| w.at(n).ground.paved).count() >= 3
    );
    let x = board("x", 7);
    let ground = |name: &str| &x.at(at(&x, name)).ground;
    assert!(ground("xP9").road != 0 && !ground("xP9").paved);
    assert_eq!((ground("xT2").terrain, ground("xT2").road), (Terrain::Woods, 0));
    assert!(ground("xC6").terrain == Terrain::Woods && ground("xC6").road != 0);
    assert_eq!(ground("xAA4").terrain, Terrain::Grain);
    // 6.5, 6.4: a Gun on the road in xD6 moves to woods in D5, along the road to C6, and on to open D4.
    assert!(x.road_between(at(&x, "D6"), at(&x, "C6")) && !x.road_between(at(&x, "D6"), at(&x, "D5")));
    assert_eq!((ground("D5").terrain, ground("D4").terrain), (Terrain::Woods, Terrain::Open));
}

// card: 1.1.1a, 1.1.1b, 1.1.1h
#[test]
fn every_row_of_the_terrain_chart() {
    crate::cited::watch();
    let rows = [
        (Terrain::Open, 2, 0, Bar::None, false, false),
        (Terrain::Orchard, 2, 0, Bar::Hindrance, true, false),
        (Terrain::Grain, 3, 0, Bar::Hindrance, false, false),
        (Terrain::Woods, 4, 1, Bar::Obstacle, false, true),
        (Terrain::WoodenBuilding, 4, 2, Bar::Obstacle, false, true),
        (Terrain::StoneBuilding, 4, 3, Bar::Obstacle, false, true),
    ];
    for (terrain, mf, tem, los, inherent, rally) in rows {
        let row = terrain.row();
        assert_eq!(
            (row.mf, row.tem, row.los, row.inherent, row.rally),
            (mf, tem, los, inherent, rally),
            "{terrain:?}"
        );
    }
    for month in 1..=12 {
        let season = Season::of(month);
        assert_eq!(season.orchards, (4..=10).contains(&month), "orchards: April to October");
        assert_eq!(season.grain, (6..=9).contains(&month), "grain: June to September");
    }
}

// card: 3.2.1a
#[test]
fn the_line_of_sight_example() {
    let w = board("w", 7);
    assert_eq!(told(&w, "I2", "F3"), "clear", "down the road through woods");
    assert_eq!(told(&w, "I2", "J5"), "wJ4", "an orchard hinders");
    assert_eq!(told(&w, "I2", "K4"), "wJ3 stone building");
}

// card: 1.1.1i, 3.2.1e
#[test]
fn the_example_of_hills() {
    let w = board("w", 7);
    assert_eq!(told(&w, "E9", "I7"), "clear", "over the grain in F8, from below");
    assert!(w.level(at(&w, "I7")) > w.level(at(&w, "E9")));
    let hidden = w.sight(at(&w, "E9"), at(&w, "I6"));
    assert_eq!(hidden.block.unwrap().reason, Reason::Crest);
    // Through the hexside between H7 and I7.
    let side = w.side_between(at(&w, "I7"), at(&w, "H7")).unwrap();
    assert_eq!(w.sight(at(&w, "E9"), at(&w, "I7")).entry, 1 << side as u8);
    let cost = |name: &str| w.terrain(at(&w, name)).row().mf;
    assert_eq!((cost("I7"), cost("G7")), (2, 4));
    assert_eq!((w.level(at(&w, "H7")), w.level(at(&w, "G7"))), (0, 1));
}

// card: 1.1.1f, 1.1.1g
#[test]
fn the_example_of_orchards() {
    // From the hill over wW3: an orchard in season blocks LOS to lower ground, out of season it hinders it.
    let (summer, winter) = (board("w", 7), board("w", 12));
    assert_eq!(told(&summer, "V3", "X2"), "wW3 orchard");
    assert_eq!(told(&winter, "V3", "X2"), "wW3");
    assert_eq!(told(&summer, "V3", "W3"), "clear", "into the orchard");
    assert_eq!(told(&winter, "V3", "W3"), "clear");
}

// card: 3.2.1b
#[test]
fn the_examples_of_shots() {
    let (w, x) = (board("w", 7), board("x", 7));
    assert_eq!(told(&w, "R6", "S8"), "clear");
    assert_eq!(
        (told(&w, "E8", "C7"), told(&w, "E8", "B7"), told(&w, "E9", "C7")),
        ("clear".into(), "clear".into(), "clear".into())
    );
    assert_eq!(told(&w, "N5", "P5"), "wO5", "along the hexside of orchard and building: one hindrance");
    assert_eq!(told(&w, "N5", "P1"), "clear");
    assert_eq!((told(&x, "M3", "J5"), told(&x, "M3", "O4")), ("xL3".into(), "xN3".into()));
    assert_eq!(told(&x, "DD9", "DD7"), "xDD8");
    assert_eq!(told(&board("x", 12), "DD9", "DD7"), "clear", "no grain in December");
    let range = |map: &Map, a: &str, b: &str| map.range(at(map, a), at(map, b));
    assert_eq!(
        (range(&x, "M3", "J5"), range(&x, "M3", "O4"), range(&w, "E8", "B7"), range(&w, "E9", "C7")),
        (4, 2, 3, 3)
    );
}

// card: 1.1b
#[test]
fn boards_turn_and_join() {
    crate::cited::watch();
    let shape = HexBoard::STANDARD;
    for hex in shape.hexes() {
        let there = turned(shape, hex);
        assert!(shape.contains(there) && turned(shape, there) == hex, "{hex}");
        for side in Side::ALL {
            let next = hex.step(side);
            assert_eq!(
                shape.contains(next).then(|| turned(shape, next)),
                shape.contains(next).then(|| there.step(side.opposite()))
            );
        }
    }
    let (w, x) = (embedded("w").unwrap(), embedded("x").unwrap());
    let beside = join(
        &[
            Laid { board: w, turned: false, across: 0, down: 0 },
            Laid { board: x, turned: false, across: 1, down: 0 },
        ],
        Season::of(7),
        |_, _| true,
    );
    assert_eq!(beside.size(), 2 * 346 - 10, "hexrow GG and hexrow A are one");
    assert!(beside.named("xA5").is_none() && beside.named("wGG5").is_some());
    assert_eq!(beside.range(at(&beside, "wFF5"), at(&beside, "xB5")), 2);
    let above = join(
        &[
            Laid { board: w, turned: true, across: 0, down: 0 },
            Laid { board: x, turned: false, across: 0, down: 1 },
        ],
        Season::of(7),
        |_, _| true,
    );
    assert_eq!(above.size(), 2 * 346 - 16, "half hexes are joined");
    assert_eq!(above.at(at(&above, "wGG10")).hex, Hex::new(0, 1));
    // A board and the same board turned have the same LOS.
    let alone = board("w", 7);
    let round = join(&[Laid { board: w, turned: true, across: 0, down: 0 }], Season::of(7), |_, _| true);
    for (from, to) in [("I2", "K4"), ("E9", "I6"), ("I2", "J5"), ("I2", "F3"), ("V3", "X2"), ("N5", "P5")] {
        assert_eq!(told(&alone, from, to), told(&round, from, to), "{from} {to}");
    }
}

#[test]
fn a_line_is_the_same_from_both_ends() {
    for letter in ["w", "x"] {
        for month in [7, 12] {
            let map = board(letter, month);
            for from in map.places() {
                for to in map.places().filter(|&to| to > from) {
                    let (there, back) = (map.sight(from, to), map.sight(to, from));
                    assert_eq!(there.clear(), back.clear(), "{} {}", map.at(from).name, map.at(to).name);
                    if there.clear() {
                        let mut hexes = back.hindrances.clone();
                        hexes.reverse();
                        assert_eq!(there.hindrances.len(), hexes.len());
                    }
                }
            }
        }
    }
}

/// Whether a point lies in an outline, corners clockwise.
fn holds(outline: &[(f64, f64)], (x, y): (f64, f64)) -> bool {
    (0..outline.len()).all(|i| {
        let ((ax, ay), (bx, by)) = (outline[i], outline[(i + 1) % outline.len()]);
        (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0.0
    })
}

type Outline = Vec<(f64, f64)>;

struct Slow<'a> {
    map: &'a Map,
    /// The outlines in each hex, and that of the whole hex.
    outlines: Vec<(Vec<Outline>, Outline)>,
}

impl<'a> Slow<'a> {
    fn new(map: &'a Map) -> Slow<'a> {
        let moved = |corners: &[Point], hex: Hex| -> Vec<(f64, f64)> {
            let centre = Point::centre(hex);
            corners.iter().map(|p| (f64::from(p.x + centre.x), f64::from(p.y + centre.y))).collect()
        };
        let outlines = map.places().map(|place| {
            let square = map.at(place);
            let drawn = square.ground.depiction().iter().map(|s| moved(s.corners(), square.hex)).collect();
            (drawn, moved(&POINTS, square.hex))
        });
        Slow { map, outlines: outlines.collect() }
    }

    /// The Hindrances of a LOS, or the first block and its hexes on both sides. The line is cut wherever it
    /// meets an outline, and each piece is checked just left and right of its middle.
    fn line(&self, from: Place, to: Place) -> Result<usize, (Reason, Vec<Place>)> {
        let (a, b) = (Point::centre(self.map.at(from).hex), Point::centre(self.map.at(to).hex));
        let ((ax, ay), (bx, by)) = ((f64::from(a.x), f64::from(a.y)), (f64::from(b.x), f64::from(b.y)));
        let (dx, dy) = (bx - ax, by - ay);
        let length = dx.hypot(dy);
        let near: Vec<usize> = (0..self.outlines.len())
            .filter(|&i| i != from.index() && i != to.index())
            .filter(|&i| {
                let c = Point::centre(self.map.at(Place(i as u16)).hex);
                let (cx, cy) = (f64::from(c.x) - ax, f64::from(c.y) - ay);
                let along = (dx * cx + dy * cy) / length;
                (dx * cy - dy * cx).abs() <= 26.0 * length && (-26.0..=length + 26.0).contains(&along)
            })
            .collect();
        let mut cuts = vec![0.0, 1.0];
        for &i in &near {
            let (drawn, whole) = &self.outlines[i];
            for outline in drawn.iter().chain([whole]) {
                for j in 0..outline.len() {
                    let ((px, py), (qx, qy)) = (outline[j], outline[(j + 1) % outline.len()]);
                    let (ex, ey) = (qx - px, qy - py);
                    let cross = dx * ey - dy * ex;
                    if cross.abs() > 1e-9 {
                        cuts.push(((px - ax) * ey - (py - ay) * ex) / cross);
                    } else {
                        cuts.push(((px - ax) * dx + (py - ay) * dy) / (length * length));
                    }
                }
            }
        }
        cuts.retain(|t| (0.0..=1.0).contains(t));
        cuts.sort_by(f64::total_cmp);
        let mut hindering: Vec<usize> = Vec::new();
        let (low, high) = {
            let (one, other) = (self.map.level(from), self.map.level(to));
            (one.min(other), one.max(other))
        };
        for pair in cuts.windows(2).filter(|pair| pair[1] - pair[0] > 1e-9) {
            let t = (pair[0] + pair[1]) / 2.0;
            let hair = 1e-4 / length;
            let sides = [1.0, -1.0].map(|s| (ax + dx * t - s * dy * hair, ay + dy * t + s * dx * hair));
            let whole = |p| near.iter().copied().find(|&i| holds(&self.outlines[i].1, p));
            let hexes = sides.map(whole);
            let drawn = |side: usize| {
                hexes[side].is_some_and(|i| self.outlines[i].0.iter().any(|o| holds(o, sides[side])))
            };
            let place = |side: usize| hexes[side].map(|i| Place(i as u16));
            let level = |side: usize| place(side).map_or(low, |p| self.map.level(p));
            let wrong = |side: usize| if low == high { level(side) > low } else { level(side) != low };
            let both = || [0, 1].into_iter().filter_map(place).collect::<Vec<Place>>();
            if wrong(0) && wrong(1) {
                return Err((if low == high { Reason::Hill } else { Reason::Crest }, both()));
            }
            let bar = |side: usize| {
                let Some(p) = place(side) else { return Bar::None };
                let terrain = self.map.terrain(p);
                match terrain {
                    Terrain::Woods | Terrain::WoodenBuilding | Terrain::StoneBuilding
                        if level(side) + 1 > low =>
                    {
                        Bar::Obstacle
                    }
                    Terrain::Orchard if low != high && self.map.season.orchards => Bar::Obstacle,
                    Terrain::Orchard if low != high => Bar::Hindrance,
                    Terrain::Orchard | Terrain::Grain if low == high && level(side) == low => Bar::Hindrance,
                    _ => Bar::None,
                }
            };
            let orchard = |side: usize| place(side).is_some_and(|p| self.map.terrain(p) == Terrain::Orchard);
            for side in [0, 1].into_iter().filter(|&side| orchard(side)) {
                let square = self.map.at(place(side).unwrap());
                if square.ground.road != 0 && self.map.road_straight(place(side).unwrap(), from, to) {
                    continue;
                }
                match bar(side) {
                    Bar::Obstacle => {
                        return Err((Reason::Obstacle(Terrain::Orchard), place(side).into_iter().collect()));
                    }
                    Bar::Hindrance if side == 1 && orchard(0) && hexes[0] != hexes[1] => {}
                    Bar::Hindrance => hindering.push(hexes[side].unwrap()),
                    Bar::None => {}
                }
            }
            let solid = |side: usize| !orchard(side) && bar(side) == Bar::Obstacle && drawn(side);
            if solid(0) && solid(1) {
                let terrain = place(0).map_or(Terrain::Open, |at| self.map.terrain(at));
                return Err((Reason::Obstacle(terrain), both()));
            }
            let crop = |side: usize| !orchard(side) && bar(side) == Bar::Hindrance && drawn(side);
            if crop(0) && crop(1) {
                hindering.push(hexes[0].unwrap());
            }
            let mut seen = Vec::new();
            hindering.retain(|hex| {
                !seen.contains(hex) && {
                    seen.push(*hex);
                    true
                }
            });
            if hindering.len() >= 6 {
                return Err((Reason::Hindrances, both()));
            }
        }
        Ok(hindering.len())
    }
}

/// For the slow check: whether a LOS runs along the middle of a straight road in the hex.
trait RoadStraight {
    fn road_straight(&self, place: Place, from: Place, to: Place) -> bool;
}

impl RoadStraight for Map {
    fn road_straight(&self, place: Place, from: Place, to: Place) -> bool {
        let road = self.at(place).ground.road;
        let (a, b) = (Point::centre(self.at(from).hex), Point::centre(self.at(to).hex));
        let c = Point::centre(self.at(place).hex);
        let through_dot = (b.x - a.x) * (c.y - a.y) == (b.y - a.y) * (c.x - a.x);
        let straight = [((0, -48), 0), ((24, -24), 1), ((24, 24), 2)].iter().any(|&((x, y), bit)| {
            (b.x - a.x) * y == (b.y - a.y) * x && road & (1 << bit) != 0 && road & (8 << bit) != 0
        });
        through_dot && straight
    }
}

#[test]
fn fast_and_slow_los_agree_on_both_boards() {
    let (mut pairs, mut blocked) = (0, 0);
    for (letter, month) in [("w", 7), ("w", 12), ("x", 7)] {
        let map = board(letter, month);
        let slow = Slow::new(&map);
        let all: Vec<Place> = map.places().collect();
        for (i, &from) in all.iter().enumerate() {
            // Every other pair, and fewer in winter: more than 100,000 in all.
            for &to in all.iter().skip(i + 1).step_by(if month == 12 { 4 } else { 1 }) {
                if letter == "x" && (from.0 + to.0) % 3 == 0 {
                    continue;
                }
                if letter == "w" && lies_along_a_narrow_road(&map, from, to) {
                    continue;
                }
                let fast = map.sight(from, to);
                let expected = slow.line(from, to);
                let line = || format!("{} {} {fast:?} {expected:?}", map.at(from).name, map.at(to).name);
                match (fast.block, &expected) {
                    (None, Ok(hindrances)) => assert_eq!(fast.hindrances.len(), *hindrances, "{}", line()),
                    // The first block and its hex.
                    (Some(block), Err((reason, hexes))) => {
                        blocked += 1;
                        assert!(hexes.contains(&block.hex), "{}", line());
                        let alike = match (block.reason, reason) {
                            (Reason::Obstacle(terrain), Reason::Obstacle(_)) => {
                                terrain == map.terrain(block.hex)
                            }
                            (found, reason) => found == *reason,
                        };
                        assert!(alike, "{}", line());
                    }
                    _ => panic!("{}", line()),
                }
                pairs += 1;
            }
        }
    }
    assert!(pairs > 100_000 && blocked > 50_000, "{pairs}, {blocked} of them blocked");
}

/// The slow check skips LOS that enter and leave an orchard-road by road without following its middle.
fn lies_along_a_narrow_road(map: &Map, from: Place, to: Place) -> bool {
    standto::board::hex::hex_line(map.at(from).hex, map.at(to).hex).any(|crossing| {
        map.place(crossing.hex).is_some_and(|place| {
            let ground = &map.at(place).ground;
            ground.terrain == Terrain::Orchard && ground.road != 0 && !map.road_straight(place, from, to)
        })
    })
}

#[test]
fn a_bad_board_is_reported_with_its_place() {
    let head = "format = 1\nruleset = \"aslsk\"\n[[mapboard]]\nletter = 'q'\ncolumns = 3\nrows = 2\n";
    let text = |hexes: &str, more: &str| format!("{head}hexes = \"\"\"\n{hexes}\n\"\"\"\n{more}");
    let good = "A . w\nB . . .\nC . .";
    assert!(read("q.toml", &text(good, "dirt = ['n B0 B1 B2 s']")).is_ok());
    let bad = |text: String| read("q.toml", &text).unwrap_err().to_string();
    let with = |hexes: &str, more: &str| bad(text(hexes, more));
    for (said, expected) in [
        (with("A . .\nB . .\nC . .", ""), "q.toml:9:5: hexrow B has 2 hexes, expected 3"),
        (
            with("A . z\nB . . .\nC . .", ""),
            "q.toml:8:5: hex A2: unknown terrain \"z\", expected . o g w b or s and a digit for its level",
        ),
        (with("A . .\nB . . .", ""), "q.toml:10:4: hexrow C has 0 hexes, expected 2"),
        (with("A . .\nC . . .\nC . .", ""), "q.toml:9:1: hexrow \"C\", expected hexrow B"),
        (with("A . .\nB . . .\nC . .\nD . . .", ""), "q.toml:11:1: too many hexrows, expected at most 3"),
        (with(good, "dirt = ['A1 A3']"), "q.toml:12:9: \"A3\" is neither an adjacent hex nor a hexside"),
        (
            with(good, "[mapboard.shapes]\nh = ['0 0, 1 1']"),
            "q.toml:13:6: outline \"h\" needs at least three corners \"east south\" within the hex, in a convex shape",
        ),
        (
            with(good, "[mapboard.depictions]\nh = 'A1'"),
            "q.toml:13:5: unknown outline \"h\", expected one from shapes",
        ),
        (
            with(good, "[mapboard.shapes]\nh = []\n[mapboard.depictions]\nh = 'A9'"),
            "q.toml:15:5: unknown hex \"A9\"",
        ),
        (
            bad(head.replace("'q'", "'Q'") + "hexes = ''"),
            "q.toml:4:10: a board letter is one to four lower-case letters or digits",
        ),
        (bad(head.replace("3", "4") + "hexes = ''"), "q.toml:5:11: 4 hexrows, expected an odd number"),
        (
            bad(head.replace("3", "300") + "hexes = ''"),
            "q.toml:5:11: the number of hexrows cannot be 300, expected 1 to 51",
        ),
        (
            bad(text(good, "") + &text(good, "")[head.find("[[mapboard]]").unwrap()..]),
            "q.toml:13:10: two boards have the letter \"q\"",
        ),
    ] {
        assert_eq!(said, expected);
    }
}
