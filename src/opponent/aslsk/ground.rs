//! What a hex is worth.

use super::Mind;
use crate::game::Side;
use crate::rules::aslsk::board::Place;
use crate::rules::aslsk::state::battle::Victory;
use crate::rules::aslsk::state::{Arm, Choice};

impl Mind<'_> {
    /// Hexes from a hex to what the battle is about; for the side that must go there or hold it.
    pub(super) fn to_goal(&self, place: Place) -> i32 {
        let map = self.position.map();
        match &self.position.battle.victory {
            Victory::Clear { hex, .. } => map.range(place, *hex).into(),
            Victory::Exit { by, .. } => {
                by.iter().map(|&edge| map.range(place, edge)).min().unwrap_or(0).into()
            }
        }
    }

    /// Whether this side must bring the decision about.
    pub(super) fn presses(&self) -> bool {
        self.position.battle.victory.side() == self.side
    }

    /// Cover in a hex, in tens.
    pub(super) fn cover(&self, place: Place) -> i32 {
        10 * i32::from(self.position.map().terrain(place).row().tem)
    }

    /// Firepower of the enemy that could fall on a hex, roughly.
    pub(super) fn threat(&self, place: Place) -> i32 {
        if !self.careful() {
            return 0;
        }
        let mut threat = 0;
        for enemy in self.position.enemies(self.side) {
            let unit = self.position.unit(enemy);
            let Some(from) = unit.place().filter(|_| unit.good_order()) else { continue };
            let range = self.position.map().range(from, place);
            let data = unit.data();
            if range > 2 * u16::from(data.range).max(1) || !self.position.sees(from, place) {
                continue;
            }
            let mut power = i32::from(data.firepower);
            for weapon in self.position.weapons_of(enemy) {
                power += self.weight(weapon);
            }
            threat += match range {
                0..=1 => 2 * power,
                r if r > u16::from(data.range) => power / 2,
                _ => power,
            };
        }
        threat
    }

    /// What a weapon may be worth in firepower, roughly.
    pub(super) fn weight(&self, weapon: u8) -> i32 {
        let weapon = self.position.weapon(weapon);
        match weapon.arm {
            _ if weapon.broken => 0,
            Arm::MachineGun(_) => weapon.machine_gun().map_or(0, |gun| gun.fp.into()),
            Arm::Ordnance(id) => {
                let [full, half, _] = id.get().columns;
                i32::from(full.max(half)).min(12)
            }
            Arm::Flamethrower => 8,
            Arm::Charge => 0,
        }
    }

    /// A hex to stand in when the enemy fires.
    pub(super) fn standing(&self, place: Place) -> i32 {
        let threat = self.threat(place);
        self.cover(place) - threat * (4 - i32::from(self.position.map().terrain(place).row().tem)).max(1) / 2
    }

    /// Set up in cover, not all in one hex, near what is to be held.
    pub(super) fn set_up(&self, choice: &Choice) -> i32 {
        let Choice::Place(id, hex) = choice else { return 0 };
        let Some(place) = self.position.map().place(*hex) else { return -1000 };
        let friends = self.position.units_at(place, self.side).count() as i32;
        let unit = self.position.unit(*id);
        let led = self
            .position
            .units_at(place, self.side)
            .filter(|&other| self.position.unit(other).leader())
            .count() as i32;
        let company = if unit.leader() { 12 * friends.min(2) - 40 * led } else { -8 * friends };
        self.cover(place) + company - 2 * self.to_goal(place)
    }

    /// The enemy of a side, for words in common.
    pub(super) fn foe(&self) -> Side {
        self.side.other()
    }
}
