//! The forces: every stand as it is now, and the stand on each square.

use std::sync::Arc;

use super::battle::{Battle, Unit};
use super::choice::{Posture, Tag};
use super::options::OptionState;
use super::stand::{Holder, Id, Place, Stand};
use crate::game::Side;
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
    pub holder: Vec<Holder>,
    /// Hidden stands, in order (scenario).
    pub hidden: Vec<Id>,
}

impl Forces {
    /// The forces at the start of a battle.
    pub(super) fn new(battle: &Arc<Battle>) -> Self {
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
    pub fn unit(&self, id: Id) -> &Unit {
        self.battle.unit(id)
    }

    /// The tag of an id.
    pub fn tag(&self, id: Id) -> Tag {
        self.battle.tag(id)
    }

    /// The side of an id.
    pub fn side(&self, id: Id) -> Side {
        self.battle.side(id)
    }

    /// The ids of a side.
    pub fn ids(&self, side: Side) -> std::ops::Range<Id> {
        self.battle.ids(side)
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
