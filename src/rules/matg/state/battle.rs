//! The parts of a battle that do not change: the scenario as read, its map, armies and stands.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use super::aims::Victory;
use super::choice::Tag;
use super::prices;
use super::stand::Id;
use super::under_way::UnderWay;
use crate::board::{Cell, Compass, Square};
use crate::game::{Lesson, Side};
use crate::ledger::cited::{apply, rule};
use crate::rules::matg::air::Plane;
use crate::rules::matg::artillery::missions::Mission;
use crate::rules::matg::artillery::observers::Observer;
use crate::rules::matg::artillery::preparation::Preparation;
use crate::rules::matg::catalog::{Gun, Nation};
use crate::rules::matg::ground::terrain::Ground;
use crate::rules::matg::ground::weather;
use crate::rules::matg::landings::airborne;
use crate::rules::matg::works::laid;

pub use super::options::{Optional, Options};
pub use super::unit::{Arm, Gear, GunUse, Role, Unit};

/// Scenario types of the rulebook; some fire missions depend on them (7.6.2).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ScenarioKind {
    /// Both sides advance.
    MeetingEngagement,
    /// An attack without preparation.
    HastyAttack,
    /// One side delays the other's advance.
    DelayingAction,
    /// An attack on a prepared position.
    PreparedPosition,
    /// Reconnaissance in force.
    ReconnaissanceInForce,
}

impl ScenarioKind {
    /// All types in the order of the designing chapter: A to E.
    pub const ALL: [Self; 5] = [
        Self::MeetingEngagement,
        Self::ReconnaissanceInForce,
        Self::HastyAttack,
        Self::PreparedPosition,
        Self::DelayingAction,
    ];

    /// Its name in a scenario: "hasty-attack".
    pub const fn key(self) -> &'static str {
        match self {
            Self::MeetingEngagement => "meeting-engagement",
            Self::ReconnaissanceInForce => "reconnaissance-in-force",
            Self::HastyAttack => "hasty-attack",
            Self::PreparedPosition => "prepared-position",
            Self::DelayingAction => "delaying-action",
        }
    }
}

/// The most GHQs, and so forces, that a side may have (10.1.4).
pub const MOST_FORCES: usize = 4;

/// One side's army.
#[derive(Clone, Debug)]
pub struct Army {
    /// Its name in notation: "germans".
    pub key: String,
    /// Its name for players: "Germans".
    pub name: String,
    /// The letter of its stands' tags.
    pub letter: u8,
    /// Its nation in the weapons data.
    pub nation: Nation,
    /// Force cohesion level (5.1).
    pub cohesion: i16,
    /// The side's own edge of the map: N, E, S or W.
    pub edge: Compass,
    /// The depth of its deployment area in inches.
    pub depth: u8,
    /// The weapon of its Infantry HQ, used by gun crews at close range (7.3.6, 7.4.8).
    pub small_arms: Gun,
    /// The defence of its Infantry HQ (7.4.8).
    pub small_arms_defence: u8,
    /// Modifier of the roll for a change in command (10.1.7).
    pub succession: i16,
    /// Index of its first unit in [`Battle::units`].
    pub first: u8,
    /// The number of its units.
    pub count: u8,
}

/// A zone in which formations set up or arrive, if not along their side's edge.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Assembly {
    /// The side that it belongs to.
    pub side: Side,
    /// "around Stonne".
    pub name: String,
    /// Its squares, in the order of the board.
    pub cells: Vec<Cell>,
    /// The most columns that its stands may take up together.
    pub span: Option<u8>,
    /// Stands of a formation must touch one another.
    pub together: bool,
    /// Every objective in the zone needs one of its stands before the side may finish deployment.
    pub guards: bool,
    /// It is for the half of the side that deploys before the enemy records a zone (8.10.1.2).
    pub first_half: bool,
    /// Its stands are placed within so many inches of a stand of the side that is not of the zone.
    pub beside: Option<u16>,
    /// The turn in which its stands come onto the map; 1 for stands that begin on it.
    pub turn: u8,
    /// Its stands come onto the map in the Movement Phase of their turn, even in turn 1.
    pub enters: bool,
    /// The place and turn of arrival are rolled.
    pub call: Option<Call>,
}

/// Reinforcements whose route and turn are rolled (scenario).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Call {
    /// The turn before which they are rolled.
    pub turn: u8,
    /// The possible routes, all equally likely.
    pub ways: Vec<Approach>,
}

