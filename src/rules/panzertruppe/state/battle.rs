//! A battle as its scenario sets it up.

use std::hash::{Hash, Hasher};
use std::sync::OnceLock;

use super::ground::{Edge, Ground, Kind};
use super::position::Id;
use super::standing::Place;
use super::unit::Unit;
use crate::board::{Cell, Compass, Pairs};
use crate::game::Side;
use crate::rules::panzertruppe::sequence::retreat::Homeward;
use crate::rules::panzertruppe::sight::geometry::{Arc, Tenths, tenths, way};
use crate::rules::panzertruppe::sight::line::Line;
use crate::rules::panzertruppe::tables::Tables;

/// The additional rules, each on or off in a battle.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Switch {
    /// 13, 14.
    Guns,
    /// 15.
    Infantry,
    /// 16.
    MachineGuns,
    /// 17.
    InfantryWeapons,
    /// 18.
    Transport,
    /// 18.
    Cavalry,
    /// 19.
    HandToHand,
    /// 20.
    CloseAssault,
    /// 21.
    IndirectFire,
    /// 22.
    Mortars,
    /// 23.
    Hedgerows,
    /// 24.
    Buildings,
    /// 25.
    Grain,
    /// 26.
    Bridges,
    /// 27.
    Cliffs,
    /// 28.
    DugIn,
    /// 29.
    Hidden,
    /// 30.
    Smoke,
    /// 31.
    AirSupport,
    /// 32.
    AntiAircraft,
    /// 33.
    Minefields,
    /// 34.
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

    /// Its bit.
    pub const fn bit(self) -> u32 {
        1 << self as u32
    }
}

/// One side.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Army {
    /// In notation: "germans".
    pub key: String,
    /// For players: "Germans".
    pub name: String,
    /// The letter of its units.
    pub letter: char,
    /// The letter of its nation in the tables: G, U, B, R, F or J.
    pub nation: char,
    /// 0 American, 1 British, 2 German, 3 others: for radio.
    pub radio: u8,
    /// Russian crews (36, note 16).
    pub russian: bool,
    /// The safe side of the board, to which it retreats (11).
    pub edge: Compass,
    /// Aircraft may come (31).
    pub air: bool,
    /// The first of its units, and how many.
    pub first: Id,
    /// How many units.
    pub count: Id,
    /// The value of all its units.
    pub value: u32,
    /// The value of its air support (31), which is no part of that: it cannot be lost.
    pub air_value: u16,
    /// Percent of its value at which it is beaten.
    pub breaks: u8,
}

/// A platoon or a battery; or one unit on its own (11).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Group {
    /// Its name.
    pub name: String,
    /// Whose.
    pub side: Side,
    /// Fails only below its losses (11).
    pub elite: bool,
    /// Its units act on their own: no morale (11).
    pub independent: bool,
    /// May lay smoke (30).
    pub smoke: bool,
}

/// A place to hold.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Objective {
    /// Its name.
    pub name: String,
    /// Its cell.
    pub cell: u16,
    /// What it is worth, in points of value.
    pub value: u16,
    /// Who holds it at the start.
    pub held: Option<Side>,
}

/// Where a unit begins.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Start {
    /// On the board, aboard, or in reserve.
    pub place: Place,
    /// Where it faces.
    pub facing: u8,
    /// The turn it comes, for reserves.
    pub turn: u8,
    /// On overwatch from the start, else in motion.
    pub overwatch: bool,
}

/// No cell.
const NOWHERE: u16 = u16::MAX;

/// Woods or a building that can be seen from a cell, and under which headings an arc bears on it, as bits.
#[derive(Copy, Clone, Debug)]
pub struct Shelter {
    /// Where it is.
    pub cell: u16,
    /// For arcs of 40 degrees.
    pub forty: u32,
    /// For arcs of 60 degrees.
    pub sixty: u32,
}

/// What follows from the ground, worked out once.
#[derive(Debug, Default)]
pub struct Lie {
    /// Every cell by its index.
    cells: Vec<Cell>,
    /// The neighbours of each cell.
    near: Vec<[u16; 8]>,
    /// What must be crossed to each of them.
    bars: Vec<[Edge; 8]>,
    /// Cells of woods and buildings.
    pub shelters: Vec<u16>,
    /// From each cell those in sight and near enough to be searched by fire, when that is first asked for.
    searched: Vec<OnceLock<Box<[Shelter]>>>,
    /// From each cell all that the ground lets one see.
    open: Vec<OnceLock<Box<[u16]>>>,
}

/// A battle as its scenario sets it up.
#[derive(Debug)]
pub struct Battle {
    /// A number of the scenario's text.
    pub fingerprint: u64,
    /// Its title.
    pub title: String,
    /// Lines of the briefing.
    pub briefing: Vec<String>,
    /// How many turns.
    pub turns: u8,
    /// 39 to 45.
    pub year: u8,
    /// Bits of [`Switch`].
    pub switches: u32,
    /// Cells across and up.
    pub width: u8,
    /// Cells up.
    pub height: u8,
    /// Row-major from the lower left.
    pub ground: Vec<Ground>,
    /// Hill levels in the same order: 0, 1, 2.
    pub levels: Vec<i8>,
    /// For each cell its eastern and its northern edge.
    pub edges: Vec<[Edge; 2]>,
    /// The figures it is played with.
    pub tables: Tables,
    /// The two sides; the first takes the phases of the Axis.
    pub armies: [Army; 2],
    /// All platoons.
    pub groups: Vec<Group>,
    /// All units, the first side's first.
    pub units: Vec<Unit>,
    /// Where they begin.
    pub starts: Vec<Start>,
    /// Places to hold.
    pub objectives: Vec<Objective>,
    /// What follows from the ground.
    pub lie: Lie,
    /// Lines of sight, worked out when they are asked for.
    pub sights: Pairs,
    /// Distance to the safe side by side and column, for retreats; worked out for the first who retreats so.
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
    /// Whether an additional rule is in force.
    pub const fn plays(&self, switch: Switch) -> bool {
        self.switches & switch.bit() != 0
    }

