//! A map: the named hexes of one or more joined boards.

use std::hash::{Hash, Hasher};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU8, Ordering};

use super::ground::{BoardHex, Season, Terrain};
use super::shape::{POINTS, Point, Shape, Stretch, Thread, road};
use super::sight::{self, Sighting};
use crate::board::hex::{Hex, HexBoard, Side};
use crate::ledger::cited::{apply, rule};

/// A hex of a map, as an index into its list.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Place(pub u16);

impl Place {
    /// The index, for tables with one entry per hex.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// One hex of a map.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Square {
    /// Its coordinates on the joined map.
    pub hex: Hex,
    /// Its name: board letter and coordinate, "wK6".
    pub name: String,
    /// The terrain that the board shows in it.
    pub ground: BoardHex,
    /// Whether it may be entered in this scenario.
    pub playable: bool,
    pub(super) depiction: Vec<Shape>,
    pub(super) road: Vec<Shape>,
    /// The hexsides across which its building continues, as bits clockwise from north.
    joined: u8,
}

impl Square {
    /// The name on its own board. The board letter is the part without capitals.
    pub fn without_letter(&self) -> &str {
        self.name.trim_start_matches(|c: char| !c.is_ascii_uppercase())
    }
}

/// The facts about a hex that movement and fire need, without its name and outlines.
#[derive(Copy, Clone, Debug)]
struct Floor {
    hex: Hex,
    neighbours: [Option<Place>; 6],
    terrain: Terrain,
    level: u8,
    road: u8,
    paved: bool,
    playable: bool,
}

/// A joined map in its season.
#[derive(Debug)]
pub struct Map {
    /// Its shape: hexrows and numbers.
    pub shape: HexBoard,
    /// The terrain in season.
    pub season: Season,
    hexes: Vec<Square>,
    /// The frequent questions about each hex, kept close together.
    floor: Vec<Floor>,
    /// The place of each hex, one row per hexrow.
    places: Vec<Option<Place>>,
    /// One row per hex from which LOS has been traced, one entry per target hex.
    sightings: Vec<OnceLock<Vec<OnceLock<Sighting>>>>,
    /// The same in one byte for each pair of hexes: 0 not worked out, 1 blocked, otherwise the Hindrance DRM
    /// plus 2.
    lines: Vec<AtomicU8>,
}

/// Two maps are equal if they show the same hexes in the same season; what has been worked out about them does not
/// count.
impl PartialEq for Map {
    fn eq(&self, other: &Map) -> bool {
        (self.shape, self.season) == (other.shape, other.season) && self.hexes == other.hexes
    }
}

impl Eq for Map {}

impl Hash for Map {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.season, self.hexes.len()).hash(state);
    }
}

impl Map {
    /// A map of named hexes; `playable` says which may be entered.
    pub fn new(
        shape: HexBoard,
        season: Season,
        hexes: impl IntoIterator<Item = (Hex, String, BoardHex, bool)>,
    ) -> Map {
        let mut map = Map {
            shape,
            season,
            hexes: Vec::new(),
            floor: Vec::new(),
            places: Vec::new(),
            sightings: Vec::new(),
            lines: Vec::new(),
        };
        map.places = vec![None; usize::from(shape.columns) * (usize::from(shape.rows) + 1)];
        for (hex, name, ground, playable) in hexes {
            // A map has far fewer than 65,536 hexes.
            let place = Place(map.hexes.len() as u16);
            if let Some(at) = map.index(hex) {
                map.places[at] = Some(place);
            }
            let (depiction, road) = (ground.depiction(), road(ground.road));
            map.hexes.push(Square { hex, name, ground, playable, depiction, road, joined: 0 });
        }
        let floor = map.hexes.iter().map(|square| {
            let BoardHex { terrain, level, road, paved, .. } = square.ground;
            let neighbours = square.hex.neighbours().map(|(_, next)| map.place(next));
            Floor { hex: square.hex, neighbours, terrain, level, road, paved, playable: square.playable }
        });
        map.floor = floor.collect();
        for at in 0..map.hexes.len() {
            let place = Place(at as u16);
            let sides = Side::ALL.into_iter().filter(|&side| map.building_goes_on(place, side));
            map.hexes[at].joined = sides.fold(0, |bits, side| bits | 1 << side as u8);
        }
        map.sightings = map.hexes.iter().map(|_| OnceLock::new()).collect();
        map.lines = std::iter::repeat_with(AtomicU8::default).take(map.hexes.len().pow(2)).collect();
        map
    }

    fn index(&self, hex: Hex) -> Option<usize> {
        let on = self.shape.contains(hex);
        // On the map both numbers are small and not negative.
        on.then(|| hex.col as usize * (usize::from(self.shape.rows) + 1) + hex.row as usize)
    }

    /// The place of a hex, if it is on the map.
    pub fn place(&self, hex: Hex) -> Option<Place> {
        self.places[self.index(hex)?]
    }

    /// The place of a name such as "wK6", in any case; with one board the letter may be left out.
    #[apply(rule, "1.1a")]
    pub fn named(&self, name: &str) -> Option<Place> {
        let wanted = |square: &Square| {
            square.name.eq_ignore_ascii_case(name)
                || (self.one_board() && square.without_letter().eq_ignore_ascii_case(name))
        };
        self.hexes.iter().position(wanted).map(|at| Place(at as u16))
    }

    fn one_board(&self) -> bool {
        self.shape.columns <= 33 && self.shape.rows <= 10
    }

