//! 7.6.2, 7.6.3: fire missions and the Artillery Fire Mission Record.

use crate::board::{self, Cell, Compass};
use crate::game::{Illegal, Modifier, Side, Test};
use crate::ledger::cited::{apply, rule};
use crate::rules::matg::artillery::windows;
use crate::rules::matg::catalog::nations::{self, Doctrine, Grouping};
use crate::rules::matg::command::cohesion::cohesion_test;
use crate::rules::matg::command::{cohesion, determination};
use crate::rules::matg::fire::bearing;
use crate::rules::matg::state::battle::{Battle, GunUse, ScenarioKind, Unit};
use crate::rules::matg::state::choice::Posture;
use crate::rules::matg::state::command::Command;
use crate::rules::matg::state::forces::Forces;
use crate::rules::matg::state::position::{Id, Place};
use crate::rules::matg::state::record::Record;
use crate::rules::matg::state::turn::Turn;

/// Mission types (7.6.2).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// Dedicated support (7.6.2.1).
    Support,
    /// Recorded before the game and called by name (7.6.2.2).
    PreRegistered,
    /// Registered in play, after fire on target (12.12).
    Registered,
    /// At a new location near a pre-registered one (7.6.2.3).
    Adjusted,
    /// Planned before the game at unseen locations (7.6.2.4).
    Barrage,
    /// Direct fire, plotted a turn ahead (7.5.2).
    Direct,
}

impl Kind {
    /// The type as the record names it.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Support => "support",
            Self::PreRegistered => "pre-registered",
            Self::Registered => "registered",
            Self::Adjusted => "adjusted",
            Self::Barrage => "barrage",
            Self::Direct => "direct",
        }
    }
}

/// The stages of a mission.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Stage {
    /// Recorded, waiting for a call (7.6.2.2).
    Registered,
    /// Waiting for its turn of arrival.
    Planned,
    /// Arrived, with its markers on the board.
    Falling,
}

/// A battery of a mission.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Piece {
    /// The stand.
    pub id: Id,
    /// Its weapon.
    pub gun: u8,
    /// Its place when the mission was plotted; a battery that moves drops out (7.4.11).
    pub place: Place,
}

/// A line of the Artillery Fire Mission Record (7.6.3): one sheaf of one battery or of a group.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Mission {
    /// Side.
    pub side: Side,
    /// Its line in the record of its side, from 1.
    pub number: u8,
    /// Mission type.
    pub kind: Kind,
    /// The pre-registered mission it belongs to or was adjusted from, starting at 1; 0 for none.
    pub target: u8,
    /// Turn of plot or call; 0 if before the game.
    pub plotted: u8,
    /// The FO or HQ, or the battery itself for direct fire; `None` if unobserved.
    pub observer: Option<Id>,
    /// The firing batteries; several are a group with one sheaf (7.4.9).
    pub batteries: Vec<Piece>,
    /// Turn of arrival; 0 while it waits for a call.
    pub arrival: u8,
    /// Duration in turns, the turn of arrival included.
    pub duration: u8,
    /// Impact location: the first square of the sheaf.
    pub aim: Cell,
    /// Direction of an open sheaf; none if closed.
    pub toward: Option<Compass>,
    /// Smoke instead of HE.
    pub smoke: bool,
    /// Its stage.
    pub stage: Stage,
    /// Its deviation, if any (7.6.5.2).
    pub shift: Option<(Compass, u8)>,
    /// The last turn in which it was resolved.
    pub resolved: u8,
    /// The last turn with a roll to correct or terminate it.
    pub tried: u8,
    /// Whether it moves to its plotted location next turn (7.6.5.2).
    pub corrected: bool,
    /// Whether it ends with this turn (7.6.5.3).
    pub stopped: bool,
    /// The observer's square when it was plotted by direction and distance (12.13).
    pub polar: Option<Cell>,
    /// The last turn with a successful roll to stop it; 0 for none (S-130).
    pub ceasing: u8,
}

impl Mission {
    /// A planned mission with a closed sheaf of HE, not yet in the record: without an observer or a turn of
    /// arrival.
    pub const fn planned(side: Side, kind: Kind, batteries: Vec<Piece>, aim: Cell) -> Self {
        Self {
            side,
            number: 0,
            kind,
            target: 0,
            plotted: 0,
            observer: None,
            batteries,
            arrival: 0,
            duration: 1,
            aim,
            toward: None,
            smoke: false,
            stage: Stage::Planned,
            shift: None,
            resolved: 0,
            tried: 0,
            corrected: false,
            stopped: false,
            polar: None,
            ceasing: 0,
        }
    }

