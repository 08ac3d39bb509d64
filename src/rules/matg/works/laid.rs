//! Chapter 11: the works on the board, and the labour of clearing and building them (11.5).
//!
//! A working stand declares its task in the posture phase and does nothing else this turn. A mine-clearing
//! vehicle that drives onto mines and engineers that move onto wire begin at once (S-40). The rolls are made
//! in the Marker Removal Phase.

use super::mines::Mine;
use super::positions::Fort;
use crate::board::{self, Cell, Compass};
use crate::game::{Event, Log, Side, Tone};
use crate::ledger::cited::{apply, rule};
use crate::rules::matg::catalog::Mode;
use crate::rules::matg::fire::charts::Concentration;
use crate::rules::matg::fire::flame::Flight;
use crate::rules::matg::ground::buildings::ShelledBuildings;
use crate::rules::matg::ground::terrain::Terrain;
use crate::rules::matg::movement::mover::Mover;
use crate::rules::matg::state::battle::{Arm, Battle, Gear, Unit};
use crate::rules::matg::state::choice::{Choice, Posture};
use crate::rules::matg::state::field::Field;
use crate::rules::matg::state::forces::Forces;
use crate::rules::matg::state::position::Id;
use crate::rules::matg::state::turn::Turn;

/// The kind of a marker laid at set-up.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Laid {
    /// A minefield; `None` for a dummy (11.1).
    Mines(Option<Concentration>),
    /// Barbed wire (11.2).
    Wire,
    /// An anti-tank ditch (11.3).
    Ditch,
    /// An improved position of this chart row and facing (11.4).
    Position(Terrain, Compass),
}

/// Minefields by their names in scenarios, the lightest first.
pub const MINEFIELDS: [(&str, Concentration); 3] = [
    ("hasty", Concentration::Hasty),
    ("standard", Concentration::Standard),
    ("concentrated", Concentration::Concentrated),
];

/// Improved positions by their names in scenarios, the lightest first.
pub const POSITIONS: [(&str, Terrain); 3] = [
    ("light", Terrain::LightPosition),
    ("medium", Terrain::MediumPosition),
    ("heavy", Terrain::HeavyPosition),
];

/// A marker laid at set-up.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Marker {
    /// Its square.
    pub cell: Cell,
    /// The side that laid it.
    pub owner: Side,
    /// Its kind.
    pub what: Laid,
}

impl Marker {
    /// The chart row of the marker.
    pub const fn row(&self) -> Terrain {
        match self.what {
            Laid::Mines(_) => Terrain::Minefield,
            Laid::Wire => Terrain::BarbedWire,
            Laid::Ditch => Terrain::Ditch,
            Laid::Position(row, _) => row,
        }
    }
}

/// A task of a working stand (11.5.3 to 11.5.9).
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Work {
    /// Clearing mines (11.5.3, 11.5.4).
    Mines,
    /// Clearing wire (11.5.5).
    Wire,
    /// Collapsing a ditch (11.5.6).
    Ditch,
    /// Building a bridge (11.5.7).
    Bridge,
    /// Clearing a road of a wreck (11.5.9).
    Wreck,
}

impl Work {
    const ALL: [(Self, &str); 5] = [
        (Self::Mines, "mines"),
        (Self::Wire, "wire"),
        (Self::Ditch, "ditch"),
        (Self::Bridge, "bridge"),
        (Self::Wreck, "wreck"),
    ];

    /// Its name in files.
    pub fn key(self) -> &'static str {
        Self::ALL.iter().find(|(work, _)| *work == self).map_or("", |(_, key)| key)
    }

    /// The task with a name in files.
    pub fn named(key: &str) -> Option<Self> {
        Self::ALL.iter().find(|(_, known)| *known == key).map(|(work, _)| *work)
    }

    /// The task in words: "clearing mines".
    pub const fn words(self) -> &'static str {
        match self {
            Self::Mines => "clearing mines",
            Self::Wire => "clearing wire",
            Self::Ditch => "breaching the ditch",
            Self::Bridge => "building a bridge",
            Self::Wreck => "clearing a wreck off the road",
        }
    }
}

