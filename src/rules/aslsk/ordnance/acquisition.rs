//! Target Acquisition and Area Acquisition (6.10, 6.11).

use crate::ledger::cited::{applies, apply, rule};
use crate::rules::aslsk::board::Place;
use crate::rules::aslsk::state::{Acquired, Forces, Ground};

impl Forces {
    /// The acquisition level of a Weapon against a hex: 0, 1 or 2.
    ///
    /// A tracked unit is acquired wherever the Weapon has LOS to it. When none is in LOS, the hex where the
    /// last one was seen stays acquired.
    #[apply(rule, "6.10")]
    pub fn acquisition(&self, weapon: u8, target: Place) -> i16 {
        let Some(acquired) = &self.weapon(weapon).carriage.acquired else { return 0 };
        let holds = if acquired.units.is_empty() {
            acquired.place == target
        } else {
            acquired.units.iter().any(|&id| self.unit(id).is_at(target))
        };
        if holds { acquired.level.into() } else { 0 }
    }

    /// Places or improves acquisition after a shot at a hex; `area` for Area Acquisition, otherwise of the
    /// units in it.
    pub fn acquire(&mut self, weapon: u8, target: Place, targets: &[u8], area: bool) {
        // LATW cannot acquire (QRDC, case 15).
        if self.weapon(weapon).ordnance().is_none_or(|ordnance| ordnance.latw()) {
            return;
        }
        let level = (self.acquisition(weapon, target) + 1).min(2) as u8;
        let units = if area {
            applies("6.11");
            Vec::new()
        } else {
            targets.iter().copied().filter(|&id| self.unit(id).is_at(target)).collect()
        };
        self.weapon_mut(weapon).carriage.acquired = Some(Acquired { level, place: target, units });
    }

    /// A Weapon loses its acquisition.
    #[apply(rule, "6.10")]
    pub fn forget_target(&mut self, weapon: u8) {
        self.weapon_mut(weapon).carriage.acquired = None;
    }

    /// The Weapons of a unit lose acquisition: it breaks, is in CC or fires its inherent FP.
    pub fn forget_targets_of(&mut self, id: u8) {
        let weapons: Vec<u8> = self.weapons_of(id).collect();
        weapons.into_iter().for_each(|weapon| self.forget_target(weapon));
    }

    /// A unit is eliminated: its hex keeps the acquisition.
    pub fn lose_track(&mut self, id: u8) {
        for weapon in &mut self.weapons {
            if let Some(acquired) = &mut weapon.carriage.acquired {
                acquired.units.retain(|&unit| unit != id);
            }
        }
    }
}

/// After a unit moves: acquisition follows it while in LOS.
pub fn track(ground: &Ground, forces: &mut Forces, id: u8) {
    let Some(here) = forces.unit(id).place() else { return };
    for weapon in forces.weapon_ids() {
        let tracks = forces
            .weapon(weapon)
            .carriage
            .acquired
            .as_ref()
            .is_some_and(|acquired| acquired.units.contains(&id));
        if !tracks {
            continue;
        }
        let holder = forces.weapon(weapon).holder.and_then(|holder| forces.unit(holder).place());
        let seen = holder.is_some_and(|from| ground.sees(from, here));
        let Some(acquired) = &mut forces.weapon_mut(weapon).carriage.acquired else { continue };
        if seen {
            // 6.10
            acquired.place = here;
        } else {
            acquired.units.retain(|&unit| unit != id);
        }
    }
}
