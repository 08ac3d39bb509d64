//! CA changes (3.2.4g, 3.2.4h).

use super::arc;
use crate::board::hex::Spine;
use crate::dice::{Ask, Dice};
use crate::game::{Event, Log, Tone};
use crate::ledger::cited::applies;
use crate::rules::aslsk::board::Place;
use crate::rules::aslsk::position::Position;
use crate::rules::aslsk::state::Choice;
use crate::rules::aslsk::tables::modifiers;
use crate::rules::aslsk::turn::Frame;
use crate::side::Side;

impl Position {
    /// The facing to which a Gun must turn to cover a hex, and its DRM; `None` for Weapons without a CA.
    pub fn turning(&self, weapon: u8, target: Place) -> (Option<Spine>, i16) {
        applies("3.2.4g");
        let Some(place) = self.gun_place(weapon) else { return (None, 0) };
        let now = self.weapon(weapon).carriage.facing;
        let nearest = arc::facings(self.hex(place), now, self.hex(target)).first().copied();
        match nearest {
            Some(facing) if facing != now => (Some(facing), self.turning_costs(weapon, facing)),
            _ => (None, 0),
        }
    }

    /// The DRM for firing after a change to this facing (3.2.4h).
    pub fn turning_costs(&self, weapon: u8, facing: Spine) -> i16 {
        let (Some(gun), Some(place)) = (self.weapon(weapon).gun(), self.gun_place(weapon)) else { return 0 };
        applies("3.2.4h");
        let spines = arc::between(self.weapon(weapon).carriage.facing, facing);
        modifiers::turning(spines, gun.all_round, self.map().terrain(place).shelter())
    }

    /// The hex of a possessed Gun.
    pub fn gun_place(&self, weapon: u8) -> Option<Place> {
        let weapon = self.weapon(weapon);
        weapon.gun()?;
        self.unit(weapon.holder?).place()
    }

    /// The side that possesses a Weapon.
    pub fn side_of(&self, weapon: u8) -> Side {
        self.weapon(weapon).holder.map_or(self.attacker, |id| self.unit(id).side)
    }

    /// Changes the CA of a Gun.
    pub fn turn_gun(&mut self, weapon: u8, facing: Spine) {
        let carriage = &mut self.weapon_mut(weapon).carriage;
        carriage.turned |= carriage.facing != facing;
        carriage.facing = facing;
    }

    /// Guns that may still change CA at the end of a fire phase: their crews have not fired their inherent
    /// FP.
    pub(in crate::rules::aslsk) fn turning_choices(&self, side: Side) -> Vec<Choice> {
        applies("3.2.4g");
        let mut choices = vec![Choice::Done];
        for weapon in 0..self.weapons.len() as u8 {
            let gun = self.weapon(weapon);
            let Some(holder) = gun.holder.filter(|_| gun.gun().is_some() && !gun.carriage.turned) else {
                continue;
            };
            let unit = self.unit(holder);
            if unit.side == side && unit.good_order() && !unit.leader() && !unit.fired {
                let others = Spine::ALL.into_iter().filter(|&facing| facing != gun.carriage.facing);
                choices.extend(others.map(|facing| Choice::Face(weapon, facing)));
            }
        }
        choices
    }

    /// Changes the CA of a Gun at the end of a fire phase, or ends the phase.
    pub(in crate::rules::aslsk) fn turn_at_the_end(
        &mut self,
        side: Side,
        choice: Choice,
        dice: &mut Dice,
        log: &mut Log,
    ) -> Result<(), Ask> {
        let Choice::Face(weapon, facing) = choice else { return self.next_phase(dice, log) };
        self.turn_gun(weapon, facing);
        self.forget_target(weapon);
        if let Some(holder) = self.weapon(weapon).holder {
            self.reveal(holder, log);
        }
        log.add(|| {
            let text = format!("{} changes CA to {}", self.called_weapon(weapon), arc::word(facing));
            Event::new(Tone::Plain, side, text, "3.2.4g")
        });
        self.frames.push(Frame::Turning(side));
        Ok(())
    }

    /// The facings for a Gun just set up or manhandled.
    pub(in crate::rules::aslsk) fn facing_choices(&self, weapon: u8, setting_up: bool) -> Vec<Choice> {
        let mut choices: Vec<Choice> =
            Spine::ALL.into_iter().map(|facing| Choice::Face(weapon, facing)).collect();
        // Only the owner knows the hex, but the enemy may know that HIP is possible.
        if setting_up && self.may_hide(weapon) && self.gun_place(weapon).is_none_or(|at| self.diggable(at)) {
            choices.extend(Spine::ALL.into_iter().map(|facing| Choice::Hide(weapon, facing)));
        }
        choices
    }

    /// Sets the CA of a Gun just set up or manhandled.
    pub(in crate::rules::aslsk) fn face(&mut self, weapon: u8, choice: Choice) {
        let hides = matches!(choice, Choice::Hide(..));
        if let Choice::Face(_, facing) | Choice::Hide(_, facing) = choice {
            self.weapon_mut(weapon).carriage.facing = facing;
        }
        if let Some(holder) = self.weapon(weapon).holder {
            self.unit_mut(holder).hidden = hides;
        }
    }
}
