//! The forces: units and Weapons, and the order of battle they belong to.

use std::sync::Arc;

use crate::ledger::cited::{apply, rule};
use crate::rules::aslsk::board::Place;
use crate::rules::aslsk::state::battle::{Group, OrderOfBattle};
use crate::rules::aslsk::state::crowd::finds_room;
use crate::rules::aslsk::state::{Marker, Unit, Weapon, Whereabouts};
use crate::rules::aslsk::tables::counters::{Kind, Nation};
use crate::side::Side;

/// The units and Weapons of both sides. A number is an index: none is ever removed.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Forces {
    /// The facts about them that the scenario fixes.
    pub order: Arc<OrderOfBattle>,
    /// Every unit, indexed by its number.
    pub units: Vec<Unit>,
    /// Every Weapon, indexed by its number.
    pub weapons: Vec<Weapon>,
}

impl Forces {
    /// The group of a unit.
    pub fn group_of(&self, unit: &Unit) -> &Group {
        &self.order.groups[usize::from(unit.group)]
    }

    /// A unit.
    #[inline]
    pub fn unit(&self, id: u8) -> &Unit {
        &self.units[usize::from(id)]
    }

    /// A unit, mutable.
    #[inline]
    pub fn unit_mut(&mut self, id: u8) -> &mut Unit {
        &mut self.units[usize::from(id)]
    }

    /// A weapon.
    #[inline]
    pub fn weapon(&self, id: u8) -> &Weapon {
        &self.weapons[usize::from(id)]
    }

    /// A Weapon, mutable.
    #[inline]
    pub fn weapon_mut(&mut self, id: u8) -> &mut Weapon {
        &mut self.weapons[usize::from(id)]
    }

    /// The numbers of all units.
    #[inline]
    pub fn ids(&self) -> impl Iterator<Item = u8> + use<> {
        // A scenario has far fewer than 256 units.
        0..self.units.len() as u8
    }

    /// The numbers of all Weapons.
    #[inline]
    pub fn weapon_ids(&self) -> impl Iterator<Item = u8> + use<> {
        // Far fewer than 256, like units.
        0..self.weapons.len() as u8
    }

    /// The units of a side in a hex.
    #[inline]
    pub fn units_at(&self, place: Place, side: Side) -> impl Iterator<Item = u8> + '_ {
        self.ids().filter(move |&id| {
            let unit = self.unit(id);
            unit.side == side && unit.is_at(place)
        })
    }

    /// Whether a side has a unit in a hex that its enemy knows of.
    pub fn occupied(&self, place: Place, side: Side) -> bool {
        self.units.iter().any(|unit| unit.side == side && unit.is_at(place) && !unit.hidden)
    }

    /// The units of a side in a hex that are not hidden.
    #[inline]
    pub fn known_at(&self, place: Place, side: Side) -> impl Iterator<Item = u8> + '_ {
        self.units_at(place, side).filter(|&id| !self.unit(id).hidden)
    }

    /// The Weapons that a unit possesses.
    #[inline]
    pub fn weapons_of(&self, unit: u8) -> impl Iterator<Item = u8> + '_ {
        self.weapon_ids().filter(move |&id| self.weapon(id).holder == Some(unit))
    }

    /// Whether a Good Order leader is in the unit's hex.
    pub fn led(&self, id: u8) -> bool {
        let unit = self.unit(id);
        unit.place().is_some_and(|place| {
            self.units_at(place, unit.side)
                .any(|other| self.unit(other).leader() && self.unit(other).good_order())
        })
    }

    /// Whether a unit counts as Inexperienced now (5.4).
    pub fn inexperienced(&self, id: u8) -> bool {
        let unit = self.unit(id);
        unit.inexperienced(|| self.led(id))
    }

    /// A unit's current morale, special rules included.
    pub fn morale(&self, id: u8) -> i16 {
        let unit = self.unit(id);
        let extra = match self.order.broken_morale {
            Some((nation, more)) if unit.broken && unit.data().nation == nation && !unit.leader() => more,
            _ => 0,
        };
        unit.morale() + extra
    }

    /// The leadership DRM of a leader who rallies or directs units of this nation: 1 worse for another nation
    /// where a special rule says so (S9 SSR 2, S13 SSR 1). Everything else takes [`Unit::leadership`].
    pub fn directing_drm(&self, leader: u8, nation: Nation) -> i16 {
        let foreign = self.order.foreign_leaders && self.unit(leader).data().nation != nation;
        self.unit(leader).leadership() + i16::from(foreign)
    }

    /// Stacking size in HS; a crew or HS that possesses a Gun counts as a squad (3.3c).
    pub fn size(&self, id: u8) -> u8 {
        let unit = self.unit(id);
        match unit.data().kind {
            Kind::Squad => 2,
            Kind::HalfSquad | Kind::Crew => {
                let gun = |weapon: &Weapon| weapon.holder == Some(id) && weapon.gun().is_some();
                1 + u8::from(self.weapons.iter().any(gun))
            }
            Kind::Leader => 0,
        }
    }

    /// Whether these units fit into a hex within the stacking limits (3.3c).
    #[apply(rule, "3.3c")]
    pub fn room(&self, place: Place, side: Side, coming: &[u8]) -> bool {
        let (mut size, mut leaders) = (0u8, 0u8);
        let there = self.units_at(place, side).filter(|id| !coming.contains(id));
        for id in there.chain(coming.iter().copied()) {
            size += self.size(id);
            leaders += u8::from(self.unit(id).leader());
        }
        finds_room(size, leaders)
    }

    /// The known enemies of a side on the map.
    #[inline]
    pub fn enemies(&self, side: Side) -> impl Iterator<Item = u8> + '_ {
        self.ids().filter(move |&id| {
            let unit = self.unit(id);
            unit.side != side && !unit.hidden && unit.place().is_some()
        })
    }

    /// Takes a Weapon from its possessor and leaves it in `place`; `None` removes it.
    pub fn drop_weapon(&mut self, weapon: u8, place: Option<Place>) {
        self.forget_target(weapon);
        let weapon = self.weapon_mut(weapon);
        weapon.holder = None;
        weapon.lies = place;
    }

    /// The number of units a side has lost, leaders included.
    pub fn lost(&self, side: Side) -> u32 {
        let gone = |unit: &&Unit| unit.side == side && unit.at == Whereabouts::Gone;
        self.units.iter().filter(gone).count() as u32
    }

    /// Removes all markers for which `which` is true.
    pub fn unmark(&mut self, which: impl Fn(Marker) -> bool) {
        for marker in
            self.units.iter_mut().map(|u| &mut u.marker).chain(self.weapons.iter_mut().map(|w| &mut w.marker))
        {
            if which(*marker) {
                *marker = Marker::None;
            }
        }
    }

    /// Whether a unit is an MMC.
    pub fn mmc(&self, id: u8) -> bool {
        self.unit(id).data().kind != Kind::Leader
    }
}
