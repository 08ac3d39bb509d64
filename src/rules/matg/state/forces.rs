//! The forces: every stand as it is now, and the stand on each square.

use std::sync::Arc;

use super::battle::{Arm, Battle, Role, Unit};
use super::choice::{Posture, Tag};
use super::options::OptionState;
use super::stand::{Holder, Id, Place, Stand};
use crate::board::Cell;
use crate::game::Side;
use crate::ledger::cited::{apply, rule};
use crate::rules::matg::artillery::windows::smoke_missions;
use crate::rules::matg::water::amphibious;

/// The stands of both sides.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Forces {
    /// The order of battle.
    pub battle: Arc<Battle>,
    /// Every stand, by [`Id`].
    pub stands: Vec<Stand>,
    /// The stand on each square, by cell index.
    holder: Vec<Holder>,
    /// Hidden stands, in order (scenario).
    pub hidden: Vec<Id>,
}

impl Forces {
    /// The forces at the start of a battle.
    pub fn new(battle: &Arc<Battle>) -> Self {
        let smoke = smoke_missions(battle.turns);
        let stands: Vec<Stand> = battle.units.iter().map(|unit| opening(battle, unit, smoke)).collect();
        let mut holder = vec![Holder::NOBODY; battle.grid.area()];
        for (id, stand) in stands.iter().enumerate() {
            if let Place::Board(cell) = stand.place {
                holder[battle.grid.index(cell)] = Holder::of(id as Id);
            }
        }
        Self { battle: Arc::clone(battle), stands, holder, hidden: Vec::new() }
    }

    /// The unit of an id.
    #[inline]
    pub fn unit(&self, id: Id) -> &Unit {
        self.battle.unit(id)
    }

    /// The tag of an id.
    #[inline]
    pub fn tag(&self, id: Id) -> Tag {
        self.battle.tag(id)
    }

    /// The side of an id.
    #[inline]
    pub fn side(&self, id: Id) -> Side {
        self.battle.side(id)
    }

    /// The ids of a side.
    #[inline]
    pub fn ids(&self, side: Side) -> std::ops::Range<Id> {
        self.battle.ids(side)
    }

    /// The stand of an id.
    #[inline]
    pub fn stand(&self, id: Id) -> &Stand {
        &self.stands[usize::from(id)]
    }

    /// The stand of an id, mutable.
    #[inline]
    pub fn stand_mut(&mut self, id: Id) -> &mut Stand {
        &mut self.stands[usize::from(id)]
    }

    /// The cell of a stand on the board.
    #[inline]
    pub fn cell(&self, id: Id) -> Option<Cell> {
        match self.stand(id).place {
            Place::Board(cell) => Some(cell),
            _ => None,
        }
    }

    /// The stands of a side that are on the board, with their cells.
    #[inline]
    pub fn on_board(&self, side: Side) -> impl Iterator<Item = (Id, Cell)> + '_ {
        self.ids(side).filter_map(|id| Some((id, self.cell(id)?)))
    }

    /// The stand on a cell of the board.
    #[inline]
    pub fn holder_of(&self, cell: Cell) -> Option<Id> {
        if !self.battle.grid.contains(cell) {
            return None;
        }
        self.holder[self.battle.grid.index(cell)].id()
    }

    /// The cargo of a stand.
    #[inline]
    pub fn cargo(&self, carrier: Id) -> impl Iterator<Item = Id> + '_ {
        self.ids(self.side(carrier)).filter(move |&id| self.stand(id).place == Place::Aboard(carrier))
    }

    /// Whether a stand is a GHQ.
    pub fn is_ghq(&self, id: Id) -> bool {
        matches!(self.stand(id).role, Role::Ghq(_))
    }

    /// Whether a stand is a GHQ or carries one.
    pub fn has_ghq(&self, id: Id) -> bool {
        self.is_ghq(id) || self.cargo(id).any(|cargo| self.is_ghq(cargo))
    }

    /// Whether a stand counts as personnel for sight: cavalry and motorcycles only in the firing posture
    /// (6.2.2, 6.2.3).
    #[inline]
    #[apply(rule, "6.2.2", "6.2.3")]
    #[apply(rule, "10.5" if self.arm(id) == Arm::Weapon)]
    #[apply(rule, "10.4" if self.unit(id).support)]
    pub fn sights_as_personnel(&self, id: Id) -> bool {
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

    /// The stand on each square, by cell index.
    #[inline]
    pub fn holders(&self) -> &[Holder] {
        &self.holder
    }

    /// Places a stand on a square, which must be free.
    pub fn put(&mut self, id: Id, cell: Cell) {
        self.lift(id);
        let index = self.battle.grid.index(cell);
        debug_assert!(self.holder[index].id().is_none());
        self.holder[index] = Holder::of(id);
        self.stand_mut(id).place = Place::Board(cell);
    }

    /// Takes a stand off the board, to another place.
    pub fn take_off(&mut self, id: Id, to: Place) {
        self.lift(id);
        self.stand_mut(id).place = to;
    }

    /// Frees the square of a stand that is under way on it.
    pub fn lift(&mut self, id: Id) {
        if let Some(cell) = self.cell(id) {
            let index = self.battle.grid.index(cell);
            if self.holder[index].id() == Some(id) {
                self.holder[index] = Holder::NOBODY;
            }
        }
    }
}

/// A stand at the start of a battle.
fn opening(battle: &Battle, unit: &Unit, smoke: u8) -> Stand {
    Stand {
        place: match (unit.aboard, unit.start) {
            (Some(carrier), _) => Place::Aboard(carrier),
            (None, Some(_)) if battle.is_late(unit) => Place::Due,
            (None, Some(cell)) => Place::Board(cell),
            (None, None) if unit.landing.is_some() => Place::Aloft,
            (None, None) if unit.off_map && battle.is_late(unit) => Place::Due,
            (None, None) if unit.off_map => Place::OffMap,
            (None, None) => Place::Reserve,
        },
        facing: unit.facing,
        posture: Posture::Fire,
        group: 0,
        suppressed: unit.begins.suppressed,
        disorganized: unit.begins.disorganized,
        fired: false,
        attacked: false,
        opportunity: false,
        covered: false,
        moved: false,
        tried: false,
        failed_load: false,
        displaced: false,
        pinned: false,
        on_road: false,
        off_road: false,
        spent: 0,
        depleted: unit.begins.depleted,
        last_fired: 0,
        smoke: unit.begins.smoke.unwrap_or(smoke),
        rounds: unit.rounds,
        handling: 0,
        dismounted: unit.begins.dismounted,
        role: unit.role,
        water: amphibious::Afloat { boats: unit.water.boats, ..Default::default() },
        laden: false,
        lately: OptionState { low: unit.begins.low, ..OptionState::default() },
    }
}
