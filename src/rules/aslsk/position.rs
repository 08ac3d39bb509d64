//! The position: what there is, and the questions every chapter asks of it.

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

/// The eight phases of a player turn (3).
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
    /// In the order of play.
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

    /// Its name.
    pub const fn name(self) -> &'static str {
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

    /// Its section.
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

/// A game at one moment.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// What the scenario fixes.
    pub battle: Arc<Battle>,
    /// The game turn, from 1.
    pub turn: u8,
    /// Whose player turn it is.
    pub attacker: Side,
    /// The phase.
    pub phase: Phase,
    /// Every unit, by number.
    pub units: Vec<Unit>,
    /// Every weapon, by number.
    pub weapons: Vec<Weapon>,
    /// Smoke on the map (1.2.5).
    pub smoke: Vec<Cloud>,
    /// Something other than smoke has been fired in this phase: no more shells of it (6.2d).
    pub closed_to_smoke: bool,
    /// Demolition charges placed in this movement phase (4.3).
    pub charges: Vec<Placed>,
    /// Residual firepower (3.3.1h).
    pub residual: Vec<(Place, u8)>,
    /// Attacks made in this phase, or at this expense of movement: from hex at hex (3.2.2g).
    pub shots: Vec<(Place, Place)>,
    /// Open decisions, the innermost last.
    pub frames: Vec<Frame>,
    /// Victory points for units that left the map.
    pub points: [u16; 2],
    /// Who controls each building that the victory is about (S16).
    pub control: Vec<Option<Side>>,
    /// The hexes of the building that is fortified.
    pub fortified: Vec<Place>,
    /// Groups that are still waited for.
    pub awaited: Vec<bool>,
    /// Who won in the end, and why.
    pub over: Option<(Side, String)>,
}

impl Position {
    /// The map.
    #[inline]
    pub fn map(&self) -> &Map {
        &self.battle.map
    }

    /// The hex of a place, for notation.
    #[inline]
    pub fn hex(&self, place: Place) -> Hex {
        self.map().hex(place)
    }

    /// What a place is called.
    pub fn name(&self, place: Place) -> &str {
        &self.map().at(place).name
    }

    /// A unit.
    #[inline]
    pub fn unit(&self, id: u8) -> &Unit {
        &self.units[usize::from(id)]
    }

    /// A unit, to be changed.
    #[inline]
    pub fn unit_mut(&mut self, id: u8) -> &mut Unit {
        &mut self.units[usize::from(id)]
    }

    /// A weapon.
    #[inline]
    pub fn weapon(&self, id: u8) -> &Weapon {
        &self.weapons[usize::from(id)]
    }

    /// A weapon, to be changed.
    #[inline]
    pub fn weapon_mut(&mut self, id: u8) -> &mut Weapon {
        &mut self.weapons[usize::from(id)]
    }

    /// Every unit's number.
    #[inline]
    pub fn ids(&self) -> impl Iterator<Item = u8> + use<> {
        // A battle has far fewer than 256 units.
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

    /// Whether a side is known to have a unit in a hex.
    pub fn occupied(&self, place: Place, side: Side) -> bool {
        self.units.iter().any(|unit| unit.side == side && unit.is_at(place) && !unit.hidden)
    }

    /// The units of a side in a hex that its enemy knows of.
    #[inline]
    pub fn known_at(&self, place: Place, side: Side) -> impl Iterator<Item = u8> + '_ {
        self.units_at(place, side).filter(|&id| !self.unit(id).hidden)
    }