    /// Its last turn.
    pub const fn last(&self) -> u8 {
        self.arrival.saturating_add(self.duration.saturating_sub(1))
    }

    /// Whether it still has to be resolved in this turn (7.6.1.1).
    #[apply(rule, "7.6.1.1")]
    pub fn is_due(&self, turn: u8) -> bool {
        self.resolved != turn
            && match self.stage {
                Stage::Registered => false,
                Stage::Planned => self.arrival == turn,
                Stage::Falling => self.last() >= turn,
            }
    }

    /// Whether it includes a battery.
    pub fn has(&self, id: Id) -> bool {
        self.batteries.iter().any(|piece| piece.id == id)
    }

    /// The lead battery, which rolls for the group and gives it its name.
    pub fn lead(&self) -> Option<Piece> {
        self.batteries.first().copied()
    }

    /// The sheaf in the rulebook's notation: "1722 Open 2E", "1016 Closed", "0816 Open 2S Smoke".
    pub fn location(&self, sections: u8) -> String {
        let smoke = if self.smoke { " Smoke" } else { "" };
        match self.toward {
            Some(direction) => format!("{} Open {sections}{direction}{smoke}", self.aim),
            None => format!("{} Closed{smoke}", self.aim),
        }
    }
}

/// The pre-registered missions allowed by cohesion level, besides one for every three batteries (7.6.2.2).
pub const fn additional_targets(cohesion: i16) -> usize {
    match cohesion {
        17.. => 2,
        13.. => 1,
        _ => 0,
    }
}

/// The pre-registered missions allowed to a defender with this many artillery stands (7.6.2.2).
pub const fn registered_allowance(kind: ScenarioKind, batteries: usize, cohesion: i16) -> usize {
    let more = match kind {
        ScenarioKind::MeetingEngagement => return 0,
        ScenarioKind::ReconnaissanceInForce => 0,
        ScenarioKind::HastyAttack | ScenarioKind::DelayingAction | ScenarioKind::PreparedPosition => 1,
    };
    batteries / 3 + more + additional_targets(cohesion)
}

/// Whether barrages may be plotted in this type of battle (7.6.2.4, ruling G-8).
#[apply(rule, "7.6.2.4")]
pub fn allows_barrage(kind: ScenarioKind) -> bool {
    !matches!(kind, ScenarioKind::MeetingEngagement | ScenarioKind::HastyAttack)
}

/// The range of an off-map weapon in tenths of an inch: 30% less (7.7.3).
pub const fn off_map_reach_tenths(range: u16) -> u32 {
    range as u32 * 7
}

impl Unit {
    /// The weapons with which a stand may fire indirectly (7.6).
    pub fn indirect_guns(&self) -> impl Iterator<Item = (u8, GunUse)> + '_ {
        let guns = self.guns.iter().enumerate();
        guns.filter(|(_, (gun, _))| gun.notes.indirect).map(|(number, (_, usage))| (number as u8, *usage))
    }
}

impl Record {
    /// A side's missions.
    pub fn missions_of(&self, side: Side) -> impl Iterator<Item = &Mission> {
        self.missions.iter().filter(move |mission| mission.side == side)
    }

    /// A mission by its number in the side's record.
    pub fn mission(&self, side: Side, number: u8) -> Option<&Mission> {
        self.missions_of(side).find(|mission| mission.number == number)
    }

    pub(super) fn mission_mut(&mut self, side: Side, number: u8) -> Option<&mut Mission> {
        self.missions.iter_mut().find(|mission| mission.side == side && mission.number == number)
    }

    /// The next free number in a side's record.
    pub(in crate::rules::matg) fn free_line(&self, side: Side) -> Option<u8> {
        (1..=u8::MAX).find(|&number| self.mission(side, number).is_none())
    }

    /// Whether a battery has a mission to fire in a turn.
    pub fn has_duty(&self, id: Id, turn: u8) -> bool {
        self.missions.iter().any(|mission| {
            mission.stage != Stage::Registered
                && mission.has(id)
                && (mission.arrival..=mission.last()).contains(&turn)
        })
    }

    /// The turns of fire that missions already claim from a battery.
    fn claimed_rounds(&self, id: Id) -> u8 {
        let planned = self.missions.iter().filter(|m| m.stage != Stage::Registered && m.has(id));
        planned
            .map(|mission| {
                let from = mission.arrival.max(mission.resolved.saturating_add(1));
                mission.last().saturating_add(1).saturating_sub(from)
            })
            .fold(0, u8::saturating_add)
    }
}