/// A stand at work, or the progress that it has made.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Labour {
    /// The working stand.
    pub stand: Id,
    /// Its task.
    pub work: Work,
    /// The square of the task.
    pub cell: Cell,
    /// Successes so far, or turns for a stand that clears a wreck without tools (11.5.9.2).
    pub done: u8,
    /// The transport whose bridging materials are used (11.5.7).
    pub transport: Option<Id>,
}

/// An engineers' bridge (11.5.7).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Bridge {
    /// Its square.
    pub cell: Cell,
    /// The terrain row that it replaced, to be restored if it is destroyed.
    pub over: Terrain,
}

/// Everything in chapter 11 that changes during a battle.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Works {
    /// Mine markers on the board, real and dummy.
    pub mines: Vec<Mine>,
    /// Improved positions on the board.
    pub forts: Vec<Fort>,
    /// Stands at work this turn.
    pub labours: Vec<Labour>,
    /// Progress so far, by stand and square.
    pub progress: Vec<Labour>,
    /// Bridges built.
    pub bridges: Vec<Bridge>,
    /// Wrecks whose road is cleared (11.5.9.3).
    pub cleared: Vec<Cell>,
    /// Buildings that have been attacked (9.4).
    pub battered: Vec<ShelledBuildings>,
    /// Stands that must flee from flames at the end of the phase (11.6.1).
    pub flights: Vec<Flight>,
}

impl Works {
    /// The works at the start of a battle.
    pub fn new(battle: &Battle) -> Self {
        Self {
            mines: Mine::laid(battle),
            forts: Fort::built(battle),
            progress: battle.under_way.labours.clone(),
            ..Self::default()
        }
    }
}

impl Unit {
    /// Whether a stand has a piece of engineering equipment.
    pub fn has_gear(&self, gear: Gear) -> bool {
        self.gear.contains(&gear)
    }
}

impl Unit {
    pub(super) fn has_wrecker(&self) -> bool {
        self.has_gear(Gear::Recovery) || self.has_gear(Gear::Dozer)
    }
}

impl Field {
    /// Whether a stand works this turn and does nothing else.
    pub fn is_working(&self, id: Id) -> bool {
        self.works.labours.iter().any(|labour| labour.stand == id)
    }

    /// The progress of a stand in a task.
    pub fn done(&self, id: Id, work: Work, cell: Cell) -> u8 {
        let same = |l: &&Labour| (l.stand, l.work, l.cell) == (id, work, cell);
        self.works.progress.iter().find(same).map_or(0, |labour| labour.done)
    }

    pub(super) fn note_progress(&mut self, labour: &Labour, done: u8) {
        let Labour { stand, work, cell, .. } = *labour;
        self.works.progress.retain(|l| (l.stand, l.work, l.cell) != (stand, work, cell));
        self.works.progress.push(Labour { done, ..*labour });
    }

    /// Drops all progress in a task that is finished or gone.
    pub(super) fn forget_progress(&mut self, work: Work, cell: Cell) {
        self.works.progress.retain(|l| (l.work, l.cell) != (work, cell));
    }

    /// Drops the progress of a stand that moves away from a bridge or a wreck, and of stands that build with
    /// its materials (11.5.7, 11.5.9.2).
    pub(in crate::rules::matg) fn abandon_work(&mut self, id: Id) {
        self.works.progress.retain(|l| {
            l.transport != Some(id) && (l.stand != id || !matches!(l.work, Work::Bridge | Work::Wreck))
        });
    }

    pub(super) fn is_open_ditch(&self, cell: Cell) -> bool {
        self.ground_at(cell).has(Terrain::Ditch) && !self.ground_at(cell).has(Terrain::EngineerBridge)
    }