/// A route of reinforcements (scenario).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Approach {
    /// "by the road in the east"; empty if unnamed.
    pub name: String,
    /// Its squares.
    pub cells: Vec<Cell>,
    /// The turn in which they arrive by it.
    pub turn: u8,
}

impl Assembly {
    /// Whether its stands are off the map when the battle begins.
    pub const fn is_late(&self) -> bool {
        self.turn > 1 || self.call.is_some()
    }
}

/// A hint of a tutorial on a phase.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hint {
    /// The turn.
    pub turn: u8,
    /// The phase, an index into the phases of a turn.
    pub phase: usize,
    /// The text.
    pub text: String,
}

/// Everything that the scenario fixes.
///
/// Secrets of a side are here only until the game begins: [`super::position::Position::new`] moves them
/// ([`Battle::keep_open`]) into the position, where they can be hidden from the enemy. What remains here is
/// known to both sides.
#[derive(Clone, Debug)]
pub struct Battle {
    /// A hash of the scenario text: two battles with the same one are the same.
    pub fingerprint: u64,
    /// Title.
    pub title: String,
    /// Lines of the briefing.
    pub briefing: Vec<String>,
    /// It is a tutorial.
    pub teaches: bool,
    /// Hints at the start of phases.
    pub hints: Vec<Hint>,
    /// The other texts of a tutorial.
    pub lesson: Arc<Lesson>,
    /// The cost of each side's force.
    pub costs: [prices::Cost; 2],
    /// Number of turns.
    pub turns: u8,
    /// Year and month of the battle.
    pub date: (u16, u8),
    /// Type of scenario.
    pub kind: ScenarioKind,
    /// Maximum sighting distance in inches (6.4.1).
    pub sighting: u16,
    /// Weather and darkness (9.6).
    pub climate: weather::Climate,
    /// The board.
    pub grid: Square,
    /// Ground at the start, by cell index.
    pub ground: Vec<Ground>,
    /// Height in levels of about ten metres, by cell index.
    pub levels: Vec<i8>,
    /// The armies.
    pub armies: [Army; 2],
    /// Every stand: first side A's, then side B's.
    pub units: Vec<Unit>,
    /// Mines, wire, ditches and positions laid at set-up, in the order of the file (11.1 to 11.4).
    pub markers: Vec<laid::Marker>,
    /// The aims of both sides.
    pub victory: Victory,
    /// Zones other than those along the edges.
    pub zones: Vec<Assembly>,
    /// Fire that each side selects before deployment.
    pub preparations: [Option<Preparation>; 2],
    /// The first turn in which each side may fire.
    pub held_fire: [u8; 2],
    /// The number of consecutive turns in which each side's off-map batteries may fire.
    pub windows: [Option<u8>; 2],
    /// The cohesion level at which each side's first forces begin, if it rises during the battle.
    pub rising: [Option<i16>; 2],
    /// Which sides may load their transports as they like at deployment (scenario).
    pub mounts_at_will: [bool; 2],
    /// Which sides may lay their works as they like at deployment (scenario).
    pub works_at_will: [bool; 2],
    /// Where each side may lay minefields, if not in all its zones, in the order of the board (scenario).
    pub mine_areas: [Option<Vec<Cell>>; 2],
    /// How many minefields each side may lay along a road (scenario).
    pub mines_per_road: [Option<u8>; 2],
    /// Which sides may assign their forward observers at deployment (scenario).
    pub observers_at_will: [bool; 2],
    /// Which sides record their pre-registered missions after deployment (7.6.2.2).
    pub targets_at_will: [bool; 2],
    /// Turn 1 begins with the Movement Phase, without fire or plots (scenario).
    pub begins_with_movement: bool,
    /// The side that deploys first.
    pub deploys_first: Side,
    /// Aircraft, first side A's, then side B's (12.3.1).
    pub aircraft: Vec<Plane>,
    /// Which sides may have air support teams (12.3.3.3).
    pub air_support: [bool; 2],
    /// Which sides roll for air support teams (12.3.3.3).
    pub air_roll: [bool; 2],
    /// The break points of each side's forces; none without force determination (12.1.2, 12.1.6).
    pub break_points: [Vec<u16>; 2],
    /// Optional rules in force.
    pub options: Options,
    /// Landing groups, in landing order (8.10).
    pub landings: Vec<airborne::Landing>,
    /// Sides that begin with a lowered cohesion level (8.10.1.5).
    pub surprised: [bool; 2],
    /// The defending side; `None` in a meeting engagement (7.6.2.2).
    pub defender: Option<Side>,
    /// Names of each side's pre-registered missions, numbered from 1 in play (7.6.2.2); secret.
    pub targets: [Vec<String>; 2],
    /// Missions plotted before the game: pre-registered ones and barrages; secret.
    pub missions: Vec<Mission>,
    /// The state of a battle that continues an earlier one (scenario).
    pub under_way: UnderWay,
}

