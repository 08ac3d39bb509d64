//! CA changes (3.2.4g, 3.2.4h).

use super::arc;
use crate::board::hex::Spine;
use crate::dice::{Ask, Dice};
use crate::game::{Event, Log, Tone};
use crate::ledger::cited::{apply, rule};
use crate::rules::aslsk::board::Place;
use crate::rules::aslsk::ordnance::hidden;
use crate::rules::aslsk::state::{Choice, Forces, Ground, Position, names};
use crate::rules::aslsk::tables::modifiers;
use crate::rules::aslsk::turn::Frame;
use crate::side::Side;

/// The facing to which a Gun must turn to cover a hex, and its DRM; `None` for Weapons without a CA.
#[apply(rule, "3.2.4g")]
pub fn turning(ground: &Ground, forces: &Forces, weapon: u8, target: Place) -> (Option<Spine>, i16) {
    let Some(place) = forces.gun_place(weapon) else { return (None, 0) };
    let now = forces.weapon(weapon).carriage.facing;
    let nearest = arc::facings(ground.hex(place), now, ground.hex(target)).first().copied();
    match nearest {
        Some(facing) if facing != now => (Some(facing), turning_costs(ground, forces, weapon, facing)),
        _ => (None, 0),
    }
}

/// The DRM for firing after a change to this facing (3.2.4h).
pub fn turning_costs(ground: &Ground, forces: &Forces, weapon: u8, facing: Spine) -> i16 {
    let (Some(gun), Some(place)) = (forces.weapon(weapon).gun(), forces.gun_place(weapon)) else { return 0 };
    let spines = arc::between(forces.weapon(weapon).carriage.facing, facing);
    modifiers::turning(spines, gun.all_round, ground.map().terrain(place).shelter())
}

impl Forces {
    /// The hex of a possessed Gun.
    pub fn gun_place(&self, weapon: u8) -> Option<Place> {
        let weapon = self.weapon(weapon);
        weapon.gun()?;
        self.unit(weapon.holder?).place()
    }

    /// Changes the CA of a Gun.
    pub fn turn_gun(&mut self, weapon: u8, facing: Spine) {
        let carriage = &mut self.weapon_mut(weapon).carriage;
        carriage.turned |= carriage.facing != facing;
        carriage.facing = facing;
    }
}

/// The side that possesses a Weapon.
pub fn side_of(forces: &Forces, attacker: Side, weapon: u8) -> Side {
    forces.weapon(weapon).holder.map_or(attacker, |id| forces.unit(id).side)
}

/// Guns that may still change CA at the end of a fire phase: their crews have not fired their inherent
/// FP.
#[apply(rule, "3.2.4g")]
pub(in crate::rules::aslsk) fn turning_choices(forces: &Forces, side: Side) -> Vec<Choice> {
    let mut choices = vec![Choice::Done];
    for weapon in forces.weapon_ids() {
        let gun = forces.weapon(weapon);
        let Some(holder) = gun.holder.filter(|_| gun.gun().is_some() && !gun.carriage.turned) else {
            continue;
        };
        let unit = forces.unit(holder);
        if unit.side == side && unit.good_order() && !unit.leader() && !unit.fired {
            let others = Spine::ALL.into_iter().filter(|&facing| facing != gun.carriage.facing);
            choices.extend(others.map(|facing| Choice::Face(weapon, facing)));
        }
    }
    choices
}

/// Changes the CA of a Gun at the end of a fire phase, or ends the phase.
pub(in crate::rules::aslsk) fn turn_at_the_end(
    position: &mut Position,
    side: Side,
    choice: Choice,
    dice: &mut Dice,
    log: &mut Log,
) -> Result<(), Ask> {
    let Choice::Face(weapon, facing) = choice else { return position.next_phase(dice, log) };
    position.forces.turn_gun(weapon, facing);
    position.forces.forget_target(weapon);
    if let Some(holder) = position.forces.weapon(weapon).holder {
        hidden::reveal(&position.ground, &mut position.forces, holder, log);
    }
    log.add(|| {
        let text = format!(
            "{} changes CA to {}",
            names::called_weapon(&position.ground, &position.forces, weapon),
            arc::word(facing)
        );
        Event::new(Tone::Plain, side, text, "3.2.4g")
    });
    position.turn.frames.push(Frame::Turning(side));
    Ok(())
}

/// The facings for a Gun just set up or manhandled.
pub(in crate::rules::aslsk) fn facing_choices(
    ground: &Ground,
    forces: &Forces,
    weapon: u8,
    setting_up: bool,
) -> Vec<Choice> {
    let mut choices: Vec<Choice> =
        Spine::ALL.into_iter().map(|facing| Choice::Face(weapon, facing)).collect();
    // Only the owner knows the hex, but the enemy may know that HIP is possible.
    if setting_up
        && hidden::may_hide(forces, weapon)
        && forces.gun_place(weapon).is_none_or(|at| ground.diggable(at))
    {
        choices.extend(Spine::ALL.into_iter().map(|facing| Choice::Hide(weapon, facing)));
    }
    choices
}

/// Sets the CA of a Gun just set up or manhandled.
pub(in crate::rules::aslsk) fn face(forces: &mut Forces, weapon: u8, choice: Choice) {
    let hides = matches!(choice, Choice::Hide(..));
    if let Choice::Face(_, facing) | Choice::Hide(_, facing) = choice {
        forces.weapon_mut(weapon).carriage.facing = facing;
    }
    if let Some(holder) = forces.weapon(weapon).holder {
        forces.unit_mut(holder).hidden = hides;
    }
}