    /// Whether a square can be bridged: a ditch or a stream no wider than an inch, without a bridge (9.5.2,
    /// 11.5.7).
    #[apply(rule, "9.5.2")]
    pub(super) fn may_be_bridged(&self, cell: Cell) -> bool {
        const ACROSS: [Compass; 4] = [Compass::N, Compass::NE, Compass::E, Compass::SE];
        let dry = |cell| self.battle.grid.contains(cell) && !self.ground_at(cell).is_water();
        let ground = self.ground_at(cell);
        let stream = ground.has(Terrain::Stream)
            && ground.is_water()
            && !ground.has(Terrain::River)
            && !ground.has(Terrain::Water);
        (self.is_open_ditch(cell) || stream)
            && ACROSS.iter().any(|&d| dry(cell.step(d)) && dry(cell.step(d.opposite())))
    }
}

/// Declares a task: the stand takes its posture and does nothing else this turn (11.5.3 to 11.5.9).
pub(in crate::rules::matg) fn declare_work(
    field: &mut Field,
    forces: &mut Forces,
    now: &mut Turn,
    choice: &Choice,
    log: &mut Log,
) {
    let (Some((id, work)), Choice::Work(_, cell) | Choice::Bridge(_, cell)) =
        (work_of(field, forces, choice), *choice)
    else {
        return;
    };
    now.groups += 1;
    let group = now.groups;
    let posture = match work {
        Work::Ditch => Posture::Fire,
        Work::Mines if forces.battle.unit(id).engineer => Posture::Fire,
        _ => Posture::Move,
    };
    let stand = forces.stand_mut(id);
    (stand.posture, stand.group, stand.moved) = (posture, group, true);
    begin_labour(field, forces, id, work, cell, log);
}

fn begin_labour(field: &mut Field, forces: &Forces, id: Id, work: Work, cell: Cell, log: &mut Log) {
    let transport = if work == Work::Bridge { bridging_for(field, forces, id, cell) } else { None };
    field.works.labours.push(Labour { stand: id, work, cell, done: 0, transport });
    log.add(|| {
        let text = format!("{} is {} at {cell}", forces.battle.who(id), work.words());
        Event::new(Tone::Plain, forces.battle.side(id), text, work_rule(&forces.battle, id, work))
            .at(forces.cell(id))
            .at([cell])
    });
}

/// Ends a move on a marker: a mine-clearing vehicle reveals the minefield and, in the movement posture,
/// begins to work; so do engineers on wire. Neither works on markers of its own side (11.5.4, 11.5.5).
#[apply(rule, "11.5.4")]
pub(in crate::rules::matg) fn settle_on_works(
    field: &mut Field,
    forces: &Forces,
    mover: &Mover,
    cell: Cell,
    log: &mut Log,
) {
    let id = mover.stand;
    if mover.trail.contains(&cell) {
        return;
    }
    let (side, moves) = (forces.battle.side(id), forces.stand(id).posture == Posture::Move);
    if forces.battle.unit(id).has_gear(Gear::MineRoller)
        && field.mine_at(cell).is_some_and(|m| m.owner != side)
    {
        if field.reveal_mines(cell, "11.5.4", log).is_some() && moves {
            begin_labour(field, forces, id, Work::Mines, cell, log);
        }
    } else if moves
        && forces.battle.unit(id).engineer
        && field.ground_at(cell).has(Terrain::BarbedWire)
        && layer_of(&forces.battle, cell) != Some(side)
    {
        begin_labour(field, forces, id, Work::Wire, cell, log);
    }
}

/// The tasks open to a stand at the start of the turn (11.5).
#[apply(rule, "11.5")]
fn works_for(field: &Field, forces: &Forces, id: Id) -> Vec<(Work, Cell)> {
    let unit = forces.unit(id);
    let Some(here) = forces.cell(id).filter(|_| forces.stand(id).group == 0 && !field.is_working(id)) else {
        return Vec::new();
    };
    let ground = field.ground_at(here);
    let mut works = Vec::new();
    if ground.has(Terrain::Minefield) && (unit.engineer || unit.has_gear(Gear::MineRoller)) {
        works.push((Work::Mines, here));
    } else if ground.has(Terrain::BarbedWire) && unit.engineer {
        works.push((Work::Wire, here));
    } else if field.wreck_blocks_road(here) && clears_wrecks(forces, id) {
        works.push((Work::Wreck, here));
    }
    let breaches = unit.engineer || unit.has_gear(Gear::Dozer);
    let bridges =
        unit.has_gear(Gear::Bridge) || (unit.engineer && bridging_beside(forces, id).next().is_some());
    if breaches || bridges {
        for (_, cell) in forces.battle.grid.neighbours(here) {
            if breaches && field.is_open_ditch(cell) {
                works.push((Work::Ditch, cell));
            }
            if bridges && field.may_be_bridged(cell) {
                works.push((Work::Bridge, cell));
            }
        }
    }
    works
}

