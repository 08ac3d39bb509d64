//! A map: the hexes of one or more boards joined, each with its name and its ground.

use crate::ledger::cited::applies;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU8, Ordering};

use super::ground::{Ground, Season, Terrain};
use super::shape::{POINTS, Point, Shape, Stretch, Thread, road};
use super::sight::{self, Sighting};
use crate::board::hex::{Hex, HexBoard, Side};

/// A hex of a map, by its place in the map's list.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Place(pub u16);

impl Place {
    /// For tables with an entry a hex.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// One hex of a map.
#[derive(Clone, Debug)]
pub struct Square {
    /// Where it lies on the joined map.
    pub hex: Hex,
    /// What it is called: the letter of its board and the hex on it, "wK6".
    pub name: String,
    /// What is drawn on it.
    pub ground: Ground,
    /// Whether it may be entered in this battle.
    pub playable: bool,
    pub(super) depiction: Vec<Shape>,
    pub(super) road: Vec<Shape>,
    /// The hexsides across which its building goes on: bits clockwise from north.
    joined: u8,
}

impl Square {
    /// The hex as its own board names it, without the letter of the board: that has no capitals.
    pub fn without_letter(&self) -> &str {
        self.name.trim_start_matches(|c: char| !c.is_ascii_uppercase())
    }
}

/// What a hex is to who moves, without its name and its drawing.
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
    /// What grows.
    pub season: Season,
    hexes: Vec<Square>,
    /// What is asked of every hex again and again, close together.
    floor: Vec<Floor>,
    /// The place of each hex, a row of the table a hexrow.
    places: Vec<Option<Place>>,
    /// A row a hex that somebody looked from, an entry a hex that he looked at.
    sightings: Vec<OnceLock<Vec<OnceLock<Sighting>>>>,
    /// The same in short, all hexes looked at from one after the other: 0 not worked out, 1 blocked, 2 and more clear
    /// with so many hindrances less two.
    lines: Vec<AtomicU8>,
}

impl Map {
    /// A map of hexes with names and grounds; `playable` says which may be entered.
    pub fn new(
        shape: HexBoard,
        season: Season,
        hexes: impl IntoIterator<Item = (Hex, String, Ground, bool)>,
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
            let Ground { terrain, level, road, paved, .. } = square.ground;
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
        // On the board both numbers are small and not negative.
        on.then(|| hex.col as usize * (usize::from(self.shape.rows) + 1) + hex.row as usize)
    }

    /// The place of a hex of the map.
    pub fn place(&self, hex: Hex) -> Option<Place> {
        self.places[self.index(hex)?]
    }

    /// The place of a name, "wK6"; on a map of one board the letter may be left out. Capitals do not matter.
    pub fn named(&self, name: &str) -> Option<Place> {
        applies("1.1a");
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

    /// How many hexes there are.
    pub fn size(&self) -> usize {
        self.hexes.len()
    }

    /// Every hex of the map, playable or not.
    pub fn places(&self) -> impl Iterator<Item = Place> + use<> {
        // The same bound as in `new`.
        (0..self.hexes.len() as u16).map(Place)
    }

    /// The neighbour through a side, on the map.
    #[inline]
    pub fn step(&self, place: Place, side: Side) -> Option<Place> {
        self.floor[place.index()].neighbours[side as usize]
    }

    /// The neighbours of a hex that may be entered.
    #[inline]
    pub fn around(&self, place: Place) -> impl Iterator<Item = (Side, Place)> + '_ {
        Side::ALL
            .into_iter()
            .filter_map(move |side| Some((side, self.step(place, side)?)))
            .filter(|&(_, next)| self.playable(next))
    }

    /// The side by which one hex lies at another.
    pub fn side_between(&self, from: Place, to: Place) -> Option<Side> {
        Side::ALL.into_iter().find(|&side| self.step(from, side) == Some(to))
    }

    /// The distance in hexes.
    #[inline]
    pub fn range(&self, a: Place, b: Place) -> u16 {
        crate::board::hex::range(self.hex(a), self.hex(b))
    }

    /// The terrain of a hex as it stands in this season: grain out of season is open ground (1.1.1h).
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

    /// Where a hex lies.
    #[inline]
    pub fn hex(&self, place: Place) -> Hex {
        self.floor[place.index()].hex
    }

    /// Whether a hex may be entered in this battle.
    #[inline]
    pub fn playable(&self, place: Place) -> bool {
        self.floor[place.index()].playable
    }

    /// The hexsides of a hex that a road crosses: bits clockwise from north.
    #[inline]
    pub fn road(&self, place: Place) -> u8 {
        self.floor[place.index()].road
    }

    /// Whether the road of a hex is paved.
    #[inline]
    pub fn paved(&self, place: Place) -> bool {
        self.floor[place.index()].paved
    }

    /// Whether a road crosses the hexside from a hex to its neighbour.
    pub fn road_between(&self, from: Place, to: Place) -> bool {
        self.side_between(from, to).is_some_and(|side| self.road(to) & (1 << side.opposite() as u8) != 0)
    }

    /// Whether the building of a hex goes on beyond a side: both depictions lie along it, side by side.
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

    /// Whether two hexes hold parts of one building.
    pub fn one_building(&self, one: Place, other: Place) -> bool {
        applies("3.6d");
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

    /// The hindrances in the line from one hex to another, smoke apart; `None` if it is blocked.
    #[inline]
    pub fn hindrance(&self, from: Place, to: Place) -> Option<i16> {
        let line = &self.lines[from.index() * self.hexes.len() + to.index()];
        let known = match line.load(Ordering::Relaxed) {
            0 => {
                let sighting = self.sight(from, to);
                // Six hindrances block.
                let short = if sighting.clear() { sighting.hindrance() as u8 + 2 } else { 1 };
                line.store(short, Ordering::Relaxed);
                // A line is the same from both ends.
                self.lines[to.index() * self.hexes.len() + from.index()].store(short, Ordering::Relaxed);
                short
            }
            known => known,
        };
        (known > 1).then(|| i16::from(known) - 2)
    }

    /// The line of sight from one hex to another, kept once it is worked out.
    pub fn sight(&self, from: Place, to: Place) -> &Sighting {
        let row =
            self.sightings[from.index()].get_or_init(|| self.places().map(|_| OnceLock::new()).collect());
        row[to.index()].get_or_init(|| sight::sighting(self, from, to))
    }
}