    /// Everything about a hex.
    #[inline]
    pub fn at(&self, place: Place) -> &Square {
        &self.hexes[place.index()]
    }

    /// The number of hexes.
    pub fn size(&self) -> usize {
        self.hexes.len()
    }

    /// Every hex of the map, playable or not.
    pub fn places(&self) -> impl Iterator<Item = Place> + use<> {
        // The same bound as in `new`.
        (0..self.hexes.len() as u16).map(Place)
    }

    /// The neighbour across a hexside, if it is on the map.
    #[inline]
    pub fn step(&self, place: Place, side: Side) -> Option<Place> {
        self.floor[place.index()].neighbours[side as usize]
    }

    /// The neighbours that may be entered.
    #[inline]
    pub fn around(&self, place: Place) -> impl Iterator<Item = (Side, Place)> + '_ {
        Side::ALL
            .into_iter()
            .filter_map(move |side| Some((side, self.step(place, side)?)))
            .filter(|&(_, next)| self.playable(next))
    }

    /// The hexside of `from` that borders `to`.
    pub fn side_between(&self, from: Place, to: Place) -> Option<Side> {
        Side::ALL.into_iter().find(|&side| self.step(from, side) == Some(to))
    }

    /// The distance in hexes.
    #[inline]
    pub fn range(&self, a: Place, b: Place) -> u16 {
        crate::board::hex::range(self.hex(a), self.hex(b))
    }

    /// The terrain of a hex in this season: grain out of season is Open Ground (1.1.1h).
    #[inline]
    pub fn terrain(&self, place: Place) -> Terrain {
        match self.floor[place.index()].terrain {
            Terrain::Grain if !self.season.grain => Terrain::Open,
            terrain => terrain,
        }
    }

    /// The level of a hex.
    #[inline]
    pub fn level(&self, place: Place) -> u8 {
        self.floor[place.index()].level
    }

    /// The coordinates of a hex.
    #[inline]
    pub fn hex(&self, place: Place) -> Hex {
        self.floor[place.index()].hex
    }

    /// Whether a hex may be entered in this scenario.
    #[inline]
    pub fn playable(&self, place: Place) -> bool {
        self.floor[place.index()].playable
    }

    /// The hexsides that a road crosses, as bits clockwise from north.
    #[inline]
    pub fn road(&self, place: Place) -> u8 {
        self.floor[place.index()].road
    }

    /// Whether the road of a hex is paved.
    #[inline]
    pub fn paved(&self, place: Place) -> bool {
        self.floor[place.index()].paved
    }

    /// Whether a road crosses the hexside between two adjacent hexes.
    pub fn road_between(&self, from: Place, to: Place) -> bool {
        self.side_between(from, to).is_some_and(|side| self.road(to) & (1 << side.opposite() as u8) != 0)
    }

    /// Whether the building of a hex continues across a hexside: both depictions lie along it side by side.
    fn building_goes_on(&self, place: Place, side: Side) -> bool {
        let Some(next) = self.step(place, side) else { return false };
        let (one, other) = (self.at(place), self.at(next));
        if !one.ground.terrain.building() || one.ground.terrain != other.ground.terrain {
            return false;
        }
        let (from, to) = (POINTS[(side as usize + 5) % 6], POINTS[side as usize]);
        let at = Point::centre(one.hex);
        let line = Thread::new(from.plus(at), to.plus(at));
        let along = |square: &Square| -> Vec<Stretch> {
            let at = Point::centre(square.hex);
            let meetings = square.depiction.iter().map(|shape| line.meets(shape, at));
            meetings.filter_map(|meeting| meeting.along.map(|(_, stretch)| stretch)).collect()
        };
        let others = along(other);
        along(one).into_iter().any(|stretch| others.iter().any(|other| stretch.common(*other).is_some()))
    }

    /// Whether two hexes belong to one building (K-38).
    #[apply(rule, "3.6d")]
    pub fn one_building(&self, one: Place, other: Place) -> bool {
        let mut known = vec![one];
        let mut at = 0;
        while at < known.len() {
            let here = known[at];
            at += 1;
            for side in Side::ALL.into_iter().filter(|&side| self.at(here).joined & (1 << side as u8) != 0) {
                known.extend(self.step(here, side).filter(|next| !known.contains(next)));
            }
        }
        known[1..].contains(&other)
    }

    /// The Hindrance DRM of terrain between two hexes; `None` if LOS is blocked.
    #[inline]
    pub fn hindrance(&self, from: Place, to: Place) -> Option<i16> {
        let line = &self.lines[from.index() * self.hexes.len() + to.index()];
        let known = match line.load(Ordering::Relaxed) {
            0 => {
                let sighting = self.sight(from, to);
                // A total of +6 blocks, so the sum fits.
                let short = if sighting.clear() { sighting.hindrance() as u8 + 2 } else { 1 };
                line.store(short, Ordering::Relaxed);
                // LOS is mutual.
                self.lines[to.index() * self.hexes.len() + from.index()].store(short, Ordering::Relaxed);
                short
            }
            known => known,
        };
        (known > 1).then(|| i16::from(known) - 2)
    }

    /// The LOS between two hexes, worked out once.
    pub fn sight(&self, from: Place, to: Place) -> &Sighting {
        let row =
            self.sightings[from.index()].get_or_init(|| self.places().map(|_| OnceLock::new()).collect());
        row[to.index()].get_or_init(|| sight::sighting(self, from, to))
    }
}