impl Battle {
    /// Whether a stand comes onto the map after the battle has begun.
    #[inline]
    pub fn is_late(&self, unit: &Unit) -> bool {
        unit.zone.is_some_and(|zone| self.zones[usize::from(zone)].is_late())
    }

    /// Whether an optional rule is in force.
    #[inline]
    pub fn plays(&self, option: Optional) -> bool {
        self.options.has(option)
    }

    /// The army of a side.
    #[inline]
    pub fn army(&self, side: Side) -> &Army {
        &self.armies[side.index()]
    }

    /// The number of forces of a side: one for each GHQ, and at least one (10.1.4).
    #[apply(rule, "10.1.4")]
    pub fn forces(&self, side: Side) -> usize {
        let ghq = |unit: &&Unit| unit.side == side && matches!(unit.role, Role::Ghq(_));
        self.units.iter().filter(ghq).count().clamp(1, MOST_FORCES)
    }

    /// The force of a stand within its side: that of the GHQ in its formation, else of the one in the
    /// formations before, else the first. Of several GHQs in a formation each commands the stands listed from
    /// it on; the first also commands those before it (S-85).
    #[apply(rule, "8.2.1")]
    pub fn force_of(&self, id: u8) -> usize {
        let unit = &self.units[usize::from(id)];
        let army = self.army(unit.side);
        let own = &self.units[usize::from(army.first)..usize::from(army.first) + usize::from(army.count)];
        let ghqs = |units: &[Unit]| units.iter().filter(|unit| matches!(unit.role, Role::Ghq(_))).count();
        let place = usize::from(id.saturating_sub(army.first));
        let first = own.iter().position(|other| other.formation == unit.formation).unwrap_or(0);
        let last = own.iter().rposition(|other| other.formation == unit.formation).unwrap_or(0);
        let before = ghqs(&own[..first]);
        let force = match ghqs(&own[first..=last]) {
            0 | 1 => ghqs(&own[..=last]),
            _ => ghqs(&own[..=place]).max(before + 1),
        };
        force.saturating_sub(1).min(MOST_FORCES - 1)
    }

    /// The forward observers with their first hosts (7.6.4.1).
    pub fn observers(&self) -> Vec<Observer> {
        let hosts = self.units.iter().enumerate().filter(|(_, unit)| unit.observer);
        hosts.map(|(id, unit)| Observer { side: unit.side, host: id as u8, ready: 0 }).collect()
    }

    /// Removes the secrets of both sides: hosts of observers, plots, the contents of minefields, and cards.
    pub(super) fn keep_open(&mut self) {
        self.targets = Default::default();
        self.missions = Vec::new();
        self.under_way.drawn = Default::default();
        self.units.iter_mut().for_each(|unit| (unit.observer, unit.air_support) = (false, false));
        for landing in &mut self.landings {
            if let airborne::Arrival::Turn(turn) = &mut landing.arrival {
                *turn = self.turns; // the position has it (8.10.2.2)
            }
        }
        for marker in &mut self.markers {
            if let laid::Laid::Mines(kind) = &mut marker.what {
                *kind = None;
            }
        }
    }

    /// The unit of an id.
    #[inline]
    pub fn unit(&self, id: Id) -> &Unit {
        &self.units[usize::from(id)]
    }

    /// The tag of an id.
    #[inline]
    pub fn tag(&self, id: Id) -> Tag {
        self.unit(id).tag
    }

    /// The id of a tag in an offered choice.
    ///
    /// # Panics
    /// If the battle has no such stand: an error in the code.
    #[inline]
    pub(in crate::rules::matg) fn named(&self, tag: Tag) -> Id {
        self.find(tag).unwrap_or_else(|| unreachable!("{tag} is not in this battle"))
    }

