//! The position of a battle: every stand, the ground as it is now, and the stack of open decisions.

use std::sync::Arc;

use super::air::Air;
use super::arrivals::Arrivals;
use super::battle::{Battle, Unit};
use super::choice::{Posture, Tag};
use super::command::Command;
use super::field::Field;
use super::forces::Forces;
use super::record::Record;
use super::turn::Turn;
use crate::board::Cell;
use crate::game::Side;
use crate::ledger::cited::applies;
use crate::rules::matg::command::determination;
use crate::rules::matg::ground::terrain::{Ground, Terrain};

pub use super::command::Vacancy;
pub use super::record::Impact;
pub use super::stand::{Holder, Id, Place, Stand};
use crate::rules::matg::works::hidden;

/// A position: everything that changes in a battle.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// The fixed part.
    pub battle: Arc<Battle>,
    /// Every stand.
    pub forces: Forces,
    /// The ground and works.
    pub field: Field,
    /// The turn, its open decisions and markers.
    pub now: Turn,
    /// Orders, headquarters and cohesion.
    pub command: Command,
    /// Landings and reinforcements.
    pub arrivals: Arrivals,
    /// Artillery missions.
    pub record: Record,
    /// Aircraft.
    pub air: Air,
}

impl Battle {
    /// The unit of an id.
    pub fn unit(&self, id: Id) -> &Unit {
        &self.units[usize::from(id)]
    }

    /// The tag of an id.
    pub fn tag(&self, id: Id) -> Tag {
        self.unit(id).tag
    }

    /// The id of a tag in an offered choice.
    ///
    /// # Panics
    /// If the battle has no such stand: an error in the code.
    pub(in crate::rules::matg) fn named(&self, tag: Tag) -> Id {
        self.find(tag).unwrap_or_else(|| unreachable!("{tag} is not in this battle"))
    }

    /// The side of an id.
    pub fn side(&self, id: Id) -> Side {
        self.unit(id).side
    }

    /// The ids of a side.
    pub fn ids(&self, side: Side) -> std::ops::Range<Id> {
        let army = self.army(side);
        army.first..army.first + army.count
    }

    /// Height of a cell in levels.
    pub fn level(&self, cell: Cell) -> i16 {
        i16::from(self.levels[self.grid.index(cell)])
    }
}

impl Forces {
    /// The stand of an id.
    pub fn stand(&self, id: Id) -> &Stand {
        &self.stands[usize::from(id)]
    }

    /// The stand of an id, mutable.
    pub fn stand_mut(&mut self, id: Id) -> &mut Stand {
        &mut self.stands[usize::from(id)]
    }

    /// The cell of a stand on the board.
    pub fn cell(&self, id: Id) -> Option<Cell> {
        match self.stand(id).place {
            Place::Board(cell) => Some(cell),
            _ => None,
        }
    }

    /// The stands of a side that are on the board, with their cells.
    pub fn on_board(&self, side: Side) -> impl Iterator<Item = (Id, Cell)> + '_ {
        self.ids(side).filter_map(|id| Some((id, self.cell(id)?)))
    }

    /// The stand on a cell of the board.
    pub fn holder_of(&self, cell: Cell) -> Option<Id> {
        if !self.battle.grid.contains(cell) {
            return None;
        }
        self.holder[self.battle.grid.index(cell)].id()
    }

    /// The cargo of a stand.
    pub fn cargo(&self, carrier: Id) -> impl Iterator<Item = Id> + '_ {
        self.ids(self.side(carrier)).filter(move |&id| self.stand(id).place == Place::Aboard(carrier))
    }

    /// Whether a stand counts as personnel for sight: cavalry and motorcycles only in the firing posture
    /// (6.2.2, 6.2.3).
    pub fn sights_as_personnel(&self, id: Id) -> bool {
        use super::battle::Arm;
        applies("6.2.2");
        applies("6.2.3");
        if self.arm(id) == Arm::Weapon {
            applies("10.5");
        }
        if self.unit(id).support {
            applies("10.4");
        }
        match self.arm(id) {
            Arm::Infantry | Arm::Horses => true,
            Arm::Cavalry | Arm::Motorcycle => self.stand(id).posture == Posture::Fire,
            _ => false,
        }
    }

    /// Whether an enemy of a side is adjacent to a cell.
    pub fn enemy_touches(&self, side: Side, cell: Cell) -> bool {
        self.battle
            .grid
            .neighbours(cell)
            .any(|(_, next)| self.holder_of(next).is_some_and(|id| self.side(id) != side))
    }

    /// Places a stand on a cell, which must be free.
    pub fn put(&mut self, id: Id, cell: Cell) {
        let index = self.battle.grid.index(cell);
        debug_assert!(self.holder[index].id().is_none_or(|other| other == id));
        self.holder[index] = Holder::of(id);
        self.stand_mut(id).place = Place::Board(cell);
    }

    /// Takes a stand off the grid; the caller sets its place.
    pub fn lift(&mut self, id: Id) {
        if let Some(cell) = self.cell(id) {
            let index = self.battle.grid.index(cell);
            if self.holder[index].id() == Some(id) {
                self.holder[index] = Holder::NOBODY;
            }
        }
    }
}

