//! From points to hexes: the terrain, level and roads of each hex, and the outlines of its depictions.

use std::collections::BTreeMap;

use super::codes::{Kind, code};
use super::metadata::Metadata;
use super::outline::{Spot, outlines};
use super::points::Points;
use crate::board::hex::{Hex, Side};
use crate::rules::aslsk::board::shape::{POINTS, Point};
use crate::rules::aslsk::board::{BoardHex, Terrain};

/// The least share of a hex, in hundredths, that a building covers if it is more than the edge of one in the
/// next hex (1.1.1).
const A_BUILDING: usize = 5;
/// The same for other terrain where the centre dot is in Open Ground.
const A_GROWTH: usize = 15;
/// The same from which a second terrain type is reported.
const A_SECOND: usize = 25;
/// The same from which the whole hex counts as covered.
const THE_WHOLE: usize = 92;
/// The number of unknown points that is reported.
const A_STRANGER: usize = 12;
/// Hexes listed in one report.
const MOST_NAMED: usize = 20;

/// A board made from its points.
#[derive(Clone, Debug, Default)]
pub struct Drawn {
    /// The ground of each hex, in the order of [`crate::board::hex::HexBoard::hexes`].
    pub grounds: Vec<(Hex, BoardHex)>,
    /// Terrain that could not be kept, with its hexes.
    dropped: BTreeMap<String, Vec<Hex>>,
}

impl Drawn {
    /// Terrain that could not be kept, one sentence each.
    pub fn notes(&self) -> Vec<String> {
        let named = |(what, hexes): (&String, &Vec<Hex>)| {
            let names: Vec<String> = hexes.iter().take(MOST_NAMED).map(Hex::to_string).collect();
            let more = match hexes.len().saturating_sub(MOST_NAMED) {
                0 => String::new(),
                1 => " and one more hex".into(),
                more => format!(" and {more} more hexes"),
            };
            let (what, taken) = what.split_once(" -> ").unwrap_or((what, ""));
            format!("{what} in {}{more}: {taken}", names.join(", "))
        };
        self.dropped.iter().map(named).collect()
    }

    fn drop(&mut self, what: String, hex: Hex) {
        self.dropped.entry(what).or_default().push(hex);
    }
}

/// Draws a board.
pub fn draw(points: &Points, metadata: &Metadata) -> Drawn {
    let mut drawn = Drawn::default();
    for hex in metadata.shape.hexes() {
        let ground = View { points, metadata, hex }.ground(&mut drawn);
        drawn.grounds.push((hex, ground));
    }
    agree_on_roads(&mut drawn.grounds);
    drawn
}

/// A road leaves a hex only where the next hex has it too.
fn agree_on_roads(grounds: &mut [(Hex, BoardHex)]) {
    let roads: BTreeMap<(i16, i16), u8> =
        grounds.iter().map(|(hex, ground)| ((hex.col, hex.row), ground.road)).collect();
    for (hex, ground) in grounds {
        for side in Side::ALL {
            let next = hex.step(side);
            let there = roads.get(&(next.col, next.row));
            if there.is_some_and(|road| road & 1 << side.opposite() as u8 == 0) {
                ground.road &= !(1 << side as u8);
            }
        }
    }
}

/// The points around a hex.
struct View<'a> {
    points: &'a Points,
    metadata: &'a Metadata,
    hex: Hex,
}

