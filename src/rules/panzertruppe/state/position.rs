//! The position: everything that changes during a battle.

use std::ops::Range;
use std::sync::Arc;

use super::battle::Battle;
use super::ground::{BoardEdge, Ground, Kind, Path};
use super::standing::{Flag, Flags, GroupState, Place, Puff, State, Watchers};
use super::unit::Unit;
use crate::board::Cell;
use crate::game::Side;
use crate::rules::panzertruppe::air::Plane;
use crate::rules::panzertruppe::firing::{Condition, Motion};
use crate::rules::panzertruppe::sequence::Frame;

/// A unit's index within its battle.
pub type Id = u8;

/// No unit.
pub const NOBODY: Id = u8::MAX;

/// Iterates over the units of a side.
#[derive(Clone, Debug)]
pub struct Ids {
    own: Range<Id>,
    others: Range<Id>,
    taken: IdSet,
}

/// A set of units.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct IdSet(u128);

impl IdSet {
    /// No unit.
    pub const NONE: Self = Self(0);

    /// Whether it has a unit.
    pub const fn has(self, id: Id) -> bool {
        self.0 >> id & 1 == 1
    }

    /// Whether it is empty.
    pub const fn is_none(self) -> bool {
        self.0 == 0
    }

    /// Puts a unit in, or takes it out if it was in.
    pub const fn toggle(&mut self, id: Id) {
        self.0 ^= 1 << id;
    }

    /// The set as two numbers for digests, the lower half first: bit n is the unit n.
    pub const fn halves(self) -> [u64; 2] {
        [self.0 as u64, (self.0 >> 64) as u64]
    }
}

impl Iterator for Ids {
    type Item = Id;

    fn next(&mut self) -> Option<Id> {
        let taken = self.taken;
        let is_taken = |id: &Id| taken.has(*id);
        self.own
            .find(|id| !is_taken(id))
            .or_else(|| if taken.is_none() { None } else { self.others.find(is_taken) })
    }
}

/// The position.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// Its battle.
    pub battle: Arc<Battle>,
    /// The turn, from 1.
    pub turn: u8,
    /// The phase, 1 to 10.
    pub phase: u8,
    /// The state of each unit.
    pub states: Vec<State>,
    /// The state of each group.
    pub groups: Vec<GroupState>,
    /// The unit that holds each cell.
    pub holder: Vec<Id>,
    /// Open decisions; the last is asked first.
    pub stack: Vec<Frame>,
    /// Smoke on the board.
    pub smoke: Vec<Puff>,
    /// Cleared cells of minefields (34).
    pub cleared: Vec<u16>,
    /// The cells that vehicles of medium weight or more have left this movement phase, in order, with the
    /// vehicle; kept only while there are mines (33).
    pub wake: Vec<(u16, Id)>,
    /// Bulldozed paths (34).
    pub paths: Vec<Path>,
    /// Cells of collapsed bridges (26).
    pub fallen: Vec<u16>,
    /// Opened hedgerows (23).
    pub breached: Vec<BoardEdge>,
    /// Hand-to-hand fights to resolve at the end of the movement phase: attacker, defender (19).
    pub fights: Vec<(Id, Id)>,
    /// The cell each battery fired at last, by side and number (21).
    pub last_aim: Vec<(Side, u8, u16)>,
    /// The aircraft of each side (31).
    pub planes: [Option<Plane>; 2],
    /// The side that holds each objective.
    pub held: Vec<Option<Side>>,
    /// The number of hidden units.
    pub hidden: u8,
    /// Units taken by the enemy (18).
    pub taken: IdSet,
    /// The end of the battle: the winner and the reason.
    pub outcome: Option<(Option<Side>, &'static str)>,
}

impl Position {
    /// The opening position of a battle.
    pub fn new(battle: Arc<Battle>) -> Self {
        let mut holder = vec![NOBODY; battle.area()];
        let mut hidden = 0;
        let states: Vec<State> = battle
            .units
            .iter()
            .zip(&battle.starts)
            .enumerate()
            .map(|(id, (unit, start))| {
                if let Place::Board(cell) = start.place
                    && start.turn <= 1
                {
                    let holder = &mut holder[usize::from(cell)];
                    if *holder == NOBODY || !unit.is_infantry() {
                        *holder = id as Id;
                    }
                }
                let mut state = State {
                    place: start.place,
                    hull: start.facing,
                    turret: start.facing,
                    motion: if start.overwatch { Motion::Overwatch } else { Motion::Moving },
                    condition: Condition::default(),
                    shots: 0,
                    second_shots: 0,
                    flags: Flags::NONE,
                    assault: NOBODY,
                    left: 0,
                    seen_first: Watchers::NONE,
                    climbing: None,
                };
                let mounted = unit.drive == super::unit::Drive::Cavalry;
                if unit.is_infantry() && unit.mortar.is_none() && !mounted {
                    state.motion = Motion::Stopped;
                }
                if let Place::Aboard(carrier) = start.place
                    && battle.units[usize::from(carrier)].kangaroo
                {
                    state.set(Flag::Crouching, true);
                }
                state.set(Flag::Hidden, unit.hidden);
                state.set(Flag::DugIn, unit.dug_in != super::unit::DugIn::NONE);
                state.set(Flag::Mounted, mounted);
                let aboard = matches!(start.place, Place::Aboard(_));
                state.set(Flag::Packed, aboard && (unit.is_large_gun() || unit.mortar.is_some()));
                hidden += u8::from(unit.hidden);
                state
            })
            .collect();
        let mut position = Self {
            turn: 1,
            phase: 0,
            groups: vec![Default::default(); battle.groups.len()],
            held: battle.objectives.iter().map(|objective| objective.held).collect(),
            states,
            holder,
            stack: Vec::new(),
            smoke: Vec::new(),
            cleared: Vec::new(),
            wake: Vec::new(),
            paths: Vec::new(),
            fallen: Vec::new(),
            breached: Vec::new(),
            fights: Vec::new(),
            last_aim: Vec::new(),
            planes: [None; 2],
            hidden,
            taken: IdSet::NONE,
            outcome: None,
            battle,
        };
        position.open();
        position
    }

