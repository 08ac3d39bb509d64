//! The position, and the questions that every chapter asks of it.

use crate::ledger::cited::applies;
use std::sync::Arc;

use super::board::{Map, Place};
use super::ordnance::smoke::Cloud;
use super::state::crowd::finds_room;
use super::state::{Battle, Marker, Unit, Weapon, Whereabouts};
use super::tables::counters::{Kind, Nation};
use super::turn::Frame;
use super::weapons::charges::Placed;
use crate::board::hex::Hex;
use crate::side::Side;

/// The eight phases of a Player Turn (3).
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Phase {
    /// 3.1
    Rally,
    /// 3.2
    PrepFire,
    /// 3.3
    Movement,
    /// 3.4
    DefensiveFire,
    /// 3.5
    AdvancingFire,
    /// 3.6
    Rout,
    /// 3.7
    Advance,
    /// 3.8
    CloseCombat,
}

impl Phase {
    /// In the Sequence of Play.
    pub const ALL: [Phase; 8] = [
        Phase::Rally,
        Phase::PrepFire,
        Phase::Movement,
        Phase::DefensiveFire,
        Phase::AdvancingFire,
        Phase::Rout,
        Phase::Advance,
        Phase::CloseCombat,
    ];

    /// The abbreviation of the rulebook.
    pub const fn name(self) -> &'static str {
        match self {
            Phase::Rally => "RPh",
            Phase::PrepFire => "PFPh",
            Phase::Movement => "MPh",
            Phase::DefensiveFire => "DFPh",
            Phase::AdvancingFire => "AFPh",
            Phase::Rout => "RtPh",
            Phase::Advance => "APh",
            Phase::CloseCombat => "CCPh",
        }
    }

    /// The word for it in scenario files and digests.
    pub const fn key(self) -> &'static str {
        match self {
            Phase::Rally => "rally",
            Phase::PrepFire => "prep fire",
            Phase::Movement => "movement",
            Phase::DefensiveFire => "defensive fire",
            Phase::AdvancingFire => "advancing fire",
            Phase::Rout => "rout",
            Phase::Advance => "advance",
            Phase::CloseCombat => "close combat",
        }
    }

    /// Its section of the rulebook.
    pub const fn rule(self) -> &'static str {
        match self {
            Phase::Rally => "3.1",
            Phase::PrepFire => "3.2.5",
            Phase::Movement => "3.3",
            Phase::DefensiveFire => "3.4",
            Phase::AdvancingFire => "3.5",
            Phase::Rout => "3.6",
            Phase::Advance => "3.7",
            Phase::CloseCombat => "3.8",
        }
    }
}

/// One moment of a game.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// The facts that the scenario fixes for the whole game.
    pub battle: Arc<Battle>,
    /// The game turn, from 1.
    pub turn: u8,
    /// The ATTACKER.
    pub attacker: Side,
    /// The current phase.
    pub phase: Phase,
    /// Every unit, indexed by its number.
    pub units: Vec<Unit>,
    /// Every Weapon, indexed by its number.
    pub weapons: Vec<Weapon>,
    /// Smoke counters (1.2.5).
    pub smoke: Vec<Cloud>,
    /// Something other than Smoke has been fired in this phase, so no more Smoke may be (6.2d).
    pub closed_to_smoke: bool,
    /// DC placed in this MPh (4.3).
    pub charges: Vec<Placed>,
    /// Residual FP counters (3.3.1h).
    pub residual: Vec<(Place, u8)>,
    /// Attacks made in this phase, or at this MF expenditure: firing hex and target hex (3.2.2g).
    pub shots: Vec<(Place, Place)>,
    /// Open decisions, the innermost last.
    pub frames: Vec<Frame>,
    /// VP of each side.
    pub points: [u16; 2],
    /// The side that Controls each victory building (S16).
    pub control: Vec<Option<Side>>,
    /// The hexes of the fortified building.
    pub fortified: Vec<Place>,
    /// For each group, whether its reinforcements are still to come.
    pub awaited: Vec<bool>,
    /// The winner and the reason, once the game is over.
    pub over: Option<(Side, String)>,
}

