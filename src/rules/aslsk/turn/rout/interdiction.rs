//! Interdiction (3.6e).

use super::Routing;
use crate::dice::{Ask, Dice};
use crate::game::{Event, Log, Modifier, Natural, Reading, Target, Test, Tone, When};
use crate::ledger::cited::{apply, rule};
use crate::rules::aslsk::board::Place;
use crate::rules::aslsk::calculator::fate::{Checked, morale_check};
use crate::rules::aslsk::fire::attack::Motion;
use crate::rules::aslsk::fire::checks;
use crate::rules::aslsk::fire::cover::{self, Manner};
use crate::rules::aslsk::fire::effects::Effects;
use crate::rules::aslsk::ordnance::{arc, shot};
use crate::rules::aslsk::shown::sum_in_words;
use crate::rules::aslsk::state::{Arm, Forces, Ground, names};
use crate::rules::aslsk::tables::guns::TargetType;
use crate::rules::aslsk::turn::rally::TWO_DICE;

/// Enemies that can interdict a unit entering a hex (3.6e): in normal range and LOS, able to fire, with
/// FFMO applicable.
#[apply(rule, "3.6e")]
pub(in crate::rules::aslsk) fn interdictors(
    ground: &Ground,
    forces: &Forces,
    id: u8,
    place: Place,
    motion: Motion,
) -> Vec<u8> {
    let side = forces.unit(id).side;
    let may = |&enemy: &u8| {
        let other = forces.unit(enemy);
        let fit = other.good_order() && !other.pinned && !other.cx;
        let Some(from) = other.place().filter(|&from| fit && from != place) else { return false };
        if ground.hindrance(from, place) != Some(0) {
            return false;
        }
        let caught = |manner: Manner| {
            let tem = cover::cover(ground, forces, place, Some(id), &[from], motion, manner).tem();
            ground.in_the_open(place, motion, tem, 0)
        };
        let range = ground.map().range(from, place);
        let own = range <= u16::from(other.data().range) && other.data().firepower > 0;
        let gun = |manner: Manner| {
            forces.weapons_of(enemy).any(|weapon| {
                let mortar = forces.weapon(weapon).ordnance().is_some_and(|ordnance| ordnance.mortar());
                (manner == Manner::Bomb) == mortar
                    && weapon_interdicts(ground, forces, weapon, from, place, range)
            })
        };
        ((own || gun(Manner::SmallArms)) && caught(Manner::SmallArms))
            || (gun(Manner::Bomb) && caught(Manner::Bomb))
    };
    forces.enemies(side).filter(may).collect()
}

/// Whether a Weapon can interdict at a hex: ordnance at under 17 hexes, without CA change.
fn weapon_interdicts(
    ground: &Ground,
    forces: &Forces,
    weapon_id: u8,
    from: Place,
    place: Place,
    range: u16,
) -> bool {
    let weapon = forces.weapon(weapon_id);
    if weapon.broken {
        return false;
    }
    // A lone leader does not interdict with a Weapon (3.6e).
    if weapon
        .holder
        .is_some_and(|id| forces.unit(id).leader() && shot::mates(forces, id, weapon_id).is_empty())
    {
        return false;
    }
    if let Some(gun) = weapon.machine_gun() {
        return range <= u16::from(gun.range).min(16);
    }
    let Some(ordnance) = weapon.ordnance().filter(|ordnance| !ordnance.latw() && range < 17) else {
        return weapon.arm == Arm::Flamethrower && range <= 1;
    };
    let kind = if ordnance.mortar() { TargetType::Area } else { TargetType::Infantry };
    let faces = !ordnance.gun() || arc::covers(ground.hex(from), weapon.carriage.facing, ground.hex(place));
    faces && ordnance.to_hit(kind, range, forces.red(weapon_id)).is_some_and(|to_hit| to_hit.number >= 2)
}

/// A Gun crew that interdicts loses its acquisition, so another interdictor is preferred (6.10).
pub(super) fn lose_interdictors_acquisition(forces: &mut Forces, interdictors: &[u8]) {
    let loses = |&&id: &&u8| forces.weapons_of(id).any(|w| forces.weapon(w).carriage.acquired.is_some());
    if let (Some(&id), true) = (interdictors.first(), interdictors.iter().all(|id| loses(&id))) {
        forces.forget_targets_of(id);
    }
}

/// The Interdiction NMC, helped by a leader routing along (3.6e, 3.6f). The highest roll that can pass pins.
pub(in crate::rules::aslsk) fn interdiction_test(forces: &Forces, routing: &Routing) -> Test {
    const TWELVE: [Natural; 1] = [Natural { when: When::Highest, reading: Reading::Fail }];
    let help = routing.leader.map_or(0, |leader| forces.unit(leader).leadership());
    let line = (help != 0).then_some(Modifier { value: help, label: "leader", rule: "3.6f" });
    let morale = Target::AtMost(forces.morale(routing.unit));
    Test::new(&TWO_DICE, morale, "Interdiction NMC", "3.6e").naturals(&TWELVE).modified(line)
}

impl Effects<'_> {
    /// The Interdiction NMC, helped by a leader routing along (3.6e, 3.6f). Returns whether the unit may rout
    /// on.
    pub(super) fn resolve_interdiction(
        &mut self,
        routing: &mut Routing,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<bool, Ask> {
        let id = routing.unit;
        let help = interdiction_test(self.forces, routing).modifier();
        let original = checks::throw(self.ground, self.forces, id, "Interdiction NMC", dice)?;
        let checked = morale_check(original.sum(), help, self.forces.morale(id));
        log.add(|| {
            let against = self.forces.morale(id);
            let sum = sum_in_words(original.sum(), help);
            let text = format!(
                "{} Interdiction: NMC {sum} vs {against}",
                names::called(self.ground, self.forces, id)
            );
            Event::new(Tone::Plain, self.forces.unit(id).side, text, "3.6e")
        });
        self.suffer(id, checked, dice, log)?;
        let fails = matches!(checked, Checked::Failed(_) | Checked::Twelve(_));
        if let Some(leader) = routing.leader.take_if(|_| fails) {
            // The leader shares the unit's fate.
            log.add(|| {
                let text = format!(
                    "{} is eliminated with {}",
                    names::called(self.ground, self.forces, leader),
                    names::called(self.ground, self.forces, id)
                );
                Event::new(Tone::Loss, self.forces.unit(leader).side, text, "3.6f")
            });
            let mut losses = Vec::new();
            self.eliminate(leader, None, dice, log, &mut losses)?;
            self.after_losses(losses, dice, log)?;
        }
        Ok(checked != Checked::Pinned && self.forces.unit(id).place().is_some())
    }
}