    /// The state of a unit.
    pub fn state(&self, id: Id) -> &State {
        &self.states[usize::from(id)]
    }

    /// The state of a unit, to be changed.
    pub fn state_mut(&mut self, id: Id) -> &mut State {
        &mut self.states[usize::from(id)]
    }

    /// The unit with an id.
    pub fn unit(&self, id: Id) -> &Unit {
        &self.battle.units[usize::from(id)]
    }

    /// The side of a unit; the enemy may have taken an abandoned jeep (18).
    pub fn side(&self, id: Id) -> Side {
        let side = self.unit(id).side;
        if self.is_taken_over(id) { side.other() } else { side }
    }

    /// Whether the enemy has taken a unit.
    pub fn is_taken_over(&self, id: Id) -> bool {
        self.taken.has(id)
    }

    /// The units of a side; those taken from the enemy come last.
    pub fn ids(&self, side: Side) -> Ids {
        Ids { own: self.battle.ids(side), others: self.battle.ids(side.other()), taken: self.taken }
    }

    /// The cell of a unit that is on the board itself, not aboard another.
    pub fn spot(&self, id: Id) -> Option<u16> {
        match self.state(id).place {
            Place::Board(cell) => Some(cell),
            _ => None,
        }
    }

    /// The cell of a unit, or of what carries it.
    pub fn place_of(&self, id: Id) -> Option<u16> {
        match self.state(id).place {
            Place::Board(cell) => Some(cell),
            Place::Aboard(carrier) => self.spot(carrier),
            _ => None,
        }
    }

    /// The same as coordinates.
    pub fn cell_of(&self, id: Id) -> Option<Cell> {
        self.place_of(id).map(|index| self.battle.cell(index))
    }

    /// The vehicle that carries or tows a unit.
    pub fn carrier(&self, id: Id) -> Option<Id> {
        match self.state(id).place {
            Place::Aboard(carrier) => Some(carrier),
            _ => None,
        }
    }

    /// The units a vehicle carries or tows.
    pub fn cargo(&self, carrier: Id) -> impl Iterator<Item = Id> + '_ {
        self.ids(self.side(carrier)).filter(move |&id| self.carrier(id) == Some(carrier))
    }

    /// The Gun a vehicle tows.
    pub fn towed(&self, carrier: Id) -> Option<Id> {
        self.cargo(carrier).find(|&id| self.unit(id).is_gun())
    }

    /// The unit that holds a cell.
    pub fn holder_of(&self, index: u16) -> Option<Id> {
        Some(self.holder[usize::from(index)]).filter(|&id| id != NOBODY)
    }

    /// Whether a unit is still in the battle: on the board, aboard, or in reserve.
    pub fn is_in(&self, id: Id) -> bool {
        matches!(self.state(id).place, Place::Board(_) | Place::Aboard(_) | Place::Reserve)
    }

    /// The units in a cell: one, except in a section of a building, which infantry may share (24, P-62).
    pub fn on_cell(&self, cell: u16) -> impl Iterator<Item = Id> + '_ {
        let shared = self.battle.ground_at(cell).kind == Kind::Building;
        let holder = self.holder_of(cell);
        let all = if shared && holder.is_some() { self.states.len() as Id } else { 0 };
        let others = (0..all).filter(move |&id| Some(id) != holder && self.spot(id) == Some(cell));
        holder.into_iter().chain(others)
    }

    /// Places a unit in a cell that is free or may be shared. A vehicle or Gun holds the cell before
    /// infantry.
    pub fn put(&mut self, id: Id, cell: u16) {
        let first = self.holder_of(cell).is_none_or(|other| {
            other == id || self.unit(other).is_infantry() && !self.unit(id).is_infantry()
        });
        if first {
            self.holder[usize::from(cell)] = id;
        }
        self.state_mut(id).place = Place::Board(cell);
    }

    /// Takes a unit off its cell; the caller sets its new place.
    pub fn lift(&mut self, id: Id) {
        if let Some(cell) = self.spot(id)
            && self.holder[usize::from(cell)] == id
        {
            let heir = self.on_cell(cell).filter(|&other| other != id);
            let heir = heir.min_by_key(|&other| (self.unit(other).is_infantry(), other));
            self.holder[usize::from(cell)] = heir.unwrap_or(NOBODY);
        }
    }

    /// The terrain of a cell now: a collapsed bridge is gone, with its road (26).
    pub fn ground(&self, cell: u16) -> Ground {
        let ground = self.battle.ground_at(cell);
        if ground.bridge.is_some() && self.fallen.contains(&cell) {
            Ground { bridge: None, road: false, ..ground }
        } else {
            ground
        }
    }

    /// The name of a unit for both sides; a hidden unit is not named (29).
    pub fn named(&self, id: Id) -> String {
        if self.state(id).is(Flag::Hidden) { "a hidden unit".into() } else { self.full_name(id) }
    }

    /// "G7 Panther".
    pub fn full_name(&self, id: Id) -> String {
        let unit = self.unit(id);
        format!("{} {}", unit.tag, unit.name)
    }
}
