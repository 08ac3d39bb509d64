//! ROF, breakdown and elimination of Weapons (1.2.4.1, 3.2.4f, 4.1, 6.12).

use crate::game::{Event, Log, Tone};
use crate::ledger::cited::{apply, rule};
use crate::rules::aslsk::state::{Arm, Forces, Ground, Unit, names};
use crate::rules::aslsk::tables::counters::{Class, Kind};
use crate::side::Side;

impl Forces {
    /// Whether a Weapon is captured: possessed by an enemy of its original owner, not an ally (5.5, K-45).
    #[apply(rule, "5.5")]
    pub fn captured(&self, weapon: u8) -> bool {
        let weapon = self.weapon(weapon);
        weapon.holder.is_some_and(|id| {
            let holder = self.unit(id);
            let own = |unit: &Unit| unit.side == holder.side && unit.data().nation == weapon.nation;
            holder.data().nation != weapon.nation && !self.units.iter().any(own)
        })
    }

    /// Whether a Gun suffers Non-Qualified Use (3.2.4j).
    #[apply(rule, "3.2.4j", "1.2.6")]
    pub fn non_qualified(&self, weapon: u8) -> bool {
        let weapon = self.weapon(weapon);
        weapon.gun().is_some() && weapon.holder.is_some_and(|id| self.unit(id).data().kind != Kind::Crew)
    }

    /// The current ROF of a Weapon (3.2.4f).
    #[apply(rule, "3.2.4f", "1.2.4.1")]
    pub fn rate(&self, id: u8) -> u8 {
        let weapon = self.weapon(id);
        let carriage = &weapon.carriage;
        // Mortars and 360° mounts keep ROF despite a CA change (K-18).
        let slowed = carriage.turned && weapon.gun().is_some_and(|gun| !gun.all_round && !gun.mortar());
        let lowered = [self.captured(id), self.non_qualified(id), slowed, carriage.equivalent];
        weapon.rate().saturating_sub(lowered.into_iter().filter(|&lowers| lowers).count() as u8)
    }

    /// How much the B# is lowered; `again` for Intensive Fire and subsequent fire (4.1, 4.2, 5.4, 5.5, 6.12).
    #[apply(rule, "6.12")]
    fn lowered(&self, id: u8, again: bool) -> u8 {
        let weapon = self.weapon(id);
        let Some(holder) = weapon.holder else { return 0 };
        let expert = matches!(weapon.arm, Arm::Flamethrower | Arm::Charge)
            && self.mmc(holder)
            && self.unit(holder).data().class != Class::Elite;
        let twos = [again, self.captured(id), self.non_qualified(id), expert];
        2 * twos.into_iter().filter(|&lowers| lowers).count() as u8
            + u8::from(self.mmc(holder) && self.inexperienced(holder))
    }

    /// The original DR from which a Weapon malfunctions or is eliminated.
    pub fn breakdown(&self, id: u8, again: bool) -> u8 {
        self.weapon(id).breakdown().saturating_sub(self.lowered(id, again))
    }
}

/// A Weapon malfunctions, or is eliminated if it cannot be repaired, or as ordnance with a lowered B# on
/// an original 12 (4.2, 4.4.1, 6.12).
pub fn break_weapon(
    ground: &Ground,
    forces: &mut Forces,
    id: u8,
    original: u8,
    again: bool,
    side: Side,
    log: &mut Log,
) {
    let weapon = forces.weapon(id);
    let single = match weapon.arm {
        Arm::MachineGun(_) => false,
        Arm::Ordnance(of) => of.get().latw(),
        Arm::Flamethrower | Arm::Charge => true,
    };
    let harsh = weapon.ordnance().is_some() && original == 12 && forces.lowered(id, again) > 0;
    let name = names::called_weapon(ground, forces, id);
    let gone = single || harsh;
    log.add(|| {
        let word = if gone { "is eliminated" } else { "malfunctions" };
        Event::new(Tone::Loss, side, format!("{name} {word}"), "6.12")
    });
    if gone {
        forces.drop_weapon(id, None);
    } else {
        forces.forget_target(id);
        forces.weapon_mut(id).broken = true;
    }
}