    /// The side of an id.
    #[inline]
    pub fn side(&self, id: Id) -> Side {
        self.unit(id).side
    }

    /// The ids of a side.
    #[inline]
    pub fn ids(&self, side: Side) -> std::ops::Range<Id> {
        let army = self.army(side);
        army.first..army.first + army.count
    }

    /// Height of a cell in levels.
    #[inline]
    pub fn level(&self, cell: Cell) -> i16 {
        i16::from(self.levels[self.grid.index(cell)])
    }

    /// The unit index of a tag.
    pub fn find(&self, tag: Tag) -> Option<u8> {
        let army = self.armies.iter().find(|army| army.letter == tag.letter)?;
        (1..=army.count).contains(&tag.number).then(|| army.first + tag.number - 1)
    }

    /// Whether a cell is in the zone in which a stand begins or arrives.
    pub fn in_zone(&self, id: u8, cell: Cell) -> bool {
        let unit = &self.units[usize::from(id)];
        self.is_of_zone(unit.side, unit.zone, cell)
    }

    /// Whether a cell is in a zone of a side, or in its deployment area along its edge if no zone is named.
    #[apply(rule, "battles: zones" if zone.is_some())]
    pub fn is_of_zone(&self, side: Side, zone: Option<u8>, cell: Cell) -> bool {
        match zone {
            Some(zone) => self.grid.is_among(&self.zones[usize::from(zone)].cells, cell),
            None => self.is_at_edge(side, cell),
        }
    }

    /// The zone for the half of a side that deploys first, if there is one (8.10.1.2).
    pub fn first_half_zone(&self, side: Side) -> Option<u8> {
        let zone = self.zones.iter().position(|zone| zone.side == side && zone.first_half)?;
        u8::try_from(zone).ok()
    }

    /// The rows and columns that contain the zone in which a stand begins, and its square, in the order of
    /// the board: no square of either is outside them.
    pub fn zone_span(&self, id: u8, at: Option<Cell>) -> impl Iterator<Item = Cell> + use<> {
        let unit = &self.units[usize::from(id)];
        let (width, height) = (i16::from(self.grid.width), i16::from(self.grid.height));
        let (mut columns, mut rows) = (0..width, 0..height);
        if unit.zone.is_none() {
            let army = self.army(unit.side);
            let depth = i16::from(army.depth);
            match army.edge {
                Compass::N => rows.start = (height - depth).max(0),
                Compass::E => columns.start = (width - depth).max(0),
                Compass::W => columns.end = depth.min(width),
                _ => rows.end = depth.min(height),
            }
        }
        if let Some(at) = at {
            (columns.start, columns.end) = (columns.start.min(at.x), columns.end.max(at.x + 1));
            (rows.start, rows.end) = (rows.start.min(at.y), rows.end.max(at.y + 1));
        }
        rows.flat_map(move |y| columns.clone().map(move |x| Cell::new(x, y)))
    }

    /// Whether a side selects a target for all its batteries for each of several turns of fire before the
    /// battle.
    #[inline]
    pub fn prepares_by_turns(&self, side: Side) -> bool {
        self.preparations[side.index()].as_ref().is_some_and(|preparation| preparation.turns.is_some())
    }

    /// Whether a side selects targets before the battle and has a battery at its start to select them for.
    pub fn has_batteries_to_prepare(&self, side: Side) -> bool {
        let set_up = |unit: &Unit| unit.aboard.is_none() && unit.start.is_some();
        let indirect = |unit: &Unit| unit.guns.first().is_some_and(|(gun, _)| gun.notes.indirect);
        let by_turns = self.prepares_by_turns(side);
        let ready = |unit: &Unit| unit.off_map || (by_turns && set_up(unit) && indirect(unit));
        self.preparations[side.index()].is_some()
            && self.units.iter().any(|unit| unit.side == side && !self.is_late(unit) && ready(unit))
    }

    /// Whether a cell is in a side's deployment area along its edge.
    #[inline]
    fn is_at_edge(&self, side: Side, cell: Cell) -> bool {
        self.grid.contains(cell) && self.from_edge(side, cell) < i16::from(self.army(side).depth)
    }

    /// A cell's distance from a side's own edge in inches, 0 for squares at the edge.
    #[inline]
    pub fn from_edge(&self, side: Side, cell: Cell) -> i16 {
        self.grid.from_edge(self.army(side).edge, cell)
    }
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
