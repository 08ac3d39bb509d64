//! LOS between two Center Hex Dots (3.2.1).

use crate::ledger::cited::{applies, apply, rule};
use std::fmt;

use super::ground::{Bar, Terrain};
use super::map::{Map, Place};
use super::shape::{Meeting, Point, Stretch, Thread};
use crate::board::hex::{HexCrossing, Side, hex_line};

/// Why LOS is blocked.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Reason {
    /// A building, woods, or an in-season orchard between different levels.
    Obstacle(Terrain),
    /// Higher ground.
    Hill,
    /// LOS does not leave the higher hex through a Crest Line, or crosses another.
    Crest,
    /// A Hindrance total of +6 or more.
    Hindrances,
}

/// An obstacle to LOS and its place.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Block {
    /// The reason.
    pub reason: Reason,
    /// The first blocking hex from the firer.
    pub hex: Place,
}

/// A LOS worked out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sighting {
    /// The obstacle, if any.
    pub block: Option<Block>,
    /// Hindrance hexes, in order from the firer.
    pub hindrances: Vec<Place>,
    /// Whether it crosses a terrain depiction in the target hex.
    pub in_cover: bool,
    /// The hexsides by which it enters the target hex, as bits clockwise from north; two at a hex corner.
    pub entry: u8,
}

impl Sighting {
    /// Whether LOS is clear, Smoke aside.
    pub fn clear(&self) -> bool {
        self.block.is_none()
    }

    /// The Hindrance DRM, Smoke aside.
    pub fn hindrance(&self) -> i16 {
        // A LOS crosses far fewer hexes than an i16 holds.
        self.hindrances.len() as i16
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Obstacle(terrain) => f.write_str(&terrain.row().label),
            Reason::Hill => f.write_str("hill"),
            Reason::Crest => f.write_str("no Crest Line, or a second one,"),
            Reason::Hindrances => f.write_str("Hindrance +6 or more"),
        }
    }
}

/// The levels at the ends of a LOS.
#[derive(Copy, Clone)]
struct Levels {
    low: u8,
    high: u8,
}

impl Levels {
    /// The effect of an intervening hex's level (3.2.1e).
    ///
    /// At equal levels higher ground blocks. Otherwise LOS leaves the higher hex through its Crest Line and
    /// crosses no other, so that every hex between is at the lower level.
    #[apply(rule, "3.2.1e")]
    fn ground(self, level: u8) -> Option<Reason> {
        if self.low == self.high {
            (level > self.low).then_some(Reason::Hill)
        } else {
            (level != self.low).then_some(Reason::Crest)
        }
    }

    /// The effect of an intervening hex's terrain on ground of this level (1.1.1i): LOS passes over what does
    /// not rise above the lower end, and over Hindrances below the higher one.
    #[apply(rule, "1.1.1i")]
    fn terrain(self, terrain: Terrain, level: u8, season: super::Season) -> Bar {
        let row = terrain.row();
        let same = self.low == self.high;
        match row.los {
            Bar::Obstacle if level + row.height > self.low => Bar::Obstacle,
            Bar::Hindrance if same && level == self.low => Bar::Hindrance,
            Bar::Hindrance if !same && terrain == Terrain::Orchard => {
                applies("1.1.1f");
                if season.orchards { Bar::Obstacle } else { Bar::Hindrance }
            }
            _ => Bar::None,
        }
    }
}

/// Depictions that the thread runs along, until one lies on its other side.
#[derive(Default)]
struct Edges(Vec<(bool, Stretch, Place)>);

impl Edges {
    /// The hex that completes an obstacle on both sides of the thread, if this depiction does.
    fn complete(&mut self, meeting: &Meeting, hex: Place) -> bool {
        let Some((left, stretch)) = meeting.along else { return false };
        let both = self.0.iter().any(|(l, s, _)| *l != left && s.common(stretch).is_some());
        self.0.push((left, stretch, hex));
        both
    }
}

