//! A position: everything that changes in a battle.

use std::ops::Range;
use std::sync::Arc;

use super::battle::Battle;
use super::ground::{Ground, Kind};
use super::standing::{Flag, GroupState, Place, Puff, State};
use super::unit::Unit;
use crate::board::Cell;
use crate::game::Side;
use crate::rules::panzertruppe::air::Plane;
use crate::rules::panzertruppe::firing::{Condition, Motion};
use crate::rules::panzertruppe::sequence::Frame;

/// Names a unit within a battle.
pub type Id = u8;

/// No unit.
pub const NOBODY: Id = u8::MAX;

/// The units of a side.
#[derive(Clone, Debug)]
pub struct Ids {
    own: Range<Id>,
    others: Range<Id>,
    taken: u128,
}

impl Iterator for Ids {
    type Item = Id;

    fn next(&mut self) -> Option<Id> {
        let taken = self.taken;
        let is_taken = |id: &Id| taken >> *id & 1 == 1;
        self.own.find(|id| !is_taken(id)).or_else(
            || {
                if taken == 0 { None } else { self.others.find(is_taken) }
            },
        )
    }
}

/// A position.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// The battle it belongs to.
    pub battle: Arc<Battle>,
    /// The turn, from 1.
    pub turn: u8,
    /// The phase, 1 to 10.
    pub phase: u8,
    /// Every unit.
    pub states: Vec<State>,
    /// Every platoon.
    pub groups: Vec<GroupState>,
    /// Who stands on each cell.
    pub holder: Vec<Id>,
    /// Open decisions, the topmost asked first.
    pub stack: Vec<Frame>,
    /// Smoke on the board.
    pub smoke: Vec<Puff>,
    /// Cells cleared of mines (34).
    pub cleared: Vec<u16>,
    /// Where vehicles of medium weight and more were in this movement phase, from where they set out, each with the
    /// vehicle, while there are mines (33).
    pub wake: Vec<(u16, Id)>,
    /// Paths that bulldozers made: a cell and 0 for its eastern edge, 1 for its northern, 2 for itself (34).
    pub paths: Vec<(u16, u8)>,
    /// Bridges that fell (26).
    pub fallen: Vec<u16>,
    /// Hedgerows opened: a cell and 0 for its eastern edge, 1 for its northern (23).
    pub breached: Vec<(u16, u8)>,
    /// Fights to be settled at the end of the movement phase: attacker, defender (19).
    pub fights: Vec<(Id, Id)>,
    /// The cell each battery last fired at, by side and number (21).
    pub last_aim: Vec<(Side, u8, u16)>,
    /// Aircraft of each side (31).
    pub planes: [Option<Plane>; 2],
    /// Who holds each objective.
    pub held: Vec<Option<Side>>,
    /// How many units are hidden.
    pub hidden: u8,
    /// Units that the enemy has taken, as bits (18).
    pub taken: u128,
    /// How it ended: the victor and why.
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
                    flags: 0,
                    assault: NOBODY,
                    left: 0,
                    seen_first: 0,
                    climbing: 0,
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
                state.set(Flag::DugIn, unit.dug_in != 0);
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
            taken: 0,
            outcome: None,
            battle,
        };
        position.open();
        position
    }

    /// A unit as it stands.
    pub fn state(&self, id: Id) -> &State {
        &self.states[usize::from(id)]
    }

    /// A unit as it stands, to be changed.
    pub fn state_mut(&mut self, id: Id) -> &mut State {
        &mut self.states[usize::from(id)]
    }

    /// What a unit is.
    pub fn unit(&self, id: Id) -> &Unit {
        &self.battle.units[usize::from(id)]
    }

    /// Whose a unit is: a jeep that was left may have been taken by the enemy (18).
    pub fn side(&self, id: Id) -> Side {
        let side = self.unit(id).side;
        if self.is_taken_over(id) { side.other() } else { side }
    }

    /// Whether the enemy has taken a unit.
    pub fn is_taken_over(&self, id: Id) -> bool {
        self.taken >> id & 1 == 1
    }

    /// The units of a side, those last that it has taken from the enemy.
    pub fn ids(&self, side: Side) -> Ids {
        Ids { own: self.battle.ids(side), others: self.battle.ids(side.other()), taken: self.taken }
    }

    /// The cell of a unit on the board, not of what it carries.
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

    /// The same as a cell.
    pub fn cell_of(&self, id: Id) -> Option<Cell> {
        self.place_of(id).map(|index| self.battle.cell(index))
    }

    /// What carries a unit.
    pub fn carrier(&self, id: Id) -> Option<Id> {
        match self.state(id).place {
            Place::Aboard(carrier) => Some(carrier),
            _ => None,
        }
    }

    /// What a unit carries or tows.
    pub fn cargo(&self, carrier: Id) -> impl Iterator<Item = Id> + '_ {
        self.ids(self.side(carrier)).filter(move |&id| self.carrier(id) == Some(carrier))
    }

    /// The Gun a vehicle tows.
    pub fn towed(&self, carrier: Id) -> Option<Id> {
        self.cargo(carrier).find(|&id| self.unit(id).is_gun())
    }

    /// Who stands on a cell.
    pub fn holder_of(&self, index: u16) -> Option<Id> {
        Some(self.holder[usize::from(index)]).filter(|&id| id != NOBODY)
    }

    /// Still in the battle: on the board, aboard or to come.
    pub fn is_in(&self, id: Id) -> bool {
        matches!(self.state(id).place, Place::Board(_) | Place::Aboard(_) | Place::Reserve)
    }

    /// The units on a cell: one, but in a section of a building infantry may be beside others (24, P-62).
    pub fn on_cell(&self, cell: u16) -> impl Iterator<Item = Id> + '_ {
        let shared = self.battle.ground_at(cell).kind == Kind::Building;
        let holder = self.holder_of(cell);
        let all = if shared && holder.is_some() { self.states.len() as Id } else { 0 };
        let others = (0..all).filter(move |&id| Some(id) != holder && self.spot(id) == Some(cell));
        holder.into_iter().chain(others)
    }

    /// Puts a unit on a cell that is free, or that it may share; a vehicle or Gun holds it before infantry.
    pub fn put(&mut self, id: Id, cell: u16) {
        let first = self.holder_of(cell).is_none_or(|other| {
            other == id || self.unit(other).is_infantry() && !self.unit(id).is_infantry()
        });
        if first {
            self.holder[usize::from(cell)] = id;
        }
        self.state_mut(id).place = Place::Board(cell);
    }

    /// Takes a unit from its cell; its place is the caller's to set.
    pub fn lift(&mut self, id: Id) {
        if let Some(cell) = self.spot(id)
            && self.holder[usize::from(cell)] == id
        {
            let heir = self.on_cell(cell).filter(|&other| other != id);
            let heir = heir.min_by_key(|&other| (self.unit(other).is_infantry(), other));
            self.holder[usize::from(cell)] = heir.unwrap_or(NOBODY);
        }
    }

    /// The ground of a cell as it is now: a bridge that fell is gone with its road (26).
    pub fn ground(&self, cell: u16) -> Ground {
        let ground = self.battle.ground_at(cell);
        if ground.bridge.is_some() && self.fallen.contains(&cell) {
            Ground { bridge: None, road: false, ..ground }
        } else {
            ground
        }
    }

    /// The name of a unit for both sides: that of one that is hidden is not told (29).
    pub fn named(&self, id: Id) -> String {
        if self.state(id).is(Flag::Hidden) { "a hidden unit".into() } else { self.who(id) }
    }

    /// "G7 Panther".
    pub fn who(&self, id: Id) -> String {
        let unit = self.unit(id);
        format!("{} {}", unit.tag, unit.name)
    }
}
