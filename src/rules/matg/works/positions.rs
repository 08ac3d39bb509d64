//! 11.4: improved positions: their benefits, and their losses under artillery.

use super::laid::Laid;
use crate::board::{Cell, Compass};
use crate::game::{Event, Log, Modifier, Side, Tone};
use crate::ledger::cited::{applies, apply, rule};
use crate::rules::matg::fire::bearing;
use crate::rules::matg::fire::charts::CombatResult;
use crate::rules::matg::fire::combat::Attack;
use crate::rules::matg::ground::terrain::{Ground, Terrain};
use crate::rules::matg::state::battle::{Battle, GunUse};
use crate::rules::matg::state::choice::Weapon;
use crate::rules::matg::state::field::Field;
use crate::rules::matg::state::forces::Forces;
use crate::rules::matg::state::position::{Id, Impact};
use crate::rules::matg::state::turn::Turn;

/// The rows of the chart that are improved positions.
pub(super) const POSITIONS: [Terrain; 3] =
    [Terrain::LightPosition, Terrain::MediumPosition, Terrain::HeavyPosition];

/// An improved position that still stands.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Fort {
    /// Its square.
    pub cell: Cell,
    /// Its chart row.
    pub row: Terrain,
    /// Its facing at set-up; `None` for one that is part of the map.
    pub facing: Option<Compass>,
    /// The stand that was in it when the game began, and its facing then: that stand alone is bound to the
    /// facing (11.4.4).
    pub bound: Option<(Id, Compass)>,
    /// E results it has taken (11.4.2).
    pub hits: u8,
}

impl Fort {
    /// The positions at the start of a battle: laid by a side, or drawn on the map.
    pub(super) fn built(battle: &Battle) -> Vec<Self> {
        let mut forts = Vec::new();
        for (index, ground) in battle.ground.iter().enumerate() {
            let cell = battle.grid.cell(index);
            let Some(row) = POSITIONS.into_iter().find(|&row| ground.has(row)) else { continue };
            let facing = battle.markers.iter().find_map(|marker| match marker.what {
                Laid::Position(_, facing) if marker.cell == cell => Some(facing),
                _ => None,
            });
            let units = || battle.units.iter().zip(0..);
            let holder = units().find(|(unit, _)| unit.start == Some(cell));
            let bound = holder.map(|(unit, id)| (id, unit.facing));
            forts.push(Self { cell, row, facing, bound, hits: 0 });
        }
        forts
    }
}

impl Field {
    /// The improved position on a square.
    pub fn fort_at(&self, cell: Cell) -> Option<&Fort> {
        self.works.forts.iter().find(|fort| fort.cell == cell)
    }

    /// Applies the dice of a shell or bomb at a stand to its position too (11.4.1, 11.4.2), without terrain
    /// modifiers (S-45).
    #[apply(rule, "11.4.1", "11.4.2")]
    pub(in crate::rules::matg) fn strike_position(
        &mut self,
        (side, shell): (Side, &Attack),
        cell: Cell,
        roll: u8,
        log: &mut Log,
    ) {
        let Some(fort) = self.fort_at(cell).copied() else { return };
        let (defence, hits) = match fort.row {
            Terrain::LightPosition => (5, 1),
            Terrain::MediumPosition => (8, 2),
            _ => return applies("11.4.3"),
        };
        let attack = Attack { defence, ..shell.clone() };
        let result = attack.result(roll);
        if result != CombatResult::E {
            return;
        }
        let rule = if hits == 1 { "11.4.1" } else { "11.4.2" };
        if fort.hits + 1 < hits {
            for fort in self.works.forts.iter_mut().filter(|fort| fort.cell == cell) {
                fort.hits += 1;
            }
            log.add(|| note(side, format!("the {} at {cell} is damaged", fort.row), rule, cell));
            return;
        }
        self.remove_fort(cell, fort.row);
        if fort.row == Terrain::MediumPosition {
            self.add_ground(cell, Terrain::Rough1);
        }
        log.add(|| note(side, format!("the {} at {cell} is destroyed", fort.row), rule, cell));
    }

    fn remove_fort(&mut self, cell: Cell, row: Terrain) {
        self.works.forts.retain(|fort| fort.cell != cell);
        self.remove_ground(cell, row);
    }
}

/// At the start of the game: binds the stands in positions to their facing (11.4.4).
#[apply(rule, "11.4.4")]
pub(in crate::rules::matg) fn settle_positions(field: &mut Field, forces: &Forces) {
    for index in 0..field.works.forts.len() {
        let holder = forces.holder_of(field.works.forts[index].cell);
        field.works.forts[index].bound = holder.map(|id| (id, forces.stand(id).facing));
    }
}