    /// Whether mines lie anywhere.
    pub fn has_mines(&self) -> bool {
        self.plays(Switch::Minefields) && self.ground.iter().any(|ground| ground.mines)
    }

    /// How many cells there are.
    pub fn area(&self) -> usize {
        usize::from(self.width) * usize::from(self.height)
    }

    /// The cell of an index.
    pub fn cell(&self, index: u16) -> Cell {
        let width = u16::from(self.width);
        let worked_out = || Cell::new((index % width) as i16, (index / width) as i16);
        self.lie.cells.get(usize::from(index)).copied().unwrap_or_else(worked_out)
    }

    /// All cells that the ground lets one see from a cell, in their order.
    pub fn open_from(&self, from: u16) -> &[u16] {
        self.lie.open[usize::from(from)].get_or_init(|| {
            (0..self.area() as u16).filter(|&cell| !self.line(from, cell).any(Line::BLOCKED)).collect()
        })
    }

    /// Woods and buildings to so many tenths of an inch that the ground lets one see from a cell.
    pub fn shelters(&self, from: u16, farthest: Tenths) -> &[Shelter] {
        self.lie.searched[usize::from(from)].get_or_init(|| {
            let here = self.cell(from);
            let near = |cell: &u16| tenths(here, self.cell(*cell)) <= farthest;
            let seen = |cell: &u16| !self.line(from, *cell).any(Line::BLOCKED);
            let shelters = self.lie.shelters.iter().copied().filter(near).filter(seen);
            let told = |cell: u16| {
                let way = way(here, self.cell(cell));
                Shelter { cell, forty: Arc::Forty.headings(way), sixty: Arc::Sixty.headings(way) }
            };
            shelters.map(told).collect()
        })
    }

    /// The index of a cell; `None` off the board.
    pub fn index(&self, cell: Cell) -> Option<u16> {
        let on =
            (0..i16::from(self.width)).contains(&cell.x) && (0..i16::from(self.height)).contains(&cell.y);
        on.then(|| cell.y as u16 * u16::from(self.width) + cell.x as u16)
    }

    /// The neighbour of a cell; `None` off the board.
    pub fn next(&self, index: u16, to: Compass) -> Option<u16> {
        Some(self.lie.near[usize::from(index)][to as usize]).filter(|&next| next != NOWHERE)
    }

    /// What must be crossed to go one way; across a corner the lesser of the two ways round it.
    pub fn barrier(&self, from: u16, to: Compass) -> Edge {
        self.lie.bars[usize::from(from)][to as usize]
    }

    fn bar(&self, from: u16, to: Compass) -> Edge {
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

    /// Works out what follows from the ground, once it is all there.
    pub fn survey(&mut self) {
        let cells = 0..self.area() as u16;
        let near =
            |index: u16| Compass::ALL.map(|to| self.index(self.cell(index).step(to)).unwrap_or(NOWHERE));
        let hides = |index: &u16| matches!(self.ground_at(*index).kind, Kind::Building | Kind::Woods);
        self.lie = Lie {
            cells: cells.clone().map(|index| self.cell(index)).collect(),
            near: cells.clone().map(near).collect(),
            bars: Vec::new(),
            shelters: cells.clone().filter(hides).collect(),
            searched: cells.clone().map(|_| OnceLock::new()).collect(),
            open: cells.clone().map(|_| OnceLock::new()).collect(),
        };
        self.lie.bars = cells.map(|index| Compass::ALL.map(|to| self.bar(index, to))).collect();
    }

    /// The ground of a cell as it was at the start.
    pub fn ground_at(&self, index: u16) -> Ground {
        self.ground[usize::from(index)]
    }

    /// The level of a cell.
    pub fn level(&self, index: u16) -> i8 {
        self.levels[usize::from(index)]
    }

    /// What lies along the side of a cell; only N, E, S and W have one.
    pub fn edge(&self, index: u16, side: Compass) -> Edge {
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

    /// Whether a neighbour lies a level lower: the cell is at the edge of a hill (8).
    pub fn is_hill_edge(&self, index: u16) -> bool {
        let level = self.level(index);
        level > 0
            && Compass::ALL
                .into_iter()
                .any(|to| self.next(index, to).is_some_and(|next| self.level(next) < level))
    }

    /// The ids of a side.
    pub fn ids(&self, side: Side) -> std::ops::Range<Id> {
        let army = &self.armies[side.index()];
        army.first..army.first + army.count
    }

    /// The unit of a tag.
    pub fn find(&self, tag: super::choice::Tag) -> Option<Id> {
        let side = Side::BOTH.into_iter().find(|side| self.armies[side.index()].letter == tag.letter)?;
        let army = &self.armies[side.index()];
        // Tags count from 1.
        let offset = u8::try_from(tag.number.checked_sub(1)?).ok()?;
        (offset < army.count).then_some(army.first + offset)
    }
}