impl Position {
    /// The map.
    #[inline]
    pub fn map(&self) -> &Map {
        &self.battle.map
    }

    /// The hex of a place, as notation writes it.
    #[inline]
    pub fn hex(&self, place: Place) -> Hex {
        self.map().hex(place)
    }

    /// The name of a place: "wQ1".
    pub fn name(&self, place: Place) -> &str {
        &self.map().at(place).name
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
        // Far fewer than 256, like units.
        (0..self.weapons.len() as u8).filter(move |&id| self.weapon(id).holder == Some(unit))
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
        let extra = match self.battle.special.broken_morale {
            Some((nation, more)) if unit.broken && unit.data().nation == nation && !unit.leader() => more,
            _ => 0,
        };
        unit.morale() + extra
    }

    /// The leadership DRM of a leader who rallies or directs units of this nation: 1 worse for another nation
    /// where a special rule says so (S9 SSR 2, S13 SSR 1). Everything else takes [`Unit::leadership`].
    pub fn directing_drm(&self, leader: u8, nation: Nation) -> i16 {
        let foreign = self.battle.special.foreign_leaders && self.unit(leader).data().nation != nation;
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
    pub fn room(&self, place: Place, side: Side, coming: &[u8]) -> bool {
        applies("3.3c");
        let (mut size, mut leaders) = (0u8, 0u8);
        let there = self.units_at(place, side).filter(|id| !coming.contains(id));
        for id in there.chain(coming.iter().copied()) {
            size += self.size(id);
            leaders += u8::from(self.unit(id).leader());
        }
        finds_room(size, leaders)
    }

    /// The DRM of LOS Hindrances, smoke included; `None` if the LOS is blocked (3.2.1d, 1.2.5c). The extra +1
    /// for fire out of smoke is part of the DRM but blocks nothing, so that LOS is mutual (K-52).
    pub fn hindrance(&self, from: Place, to: Place) -> Option<i16> {
        let lasting = self.map().hindrance(from, to)?;
        applies("3.2.1d");
        applies("3.2.1a");
        if self.smoke.is_empty() {
            return Some(lasting);
        }
        let hindrance = lasting + self.smoke_between(from, to);
        let seen = hindrance < super::calculator::fire::HINDRANCE_BLOCKS;
        seen.then_some(hindrance + i16::from(self.smoky(from)))
    }

    /// Whether there is LOS.
    pub fn sees(&self, from: Place, to: Place) -> bool {
        self.hindrance(from, to).is_some()
    }

    /// The known enemies of a side on the map.
    #[inline]
    pub fn enemies(&self, side: Side) -> impl Iterator<Item = u8> + '_ {
        self.ids().filter(move |&id| {
            let unit = self.unit(id);
            unit.side != side && !unit.hidden && unit.place().is_some()
        })
    }

    /// Whether a Known Enemy Unit is adjacent to a unit or in its hex; with `unbroken` only unbroken ones
    /// count.
    pub fn enemy_beside(&self, id: u8, unbroken: bool) -> bool {
        let unit = self.unit(id);
        let Some(place) = unit.place() else { return false };
        self.enemies(unit.side).any(|enemy| {
            let other = self.unit(enemy);
            (!unbroken || !other.broken)
                && other
                    .place()
                    .is_some_and(|there| self.map().range(place, there) <= 1 && self.sees(place, there))
        })
    }

    /// Whether a hex is Open Ground, roads included (1.1.1a, 1.1.1c).
    pub fn open_ground(&self, place: Place) -> bool {
        self.map().terrain(place) == super::board::Terrain::Open
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

    /// Broken units adjacent to a Known Enemy Unit become DM (3.2.3k).
    pub fn place_dm(&mut self) {
        for id in self.ids() {
            let unit = self.unit(id);
            if unit.broken && !unit.dm && unit.place().is_some() && self.enemy_beside(id, false) {
                applies("3.2.3k");
                self.unit_mut(id).dm = true;
            }
        }
    }
}
