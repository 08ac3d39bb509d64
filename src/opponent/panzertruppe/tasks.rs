//! Tasks: which platoons go for which objective, which of their units take it, and which cover them.
//!
//! Nothing is remembered, but a task depends only on the platoons, the objectives and the order of their
//! distances, so it stays the same until one of them changes.

use super::worth::shaken;
use crate::game::Side;
use crate::rules::panzertruppe::state::{Flag, Id, Position, Spot};

/// What a unit is to do.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Task {
    /// Take an objective.
    Take,
    /// Cover those that take it, from where it is in sight.
    Cover,
    /// Guard an objective that its side holds.
    Hold,
    /// Close with the enemy.
    Hunt,
}

/// The place a unit heads for.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Goal {
    /// What it does there.
    pub task: Task,
    /// Its cell.
    pub cell: Spot,
    /// How near it needs to come, in tenths of an inch.
    pub near: u16,
}

impl Goal {
    /// Whether the unit has somewhere to go.
    pub fn is_open(&self) -> bool {
        self.task != Task::Hold
    }
}

/// The share of a platoon's units that take an objective; the others cover them.
const TAKERS: f64 = 0.6;

/// The distance from which units cover those that take an objective, in tenths of an inch.
const COVERING: u16 = 200;

/// The distance to which units close with the enemy, in tenths of an inch.
const HUNTING: u16 = 120;

/// The distance within which a unit holds an objective, in tenths of an inch (35).
const HOLDING: u16 = 20;

/// The distance at which an objective is guarded, in tenths of an inch.
const GUARDING: u16 = 60;

/// The turns at the end in which all units go for an objective.
const LAST_TURNS: u8 = 3;

/// Three units in five take an objective, but not fewer than this.
const FEWEST: usize = 2;

/// A platoon goes this much farther, in tenths of an inch, for an objective that no other goes for.
const APART: u16 = 100;

/// The place a unit heads for: its platoon's objective, else one its side holds, else the enemy. A side that
/// holds everything and is not ahead hunts the enemy.
pub fn aim(position: &Position, id: Id) -> Option<Goal> {
    let (side, from) = (position.forces.side(id), position.forces.place_of(id)?);
    let objectives = || position.battle.objectives.iter().zip(&position.forces.held);
    if objectives().any(|(_, held)| *held != Some(side)) {
        return errand(position, id);
    }
    let nearest = |cell: &Spot| (position.battle.range(from, *cell), *cell);
    let guarded = objectives().map(|(objective, _)| objective.cell).min_by_key(nearest);
    let guarded = guarded.map(|cell| Goal { task: Task::Hold, cell, near: GUARDING });
    if guarded.is_some() && position.forces.ahead() == Some(side) {
        return guarded;
    }
    let enemies =
        position.battle.ids(side.other()).filter(|&enemy| !position.forces.state(enemy).is(Flag::Hidden));
    let enemy = enemies.filter_map(|enemy| position.forces.spot(enemy)).min_by_key(nearest);
    enemy.map(|cell| Goal { task: Task::Hunt, cell, near: HUNTING }).or(guarded)
}

/// The objective that a unit's platoon is to take, and how near the unit is to come.
fn errand(position: &Position, id: Id) -> Option<Goal> {
    let side = position.forces.side(id);
    let errands = errands(position, side);
    let group = usize::from(position.battle.unit(id).group);
    let cell = errands.get(group).copied().flatten()?;
    let take = Goal { task: Task::Take, cell, near: HOLDING };
    let left = position.battle.turns.saturating_sub(position.turn.number);
    if left < LAST_TURNS {
        return Some(take);
    }
    // The nearest take it; open vehicles never lead.
    let sent = |&other: &Id| errands[usize::from(position.battle.unit(other).group)] == Some(cell);
    let mut rank: Vec<(bool, u16, Id)> = position
        .battle
        .ids(side)
        .filter(sent)
        .filter(|&other| can_take(position, other))
        .filter_map(|other| {
            let at = position.forces.place_of(other)?;
            Some((position.battle.unit(other).open, position.battle.range(at, cell), other))
        })
        .collect();
    rank.sort_unstable();
    let closed = rank.iter().filter(|&&(open, ..)| !open).count();
    let most = if closed == 0 { rank.len() } else { closed };
    let takers = ((TAKERS * rank.len() as f64).ceil() as usize).max(FEWEST).min(most);
    let takes = rank.iter().take(takers).any(|&(.., taker)| taker == id);
    Some(if takes { take } else { Goal { task: Task::Cover, cell, near: COVERING } })
}

/// The objective of each platoon of a side, by the platoon's number.
fn errands(position: &Position, side: Side) -> Vec<Option<Spot>> {
    let open: Vec<Spot> = position
        .battle
        .objectives
        .iter()
        .zip(&position.forces.held)
        .filter(|(_, held)| **held != Some(side))
        .map(|(objective, _)| objective.cell)
        .collect();
    let mut sent = vec![0_u16; open.len()];
    let mut errands = vec![None; position.battle.groups.len()];
    for (group, errand) in errands.iter_mut().enumerate() {
        let units =
            position.battle.ids(side).filter(|&id| usize::from(position.battle.unit(id).group) == group);
        let places: Vec<Spot> = units.filter_map(|id| position.forces.place_of(id)).collect();
        let far = |at: usize| {
            let range = places.iter().map(|&place| position.battle.range(place, open[at])).min();
            range.map(|range| (range + APART * sent[at], at))
        };
        if let Some((_, at)) = (0..open.len()).filter_map(far).min() {
            sent[at] += 1;
            *errand = Some(open[at]);
        }
    }
    errands
}

/// Whether a unit can take an objective: able, mobile and not about to break.
pub fn can_take(position: &Position, id: Id) -> bool {
    let unit = position.battle.unit(id);
    let armed = unit.main.is_some() || unit.is_infantry();
    armed
        && unit.pace > 0
        && unit.battery == 0
        && unit.mortar.is_none()
        && !unit.is_gun()
        && position.forces.state(id).is_able()
        && !shaken(position, id)
}
