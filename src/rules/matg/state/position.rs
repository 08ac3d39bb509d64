//! The position of a battle: the parts that change, each a type of its own with what must hold between its
//! lists. A rule takes the parts that it reads; few need the whole position.

use std::sync::Arc;

use super::air::Air;
use super::arrivals::Arrivals;
use super::battle::Battle;
use super::command::Command;
use super::field::Field;
use super::forces::Forces;
use super::record::Record;
use super::turn::Turn;
use crate::rules::matg::works::hidden;

pub use super::command::Vacancy;
pub use super::record::Impact;
pub use super::stand::{Holder, Id, Place, Stand};

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