/// A stand that is set up in a medium or heavy position takes its facing (11.4.4).
#[apply(rule, "11.4.4")]
pub(in crate::rules::matg) fn face_position(field: &Field, forces: &mut Forces, id: Id, cell: Cell) {
    let fort = field.fort_at(cell).filter(|fort| fort.row != Terrain::LightPosition);
    if let Some(facing) = fort.and_then(|fort| fort.facing) {
        forces.stand_mut(id).facing = facing;
    }
}

/// Removes unoccupied light positions at the end of the Movement Phase (11.4.1).
#[apply(rule, "11.4.1")]
pub(in crate::rules::matg) fn drop_empty_positions(field: &mut Field, forces: &Forces, log: &mut Log) {
    let empty: Vec<Cell> = field
        .works
        .forts
        .iter()
        .filter(|fort| fort.row == Terrain::LightPosition && forces.holder_of(fort.cell).is_none())
        .map(|fort| fort.cell)
        .collect();
    for cell in empty {
        field.remove_fort(cell, Terrain::LightPosition);
        log.add(|| {
            let text = format!("the light improved position at {cell} is abandoned");
            Event::new(Tone::Plain, None, text, "11.4.1").at([cell])
        });
    }
}

/// Whether a stand has the benefit of a row of its square. A stand that began the game in a medium or
/// heavy position has it only while it faces as at the start (11.4.4, S-44). Mounted cavalry has no
/// benefit of buildings and positions (10.10.2).
#[apply(rule, "11.4.4", "10.10.2")]
pub fn has_benefit(field: &Field, forces: &Forces, id: Id, row: Terrain) -> bool {
    let position = POSITIONS.contains(&row);
    if forces.is_mounted(id) && (position || Ground::CLEAR.with(row).is_built_up()) {
        return false;
    }
    if !matches!(row, Terrain::MediumPosition | Terrain::HeavyPosition) {
        return true;
    }
    let fort = forces.cell(id).and_then(|cell| field.fort_at(cell));
    let bound = fort.and_then(|fort| fort.bound).filter(|&(settler, _)| settler == id);
    bound.is_none_or(|(_, facing)| facing == forces.stand(id).facing)
}

/// The defence of a stand's position against AP: its cohesion modifier for personnel (11.4.5).
#[apply(rule, "11.4.5")]
pub fn position_defence(field: &Field, forces: &Forces, id: Id) -> Option<i16> {
    let fort = field.fort_at(forces.cell(id)?)?;
    (fort.row != Terrain::LightPosition).then(|| fort.row.row().personnel)
}

/// Guns that may fire AP at the position of an unarmoured target (11.4.5).
#[apply(rule, "11.4.5")]
pub(in crate::rules::matg) fn bear_on_position(
    field: &Field,
    forces: &Forces,
    now: &Turn,
    firer: Id,
    target: Id,
    range: u16,
    bearing: &mut Vec<Weapon>,
) {
    let Some(to) = forces.cell(target) else { return };
    if forces.unit(target).kind.armoured || position_defence(field, forces, target).is_none() {
        return;
    }
    for (number, (gun, usage)) in forces.unit(firer).guns.iter().enumerate() {
        if matches!(usage, GunUse::Standard | GunUse::DualPurpose)
            && bearing::is_loaded(forces, now, firer, gun)
            && bearing::gun_reaches(forces, firer, gun, true, range)
            && bearing::bears_on(forces, firer, gun, to, range)
        {
            bearing.push(Weapon::AtPosition(number as u8));
        }
    }
}

/// A shell's HE attack on an object: only the barrage modifies the die (S-45).
pub(in crate::rules::matg) fn shell_against(battle: &Battle, impact: Impact, defence: i16) -> Attack {
    let he = battle.gun(impact.battery, impact.gun).he.unwrap_or(0);
    let barrage = Modifier { value: 2, label: "barrage", rule: "7.6.2.4" };
    let attack = Attack {
        firepower: i16::from(he),
        defence,
        modifiers: impact.barrage.then_some(barrage).into_iter().collect(),
        suppressing: false,
        artillery: false,
        armour_piercing: false,
        depletion: None,
        hot: impact.hot,
    };
    attack.after(1)
}

fn note(side: Side, text: String, rule: &'static str, cell: Cell) -> Event {
    Event::new(Tone::Loss, side, text, rule).at([cell])
}