/// Works out the LOS between two hexes.
#[apply(rule, "3.2.1a" if from != to)]
pub fn sighting(map: &Map, from: Place, to: Place) -> Sighting {
    let mut found = Sighting { block: None, hindrances: Vec::new(), in_cover: false, entry: 0 };
    if from == to {
        return found;
    }
    let (a, b) = (map.at(from), map.at(to));
    let thread = Thread::new(Point::centre(a.hex), Point::centre(b.hex));
    let levels = {
        let (one, other) = (a.ground.level, b.ground.level);
        Levels { low: one.min(other), high: one.max(other) }
    };
    found.entry = entry(a.hex, b.hex);
    found.in_cover =
        b.depiction.iter().any(|shape| thread.meets(shape, Point::centre(b.hex)).inside.is_some());
    let (mut obstacles, mut crops) = (Edges::default(), Edges::default());
    let crossings: Vec<HexCrossing> = hex_line(a.hex, b.hex).filter(|crossing| !crossing.corner).collect();
    let mut pair: Option<(Place, bool)> = None;
    for crossing in crossings {
        // Hexes out of play count for LOS too.
        let Some(place) = map.place(crossing.hex) else { continue };
        let block = |reason| Some(Block { reason, hex: place });
        let level = map.level(place);
        // Along a hexside, terrain counts if both hexes have it.
        applies("3.2.1b");
        let twin = crossing.along_side.then(|| pair.take()).flatten();
        match (levels.ground(level), crossing.along_side, twin) {
            (Some(reason), false, _) | (Some(reason), true, Some((_, true))) => {
                found.block = block(reason);
                return found;
            }
            _ => {}
        }
        let bar = levels.terrain(map.terrain(place), level, map.season);
        let row = map.terrain(place).row();
        let mut crossed = false;
        if bar == Bar::Hindrance && row.inherent {
            // Two such Hindrances along a hexside count once (K-2).
            let counted = twin.is_some_and(|(other, _)| found.hindrances.last() == Some(&other));
            crossed = !counted && !on_road(map, place, thread);
        } else if bar == Bar::Obstacle && row.inherent {
            crossed = !on_road(map, place, thread);
        } else if bar != Bar::None {
            let edges = if bar == Bar::Obstacle { &mut obstacles } else { &mut crops };
            for shape in &map.at(place).depiction {
                let meeting = thread.meets(shape, Point::centre(crossing.hex));
                crossed |= meeting.inside.is_some() | edges.complete(&meeting, place);
            }
        }
        if crossing.along_side && twin.is_none() {
            pair = Some((place, levels.ground(level).is_some()));
        }
        if !crossed {
            continue;
        }
        if bar == Bar::Obstacle {
            found.block = block(Reason::Obstacle(map.terrain(place)));
            return found;
        }
        found.hindrances.push(place);
        if found.hindrance() >= crate::rules::aslsk::calculator::fire::HINDRANCE_BLOCKS {
            found.block = block(Reason::Hindrances);
            return found;
        }
    }
    found
}

/// Whether LOS stays on the road depiction of an orchard-road hex (1.1.1g).
#[apply(rule, "1.1.1g")]
fn on_road(map: &Map, place: Place, thread: Thread) -> bool {
    let square = map.at(place);
    let at = Point::centre(square.hex);
    let through = thread.meets(&super::shape::Shape::whole(), at).inside;
    !square.road.is_empty() && through.is_some_and(|stretch| thread.covered(&square.road, at, stretch))
}

/// The hexsides by which LOS enters the target hex.
fn entry(from: crate::board::hex::Hex, to: crate::board::hex::Hex) -> u8 {
    let back = from.cube();
    let way =
        crate::board::hex::Cube { q: back.q - to.cube().q, r: back.r - to.cube().r, s: back.s - to.cube().s };
    // The hexside nearest to the firer; two of them if LOS enters at a corner.
    let reach = |side: Side| {
        let cube = side.cube();
        way.q * cube.q + way.r * cube.r + way.s * cube.s
    };
    let furthest = Side::ALL.into_iter().map(reach).max();
    let bits = Side::ALL.into_iter().filter(|&side| Some(reach(side)) == furthest);
    bits.fold(0, |bits, side| bits | 1 << side as u8)
}

/// Whether LOS meets a hex or its hexsides: Smoke fills the whole hex (1.2.5).
pub fn meets(map: &Map, from: Place, to: Place, hex: Place) -> bool {
    hex == from
        || hex == to
        || hex_line(map.at(from).hex, map.at(to).hex)
            .any(|crossing| !crossing.corner && crossing.hex == map.at(hex).hex)
}