impl Field {
    /// The ground of a cell as it is now.
    pub fn ground_at(&self, cell: Cell) -> Ground {
        self.ground[self.battle.grid.index(cell)]
    }

    /// Adds a terrain row to a cell.
    pub fn add_ground(&mut self, cell: Cell, terrain: Terrain) {
        let index = self.battle.grid.index(cell);
        self.ground[index] = self.ground[index].with(terrain);
    }

    /// Removes a terrain row from a cell.
    pub fn remove_ground(&mut self, cell: Cell, terrain: Terrain) {
        let index = self.battle.grid.index(cell);
        self.ground[index] = self.ground[index].without(terrain);
    }
}

impl Position {
    /// The opening position of a battle. The secrets of a side are only in the position.
    pub fn new(battle: Arc<Battle>) -> Self {
        let mut position = Self::drawn_up(battle);
        hidden::hide_set_up(&mut position.field, &mut position.forces, &position.arrivals);
        position.change_battle(Battle::keep_open);
        position
    }

    /// The opening position with the secrets still in the battle, for the scenario reader.
    pub(in crate::rules::matg) fn drawn_up(battle: Arc<Battle>) -> Self {
        Self {
            forces: Forces::new(&battle),
            field: Field::new(&battle),
            now: Turn::new(&battle),
            command: Command::new(&battle),
            arrivals: Arrivals::new(&battle),
            record: Record::new(&battle),
            air: Air::new(&battle),
            battle,
        }
    }

    /// The battle alone.
    pub(in crate::rules::matg) fn into_battle(self) -> Battle {
        let Self { battle, forces, field, .. } = self;
        drop((forces, field));
        Arc::unwrap_or_clone(battle)
    }

    /// Changes the battle under the position, such as to the part of it that one side knows.
    pub fn change_battle(&mut self, change: impl FnOnce(&mut Battle)) {
        let mut battle = Battle::clone(&self.battle);
        change(&mut battle);
        self.set_battle(Arc::new(battle));
    }

    /// Puts another battle under the position, such as the one that a side knows.
    pub(in crate::rules::matg) fn set_battle(&mut self, battle: Arc<Battle>) {
        self.forces.battle = Arc::clone(&battle);
        self.field.battle = Arc::clone(&battle);
        self.battle = battle;
    }
}

/// Cohesion level of a side (5.1), lower in darkness without flares (9.6.2).
pub fn cohesion(battle: &Battle, now: &Turn, command: &Command, side: Side) -> i16 {
    applies("9.6.2");
    applies("5.1");
    let darkness = battle.climate.darkness_in(now.number);
    let lowered = darkness + command.lowered[side.index()] + command.unready[side.index()];
    battle.army(side).cohesion - i16::from(lowered) - command.shock(side)
}

/// Cohesion level of a stand: later arrivals do not share the rising level of the first forces (S-134).
pub fn cohesion_of(battle: &Battle, now: &Turn, command: &Command, id: Id) -> i16 {
    let side = battle.side(id);
    let fresh = battle.is_late(battle.unit(id));
    cohesion(battle, now, command, side) - determination::shock_of(battle, command, id)
        + if fresh { i16::from(command.unready[side.index()]) } else { 0 }
}