/// Whether a stand can clear wrecks: recovery vehicles and dozers, empty transports of capacity 10, heavy
/// tracked armour (11.5.9).
pub(in crate::rules::matg) fn clears_wrecks(forces: &Forces, id: Id) -> bool {
    let unit = forces.unit(id);
    let transport = unit.is_vehicle() && unit.kind.cargo.is_some_and(|room| room >= 10);
    let tank = unit.arm == Arm::Armoured && unit.pace().1 == Mode::Tracked && unit.kind.defence >= 5;
    forces.unit(id).has_wrecker() || tank || (transport && forces.cargo(id).next().is_none())
}

/// The transports with bridging materials that touch a stand (11.5.7).
pub(super) fn bridging_beside(forces: &Forces, id: Id) -> impl Iterator<Item = Id> + '_ {
    let here = forces.cell(id);
    forces.on_board(forces.side(id)).filter_map(move |(other, at)| {
        (forces.unit(other).bridging && board::adjacent(here?, at)).then_some(other)
    })
}

/// The transport whose materials a stand uses for a bridge: the one it began with, if still there
/// (11.5.7); none if it carries the bridge itself.
fn bridging_for(field: &Field, forces: &Forces, id: Id, cell: Cell) -> Option<Id> {
    if forces.unit(id).has_gear(Gear::Bridge) {
        return None;
    }
    let same = |l: &&Labour| (l.stand, l.work, l.cell) == (id, Work::Bridge, cell);
    let begun = field.works.progress.iter().find(same).and_then(|labour| labour.transport);
    let kept = begun.filter(|&begun| bridging_beside(forces, id).any(|other| other == begun));
    kept.or_else(|| bridging_beside(forces, id).next())
}

pub(in crate::rules::matg) fn work_choices(field: &Field, forces: &Forces, side: Side) -> Vec<Choice> {
    let mut choices = Vec::new();
    for id in forces.ids(side) {
        for (work, cell) in works_for(field, forces, id) {
            let tag = forces.tag(id);
            choices.push(match work {
                Work::Bridge => Choice::Bridge(tag, cell),
                _ => Choice::Work(tag, cell),
            });
        }
    }
    choices
}

/// The task of a choice, if the stand may take it on.
pub(in crate::rules::matg) fn work_of(field: &Field, forces: &Forces, choice: &Choice) -> Option<(Id, Work)> {
    let (tag, cell, bridge) = match *choice {
        Choice::Work(tag, cell) => (tag, cell, false),
        Choice::Bridge(tag, cell) => (tag, cell, true),
        _ => return None,
    };
    let id = forces.battle.find(tag)?;
    let fits = |&&(work, at): &&(Work, Cell)| at == cell && (work == Work::Bridge) == bridge;
    works_for(field, forces, id).iter().find(fits).map(|&(work, _)| (id, work))
}

/// The rule under which a stand works.
pub fn work_rule(battle: &Battle, id: Id, work: Work) -> &'static str {
    match work {
        Work::Mines if battle.unit(id).engineer => "11.5.3",
        Work::Mines => "11.5.4",
        Work::Wire => "11.5.5",
        Work::Ditch => "11.5.6",
        Work::Bridge => "11.5.7",
        Work::Wreck if battle.unit(id).has_wrecker() => "11.5.9.1",
        Work::Wreck => "11.5.9.2",
    }
}

/// The side that laid the marker on a square at set-up.
fn layer_of(battle: &Battle, cell: Cell) -> Option<Side> {
    battle.markers.iter().find(|marker| marker.cell == cell).map(|marker| marker.owner)
}