impl View<'_> {
    /// A place in hex units as a point of the board.
    fn point(&self, (x, y): (f64, f64)) -> Spot {
        let centre = self.metadata.centre(self.hex);
        let across = centre.0 + x * self.metadata.hex.0 / 24.0;
        let down = centre.1 + y * self.metadata.hex.1 / 48.0;
        // A board has far fewer points than an i32 holds.
        (across.floor() as i32, down.floor() as i32)
    }

    /// A corner of a point in hex units.
    fn units(&self, (x, y): (f64, f64)) -> (f64, f64) {
        let centre = self.metadata.centre(self.hex);
        ((x - centre.0) * 24.0 / self.metadata.hex.0, (y - centre.1) * 48.0 / self.metadata.hex.1)
    }

    /// The points whose middle lies in the hex.
    fn within(&self) -> Vec<Spot> {
        let (left, top) = self.point((-16.0, -24.0));
        let (right, bottom) = self.point((16.0, 24.0));
        let inside = |&(x, y): &Spot| {
            let (east, south) = self.units((f64::from(x) + 0.5, f64::from(y) + 0.5));
            self.points.contains(x, y) && south.abs() <= 24.0 && 3.0 * east.abs() + south.abs() <= 48.0
        };
        (left..=right).flat_map(|x| (top..=bottom).map(move |y| (x, y))).filter(inside).collect()
    }

    fn ground(&self, drawn: &mut Drawn) -> BoardHex {
        let within = self.within();
        let mut counts: BTreeMap<Terrain, usize> = BTreeMap::new();
        let mut paved = [0; 2];
        let mut strange: BTreeMap<u8, usize> = BTreeMap::new();
        for &(x, y) in &within {
            let (_, number) = self.points.at(x, y);
            match code(number).kind {
                Kind::Ground(terrain) => *counts.entry(terrain).or_default() += 1,
                Kind::Road(hard) => paved[usize::from(hard)] += 1,
                Kind::Foreign => {}
            }
            if code(number).kind == Kind::Foreign || code(number).high {
                *strange.entry(number).or_default() += 1;
            }
        }
        for (number, _) in strange.into_iter().filter(|&(_, count)| count >= A_STRANGER) {
            let code = code(number);
            let taken = if code.high { "taken as a one-level building" } else { "taken as Open Ground" };
            drawn.drop(format!("{} -> {taken}", code.name), self.hex);
        }
        let covers = |count: usize, least: usize| count > 0 && count * 100 >= within.len() * least;
        let terrain = self.terrain(&counts, covers);
        for (&other, &count) in &counts {
            if other != terrain && other != Terrain::Open && covers(count, A_SECOND) {
                let (kept, second) = (&terrain.row().label, &other.row().label);
                drawn.drop(format!("{second} beside other terrain -> the hex is {kept}"), self.hex);
            }
        }
        let level = self.level(drawn);
        let road = self.roads();
        let inherent = terrain == Terrain::Open || terrain.row().inherent;
        let whole = covers(counts.get(&terrain).copied().unwrap_or(0), THE_WHOLE);
        let shapes = if inherent || whole { Vec::new() } else { self.outlines(&within, terrain) };
        BoardHex { terrain, level, road, paved: road != 0 && paved[1] > paved[0], drawn: shapes }
    }

    /// The terrain of a hex: a building, the terrain at its centre dot, or what covers most of it (1.1.1).
    fn terrain(&self, counts: &BTreeMap<Terrain, usize>, covers: impl Fn(usize, usize) -> bool) -> Terrain {
        let most = |least: usize, fits: &dyn Fn(Terrain) -> bool| {
            let fitting = counts.iter().filter(|&(&terrain, &count)| fits(terrain) && covers(count, least));
            fitting.max_by_key(|&(_, count)| count).map(|(&terrain, _)| terrain)
        };
        let (x, y) = self.point((0.0, 0.0));
        let dot = match code(self.points.at(x, y).1).kind {
            Kind::Ground(terrain) if terrain != Terrain::Open && !terrain.building() => Some(terrain),
            _ => None,
        };
        most(A_BUILDING, &Terrain::building)
            .or(dot)
            .or_else(|| most(A_GROWTH, &|terrain| terrain != Terrain::Open))
            .unwrap_or(Terrain::Open)
    }

    /// The level of its centre dot (1.1.1i).
    fn level(&self, drawn: &mut Drawn) -> u8 {
        let (x, y) = self.point((0.0, 0.0));
        let level = self.points.at(x, y).0;
        let kept = level.clamp(0, 9);
        if kept != level {
            drawn.drop(format!("level {level} -> taken as level {kept}"), self.hex);
        }
        // Clamped to one digit.
        kept as u8
    }

    /// The hexsides that a road crosses, as bits clockwise from north.
    fn roads(&self) -> u8 {
        (0..6).filter(|&side| self.road_crosses(side)).fold(0, |bits, side| bits | 1 << side)
    }

    /// Whether there is road on both sides of a hexside near one place.
    fn road_crosses(&self, side: usize) -> bool {
        let (a, b) = (POINTS[(side + 5) % 6], POINTS[side]);
        let is_road = |x: f64, y: f64, beyond: bool| {
            let (x, y) = self.point((x, y));
            let road = matches!(code(self.points.at(x, y).1).kind, Kind::Road(_));
            // At the edge of the board the road continues.
            road || beyond && !self.points.contains(x, y)
        };
        // From a quarter to three quarters of the hexside, a little inside and as far outside.
        (8..=24).any(|part| {
            let part = f64::from(part) / 32.0;
            let (x, y) = along(a, b, part);
            is_road(x * 0.93, y * 0.93, false) && is_road(x * 1.07, y * 1.07, true)
        })
    }

    fn outlines(&self, within: &[Spot], terrain: Terrain) -> Vec<crate::rules::aslsk::board::shape::Shape> {
        let of_it = |&&(x, y): &&Spot| code(self.points.at(x, y).1).kind == Kind::Ground(terrain);
        let spots: Vec<Spot> = within.iter().filter(of_it).copied().collect();
        let corners = |(x, y): Spot| {
            let (x, y) = (f64::from(x), f64::from(y));
            [(x, y), (x + 1.0, y), (x + 1.0, y + 1.0), (x, y + 1.0)].map(|corner| self.units(corner))
        };
        outlines(&spots, &corners)
    }
}

/// A place between two points.
fn along(a: Point, b: Point, part: f64) -> (f64, f64) {
    let between = |a: i32, b: i32| f64::from(a) + f64::from(b - a) * part;
    (between(a.x, b.x), between(a.y, b.y))
}