/// A side's artillery doctrine (7.8).
#[apply(rule, "7.8")]
pub fn doctrine(battle: &Battle, side: Side) -> Option<&'static Doctrine> {
    nations::facts(battle.army(side).nation, battle.date).map(|facts| &facts.doctrine)
}

/// Whether a stand is ready to fire: off-map, or on the board in the fire posture (7.4.10) and not
/// mounted (10.10.7).
#[apply(rule, "7.4.10")]
#[apply(rule, "10.10.7" if forces.is_mounted(id))]
pub fn is_in_battery(forces: &Forces, id: Id) -> bool {
    match forces.stand(id).place {
        Place::OffMap => forces.unit(id).off_map,
        Place::Board(_) => forces.stand(id).posture == Posture::Fire && !forces.is_mounted(id), // 10.10.7
        _ => false,
    }
}

/// Whether a battery may be plotted: off-map, or on the board in any posture. It drops out if it moves
/// before it fires (7.4.11).
#[apply(rule, "7.4.11")]
#[apply(rule, "10.10.7" if forces.is_mounted(id))]
pub fn may_be_plotted(forces: &Forces, command: &Command, id: Id) -> bool {
    match forces.stand(id).place {
        _ if determination::is_shaken(&forces.battle, command, id) => false, // 12.1.5
        _ if forces.stand(id).lately.low => false,                           // 12.2.2
        Place::OffMap => forces.unit(id).off_map,
        // To dismount it would move, and fall out of the mission (10.10.7).
        Place::Board(_) => !forces.is_mounted(id),
        _ => false,
    }
}

/// Whether an unseen square is within a battery's range: from its place, or at 30% less from any
/// point of its board edge (7.7.3).
#[apply(rule, "7.7.3")]
pub fn reaches(forces: &Forces, id: Id, gun: u8, cell: Cell) -> bool {
    let weapon = forces.battle.gun(id, gun);
    is_within_range(forces, id, weapon.he_range.max(weapon.ap_range), cell)
        && match forces.stand(id).place {
            Place::Board(from) => {
                let least = weapon.notes.minimum;
                from != cell
                    && least.is_none_or(|least| !board::within(from, cell, u16::from(least)))
                    && bearing::is_in_traverse(forces, id, weapon, cell)
            }
            _ => true,
        }
}

/// Why a battery does not reach a square; none if it does.
pub(super) fn why_out_of_reach(forces: &Forces, id: Id, gun: u8, cell: Cell) -> Option<Illegal> {
    if reaches(forces, id, gun, cell) {
        return None;
    }
    let (who, weapon) = (forces.battle.who(id), forces.battle.gun(id, gun));
    let rule = if forces.unit(id).off_map { "7.7.3" } else { "7.6.3" };
    if !is_within_range(forces, id, weapon.he_range.max(weapon.ap_range), cell) {
        return Some(Illegal::new(rule, format!("{who} can't fire at {cell}: out of range")));
    }
    if !bearing::is_in_traverse(forces, id, weapon, cell) {
        return Some(Illegal::new("7.3.6", format!("{who} can't fire at {cell}: outside its firing arc")));
    }
    Some(Illegal::new(rule, format!("{who} can't fire at {cell}: inside its minimum range")))
}

/// Whether a square is within this range of a battery: of its place, or at 30% less of any point
/// of its board edge (7.7.3).
#[apply(rule, "7.7.3")]
pub(super) fn is_within_range(forces: &Forces, id: Id, range: u16, cell: Cell) -> bool {
    match forces.stand(id).place {
        Place::OffMap => {
            let grid = forces.battle.grid;
            let rows = match forces.battle.army(forces.side(id)).edge {
                Compass::N => i16::from(grid.height) - cell.y,
                Compass::E => i16::from(grid.width) - cell.x,
                Compass::W => cell.x + 1,
                _ => cell.y + 1,
            };
            u32::try_from(rows).is_ok_and(|rows| rows * 10 <= off_map_reach_tenths(range))
        }
        Place::Board(from) => board::within(from, cell, range),
        _ => false,
    }
}

/// The turns of fire a battery may still be given; unlimited unless the scenario sets them (7.9).
#[apply(rule, "7.9")]
#[apply(rule, "7.9.3" if forces.stand(id).rounds.is_some())]
pub fn rounds_left(forces: &Forces, record: &Record, id: Id) -> u8 {
    forces.stand(id).rounds.map_or(u8::MAX, |rounds| rounds.saturating_sub(record.claimed_rounds(id)))
}

