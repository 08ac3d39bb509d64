//! A battle as its scenario sets it up.

use std::hash::{Hash, Hasher};
use std::sync::OnceLock;

use super::choice::Tag;
use super::forces::Id;
use super::standing::Place;
use super::terrain::{Edge, Kind, Spot, Terrain};
use super::unit::Unit;
use crate::board::{Cell, Compass, Pairs};
use crate::game::{Lesson, Side};
use crate::rules::panzertruppe::sequence::retreat::Homeward;
use crate::rules::panzertruppe::sight::geometry::{Arc, Headings, way};
use crate::rules::panzertruppe::sight::line::Line;
use crate::rules::panzertruppe::tables::{Nation, Tables};

/// The additional rules; a scenario switches each on or off.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Switch {
    /// Chapters 13 and 14.
    Guns,
    /// Chapter 15.
    Infantry,
    /// Chapter 16.
    MachineGuns,
    /// Chapter 17.
    InfantryWeapons,
    /// Chapter 18, vehicles.
    Transport,
    /// Chapter 18, cavalry.
    Cavalry,
    /// Chapter 19.
    HandToHand,
    /// Chapter 20.
    CloseAssault,
    /// Chapter 21.
    IndirectFire,
    /// Chapter 22.
    Mortars,
    /// Chapter 23.
    Hedgerows,
    /// Chapter 24.
    Buildings,
    /// Chapter 25.
    Grain,
    /// Chapter 26.
    Bridges,
    /// Chapter 27.
    Cliffs,
    /// Chapter 28.
    DugIn,
    /// Chapter 29.
    Hidden,
    /// Chapter 30.
    Smoke,
    /// Chapter 31.
    AirSupport,
    /// Chapter 32.
    AntiAircraft,
    /// Chapter 33.
    Minefields,
    /// Chapter 34.
    MineClearing,
}

impl Switch {
    /// Every switch with its word in a scenario and its chapter.
    pub const ALL: [(Self, &'static str, &'static str); 22] = [
        (Self::Guns, "guns", "13"),
        (Self::Infantry, "infantry", "15"),
        (Self::MachineGuns, "machine-guns", "16"),
        (Self::InfantryWeapons, "infantry-weapons", "17"),
        (Self::Transport, "transport", "18"),
        (Self::Cavalry, "cavalry", "18"),
        (Self::HandToHand, "hand-to-hand", "19"),
        (Self::CloseAssault, "close-assault", "20"),
        (Self::IndirectFire, "indirect-fire", "21"),
        (Self::Mortars, "mortars", "22"),
        (Self::Hedgerows, "hedgerows", "23"),
        (Self::Buildings, "buildings", "24"),
        (Self::Grain, "grain", "25"),
        (Self::Bridges, "bridges", "26"),
        (Self::Cliffs, "cliffs", "27"),
        (Self::DugIn, "dug-in", "28"),
        (Self::Hidden, "hidden", "29"),
        (Self::Smoke, "smoke", "30"),
        (Self::AirSupport, "air-support", "31"),
        (Self::AntiAircraft, "anti-aircraft", "32"),
        (Self::Minefields, "minefields", "33"),
        (Self::MineClearing, "mine-clearing", "34"),
    ];
}

/// The additional rules in use.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Switches(u32);

impl Switches {
    /// All of them.
    #[inline]
    pub fn all() -> Self {
        Switch::ALL.into_iter().fold(Self::default(), |all, (switch, ..)| all.with(switch))
    }

    /// These and one more.
    #[must_use]
    pub const fn with(self, switch: Switch) -> Self {
        Self(self.0 | 1 << switch as u32)
    }

    /// Whether a rule is in use.
    pub const fn has(self, switch: Switch) -> bool {
        self.0 >> switch as u32 & 1 == 1
    }
}

/// The forces of a side.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Army {
    /// In notation: "germans".
    pub key: String,
    /// For players: "Germans".
    pub name: String,
    /// The letter of its tags.
    pub letter: char,
    /// Its nation.
    pub nation: Nation,
    /// The safe edge of the board, to which it retreats (11).
    pub edge: Compass,
    /// Whether it has air support (31).
    pub air: bool,
    /// Its first unit.
    pub first: Id,
    /// The number of its units.
    pub count: Id,
    /// The value of all its units.
    pub value: u32,
    /// The value of its air support (31), which is not included in that and cannot be lost.
    pub air_value: u16,
    /// The percentage of its value at which it is beaten.
    pub breaks: u8,
}

/// A platoon, a battery, or units that act independently (11).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Group {
    /// Its name.
    pub name: String,
    /// Its side.
    pub side: Side,
    /// Whether it is elite: fails morale only below its losses (11).
    pub elite: bool,
    /// Whether its units act independently, without morale (11).
    pub independent: bool,
    /// Whether it may lay smoke (30).
    pub smoke: bool,
}

/// An objective.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Objective {
    /// Its name.
    pub name: String,
    /// Its cell.
    pub cell: Spot,
    /// Its points of value.
    pub value: u16,
    /// The side that holds it at the start.
    pub held: Option<Side>,
}

