//! The forces: where every unit is, its state, what its group has lost, and what its side holds.

use std::ops::Range;
use std::sync::Arc;

use super::battle::Battle;
use super::standing::{Flag, GroupState, Place, State};
use super::terrain::{Kind, Spot};
use crate::board::Cell;
use crate::game::Side;

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

/// A hand-to-hand fight (19).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Fight {
    /// The attacker.
    pub attacker: Id,
    /// The defender.
    pub defender: Id,
}

/// The units of both sides, and the objectives their sides hold.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Forces {
    /// The battle they fight.
    pub battle: Arc<Battle>,
    /// The state of each unit.
    states: Vec<State>,
    /// The unit that holds each cell; it changes only together with the place of a unit.
    holder: Vec<Id>,
    /// Units taken by the enemy (18).
    taken: IdSet,
    /// The state of each group.
    pub groups: Vec<GroupState>,
    /// Hand-to-hand fights to resolve at the end of the movement phase (19).
    pub fights: Vec<Fight>,
    /// The side that holds each objective.
    pub held: Vec<Option<Side>>,
}

impl Forces {
    /// The forces as a battle begins. Reserves arrive with the units aboard them.
    pub fn new(battle: Arc<Battle>) -> Self {
        let mut forces = Self {
            states: battle.all().map(|id| State::at_start(&battle, id)).collect(),
            holder: vec![NOBODY; battle.area()],
            taken: IdSet::NONE,
            groups: vec![GroupState::default(); battle.groups.len()],
            fights: Vec::new(),
            held: battle.objectives.iter().map(|objective| objective.held).collect(),
            battle,
        };
        for id in forces.all() {
            let start = forces.battle.starts[usize::from(id)];
            if let Place::Board(cell) = start.place
                && start.turn <= 1
            {
                forces.put(id, cell);
            }
        }
        forces
    }

    /// Every unit of both sides.
    #[inline]
    pub fn all(&self) -> Range<Id> {
        self.battle.all()
    }

    /// The state of every unit, in the order of their ids.
    #[inline]
    pub fn states(&self) -> &[State] {
        &self.states
    }

    /// The side of a vehicle changes: the enemy takes it, or it is recaptured (18).
    pub fn change_sides(&mut self, vehicle: Id) {
        self.taken.toggle(vehicle);
    }

    /// The units taken by the enemy (18).
    #[inline]
    pub fn taken(&self) -> IdSet {
        self.taken
    }

    /// Whether any unit is hidden (29).
    #[inline]
    pub fn any_hidden(&self) -> bool {
        self.states.iter().any(|state| state.is(Flag::Hidden))
    }

    /// The state of a unit.
    #[inline]
    pub fn state(&self, id: Id) -> &State {
        &self.states[usize::from(id)]
    }

    /// The state of a unit, to be changed; its place changes only with [`Self::put`] and [`Self::take_off`].
    #[inline]
    pub fn state_mut(&mut self, id: Id) -> &mut State {
        &mut self.states[usize::from(id)]
    }

    /// The side of a unit; the enemy may have taken an abandoned jeep (18).
    pub fn side(&self, id: Id) -> Side {
        let side = self.battle.unit(id).side;
        if self.is_taken_over(id) { side.other() } else { side }
    }

    /// Whether the enemy has taken a unit.
    #[inline]
    pub fn is_taken_over(&self, id: Id) -> bool {
        self.taken.has(id)
    }

    /// The units of a side; those taken from the enemy come last.
    #[inline]
    pub fn ids(&self, side: Side) -> Ids {
        Ids { own: self.battle.ids(side), others: self.battle.ids(side.other()), taken: self.taken }
    }

    /// The cell of a unit that is on the board itself, not aboard another.
    pub fn spot(&self, id: Id) -> Option<Spot> {
        match self.state(id).place {
            Place::Board(cell) => Some(cell),
            _ => None,
        }
    }

    /// The cell of a unit, or of what carries it.
    pub fn place_of(&self, id: Id) -> Option<Spot> {
        match self.state(id).place {
            Place::Board(cell) => Some(cell),
            Place::Aboard(carrier) => self.spot(carrier),
            _ => None,
        }
    }

    /// The same as coordinates.
    #[inline]
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
    #[inline]
    pub fn cargo(&self, carrier: Id) -> impl Iterator<Item = Id> + '_ {
        self.ids(self.side(carrier)).filter(move |&id| self.carrier(id) == Some(carrier))
    }

    /// The Gun a vehicle tows.
    #[inline]
    pub fn towed(&self, carrier: Id) -> Option<Id> {
        self.cargo(carrier).find(|&id| self.battle.unit(id).is_gun())
    }

    /// The unit that holds a cell.
    #[inline]
    pub fn holder_of(&self, index: Spot) -> Option<Id> {
        Some(self.holder[usize::from(index)]).filter(|&id| id != NOBODY)
    }

    /// Whether a unit is still in the battle: on the board, aboard, or in reserve.
    pub fn is_in(&self, id: Id) -> bool {
        matches!(self.state(id).place, Place::Board(_) | Place::Aboard(_) | Place::Reserve)
    }

    /// The units in a cell: one, except in a section of a building, which infantry may share (24, P-62).
    pub fn on_cell(&self, cell: Spot) -> impl Iterator<Item = Id> + '_ {
        let shared = self.battle.terrain_at(cell).kind == Kind::Building;
        let holder = self.holder_of(cell);
        let all = if shared && holder.is_some() { self.all() } else { 0..0 };
        let others = all.filter(move |&id| Some(id) != holder && self.spot(id) == Some(cell));
        holder.into_iter().chain(others)
    }

    /// Places a unit in a cell that is free or may be shared. A vehicle or Gun holds the cell before
    /// infantry.
    pub fn put(&mut self, id: Id, cell: Spot) {
        self.lift(id);
        let infantry = |id: Id| self.battle.unit(id).is_infantry();
        if self.holder_of(cell).is_none_or(|other| infantry(other) && !infantry(id)) {
            self.holder[usize::from(cell)] = id;
        }
        self.state_mut(id).place = Place::Board(cell);
    }

    /// Takes a unit off the board: aboard a vehicle, lost or gone.
    pub fn take_off(&mut self, id: Id, to: Place) {
        debug_assert!(!matches!(to, Place::Board(_)), "a cell needs `put`");
        self.lift(id);
        self.state_mut(id).place = to;
    }

    /// Gives up the cell of a unit to another there.
    fn lift(&mut self, id: Id) {
        if let Some(cell) = self.spot(id)
            && self.holder[usize::from(cell)] == id
        {
            let heir = self.on_cell(cell).filter(|&other| other != id);
            let heir = heir.min_by_key(|&other| (self.battle.unit(other).is_infantry(), other));
            self.holder[usize::from(cell)] = heir.unwrap_or(NOBODY);
        }
    }

    /// Takes a hidden unit out of what the enemy knows: it might be anywhere (29).
    pub fn forget(&mut self, id: Id) {
        self.take_off(id, Place::Reserve);
        *self.state_mut(id) = State::unknown();
    }

    /// The name of a unit for both sides; a hidden unit is not named (29).
    pub fn named(&self, id: Id) -> String {
        if self.state(id).is(Flag::Hidden) { "a hidden unit".into() } else { self.battle.full_name(id) }
    }
}