/// Whether a battery may take a mission for a turn: no other mission then, loaded, with rounds left.
pub fn is_open(forces: &Forces, record: &Record, id: Id, gun: u8, turn: u8) -> bool {
    let last = forces.stand(id).last_fired;
    if windows::holds_fire(&forces.battle, forces.side(id), turn)
        || !windows::is_in_window(&forces.battle, record, id, turn)
    {
        return false;
    }
    let apart = forces.battle.gun(id, gun).notes.reload.unwrap_or(1);
    let clashes = |mission: &Mission| {
        mission.stage != Stage::Registered
            && mission.has(id)
            && turn.saturating_add(apart) > mission.arrival
            && turn < mission.last().saturating_add(apart)
    };
    (last == 0 || turn >= last.saturating_add(apart))
        && rounds_left(forces, record, id) > 0
        && !record.missions.iter().any(clashes)
}

/// The number of consecutive turns a battery may fire from this one on, up to the end of the battle.
pub fn longest(forces: &Forces, record: &Record, id: Id, gun: u8, from: u8) -> u8 {
    let most =
        if forces.battle.gun(id, gun).notes.reload.is_some() { 1 } else { rounds_left(forces, record, id) };
    let most = most.min(forces.battle.window(id).unwrap_or(most));
    let turns = (from..=forces.battle.turns).take(usize::from(most));
    turns.take_while(|&turn| is_open(forces, record, id, gun, turn)).count() as u8
}

/// The smoke missions that a battery has neither fired nor plotted (7.4.7.2).
#[apply(rule, "7.4.7.2")]
pub fn smoke_left(forces: &Forces, record: &Record, id: Id, gun: u8) -> u8 {
    if !forces.battle.gun(id, gun).notes.smoke {
        return 0;
    }
    let waits = |m: &&Mission| m.smoke && m.stage == Stage::Planned && m.has(id);
    forces.stand(id).smoke.saturating_sub(record.missions.iter().filter(waits).count() as u8)
}

/// Whether two batteries may fire as one: off-map by doctrine or formation, on the board if they are of
/// one formation and touch (7.4.9).
#[apply(rule, "7.4.9")]
pub fn may_group(forces: &Forces, one: Id, other: Id) -> bool {
    if one == other || forces.side(one) != forces.side(other) {
        return false;
    }
    let akin = forces.unit(one).formation == forces.unit(other).formation;
    match (forces.stand(one).place, forces.stand(other).place) {
        (Place::OffMap, Place::OffMap) => {
            let any = |doctrine: &Doctrine| doctrine.grouping == Grouping::Any;
            akin || self::doctrine(&forces.battle, forces.side(one)).is_some_and(any)
        }
        (Place::Board(a), Place::Board(b)) => akin && board::adjacent(a, b),
        _ => false,
    }
}

/// The markers of a group in one sheaf, each with its battery, in battery order (7.4.9.1).
#[apply(rule, "7.4.9.1")]
pub fn group_sheaf(
    battle: &Battle,
    batteries: &[(Id, u8)],
    aim: Cell,
    toward: Option<Compass>,
) -> Vec<(Id, u8, Cell)> {
    let owners =
        batteries.iter().flat_map(|&(id, gun)| (0..battle.unit(id).sections()).map(move |_| (id, gun)));
    let place = |n: usize| toward.map_or(aim, |direction| aim.shifted(direction, n as i16));
    owners.enumerate().map(|(n, (id, gun))| (id, gun, place(n))).collect()
}

/// The plotted squares of a mission, each with its battery.
pub fn plotted_cells(battle: &Battle, mission: &Mission) -> Vec<(Id, u8, Cell)> {
    let batteries: Vec<(Id, u8)> = mission.batteries.iter().map(|p| (p.id, p.gun)).collect();
    group_sheaf(battle, &batteries, mission.aim, mission.toward)
}

/// The roll of a battery or group: one die, with the state of its worst-off stand (7.4.9, S-22).
#[apply(rule, "7.4.9")]
pub fn group_profile(
    forces: &Forces,
    now: &Turn,
    command: &Command,
    batteries: &[(Id, u8)],
    purpose: &'static str,
    rule: &'static str,
    more: &[Modifier],
) -> (Id, Test) {
    let profiles = batteries.iter().map(|&(id, _)| {
        (id, cohesion::cohesion_profile(forces, now, command, id, purpose, rule, more.iter().copied()))
    });
    let worst = profiles.reduce(|a, b| if b.1.modifier() > a.1.modifier() { b } else { a });
    worst.unwrap_or_else(|| (0, cohesion_test(purpose, 0, more.to_vec(), rule)))
}