/// How a unit begins the battle.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Start {
    /// On the board, aboard, or in reserve.
    pub place: Place,
    /// Its facing.
    pub facing: u8,
    /// The turn it arrives, for reserves.
    pub turn: u8,
    /// Whether it begins on overwatch, else moving.
    pub overwatch: bool,
}

/// No cell.
const NOWHERE: Spot = Spot(u16::MAX);

/// Woods or a building in LOS of a cell, with the headings at which an arc covers it.
#[derive(Copy, Clone, Debug)]
pub struct Shelter {
    /// Its cell.
    pub cell: Spot,
    /// Headings for an arc of 40 degrees.
    pub forty: Headings,
    /// Headings for an arc of 60 degrees.
    pub sixty: Headings,
}

/// Facts that follow from the terrain, worked out once.
#[derive(Debug, Default)]
pub struct TerrainFacts {
    /// Every cell, by index.
    cells: Vec<Cell>,
    /// The neighbours of each cell.
    near: Vec<[Spot; 8]>,
    /// The edges between a cell and each neighbour.
    bars: Vec<[Edge; 8]>,
    /// The cells with woods or buildings.
    pub shelters: Vec<Spot>,
    /// The woods and buildings in LOS of each cell, worked out on demand.
    searched: Vec<OnceLock<Box<[Shelter]>>>,
    /// The cells in LOS of each cell, worked out on demand.
    open: Vec<OnceLock<Box<[Spot]>>>,
}

/// A battle as its scenario sets it up.
#[derive(Debug)]
pub struct Battle {
    /// A hash of the scenario's text.
    pub fingerprint: u64,
    /// Its title.
    pub title: String,
    /// It is a tutorial.
    pub teaches: bool,
    /// The texts of a tutorial.
    pub lesson: std::sync::Arc<Lesson>,
    /// The paragraphs of its briefing.
    pub briefing: Vec<String>,
    /// The number of turns.
    pub turns: u8,
    /// The year, 39 to 45.
    pub year: u8,
    /// The additional rules in use.
    pub switches: Switches,
    /// The number of columns.
    pub width: u8,
    /// The number of rows.
    pub height: u8,
    /// The terrain of each cell, in rows from the lower left.
    pub terrain: Vec<Terrain>,
    /// The level of each cell: 0, 1 or 2.
    pub levels: Vec<i8>,
    /// The eastern and the northern edge of each cell.
    pub edges: Vec<[Edge; 2]>,
    /// The tables in use.
    pub tables: Tables,
    /// The two sides; the first has the phases of the Axis.
    pub armies: [Army; 2],
    /// All groups.
    pub groups: Vec<Group>,
    /// All units, those of the first side first.
    pub units: Vec<Unit>,
    /// How each unit begins.
    pub starts: Vec<Start>,
    /// All objectives.
    pub objectives: Vec<Objective>,
    /// Facts that follow from the terrain.
    pub lie: TerrainFacts,
    /// Lines of sight, worked out on demand.
    pub sights: Pairs,
    /// Distances to the safe edge of each side, worked out on demand.
    pub homeward: [Homeward; 2],
}

impl PartialEq for Battle {
    fn eq(&self, other: &Self) -> bool {
        self.fingerprint == other.fingerprint
    }
}

impl Eq for Battle {}

impl Hash for Battle {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.fingerprint.hash(state);
    }
}

impl Battle {
    /// Whether an additional rule is in use.
    pub const fn plays(&self, switch: Switch) -> bool {
        self.switches.has(switch)
    }

    /// Whether the board has any mines.
    #[inline]
    pub fn has_mines(&self) -> bool {
        self.plays(Switch::Minefields) && self.terrain.iter().any(|ground| ground.mines)
    }

    /// Every unit of both sides.
    pub const fn all(&self) -> std::ops::Range<Id> {
        0..self.units.len() as Id
    }

    /// The unit with an id.
    #[inline]
    pub fn unit(&self, id: Id) -> &Unit {
        &self.units[usize::from(id)]
    }

    /// "G7 Panther".
    pub fn full_name(&self, id: Id) -> String {
        let unit = self.unit(id);
        format!("{} {}", unit.tag, unit.name)
    }

    /// The number of cells.
    #[inline]
    pub fn area(&self) -> usize {
        usize::from(self.width) * usize::from(self.height)
    }

    /// Every cell, in order.
    #[inline]
    pub fn spots(&self) -> impl DoubleEndedIterator<Item = Spot> + Clone + use<> {
        (0..self.area() as u16).map(Spot)
    }

    /// The coordinates of a cell.
    pub fn cell(&self, index: Spot) -> Cell {
        let width = u16::from(self.width);
        let worked_out = || Cell::new((index.0 % width) as i16, (index.0 / width) as i16);
        self.lie.cells.get(usize::from(index)).copied().unwrap_or_else(worked_out)
    }