    /// The weapons a unit possesses.
    #[inline]
    pub fn weapons_of(&self, unit: u8) -> impl Iterator<Item = u8> + '_ {
        // As for units.
        (0..self.weapons.len() as u8).filter(move |&id| self.weapon(id).holder == Some(unit))
    }

    /// What a unit is called: "u3 4-6-7".
    pub fn called(&self, id: u8) -> String {
        format!("u{id} {}", self.unit(id).data().name)
    }

    /// What a weapon is called: "m3 MMG".
    pub fn called_weapon(&self, id: u8) -> String {
        format!("m{id} {}", self.weapon(id).name())
    }

    /// Whether a leader in Good Order is with a unit.
    pub fn led(&self, id: u8) -> bool {
        let unit = self.unit(id);
        unit.place().is_some_and(|place| {
            self.units_at(place, unit.side)
                .any(|other| self.unit(other).leader() && self.unit(other).good_order())
        })
    }

    /// Whether a unit is inexperienced as it stands (5.4).
    pub fn inexperienced(&self, id: u8) -> bool {
        let unit = self.unit(id);
        unit.inexperienced(|| self.led(id))
    }

    /// A unit's morale as it stands, special rules included.
    pub fn morale(&self, id: u8) -> i16 {
        let unit = self.unit(id);
        let extra = match self.battle.special.broken_morale {
            Some((nation, more)) if unit.broken && unit.data().nation == nation && !unit.leader() => more,
            _ => 0,
        };
        unit.morale() + extra
    }

    /// What a leader does for a unit: his modifier, and one more for strangers where a scenario says so.
    pub fn leadership_for(&self, leader: u8, nation: Nation) -> i16 {
        let strange = self.battle.special.strange_leaders && self.unit(leader).data().nation != nation;
        self.unit(leader).leadership() + i16::from(strange)
    }

    /// Size for stacking, in half-squads: whoever possesses a Gun counts as a squad (3.3c).
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

    /// Whether units of these sizes still find room in a hex (3.3c).
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

    /// What hinders a line, smoke included; `None` if it is blocked (3.2.1d, 1.2.5c).
    pub fn hindrance(&self, from: Place, to: Place) -> Option<i16> {
        let lasting = self.map().hindrance(from, to)?;
        applies("3.2.1d");
        applies("3.2.1a");
        let hindrance = if self.smoke.is_empty() { lasting } else { lasting + self.smoke_between(from, to) };
        (hindrance < super::calculator::fire::HINDRANCE_BLOCKS).then_some(hindrance)
    }

    /// Whether there is a line of sight.
    pub fn sees(&self, from: Place, to: Place) -> bool {
        self.hindrance(from, to).is_some()
    }

    /// The enemies of a side on the map that it knows of.
    #[inline]
    pub fn enemies(&self, side: Side) -> impl Iterator<Item = u8> + '_ {
        self.ids().filter(move |&id| {
            let unit = self.unit(id);
            unit.side != side && !unit.hidden && unit.place().is_some()
        })
    }

    /// Whether a known enemy is adjacent to a unit or in its hex; only unbroken ones if so asked.
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

    /// Whether a hex is open ground, roads included (1.1.1a, 1.1.1c).
    pub fn open_ground(&self, place: Place) -> bool {
        self.map().terrain(place) == super::board::Terrain::Open
    }

    /// The weapon lies in its hex when its holder is gone or drops it.
    pub fn drop_weapon(&mut self, weapon: u8, place: Option<Place>) {
        self.forget_target(weapon);
        let weapon = self.weapon_mut(weapon);
        weapon.holder = None;
        weapon.lies = place;
    }

    /// Losses in units, leaders included.
    pub fn lost(&self, side: Side) -> u32 {
        let gone = |unit: &&Unit| unit.side == side && unit.at == Whereabouts::Gone;
        self.units.iter().filter(gone).count() as u32
    }

    /// Takes away markers of a kind.
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

    /// Broken units beside a known enemy fall under desperation (3.2.3k).
    pub fn despair(&mut self) {
        for id in self.ids() {
            let unit = self.unit(id);
            if unit.broken && !unit.desperate && unit.place().is_some() && self.enemy_beside(id, false) {
                applies("3.2.3k");
                self.unit_mut(id).desperate = true;
            }
        }
    }
}
