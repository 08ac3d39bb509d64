//! Who may fire at what, and with which firepower (3.2.2, 3.3.1, 3.4, 3.5, 4).

use crate::rules::aslsk::board::Place;
use crate::rules::aslsk::calculator::Firepower;
use crate::rules::aslsk::position::Position;
use crate::rules::aslsk::state::{Item, Marker};
use crate::rules::aslsk::tables::counters::Kind;
use crate::rules::aslsk::tables::weapons::Weight;
use crate::side::Side;

/// The manner of a fire attack.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Mode {
    /// Prep fire (3.2.5).
    Prep,
    /// Defensive first fire (3.3.1).
    First,
    /// Final fire (3.4).
    Final,
    /// Advancing fire (3.5).
    Advancing,
}

/// One firer's part in an attack.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Aim {
    /// Its hex.
    pub from: Place,
    /// The range.
    pub range: u16,
    /// Hindrances in its line.
    pub hindrance: i16,
    /// What it adds.
    pub firepower: Firepower,
    /// It fires though marked: subsequent first fire, final fire of the marked (3.3.1d, 3.4).
    pub again: bool,
    /// Final protective fire (3.3.1e).
    pub protective: bool,
}

impl Position {
    /// The unit that fires with this.
    pub fn firer(&self, item: Item) -> Option<u8> {
        match item {
            Item::Unit(unit) => Some(unit),
            Item::Weapon(weapon) => self.weapon(weapon).holder,
        }
    }

    /// Everything of a side that might fire.
    pub fn arms(&self, side: Side) -> impl Iterator<Item = Item> + '_ {
        let units = self.ids().filter(|&id| self.unit(id).data().firepower > 0).map(Item::Unit);
        // As for units, far fewer than 256.
        let weapons = (0..self.weapons.len() as u8).map(Item::Weapon);
        units.chain(weapons).filter(move |&item| {
            self.firer(item).is_some_and(|id| self.unit(id).side == side && self.unit(id).good_order())
        })
    }

    /// How this is marked.
    pub fn marker(&self, item: Item) -> Marker {
        match item {
            Item::Unit(unit) => self.unit(unit).marker,
            Item::Weapon(weapon) => self.weapon(weapon).marker,
        }
    }

    /// Whether the unit has hands left for this, `with` being fired along with it (4d).
    fn hands(&self, item: Item, with: &[Item]) -> bool {
        let Some(id) = self.firer(item) else { return false };
        let mine = |other: &&Item| **other != item && self.firer(**other) == Some(id);
        let (mut own, mut weapons) = (self.unit(id).fired, 0);
        for weapon in self.weapons_of(id).filter(|&w| Item::Weapon(w) != item && self.weapon(w).fired) {
            weapons += usize::from(!with.contains(&Item::Weapon(weapon)));
        }
        for other in with.iter().filter(mine) {
            match other {
                Item::Unit(_) => own = true,
                Item::Weapon(_) => weapons += 1,
            }
        }
        match (self.unit(id).data().kind, item) {
            (Kind::Squad, Item::Unit(_)) => weapons < 2,
            (Kind::Squad, Item::Weapon(_)) => weapons == 0 || (weapons == 1 && !own),
            (Kind::HalfSquad | Kind::Crew, Item::Unit(_)) => weapons == 0,
            (Kind::HalfSquad | Kind::Crew, Item::Weapon(_)) => weapons == 0 && !own,
            (Kind::Leader, Item::Unit(_)) => false,
            (Kind::Leader, Item::Weapon(_)) => weapons == 0 && self.unit(id).directed == 0,
        }
    }

    /// The range of the closest enemy that a hex sees (3.3.1d).
    fn closest(&self, from: Place, side: Side) -> u16 {
        let seen = self.enemies(side).filter_map(|id| self.unit(id).place());
        let seen = seen.filter(|&there| self.sees(from, there));
        seen.map(|there| self.map().range(from, there)).min().unwrap_or(u16::MAX)
    }

    /// This firer's part in an attack on a hex, along with others; `None` if it may not take part.
    pub fn aim(&self, item: Item, target: Place, mode: Mode, with: &[Item]) -> Option<Aim> {
        let id = self.firer(item)?;
        let unit = self.unit(id);
        let from = unit.place().filter(|&from| from != target)?;
        if !unit.good_order() || !self.hands(item, with) {
            return None;
        }
        let (factors, normal) = match item {
            Item::Unit(_) => (unit.data().firepower, unit.data().range),
            Item::Weapon(weapon) => {
                let weapon = self.weapon(weapon);
                let heavy = weapon.weight != Weight::Light;
                if weapon.broken || (mode == Mode::Advancing && heavy && weapon.moved) {
                    return None;
                }
                (weapon.data().fp, weapon.data().range)
            }
        };
        let range = self.map().range(from, target);
        let marker = self.marker(item);
        let most = match item {
            Item::Unit(_) => 2 * u16::from(normal),
            Item::Weapon(_) => (2 * u16::from(normal)).min(16),
        };
        if range > most {
            return None;
        }
        let hindrance = self.hindrance(from, target)?;
        let (again, protective) = match (mode, marker) {
            (_, Marker::None) => (false, false),
            (Mode::First, Marker::First) => {
                if range > u16::from(normal) || range > self.closest(from, unit.side) {
                    return None;
                }
                (true, false)
            }
            (Mode::First, Marker::Final) if range == 1 => (true, true),
            (Mode::Final, Marker::First) if range == 1 => (true, false),
            _ => return None,
        };
        // Who fires from a hex at a target fires together; only kept rates and second fires come after (3.2.2g).
        let kept = matches!(item, Item::Weapon(weapon) if self.weapon(weapon).fired);
        if self.shots.contains(&(from, target)) && !kept && !again {
            return None;
        }
        let mut firepower = Firepower::whole(factors.into());
        if range == 1 {
            firepower = firepower.doubled();
        }
        let leader = unit.leader();
        for halved in [range > normal.into(), unit.pinned, mode == Mode::Advancing, again, leader] {
            if halved {
                firepower = firepower.halved();
            }
        }
        let assault = mode == Mode::Advancing && unit.data().assault && unit.data().kind == Kind::Squad;
        if assault && matches!(item, Item::Unit(_)) && range <= normal.into() {
            firepower = firepower.assault();
        }
        Some(Aim { from, range, hindrance, firepower, again, protective })
    }
}