    /// All cells in LOS of a cell, smoke apart, in order.
    pub fn open_from(&self, from: Spot) -> &[Spot] {
        self.lie.open[usize::from(from)]
            .get_or_init(|| self.spots().filter(|&cell| !self.line(from, cell).any(Line::BLOCKED)).collect())
    }

    /// All woods and buildings in LOS of a cell, smoke apart.
    pub fn shelters(&self, from: Spot) -> &[Shelter] {
        self.lie.searched[usize::from(from)].get_or_init(|| {
            let here = self.cell(from);
            let seen = |cell: &Spot| !self.line(from, *cell).any(Line::BLOCKED);
            let shelters = self.lie.shelters.iter().copied().filter(seen);
            let told = |cell: Spot| {
                let way = way(here, self.cell(cell));
                Shelter { cell, forty: Arc::Forty.headings(way), sixty: Arc::Sixty.headings(way) }
            };
            shelters.map(told).collect()
        })
    }

    /// The cell with some coordinates; `None` off the board.
    pub fn index(&self, cell: Cell) -> Option<Spot> {
        let on =
            (0..i16::from(self.width)).contains(&cell.x) && (0..i16::from(self.height)).contains(&cell.y);
        on.then(|| Spot(cell.y as u16 * u16::from(self.width) + cell.x as u16))
    }

    /// The neighbour of a cell; `None` off the board.
    #[inline]
    pub fn next(&self, index: Spot, to: Compass) -> Option<Spot> {
        Some(self.lie.near[usize::from(index)][to as usize]).filter(|&next| next != NOWHERE)
    }

    /// The edge that a step crosses; on a diagonal the easier of the two ways around the corner.
    #[inline]
    pub fn barrier(&self, from: Spot, to: Compass) -> Edge {
        self.lie.bars[usize::from(from)][to as usize]
    }

    fn bar(&self, from: Spot, to: Compass) -> Edge {
        if !to.is_diagonal() {
            return self.edge(from, to);
        }
        let (left, right) = (to.turned(-1), to.turned(1));
        let round = |first: Compass, second: Compass| match self.next(from, first) {
            Some(mid) => self.edge(from, first).max(self.edge(mid, second)),
            None => Edge::Cliff,
        };
        round(left, right).min(round(right, left))
    }

    /// Works out the facts that follow from the terrain.
    pub fn survey(&mut self) {
        let cells = self.spots();
        let near =
            |index: Spot| Compass::ALL.map(|to| self.index(self.cell(index).step(to)).unwrap_or(NOWHERE));
        let hides = |index: &Spot| matches!(self.terrain_at(*index).kind, Kind::Building | Kind::Woods);
        self.lie = TerrainFacts {
            cells: cells.clone().map(|index| self.cell(index)).collect(),
            near: cells.clone().map(near).collect(),
            bars: Vec::new(),
            shelters: cells.clone().filter(hides).collect(),
            searched: cells.clone().map(|_| OnceLock::new()).collect(),
            open: cells.clone().map(|_| OnceLock::new()).collect(),
        };
        self.lie.bars = cells.map(|index| Compass::ALL.map(|to| self.bar(index, to))).collect();
    }

    /// The terrain of a cell at the start of the battle.
    #[inline]
    pub fn terrain_at(&self, index: Spot) -> Terrain {
        self.terrain[usize::from(index)]
    }

    /// The level of a cell.
    #[inline]
    pub fn level(&self, index: Spot) -> i8 {
        self.levels[usize::from(index)]
    }

    /// The edge on one side of a cell; only N, E, S and W have one.
    pub fn edge(&self, index: Spot, side: Compass) -> Edge {
        match side {
            Compass::E => self.edges[usize::from(index)][0],
            Compass::N => self.edges[usize::from(index)][1],
            Compass::W | Compass::S => match self.next(index, side) {
                Some(next) => self.edges[usize::from(next)][usize::from(side == Compass::S)],
                None => Edge::Open,
            },
            _ => Edge::Open,
        }
    }

    /// Whether a cell is at the edge of a hill: a neighbour is a level lower (8).
    pub fn is_hill_edge(&self, index: Spot) -> bool {
        let level = self.level(index);
        level > 0
            && Compass::ALL
                .into_iter()
                .any(|to| self.next(index, to).is_some_and(|next| self.level(next) < level))
    }

    /// The ids of a side's own units.
    pub fn ids(&self, side: Side) -> std::ops::Range<Id> {
        let army = &self.armies[side.index()];
        army.first..army.first + army.count
    }

    /// The firer and the target of a choice.
    #[inline]
    pub fn find_both(&self, firer: Tag, target: Tag) -> Option<(Id, Id)> {
        self.find(firer).zip(self.find(target))
    }

    /// The unit with a tag.
    pub fn find(&self, tag: Tag) -> Option<Id> {
        let side = Side::BOTH.into_iter().find(|side| self.armies[side.index()].letter == tag.letter)?;
        let army = &self.armies[side.index()];
        // Tags count from 1.
        let offset = u8::try_from(tag.number.checked_sub(1)?).ok()?;
        (offset < army.count).then_some(army.first + offset)
    }
}
